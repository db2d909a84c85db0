"""Decides whether a request is let in: by the name of the server, the website that sends it, and the limits."""

from __future__ import annotations

from collections.abc import Mapping

from .limits import Meter
from .origins import Origins
from .refusals import Refused

FOREIGN = "another website"


class Gate:
    """The guard of all requests."""

    def __init__(self, origins: Origins, meter: Meter) -> None:
        self.origins, self.meter = origins, meter

    def admit(self, headers: Mapping[str, str], host: str, path: str, method: str, limit: str = "") -> None:
        """Count a request from the address `host`, also for its `limit`. Raises `Refused` 403 and 421, and `Spent`."""
        if not self.origins.known(headers.get("host", "")):  # another website's name may lead to this machine
            raise Refused(421, "This server does not answer to this name. Its operator can allow it with --name.")
        foreign = self.origins.foreign(headers)
        if foreign and path.startswith("/api/"):  # links to the API are allowed
            reading = method in ("GET", "HEAD")
            if not (reading and headers.get("sec-fetch-mode") == "navigate"):
                raise Refused(403, "Requests from other websites are not allowed.")
        address = FOREIGN if foreign else host  # a page of another website is not this machine, even in a browser on it
        self.meter.spend("all", address)
        if limit:
            self.meter.spend(limit, address, headers.get("authorization", ""))
