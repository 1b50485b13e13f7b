"""`--help`: every command and every argument has a description."""

from __future__ import annotations

from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from importlib import import_module

import pytest

from palatine.cli.main import build_parser


def commands(one: ArgumentParser, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ArgumentParser]]:
    for action in one._actions:
        if isinstance(action, _SubParsersAction):
            for name, each in action.choices.items():
                yield " ".join((*above, name)), each
                yield from commands(each, (*above, name))


ALL = dict(commands(build_parser()))


def test_all_commands_are_walked() -> None:
    assert {"serve", "status", "config", "accounts create", "orders hand-in"} <= set(ALL)


@pytest.mark.parametrize("name", ALL)
def test_a_command_and_all_it_takes_are_told(name: str) -> None:
    one = ALL[name]
    assert one.description
    assert one.description[0].isupper()
    assert one.description.endswith(".")
    untold = [
        action.dest for action in one._actions if not action.help and not isinstance(action, _SubParsersAction)
    ]
    assert untold == []
    run = one.get_default("run")
    if run is not None:
        module, _, function = run.partition(":")
        assert callable(getattr(import_module(f"palatine.cli.{module}"), function))
