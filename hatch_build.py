"""The page's scripts bundled, as `make wheel` leaves them in `build/page`, go into the wheel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageBundle(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        bundle = Path(self.root, "build", "page")
        if version == "standard" and bundle.is_dir():
            build_data["force_include"][str(bundle)] = "palatine/web/static/bundle"
