"""The effective settings as a readable TOML file, without secrets."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from palatine.config.reading import environment_name, setting_types
from palatine.config.settings import Config, without_secrets


def settings_text(config: Config) -> str:
    """Return the settings as TOML, by section, with environment variables and marks on defaults."""
    lines: list[str] = []
    section: tuple[str, ...] = ()
    for name, kind in setting_types():
        if name[:-1] != section:
            section = name[:-1]
            lines += ["", f"[{'.'.join(section)}]"]
        value = _value_at(config, name)
        usual = "  (as usual)" if value == _value_at(Config(), name) else ""
        lines.append(f"{name[-1]} = {_toml(without_secrets(value, kind))}  # {environment_name(name)}{usual}")
    return "\n".join(lines).lstrip("\n") + "\n"


def _value_at(config: msgspec.Struct, name: tuple[str, ...]) -> Any:
    found: Any = config
    for part in name:
        found = getattr(found, part)
    return found


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
