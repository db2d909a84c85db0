"""Web Push: encrypted messages to browsers, through the services of their makers (RFC 8030, 8291, 8292).

An endpoint is an address that a client names, so the server could be sent anywhere with it. Hence: https at its own
port only, no address of this machine or its networks, checked again at every message for the very address to which it
connects, and no redirects.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import http.client
import ipaddress
import os
import secrets
import socket
import ssl
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from http_ece import ECEException, encrypt
from py_vapid import Vapid02

from ..core.errors import SandtableError
from .wire_notices import PushDevice

#: Seconds to wait for a push service, and for how long it keeps a message for a device that is off.
PATIENCE, KEPT = 10.0, 2 * 86400
#: Hours for which a signature is valid.
VALID = 12
#: Maximum size of a message in bytes, before encryption.
LARGEST = 3000


class NoticeKey:
    """The key of a server for notices: it signs pushes, and the links that stop mail."""

    def __init__(self, pem: bytes = b"") -> None:
        """`pem` is a private key on the curve P-256; empty: a new one. Raises `SandtableError`."""
        try:
            key = serialization.load_pem_private_key(pem, None) if pem else ec.generate_private_key(ec.SECP256R1())
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise SandtableError("the key for notices must be a private key in PEM form") from None
        if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
            raise SandtableError("the key for notices must be on the curve P-256")
        self._vapid = Vapid02(key)
        self.pem: bytes = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.public = base64.urlsafe_b64encode(point).rstrip(b"=").decode()
        self._secret = hashlib.sha256(b"links that stop mail\n" + self.pem).digest()

    def headers(self, endpoint: str, contact: str) -> dict[str, str]:
        """Return the headers that show a push service who sends; `contact` is a mailto: or https: address."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}", "sub": contact, "exp": int(time.time()) + VALID * 3600
        }  # fmt: skip
        return dict(self._vapid.sign(claims))

    def sign(self, text: str) -> str:
        """Return a text with its signature, for an address."""
        mac = hmac.new(self._secret, text.encode(), hashlib.sha256).digest()
        return f"{text}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"

    def signed(self, token: str) -> str | None:
        """Return the text of a token from `sign`, or None if it is not valid."""
        text, _, _ = token.rpartition(".")
        return text if hmac.compare_digest(self.sign(text).encode(), token.encode()) else None


def read_key(path: Path) -> NoticeKey:
    """Return the key in a file, which only its owner can read; a missing one is created. Raises `SandtableError`.

    Of servers that start at once, one creates the file, whole from the first moment, and all read it.
    """
    try:
        if not path.exists():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            new = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(NoticeKey().pem)
            with contextlib.suppress(FileExistsError):
                os.link(new, path)
            new.unlink()
        path.chmod(0o600)
        return NoticeKey(path.read_bytes())
    except OSError as error:
        raise SandtableError(f"cannot read the key for notices {path} ({error.strerror or error})") from None


class Gone(Exception):
    """The subscription has ended: the device gets no more messages."""


class Push:
    """Sends messages to browsers. `contact` is an address of the operator; `trusted` are hosts that tests run."""

    def __init__(self, key: NoticeKey, contact: str, trusted: frozenset[str] = frozenset()) -> None:
        self.key, self.contact, self.trusted = key, contact, trusted

    def check(self, device: PushDevice) -> None:
        """Raise `ValueError` if a subscription cannot be used: by its address, or its keys. Blocks."""
        address_of(device.endpoint, self.trusted)
        self._encrypted(device, b"test")

    def send(self, device: PushDevice, message: dict[str, Any], topic: str) -> None:
        """Send a message; a later one of the same `topic` replaces it if the device is off.

        Raises `Gone`, `OSError` if it may succeed later, and `ValueError` if it never will. Blocks.
        """
        text = msgspec.json.encode(message)
        if len(text) > LARGEST:
            raise ValueError("the message is too large")
        headers = {
            **self.key.headers(device.endpoint, self.contact),
            "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "TTL": str(KEPT),
            "Urgency": "normal", "Topic": topic[:32],
        }  # fmt: skip
        status = deliver(device.endpoint, headers, self._encrypted(device, text), self.trusted)
        if status in (404, 410):
            raise Gone
        if status >= 500 or status in (408, 429):
            raise ConnectionError(f"the push service answers {status}")
        if not 200 <= status < 300:
            raise ValueError(f"the push service answers {status}")

    def _encrypted(self, device: PushDevice, text: bytes) -> bytes:
        try:
            auth, point = plain(device.auth), plain(device.p256dh)
            if len(auth) != 16:
                raise ValueError("the secret of a subscription has 16 bytes")
            once = ec.generate_private_key(ec.SECP256R1())
            return bytes(encrypt(text, private_key=once, dh=point, auth_secret=auth))
        except (ECEException, ValueError) as error:
            raise ValueError("the keys of the subscription are not valid") from error


def plain(text: str) -> bytes:
    """Return the bytes of a text in URL-safe base64, with or without padding. Raises `ValueError`."""
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def address_of(endpoint: str, trusted: frozenset[str]) -> tuple[str, str, int]:
    """Return the IP address to connect to, the host, and the port of an endpoint. Raises `ValueError`, `OSError`."""
    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    if parts.netloc in trusted:
        return host, host, parts.port or 80
    if parts.scheme != "https" or not host or parts.port not in (None, 443) or parts.username is not None:
        raise ValueError("a push service must have an https address")
    found = [str(row[4][0]) for row in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)]
    if not found or not all(public(address) for address in found):
        raise ValueError("a push service must be on the public network")
    return found[0], host, 443


def public(address: str) -> bool:
    """Return whether an IP address is one of the public network, also inside of an IPv6 address that carries one."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    inner = (ip.ipv4_mapped or ip.sixtofour) if isinstance(ip, ipaddress.IPv6Address) else None
    if isinstance(ip, ipaddress.IPv6Address) and (ip.teredo or ip in _NAT64):
        return False
    return ip.is_global and not ip.is_multicast and (inner is None or inner.is_global)


_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def deliver(endpoint: str, headers: dict[str, str], body: bytes, trusted: frozenset[str]) -> int:
    """Post to an endpoint; return the status. Raises `ValueError`, `OSError`."""
    address, host, port = address_of(endpoint, trusted)
    parts = urlsplit(endpoint)
    path = parts.path or "/"
    if parts.netloc in trusted:
        connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    else:
        connection = Pinned(host, address)
    try:
        connection.request("POST", f"{path}?{parts.query}" if parts.query else path, body, headers)
        return connection.getresponse().status
    except http.client.HTTPException as error:
        raise ConnectionError(f"the push service does not speak HTTP ({type(error).__name__})") from error
    finally:
        connection.close()


class Pinned(http.client.HTTPSConnection):
    """A connection to a checked IP address under the name of its host, so that no other answer of DNS counts."""

    def __init__(self, host: str, address: str, connect: Callable[..., Any] = socket.create_connection) -> None:
        super().__init__(host, 443, timeout=PATIENCE)
        self._address, self._connect = address, connect

    def connect(self) -> None:
        plain = self._connect((self._address, 443), PATIENCE)
        self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)
