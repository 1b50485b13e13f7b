"""Entries on musters with their clauses, and reasons for refusals (11.0, 16.8)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    BAY,
    HWAMGAARL,
    area,
    asked,
    at,
    choose,
    give_cards,
    new_state,
    piece,
    power,
    put,
    refusal,
    rule,
    run,
    spell,
    story,
    told,
)
from games.elric.positions.people import holder
from palatine.games.elric.components.pieces import BARGE, CHAOS_FLEET, KELMAIN, PIECES, POWERS, PYARAY, THELEB
from palatine.games.elric.components.world import AREAS, PAN_TANG
from palatine.games.elric.rules.realm.arrivals import ChooseSea, comes_along, comes_at_sea, launch, seas_near
from palatine.games.elric.rules.realm.muster import (
    ChooseTarget,
    Musters,
    Newcomers,
    change_theleb,
    horde_refusal,
    muster_away,
    muster_horde,
    muster_nation,
    muster_piece_refusal,
    muster_power,
    nation_refusal,
)
from palatine.games.elric.state import LOST, NOBODY, OFF, Flight, Hold


@pytest.mark.clause("11.0e", "11.0k", "11.0b", "11.0v")
def test_a_horde_gathers_and_is_told() -> None:
    s = new_state()
    put(s, 0, "wee_w", "Naclon")
    s.fresh = (KELMAIN,)
    muster_horde(s, piece("Naclon"), power("People of Pio"))
    group = [p for p in range(PIECES) if at(s, p) == at(s, "Naclon") and p != piece("Naclon")]
    (entry,) = told(s, "muster.horde")
    assert (entry.clauses, entry.data["group"], entry.data["area"]) == (("11.0e",), group, area("wee_w"))
    assert s.fresh == (KELMAIN, power("People of Pio"))
    assert s.ruler[power("People of Pio")] == 0


@pytest.mark.clause("11.0h", "11.0i", "11.0e", "6.0g")
def test_how_a_nation_comes_is_told() -> None:
    s = new_state()
    muster_power(s, 0, power("Vilmir"))
    assert [each for each in story(s) if each.startswith("muster")] == ["muster.nation 11.0e"]
    away = new_state()
    put(away, 1, "Jadmar", "Naclon", ("Vilmir", 3))
    put(away, 1, BAY, "Vilmir galley")
    muster_power(away, 0, power("Vilmir"))
    assert story(away)[0] == "muster.away 11.0h 11.0i"
    assert (away.ruler[power("Vilmir")], away.coming) == (0, {power("Vilmir"): 0})
    assert away.pieces(1, area("Jadmar")) == ()
    away.phasing = 1
    assert run(away, Newcomers()).coming == {power("Vilmir"): 0}
    away.phasing = 0
    back = run(away, Newcomers())
    assert back.coming == {}
    own = new_state()
    put(own, 0, "Jadmar", "Naclon")
    muster_power(own, 0, power("Vilmir"))
    assert story(own) == ["muster.special 6.0g"]


@pytest.mark.clause("11.0s")
@pytest.mark.parametrize(("seat", "changes"), [(0, False), (1, True)])
def test_theleb_comes_home_to_whoever_musters_pan_tang(seat: int, changes: bool) -> None:
    s = new_state()
    put(s, seat, "Jadmar", "Theleb K'aarna", "Naclon")
    muster_nation(s, PAN_TANG, 0)
    assert bool(told(s, "theleb-changes")) is changes
    assert (s.owner[THELEB], s.where[THELEB] == HWAMGAARL) == (0, changes)
    if changes:
        (entry,) = told(s, "theleb-changes")
        assert (entry.clauses, entry.data) == (("11.0s",), {"seat": 0, "piece": THELEB, "victim": 1})


@pytest.mark.clause("11.0s", "11.0h")
@pytest.mark.parametrize(("seat", "where"), [(0, "Jadmar"), (1, None), (2, "Hwamgaarl (Pan Tang)")])
def test_where_theleb_is_when_pan_tang_is_mustered_away(seat: int, where: str | None) -> None:
    """Seat 0 musters it from seat 1.

    Theleb stays with seat 0, leaves with seat 1's counters, or comes immediately from seat 2.
    """
    s = new_state()
    put(s, 1, HWAMGAARL, "General of Pan Tang")
    put(s, seat, "Jadmar", "Theleb K'aarna", "Naclon")
    rule(s, 1, "Pan Tang")
    muster_away(s, PAN_TANG, 0)
    assert s.owner[THELEB] == 0
    assert (s.where[THELEB] >= 0) is (where is not None)
    if where:
        assert at(s, THELEB) == where


@pytest.mark.clause("11.0k", "16.8f", "16.9a")
def test_what_appears_at_sea_is_told() -> None:
    s = new_state()
    put(s, 0, BAY, "Naclon")
    launch(s, piece("Naclon"), PYARAY, BAY)
    (entry,) = told(s, "at-sea")
    assert (entry.clauses, entry.data) == (("11.0k",), {"seat": 0, "group": [PYARAY, CHAOS_FLEET], "area": BAY})
    assert s.ship == {PYARAY: CHAOS_FLEET}
    assert not comes_at_sea(s, PYARAY), "his fleet is in play"
    assert comes_at_sea(s, BARGE)


@pytest.mark.clause("16.9b", "16.6b")
@pytest.mark.parametrize(("where", "owner", "comes"), [(OFF, 0, True), (BAY, NOBODY, True), (BAY, 0, False)])
def test_whether_magnum_colim_comes_along_with_the_barge(where: int, owner: int, comes: bool) -> None:
    s = new_state()
    if where >= 0:
        put(s, owner, where, "Magnum Colim")
    assert (piece("Magnum Colim") in comes_along(s, BARGE)) is comes


@pytest.mark.clause("16.8f")
def test_in_which_sea_ships_do_not_appear() -> None:
    s = new_state()
    put(s, 0, HWAMGAARL, "Naclon")
    s = run(s, ChooseSea(0, piece("Naclon"), BARGE))
    assert len(seas_near(HWAMGAARL)) > 1
    rows = {-1: "why.no-area", AREAS: "why.no-area", 0: "why.not-nearest-sea", BAY: "why.not-nearest-sea"}
    assert {where: refusal(s, "sea", where).reason for where in rows} == rows
    assert at(choose(s, "sea", seas_near(HWAMGAARL)[0]), BARGE) != str(OFF)


@pytest.mark.clause("11.0c", "11.0h", "11.0j", "10.9.1e", "6.0a")
@pytest.mark.parametrize(("where", "ruler", "lord", "siege", "clause"), [
    ("Jadmar", NOBODY, NOBODY, NOBODY, None), ("vil_n", NOBODY, NOBODY, NOBODY, "11.0c"),
    ("Jadmar", NOBODY, 0, NOBODY, None), ("Jadmar", NOBODY, 1, NOBODY, "10.9.1e"),
    ("Jadmar", 1, 0, NOBODY, None), ("Jadmar", 1, 1, NOBODY, "11.0h"), ("Jadmar", 1, 1, 0, "11.0c"),
    ("vil_n", 1, 0, NOBODY, "11.0c"), ("vil_n", 0, 0, NOBODY, "6.0a"),
])  # fmt: skip
def test_when_a_nation_is_mustered(where: str, ruler: int, lord: int, siege: int, clause: str | None) -> None:
    s = new_state()
    put(s, 0, where, "Smiorgan")
    if ruler != NOBODY:
        rule(s, ruler, "Vilmir")
        put(s, ruler, "vil_e", "Naclon")
    if lord not in (NOBODY, ruler):
        s.holds[area("Jadmar")] = Hold(lord, ruler)
    if siege != NOBODY:
        put(s, ruler, "Jadmar", ("Vilmir", 1))
        s.sieges[area("Jadmar")] = siege
    found = nation_refusal(s, piece("Smiorgan"), power("Vilmir"))
    assert (found and found.clause) == clause


@pytest.mark.clause("11.0j")
def test_a_nation_on_its_way_is_refused() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Smiorgan")
    s.coming[power("Vilmir")] = 0
    found = nation_refusal(s, piece("Smiorgan"), power("Vilmir"))
    assert found
    assert found.clause == "11.0j"


@pytest.mark.clause("11.0q", "11.0u", "11.0n")
def test_when_a_horde_is_mustered() -> None:
    s = new_state()
    put(s, 0, "vil_n", "Naclon")
    put(s, 0, BAY, "Smiorgan")
    pio = power("People of Pio")
    assert horde_refusal(s, piece("Naclon"), pio) is None
    rows = [(piece("Smiorgan"), pio, "11.0q"), (piece("Naclon"), KELMAIN, "11.0n")]
    for person, horde, clause in rows:
        found = horde_refusal(s, person, horde)
        assert found
        assert found.clause == clause
    s.ruler[pio] = 1
    found = horde_refusal(s, piece("Naclon"), pio)
    assert found
    assert found.clause == "11.0u"


@pytest.mark.clause("11.0u", "11.0r", "16.9b")
def test_when_a_personality_is_mustered() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    rackhir = piece("Rackhir")
    assert muster_piece_refusal(s, piece("Naclon"), rackhir) is None
    for place in (OFF, LOST):
        s.where[rackhir] = place
        assert muster_piece_refusal(s, piece("Naclon"), rackhir) is None
    for seat, free in ((0, False), (1, True)):
        put(s, seat, "rlin", "Theleb K'aarna")
        assert (muster_piece_refusal(s, piece("Naclon"), THELEB) is None) is free
    for balance, clause in ((0, "16.9b"), (-1, "16.9b"), (-6, None)):
        s.balance = balance
        found = muster_piece_refusal(s, piece("Naclon"), PYARAY)
        assert (found and found.clause) == clause


@pytest.mark.clause("11.0a", "11.0b", "11.0d", "7.4.2a")
def test_why_a_spell_musters_nothing() -> None:
    s = holder("Naclon", "Jadmar", "Sleep", "Escape")
    s.hand[piece("Naclon")] = (spell("Sleep"), spell("Balan"), spell("Teleport"))
    put(s, 0, "Karlaak", "Nikorn")
    s.hand[piece("Nikorn")] = (spell("Slortar the Old"),)
    s.flights[spell("Teleport")] = Flight(1, 1)
    s = run(s, Musters())
    assert asked(s) == ("ChooseMuster", 0)
    assert refusal(s, "end", 1).reason == "why.no-button"
    assert refusal(s, "muster", ("Naclon", "Arkyn")).reason == "why.not-in-hand"
    assert refusal(s, "muster", ("Naclon", "Teleport")).reason == "why.in-use"
    target = run(s, ChooseTarget(0, piece("Naclon"), spell("Sleep")))
    rows = {("power", POWERS): "why.no-button", ("power", -1): "why.no-button", ("unit", PIECES): "why.no-button",
            ("unit", -1): "why.no-button", ("unit", 0): "why.not-named",
            ("unit", PIECES - 1): "why.not-named"}  # fmt: skip
    assert {row: refusal(target, *row).reason for row in rows} == rows


def test_change_of_sides() -> None:
    s: Any = new_state()
    put(s, 1, "Jadmar", "Theleb K'aarna")
    give_cards(s, THELEB, "Arioch")
    change_theleb(s, 0)
    assert (at(s, THELEB), s.hand[THELEB]) == ("Hwamgaarl (Pan Tang)", (spell("Arioch"),))
