"""Stormbringer and Mournblade, their victims, and the Nightmares (12.1.4, 12.1.5)."""

from __future__ import annotations

from palatine.core import Chance, Step, Tally
from palatine.games.elric.components.pieces import ELRIC, IS_MELNIBONEAN, MOURNBLADE
from palatine.games.elric.components.tables import SWORD_SHIFT, SWORD_SLAYS
from palatine.games.elric.rules.common import balance, deaths, replacements
from palatine.games.elric.rules.common.elric_appears import part_from_controller
from palatine.games.elric.state import NOBODY, ElricState


def wielder(s: ElricState) -> int:
    """Return the Melnibonean who wields Mournblade, -1 for none (9.3.3; rulings A-81, A-143).

    Elric, who has Stormbringer, does not.
    """
    person = s.bearer.get(MOURNBLADE, -1)
    return person if person >= 0 and IS_MELNIBONEAN[person] and person != ELRIC else -1


def nightmare(s: ElricState, seat: int) -> None:
    """Resolve a Nightmare of a seat: one roll for both swords (12.1.5; A-58, A-141)."""
    controller, user = s.controller, wielder(s)
    if controller < 0 and user < 0:
        s.log("nightmare.idle", "12.1.5a", seat=seat)
        return
    slays, tally = sword_chance("nightmare").roll(s)
    kind = "nightmare.slays" if slays else "nightmare.passes"
    s.log(kind, "12.1.5a", tally=tally, seat=seat, rolled=tally.rolled)
    if not slays:
        return
    if user >= 0:
        slay(s, user, MOURNBLADE, "12.1.5d")
    if controller >= 0 and controller != user:
        slay(s, controller, ELRIC, "12.1.5c")
    elif controller >= 0:
        part_from_controller(s)


def sword_chance(purpose: str) -> Chance[bool]:
    """Return the chance that a sword slays, after combat or by a Nightmare (12.1.4a, 12.1.5a)."""
    return Chance(Tally(purpose), lambda thrown: thrown.rolled >= SWORD_SLAYS)


def slay(s: ElricState, person: int, by: int, clause: str) -> None:
    """Slay a personality by a sword, and move the Balance toward Chaos (13.3).

    `by` is ELRIC for Stormbringer, or MOURNBLADE.
    """
    kind = "stormbringer.slays" if by == ELRIC else "mournblade.slays"
    s.log(kind, clause, person=person, area=s.where[person])
    if by == ELRIC:
        part_from_controller(s)
    else:
        s.bearer.pop(MOURNBLADE, None)
    deaths.perish(s, (person,))
    balance.move_marker(s, -SWORD_SHIFT, "13.3")
    replacements.check_nations(s)


class Stormbringer(Step, frozen=True):
    """Rolls at the end of step F for swords whose values counted (12.1.4; A-57, A-128, A-143)."""

    def run(self, s: ElricState) -> None:
        s.pop()
        fought, s.fought = s.fought, ()
        user = wielder(s)
        if MOURNBLADE in fought and user >= 0 and thirsts(s, MOURNBLADE, user):
            slay(s, user, MOURNBLADE, "12.1.4c")
        if ELRIC not in fought or s.where[ELRIC] < 0 or s.owner[ELRIC] == NOBODY:
            return
        if not thirsts(s, ELRIC, s.controller):
            return
        if s.controller >= 0:
            slay(s, s.controller, ELRIC, "12.1.4c")
        else:
            part_from_controller(s)


def thirsts(s: ElricState, sword: int, person: int) -> bool:
    """Roll after a combat phase; return whether a sword slays (12.1.4)."""
    name = "stormbringer" if sword == ELRIC else "mournblade"
    slays, tally = sword_chance(name).roll(s)
    kind = f"{name}.thirsts" if slays else f"{name}.rests"
    s.log(kind, "12.1.4a", tally=tally, seat=s.owner[person if person >= 0 else ELRIC], rolled=tally.rolled)
    return slays
