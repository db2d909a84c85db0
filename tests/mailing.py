"""A mail server for tests: it takes mail over SMTP on this machine and keeps it."""

from __future__ import annotations

import email
import re
import socketserver
import time
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import default

from tests.listening import Listening


class MailServer(Listening):
    """A context manager. Each mail takes `delay` seconds before it is acknowledged."""

    def __init__(self, delay: float = 0.0) -> None:
        self.mails: list[EmailMessage] = []
        self.delay = delay
        outer = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                try:
                    outer.converse(self)
                except OSError:
                    pass  # the server that was sending has died

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True

        super().__init__(Server(("127.0.0.1", 0), Handler))

    def converse(self, peer: socketserver.StreamRequestHandler) -> None:
        peer.wfile.write(b"220 ready\r\n")
        while line := peer.rfile.readline():
            if line[:4].upper() == b"DATA":
                peer.wfile.write(b"354 go on\r\n")
                body = b""
                while (text := peer.rfile.readline()) not in (b".\r\n", b""):
                    body += text
                found = email.message_from_bytes(body, policy=default)
                assert isinstance(found, EmailMessage)
                self.mails.append(found)
                time.sleep(self.delay)
            if line[:4].upper() == b"QUIT":
                peer.wfile.write(b"221 bye\r\n")
                return
            peer.wfile.write(b"250 ok\r\n")

    def to(self, mail: str) -> list[EmailMessage]:
        """The notices to an address."""
        return [m for m in self.mails if m["To"] == mail and m["List-Unsubscribe"]]

    def subjects(self, mail: str) -> list[str]:
        return [str(m["Subject"]) for m in self.to(mail)]

    def sign_in(self, mail: str) -> str:
        """The path of the latest link to sign in."""
        latest = [m for m in self.mails if m["To"] == mail and not m["List-Unsubscribe"]][-1]
        found = re.search(r"(/me#\S+)", latest.get_content())
        assert found
        return found[1]


def until(test: Callable[[], object], what: str, seconds: float = 60) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not test():
        assert time.monotonic() < end, f"it did not come about in time: {what}"
        time.sleep(0.1)
