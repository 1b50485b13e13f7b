"""Sieges: resolution, magic, losses and surrender."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from palatine.core import Action, Chance, ChooseButton, ChooseOne, Distribution, Refusal, Step, Tally
from palatine.games.demonlord.components.pieces import IS_TROOP, LEAD, MODE, POWER
from palatine.games.demonlord.components.spells import SIEGE_MAGIC_LIMIT
from palatine.games.demonlord.components.tables import SURRENDER, TOTALS, siege_column, siege_total
from palatine.games.demonlord.components.world import CASTLES, LYUNG
from palatine.games.demonlord.rules.common.fortresses import settle_control
from palatine.games.demonlord.rules.common.losses import destroy_unit, imprison
from palatine.games.demonlord.rules.magic.casting import (
    CASTERS,
    PASS,
    cast_by,
    limit_chance,
    magic_refusal,
    range_refusal,
    spend_cast,
)
from palatine.games.demonlord.rules.movement.meeting import leave_characters_behind
from palatine.games.demonlord.state import STORED_NAMES, DemonlordState

ASSAULT: Action = ("assault", 0)
INVEST: Action = ("invest", 0)
LONG_SIEGE = 5


class Sieges(Step, frozen=True):
    """Step of one round of every siege, in the phasing player's order (SIEGE-10, F20)."""

    done: tuple[int, ...] = ()

    def run(self, s: DemonlordState) -> None:
        pending = [h for h in sorted(s.control) if s.is_besieged(h) and h not in self.done]
        if not pending:
            s.pop()
        elif len(pending) == 1:
            self.open(s, pending[0])
        else:
            s.push(ChooseSiege(s.phasing, tuple(pending)))

    def open(self, s: DemonlordState, h: int) -> None:
        s.replace_top(Sieges((*self.done, h)))
        s.opened = True
        count = s.siege_steps(h) + 1
        s.sieges = (*[pair for pair in s.sieges if pair[0] != h], (h, count))
        s.push(ChooseSiegeMethod(1 - s.control[h], h))


class ChooseSiege(ChooseOne, frozen=True):
    """Choice of the next siege to resolve."""

    seat: int
    hexes: tuple[int, ...]
    without_preview = "The siege is previewed when its method is chosen."
    clause = "SIEGE-10"
    verbs = {"siege": "space"}
    default_refusal = Refusal("SIEGE-01", "why.no-siege-there")

    def candidates(self, s: DemonlordState) -> Iterable[int]:
        return self.hexes

    def on_chosen(self, s: DemonlordState, h: int) -> None:
        step = s.flow[-1]
        assert isinstance(step, Sieges)
        step.open(s, h)


class ChooseSiegeMethod(ChooseButton, frozen=True, tag=STORED_NAMES):
    """Choice of the besieger to assault or invest (SIEGE-11)."""

    seat: int
    hex: int
    clause = "SIEGE-11"
    buttons = (ASSAULT, INVEST)
    default_refusal = Refusal("SIEGE-11", "why.no-button")

    def take(self, s: DemonlordState, action: Action) -> None:
        s.log("siege.method", "SIEGE-11", side=self.seat, hex=self.hex, method=action[0])
        s.replace_top(SiegeMagic(self.hex, action == ASSAULT, s.phasing))


# Siege Magic


def siege_magic_chance() -> Chance[bool]:
    """Return the chance that a caster's magic takes part (MAG-20)."""
    return limit_chance(Tally("siege magic"), SIEGE_MAGIC_LIMIT)


def siege_magic_refusal(s: DemonlordState, u: int, side: int, h: int) -> Refusal | None:
    """Return why a character cannot add siege magic at `h`, or None (MAG-20, F26)."""
    return magic_refusal(s, side, u) or range_refusal(s, u, h)


class SiegeMagic(Step, frozen=True):
    """Step of alternate announcements of siege magic, then all dice (MAG-22, F26).

    It ends when both players pass.
    """

    hex: int
    assault: bool
    side: int
    passes: int = 0
    announced: tuple[int, ...] = ()

    def run(self, s: DemonlordState) -> None:
        if self.passes == 2:
            magic = self.totals(s)
            s.pop()
            resolve_siege(s, self.hex, self.assault, magic)
        else:
            s.replace_top(RaiseMagic(self.side, self.hex, self))

    def totals(self, s: DemonlordState) -> tuple[int, int]:
        """Return the power of the successful casters by side (SIEGE-17, MAG-21)."""
        total = [0, 0]
        for u in self.announced:
            works = cast_by(s, siege_magic_chance(), "MAG-20", -1, u, SIEGE_MAGIC_LIMIT)
            total[s.side_of(u)] += POWER[u] if works else 0
        return total[0], total[1]


class RaiseMagic(Step, frozen=True):
    """Decision to add a character's siege magic, or pass; both players always have it."""

    seat: int
    hex: int
    magic: SiegeMagic
    needs_decision = True
    is_private = True
    clause = "MAG-22"
    verbs = {"siege magic": "piece", "pass": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        able = [u for u in CASTERS if s.where[u] >= 0 and siege_magic_refusal(s, u, self.seat, self.hex) is None]
        return [*[("siege magic", u) for u in able], PASS]

    def take(self, s: DemonlordState, action: Action) -> None:
        magic = self.magic
        if action == PASS:
            s.replace_top(replace(magic, side=1 - self.seat, passes=magic.passes + 1))
            return
        spend_cast(s, action[1])
        where = s.where[action[1]]
        s.log("siege.magic", "MAG-20", unit=action[1], hex=where, target=self.hex, side=self.seat)
        s.replace_top(replace(magic, side=1 - self.seat, passes=0, announced=(*magic.announced, action[1])))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        if action[0] == "pass":
            return Refusal("MAG-22", "why.no-button")
        return siege_magic_refusal(s, action[1], self.seat, self.hex)


# Resolution


def best_leader(s: DemonlordState, side: int, h: int) -> int:
    """Return the best army leadership of a side in a hex; "no" and none rank below +0 (F4)."""
    return max([LEAD[u] for u in s.characters(side, h)], default=-1)


def count_winged(s: DemonlordState, side: int, h: int) -> int:
    return sum([MODE[u] == "W" for u in s.troops(side, h)])


def castle_bonus(h: int) -> int:
    """Return the besieger's bonus at castles other than Lyung (SIEGE-19)."""
    return int(h in CASTLES and h != LYUNG)


def long_siege_bonus(steps: int) -> int:
    """Return the besieger's bonus from the fifth siege step (SIEGE-20)."""
    return int(steps >= LONG_SIEGE)


def first_step_penalty(steps: int) -> int:
    """Return the besieger's penalty in the first siege step (SIEGE-21)."""
    return -int(steps == 1)


def lyung_penalty(h: int, outside: int, inside: int) -> int:
    """Return the besieger's penalty at Lyung without more winged troops (SIEGE-22, F7)."""
    return -int(h == LYUNG and outside <= inside)


def besieger_modifiers(h: int, steps: int, outside: int, inside: int) -> Iterator[tuple[int, str, str]]:
    """Return the besieger's modifiers: amount, clause and reason (SIEGE-19 to -22)."""
    yield castle_bonus(h), "SIEGE-19", "castle"
    yield long_siege_bonus(steps), "SIEGE-20", "long-siege"
    yield first_step_penalty(steps), "SIEGE-21", "first-phase"
    yield lyung_penalty(h, outside, inside), "SIEGE-22", "lyung"


def winged_inside(s: DemonlordState, h: int) -> tuple[int, int]:
    """Return the least and most winged troops inside, as far as the besieger can see (H8)."""
    stack = s.stack(s.control[h], h)
    open_ = int(bool(stack) and IS_TROOP[stack[0]] and MODE[stack[0]] == "W")
    return open_, open_ + max(0, len(stack) - 1)


Pair = tuple[int, int]
"""Two numbers, by side or of oneself and the enemy."""


class Forces(NamedTuple):
    """Factors of a siege other than dice.

    Magic power and best leadership by side, winged troops inside, and the siege step.
    """

    magic: Pair
    leads: Pair
    inside: int
    steps: int


def siege_forces(s: DemonlordState, h: int, magic: Pair = (0, 0)) -> Forces:
    leads = best_leader(s, 0, h), best_leader(s, 1, h)
    return Forces(magic, leads, count_winged(s, s.control[h], h), s.siege_steps(h))


def known_siege_forces(s: DemonlordState, h: int, inside: int, later: int = 0) -> Forces:
    """Return the forces without magic, as far as the besieger can see (H8, F26).

    `inside` is the assumed number of winged troops. Of the garrison's leaders, only the top one is visible. `later` is
    the number of siege steps from this one.
    """
    defender = s.control[h]
    stack = s.stack(defender, h)
    shown, own = LEAD[stack[0]] if stack else -1, best_leader(s, 1 - defender, h)
    return Forces((0, 0), (own, shown) if defender else (shown, own), inside, s.siege_steps(h) + later)


def siege_chance(s: DemonlordState, h: int, side: int, assault: bool, forces: Forces) -> Chance[int]:
    """Return the chance of each result of a side's dice (SIEGE-12, SIEGE-17 to -22).

    Results are troops destroyed, or SURRENDER.
    """
    tally, other = Tally("siege"), 1 - side
    tally.add(int(forces.magic[side] > forces.magic[other]), "SIEGE-17", "siege-magic")
    tally.add(int(forces.leads[side] > forces.leads[other]), "SIEGE-18", "best-leader")
    if side != s.control[h]:
        for part in besieger_modifiers(h, forces.steps, count_winged(s, side, h), forces.inside):
            tally.add(*part)
    return siege_roll(assault, side != s.control[h], tally)


def siege_roll(assault: bool, is_besieger: bool, tally: Tally) -> Chance[int]:
    """Return the roll of a side: two dice with the tally's modifiers."""
    column = siege_column(assault, is_besieger)
    return Chance(tally, lambda thrown: column[siege_total(thrown.total)], dice=2, about=is_besieger)


@cache
def siege_results(assault: bool, is_besieger: bool, modifier: int) -> Distribution[int]:
    """Return the distribution of a column's results with a sum of modifiers."""
    tally = Tally("siege")
    tally.add(modifier, "SIEGE-12", "sum")
    return siege_roll(assault, is_besieger, tally).distribution()


def resolve_siege(s: DemonlordState, h: int, assault: bool, magic: tuple[int, int]) -> None:
    """Roll for both sides and apply the results together (SIEGE-12, SIEGE-14)."""
    defender, forces = s.control[h], siege_forces(s, h, magic)
    results: dict[int, int] = {}
    for side in (1 - defender, defender):
        results[side], tally = siege_chance(s, h, side, assault, forces).roll(s)
        kind = "siege.surrender" if results[side] == SURRENDER else "siege.kills"
        total = siege_total(tally.total)
        row = row_of(siege_column(assault, side != defender), total)
        s.log(kind, "SIEGE-12", tally=tally, side=side, hex=h, count=results[side], total=tally.total,
               table="assault" if assault else "invest", row=row)  # fmt: skip
    s.push(SiegeAftermath(h, results[1 - defender] == SURRENDER))
    s.push(SiegeLosses(defender, h, max(0, results[1 - defender])))
    s.push(SiegeLosses(1 - defender, h, results[defender]))


def row_of(column: tuple[int, ...], total: int) -> tuple[int, int]:
    """Return the first and last total of a column with the same result as `total`."""
    low = high = total
    while low and column[low - 1] == column[total]:
        low -= 1
    while high < TOTALS - 1 and column[high + 1] == column[total]:
        high += 1
    return low, high


class SiegeLosses(Step, frozen=True, tag=STORED_NAMES):
    """Step in which a side chooses the troops it loses, besieger first (SIEGE-13, F8, F23)."""

    side: int
    hex: int
    owed: int

    def run(self, s: DemonlordState) -> None:
        troops = s.troops(self.side, self.hex)
        if self.owed >= len(troops):
            s.pop()
            for u in troops if self.owed else ():
                lose_troop(s, u)
        elif self.owed:
            s.replace_top(ChooseLoss(self.side, self))
        else:
            s.pop()


class ChooseLoss(Step, frozen=True):
    """Choice of one of the troops to lose."""

    seat: int
    losses: SiegeLosses
    without_preview = "The choice names the troop that is lost."
    needs_decision = True
    clause = "SIEGE-13"
    verbs = {"lose": "piece"}
    default_refusal = Refusal("SIEGE-13", "why.lose-troop-here")

    def actions(self, s: DemonlordState) -> list[Action]:
        return [("lose", u) for u in s.troops(self.seat, self.losses.hex)]

    def take(self, s: DemonlordState, action: Action) -> None:
        lose_troop(s, action[1])
        s.replace_top(replace(self.losses, owed=self.losses.owed - 1))


def lose_troop(s: DemonlordState, u: int) -> None:
    s.log("siege.lost", "SIEGE-13", unit=u, hex=s.where[u], side=s.side_of(u))
    destroy_unit(s, u)


class SiegeAftermath(Step, frozen=True, tag=STORED_NAMES):
    """Step after losses: surrender, control, then captured characters (T5).

    A besieger without troops may lose characters too (M27).
    """

    hex: int
    surrender: bool

    def run(self, s: DemonlordState) -> None:
        s.pop()
        h = self.hex
        defender = s.control[h]
        if not s.has_troop(1 - defender, h):
            settle_control(s, h)
            leave_characters_behind(s, 1 - defender, h)
            return
        if self.surrender:
            surrender_fortress(s, defender, h)
        settle_control(s, h)


def surrender_fortress(s: DemonlordState, defender: int, h: int) -> None:
    """Make all inside prisoners, if a besieging troop has survived (SIEGE-15, F10, F11)."""
    s.log("siege.yields", "SIEGE-15", hex=h, side=defender)
    imprison(s, list(s.stack(defender, h)), defender, "SIEGE-15")
