"""The rows of CSV."""

import csv
from collections.abc import Iterable, Iterator

from otherwords.reading import source as limits
from otherwords.reading.errors import ReadingError


def table_rows(lines: Iterable[str], path: str, delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Each with the line that it begins in, from 1; the header is one of them."""
    csv.field_size_limit(limits.LARGEST)  # after one stray quote, all that follows is a field
    rows = csv.reader(lines, delimiter=delimiter)
    begin = 1
    try:
        for row in rows:
            yield begin, row
            begin = rows.line_num + 1
    except csv.Error as error:
        raise ReadingError(path, f"line {rows.line_num} is not CSV ({error}); mend it") from None
