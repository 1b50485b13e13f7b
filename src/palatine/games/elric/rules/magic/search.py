"""Search for hidden magic, friends and enemies in the wilderness (8.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palatine.core import Action, Chance, ChooseOne, Refusal, Step, Tally
from palatine.games.elric.components.pieces import FLAMEBRINGERS, KELMAIN, KIND, PERSON, PIECES, POWER_OF
from palatine.games.elric.components.spells import ACTS_AT_ONCE
from palatine.games.elric.components.tables import FOUNDING, SEARCH_AGAIN, SEARCH_FIRST
from palatine.games.elric.components.world import AREAS, IS_WILD, KANELOON, MORDAGA
from palatine.games.elric.rules.characters.immediate_spells import act
from palatine.games.elric.rules.common import cup
from palatine.games.elric.rules.common.relocation import join_friend
from palatine.games.elric.state import NOBODY, ElricState

SPELL, PLACE, STACK = 0, 1, 2
"""Objects of a search: the spell, the Castle or Kaneloon, or STACK plus band (8.0; A-107)."""
SOUGHT_BY: Final = {MORDAGA: FLAMEBRINGERS, KANELOON: KELMAIN}
"""By place: the horde that must find it before it can leave (11.0)."""
WILDS: Final = frozenset([area for area in range(AREAS) if IS_WILD[area]])
"""Areas that the map marks as wilderness; others become so only by Chaos (7.5.5, 13.4)."""
KEYS: Final = 256
"""Factor of the `sought` key, seat * KEYS + area."""
PASS: Final[Action] = ("pass", 0)


class Search(Step, frozen=True):
    """The phasing player's searches, area by area (8.0)."""

    after: int = -1

    def run(self, s: ElricState) -> None:
        seat = s.phasing
        stacks = s.stacks[seat]
        for area in sorted(stacks if s.tipped < 0 else WILDS.intersection(stacks)):
            if area > self.after and s.is_wild(area):
                searchers = searchers_at(s, seat, area)
                if searchers:
                    s.replace_top(Search(area))
                    s.push(ask(seat, area, searchers))
                    return
        s.pop()


def ask(seat: int, area: int, searchers: list[int]) -> Step:
    """Return the step that chooses the searcher; with one stack, the object."""
    return ChooseSearch(seat, area, searchers[0]) if len(searchers) == 1 else ChooseSearcher(seat, area)


def searchers_at(s: ElricState, seat: int, area: int) -> list[int]:
    """Return the first personality of each stack with something to search for (8.0)."""
    found = []
    for stack in s.stacks_at(seat, area):
        leader = next((p for p in stack if KIND[p] == PERSON), -1)
        if leader >= 0 and objects(s, seat, area, stack):
            found.append(leader)
    return found


def objects(s: ElricState, seat: int, area: int, stack: Sequence[int]) -> list[Action]:
    """Return what a stack can search for: spell or horde's place, friends, enemies (8.0)."""
    found: list[Action] = []
    if frees(s, area, stack):
        found.append(("place", area))
    elif area in s.stars:
        found.append(("spell", area))
    for other in [seat for seat in range(NOBODY) if area in s.stacks[seat]]:
        found += [
            ("stack", group[0])
            for group in s.stacks_at(other, area)
            if stack[0] not in group and not is_found(s, other, group[0])
        ]
    return found


def frees(s: ElricState, area: int, stack: Sequence[int]) -> bool:
    """Return whether a horde in a stack still has to find this place (11.0; A-52, A-154)."""
    horde = SOUGHT_BY.get(area, -1)
    return horde >= 0 and horde not in s.freed and any([POWER_OF[p] == horde for p in stack])


def is_found(s: ElricState, seat: int, piece: int) -> bool:
    return (s.where[piece], seat, s.bands.get(piece, 0)) in [found[:3] for found in s.found]


class ChooseSearcher(Step, frozen=True):
    """The choice of the stack that searches an area (8.0; ruling A-107)."""

    seat: int
    area: int
    may_roll = True
    without_preview = "The search itself is previewed when its aim is chosen."
    without_decision = "The first stack searches; the aim is decided by itself."
    needs_decision = True
    clause = "8.0e"
    verbs = {"searcher": "piece", "pass": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        return [*[("searcher", p) for p in searchers_at(s, self.seat, self.area)], PASS]

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        if action != PASS:
            s.push(ChooseSearch(self.seat, self.area, action[1]))

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        p = action[1]
        if action in self.actions(s):
            return None
        if action[0] == "pass":
            return Refusal("8.0e", "why.no-button")
        if p not in s.pieces(self.seat, self.area):
            return Refusal("8.0e", "why.not-searching-here", {"area": self.area})
        if KIND[p] != PERSON:
            return Refusal("8.0f", "why.searcher-is-a-person")
        return Refusal("8.0e", "why.first-of-searchers")


class ChooseSearch(Step, frozen=True):
    """The choice of the object of a search, announced before the roll (8.0)."""

    seat: int
    area: int
    searcher: int
    may_roll = True
    needs_decision = True
    clause = "8.0d"
    verbs = {"spell": "space", "place": "space", "stack": "piece", "pass": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        return [*objects(s, self.seat, self.area, s.stack_of(self.searcher)), PASS]

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        if action != PASS:
            roll_search(s, self, action)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        return None if action in self.actions(s) else refusal(s, self, action)


def refusal(s: ElricState, step: ChooseSearch, action: Action) -> Refusal:
    """Return why a stack may not search for an object."""
    verb, x = action
    if verb == "pass":
        return Refusal("8.0d", "why.no-button")
    if verb == "stack":
        if not 0 <= x < PIECES or s.where[x] != step.area:
            return Refusal("8.0c", "why.search-here", {"area": step.area})
        return Refusal("8.0c", "why.not-hidden-here")
    if x != step.area:
        return Refusal("8.0c", "why.search-here", {"area": step.area})
    if verb == "place":
        return Refusal("11.0m", "why.no-place-to-find", {"area": x})
    return Refusal("8.0c", "why.no-spell-here", {"area": x})


def roll_search(s: ElricState, step: ChooseSearch, action: Action) -> None:
    """Roll for a search; it is easier if repeated on consecutive turns (8.0; ruling A-24)."""
    verb, x = action
    again = is_sought_again(s, step, action)
    s.sought[step.seat * KEYS + step.area] = (object_of(s, action), s.turn)
    is_found, tally = search_chance(again).roll(s)
    kind = f"search.{verb}" if is_found else f"search.{verb}-missed"
    s.log(kind, "8.0h" if again else "8.0g", tally=tally, seat=step.seat, area=step.area, piece=step.searcher,
           target=x, rolled=tally.rolled, needed=SEARCH_AGAIN if again else SEARCH_FIRST)  # fmt: skip
    if is_found:
        find(s, step, action)


def search_chance(again: bool) -> Chance[bool]:
    """Return the chance of a search, easier if repeated on consecutive turns (8.0g, 8.0h)."""
    needed = SEARCH_AGAIN if again else SEARCH_FIRST
    return Chance(Tally("search"), lambda thrown: thrown.rolled >= needed)


def is_sought_again(s: ElricState, step: ChooseSearch, action: Action) -> bool:
    """Return whether the same search was made there on the turn before (8.0h; ruling A-24)."""
    return s.sought.get(step.seat * KEYS + step.area) == (object_of(s, action), s.turn - 1)


def object_of(s: ElricState, action: Action) -> int:
    """Return the object of a search, as stored in `sought`."""
    verb, x = action
    return SPELL if verb == "spell" else PLACE if verb == "place" else STACK + s.bands.get(x, 0)


def find(s: ElricState, step: ChooseSearch, action: Action) -> None:
    """Apply a successful search (8.0)."""
    verb, x = action
    if verb == "stack":
        find_stack(s, step, x)
        return
    if verb == "place":
        horde = SOUGHT_BY[step.area]
        s.freed = (*s.freed, horde)
        s.log("horde.freed", "11.0m" if horde == FLAMEBRINGERS else "11.0o", power=horde, area=step.area)
    if step.area not in s.stars:
        return
    if s.scenario == FOUNDING:
        reveal_monster(s, step.area)
        return
    finders = receivers(s, s.stack_of(step.searcher))
    if len(finders) == 1:
        receive(s, finders[0], step.area)
    else:
        s.push(ChooseReceiver(step.seat, step.area, step.searcher))


def find_stack(s: ElricState, step: ChooseSearch, piece: int) -> None:
    """Join found friends to the stack; enemies are fought in the next combat phase (8.0)."""
    other = s.owner[piece]
    if other != step.seat:
        s.found = (*s.found, (step.area, other, s.bands.get(piece, 0), s.bands.get(step.searcher, 0)))
        return
    join_friend(s, s.stack_of(piece), step.searcher)


def reveal_monster(s: ElricState, area: int) -> None:
    """Reveal a monster in the solitaire scenario, face up until beaten (14.1)."""
    spell = s.stars.pop(area)
    s.face_up = {**s.face_up, area: (*s.face_up.get(area, ()), spell)}
    s.log("monster.found", "14.1e", area=area, spell=spell)


# Receiving the spell


def receivers(s: ElricState, stack: Sequence[int]) -> list[int]:
    """Return the personalities of a stack with room for a spell, or all if none has (A-107)."""
    persons = [p for p in stack if KIND[p] == PERSON]
    return [p for p in persons if len(s.hand.get(p, ())) < cup.HOLDS[p]] or persons


def receive(s: ElricState, person: int, area: int) -> None:
    """Give a spell from a star to its finder, or apply it (8.0, 9.1, 9.3.1)."""
    spell = s.stars.pop(area)
    if ACTS_AT_ONCE[spell]:
        s.log("card.acts", "9.3.1a", piece=person, spell=spell)
        act(s, spell, person, s.owner[person])
        return
    cup.take_card(s, person, spell)
    cup.note_card(s, "card.found", "9.1b", person, spell)
    cup.fit_hands(s, s.owner[person], area)


class ChooseReceiver(ChooseOne, frozen=True):
    """The choice of the personality that takes a found spell, before it is revealed (A-183)."""

    seat: int
    area: int
    searcher: int
    may_roll = True
    clause = "8.0i"
    verbs = {"finder": "piece"}

    def candidates(self, s: ElricState) -> list[int]:
        return receivers(s, s.stack_of(self.searcher))

    def on_chosen(self, s: ElricState, person: int) -> None:
        receive(s, person, self.area)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        p = action[1]
        if action in self.actions(s):
            return None
        if p not in s.stack_of(self.searcher) or KIND[p] != PERSON:
            return Refusal("8.0i", "why.not-of-stack")
        return Refusal("9.5a", "why.finder-full", {"piece": p})
