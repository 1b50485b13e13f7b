"""Validation of counters and spells against the rulebook, and detection of damaged data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from palatine.games.elric.validation.pieces import CHECKS, PieceData, read_pieces, validate

Damage = Callable[[PieceData], Any]


def row_of(data: PieceData, table: str, name: str) -> dict[str, Any]:
    rows = data.spells if table == "spell" else data.battalia[table]
    return next(row for row in rows if row["name"] == name)


def fleet(data: PieceData, nation: str) -> dict[str, Any]:
    return next(row for row in data.battalia["fleet"] if row["of"] == nation)


def test_the_data_that_comes_with_the_game_contradicts_nothing() -> None:
    assert validate() == []


def test_owners_may_correct_what_is_reconstructed() -> None:
    data = read_pieces()
    row_of(data, "person", "Moonglum")["value"] = 5
    row_of(data, "person", "Nikorn")["name"] = "Pilarmo"
    row_of(data, "person", "Urish")["value"] = 3
    row_of(data, "power", "Org")["armies"] += 1
    row_of(data, "power", "Nadsokor")["armies"] -= 1
    fleet(data, "Tarkesh").update(value=3, moves=5, carries=2)
    assert validate(data) == []


def leaderless(data: PieceData) -> None:
    data.battalia["person"].remove(row_of(data, "person", "Jiku"))


DAMAGE: list[tuple[str, Damage]] = [
    ("321 counters where the box has 320", lambda d: row_of(d, "power", "Org").update(armies=5)),
    ("319 counters where the box has 320", leaderless),
    ("Filkhar: nobody leads it", leaderless),
    ("Jiku: no such personality", leaderless),
    ("nations: Mu, Org", lambda d: row_of(d, "power", "Org").update(name="Mu")),
    ("Zas: there is no 'Hawkmoon' to belong to", lambda d: row_of(d, "person", "Zas").update(of="Hawkmoon")),
    ("Elric: 7/3 where the rulebook has 6/3", lambda d: row_of(d, "person", "Elric").update(value=7)),
    ("Naclon: 3/1 where the rulebook has 3/-", lambda d: row_of(d, "person", "Naclon").update(capacity=1)),
    ("draws: Elric, Yyrkoon, where it is", lambda d: row_of(d, "person", "Theleb K'aarna").pop("draws")),
    ("winged: Clackars, Myrrhyn, Zas", lambda d: row_of(d, "person", "Zas").update(winged=True)),
    ("Cymoril: her value stands in parentheses", lambda d: row_of(d, "person", "Cymoril").pop("love")),
    ("Pan Tang: no fleet 5/6/2", lambda d: fleet(d, "Pan Tang").update(value=4)),
    ("Tarkesh: 1 fleets where it has 2", lambda d: d.battalia["fleet"].remove(fleet(d, "Tarkesh"))),
    ("as strong as the Battle Barge", lambda d: fleet(d, "Tarkesh").update(value=9)),
    ("Vilmir: 8 armies where the rulebook has 9", lambda d: row_of(d, "power", "Vilmir").update(armies=8)),
    ("19 spells of type chaos", lambda d: d.spells.remove(row_of(d, "spell", "Dharzi"))),
    ("the values of chaos spells come to 53", lambda d: row_of(d, "spell", "Dharzi").update(value=3)),
    ("there is no type of spell 'grey'", lambda d: row_of(d, "spell", "Sleep").update(type="grey")),
    ("Sleep: musters 'Elwher' (N)", lambda d: row_of(d, "spell", "Sleep").update(musters=[["N", "Elwher"]])),
    ("Sleep: musters 'Org' (H)", lambda d: row_of(d, "spell", "Sleep").update(musters=[["H", "Org"]])),
    ("Sleep: provenance 'hearsay'", lambda d: row_of(d, "spell", "Sleep").update(provenance="hearsay")),
    ("Wizard: provenance None", lambda d: row_of(d, "person", "Wizard").pop("provenance")),
]


@pytest.mark.parametrize(("complaint", "damage"), DAMAGE, ids=[complaint for complaint, _ in DAMAGE])
def test_damage_is_noticed(complaint: str, damage: Damage) -> None:
    data = read_pieces()
    damage(data)
    found = validate(data)
    assert any(complaint in problem for problem in found), found


@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
def test_unreadable_data_is_a_complaint_and_no_crash(check: Callable[[PieceData], Any]) -> None:
    about = check.__name__.replace("_", " ")
    found = validate(PieceData({}, [{}]))
    assert any(problem.startswith(f"{about}: the data cannot be read") for problem in found)
