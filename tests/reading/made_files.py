"""Files made on the spot, and a reading that keeps what went wrong."""

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

from otherwords.reading import ReadingError, read
from otherwords.text import Document

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def read_all(
    *paths: str | Path, text_column: str | None = None, as_prose: bool = False
) -> tuple[list[Document], list[ReadingError]]:
    errors: list[ReadingError] = []
    documents = list(read(paths, text_column=text_column, as_prose=as_prose, on_error=errors.append))
    for error in errors:
        message = str(error)
        assert "\n" not in message
        assert not error.path.isprintable() or error.path in message
        assert message.encode("utf-8")
    for document in documents:
        assert document.text.encode("utf-8") is not None
    return documents, errors


def pdf_bytes(pages: Sequence[str]) -> bytes:
    """A PDF by hand, a page for each text; a page with an empty text has only a drawing."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode())
    objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    for number, text in enumerate(pages):
        page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>"
        objects.append(f"{page} /Contents {5 + 2 * number} 0 R >>".encode())
        stream = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode() if text else b"0 0 10 10 re f"
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)


def docx_bytes(body: str, main: str = "word/document.xml", doctype: str = "", **notes: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        compatibility = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
        start = f'<?xml version="1.0" encoding="UTF-8"?>{doctype}<w:document xmlns:w="{WORD}" {compatibility}>'
        archive.writestr(main, f"{start}<w:body>{body}</w:body></w:document>")
        for name, content in notes.items():
            archive.writestr(f"word/{name}.xml", f'<w:{name} xmlns:w="{WORD}">{content}</w:{name}>')
    return file.getvalue()


def paragraph(text: str) -> str:
    return f'<w:p><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def warc_record(kind: str, address: str, content_type: str, block: bytes, **more: str) -> bytes:
    fields = {"WARC-Type": kind, "WARC-Target-URI": address, "Content-Type": content_type, **more}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
    return f"WARC/1.0\r\n{head}Content-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n"


def warc_response(address: str, body: bytes, *headers: str, status: str = "200 OK") -> bytes:
    """A page as a crawler stores it, with what the server said about it."""
    head = "".join(f"{line}\r\n" for line in (f"HTTP/1.1 {status}", *headers))
    return warc_record("response", address, "application/http; msgtype=response", f"{head}\r\n".encode() + body)
