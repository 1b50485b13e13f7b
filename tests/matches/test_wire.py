"""The wire format: a view and its changes yield the next view, whatever is played."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from matches.helpers import Table, sit
from palatine import registry
from palatine.core import Goal, Mark, Piece, Refused, Shortcut, View, goal_of, shortcut_of
from palatine.matches import (
    Changes,
    ClientView,
    MatchServices,
    MatchView,
    apply_changes,
    client_view_of,
    diff_views,
)
from palatine.matches.wire import diff_lists as parts_of

CASES = json.loads((Path(__file__).parent / "changes.json").read_text(encoding="utf-8"))
"""Held against the page's own function, too (tests/page/changes.test.js)."""
STEPS = {"dark-emperor": 60, "adventurer-kings": 3, "lord-and-master": 3}
PLANS = {"demonlord", "dark-emperor", "elric", "ford"}


def plain(value: Any) -> Any:
    """Return a value as JSON decodes it."""
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_changes_are_read_alike_everywhere(case: dict[str, Any]) -> None:
    before = json.dumps(case)
    assert apply_changes(case["seen"], case["changes"]) == case["then"]
    assert json.dumps(case) == before, "neither is altered"


@pytest.mark.parametrize("wrong", [{"since": 3}, {"seat": "South"}, {"match": "other"}])
def test_changes_of_something_else_are_not_carried_out(wrong: dict[str, Any]) -> None:
    case = CASES[0]
    with pytest.raises(ValueError, match="do not fit"):
        apply_changes(case["seen"], case["changes"] | wrong)


def test_any_list_is_told_by_parts_of_any_other() -> None:
    random = Random(5)
    for _ in range(500):
        old = random.sample(range(20), random.randrange(12))
        new = [random.choice(old) if old and random.random() < 0.7 else random.randrange(30) for _ in range(12)]
        told = parts_of(old, new)
        assert [item for start, end, *fresh in told for item in (*old[start:end], *fresh)] == new
        assert all(item not in old for _, _, *fresh in told for item in fresh)


class Watched:
    """A seat's view of a match, updated only by changes."""

    def __init__(self, seat: str | None, seen: MatchView) -> None:
        self.seat = seat
        self.seen = client_view_of(seen)
        self.read = plain(self.seen)

    def see(self, seen: MatchView) -> Changes:
        """Apply the changes to a new view; the result must equal the whole view."""
        new = client_view_of(seen)
        told = diff_views(self.seen, new)
        self.read = apply_changes(self.read, plain(told))
        assert self.read == plain(new)
        assert list(self.read["view"].get("verbs", ())) == list(new.view.verbs)
        assert_holds_nothing_else(told, new)
        self.seen = new
        return told


def assert_holds_nothing_else(told: Changes, seen: ClientView) -> None:
    """Check that the changes contain only what is in the seat's view."""
    view = seen.view
    assert told.entries == seen.entries
    for name, value in told.fields.items():
        assert value == getattr(seen, name)
    for name, value in told.view.items():
        assert value is None or value == getattr(view, name)
    for name, values in told.keys.items():
        assert all(value is None or value == getattr(view, name)[key] for key, value in values.items())
    for name, list_parts in told.lists.items():
        assert all(item in getattr(view, name) for _, _, *fresh in list_parts for item in fresh)


def step(table: Table, random: Random) -> None:
    """Play a legal action or a shortcut's goal, or undo."""
    info = table.services.matches.info(table.match)
    seat = info.asked[0]
    seen = table.look(seat, info.version)
    try:
        if seen.can_undo and random.random() < 0.2:
            table.undo(seat)
            return
        if seen.view.shortcuts and random.random() < 0.4:
            goal = goal_of(random.choice(seen.view.shortcuts))
            table.services.matches.play_shortcut(table.match, table.key(seat), goal, info.version)
            return
    except Refused:  # what was undone would have taught something; a plan goes on only as far as it may
        pass
    table.step(random)


@pytest.mark.parametrize("name", registry.games())
def test_a_sight_and_its_changes_are_the_next_sight(services: MatchServices, name: str, parts: int) -> None:
    """This holds for all seats and a spectator, with plans and undo, and in replays."""
    random = Random(f"wire-{name}")
    table = sit(services, name)
    seats = (*list(table.made.keys)[:3], None)
    watched = [Watched(seat, table.look(seat)) for seat in seats]
    for _ in range(-(-STEPS.get(name, 120) // parts)):
        if services.matches.info(table.match).status != "playing":
            break
        step(table, random)
        for each in watched:
            if random.random() < 0.8:  # whoever misses a version goes on from the one he has
                each.see(table.look(each.seat, each.seen.version))
    plies = services.matches.info(table.match).at
    for seat in seats:
        jumps = Watched(seat, services.archive.replay(table.match, seat, 0))
        for _ in range(5):
            jumps.see(services.archive.replay(table.match, seat, random.randint(0, plies)))


@pytest.mark.parametrize("name", sorted(PLANS & {*registry.games(), "ford"}))
def test_every_plan_is_called_by_its_goal_and_sent_without_its_actions(
    services: MatchServices, name: str, parts: int
) -> None:
    random = Random(f"plans-{name}")
    table = sit(services, name)
    found = 0
    for _ in range(80 // parts):
        for seat in services.matches.info(table.match).asked:
            view = table.look(seat).view
            sent = client_view_of(table.look(seat)).view
            assert all(shortcut_of(view, goal_of(plan)) == plan for plan in view.shortcuts)
            assert not any(plan.actions for plan in sent.shortcuts)
            assert [plan.text for plan in sent.shortcuts] == [
                plan.text for plan in view.shortcuts if plan.is_listed
            ]
            assert sorted(sent.goals + sent.detours) == sorted(
                plan.space for plan in view.shortcuts if plan.space >= 0
            )
            found += len(view.shortcuts)
        if not table.step(random):
            break
    assert found or parts > 1


def test_a_goal_that_two_plans_fit_means_neither() -> None:
    view = View("ford", "North", "", "", clause="", asked=("North",), pieces=())
    two = [Shortcut(text, (("go", 1),), 1) for text in "AB"]
    view = msgspec.structs.replace(view, shortcuts=tuple(two))
    assert shortcut_of(view, Goal(space=1)) is None
    assert shortcut_of(view, Goal(space=1, text="B")) == two[1]
    assert shortcut_of(view, Goal(text="C")) is None
    assert shortcut_of(view, Goal(space=1, text="B", duration_key="x")) is None


def test_changes_are_small_where_little_changes() -> None:
    """One piece of forty moves.

    Only this piece is sent, with the order of the others.
    """
    view = View("ford", None, "", "", clause="", asked=(), pieces=tuple(Piece(f"p{i}", "1") for i in range(40)))
    old = client_view_of(MatchView("m", None, "playing", 1, 1, 1, view, ()))
    moved = (*view.pieces[:20], Piece("p20", "2"), *view.pieces[21:])
    after = msgspec.structs.replace(view, pieces=moved, marks={"2": (Mark("flag"),)})
    new = client_view_of(MatchView("m", None, "playing", 2, 2, 2, after, ()))
    told = diff_views(old, new)
    assert told.lists == {"pieces": ((0, 20, Piece("p20", "2")), (21, 40))}
    assert told.view == {"marks": {"2": (Mark("flag"),)}}
