"""What is needed of other people's libraries: asked for here, so that what is missing is named."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from palatine.core import PalatineError


class MissingExtra(PalatineError):
    """A library that is not installed here."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"This needs {what}, which is not installed: pip install 'palatine[{extra}]'")


def needed(*modules: str, extra: str = "lab") -> list[Any]:
    """The modules of those names. Raises MissingExtra with what to install when one is not there."""
    try:
        return [import_module(name) for name in modules]
    except ImportError as error:
        raise MissingExtra(error.name or modules[0], extra) from error


def check_installed(*modules: str, extra: str) -> None:
    """Raise MissingExtra when one of the modules is not there; none is imported."""
    for name in modules:
        if find_spec(name) is None:
            raise MissingExtra(name, extra)
