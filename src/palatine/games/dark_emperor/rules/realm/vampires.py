"""Vampire Recruitment (7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from palatine.core import Action, ChooseOne, Refusal, Step
from palatine.games.dark_emperor.components.pieces import (
    IS_GREATER,
    IS_VAMPIRE,
    KINGDOMS_SIDE,
    NECROMANCER_SIDE,
    POOL,
    UNITS,
)
from palatine.games.dark_emperor.components.tables import FEEDING
from palatine.games.dark_emperor.components.world import CITY_AT, GRID, HEXES
from palatine.games.dark_emperor.rules.common.taxation import production
from palatine.games.dark_emperor.state import END, DarkEmperorState

VAMPIRES = tuple([u for u in range(UNITS) if IS_VAMPIRE[u]])


class VampireRecruitment(Step, frozen=True):
    """Step that calculates the Vampire Army Maximum and starts recruitment (7.31, 7.32, Q8)."""

    def run(self, s: DarkEmperorState) -> None:
        total = production(s)
        limit = army_limit(s, total)
        s.maximum = total // FEEDING
        s.recruits = ()
        s.log("vampires", "7.31a", "7.31b", total=total, maximum=limit, count=in_play(s))
        s.replace_top(Raise(NECROMANCER_SIDE, limit))
        end_if_done(s)


def army_limit(s: DarkEmperorState, total: int) -> int:
    """Return the vampires allowed if a Recruitment Phase began at this yield (7.31, Q8)."""
    return s.maximum if s.options["host"] == "noted" else total // FEEDING


def most_recruits(s: DarkEmperorState, total: int) -> int:
    """Return how many vampires could rise in a Recruitment Phase at this yield (7.32, 7.33)."""
    waiting = sum([s.where[u] == POOL for u in VAMPIRES])
    brood = sum([len(vampires_in(s, h)) for h in quiet_cities(s)])
    return max(0, min(army_limit(s, total) - in_play(s), waiting, brood))


def in_play(s: DarkEmperorState) -> int:
    where = s.where
    return sum([where[u] >= 0 for u in VAMPIRES])


def in_pool(s: DarkEmperorState) -> list[int]:
    """Return one vampire of each kind in the pool: Greater, Lesser (7.34, Q9)."""
    waiting = [u for u in VAMPIRES if s.where[u] == POOL]
    first = {IS_GREATER[u]: u for u in reversed(waiting)}
    return sorted(first.values())


def nests(s: DarkEmperorState) -> Iterator[int]:
    """Return the city hexes where a vampire can raise another (7.33, P20)."""
    return (h for h in quiet_cities(s) if breeders(s, h) > 0)


def quiet_cities(s: DarkEmperorState) -> Iterator[int]:
    """Return the cities of the Necromancer's side without enemies near (7.33c)."""
    return (h for h in s.stacks[NECROMANCER_SIDE] if h in CITY_AT and not is_disturbed(s, h))


def vampires_in(s: DarkEmperorState, h: int) -> list[int]:
    return [u for u in s.units(NECROMANCER_SIDE, h) if IS_VAMPIRE[u]]


def breeders(s: DarkEmperorState, h: int) -> int:
    """Return the vampires of a hex that can still raise another in this phase.

    New vampires cannot, nor can those that raised them.
    """
    here = vampires_in(s, h)
    new = sum([u in s.recruits for u in here])
    return len(here) - 2 * new


def is_disturbed(s: DarkEmperorState, h: int) -> bool:
    """Return whether enemy units are in a hex or next to it (7.33c)."""
    return any(s.has_units(KINGDOMS_SIDE, n) for n in (h, *GRID.adjacent[h]))


def end_if_done(s: DarkEmperorState) -> None:
    """End the segment if no further vampire can be raised."""
    step = s.flow[-1]
    assert isinstance(step, Raise)
    if in_play(s) >= step.limit or not in_pool(s) or next(nests(s), None) is None:
        s.pop()


class Raise(Step, frozen=True):
    """Choice of the city where a vampire raises another (7.33)."""

    seat: int
    limit: int
    needs_decision = True
    is_interruptible = True
    clause = "7.33a"
    verbs = {"raise": "space", "end": "button"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        return [*[("raise", h) for h in sorted(nests(s))], END]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        if action == END:
            s.pop()
            return
        kinds = in_pool(s)
        if len(kinds) > 1:
            s.push(ChooseGrade(self.seat, action[1]))
        else:
            raise_vampire(s, kinds[0], action[1])
            end_if_done(s)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        verb, h = action
        if verb == "end":
            return None if action == END else Refusal("7.32b", "why.no-button")
        if action in self.actions(s):
            return None
        if not 0 <= h < HEXES or h not in CITY_AT:
            return Refusal("7.33a", "why.no-vampire-city")
        if is_disturbed(s, h):
            return Refusal("7.33c", "why.disturbed", {"hex": h})
        return Refusal("7.33b", "why.no-vampire-left", {"hex": h})


class ChooseGrade(ChooseOne, frozen=True):
    """Choice between a Greater and a Lesser Vampire (Q9)."""

    seat: int
    hex: int
    without_preview = "The choice names the vampire."
    clause = "7.34b"
    verbs = {"vampire": "piece"}
    default_refusal = Refusal("7.34b", "why.not-in-pool")

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return in_pool(s)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        raise_vampire(s, choice, self.hex)
        end_if_done(s)


def raise_vampire(s: DarkEmperorState, u: int, h: int) -> None:
    s.put((u,), h)
    s.recruits = (*s.recruits, u)
    s.log("vampire", "7.33b", unit=u, hex=h)
