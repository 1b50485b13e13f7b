"""Reserves and redeployment (rulings R1 to R8), and movement of characters between rounds."""

from __future__ import annotations

from msgspec.structs import replace

from palatine.core import Action, Refusal, Step
from palatine.games.demonlord.rules.combat.lines import line, station, unrouted_troops, without
from palatine.games.demonlord.rules.magic.casting import PASS
from palatine.games.demonlord.state import STORED_NAMES, Battle, DemonlordState, with_side

STAY: Action = ("stay", 0)


def free_units(battle: Battle, side: int) -> list[int]:
    """Return the troops of a side in line without an enemy opposite (BAT-42)."""
    return [u for group in battle.groups if not group[1 - side] for u in group[side]]


def joiners(battle: Battle, side: int) -> list[int]:
    """Return the troops of a side that joined a fight in which another holds the place (B10)."""
    return [u for group in battle.groups if group[1 - side] for u in group[side][1:]]


def has_room(battle: Battle, side: int) -> bool:
    """Return whether the line of a side is below the battle size (BAT-51)."""
    return len(line(battle, side)) < battle.size


class Redeploy(Step, frozen=True):
    """Step in which players alternately place free units and, as a round opens, reserves.

    See R2 to R4.
    """

    side: int
    opening: bool
    passes: int = 0
    leftover: tuple[int, ...] = ()
    """Free units put forward that the opponent could not match."""
    bare: tuple[int, ...] = ()
    """Sides without troops in line at the start of the round."""

    def run(self, s: DemonlordState) -> None:
        battle = s.battle
        assert battle is not None
        if self.passes == 2:
            s.replace_top(UnmatchedUnits(self.leftover))
        elif self.may_place(battle):
            s.replace_top(CommitUnit(self.side, self))
        else:
            s.replace_top(replace(self, side=1 - self.side, passes=self.passes + 1))

    def may_place(self, battle: Battle) -> bool:
        if [u for u in free_units(battle, self.side) if u not in self.leftover]:
            return True
        return self.opening and bool(battle.reserve[self.side]) and has_room(battle, self.side)


class CommitUnit(Step, frozen=True, tag=STORED_NAMES):
    """Decision to put forward a free unit, or as a round opens a reserve, or pass (R2, B36)."""

    seat: int
    window: Redeploy
    needs_decision = True
    clause = "BAT-44"
    verbs = {"place": "piece", "pass": "button"}

    def message_case(self, s: DemonlordState) -> str:
        return "" if PASS in self.actions(s) else "must"

    def actions(self, s: DemonlordState) -> list[Action]:
        battle = s.battle
        assert battle is not None
        free = [u for u in free_units(battle, self.seat) if u not in self.window.leftover]
        reserves = battle.reserve[self.seat] if self.window.opening and has_room(battle, self.seat) else ()
        found: list[Action] = [("place", u) for u in (*free, *reserves)]
        return found if free or must_bring(battle, self.seat, self.window.bare) else [*found, PASS]

    def take(self, s: DemonlordState, action: Action) -> None:
        battle = s.battle
        assert battle is not None
        if action == PASS:
            s.replace_top(replace(self.window, side=1 - self.seat, passes=self.window.passes + 1))
            return
        u = action[1]
        s.replace_top(replace(self.window, side=1 - self.seat, passes=0))
        if u in battle.reserve[self.seat]:
            s.battle = battle = from_reserve(battle, self.seat, u)
            s.log("reserve", "BAT-43", unit=u, side=self.seat)
        else:
            s.battle = battle = set_apart(battle, self.seat, u)
        answer = MatchCommitment(1 - self.seat, u, self.window)
        if answer.able(battle):
            s.push(answer)
        else:
            set_aside(s, u)

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        battle = s.battle
        assert battle is not None
        if action[0] == "pass":
            return Refusal("BAT-44", "why.must-redeploy")
        if action[1] in battle.reserve[self.seat]:
            if not self.window.opening:
                return Refusal("BAT-43", "why.reserves-later")
            return Refusal("BAT-51", "why.line-full", {"size": battle.size})
        return Refusal("BAT-42", "why.not-free")


def must_bring(battle: Battle, side: int, bare: tuple[int, ...]) -> bool:
    """Return whether a side must bring a reserve (B36).

    It must if it has none in line, and while free enemies stand there.
    """
    if side not in bare or not battle.reserve[side] or not has_room(battle, side):
        return False
    return not line(battle, side) or bool(free_units(battle, 1 - side))


def from_reserve(battle: Battle, side: int, u: int) -> Battle:
    """Return the battle with a reserve brought into line, unopposed."""
    reserve = with_side(battle.reserve, side, without(battle.reserve[side], u))
    return replace(battle, reserve=reserve, groups=(*battle.groups, lone_group(side, u)))


def lone_group(side: int, u: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return with_side(((), ()), side, (u,))


def set_apart(battle: Battle, side: int, u: int) -> Battle:
    """Return the battle with a free unit in a group of its own."""
    groups = []
    for group in battle.groups:
        if u in group[side]:
            groups.append(lone_group(side, u))
            if rest := without(group[side], u):
                groups.append(with_side(group, side, rest))
        else:
            groups.append(group)
    return replace(battle, groups=tuple(groups))


def set_aside(s: DemonlordState, u: int) -> None:
    """Record that a unit put forward has no opponent yet (R4)."""
    step = s.flow[-1]
    assert isinstance(step, Redeploy)
    s.replace_top(replace(step, leftover=(*step.leftover, u)))


class MatchCommitment(Step, frozen=True, tag=STORED_NAMES):
    """Decision to match a unit put forward with one's own (R3, BAT-44, BAT-48).

    Mandatory if there is a unit for redeployment in line.
    """

    seat: int
    forward: int
    window: Redeploy
    needs_decision = True
    clause = "BAT-48"
    verbs = {"place": "piece", "pass": "button"}

    def able(self, battle: Battle) -> list[int]:
        """Return the units that can match a unit put forward.

        Leftover units come first (R4). Otherwise they are free units and joiners, and at the start of the round
        reserves (R3).
        """
        free = free_units(battle, self.seat)
        if owed := [u for u in free if u in self.window.leftover]:
            return owed
        found = free + joiners(battle, self.seat)
        if self.window.opening and has_room(battle, self.seat):
            found += battle.reserve[self.seat]
        return found

    def actions(self, s: DemonlordState) -> list[Action]:
        battle = s.battle
        assert battle is not None
        found: list[Action] = [("place", u) for u in self.able(battle)]
        return found if self.is_bound(battle) else [*found, PASS]

    def is_bound(self, battle: Battle) -> bool:
        """Return whether passing is illegal: units free or joined in line, or none in line at all."""
        in_line = free_units(battle, self.seat) + joiners(battle, self.seat)
        return bool(in_line) or must_bring(battle, self.seat, self.window.bare)

    def take(self, s: DemonlordState, action: Action) -> None:
        battle = s.battle
        assert battle is not None
        s.pop()
        if action == PASS:
            set_aside(s, self.forward)
            return
        u = action[1]
        if u in battle.reserve[self.seat]:
            battle = from_reserve(battle, self.seat, u)
            s.log("reserve", "BAT-49", unit=u, side=self.seat)
        s.battle = pair_up(battle, self.seat, u, self.forward)
        s.log("redeploy", "BAT-44", unit=u, side=self.seat, target=self.forward)
        step = s.flow[-1]
        assert isinstance(step, Redeploy)
        s.replace_top(replace(step, leftover=without(step.leftover, u)))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        battle = s.battle
        assert battle is not None
        if action[0] == "pass":
            return Refusal("BAT-44", "why.must-answer", {"unit": self.forward})
        if set(self.able(battle)) & set(self.window.leftover):
            return Refusal("BAT-44", "why.left-over-first", {"unit": self.forward})
        if action[1] in battle.reserve[self.seat]:
            if not self.window.opening:
                return Refusal("BAT-43", "why.reserves-later")
            return Refusal("BAT-51", "why.line-full", {"size": battle.size})
        return Refusal("BAT-48", "why.holds-its-place")


def pair_up(battle: Battle, side: int, u: int, forward: int) -> Battle:
    """Return the battle with `u` of `side` opposite the enemy unit `forward`, in its place."""
    groups = []
    for group in battle.groups:
        mine = without(group[side], u)
        theirs = group[1 - side]
        if forward in theirs:
            mine, theirs = (u,), (forward,)
        if mine or theirs:
            groups.append((mine, theirs) if side == 0 else (theirs, mine))
    return replace(battle, groups=tuple(groups))


class UnmatchedUnits(Step, frozen=True, tag=STORED_NAMES):
    """Step in which unmatched units can join fights against a single enemy troop (R5, BAT-46)."""

    units: tuple[int, ...]

    def run(self, s: DemonlordState) -> None:
        battle = s.battle
        assert battle is not None
        if not self.units:
            s.pop()
            return
        s.replace_top(UnmatchedUnits(self.units[1:]))
        u = self.units[0]
        side = s.side_of(u)
        if single_enemies(battle, side):
            s.push(JoinFight(side, u))


def single_enemies(battle: Battle, side: int) -> list[int]:
    """Return the enemy troops that fight alone against at least one of `side`."""
    return [g[1 - side][0] for g in battle.groups if len(g[1 - side]) == 1 and g[side]]


class JoinFight(Step, frozen=True):
    """Choice of a single enemy to attack together with others, or to stay free (BAT-46)."""

    seat: int
    unit: int
    needs_decision = True
    clause = "BAT-46"
    verbs = {"against": "piece", "stay": "button"}
    default_refusal = Refusal("BAT-50", "why.not-single")

    def actions(self, s: DemonlordState) -> list[Action]:
        assert s.battle is not None
        return [*[("against", v) for v in single_enemies(s.battle, self.seat)], STAY]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        if action == STAY:
            return
        assert s.battle is not None
        s.battle = join_fight(s.battle, self.seat, self.unit, action[1])
        s.log("join", "BAT-46", unit=self.unit, side=self.seat, target=action[1])


def join_fight(battle: Battle, side: int, u: int, enemy: int) -> Battle:
    """Return the battle with a unit added as joiner to the fight against `enemy`."""
    groups = []
    for group in battle.groups:
        mine = without(group[side], u)
        if enemy in group[1 - side]:
            mine = (*mine, u)
        if mine or group[1 - side]:
            groups.append(with_side(group, side, mine))
    return replace(battle, groups=tuple(groups))


# Characters in Battle: redeployment at the start of a round


class MoveCharacters(Step, frozen=True):
    """Step in which characters change troops alternately, until two passes (BAT-53, B33).

    The phasing player starts.
    """

    side: int
    passes: int = 0
    moved: tuple[int, ...] = ()

    def run(self, s: DemonlordState) -> None:
        battle = s.battle
        assert battle is not None
        if self.passes == 2:
            s.pop()
            return
        left = tuple([c for c, _ in battle.posts if c not in self.moved and s.side_of(c) == self.side])
        if left and len(unrouted_troops(battle, self.side)) > 1:
            s.replace_top(MoveCharacter(self.side, self.passes, self.moved, left))
        else:
            s.replace_top(MoveCharacters(1 - self.side, self.passes + 1, self.moved))


class MoveCharacter(Step, frozen=True):
    """Decision to move one character to another troop, or pass."""

    seat: int
    passes: int
    moved: tuple[int, ...]
    left: tuple[int, ...]
    chosen: int = -1
    needs_decision = True
    clause = "BAT-53"
    verbs = {"character": "piece", "with": "piece", "pass": "button"}

    def message_case(self, s: DemonlordState) -> str:
        return "whom" if self.chosen >= 0 else ""

    def actions(self, s: DemonlordState) -> list[Action]:
        assert s.battle is not None
        if self.chosen < 0:
            return [*[("character", c) for c in self.left], PASS]
        here = dict(s.battle.posts)[self.chosen]
        return [("with", u) for u in unrouted_troops(s.battle, self.seat) if u != here]

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == PASS:
            s.replace_top(MoveCharacters(1 - self.seat, self.passes + 1, self.moved))
        elif action[0] == "character":
            s.replace_top(replace(self, chosen=action[1]))
        else:
            station(s, self.chosen, action[1], "BAT-53")
            s.replace_top(MoveCharacters(1 - self.seat, 0, (*self.moved, self.chosen)))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        if action[0] == "character":
            return Refusal("BAT-53", "why.moved-already")
        return Refusal("BAT-53", "why.with-another-troop")


def opening_of_round(s: DemonlordState) -> Redeploy:
    """Return the redeployment step at the start of a round.

    Reserves can be brought, and units freed by melee can redeploy.
    """
    battle = s.battle
    assert battle is not None
    bare = tuple([side for side in (0, 1) if not line(battle, side)])
    return Redeploy(s.phasing, opening=True, bare=bare)
