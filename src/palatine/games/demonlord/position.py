"""Positions as text."""
from typing import Any


def read_position(game: Any, text: str) -> Any:
    raise NotImplementedError


def write_position(game: Any, s: Any) -> str:
    raise NotImplementedError
