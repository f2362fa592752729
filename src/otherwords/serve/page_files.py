"""The page, in memory: a request names one of these files or none, and no path is ever made of what it names."""

from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).with_name("page")
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    content: bytes
    media_type: str


def page_files() -> dict[str, PageFile]:
    """By path: ``/`` is the page itself."""
    files = {
        f"/page/{path.name}": PageFile(path.read_bytes(), _TYPES[path.suffix])
        for path in sorted(_FOLDER.iterdir())
        if path.suffix in _TYPES
    }
    files["/"] = files.pop("/page/index.html")
    return files
