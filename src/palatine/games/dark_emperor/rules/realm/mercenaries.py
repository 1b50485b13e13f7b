"""Mercenary groups: their assignment and placement (19.1)."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import Action, ChooseOne, MenuStep, Refusal, Step
from palatine.games.dark_emperor.components.pieces import BOX, GROUP_POWERS, LEADERS_OF, UNITS, UNITS_OF
from palatine.games.dark_emperor.components.world import CITY_AT, GRID, PARTS
from palatine.games.dark_emperor.rules.characters.lone_leaders import check_turned
from palatine.games.dark_emperor.rules.common.taxation import survey
from palatine.games.dark_emperor.rules.common.terrain import is_shut
from palatine.games.dark_emperor.rules.movement.arrival import arrive
from palatine.games.dark_emperor.rules.realm.conquest import assignees
from palatine.games.dark_emperor.state import DarkEmperorState


def win_group(s: DarkEmperorState, side: int, group: int) -> None:
    """Put a group under a player's control: it is assigned, then placed (19.11 to 19.13)."""
    s.turn_coat(group, side)
    s.push(Muster(side, group))
    found = assignees(s, side)
    if len(found) > 1:
        s.push(AssignGroup(side, group))
    else:
        assign_group(s, group, found[0])


def assign_group(s: DarkEmperorState, group: int, power: int) -> None:
    s.patron[group - GROUP_POWERS[0]] = power
    s.log("group.assigned", "19.13a", group=group, power=power)


class AssignGroup(ChooseOne, frozen=True):
    """Choice of the power a mercenary group is assigned to for the whole game (19.13, H4)."""

    seat: int
    group: int
    clause = "19.13a"
    verbs = {"assign": "button"}
    default_refusal = Refusal("19.13a", "why.not-your-power")

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return assignees(s, self.seat)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        assign_group(s, self.group, choice)


def those_waiting(s: DarkEmperorState, group: int) -> list[int]:
    """Return the pieces of a group that are in the Mercenary Holding Box."""
    return [p for p in (*UNITS_OF[group], *LEADERS_OF[group]) if s.where[p] == BOX]


def musters(s: DarkEmperorState, side: int, group: int) -> list[int]:
    """Return the hexes where a group can be placed (19.12, H3, H7).

    The side's cities or, without any, hexes with or next to its units.
    """
    held = survey(s)
    cities = [h for h in CITY_AT if held[h] >= 0 and s.control[held[h]] == side and not s.is_held(side, h)]
    if cities:
        return sorted(cities)
    standing = [h for h in s.stacks[side] if s.units(side, h)]
    near = {n for h in standing for n in (h, *GRID.adjacent[h])}
    land = [h for h in near if PARTS[h] == 1 and not s.is_held(side, h)]
    return sorted([h for h in land if not any([is_shut(s, p, h) for p in those_waiting(s, group)])])


class Muster(Step, frozen=True):
    """Step that places a group won, or leaves it waiting if there is no hex (19.12, H8)."""

    side: int
    group: int

    def run(self, s: DarkEmperorState) -> None:
        step = PlaceGroup(self.side, self.group)
        if step.has_choice(s):
            s.replace_top(step)
            return
        s.pop()
        if found := musters(s, self.side, self.group):
            place_group(s, self.side, self.group, *found)
        else:
            s.log("group.waits", "19.12b", group=self.group)


class PlaceGroup(MenuStep, frozen=True):
    """Choice of the hex where a group is placed (19.12)."""

    seat: int
    group: int
    without_preview = "The choice names the city."
    needs_decision = True
    clause = "19.12a"
    verbs = {"place": "space"}

    def menu(self, s: DarkEmperorState) -> list[Action]:
        return [("place", h) for h in musters(s, self.seat, self.group)]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.invalidate_actions()
        s.pop()
        place_group(s, self.seat, self.group, action[1])

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        return None if action in self.actions(s) else Refusal("19.12a", "why.no-muster")


def place_group(s: DarkEmperorState, side: int, group: int, h: int) -> None:
    comers = tuple(those_waiting(s, group))
    s.put(comers, h)
    s.log("group.placed", "19.12a", group=group, hex=h, side=side)
    arrive(s, side, comers, comers[0] < UNITS, h)
    check_turned(s, comers)


class Latecomers(Step, frozen=True):
    """Step at the start of the Movement Segment that places waiting groups, if possible (H8)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        for group in reversed(GROUP_POWERS):
            if s.control[group] == s.phasing and any([s.where[u] == BOX for u in UNITS_OF[group]]):
                s.push(Muster(s.phasing, group))
