"""Alliances with neutrals: attempts, and the loyalty of semi-permanent allies."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import Action, Chance, ChooseOne, Refusal, Step, Tally
from palatine.games.demonlord.components.pieces import INVOKED, IS_TROOP, POWER, RANGE
from palatine.games.demonlord.components.world import GRID, HOMELANDS, NEUTRAL, NEUTRALS
from palatine.games.demonlord.rules.common.fortresses import settle_control
from palatine.games.demonlord.rules.common.neutrals import (
    MEMBERS,
    become_myth,
    free_friends,
    hand_over,
    is_semi,
    join_side,
    keep_home,
    set_allegiance,
)
from palatine.games.demonlord.rules.magic.casting import CASTERS_FOR, PASS, magic_refusal, range_refusal, spend_cast
from palatine.games.demonlord.rules.movement.meeting import leave_characters_behind
from palatine.games.demonlord.state import AWAY, LIMBO, UNALLIED, DemonlordState, Return

RESULTS = ("", "permanent", "semi", "semi", "nothing", "myth", "offended")
CLAUSES = {
    "permanent": "ALLY-08",
    "semi": "ALLY-09",
    "nothing": "ALLY-10",
    "myth": "ALLY-11",
    "offended": "ALLY-12",
}
FARTHEST = max(RANGE)

# Alliance Attempts


def has_envoy(s: DemonlordState, side: int, neutral: int) -> bool:
    """Return whether a unit of `side` is next to the neutral's homeland (ALLY-06)."""
    return not s.stacks[side].keys().isdisjoint(GRID.adjacent[HOMELANDS[neutral]])


def charmers(s: DemonlordState, side: int, neutral: int) -> list[int]:
    """Return the characters who can cast an alliance spell into the homeland (ALLY-06, A13)."""
    near, where = GRID.disc(HOMELANDS[neutral], FARTHEST), s.where
    return [u for u in CASTERS_FOR[side] if where[u] in near and charmer_refusal(s, side, neutral, u) is None]


def charmer_refusal(s: DemonlordState, side: int, neutral: int, u: int) -> Refusal | None:
    return magic_refusal(s, side, u) or range_refusal(s, u, HOMELANDS[neutral])


def court_refusal(s: DemonlordState, side: int, neutral: int, by_spell: bool) -> Refusal | None:
    """Return why a neutral cannot be courted by an envoy, or by a spell; None if it can."""
    if not 0 <= neutral < len(NEUTRALS):
        return Refusal("ALLY-01", "why.no-neutral")
    if s.serves[neutral] != UNALLIED:
        return Refusal("ALLY-05", "why.not-neutral", {"neutral": neutral})
    if by_spell and neutral in s.courted_by_spell:
        return Refusal("ALLY-07", "why.spelled", {"neutral": neutral})
    if by_spell and not charmers(s, side, neutral):
        return Refusal("ALLY-06", "why.no-charmer", {"neutral": neutral})
    if not by_spell and not has_envoy(s, side, neutral):
        return Refusal("ALLY-06", "why.no-envoy", {"neutral": neutral})
    return None


def may_court(s: DemonlordState, side: int) -> bool:
    """Return whether `side` could court a neutral, as far as the enemy knows.

    The decision must not reveal a hidden caster.
    """
    return any(
        has_envoy(s, side, n) or (n not in s.courted_by_spell and may_hide_charmer(s, side, n))
        for n in unallied_states(s)
    )


def unallied_states(s: DemonlordState) -> list[int]:
    """Return the unallied neutral states."""
    return [neutral for neutral, serves in enumerate(s.serves) if serves == UNALLIED]


def may_hide_charmer(s: DemonlordState, side: int, neutral: int) -> bool:
    """Return whether a stack shows, or could hide, a caster in range of the homeland."""
    home, stacks = HOMELANDS[neutral], s.stacks[side]
    for h in stacks.keys() & GRID.disc(home, FARTHEST):
        u = stacks[h][0]
        if len(stacks[h]) > 1 or (POWER[u] and GRID.distance(h, home) <= RANGE[u] and u not in s.spent_casters):
            return True
    return False


class AllianceAttempt(Step, frozen=True):
    """Step of the one attempt of a player's turn (ALLY-05)."""

    side: int

    def run(self, s: DemonlordState) -> None:
        if may_court(s, self.side):
            s.replace_top(Court(self.side))
        else:
            s.pop()


class Court(Step, frozen=True):
    """Choice of the neutral to court and the method, or none."""

    seat: int
    needs_decision = True
    is_private = True
    clause = "ALLY-05"
    verbs = {"envoy": "button", "charm": "button", "pass": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        free = unallied_states(s)
        found: list[Action] = [("envoy", n) for n in free if court_refusal(s, self.seat, n, False) is None]
        found += [("charm", n) for n in free if court_refusal(s, self.seat, n, True) is None]
        return [*found, PASS]

    def take(self, s: DemonlordState, action: Action) -> None:
        verb, neutral = action
        s.pop()
        if verb == "envoy":
            s.log("envoy", "ALLY-06", side=self.seat, neutral=neutral)
            attempt_alliance(s, self.seat, neutral)
        elif verb == "charm":
            s.push(Charm(self.seat, neutral))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        if action[0] == "pass":
            return Refusal("ALLY-05", "why.no-button")
        return court_refusal(s, self.seat, action[1], action[0] == "charm")


class Charm(ChooseOne, frozen=True):
    """Choice of the caster of the alliance spell."""

    seat: int
    neutral: int
    needs_dealt_action = True
    shown_as = "Court"
    is_private = True
    clause = "ALLY-06"
    verbs = {"caster": "piece"}

    def candidates(self, s: DemonlordState) -> Iterable[int]:
        return charmers(s, self.seat, self.neutral)

    def on_chosen(self, s: DemonlordState, caster: int) -> None:
        spend_cast(s, caster)
        s.courted_by_spell = (*s.courted_by_spell, self.neutral)
        s.log("charm", "MAG-05", side=self.seat, unit=caster, neutral=self.neutral, hex=s.where[caster])
        attempt_alliance(s, self.seat, self.neutral)

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        return charmer_refusal(s, self.seat, self.neutral, action[1])


def alliance_chance() -> Chance[str]:
    """Return the chance of each answer of a neutral (ALLY-08 to ALLY-13)."""
    return Chance(Tally("alliance"), lambda thrown: RESULTS[thrown.rolled])


def attempt_alliance(s: DemonlordState, side: int, neutral: int) -> None:
    """Roll on the alliance table, which includes the spell's success (ALLY-08 to ALLY-13)."""
    result, tally = alliance_chance().roll(s)
    s.log(f"alliance.{result}", CLAUSES[result], tally=tally, side=side, neutral=neutral, rolled=tally.rolled)
    if result in ("permanent", "semi"):
        join_side(s, neutral, side, permanent=result == "permanent")
    elif result == "offended":
        join_side(s, neutral, 1 - side, permanent=False)
    elif result == "myth":
        become_myth(s, neutral)


# Semi-Permanent Alliance

CHECK = ("", "cemented", "stays", "stays", "stays", "neutral", "changes")
CHECK_CLAUSES = {"cemented": "ALLY-18", "stays": "ALLY-19", "neutral": "ALLY-20", "changes": "ALLY-21"}


class AllianceChecks(Step, frozen=True):
    """Step that checks semi-permanent allies marked in this phase (ALLY-15 to ALLY-21)."""

    def run(self, s: DemonlordState) -> None:
        s.pop()
        shaken = [neutral for neutral in sorted(s.loyalty_checks_due) if is_semi(s, neutral)]
        s.loyalty_checks_due = ()
        check_loyalty(s, shaken)


def loyalty_chance() -> Chance[str]:
    """Return the chance of each result of a loyalty check (ALLY-18 to ALLY-21)."""
    return Chance(Tally("alliance check"), lambda thrown: CHECK[thrown.rolled])


def check_loyalty(s: DemonlordState, shaken: list[int]) -> None:
    """Roll in the order AH, AN, GW, LY, MU, then apply all results (ALLY-17, A32)."""
    rolled = [(neutral, *loyalty_chance().roll(s)) for neutral in shaken]
    leaving: list[tuple[int, int]] = []
    for neutral, result, tally in rolled:
        side = s.serves[neutral]
        clause = CHECK_CLAUSES[result]
        s.log(f"check.{result}", clause, tally=tally, neutral=neutral, side=side, rolled=tally.rolled)
        if result == "cemented":
            set_allegiance(s, neutral, side, permanent=True)
        elif result != "stays":
            leaving.append((neutral, UNALLIED if result == "neutral" else 1 - side))
    leave_alliances(s, leaving)


def leave_alliances(s: DemonlordState, leaving: list[tuple[int, int]]) -> None:
    """Make neutrals leave their allies, to be UNALLIED or join the enemy.

    All of them leave before control changes or characters are left among enemies (A32). See ALLY-20 to ALLY-25, A19.
    """
    left: list[tuple[int, int]] = []
    for neutral, new in leaving:
        old = s.serves[neutral]
        left += [(old, h) for h in remove_departed(s, neutral)]
        hand_home(s, neutral, old, new)
    for neutral, _ in leaving:
        keep_home(s, neutral)
        free_friends(s, neutral)
    settle_control(s, *[h for _, h in left])
    for old, h in dict.fromkeys(left):
        leave_characters_behind(s, old, h)


def hand_home(s: DemonlordState, neutral: int, old: int, new: int) -> None:
    """Transfer a neutral's units at home where they are (ALLY-23)."""
    home = HOMELANDS[neutral]
    at_home = [u for u in s.stack(old, home) if u in MEMBERS[neutral]]
    set_allegiance(s, neutral, new, permanent=False)
    hand_over(s, at_home, home, old, min(new, NEUTRAL))


def remove_departed(s: DemonlordState, neutral: int) -> list[int]:
    """Remove a neutral's units away from home, and its spirits (ALLY-22, ALLY-24).

    Return the hexes that its troops have left.
    """
    side, home = s.serves[neutral], HOMELANDS[neutral]
    going = [u for u in MEMBERS[neutral] if s.where[u] >= 0 and (s.where[u] != home or u in INVOKED)]
    hexes = sorted({s.where[u] for u in going if IS_TROOP[u]})
    for u in going:
        s.lift((u,), side, s.where[u], AWAY if u in INVOKED else LIMBO)
    travellers = tuple([u for u in going if s.where[u] == LIMBO])
    if travellers:
        s.returns = (*s.returns, Return(s.phase + 1, travellers))
    if going:
        s.log("departed", "ALLY-22", units=going)
    return hexes
