"""What the laboratory needs of other people's libraries: asked for here, so that what is missing is named."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from palatine.core import PalatineError


class MissingExtra(PalatineError):
    """A library that is not installed here."""


def needed(*modules: str, extra: str = "lab") -> list[Any]:
    """The modules of those names. Raises MissingExtra with what to install when one is not there."""
    try:
        return [import_module(name) for name in modules]
    except ImportError as error:
        raise MissingExtra(
            f"This needs {error.name or modules[0]}, which is not installed: pip install 'palatine[{extra}]'"
        ) from error
