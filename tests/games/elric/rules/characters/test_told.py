"""Entries on escapes, solo fights and immediate spells, with their clauses."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import sail
from games.elric.positions.board import (
    BAY,
    JADMAR,
    PRIEST,
    area,
    arm,
    at,
    choose,
    give_cards,
    new_state,
    piece,
    put,
    refusal,
    run,
    spell,
    story,
    take_card,
    told,
)
from games.elric.positions.people import company, drawn_by, fleeing, lost_field
from games.elric.rules.characters.test_dispelling import answered
from palatine.games.elric.components.pieces import ELRIC
from palatine.games.elric.components.spells import DISPELS, MIRROR, QUAOLNARGN, SHADE_GATE, TOWER
from palatine.games.elric.components.world import AREAS
from palatine.games.elric.rules.characters import immediate_spells
from palatine.games.elric.rules.characters.escape_spells import escape_spells
from palatine.games.elric.rules.characters.immediate_spells import Duel
from palatine.games.elric.rules.characters.refuge import ChooseRefuge
from palatine.games.elric.rules.characters.solo_fights import fighting_spells
from palatine.games.elric.rules.common.closed_areas import out_of_bounds
from palatine.games.elric.state import LOST, NOBODY, pair

GONE = ["perished 10.8a", "hand.dropped 9.6"]
SHIFT = "balance.shift 9.4a 13.1"
DRAWN = ["card.drawn 16.4f", "card.drawn.secret 16.4f"] * 2


def magician(*cards: str) -> Any:
    """Return an escaping magician at the choice of a spell, with one more spell in hand."""
    s = lost_field(PRIEST)
    give_cards(s, PRIEST, "Fileet", *cards)
    return fleeing(s, PRIEST)


@pytest.mark.clause("10.8a", "10.8b", "10.8e", "16.2c", "9.6")
@pytest.mark.parametrize(("card", "rolls", "told_before", "clause"), [
    ("Arkyn", [], [SHIFT], "10.8e"),
    ("Balo the Jester", [("balo", 3)], ["balo.works 16.2c", SHIFT], "10.8e"),
    ("Balo the Jester", [("balo", 4)], ["balo.fails 16.2c"], "10.8b"),
])  # fmt: skip
def test_an_escape_with_a_spell(card: str, rolls: list[Any], told_before: list[str], clause: str) -> None:
    s = magician(card)
    first = ["escape.spell 10.8e", *told_before]
    saved = choose(s, "use", (PRIEST, card), rolls=[*rolls, ("escape", 1)])
    assert story(saved) == [*first, f"escape.works {clause}"]
    lost = choose(s, "use", (PRIEST, card), rolls=[*rolls, ("escape", 6)])
    assert story(lost) == [*first, f"escape.fails {clause}", *GONE]
    tally = told(lost, "escape.fails")[0].tally
    reason = "escape-spell" if clause == "10.8e" else "own-strength"
    assert (tally.is_roll_under, [(part.clause, part.reason) for part in tally.parts]) == (True, [(clause, reason)])


@pytest.mark.clause("10.8f", "16.5a", "16.5c")
def test_an_escape_that_is_certain() -> None:
    s = magician("Escape", "Invulnerability")
    assert story(choose(s, "use", (PRIEST, "Escape"))) == ["escape.spell 10.8e", "escape.certain 16.5a"]
    assert story(choose(s, "use", (PRIEST, "Invulnerability"))) == ["escape.spell 10.8e", "escape.certain 16.5c"]
    failed = choose(s, "roll", rolls=[("escape", 6)])
    late = choose(failed, "use", (PRIEST, "Invulnerability"))
    assert story(late) == ["escape.fails 10.8b", "escape.spell 16.5c", "escape.certain 16.5c"]
    assert late.hand[piece(PRIEST)] == (spell("Fileet"), spell("Escape"))
    assert story(choose(failed, "fall")) == ["escape.fails 10.8b", *GONE]


@pytest.mark.clause("16.3b")
def test_an_escape_that_is_dispelled() -> None:
    s = choose(answered("Donblas"), "dispel", ("Jagreen Lern", "Dispel Magic"), rolls=[("escape", 1)])
    assert story(s) == ["escape.spell 10.8e", "dispelled 16.3b", "balance.stays 9.4a 13.1", "escape.works 10.8b"]
    assert told(s, "dispelled")[0].data == {
        "piece": piece("Jagreen Lern"), "spell": spell("Donblas"), "caster": piece(PRIEST)
    }  # fmt: skip


@pytest.mark.clause("16.2q", "16.2r", "16.4g", "16.4h", "16.4i")
@pytest.mark.parametrize(("card", "rolls", "expected"), [
    (QUAOLNARGN, [("duel", 6), ("Quaolnargn", 1)],
     ["duel.monster 16.2q", "duel.person 16.2q", "duel.won 16.2r", "card.kept 16.2r"]),
    (QUAOLNARGN, [("duel", 1), ("Quaolnargn", 1)],
     ["duel.monster 16.2q", "duel.person 16.2q", "duel.lost 16.2r", "perished 10.8a"]),
    (QUAOLNARGN, [("duel", 4), ("Quaolnargn", 1), ("duel", 5), ("Quaolnargn", 1)],
     [*["duel.monster 16.2q", "duel.person 16.2q"] * 2, "duel.won 16.2r", "card.kept 16.2r"]),
    (TOWER, [("tower", 3)], ["tower.caught 16.4g", "perished 10.8a"]),
    (TOWER, [("tower", 4)], ["tower.passed 16.4h"]),
    (TOWER, [("tower", 5)], ["tower.passed 16.4h"]),
    (TOWER, [("tower", 6), ("card", 1), ("card", 1)],
     ["tower.looted 16.4i", *["card.drawn 16.4i", "card.drawn.secret 16.4i"] * 2]),
])  # fmt: skip
def test_what_acts_at_once_on_somebody(card: int, rolls: list[Any], expected: list[str]) -> None:
    s = drawn_by(company("Naclon", "Avan Astram"), card, "Naclon", rolls)
    assert story(s) == ["card.acts 9.1a", *expected]
    assert at(s, "Avan Astram") == "Jadmar"


@pytest.mark.clause("16.4e", "16.4f", "10.6g")
@pytest.mark.parametrize(("monster", "rolls", "expected", "last"), [
    ("Arioch", [("Shade Gate", 2), ("monster", 1), ("escape", 1)],
     ["duel.monster 16.4e", "duel.person 16.4e", "gate.lost 16.4e 10.6g", "escape.works 10.8b", "escape.saved 10.8c"],
     DRAWN),
    ("Arioch", [("Shade Gate", 2), ("monster", 1), ("escape", 2)],
     ["duel.monster 16.4e", "duel.person 16.4e", "gate.lost 16.4e 10.6g", "escape.fails 10.8b", "perished 10.8a"], []),
    ("Arioch", [("Shade Gate", 6), ("monster", 2)], ["duel.monster 16.4e", "duel.person 16.4e"], DRAWN),
    ("Escape", [], ["gate.empty 16.4e"], DRAWN),
    ("Kyreenee", [("escape", 1)], ["escape.works 10.8b", "escape.saved 10.8c"], DRAWN),
    ("Quaolnargn", [("duel", 6), ("Quaolnargn", 1)],
     ["duel.monster 16.2q", "duel.person 16.2q", "duel.won 16.2r"], DRAWN),
])  # fmt: skip
def test_what_lurks_behind_the_shade_gate(
    monster: str, rolls: list[Any], expected: list[str], last: list[str]
) -> None:
    """The magician, worth 1, fights alone; the monster is discarded with the gate."""
    s = company(PRIEST)
    left = [each for each in s.cup if each != SHADE_GATE]
    found = ("Shade Gate", left.index(spell(monster)) + 1)
    s = drawn_by(s, SHADE_GATE, PRIEST, [found, *rolls, *[("card", 1)] * (len(last) // 2)])
    assert story(s) == ["card.acts 9.1a", "gate.draw 16.4e", *expected, *last]
    assert sorted(s.discard) == sorted([spell(monster), SHADE_GATE])
    for entry in told(s, "duel.person"):
        assert [part.reason for part in entry.tally.parts] == ["own-strength"] * (monster == "Arioch")


@pytest.mark.clause("16.8a", "16.4e", "16.2q")
def test_what_the_chaos_shield_keeps_off_is_told_and_discarded() -> None:
    s = company(PRIEST)
    arm(s, PRIEST, "Chaos Shield")
    duel = drawn_by(s, QUAOLNARGN, PRIEST)
    assert (story(duel), duel.discard) == (["card.acts 9.1a", "shielded 16.8a"], [QUAOLNARGN])
    left = [each for each in s.cup if each != SHADE_GATE]
    rolls = [("Shade Gate", left.index(spell("Arioch")) + 1), ("card", 1), ("card", 1)]
    gate = drawn_by(s, SHADE_GATE, PRIEST, rolls)
    assert story(gate) == ["card.acts 9.1a", "gate.draw 16.4e", "shielded 16.8a", *DRAWN]
    assert sorted(gate.discard) == sorted([spell("Arioch"), SHADE_GATE])


@pytest.mark.clause("9.3.1c")
@pytest.mark.parametrize("name", [TOWER, SHADE_GATE, MIRROR, QUAOLNARGN])
def test_what_acts_on_nobody(name: int) -> None:
    s = company("Naclon")
    s.cup.remove(name)
    immediate_spells.act(s, name, -1, 0)
    assert story(s) == ["immediate.nobody 9.3.1c"]


@pytest.mark.clause("6.0l", "16.2r", "16.4g")
@pytest.mark.parametrize(("card", "rolls"), [
    (QUAOLNARGN, [("duel", 1), ("Quaolnargn", 1)]), (TOWER, [("tower", 1)])])  # fmt: skip
def test_a_nation_whose_last_leader_is_lost_to_a_spell_collapses(card: int, rolls: list[Any]) -> None:
    s = lost_field("Naclon", ("Vilmir", 2), spares=False)
    assert told(drawn_by(s, card, "Naclon", rolls), "collapses")


@pytest.mark.clause("13.4n", "16.2q")
@pytest.mark.parametrize(("tipped", "lair", "lies"), [(-1, "wee_w", True), (1, "wee_w", False), (-1, None, False)])
def test_quaolnargn_unbeaten_stays_in_its_lair_while_the_balance_is_tipped_to_chaos(
    tipped: int, lair: str | None, lies: bool
) -> None:
    s = lost_field("Naclon", "Avan Astram")
    s.cup.remove(QUAOLNARGN)
    s.tipped, s.balance, s.ends = tipped, 6 * tipped, 9
    where = -1 if lair is None else s.where[piece("Naclon")]
    s = run(s, Duel(0, piece("Naclon"), lair=where), rolls=[("duel", 1), ("Quaolnargn", 1)])
    assert s.where[piece("Naclon")] == LOST
    assert (QUAOLNARGN in s.discard) is not lies
    assert s.face_up == ({where: (QUAOLNARGN,)} if lies else {})


@pytest.mark.clause("16.9c", "10.8g")
def test_who_shares_the_fate_of_pyaray_is_lost_when_law_drives_him_away() -> None:
    """Law moves the Balance from 0 to 4 during his escape.

    He leaves the map, so nobody can save her.
    """
    s = lost_field("Pyaray", "Sharilla", "Naclon")
    give_cards(s, "Pyaray", "Donblas")
    s = fleeing(s, "Pyaray", "Sharilla")
    s = choose(s, "use", ("Pyaray", "Donblas"))
    assert (s.where[piece("Pyaray")] < 0, s.where[piece("Sharilla")]) == (True, LOST)
    assert {"pyaray-leaves 16.9c", "perished 10.8a"} <= {*story(s)}


@pytest.mark.clause("10.8a")
@pytest.mark.parametrize(("phasing", "first"), [(0, "Naclon"), (1, "Jagreen Lern")])
def test_escapes_go_in_the_order_of_play_and_not_by_strength(phasing: int, first: str) -> None:
    """Jagreen Lern has 4, Naclon 3; uncontrolled Moonglum is last."""
    s = lost_field("Naclon", "Sealord of Vilmir")
    put(s, 1, "Jadmar", "Jagreen Lern")
    put(s, 1, "rlin", "General of Pan Tang")
    put(s, 4, "Jadmar", "Rackhir")
    s.phasing = phasing
    s = fleeing(s, "Rackhir", "Naclon", "Jagreen Lern", rolls=[("escape", 6)] * 3)
    assert [entry.data["piece"] for entry in told(s, "escape.fails")][::2] == [piece(first), piece("Rackhir")]


@pytest.mark.clause("12.1.2a", "10.8c")
def test_who_escapes_where_he_is_claims_elric_who_is_free_there() -> None:
    s = lost_field("Naclon", enemy=False)
    put(s, NOBODY, JADMAR, "Elric")
    s.has_hand = True
    s = fleeing(s, "Naclon", rolls=[("escape", 1)])
    assert (at(s, "Naclon"), s.owner[ELRIC], s.controller) == ("Jadmar", 0, piece("Naclon"))


@pytest.mark.clause("10.8d")
def test_who_escapes_from_a_ship_is_aboard_it_no_more() -> None:
    s = new_state()
    sail(s, 0, BAY, "Vilmir galley", "Naclon", "Avan Astram")
    s = choose(fleeing(s, "Naclon", rolls=[("escape", 1)], at_sea=True), "to", JADMAR)
    assert s.ship == {piece("Avan Astram"): piece("Vilmir galley")}


@pytest.mark.clause("10.8c", "11.0o")
def test_where_nobody_escapes_to() -> None:
    """Kelmain's people stay within their bounds: Central Dorel, not Southern Pikarayd."""
    s = new_state()
    put(s, 0, "dor_e", "Umba")
    put(s, 1, "dor_e", "Smiorgan")
    asking = run(s, ChooseRefuge(0, area("dor_e"), (piece("Umba"),), at_sea=False))
    rows = {
        AREAS: "why.no-area",
        -1: "why.no-area",
        BAY: "why.escape-to-land",
        area("dor_e"): "why.no-escape-there",
    }
    assert {where: refusal(asking, "to", where).reason for where in rows} == rows
    assert refusal(asking, "to", 0).reason == "why.horde"
    assert refusal(asking, "to", "pik_s") == out_of_bounds(s, (piece("Umba"),), area("pik_s"))


@pytest.mark.clause("16.3b", "9.2e")
def test_who_dispels_nothing() -> None:
    s = answered("Donblas")
    dispel = pair(piece("Jagreen Lern"), DISPELS[0])
    assert refusal(s, "let", dispel).reason == "why.dispel-or-let"
    s.casts = (piece("Jagreen Lern"),)
    assert refusal(s, "dispel", dispel).reason == "why.cast-already"


@pytest.mark.clause("10.8e", "13.4f")
@pytest.mark.parametrize(("name", "helps"), [("Sleep", True), ("Horn of Fate", False)])
def test_what_a_magician_maintains_helps_him_if_it_can(name: str, helps: bool) -> None:
    s = lost_field(PRIEST)
    s.maintained = {piece(PRIEST): take_card(s, name)}
    assert escape_spells(s, piece(PRIEST)) == [spell(name)] * helps
    assert fighting_spells(s, piece(PRIEST)) == [spell(name)] * helps
