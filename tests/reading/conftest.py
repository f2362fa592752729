"""What most tests of reading use, without an import."""

from collections.abc import Callable, Sequence

import pytest
from made_files import docx_bytes, paragraph, pdf_bytes, read_all


@pytest.fixture
def reading() -> Callable[..., object]:
    return read_all


@pytest.fixture
def make_pdf() -> Callable[[Sequence[str]], bytes]:
    return pdf_bytes


@pytest.fixture
def make_docx() -> Callable[..., bytes]:
    return docx_bytes


@pytest.fixture
def make_paragraph() -> Callable[[str], str]:
    return paragraph
