"""Captured cities: control, rewards and evicted pieces (7.5.2, 9.1c, 10.9.1)."""

from __future__ import annotations

from palatine.core import Action, ChooseOne, Refusal
from palatine.games.elric.components.pieces import ELRIC, KIND, MOONGLUM, PERSON
from palatine.games.elric.components.world import CITIES, CITY_AT, MELNIBONE
from palatine.games.elric.rules.common import victory
from palatine.games.elric.rules.common.cup import Draw, can_draw
from palatine.games.elric.rules.common.naval import put_out
from palatine.games.elric.rules.common.relocation import go_off
from palatine.games.elric.rules.common.sieges import lift_siege
from palatine.games.elric.state import NOBODY, OFF, ElricState, Hold


def capture(s: ElricState, seat: int, area: int, stack: tuple[int, ...]) -> None:
    """Capture a city: set its holder, reward captors, evict ships (7.5.2, 10.9.1)."""
    victim = s.city_owner(area)
    lift_siege(s, area)
    if s.ruler[CITIES[CITY_AT[area]].nation] == seat:
        s.holds.pop(area, None)
    else:
        s.holds[area] = Hold(seat, victim)
    s.log("city.falls", "7.5.2d", seat=seat, area=area, victim=victim)
    if victim != NOBODY:
        put_out(s, victim, area)
    is_new = is_rewarded(s, seat, area)
    s.rewarded = tuple([each for each in s.rewarded if each[1] != area or each[0] == seat])
    if is_new:
        s.rewarded = (*s.rewarded, (seat, area))
        reward(s, seat, area, stack)
    if area == MELNIBONE:
        imrryr_falls(s, seat)


def is_rewarded(s: ElricState, seat: int, area: int) -> bool:
    """Return whether a capture earns a spell (7.5.2g, 9.1c; ruling A-75).

    It does for a foreign capital, once until an enemy takes it.
    """
    city = CITIES[CITY_AT[area]]
    return city.capital and s.ruler[city.nation] != seat and (seat, area) not in s.rewarded


def reward(s: ElricState, seat: int, area: int, stack: tuple[int, ...]) -> None:
    """Let a personality of the capturing stack, chosen by its owner, draw (7.5.2g; A-117)."""
    persons = tuple([p for p in stack if KIND[p] == PERSON])
    if not can_draw(s) or not persons:
        return
    if len(persons) == 1:
        s.push(Draw(persons[0], 1, "7.5.2g"))
    else:
        s.push(ChooseRewarded(seat, area, persons))


class ChooseRewarded(ChooseOne, frozen=True):
    """The choice of the personality that draws the spell for a capital (7.5.2g; ruling A-117)."""

    seat: int
    area: int
    persons: tuple[int, ...]
    may_roll = True
    clause = "7.5.2g"
    verbs = {"reward": "piece"}

    def candidates(self, s: ElricState) -> tuple[int, ...]:
        return self.persons

    def on_chosen(self, s: ElricState, person: int) -> None:
        s.push(Draw(person, 1, "7.5.2g"))

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        return None if action in self.actions(s) else Refusal("7.5.2g", "why.no-captor", {"area": self.area})


def imrryr_falls(s: ElricState, seat: int) -> None:
    """Open the gate of Imrryr; neutral Melniboneans leave, to be mustered (7.5.9c; A-49, A-72)."""
    if not s.fallen:
        s.fallen = True
        s.log("imrryr.falls", "7.5.9c", seat=seat, area=MELNIBONE)
    home = [p for p in s.pieces(NOBODY, MELNIBONE) if p not in (ELRIC, MOONGLUM)]
    if home:
        s.log("melniboneans.leave", "12.0a", group=home, area=MELNIBONE)
        go_off(s, home, OFF)
    victory.imrryr(s, seat)
