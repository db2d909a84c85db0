"""A push service for tests: it takes encrypted messages over HTTP, and opens them as a browser would."""

from __future__ import annotations

import base64
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import http_ece
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from sandtable.server.push import plain
from tests.listening import Listening

AUTH = b"0123456789abcdef"


class Taken(NamedTuple):
    """A message: the path of its endpoint, its headers, and what it says."""

    path: str
    headers: dict[str, str]
    message: dict[str, Any]


class PushServer(Listening):
    """A context manager; `host` is what a server must trust. `status` is what it answers."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.taken: list[Taken] = []
        self.status = 201
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if outer.status == 201:
                    outer.taken.append(Taken(self.path, dict(self.headers), outer.opened(body)))
                self.send_response(outer.status)
                self.send_header("Content-Length", "0")
                if outer.status == 307:
                    self.send_header("Location", f"http://{outer.host}/elsewhere")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        super().__init__(ThreadingHTTPServer(("127.0.0.1", 0), Handler))

    def opened(self, body: bytes) -> dict[str, Any]:
        text = http_ece.decrypt(body, private_key=self.key, auth_secret=AUTH, version="aes128gcm")
        found: dict[str, Any] = json.loads(text)
        return found

    def device(self, name: str = "laptop") -> dict[str, str]:
        """The subscription of a browser."""
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        p256dh = base64.urlsafe_b64encode(point).decode().rstrip("=")
        auth = base64.urlsafe_b64encode(AUTH).decode().rstrip("=")
        return {"endpoint": f"http://{self.host}/{name}", "p256dh": p256dh, "auth": auth, "name": name}


def vouched(header: str) -> dict[str, Any]:
    """What a VAPID header claims, by the key in it; raises if the signature is not that key's."""
    parts = dict(part.split("=", 1) for part in header.removeprefix("vapid ").split(","))
    signed, _, signature = parts["t"].rpartition(".")
    raw = plain(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(parts["k"]))
    key.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(plain(signed.partition(".")[2]))
    return {**found, "key": parts["k"]}
