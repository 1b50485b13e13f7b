"""Naval movement: embarking, cargo, landing (8.2)."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import Action, ChooseOne, MenuStep, Refusal, Step
from palatine.games.dark_emperor.components.pieces import NAVAL, UNIT_TYPE, UNITS
from palatine.games.dark_emperor.components.world import COASTAL, HEXES, PORT
from palatine.games.dark_emperor.rules.common.losses import distinct
from palatine.games.dark_emperor.rules.common.terrain import is_shut
from palatine.games.dark_emperor.state import END, DarkEmperorState, is_land_unit

PORTS = tuple([h for h in range(HEXES) if PORT[h]])
PORT_SET = frozenset(PORTS)
FLEETS = frozenset([u for u in range(UNITS) if UNIT_TYPE[u] == NAVAL])
LAND_UNITS = frozenset(filter(is_land_unit, range(UNITS)))


class Embarkation(Step, frozen=True):
    """Step at the start of the Movement Segment: land units in ports can embark (8.21)."""

    def run(self, s: DarkEmperorState) -> None:
        step = Embark(s.phasing)
        if step.has_choice(s):
            s.replace_top(step)
        else:
            s.pop()


def free_ships(s: DarkEmperorState, side: int, h: int) -> list[int]:
    """Return the fleets of a side in a hex without cargo."""
    return [u for u in s.stacks[side].get(h, ()) if u in FLEETS and u not in s.cargo]


def boarders(s: DarkEmperorState, side: int) -> list[int]:
    """Return the land units of a side in a port with an empty fleet (8.21, M31)."""
    own, found = s.stacks[side], []
    for h in sorted(PORT_SET.intersection(own)):
        group = own[h]
        if not FLEETS.isdisjoint(group) and not LAND_UNITS.isdisjoint(group) and free_ships(s, side, h):
            found += s.ashore([u for u in group if u in LAND_UNITS])
    return found


class Embark(MenuStep, frozen=True):
    """Decision which land units embark (8.21)."""

    seat: int
    needs_decision = True
    verbs = {"load": "piece", "end": "button"}
    clause = "8.21a"
    is_interruptible = True

    def menu(self, s: DarkEmperorState) -> list[Action]:
        return [*[("load", u) for u in boarders(s, self.seat)], END]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.invalidate_actions()
        if action == END:
            s.pop()
            return
        s.replace_top(Embarkation())
        ships = distinct(s, free_ships(s, self.seat, s.where[action[1]]))
        if len(ships) > 1:
            s.push(Aboard(self.seat, action[1], s.where[action[1]]))
        else:
            embark(s, action[1], ships[0])

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        verb, u = action
        if verb == "end":
            return Refusal("8.21e", "why.no-button")
        if not 0 <= u < UNITS or s.where[u] < 0 or s.side(u) != self.seat:
            return Refusal("8.21a", "why.not-yours")
        if not is_land_unit(u):
            return Refusal("8.21a", "why.no-cargo", {"unit": u})
        if s.aboard(u) >= 0:
            return Refusal("8.21b", "why.aboard-already", {"unit": u})
        if s.where[u] not in PORTS:
            return Refusal("8.21a", "why.no-port", {"hex": s.where[u]})
        return Refusal("8.21b", "why.no-ship", {"hex": s.where[u]})


class Aboard(ChooseOne, frozen=True):
    """Choice of the fleet that takes a land unit, if fleets differ (8.21)."""

    seat: int
    unit: int
    hex: int
    without_preview = "The choice names the fleet."
    without_decision = "Any fleet with room will do."
    verbs = {"ship": "piece"}
    default_refusal = Refusal("8.21b", "why.no-such-ship")
    clause = "8.21b"

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return distinct(s, free_ships(s, self.seat, self.hex))

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        embark(s, self.unit, choice)


def embark(s: DarkEmperorState, u: int, ship: int) -> None:
    s.cargo[ship] = u
    s.log("embark", "8.21a", unit=u, ship=ship, hex=s.where[u])


# Landing


def may_land(h: int) -> bool:
    """Return whether cargo can land in a hex: on a coast, or in the port of a river (8.22, M14)."""
    return COASTAL[h] or PORT[h]


LANDFALL = tuple(map(may_land, range(HEXES)))


def landings(s: DarkEmperorState, h: int, group: tuple[int, ...]) -> list[int]:
    """Return the cargo that the fleets of a group can land in a hex."""
    if not LANDFALL[h]:
        return []
    loads = [s.cargo[ship] for ship in group if ship in s.cargo]
    return [u for u in loads if not is_shut(s, u, h)]
