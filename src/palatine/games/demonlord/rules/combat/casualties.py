"""Rout and destruction: troops removed from the line, and the fate of their characters."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from palatine.core import Chance, ChooseOne, Refusal, Tally
from palatine.games.demonlord.rules.combat.battle_end import end_by_destruction
from palatine.games.demonlord.rules.combat.lines import companions, station, unrouted_troops, without
from palatine.games.demonlord.rules.combat.morale import ROUTS
from palatine.games.demonlord.rules.common.losses import destroy_unit
from palatine.games.demonlord.state import STORED_NAMES, DemonlordState, with_side


def remove_losses(s: DemonlordState, lost: list[tuple[int, int]]) -> None:
    """Remove routed and destroyed troops, resolve their characters, and end the battle if due."""
    battle = s.battle
    assert battle is not None
    orphans = [(c, u) for u, _ in lost for c in companions(battle, u)]
    for u, result in lost:
        take_off(s, u, routed=result == ROUTS)
    phasing_first = sorted(orphans, key=lambda pair: s.side_of(pair[0]) != s.phasing)
    homeless = [c for c, _ in phasing_first if roll_fate(s, c)]
    battle = s.battle
    assert battle is not None
    left = [bool(unrouted_troops(battle, side)) for side in (0, 1)]
    if not all(left):
        end_by_destruction(s, left)
        return
    for c in reversed(homeless):
        join_other_troop(s, c)


def take_off(s: DemonlordState, u: int, routed: bool) -> None:
    """Move a troop from the line to the routed units, or out of the game."""
    battle = s.battle
    assert battle is not None
    side = s.side_of(u)
    groups = tuple([(without(a, u), without(b, u)) for a, b in battle.groups])
    battle = replace(battle, groups=tuple([g for g in groups if g[0] or g[1]]))
    reserve = (without(battle.reserve[0], u), without(battle.reserve[1], u))
    s.battle = replace(battle, reserve=reserve)
    if routed:
        add_to_routed(s, u, side)
    else:
        destroy_unit(s, u)


def add_to_routed(s: DemonlordState, u: int, side: int) -> None:
    """Add a unit to its side's routed units (BAT-36, BAT-59)."""
    battle = s.battle
    assert battle is not None
    s.battle = replace(battle, routed=with_side(battle.routed, side, (*battle.routed[side], u)))


FATES = {"killed": "BAT-58", "routs": "BAT-59", "unhurt": "BAT-60"}
"""Possible fates of a character whose troop is lost, with their clauses."""
_FATE_BY_DIE = ("", "killed", "killed", "routs", "unhurt", "unhurt", "unhurt")


def fate_chance() -> Chance[str]:
    """Return the chance of each fate of a character whose troop is lost (BAT-58 to BAT-60)."""
    return Chance(Tally("fate"), lambda thrown: _FATE_BY_DIE[thrown.rolled])


def roll_fate(s: DemonlordState, c: int) -> bool:
    """Roll a character's fate and return whether it needs a new troop (BAT-58 to BAT-60)."""
    battle = s.battle
    assert battle is not None
    result, tally = fate_chance().roll(s)
    s.battle = replace(battle, posts=tuple([p for p in battle.posts if p[0] != c]))
    s.log(f"fate.{result}", FATES[result], tally=tally, unit=c)
    if result == "killed":
        destroy_unit(s, c)
    elif result == "routs":
        add_to_routed(s, c, s.side_of(c))
    return result == "unhurt"


def join_other_troop(s: DemonlordState, c: int) -> None:
    """Place an unhurt character with another unrouted friendly troop (BAT-60, B34).

    Push the choice if there are several.
    """
    battle = s.battle
    assert battle is not None
    side = s.side_of(c)
    troops = unrouted_troops(battle, side)
    if len(troops) == 1:
        station(s, c, troops[0], "BAT-60")
    else:
        s.push(ReassignCharacter(side, c))


class ReassignCharacter(ChooseOne, frozen=True, tag=STORED_NAMES):
    """Choice of the new troop of a character whose troop was lost."""

    seat: int
    character: int
    clause = "BAT-60"
    verbs = {"with": "piece"}
    default_refusal = Refusal("BAT-60", "why.with-a-troop")

    def candidates(self, s: DemonlordState) -> Iterable[int]:
        assert s.battle is not None
        return unrouted_troops(s.battle, self.seat)

    def on_chosen(self, s: DemonlordState, troop: int) -> None:
        station(s, self.character, troop, "BAT-60")
