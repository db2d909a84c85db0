"""Static files: the built browser client and other rarely changing content.

The client is the files of one folder, and `index.html` for every address that is no file. Names under ``assets/``
change with their content, so browsers keep them for ever; everything else they ask for anew, and get nothing if it has
not changed. Everything is compressed once, beforehand.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from litestar import Request, Response

#: Where the build puts the client.
BUILT = Path(__file__).parent / "static"

#: How long something may be kept: not without asking, and for a year.
ASK, FOREVER = "no-cache", "public, max-age=31536000, immutable"

#: For the `opt` of handlers that send pages: they need no compression.
READY = "ready"


class Page(NamedTuple):
    """Something to be sent: its bytes (`packed`: with gzip; empty if that gains nothing), type and entity tag."""

    content: bytes
    packed: bytes
    media_type: str
    etag: str
    cache_control: str

    @classmethod
    def of(cls, content: bytes, media_type: str, cache_control: str = ASK) -> Page:
        packed = gzip.compress(content, 9, mtime=0)
        if len(packed) > 0.9 * len(content):
            packed = b""
        tag = f'W/"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'  # weak: the same for both forms
        return cls(content, packed, media_type, tag, cache_control)

    def answer(self, request: Request[Any, Any, Any]) -> Response[Any]:
        """The answer to a request: without content for whoever has it."""
        headers = {"ETag": self.etag, "Cache-Control": self.cache_control, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self.etag:
            return Response(b"", status_code=304, headers=headers, media_type=self.media_type)
        if self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.packed, headers=headers, media_type=self.media_type)
        return Response(self.content, headers=headers, media_type=self.media_type)


class Pages:
    """The files of a folder, read once; read again when `index.html` is a new one (the client was built again)."""

    def __init__(self, folder: Path = BUILT) -> None:
        self.folder, self.index = folder, folder / "index.html"
        self._built = 0.0
        self._found: dict[str, Page] = {}

    def built(self) -> bool:
        """Is there a client?"""
        return self.index.is_file()

    def find(self, path: str) -> Page | None:
        """What to send for the path of an address, if anything: names of files that are not there find nothing."""
        self._refresh()
        path = path.strip("/")
        found = self._found.get(path)
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
    if media_type.startswith("text/"):
        media_type += "; charset=utf-8"
    return Page.of(content, media_type, FOREVER if name.startswith("assets/") else ASK)


def _type(name: str) -> str | None:
    """The media type that a file of this name has; None for a name that ends like no file (`gemmell.salvage`)."""
    return _TYPES.get(PurePosixPath(name).suffix) or mimetypes.guess_type(name)[0]


#: Types that not every machine's table knows.
_TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".woff": "font/woff", ".svg": "image/svg+xml"}
