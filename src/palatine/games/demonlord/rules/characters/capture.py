"""Capture of characters, and showing the hidden troops that it depends on."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import Action, Chance, ChooseButton, JointChance, Refusal, Step, Tally
from palatine.games.demonlord.components.pieces import IS_TROOP, POWER, TROOPS
from palatine.games.demonlord.components.world import FORTRESSES, NEUTRAL
from palatine.games.demonlord.rules.common.losses import take_prisoner
from palatine.games.demonlord.state import DemonlordState

SILENT: Action = ("silent", 0)
DEMAND: Action = ("demand", 0)
LEAVE: Action = ("leave", 0)
CLOSE: Action = ("close", 0)
FORTRESS_PENALTY = -2


class Show(Step, frozen=True):
    """Decision to show a troop on a stack topped by a character (MOV-26, H4, H5).

    A troop shown blocks troops that enter, and allows the capture test of lone characters. With `again`, the enemy has
    demanded a test of the characters here, and this is the last chance to protect them.
    """

    seat: int
    hex: int
    group: tuple[int, ...]
    by_troops: bool
    entering: bool = True
    again: bool = False
    hides_fields = True
    needs_decision = True
    is_private = True
    clause = "MOV-26"
    verbs = {"show": "piece", "silent": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [*[("show", u) for u in s.troops(self.seat, self.hex)], SILENT]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        if action != SILENT:
            self.show(s, action[1])
        elif self.again:
            test_characters(s, self.seat, self.hex)
        elif self.by_troops:
            s.push(Demand(1 - self.seat, self.hex, self.group))

    def show(self, s: DemonlordState, u: int) -> None:
        s.lay_on_top(u, self.seat, self.hex)
        s.log("shown", "MOV-26", unit=u, hex=self.hex, side=self.seat)
        if not self.by_troops:
            s.push(Capture(1 - self.seat, self.hex, self.group, self.entering))
        else:
            halt_troops(s, self.group)

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        return Refusal("MOV-26", "why.show-troop", {"hex": self.hex})


class Demand(ChooseButton, frozen=True):
    """Choice of troops to demand the capture test of characters if no troop was shown (H4)."""

    seat: int
    hex: int
    group: tuple[int, ...]
    sure: bool = False
    """Whether it is known that no troop is hidden here, because a retreat has entered (B43)."""
    hides_fields = True
    clause = "CAP-02"
    buttons = (DEMAND, LEAVE)
    default_refusal = Refusal("CAP-02", "why.no-button")

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        if action != DEMAND:
            return
        if len(s.stack(1 - self.seat, self.hex)) > 1 and not self.sure:
            s.push(Show(1 - self.seat, self.hex, self.group, by_troops=True, again=True))
        else:
            test_characters(s, 1 - self.seat, self.hex)


def halt_troops(s: DemonlordState, units: Iterable[int]) -> None:
    """Stop the troops of a group that meet enemy troops; riders cannot move anyway (MOV-20)."""
    s.halt([u for u in units if IS_TROOP[u]])


def hides_troops(s: DemonlordState, side: int, h: int) -> bool:
    """Return whether a stack of `side` has troops under a character on top."""
    units = s.stack(side, h)
    return bool(units) and not IS_TROOP[units[0]] and s.has_troop(side, h)


def show_troop(s: DemonlordState, side: int, h: int, clause: str) -> None:
    """Make a stack show its uppermost hidden troop because a rule depends on it (B43, A9, A22)."""
    if hides_troops(s, side, h):
        troop = s.troops(side, h)[0]
        s.lay_on_top(troop, side, h)
        s.log("shown", clause, unit=troop, hex=h, side=side)


def test_characters(s: DemonlordState, side: int, h: int) -> None:
    """Start the test of all characters of a stack that has shown no troop (H4)."""
    s.push(Capture(side, h, tuple(s.characters(side, h)), entering=False, exposed=True))


def is_tested(s: DemonlordState, c: int, h: int) -> bool:
    """Return whether the character has been tested in the hex this turn (CAP-04, E9)."""
    return c * 1000 + h in s.tested


def is_at_risk(s: DemonlordState, units: Iterable[int], h: int) -> bool:
    """Return whether any of these can still be tested in the hex; if not, no test follows (M29)."""
    return any([not is_tested(s, u, h) for u in units])


class Capture(Step, frozen=True):
    """Step of a capture situation: characters of `side` in `hex` against the troops there."""

    side: int
    hex: int
    group: tuple[int, ...]
    entering: bool
    exposed: bool = False
    """Whether the characters are unprotected, because their troops were not shown (H4)."""
    hides_fields = True

    def run(self, s: DemonlordState) -> None:
        s.pop()
        at_risk = [c for c in self.group if self.is_at_risk(s, c)]
        if len(at_risk) > 1:
            s.push(Parties(self.side, self.hex, self.entering, tuple(at_risk[1:]), ((at_risk[0],),)))
        elif at_risk:
            resolve_capture(s, self.side, self.hex, self.entering, ((at_risk[0],),))

    def is_at_risk(self, s: DemonlordState, c: int) -> bool:
        """Return whether a character is tested, once per turn and hex (CAP-04, E9).

        Characters with friendly troops are not (CAP-03).
        """
        return (
            not IS_TROOP[c]
            and s.where[c] == self.hex
            and not is_tested(s, c, self.hex)
            and (self.exposed or not s.has_troop(self.side, self.hex))
        )


class Parties(Step, frozen=True):
    """Decision of the owner that groups characters into parties before any roll (CAP-12, M31)."""

    seat: int
    hex: int
    entering: bool
    left: tuple[int, ...]
    parties: tuple[tuple[int, ...], ...]
    needs_decision = True
    clause = "CAP-12"
    verbs = {"with": "piece", "close": "button"}
    default_refusal = Refusal("CAP-12", "why.not-at-risk")

    def actions(self, s: DemonlordState) -> list[Action]:
        return [*[("with", c) for c in self.left], CLOSE]

    def take(self, s: DemonlordState, action: Action) -> None:
        left, parties = self.left, self.parties
        if action == CLOSE:
            left, parties = left[1:], (*parties, (left[0],))
        else:
            left = tuple([c for c in left if c != action[1]])
            parties = (*parties[:-1], (*parties[-1], action[1]))
        if left:
            s.replace_top(Parties(self.seat, self.hex, self.entering, left, parties))
        else:
            s.pop()
            resolve_capture(s, self.seat, self.hex, self.entering, parties)


def capture_chance(penalty: int, edge: int) -> JointChance[int]:
    """Return the chance of each margin of a party's die over the troops'.

    `edge` is 1 if the party's side has the strongest magic user in the hex, -1 if the other has. See CAP-06, CAP-09,
    CAP-10.
    """
    escape, seize = Tally("escape"), Tally("capture")
    escape.add(penalty, "CAP-09", "fortress")
    escape.add(max(0, edge), "CAP-10", "magic")
    seize.add(max(0, -edge), "CAP-10", "magic")
    dice = [Chance(tally, lambda thrown: thrown.total) for tally in (escape, seize)]
    return JointChance("party", dice, lambda ours, theirs: ours - theirs)


def resolve_capture(
    s: DemonlordState, side: int, h: int, entering: bool, parties: tuple[tuple[int, ...], ...]
) -> None:
    """Roll one die for each party against a new one for the troops (CAP-06 to CAP-11)."""
    penalty = entering_penalty(s, side, h) if entering else 0
    edge = magic_edge(s, side, h)
    for party in parties:
        s.tested = (*s.tested, *[c * 1000 + h for c in party])
        margin, (escape, seize) = capture_chance(penalty, edge).roll(s)
        s.log("capture.escape", "CAP-06", tally=escape, side=side, hex=h, count=len(party))
        s.log("capture.seize", "CAP-06", tally=seize, side=1 - side, hex=h)
        apply_margin(s, side, h, party, margin)


def is_free(margin: int) -> bool:
    return margin > 0


def is_held(margin: int) -> bool:
    return margin == 0


def is_taken(margin: int) -> bool:
    return margin < 0


def apply_margin(s: DemonlordState, side: int, h: int, party: tuple[int, ...], margin: int) -> None:
    """Apply a margin: the party goes on, is held up, or is taken prisoner."""
    if is_taken(margin):
        for c in party:
            take_prisoner(s, c, 1 - side)
        s.log("capture.taken", "CAP-07", units=list(party), hex=h)
    elif is_held(margin):
        s.halt(party)
        s.log("capture.held", "CAP-08", side=side, hex=h)
    else:
        s.log("capture.free", "CAP-06", side=side, hex=h)


def is_hostile_fortress(s: DemonlordState, side: int, h: int) -> bool:
    """Return whether the enemy or an unallied neutral controls a fortress here (CAP-09, M32)."""
    return h in FORTRESSES and s.is_fortress(h) and s.control[h] != side


def entering_penalty(s: DemonlordState, side: int, h: int) -> int:
    """Return the die modifier of a character entering the hex of a hostile fortress (CAP-09)."""
    return FORTRESS_PENALTY if is_hostile_fortress(s, side, h) else 0


def magic_edge(s: DemonlordState, side: int, h: int) -> int:
    """Return 1 if `side` has the strongest magic user in the hex, -1 if another has, 0 on a tie."""
    mine = strongest(s, side, h)
    theirs = max(strongest(s, 1 - side, h), strongest(s, NEUTRAL, h))
    return (mine > theirs) - (mine < theirs)


def strongest(s: DemonlordState, side: int, h: int) -> int:
    """Return the greatest magic power of a side in a hex.

    Units that have routed in this battle step do not count yet (BAT-40).
    """
    return max([POWER[u] for u in s.stack(side, h) if u not in s.rallied], default=0)


def may_hide_troops(s: DemonlordState, side: int, h: int) -> bool:
    """Return whether enemies of `side` in a hex are, or could be, troops (HID-01).

    Only visible facts count, so that the choices offered to a caster reveal nothing about a stack. Unallied neutrals
    are face up.
    """
    standing = s.stacks[1 - side].get(h)
    if standing is not None and (len(standing) > 1 or standing[0] in TROOPS):
        return True
    return h in s.stacks[NEUTRAL] and s.has_troop(NEUTRAL, h)
