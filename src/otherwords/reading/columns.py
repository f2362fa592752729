"""Which column of a table holds the text, and which the ids."""

from collections.abc import Collection, Sequence

from otherwords.reading.decoding import without_surrogates
from otherwords.reading.errors import ReadingError
from otherwords.reading.source import Source

USUAL = ("text", "document", "body", "content")
"""Names of the column that holds the text, where none is given."""
_ID = "id"


def choose_column(source: Source, columns: Collection[str], usual: Sequence[str] = USUAL) -> str:
    wanted = usual if source.text_column is None else (source.text_column,)
    found = _among(columns, wanted)
    if found is None:
        raise _missing(source, columns, wanted, "the text by --text-column")
    return found


def choose_id_column(source: Source, columns: Collection[str], given: str | None, text_column: str) -> str | None:
    """None where none is given, and none is named id."""
    found = _among(columns, (given or _ID,))
    if found is None and given:
        raise _missing(source, columns, (given,), "the ids by --id-column")
    return found if given or found != text_column else None


def _among(columns: Collection[str], wanted: Sequence[str]) -> str | None:
    """The first that is there as it is written, or else but for capitals."""
    for name in wanted:
        if name in columns:
            return name
    folded = {name.casefold(): name for name in reversed(list(columns))}  # of equals, the first counts
    return next((folded[name.casefold()] for name in wanted if name.casefold() in folded), None)


def _missing(source: Source, columns: Collection[str], wanted: Sequence[str], what: str) -> ReadingError:
    missing = " or ".join(repr(name) for name in wanted)
    there = ", ".join(without_surrogates(name) for name in columns) or "none"
    return source.error(f"has no column {missing}; name the one with {what}, of these: {there}")
