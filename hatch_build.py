"""Ships the browser client in the wheel (and in the source distribution): builds it where that is not done yet."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface[Any]):
    """An editable install serves what `python -m tools.client build` has made, so it builds nothing here."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds the client unless `version` is ``editable``; without Node.js, stops with one sentence."""
        if version == "editable":
            return
        spec = importlib.util.spec_from_file_location("client", Path(self.root) / "tools" / "client.py")
        assert spec and spec.loader
        client = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(client)
        try:
            client.build(install=False)
        except client.ClientError as error:
            raise SystemExit(str(error)) from None
