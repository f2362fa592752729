"""Wordings out of a file, for ``otherwords rank``: rows of JSON lines, CSV or Parquet, or the lines of any text."""

from otherwords.cli.streams import complain
from otherwords.reading import ReadingError, read
from otherwords.reading.columns import USUAL
from otherwords.reading.entries import Entry, has_columns, read_entries
from otherwords.text import OtherwordsError


def read_candidates(path: str, column: str | None = None, id_column: str | None = None) -> list[Entry]:
    """Blank ones are passed over; none at all is an error."""
    if has_columns(path) or column or id_column:
        entries = list(read_entries(path, USUAL, column, id_column, on_error=complain))
    else:
        text = "".join(document.text for document in read([path], on_error=_stop))
        lines = enumerate(text.split("\n"), start=1)
        entries = [Entry(number, line.strip()) for number, line in lines if line.strip()]
    if not entries:
        raise OtherwordsError(f"{path} holds no candidates; write one a line, or give JSON lines or CSV")
    return entries


def _stop(error: ReadingError) -> None:
    raise OtherwordsError(str(error))
