"""Secrecy: what a seat sees and receives does not depend on what it cannot know (R146, R166)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from games.lord_and_master.positions import hargaar, hold, order, person, put
from palatine.core import Entry
from palatine.core.report import report_text
from palatine.games.lord_and_master import secrecy
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.components.places import square_of
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.orders.writing import write_order
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.secrecy import sees
from palatine.games.lord_and_master.state import CalledIntervention, DemonRecord, MagnateRecord, State
from palatine.testing.sample import difference

SEATS = ("P1", "P2", "P3", "P4", "P5", "P6")
TURNS = 9
SALTS = (b"one", b"two", b"three")
READERS = ("P1", "P4", None)


@cache
def played(fog: bool) -> tuple[State, State, tuple[Entry, ...]]:
    """Return a match of six captains: before the last turn, after it, and the journal."""
    state = GAME.setup(seats=SEATS, seed=b"views", options={"fog": fog})
    captain: Any = GAME.bots["captain"](GAME)
    after = state
    for _ in range(TURNS):
        state = after
        for seat in GAME.actors(state):
            GAME.set_sheet(state, seat, captain.decide(state, seat))
        after = state.copy()
        after.journal = []  # type: ignore[misc]
        GAME.run_turn(after)
    assert after.outcome is None
    return state, after, tuple(after.journal or ())


def moments(fog: bool) -> Iterator[State]:
    """Yield a position with secret sheets handed in, and one at the start of a turn."""
    before, after, _ = played(fog)
    yield before
    yield after


def readable(entries: tuple[Entry, ...], reader: str | None) -> list[Entry]:
    place = None if reader is None else SEATS.index(reader)
    return [entry for entry in entries if entry.is_readable_by(place)]


def everything(state: State, reader: str | None, entries: list[Entry]) -> list[Any]:
    """Return everything that leaves the referee for a reader."""
    shown: list[Any] = [GAME.view(state, reader), GAME.report(state, reader, entries), GAME.boards(state)]
    if reader is not None:
        sheet = parse("char Nobody: tax\nalliance P2\nsell RED 1 at 65 to P3 for 5\nheir Nobody\nretreat 65 to 66")
        shown += [GAME.check(state, reader, sheet), GAME.forecast(state, reader, sheet)]
        shown += [GAME.characters(state, reader), GAME.suggest(state, reader)]
    return shown


@pytest.mark.clause("LM-GI-01", "LM-GI-02", "LM-GI-03", "LM-GI-04")
@pytest.mark.parametrize("fog", [False, True])
@pytest.mark.parametrize("reader", READERS)
def test_what_a_reader_cannot_know_is_in_nothing_he_gets(fog: bool, reader: str | None) -> None:
    entries = readable(played(fog)[2], reader)
    for state in moments(fog):
        true = everything(state, reader, entries)
        for salt in SALTS:
            dealt = secrecy.determinize(state, reader, salt)
            assert difference(true, everything(dealt, reader, entries)) == ""
            assert difference(GAME.view(state, None), GAME.view(dealt, None)) == ""


def test_seats_go_by_the_names_of_their_nations_once_these_are_founded() -> None:
    first = GAME.setup(seats=(*SEATS[:2], "Referee"), seed=b"names")
    assert GAME.view(first, "P1").names == {"P1": "Nation 1", "P2": "Nation 2"}
    GAME.run_turn(first)
    names = GAME.view(first, None).names
    assert list(names) == ["P1", "P2"]
    assert [name.removeprefix("the ") for name in names.values()] == [
        nation.name.removeprefix("The ") for nation in first.nations[:2]
    ]
    assert GAME.view(first, "P2").names == GAME.view(first, "Referee").names == names


def _picks(state: State) -> None:
    """Change the picks, gods, bargains, wishes and functions of all seats except P1."""
    for seat in range(1, 6):
        state.set_nation(seat, god="Feaster", classes=("X",), kinds=("GRD",), disadvantages=("corruption",), heir="X",
                         advantages=("good-reputation",), commanders=((65, "X"),), retreats=((65, 66),),
                         annexations=7, called=True, sod_busting=((1, 9, 65),))  # fmt: skip
        for who in state.roster(seat):
            state.set_person(who, function="civil", since=0)


def _sheets(state: State) -> None:
    state.sheets = [state.sheets[0], *[sheets.Sheet(parse("char X: tax").orders) if sheet is not None else None
                                       for sheet in state.sheets[1:]]]  # fmt: skip


def _calls(state: State) -> None:
    state.calls = [CalledIntervention(3, "Odin", target=0)]


@pytest.mark.clause("LM-GI-01", "LM-GI-02")
@pytest.mark.parametrize("change", [_picks, _sheets, _calls])
@pytest.mark.parametrize("fog", [False, True])
def test_other_secrets_of_the_others_would_not_be_noticed(fog: bool, change: Callable[[State], None]) -> None:
    for state in moments(fog):
        other = state.copy()
        change(other)
        assert other != state or change is _sheets
        for reader in ("P1", None):
            assert difference(everything(state, reader, []), everything(other, reader, [])) == ""


@pytest.mark.parametrize("fog", [False, True])
def test_the_orders_of_others_are_in_no_report(fog: bool) -> None:
    before, after, entries = played(fog)
    for reader in READERS:
        text = report_text(GAME.report(after, reader, readable(entries, reader)), 10_000)
        seen = str(everything(before, reader, []))
        for seat, sheet in zip(SEATS, before.sheets, strict=True):
            assert sheet is not None
            assert sheet.orders
            offered = {each.text for each in GAME.suggest(before, reader)} if reader in SEATS else set()
            lines = [each for each in map(write_order, sheet.orders) if each not in offered]
            if seat != reader:
                assert not [line for line in lines if line in text or line in seen]


@pytest.mark.clause("LM-GI-04")
@pytest.mark.parametrize("fog", [False, True])
def test_what_only_somebody_else_may_read_is_in_no_report(fog: bool) -> None:
    _, after, entries = played(fog)
    for reader in READERS:
        told = readable(entries, reader)
        withheld = [entry for entry in entries if entry not in told]
        assert withheld
        assert GAME.report(after, reader, entries) == GAME.report(after, reader, told)
        mine = {GAME.prose(entry) for entry in told}
        text = report_text(GAME.report(after, reader, entries), 10_000)
        for prose in {GAME.prose(entry) for entry in withheld} - mine:
            assert any(prose in line for line in mine) or prose not in text


def test_what_has_happened_reads_alike_once_it_has_been_saved() -> None:
    state = hargaar()
    hold(state, 0, 65)
    person(state, "Ralph W2", 0, 65)
    person(state, "Otto W2", 1, 13)
    put(state, "RED 4 LFD 1", 0, 65)
    state.set_nation(0, kinds=("RED", "LF"))
    lines = [
        "char Ralph: raise RED",
        "equip RED 2 -> LFD at 65",
        "equip RED 9 -> LFD at 65",
        "sell HFC 2 at 65 to P2 for 3",
    ]
    state.sheets = [sheets.Sheet(parse("\n".join(lines)).orders), sheets.Sheet()]
    state.journal = []  # type: ignore[misc]
    GAME.run_turn(state)
    entries = (*(state.journal or ()), *played(False)[2])
    assert {"raised", "equipped", "dropped"} <= {entry.kind for entry in entries}
    for entry in entries:
        again = msgspec.json.decode(msgspec.json.encode(entry), type=Entry)
        assert GAME.prose(again) == GAME.prose(entry)


@pytest.mark.parametrize("reader", READERS)
def test_in_fog_nobody_out_of_sight_is_named(reader: str | None) -> None:
    _, after, entries = played(True)
    me = -1 if reader is None else SEATS.index(reader)
    rulers = {each.leader for each in (*after.nations, *after.magnates.values())}
    told = readable(entries, reader)
    heard = " ".join(GAME.prose(entry) for entry in told)
    names = {
        person.name
        for n, person in after.people.items()
        if person.owner != me and not sees(after, me, person.place) and n not in rulers
    }
    assert len(names) > 3
    text = str(GAME.view(after, reader)) + report_text(GAME.report(after, reader, told), 10_000)
    for name in {each.name for each in after.people.values()} - names:
        text = text.replace(name, " ")  # "Ludo 179" in sight does not name Ludo
    words = set(text.replace("*", " ").replace("'", " ").replace(",", " ").split())
    assert not [name for name in names if name in words and name not in heard]


@pytest.mark.clause("LM-GI-01")
def test_in_fog_who_is_out_of_sight_may_be_anywhere_out_of_sight() -> None:
    _, after, _ = played(True)
    dark = [square for square in range(1, 109) if not sees(after, 0, square)]
    other = after.copy()
    for n, each in after.people.items():
        if square_of(each.place) in dark and each.owner > 0:
            other.set_person(n, place=dark[n % len(dark)])
    for n, unit in after.units.items():
        if unit.place in dark:
            other.set_unit(n, place=dark[n % len(dark)], code="HFC")
    assert other != after
    assert difference(everything(after, "P1", []), everything(other, "P1", [])) == ""
    assert difference(GAME.view(after, None), GAME.view(other, None)) == ""


@pytest.mark.clause("LM-GI-02")
def test_treasuries_are_on_everybodys_status_sheet() -> None:
    _, after, _ = played(True)
    other = after.copy()
    other.set_nation(3, gold=4711)
    for reader in READERS:
        assert "4711" in report_text(GAME.report(other, reader, ()))


@pytest.mark.parametrize("fog", [False, True])
def test_the_position_that_a_seat_reckons_with_holds_no_secret(fog: bool) -> None:
    state = played(fog)[0].copy()
    _picks(state)
    _calls(state)
    state.set_nation(0, god="Mars", heir="Somebody")
    dealt = [secrecy.determinize(state, "P1", salt) for salt in SALTS]
    for each in dealt:
        assert each.nations[0] == state.nations[0]
        assert each.sheets[0] == state.sheets[0]
        assert each.sheets[1:] == [sheets.Sheet()] * 5
        assert each.calls == []
        assert not any(person.function for person in each.people.values() if person.owner > 0)
        for nation in each.nations[1:]:
            assert (nation.heir, nation.commanders, nation.retreats, nation.disadvantages) == ("", (), (), ())
            assert "good-reputation" not in nation.advantages
        text = "\n".join(
            line for line in GAME.write_position(each).splitlines() if not line.startswith("nation P1")
        )
        assert "corruption" not in text
        assert "good-reputation" not in text
        assert "annexations" not in text
        assert "heir X" not in text


@pytest.mark.parametrize("fog", [False, True])
def test_picks_and_gods_are_dealt_anew_around_what_has_been_seen(fog: bool) -> None:
    state = GAME.resolve(GAME.setup(seats=SEATS, seed=b"picks", options={"fog": fog}))
    dealt = [secrecy.determinize(state, "P1", bytes([salt])) for salt in range(8)]
    for seat in range(1, 6):
        assert len({each.nations[seat].kinds for each in dealt}) == len(dealt)
        assert len({each.nations[seat].god for each in dealt}) > 1
        for each in dealt:
            seen = {pieces.TROOPS[unit.code].kind for unit in each.units.values() if unit.owner == seat}
            assert seen <= set(each.nations[seat].kinds)
            assert (len(each.nations[seat].classes), len(each.nations[seat].kinds)) == (5, 9)


def test_a_god_who_has_come_is_known_and_one_who_has_just_been_called_is_not() -> None:
    state = hargaar(3, god="Mars")
    for seat, square in enumerate((65, 13, 107)):
        hold(state, seat, square)
        person(state, f"Ralph{seat} W2", seat, square)
    put(state, "HFC 2", 1, 13)
    state.set_nation(2, called=True)
    turn = Turn(state)
    order(turn, 1, "char Ralph1: intervene HFC 1 at 13")
    assert state.nations[1].called
    dealt = [secrecy.determinize(state, "P1", bytes([salt])) for salt in range(12)]
    assert {(each.nations[2].god, each.nations[2].called) for each in dealt} == {("Mars", True)}
    assert {each.nations[1].called for each in dealt} == {False}
    assert len({each.nations[1].god for each in dealt}) > 1
    mine = secrecy.determinize(state, "P2", b"")
    assert (mine.nations[1].god, mine.nations[1].called, mine.calls) == ("Mars", True, state.calls)


def test_in_fog_rulers_magnates_and_demons_out_of_sight_give_nothing_away() -> None:
    state = hargaar(2, advantages=("mobile-treasury",))
    state.options["fog"] = True
    hold(state, 0, 65)
    person(state, "Ralph W2", 0, 65)
    mage = person(state, "Otto M4", 1, 13)
    state.magnates[107] = MagnateRecord("Mog", person(state, "Mog W3", 107, 11), 11, "M", (), 30)
    hold(state, 107, 11)
    put(state, "MFC 5", 107, 20)
    state.demons[99] = DemonRecord("Asmo", 3, mage, 2)
    dealt = [secrecy.determinize(state, "P1", bytes([salt])) for salt in range(8)]
    for each in dealt:
        assert difference(everything(state, "P1", []), everything(each, "P1", [])) == ""
        assert (each.people[mage].name, each.people[mage].level) == ("Otto", 4)
        assert not each.demons
        assert not any(unit.owner != 0 for unit in each.units.values())
        GAME.read_position(GAME.write_position(each))
        GAME.resolve(GAME.resolve(each))
    assert len({each.people[mage].place for each in dealt}) > 4
    assert len({each.people[mage].of for each in dealt}) > 4
    assert "Asmo" not in str(GAME.view(state, "P1"))
    assert "Asmo" in str(GAME.view(state, "P2"))
    state.options["fog"] = False
    assert "Asmo" in str(GAME.view(state, "P1"))


def test_in_fog_nothing_is_suggested_that_tells_where_somebody_is() -> None:
    state = hargaar(2, god="Jupiter")
    state.options["fog"] = True
    hold(state, 0, 65)
    person(state, "Zed M4", 0, 65)
    person(state, "Pius P4", 0, 65)
    person(state, "Nyx C4", 0, 65)
    person(state, "Otto W4", 1, 13)
    person(state, "Near T1", 1, 66)
    near = [put(state, "HFC 1", 1, 74), person(state, "Far T1", 1, 67), put(state, "HFC 1", 1, 85)]
    told = {}
    for name in ("Zed", "Pius", "Nyx"):
        told[name] = [each.text for each in GAME.suggest(state, "P1", name)]
        for place in (58, 77, 83):
            other = state.copy()
            other.set_person(near[1], place=place)
            other.set_unit(near[2][0], place=place)
            other.set_person(other.nations[1].leader, place=place)
            assert [each.text for each in GAME.suggest(other, "P1", name)] == told[name]
    assert [text for text in told["Zed"] if "rain" in text] == ["char Zed: rain 66", "char Zed: rain 74"]
    assert [text for text in told["Pius"] if "bolts" in text] == ["char Pius: bolts 66", "char Pius: bolts 74"]
    assert [text for text in told["Nyx"] if "assassinate" in text] == ["char Nyx: move 66, assassinate Near"]


@pytest.mark.parametrize("fog", [False, True])
def test_dealt_positions_are_sound_and_go_on(fog: bool) -> None:
    for state in moments(fog):
        for reader in READERS:
            dealt = secrecy.determinize(state, reader, b"on")
            assert dealt == secrecy.determinize(state, reader, b"on")
            assert dealt.dice.key != state.dice.key
            for _ in range(3):
                dealt = GAME.resolve(dealt)
