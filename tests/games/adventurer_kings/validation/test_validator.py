"""Validation of the data against the rulebook, and reports of differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.grid import atlas
from palatine.games.adventurer_kings.validation.validator import Data, read_data, validate


def test_nothing_contradicts_the_rulebook() -> None:
    assert validate() == []


def tax(data: Data) -> None:
    data.files["tables"]["terrain"][0]["tax"][0] = 9


def encounter(data: Data) -> None:
    data.files["tables"]["terrain"][2]["encounter"] = 20


def origin(data: Data) -> None:
    del data.files["monsters"]["monster"][0]["provenance"]


def repeated_clause(data: Data) -> None:
    data.files["clauses"]["clause"][1]["id"] = data.files["clauses"]["clause"][0]["id"]


def damaged(data: Data) -> None:
    del data.files["tables"]["terrain"][0]["tax"]


def chart(name: str, **changes: Any) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        data.charts[name] = msgspec.structs.replace(data.charts[name], **changes)

    return change


def nation(number: int, **changes: Any) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        made = list(data.nations)
        made[number] = msgspec.structs.replace(made[number], **changes)
        data.nations = tuple(made)

    return change


def face(data: Data) -> None:
    data.faces["army"]["LE"] = "teapot"


def unused(data: Data) -> None:
    data.silhouettes["teapot"] = "M0 0"


EUROPE, EARTH = atlas("europe").place, atlas("earth").place


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (tax, "plain: taxes of"),
        (encounter, "jungle: its row is not that of 1.6"),
        (origin, "monsters.toml: monster"),
        (repeated_clause, "AK-1.0-01: 2 entries"),
        (damaged, "terrains: the data cannot be read"),
        (chart("europe", names={EUROPE(101): "Thule"}), "europe: Thule lies in the sea"),
        (
            chart("earth", blue=frozenset({(EARTH(404), EARTH(405))})),
            "no zone of water can lie between 404 and 405",
        ),
        (chart("earth", canals=frozenset({EARTH(424)})), "earth: 424 is not an isthmus"),
        (chart("earth", ice=frozenset()), "earth: the ice is not where nobody can go"),
        (nation(1, home=EUROPE(101)), "Normandy begins in the sea"),
        (nation(1, home=EUROPE(303)), "England and Normandy begin too near to each other"),
        (nation(1, bonus={tables.NAVAL: 3}), "Normandy brings no bonus, or too much"),
        (face, "the silhouette teapot is missing"),
        (unused, "the silhouette teapot is missing, or is there for nothing"),
    ],
)
def test_what_contradicts_it_is_told(spoil: Callable[[Data], None], says: str) -> None:
    data = read_data()
    spoil(data)
    assert [problem for problem in validate(data) if says in problem]
