"""Static files: the built browser client and other rarely changing content.

The client consists of the files of one folder; `index.html` is served for every address that is not a file. Names
under ``assets/`` change with their content, so browsers cache them forever. Browsers revalidate everything else with
its `ETag`. Everything is compressed once, in advance.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from litestar import Request, Response

#: Folder of the built client.
BUILT = Path(__file__).parent / "static"

#: Cache policies: revalidate every time, or keep for a year.
ASK, FOREVER = "no-cache", "public, max-age=31536000, immutable"

#: Key in the `opt` of handlers that send pages, which are already compressed.
READY = "ready"


class Page(NamedTuple):
    """A file to send: its bytes (`packed`: with gzip, or empty if not smaller), type, and entity tag."""

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
        tag = f'W/"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'  # weak: the same for both encodings
        return cls(content, packed, media_type, tag, cache_control)

    def answer(self, request: Request[Any, Any, Any]) -> Response[Any]:
        """Return the response to a request, without content if the client has it cached."""
        headers = {"ETag": self.etag, "Cache-Control": self.cache_control, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self.etag:
            return Response(b"", status_code=304, headers=headers, media_type=self.media_type)
        if self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.packed, headers=headers, media_type=self.media_type)
        return Response(self.content, headers=headers, media_type=self.media_type)


class Pages:
    """The files of a folder, cached until `index.html` changes (after a new build)."""

    def __init__(self, folder: Path = BUILT) -> None:
        self.folder, self.index = folder, folder / "index.html"
        self._built = 0.0
        self._found: dict[str, Page] = {}

    def built(self) -> bool:
        """Return whether the client has been built."""
        return self.index.is_file()

    def find(self, path: str) -> Page | None:
        """Return the page for a path; None for the name of a missing file."""
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
    """Return the media type for a file name; None for a name without a known ending (`gemmell.salvage`)."""
    return _TYPES.get(PurePosixPath(name).suffix) or mimetypes.guess_type(name)[0]


#: Types that are missing on some systems.
_TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".woff": "font/woff", ".svg": "image/svg+xml"}
