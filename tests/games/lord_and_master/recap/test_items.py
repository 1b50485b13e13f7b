"""The recap as scenes on the map: routes, flags, cards, headings."""

from __future__ import annotations

from functools import cache

import pytest

from games.lord_and_master.positions import LIVES, WASTE, hargaar, hits, hold, line, order, person, play, put, told
from palatine.core import Entry
from palatine.core.guidance.recap import CardSide
from palatine.games.lord_and_master.bot import Captain
from palatine.games.lord_and_master.recap.items import HEADINGS, SHOWN
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State
from palatine.games.lord_and_master.view.report import is_uninformative

SEATS = ("P1", "P2", "P3", "P4")


@cache
def match(fog: bool = False) -> tuple[State, tuple[Entry, ...]]:
    """Return a match of captains and all its journal entries."""
    captain = Captain(GAME)
    state = GAME.setup(seats=SEATS, seed=b"scenes", options={"fog": fog})
    entries: list[Entry] = []
    while state.turn < 15 and GAME.actors(state):
        for seat in GAME.actors(state):
            GAME.set_sheet(state, seat, captain.decide(state, seat))
        state.journal = []  # type: ignore[misc]
        GAME.run_turn(state)
        entries += state.journal
    return state, tuple(entries)


def meeting() -> State:
    """Return a match with Ann and two elite heavy foot in 58.

    A medium foot of the second nation is in 57.
    """
    state = hargaar()
    hold(state, 0, 58)
    hold(state, 1, WASTE, 66)
    person(state, "Ann W2", 0, 58)
    person(state, "Cob W1", 1, 66)
    put(state, "HFA 2", 0, 58)
    put(state, "MFC 1", 1, WASTE)
    return state


def test_every_kind_that_is_shown_is_told_somewhere_and_the_headings_too() -> None:
    kinds = {key.removeprefix("journal.") for key in GAME.words.messages if key.startswith("journal.")}
    assert set(SHOWN) <= kinds
    assert set(HEADINGS) <= kinds
    assert not [each for each in HEADINGS.values() if not GAME.words.has(f"heading.{each}")]


@pytest.mark.parametrize("fog", [False, True])
def test_a_whole_match_can_be_recalled_on_spaces_that_there_are(fog: bool) -> None:
    state, entries = match(fog)
    known = {space.operand for board in GAME.boards(state) for space in board.spaces}
    styles = set(GAME.boards(state)[0].styles)
    for seat in (None, *SEATS):
        me = None if seat is None else SEATS.index(seat)
        for scene in GAME.recap([entry for entry in entries if entry.is_readable_by(me)], seat).items:
            assert scene.text
            assert {*scene.spaces, *[at for way in scene.routes for at in way.spaces]} <= known
            assert {way.style for way in scene.routes} | {flag.style for flag in scene.flags} <= styles | {""}


def test_a_match_has_ways_flags_cards_and_headings() -> None:
    state, entries = match()
    scenes = [scene for entry in entries if (scene := GAME.recap_item(entry, None)) is not None]
    ways = {scene.kind for scene in scenes if scene.routes}
    assert {"moved", "led"} <= ways
    assert {flag.kind for scene in scenes for flag in scene.flags} >= {"battle", "control", "arrival"}
    assert all(scene.card is not None for scene in scenes if scene.kind == "battle-won")
    assert {scene.heading for scene in scenes if scene.heading} == {
        "The nations",
        "Tribute",
        "Who acts when next turn",
    }
    assert sum(bool(scene.heading) for scene in scenes if scene.kind == "sequence") == state.turn


@pytest.mark.clause("LM-BAT-21", "LM-MOD-06")
def test_the_card_of_a_battle_has_its_armies_hits_and_losses() -> None:
    entries = order(Turn(meeting()), 0, "char Ann: lead take HFA 2, go 57", [*line(1, 2), *hits(1, 1), LIVES])
    won = told(entries, "battle-won")[0]
    scene = GAME.recap_item(won, None)
    assert scene is not None
    card = scene.card
    assert card is not None
    assert (card.title, card.space) == ("Battle at wasteland 57, 1 round", WASTE)
    ours, theirs = card.sides
    assert ours == CardSide(
        "N1", "P1", "2 Elite Heavy Foot", parts=(("2", "2 hits landed", "LM-BAT-21"),), losses="No losses"
    )
    assert (theirs.style, theirs.losses) == ("P2", "Lost: 1 Regular Medium Foot")


def test_a_march_and_a_retreat_are_arrows_of_their_nations() -> None:
    state = meeting()
    hold(state, 0, WASTE)
    entries = order(Turn(state), 0, "char Ann: move 49 48")
    way = GAME.recap_item(told(entries, "moved")[0], "P1").routes[0]  # type: ignore[union-attr]
    assert (way.spaces, way.style, way.kind) == ((58, 48), "P1", "march")
    retreat = Entry(
        "retreat",
        {"place": "wasteland 57", "army": "N1", "to_place": 58, "escaped": 2, "captured": 0, "dead": 0,
         "shown": {"place": WASTE, "army": 0}},
    )  # fmt: skip
    way = GAME.recap_item(retreat, None).routes[0]  # type: ignore[union-attr]
    assert (way.spaces, way.style, way.kind) == ((WASTE, 58), "P1", "retreat")
    assert GAME.recap_item(retreat, "P1").routes == (way,)  # type: ignore[union-attr]
    assert GAME.recap_item(retreat, "P2").routes == (), "where they fled is theirs to know"  # type: ignore[union-attr]


def test_a_retreat_with_nobody_left_is_not_told() -> None:
    nobody = Entry("retreat", {"place": "wasteland 57", "army": "N1", "escaped": 0, "captured": 0, "dead": 0})
    assert is_uninformative(nobody)
    assert GAME.recap_item(nobody, None) is None


def test_in_fog_nobody_is_told_where_a_march_began_who_may_not_have_seen_it() -> None:
    state = hargaar(seats=3)
    state.options["fog"] = True
    person(state, "Ann W2", 0, 1)
    person(state, "Cob W1", 1, 5)
    hold(state, 1, 5)
    seen = told(order(Turn(state), 0, "char Ann: move 2 3 4"), "moved")[0]
    assert seen.readers == (0, 1)
    assert GAME.recap_item(seen, "P2").routes == ()  # type: ignore[union-attr]
    state.set_person(state.person_named("Cob"), place=100)
    state.holders.clear()
    alone = told(order(Turn(state), 0, "char Ann: move 3 2"), "moved")[0]
    assert GAME.recap_item(alone, "P1").routes[0].spaces == (4, 2)  # type: ignore[union-attr]


def test_the_control_of_a_province_is_a_flag_of_who_took_it() -> None:
    state = meeting()
    for n in state.units_at(WASTE):
        del state.units[n]
    taken = told(order(Turn(state), 0, "char Ann: lead take HFA 2, go 57"), "conquered")[0]
    flag = GAME.recap_item(taken, None).flags[0]  # type: ignore[union-attr]
    assert (flag.space, flag.kind, flag.style) == (WASTE, "control", "P1")


def test_the_end_of_a_turn_is_no_more_than_a_heading_and_minor_lines() -> None:
    entries = told(play(meeting(), "", "", rolls=[("sequence", 9), ("sequence", 3)]), "sequence")
    scenes = [GAME.recap_item(entry, None) for entry in entries]
    assert [(bool(each.heading), each.is_minor) for each in scenes if each] == [(True, False), (False, True)]
