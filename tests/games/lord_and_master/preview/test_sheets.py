"""Previews of a sheet: warnings where they belong and nowhere else, odds, and unused chances."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from games.lord_and_master.positions import ARDEA, CROPLAND, WASTE, hargaar, hold, person, put
from palatine.core import Dice, dice_key
from palatine.core.game import REFEREE
from palatine.core.guidance.preview import Preview
from palatine.games.lord_and_master import secrecy
from palatine.games.lord_and_master.bot import Captain
from palatine.games.lord_and_master.preview.sheets import preview_known
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import magic
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import DemonRecord, State, TruceRecord
from palatine.testing.chances import JudgedChance, compare_sheet, play_sheet

HOME, NEXT, SEAT = 58, 66, 49
"""Provinces of both nations beside wasteland 57, and the treasury of the first."""


def realm(*units: str, people: str = "") -> State:
    """Return a match with Ann, the first nation's leader, in 58, and Ben, its treasurer, in 49.

    Cob of the second nation is in 66.
    """
    state = hargaar(kinds=("RED", "HF"), classes=("W",))
    hold(state, 0, HOME, SEAT)
    hold(state, 1, NEXT)
    person(state, "Ann W3", 0, HOME, since=1)
    person(state, "Ben W1", 0, SEAT, since=1)
    person(state, "Cob W1", 1, NEXT)
    state.set_nation(0, site=SEAT, gold=75)
    put(state, "HFC 1", 0, SEAT)
    for each in units:
        put(state, each, 0, HOME)
    if people:
        person(state, people, 0, HOME, since=1)
    return state


def with_enemies(state: State) -> State:
    put(state, "HFC 5", 1, NEXT)
    state.coffers[NEXT] = 20
    return state


def guarded_by_three() -> State:
    """Return a position with Tim beside Cob, who has a compatriot elsewhere and three units here."""
    state = realm(people="Tim T1")
    put(state, "HFC 3", 1, NEXT)
    person(state, "Dan W1", 1, ARDEA)
    state.set_nation(1, leader=state.person_named("Dan"))
    return state


def at(state: State, place: int, units: str) -> State:
    """Move Ann with these units to a place of her own."""
    hold(state, 0, place)
    put(state, units, 0, place)
    state.set_person(state.person_named("Ann"), place=place)
    return state


def with_rain() -> State:
    """Return a position with Max M1 at home; Ann and two units are in the next province."""
    return at(realm(people="Max M1"), NEXT, "HFC 2")


def allied() -> State:
    state = realm("HFC 5")
    hold(state, 0, HOME, 47, allied=True)
    return state


def in_ardea() -> State:
    state = at(realm(), ARDEA, "HFC 3")
    state.fallen[ARDEA] = state.turn
    return state


def fields() -> State:
    state = at(realm(), CROPLAND, "HFC 8")
    hold(state, 1, CROPLAND)
    return state


def wild_men() -> State:
    state = at(realm(), 64, "HFC 8")
    hold(state, 0, CROPLAND)
    state.set_nation(0, disadvantages=("sod-busters",))
    return state


def graves() -> State:
    state = realm("HFC 5", people="Max N1")
    state.set_nation(0, kinds=("DEAD",))
    state.boneyards.append(HOME)
    return state


def demons() -> State:
    state = realm("HFC 5", people="Max P1")
    state.demons[900] = DemonRecord("Baal", 1, state.person_named("Cob"), 3)
    return state


def sick() -> State:
    state = realm("HFC 1w", "RED 2", people="Max N1")
    return state


def captor() -> State:
    state = realm("HFC 15")
    state.set_unit(put(state, "HFC 1", 1, HOME)[0], captor=0)
    return state


def free_to_go() -> State:
    state = at(realm(), CROPLAND, "RED 7")
    state.groups = [(), ()]
    return state


def told(state: State, sheet: str) -> set[str]:
    """Return the clauses of the preview of a sheet."""
    return {each.clause for each in foreseen(state, sheet).lines}


def foreseen(state: State, sheet: str, seat: str = "P1") -> Preview:
    return GAME.preview_sheet(state, seat, GAME.parse(sheet))


def put_in(units: str, owner: int, place: int, state: State) -> None:
    put(state, units, owner, place)


def level(name: str, reached: int, state: State) -> None:
    state.set_person(state.person_named(name), level=reached)


def held_by(owner: int, place: int, state: State) -> None:
    hold(state, owner, place)


def call_used(state: State) -> None:
    state.set_nation(0, called=True)


TO_WASTE = "char Ann: lead take HFC 9, go 57"
MAX_RAINS = "char Max: rain 66"

WARNINGS: list[tuple[str, Callable[[], State], str, Callable[[State], object]]] = [
    ("LM-BAT-25", lambda: realm("LFD 3"), "char Ann: lead take LFD 3, go 57", partial(held_by, 0, WASTE)),
    ("LM-BAT-35", lambda: realm("HFC 9"), TO_WASTE, lambda s: s.set_nation(0, leader=s.person_named("Ben"))),
    ("LM-MAG-01", lambda: realm("HFC 9"), TO_WASTE, partial(held_by, 0, WASTE)),
    ("LM-SET-16", realm, "char Ben: lead take HFC 1, go 58", partial(put_in, "HFC 1", 0, SEAT)),
    ("LM-NEU-19", in_ardea, "char Ann: lead take HFC 3, go 59", partial(put_in, "HFC 1", 0, ARDEA)),
    ("LM-BAT-26", captor, "char Ann: lead take HFC 15, go 49", partial(put_in, "HFC 1", 0, HOME)),
    ("LM-NEU-17", allied, "char Ann: lead annex", lambda s: s.allied.remove(HOME)),
    ("LM-NEU-18", allied, "char Ann: lead annex", lambda s: s.allied.remove(47)),
    ("LM-B-29", in_ardea, "char Ann: lead take HFC 3, plunder Ardea", lambda s: s.fallen.clear()),
    ("LM-B-43", fields, "char Ann: lead take HFC 8, devastate", partial(held_by, -1, CROPLAND)),
    ("LM-NEU-21", lambda: at(realm(), 59, "HFC 1"), "char Ann: lead take HFC 1, siege Ardea",
     partial(held_by, 1, ARDEA)),
    ("LM-DIS-06", wild_men, "char Ann: lead take HFC 8, go 65", partial(level, "Ann", 10)),
    ("LM-ESC-02", lambda: with_enemies(realm(people="Tim T1")), "char Tim: move 57 66",
     lambda s: s.truces.append(TruceRecord((0, 1), 9))),
    ("LM-E-12", lambda: with_enemies(realm(people="Tim T1")), "char Tim: move 57 66, steal",
     lambda s: s.coffers.clear() or s.set_nation(1, gold=0)),
    ("LM-E-18", lambda: realm(people="Tim T1"), "char Tim: move 57 66, assassinate Cob", partial(level, "Tim", 20)),
    ("LM-C-05", lambda: realm(people="Max M1"), "char Max: summon", partial(level, "Max", 7)),
    ("LM-C-20", graves, "char Max: raisedead", partial(level, "Max", 4)),
    ("LM-D-02", demons, "char Max: exorcise", partial(level, "Max", 6)),
    ("LM-C-03", with_rain, MAX_RAINS,
     lambda s: [s.set_person(s.person_named("Ann"), place=HOME), s.units.clear()]),
    ("LM-C-24", sick, "char Max: vheal HFC 1w using RED 1",
     lambda s: [s.set_unit(n, captor=0, owner=1) for n in s.units_at(HOME) if s.units[n].code == "RED"]),
    ("LM-A-19", realm, "char Ben: intervene HFC 1 at 49", call_used),
    ("LM-A-16", free_to_go, "char Ann: independence", lambda s: s.units.pop(next(reversed(s.units)))),
]  # fmt: skip


@pytest.mark.parametrize(("clause", "position", "sheet", "change"), WARNINGS, ids=[each[0] for each in WARNINGS])
def test_a_warning_stands_where_it_should_and_nowhere_else(
    clause: str, position: Callable[[], State], sheet: str, change: Callable[[State], object]
) -> None:
    state = position()
    assert clause in told(state, sheet)
    change(state)
    assert clause not in told(state, sheet)


@pytest.mark.clause("LM-C-03", "LM-C-04")
@pytest.mark.parametrize(
    ("more", "figures"), [("", (2, 0, "0.3")), ("Tim T1", (2, 1, "0.5")), ("Hal H1", (2, 0, "0.3"))]
)
def test_fire_on_ones_own_is_warned_of_with_the_chance_of_each(more: str, figures: tuple[int, int, str]) -> None:
    """Everybody except heroes is destroyed on a 1."""
    state = with_rain()
    state.set_person(state.person_named("Ann"), place=HOME)
    if more:
        person(state, more, 0, NEXT)
    (fire,) = [each for each in foreseen(state, MAX_RAINS).lines if each.clause == "LM-C-03"]
    units, people, lost = figures
    assert f"({units} units, {people} character{'s' * (people != 1)}): about {lost} of them" in fire.text


@pytest.mark.clause("LM-BAT-30")
def test_troops_that_teleport_into_an_enemy_are_warned_that_they_cannot_go_back() -> None:
    state = with_enemies(realm("HFC 1", people="Max M2"))
    assert "LM-BAT-30" in told(state, "char Max: teleport 66 with HFC 1")
    assert "LM-BAT-30" not in told(state, "char Max: teleport 49 with HFC 1")


@pytest.mark.clause("LM-FC-15")
def test_a_gate_that_may_stay_shut_is_warned_of() -> None:
    state = at(realm(), 59, "HFC 9")
    person(state, "Tim T2", 0, 59, since=1)
    told_of = foreseen(state, "char Tim: treachery Ardea\nchar Ann: lead take HFC 9, assault Ardea")
    gate = next(each for each in told_of.lines if each.clause == "LM-FC-15")
    assert (gate.weight, gate.event, gate.line) == ("warning", "gate-shut", 1)
    assert 0 < gate.chance < 1
    assert told_of.odds[0].title == "Assault on Ardea through an open gate"


def test_promises_are_foreseen_with_their_term_and_no_warning() -> None:
    lines = foreseen(realm(), "truce P2 for 3\nalliance P2").lines
    assert [(each.weight, each.clause, each.line) for each in lines] == [
        ("note", "LM-IPR-05", 1),
        ("note", "LM-IPR-01", 2),
    ]
    assert "through turn 5" in lines[0].text  # this is turn 3, and counts


# Odds


def test_the_odds_of_a_battle_are_those_of_many_battles_that_are_really_fought() -> None:
    state = realm("HFC 2")
    state.coffers.clear()
    sheet = GAME.parse("char Ann: lead take HFC 2, go 57")
    odds = GAME.preview_sheet(state, "P1", sheet).odds[0]
    foretold = {each.text: each.chance for each in odds.results}.get("You win", 0.0)
    won, fights = 0, 0
    for number in range(400):
        after = state.copy()
        after.dice = Dice(dice_key(b"%d" % number))
        after.sheets = [sheet, GAME.parse("")]
        after.journal = []  # type: ignore[misc]
        GAME.run_turn(after)
        kinds = [entry.kind for entry in after.journal]
        if "magnate" not in kinds:
            fights += 1
            won += "battle-won" in kinds
    assert 0.1 < won / fights < 0.9
    assert abs(foretold - won / fights) < 0.17  # four times the error of both counts
    assert sum(each.chance for each in odds.results) == pytest.approx(1)


def test_the_losses_of_a_battle_are_told_for_both_sides() -> None:
    odds = foreseen(with_enemies(realm("HFA 9")), "char Ann: lead take HFA 9, go 57 66").odds
    assert [each.title for each in odds] == ["Battle at wasteland 57", "Battle at wasteland 66"][: len(odds)]
    first = odds[0].results[0]
    assert set(first.losses) == {"P1", "natives"}
    assert first.losses["natives"] == 5


@pytest.mark.clause("LM-FC-02")
def test_the_odds_of_an_assault_count_the_walls() -> None:
    state = at(realm(), 59, "HFC 9")
    put(state, "HFC 4", 1, ARDEA)
    hold(state, 1, ARDEA)
    odds = foreseen(state, "char Ann: lead take HFC 9, assault Ardea").odds[0]
    assert odds.title == "Assault on Ardea"
    assert ("×2", "behind walls", "LM-FC-02") in odds.parts


def played(state: State, text: str) -> list[JudgedChance]:
    """Return the chances shown for a sheet of one line, compared with plays."""
    sheet = GAME.parse(text)
    compared = compare_sheet(GAME, state, "P1", sheet)
    play_sheet(GAME, compared, state, "P1", sheet, 200, Random(0))
    return compared.judged


@pytest.mark.parametrize(
    ("position", "sheet", "purpose"),
    [
        (lambda: with_enemies(realm(people="Tim W1")), "char Tim: move 57 66", "escape"),
        (guarded_by_three, "char Tim: move 57 66, assassinate Cob", "assassination"),
        (lambda: realm(people="Max M1"), "char Max: summon", "summoning"),
        (graves, "char Max: raisedead", "raise-dead"),
        (wild_men, "char Ann: lead take HFC 8, go 65", "sod-busters"),
        (with_rain, MAX_RAINS, "rain"),
    ],
    ids=["caught", "murder", "mage-lost", "smitten", "sod-busting", "fire"],
)
def test_what_may_happen_happens_as_often_as_foretold(
    position: Callable[[], State], sheet: str, purpose: str
) -> None:
    found = played(position(), sheet)
    assert any(each.what.startswith(f"{purpose}, ") and each.plays >= 100 for each in found)
    assert not [str(each) for each in found if each.is_wrong]


@pytest.mark.clause("LM-E-17", "LM-E-18", "LM-ESC-03")
def test_a_murder_among_troops_shows_each_escape_and_the_deed_with_its_own_chance() -> None:
    """Tim T1 escapes three units and Cob on 15 − 4 + 1.

    Without Cob, at level 2, Tim escapes on 15 − 3 + 2.
    """
    lines = foreseen(guarded_by_three(), "char Tim: move 57 66, assassinate Cob").lines
    shown = [(each.clause, [1 - chance.probability for chance in each.chances]) for each in lines]
    assert shown == [
        ("LM-ESC-02", [pytest.approx(12 / 20)]),
        ("LM-E-18", [pytest.approx(10 / 20)]),
        ("LM-ESC-02", [pytest.approx(14 / 20)]),
        ("LM-ESC-02", [pytest.approx(12 / 20)]),
    ]


def test_a_wrong_copy_of_the_chance_of_fire_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The preview calculates its chances in its own function, which here counts one face too many."""
    right, foresee = magic.strike_chance, magic._preview_strike

    def with_wrong_faces(t: Turn, kind: str, place: int, by: int) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(
                magic, "strike_chance", lambda k, target: right(k, target._replace(faces=target.faces + 1))
            )
            foresee(t, kind, place, by)

    monkeypatch.setattr(magic, "_preview_strike", with_wrong_faces)
    assert [each.what for each in played(with_rain(), MAX_RAINS) if each.is_wrong]


# What is left undone


def undone(state: State, sheet: str) -> dict[str, str]:
    return {each.clause: each.text for each in foreseen(state, sheet).unused_options}


@pytest.mark.clause("LM-GI-06")
def test_an_empty_sheet_is_asked_about_and_says_what_none_at_all_would_do() -> None:
    foresight = foreseen(realm(), "")
    assert foresight.needs_confirmation
    assert "Ann and Ben" in foresight.unused_options[0].text
    assert "LM-GI-06" not in undone(realm(), "char Ann: tax")


def test_idle_people_are_named_with_where_they_are() -> None:
    idle = next(each for each in foreseen(realm(), "char Ann: tax").unused_options if each.clause == "LM-A-01")
    assert (idle.text, idle.spaces, idle.weight) == ("Without an order: Ben", ("49",), "warning")
    assert "LM-A-01" not in undone(realm(), "char Ann: tax\nchar Ben: tax")


@pytest.mark.clause("LM-NEU-08")
def test_an_idle_envoy_in_a_neutral_land_is_named() -> None:
    state = realm(people="Eva W1")
    state.set_person(state.person_named("Eva"), place=WASTE, since=1)
    assert "Eva" in undone(state, "char Ann: tax")["LM-NEU-08"]
    assert "LM-NEU-08" not in undone(state, "char Eva: diplomacy")
    state.set_person(state.person_named("Eva"), since=3)
    assert "LM-NEU-08" not in undone(state, "char Ann: tax")


@pytest.mark.clause("LM-B-06")
def test_recruits_who_could_be_armed_and_gold_are_named() -> None:
    state = realm("RED 3")
    assert undone(state, "char Ann: tax")["LM-B-06"].startswith("3 recruit units could be equipped")
    assert undone(state, "equip RED 3 -> HFD at 58")["LM-B-06"].endswith("gold unspent")
    state.set_nation(0, gold=0)
    assert "LM-B-06" not in undone(state, "char Ben: recruit")


@pytest.mark.clause("LM-DIS-05")
def test_a_holy_treasury_is_warned_of_while_an_enemy_is_near() -> None:
    state = realm()
    state.set_nation(0, disadvantages=("holy-treasury",))
    put(state, "HFC 1", 1, 50)
    assert "LM-DIS-05" in undone(state, "char Ann: tax")
    hold(state, 1, 1)
    for n in state.units_at(50):
        state.set_unit(n, place=1)
    assert "LM-DIS-05" not in undone(state, "char Ann: tax")


# Secrets


@pytest.mark.parametrize("options", [{}, {"fog": True}], ids=["open", "fog"])
def test_nothing_is_foreseen_that_is_only_dealt(options: dict[str, bool]) -> None:
    captain = Captain(GAME)
    seats = ("P1", "P2", "P3", REFEREE)
    state = GAME.setup(seats=seats, seed=b"foresight", options=options)
    while state.turn < 7 and state.outcome is None:
        for seat in GAME.actors(state):
            sheet = captain.decide(state, seat)
            if state.turn and seat != REFEREE:
                deals = [secrecy.determinize(state, seat, seed) for seed in (b"1", b"2")]
                one, other = [preview_known(GAME.words, deal, seat, sheet) for deal in deals]
                assert one == other
            GAME.set_sheet(state, seat, sheet)
        GAME.run_turn(state)


def test_of_a_set_up_and_a_referees_sheet_nothing_is_told() -> None:
    state = GAME.setup(seats=("P1", "P2", REFEREE), seed=b"none")
    assert foreseen(state, "") == Preview()
    assert GAME.preview_sheet(realm(), REFEREE, GAME.parse("")) == Preview()
