"""Files of examples: JSON and JSON lines, compressed when the name ends in .gz, and written whole or not at all."""

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any, TextIO, TypeVar, cast

from otherwords.text import OtherwordsError

Row = TypeVar("Row")

_BEGINNING = 60
"""Characters of a text that tell which one is meant."""
LONGEST_LINE = 256 * 2**20
"""In bytes. A line has to fit in memory several times over; one that is longer is not a row of examples."""


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, from 1; blank ones are passed over."""
    number = 0
    with reading(path) as file:
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise OtherwordsError(f"{path}:{number}: the line is longer than {LONGEST_LINE >> 20} MB")
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError:
                raise OtherwordsError(f"{path}:{number}: not UTF-8 text") from None
            if text.strip():
                yield number, text


def read_json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """The values with the numbers of their lines."""
    for number, line in read_lines(path):
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError) as error:
            raise OtherwordsError(f"{path}:{number}: not valid JSON ({error})") from None


def read_rows(path: Path, made_of: Callable[[Any], Row]) -> Iterator[Row]:
    """What is made of each value; an error about one of them names the file and the line."""
    for number, row in read_json_lines(path):
        try:
            made = made_of(row)
        except OtherwordsError as error:
            raise OtherwordsError(f"{path}:{number}: {error}") from None
        yield made


def checked_text(text: str, key: str) -> str:
    """The text that stands under a key of a row, if it is one."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise OtherwordsError(f'"{key}" holds half of a surrogate pair, which is not text') from None
    return text


def beginning_of(text: str) -> str:
    """Enough of a text to tell which one is meant."""
    line = " ".join(text.split())
    return line if len(line) <= _BEGINNING else line[:_BEGINNING] + "…"


def write_rows(path: Path, rows: Iterable[Mapping[str, object]]) -> int:
    """Returns how many there are."""
    count = 0
    with writing(path) as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


def read_json(path: Path) -> Any:
    with reading(path) as file:
        try:
            return json.loads(file.read().decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            raise OtherwordsError(f"{path}: not valid JSON ({error})") from None


@contextmanager
def writing(path: Path) -> Iterator[TextIO]:
    """A text file that appears under its name only when everything in it has been written.

    Where a link leads, the file that it leads to is written; a pipe or a device is written to as it comes.
    """
    is_stream = path.exists() and not path.is_file()
    target = path if is_stream else path.resolve()
    unfinished = target if is_stream else target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with unfinished.open("wb") as file:
            if path.suffix == ".gz":
                # Neither name nor time in the header: the same rows give the same bytes.
                with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed, _text(cast(IO[bytes], packed)) as text:
                    yield text
            else:
                with _text(file) as text:
                    yield text
        if not is_stream:
            unfinished.replace(target)
    except OSError as error:
        raise OtherwordsError(f"cannot write {path}: {error.strerror or error}") from error
    except UnicodeEncodeError:
        raise OtherwordsError(f"cannot write {path}: half of a surrogate pair is not text; leave it out") from None
    finally:
        if not is_stream:
            unfinished.unlink(missing_ok=True)


def _text(file: IO[bytes]) -> TextIOWrapper:
    return TextIOWrapper(file, encoding="utf-8", newline="\n")


@contextmanager
def reading(path: Path) -> Iterator[IO[bytes]]:
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
            yield cast(IO[bytes], file)
    except gzip.BadGzipFile:
        raise OtherwordsError(f"{path}: not a gzip file, though its name ends in .gz") from None
    except (EOFError, zlib.error):
        raise OtherwordsError(f"{path}: the gzip file is cut off or damaged") from None
    except OSError as error:
        raise OtherwordsError(f"cannot read {path}: {error.strerror or error}") from error
