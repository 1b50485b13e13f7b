"""Meetings in a hex: attacked neutrals, stopped troops, captures, characters left behind."""

from __future__ import annotations

from palatine.games.demonlord.components.pieces import IS_TROOP
from palatine.games.demonlord.components.world import NEUTRAL
from palatine.games.demonlord.rules.characters.capture import Capture, Demand, Show, halt_troops, is_at_risk
from palatine.games.demonlord.rules.common.fortresses import settle_control
from palatine.games.demonlord.rules.common.neutrals import attack_neutral, end_peace, unallied_home
from palatine.games.demonlord.state import HOMELAND_OF, DemonlordState, has_troops


def meets_strangers(s: DemonlordState, side: int, h: int) -> bool:
    """Return whether a group that enters `h` must declare whether it has troops (H4)."""
    return h in s.stacks[1 - side] or (h in HOMELAND_OF and unallied_home(s, h) >= 0)


def troop_first(group: tuple[int, ...]) -> tuple[int, ...]:
    """Return the group with its first troop on top, as required on meeting enemies (H4)."""
    troop = next((u for u in group if IS_TROOP[u]), group[0])
    return (troop, *[u for u in group if u != troop])


def arrive(
    s: DemonlordState, side: int, group: tuple[int, ...], h: int, left: tuple[int, ...] = (), retreats: bool = False
) -> None:
    """Settle the consequences of units entering a hex.

    Neutrals are attacked, troops stopped, characters tested, and control settled, also of the hexes they have `left`.
    Called for marches, reinforcements, retreats and Spellgates; choices are pushed on the flow.
    """
    if has_troops(group):
        record_entry(s, side, h)
        if h in HOMELAND_OF:
            end_peace(s, h, (side,))
            provoke_neutral(s, side, h)
        if h in s.stacks[1 - side]:
            troops_arrive(s, side, group, h, retreats)
        settle_control(s, *left, h)
    elif not s.has_troop(side, h):
        characters_arrive(s, side, group, h)


def record_entry(s: DemonlordState, side: int, h: int) -> None:
    """Record a hex that the phasing player's troops have entered."""
    if side == s.phasing and h not in s.reinforced:
        s.reinforced = (*s.reinforced, h)


def provoke_neutral(s: DemonlordState, side: int, h: int) -> None:
    """Attack an unallied neutral in its homeland; a troop blocks face up (M38, A17)."""
    neutral = unallied_home(s, h)
    if neutral < 0:
        return
    attack_neutral(s, neutral, side)
    troops = s.troops(1 - side, h)
    if troops and not s.shows_troop(1 - side, h):
        s.lay_on_top(troops[0], 1 - side, h)


def troops_arrive(s: DemonlordState, side: int, group: tuple[int, ...], h: int, retreats: bool) -> None:
    """Settle troops entering a hex: open enemy troops stop them, lone characters are tested.

    See MOV-20, CAP-02. No troops can be hidden where a retreat enters (B43).
    """
    standing = s.stack(1 - side, h)
    if s.shows_troop(1 - side, h):
        halt_troops(s, group)
    elif not is_at_risk(s, standing, h):
        return
    elif len(standing) > 1 and not retreats:
        s.push(Show(1 - side, h, group, by_troops=True))
    else:
        s.push(Demand(side, h, group, retreats))


def characters_arrive(s: DemonlordState, side: int, group: tuple[int, ...], h: int, entering: bool = True) -> None:
    """Settle characters alone in a hex, whom enemies can capture (CAP-01, H5, M27).

    They enter, or are left there.
    """
    if not is_at_risk(s, group, h):
        return
    if s.shows_troop(1 - side, h) or s.has_troop(NEUTRAL, h):
        s.push(Capture(side, h, group, entering))
    elif len(s.stack(1 - side, h)) > 1:
        s.push(Show(1 - side, h, group, by_troops=False, entering=entering))


def leave_characters_behind(s: DemonlordState, side: int, h: int) -> None:
    """Test characters whose last friendly troop has left while enemy troops remain (M27 c)."""
    group = s.stack(side, h)
    if group and not s.has_troop(side, h):
        characters_arrive(s, side, group, h, entering=False)
