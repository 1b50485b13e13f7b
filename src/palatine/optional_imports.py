"""Imports of optional dependencies, with errors that name the missing extra."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from palatine.core import PalatineError


class MissingExtra(PalatineError):
    """Error for an optional package that is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"This needs {what}, which is not installed: pip install 'palatine[{extra}]'")


def import_optional(*modules: str, extra: str = "lab") -> list[Any]:
    """Import and return the modules.

    Raises MissingExtra with installation advice if one is missing.
    """
    try:
        return [import_module(name) for name in modules]
    except ImportError as error:
        raise MissingExtra(error.name or modules[0], extra) from error


def check_installed(*modules: str, extra: str) -> None:
    """Raise MissingExtra if one of the modules is missing, without importing them."""
    for name in modules:
        if find_spec(name) is None:
            raise MissingExtra(name, extra)
