"""Encryption of dice seeds and mail addresses in the database.

Without keys, they are stored as plain text. With keys, new ones are encrypted with the first one; all keys can
decrypt, so that a key can be replaced: put the new one first and keep the old one.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from ..core.errors import SandtableError

#: Start of an encrypted text in the database.
SEALED = "fernet:"


class Vault:
    """Encrypts and decrypts texts with `keys` (URL-safe base64, 32 bytes each), if there are any."""

    def __init__(self, keys: Sequence[str] = ()) -> None:
        try:
            self._box = MultiFernet([Fernet(key) for key in keys]) if keys else None
        except ValueError:
            raise SandtableError("an encryption key must be 32 bytes in URL-safe base64") from None

    def seal(self, text: str) -> str:
        """Return the text for the database."""
        if self._box is None or not text or text.startswith(SEALED):
            return text
        return SEALED + self._box.encrypt(text.encode()).decode()

    def open(self, text: str) -> str:
        """Return the text from the database in plain form. Raises `SandtableError` without its key."""
        if not text.startswith(SEALED):
            return text
        try:
            if self._box is not None:
                return self._box.decrypt(text.removeprefix(SEALED)).decode()
        except InvalidToken:
            pass
        raise SandtableError("the database has encrypted texts; start the server with their --key-file")


def read_keys(path: Path) -> list[str]:
    """Return the keys in a file, one per line. A missing file is created with a new key. Raises `SandtableError`."""
    try:
        if not path.exists():
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(Fernet.generate_key().decode() + "\n")
        keys = path.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        raise SandtableError(f"cannot read the key file {path} ({getattr(error, 'strerror', None) or error})") from None
    if not keys:
        raise SandtableError(f"the key file {path} is empty; delete it to create a new key")
    return keys
