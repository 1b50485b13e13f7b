"""The recap of a year: scenes, cards, measures."""

from __future__ import annotations

from functools import cache

from games.adventurer_kings.positions.realm import (
    at,
    know,
    new_state,
    order,
    own,
    put_army,
    put_person,
    relate,
    run,
    world,
)
from palatine.core import Entry
from palatine.core.guidance.recap import Recap
from palatine.games.adventurer_kings.bot import Captain
from palatine.games.adventurer_kings.components.pieces import ENEMY
from palatine.games.adventurer_kings.recap.summary import SILENT, WAYS
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State


@cache
def a_war() -> tuple[State, tuple[Entry, ...]]:
    """Return a position in which King 1 marches with eight armies against two of King 2's.

    Falk goes on foot.
    """
    s = new_state()
    own(s, 1, 505)
    know(s, 0, 505, owner=1)
    relate(s, 0, 1, ENEMY)
    for _ in range(8):
        put_army(s, "LE", 0, 504, leader=1)
    for _ in range(2):
        put_army(s, "LE", 1, 505)
    falk = put_person(s, "Falk", 0, 504)
    order(s, 1, 1, "MO 505")
    order(s, falk, 2, "MO 503")
    order(s, falk, 3, "HI 2 3")
    entries = [entry for entry in run(s) if entry.is_readable_by(0)]
    return s, tuple(entries)


def told() -> Recap:
    return GAME.recap(a_war()[1], "King 1")


def test_moves_are_ways_and_battles_are_flags() -> None:
    scenes = told().items
    moves = [scene.routes[0].spaces for scene in scenes if scene.kind == "moved"]
    assert moves == [(504, 505), (504, 503)]
    assert [[flag.space for flag in s.flags] for s in scenes if s.kind == "battle-begins"] == [[505], [505]], (
        "they stay, and fight again"
    )
    assert [[flag.kind for flag in s.flags] for s in scenes if s.kind == "conquered"] == [["control"]]


def test_a_battle_has_a_card_with_sides_and_losses() -> None:
    card, again = [s.card for s in told().items if s.card is not None and s.card.space == 505]
    assert card.space == 505
    mine, theirs = card.sides
    assert (mine.name, mine.strength) == ("King1", "8 × Human Legion")
    assert (theirs.name, theirs.strength) == ("King2", "2 × Human Legion")
    fell = sum(entry.kind in ("battle-destroyed", "battle-run-down") for entry in a_war()[1])
    lost = [side.losses for each in (card, again) for side in each.sides]
    assert sum(int(text.split()[0]) for text in lost if text != "No losses") == fell > 0
    assert "stay" in card.result or "contested" in card.result
    assert card.result


def test_seasons_are_headings_once_each_and_what_failed_is_said_first() -> None:
    found = told()
    headings = [scene.heading for scene in found.items if scene.heading]
    assert headings == ["Spring", "Early summer", "Late summer", "The year's end"]
    assert found.headline.startswith("1 order was not carried out. Falk, late summer (Hire a Hero):")


def test_everything_that_a_year_of_captains_tells_makes_a_scene_on_the_map() -> None:
    s = world("standard", 8, b"scenes").copy()
    numbers = set(s.atlas.numbers)
    for _ in range(3):
        for seat in s.seats:
            GAME.set_sheet(s, seat, Captain(GAME).decide(s, seat))
        s.journal = []  # type: ignore[misc]
        GAME.run_turn(s)
        for entry in s.journal or []:
            scene = GAME.recap_item(entry, None)
            assert (scene is None) == (entry.kind in SILENT)
            if scene is not None:
                assert scene.text
                assert {*scene.spaces, *(flag.space for flag in scene.flags)} <= numbers
                assert bool(scene.routes) == (entry.kind in WAYS)


def test_fights_off_the_battlefield_end_with_a_card() -> None:
    blows = [
        Entry("fight-hits", {"phase": 1, "round": 1, "name": "Falk", "foe": "the Ogre", "harm": 4}, readers=(0,)),
        Entry("fight-hits", {"phase": 1, "round": 2, "name": "the Ogre", "foe": "Falk", "harm": 3}, readers=(0,)),
        Entry("fight-flees", {"phase": 1, "round": 3, "name": "Falk", "foe": "the Ogre"}, readers=(0,)),
        Entry("fight-hits", {"phase": 1, "round": 1, "name": "Falk", "foe": "the Imp", "harm": 9}, readers=(0,)),
    ]
    scenes = GAME.recap(blows, "K1").items
    cards = [scene.card for scene in scenes if scene.card is not None]
    assert [[(side.name, side.losses) for side in card.sides] for card in cards] == [
        [("Falk", "3 points of harm"), ("the Ogre", "4 points of harm")],
        [("Falk", "0 points of harm"), ("the Imp", "9 points of harm")],
    ]
    assert [scene.is_minor for scene in scenes] == [True, True, False, True]


def test_measures_are_hidden_and_counted() -> None:
    s = new_state()
    put_army(s, "LE", 0, 504, leader=1)
    own(s, 0, 503)
    found = {measure.id: measure for measure in GAME.measures(s)}
    assert all(measure.is_hidden for measure in found.values())
    assert found["lands"].values == {"King 1": 2, "King 2": 1, "King 3": 1}
    assert found["taxes"].values["King 1"] == 12
    assert found["strength"].values["King 1"] == 6
    assert GAME.unit_counts(s) == {"King 1": 1, "King 2": 0, "King 3": 0}
    assert at(s, 503) in s.provinces(0)
