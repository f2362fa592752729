"""spaCy's pipelines: whether one is still the same."""

from hashlib import file_digest, sha256
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path


def hash_of(name: str) -> str:
    """Another one when the pipeline was trained anew, be it under the same name."""
    whole = sha256()
    if folder := _folder(name):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.parent.name != "__pycache__":
                with path.open("rb") as file:
                    whole.update(bytes(path.relative_to(folder)) + b"\0" + file_digest(file, "sha256").digest())
    return whole.hexdigest()


def _folder(name: str) -> Path | None:
    """Where a pipeline lies: a package or else a folder, as for spaCy; None where there is none."""
    try:
        distribution(name)
        package = find_spec(name)
    except (PackageNotFoundError, ValueError):
        return Path(name) if Path(name, "config.cfg").is_file() else None
    return Path(package.origin).parent if package and package.origin else None
