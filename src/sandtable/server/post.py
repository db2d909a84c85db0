"""Sending mail: over SMTP, or for development into a folder or to the console."""

from __future__ import annotations

import os
import secrets
import smtplib
import sys
from collections.abc import Mapping
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from pathlib import Path
from types import MappingProxyType
from typing import Protocol
from urllib.parse import unquote, urlsplit

from ..core.errors import SandtableError

#: Seconds to wait for the mail server.
PATIENCE = 20.0
#: The environment variable with the password for SMTP, which must not be seen in the list of processes.
PASSWORD = "SANDTABLE_MAIL_PASSWORD"
NONE: Mapping[str, str] = MappingProxyType({})


class Post(Protocol):
    """Sends a text to an address, with further headers. Raises `OSError` (as `smtplib` does). Blocks."""

    def __call__(self, mail: str, subject: str, text: str, headers: Mapping[str, str] = NONE, /) -> None: ...


def post_of(where: str, sender: str) -> Post:
    """Return what sends mail to `where`: ``smtp://USER@HOST:PORT``, ``smtps://…``, ``file:FOLDER``, or ``console``.

    Raises `SandtableError` for anything else.
    """
    parts = urlsplit(where)
    if where == "console":
        return to_console(sender)
    if parts.scheme == "file" and parts.path:
        return into(Path(parts.path), sender)
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme in ("smtp", "smtps") and parts.hostname and port != -1:
        if "@" not in sender:
            raise SandtableError("mail over SMTP needs the address of its sender: --mail-from games@example.org")
        return over_smtp(parts.hostname, port or 0, unquote(parts.username or ""), sender, parts.scheme == "smtps")
    raise SandtableError("--mail must be smtp://USER@HOST:PORT, smtps://USER@HOST:PORT, file:FOLDER, or console")


def message(sender: str, mail: str, subject: str, text: str, headers: Mapping[str, str] = NONE) -> EmailMessage:
    """Return a message. Raises `ValueError` for an address that would add headers."""
    out = EmailMessage()
    out["From"], out["To"], out["Subject"] = sender, mail, subject
    domain = sender.rpartition("@")[2].rstrip(">") or "localhost"
    out["Date"], out["Message-ID"] = formatdate(), headers.get("Message-ID") or make_msgid(domain=domain)
    for name, value in headers.items():
        if name != "Message-ID":
            out[name] = value
    out.set_content(text)
    return out


def to_console(sender: str) -> Post:
    """Return what prints mail."""

    def send(mail: str, subject: str, text: str, headers: Mapping[str, str] = NONE, /) -> None:
        print(message(sender, mail, subject, text, headers), file=sys.stderr, flush=True)

    return send


def into(folder: Path, sender: str) -> Post:
    """Return what writes mail into files of a folder."""

    def send(mail: str, subject: str, text: str, headers: Mapping[str, str] = NONE, /) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / f"{secrets.token_hex(8)}.eml"
        with os.fdopen(os.open(path.with_suffix(".new"), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(message(sender, mail, subject, text, headers).as_bytes())
        path.with_suffix(".new").rename(path)  # readers see whole files only

    return send


def over_smtp(host: str, port: int, user: str, sender: str, encrypted: bool) -> Post:
    """Return what sends mail over SMTP, encrypted from the start or as soon as the server offers it."""

    def send(mail: str, subject: str, text: str, headers: Mapping[str, str] = NONE, /) -> None:
        kind = smtplib.SMTP_SSL if encrypted else smtplib.SMTP
        with kind(host, port, timeout=PATIENCE) as server:
            server.ehlo()
            if not encrypted and server.has_extn("starttls"):
                server.starttls()
            if user:
                server.login(user, os.environ.get(PASSWORD, ""))
            server.send_message(message(sender, mail, subject, text, headers))

    return send
