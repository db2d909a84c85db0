"""Decide which names the server answers to, and whether a browser sends a request for a page of another website."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping
from functools import lru_cache
from urllib.parse import urlsplit

#: Names of this machine. IP addresses are always allowed: another website cannot make its name resolve to them and
#: still send them as `Host`.
LOCAL = ("localhost",)


class Origins:
    """The names of a server, without ports; ``*`` allows every name."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = frozenset(name.strip().lower().rstrip(".") for name in (*LOCAL, *names))

    def known(self, host: str) -> bool:
        """Return whether the server answers to a `Host` header."""
        name = hostname(host)
        return bool(name) and ("*" in self.names or name in self.names or _is_address(name))

    def foreign(self, headers: Mapping[str, str]) -> bool:
        """Return whether a browser sends a request for a page of another website."""
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return True
        origin = headers.get("origin")
        if not origin:
            return False
        try:
            page = urlsplit(origin).netloc.lower()
        except ValueError:
            return True
        return page != headers.get("host", "").lower() and hostname(page) not in self.names - {*LOCAL}


@lru_cache(maxsize=1024)
def hostname(host: str) -> str:
    """Return the name in a `Host` header, without its port; empty if it is invalid."""
    try:
        found = urlsplit(f"//{host}")
        return (found.hostname or "").rstrip(".") if found.netloc == host and "@" not in host else ""
    except ValueError:
        return ""


@lru_cache(maxsize=1024)
def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
