"""The one sentence for whoever lacks an extra: packages that not everyone needs, and that installing leaves out."""

from importlib.util import find_spec

from otherwords.text import OtherwordsError


def require(what: str, extra: str, *modules: str, otherwise: str = "") -> None:
    """An error where a module is missing that ``what`` needs; ``otherwise`` says how to do without."""
    if missing := [name for name in modules if find_spec(name) is None]:
        raise OtherwordsError("; ".join(filter(None, [needs(what, extra, *missing), otherwise])))


def needs(what: str, extra: str, *modules: str) -> str:
    return f"{what} needs {', '.join(modules)}; in a checkout of Otherwords, run: pip install '.[{extra}]'"
