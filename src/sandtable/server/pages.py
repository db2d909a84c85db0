"""The built browser client as pages: files of one folder, and `index.html` for every address that is no file.

Names under ``assets/`` change with their content, so browsers keep them for ever; everything else they ask for anew,
and get nothing if it has not changed.
"""

from __future__ import annotations

import hashlib
import mimetypes
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import NamedTuple

#: Where the build puts the client.
BUILT = Path(__file__).parent / "static"

#: For ever, in seconds: a year.
FOREVER = "public, max-age=31536000, immutable"


class Page(NamedTuple):
    """A file to be sent: its bytes, type, entity tag and how long it may be kept."""

    content: bytes
    media_type: str
    etag: str
    cache_control: str


class Pages:
    """The files of a folder, read once; read again when `index.html` is a new one (the client was built again)."""

    def __init__(self, folder: Path = BUILT) -> None:
        self.folder = folder
        self._built = 0.0
        self._found: dict[str, Page] = {}

    @cached_property
    def index(self) -> Path:
        return self.folder / "index.html"

    def built(self) -> bool:
        """Is there a client?"""
        return self.index.is_file()

    def find(self, path: str) -> Page | None:
        """What to send for the path of an address, if anything: names of files that are not there find nothing."""
        self._refresh()
        found = self._found.get(path.strip("/"))
        if found is None and not path.startswith("assets/") and not _type(path):
            found = self._found.get("index.html")
        return found

    def _refresh(self) -> None:
        try:
            built = self.index.stat().st_mtime
        except OSError:
            self._built, self._found = 0.0, {}
            return
        if built != self._built:
            files = {f.relative_to(self.folder).as_posix(): f for f in self.folder.rglob("*") if f.is_file()}
            self._found = {name: _page(name, file.read_bytes()) for name, file in files.items()}
            self._built = built


def _page(name: str, content: bytes) -> Page:
    media_type = _type(name) or "application/octet-stream"
    if media_type.startswith("text/") or media_type.endswith("javascript"):
        media_type += "; charset=utf-8"
    return Page(content, media_type, etag(content), FOREVER if name.startswith("assets/") else "no-cache")


def _type(name: str) -> str | None:
    """The media type that a file of this name has; None for a name that ends like no file (`gemmell.salvage`)."""
    return _TYPES.get(PurePosixPath(name).suffix) or mimetypes.guess_type(name, strict=True)[0]


#: Types that not every machine's table knows.
_TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".woff": "font/woff", ".svg": "image/svg+xml"}


def etag(content: bytes) -> str:
    """A weak entity tag: the same for the compressed and the plain content."""
    return f'W/"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
