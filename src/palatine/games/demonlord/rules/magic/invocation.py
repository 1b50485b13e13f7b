"""Invocation of demigods and spirits at their temples."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import Action, Chance, ChooseOne, Refusal, Step, Tally, success_chance
from palatine.games.demonlord.components.pieces import (
    BEAST_GOD,
    CONJURATIONS,
    FOREST_SPIRIT,
    LIGHT_SPIRIT,
    OLD_ONE,
    POWER,
    SHAMAN,
    WEST_WIZARD,
    WOODS_CHIEF,
    YORGASH,
)
from palatine.games.demonlord.components.world import (
    AN,
    ANCIENTS_TEMPLE,
    DEMON,
    FOREST_TEMPLE,
    GW,
    HOSAR,
    HOSAR_TEMPLES,
    NEUTRAL,
    NINNGHIZ,
    SHAMAN_TEMPLE,
    TEMPLES,
    YORGASH_TEMPLE,
)
from palatine.games.demonlord.rules.characters.capture import hides_troops, show_troop
from palatine.games.demonlord.rules.common.fortresses import settle_control
from palatine.games.demonlord.rules.common.losses import strike_off
from palatine.games.demonlord.rules.magic.casting import CASTERS_FOR, PASS, magic_refusal, spend_cast
from palatine.games.demonlord.state import AWAY, DEAD, DemonlordState

CONJURED_AT_ONCE = 5
CONJURED = -100
"""Stands for all conjurations among the things that can be invoked."""
FOREST = -101
"""Stands for the spirit that the Forest Temple sends."""
FIXED = {YORGASH_TEMPLE: (DEMON, YORGASH, "INV-06"), SHAMAN_TEMPLE: (DEMON, SHAMAN, "INV-07")}


def is_absent(s: DemonlordState, u: int) -> bool:
    """Return whether a unit is not in play and can be invoked (INV-05).

    It has never come, was released, or was destroyed.
    """
    return s.where[u] in (AWAY, DEAD)


def offers(s: DemonlordState, side: int, h: int) -> list[int]:
    """Return what `side` can invoke in a hex: units, CONJURED or FOREST (INV-06 to INV-15)."""
    if h in s.earthpits:
        return []
    if h in FIXED:
        owner, u, _ = FIXED[h]
        return [u] if owner == side and is_absent(s, u) else []
    if h == NINNGHIZ:
        in_play = [u for u in CONJURATIONS if not is_absent(s, u)]
        return [CONJURED] if side == DEMON and len(in_play) < CONJURED_AT_ONCE else []
    if h in HOSAR_TEMPLES and side == HOSAR:
        return hosar_offers(s)
    if h == ANCIENTS_TEMPLE:
        return [OLD_ONE] if s.serves[AN] == side and is_absent(s, OLD_ONE) else []
    if h == FOREST_TEMPLE and s.serves[GW] == side:
        called = [s.spirit] if s.spirit >= 0 else [BEAST_GOD, FOREST_SPIRIT]
        return [FOREST] if all([is_absent(s, u) for u in called]) else []
    return []


def hosar_offers(s: DemonlordState) -> list[int]:
    """Return the spirits of Hosar's temples (INV-09, INV-10).

    The Light Spirit is available from turn 2, the West Wizard once the mercenaries have come.
    """
    found = [LIGHT_SPIRIT] if s.turn >= 2 and is_absent(s, LIGHT_SPIRIT) else []
    return [*found, WEST_WIZARD] if s.arrived[HOSAR] and is_absent(s, WEST_WIZARD) else found


def invoke_refusal(s: DemonlordState, side: int, u: int) -> Refusal | None:
    """Return why a character cannot attempt an invocation, or None (INV-01, INV-02).

    Only visible enemies count; hidden troops are shown when the attempt is made.
    """
    if found := magic_refusal(s, side, u):
        return found
    h = s.where[u]
    if h in s.earthpits:
        return Refusal("MAG-29", "why.earthpit", {"hex": h})
    if not offers(s, side, h):
        return Refusal("INV-01", "why.nothing-to-invoke", {"hex": h})
    if s.shows_troop(1 - side, h) or s.has_troop(NEUTRAL, h):
        return Refusal("INV-02", "why.enemy-at-temple", {"hex": h})
    return None


def able_invokers(s: DemonlordState, side: int) -> list[int]:
    return [u for u in CASTERS_FOR[side] if s.where[u] >= 0 and invoke_refusal(s, side, u) is None]


def may_invoke(s: DemonlordState, side: int) -> bool:
    """Return whether `side` could attempt an invocation, as far as the enemy knows (A9).

    The decision must not reveal a hidden caster.
    """
    return any([may_hide_caster(s, s.stack(side, h)) and bool(offers(s, side, h)) for h in TEMPLES])


def may_hide_caster(s: DemonlordState, stack: tuple[int, ...]) -> bool:
    """Return whether a stack contains, or could contain, a caster who has not cast."""
    return len(stack) > 1 or any([POWER[u] > 0 and u not in s.spent_casters for u in stack])


class Invocation(Step, frozen=True):
    """Step in which the phasing player's casters at temples can invoke (INV-01, INV-04)."""

    side: int

    def run(self, s: DemonlordState) -> None:
        if may_invoke(s, self.side):
            s.replace_top(Invoke(self.side))
        else:
            s.pop()


class Invoke(Step, frozen=True):
    """Choice of a caster to invoke, or none."""

    seat: int
    needs_decision = True
    is_private = True
    clause = "INV-01"
    verbs = {"invoke": "piece", "pass": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [*[("invoke", u) for u in able_invokers(s, self.seat)], PASS]

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == PASS:
            s.pop()
            return
        u = action[1]
        s.replace_top(Invocation(self.seat))
        found = offers(s, self.seat, s.where[u])
        if hides_troops(s, 1 - self.seat, s.where[u]):
            show_troop(s, 1 - self.seat, s.where[u], "INV-02")
        elif len(found) == 1:
            attempt_invocation(s, u, found[0])
        else:
            s.push(ChooseSpirit(self.seat, u, tuple(found)))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        if action[0] == "pass":
            return Refusal("INV-01", "why.no-button")
        return invoke_refusal(s, self.seat, action[1])


class ChooseSpirit(ChooseOne, frozen=True):
    """Choice of the spirit invoked at a Temple of Hosar."""

    seat: int
    caster: int
    spirits: tuple[int, ...]
    shown_as = "Invoke"
    is_private = True
    clause = "INV-09"
    verbs = {"spirit": "button"}
    default_refusal = Refusal("INV-05", "why.no-such-spirit")

    def candidates(self, s: DemonlordState) -> Iterable[int]:
        return self.spirits

    def on_chosen(self, s: DemonlordState, spirit: int) -> None:
        attempt_invocation(s, self.caster, spirit)


def invocation_chance(caster: int, what: int) -> Chance[bool]:
    """Return the chance of an invocation: one die up to the caster's power (INV-03, INV-14)."""
    tally = Tally("invocation")
    tally.add(POWER[caster], "INV-03", "power")
    if caster == WOODS_CHIEF and what == FOREST:
        tally.add(POWER[caster], "INV-14", "woods-chief")
    return success_chance(tally)


def best_invocation(caster: int, offered: Iterable[int]) -> Chance[bool]:
    """Return the chance of the most likely of the invocations offered."""
    return max(
        [invocation_chance(caster, what) for what in offered], key=lambda chance: chance.distribution().count()
    )


def attempt_invocation(s: DemonlordState, caster: int, what: int) -> None:
    """Roll for an invocation and apply it (INV-03, INV-14)."""
    spend_cast(s, caster)
    side, h = s.side_of(caster), s.where[caster]
    works, tally = invocation_chance(caster, what).roll(s)
    kind = "invoke.works" if works else "invoke.fails"
    s.log(kind, "INV-03", tally=tally, unit=caster, hex=h, rolled=tally.rolled, power=tally.value)
    if not works:
        return
    if what == CONJURED:
        conjure(s, h)
    else:
        appear_at_temple(s, forest_answer(s) if what == FOREST else what, side, h)


def forest_chance() -> Chance[int]:
    """Return the chance of each unit that the Forest Temple can send (INV-13)."""
    return Chance(Tally("forest"), lambda thrown: BEAST_GOD if thrown.rolled <= 3 else FOREST_SPIRIT)


def forest_answer(s: DemonlordState) -> int:
    """Return the Forest Temple's spirit, rolled for once at the first success (INV-13, INV-15)."""
    if s.spirit < 0:
        s.spirit, tally = forest_chance().roll(s)
        s.log("forest", "INV-13", tally=tally, unit=s.spirit, rolled=tally.rolled)
    return s.spirit


def appear_at_temple(s: DemonlordState, u: int, side: int, h: int) -> None:
    """Place the invoked unit; the West Wizard counts as requested reinforcements (INV-11)."""
    strike_off(s, (u,))
    s.put((u,), side, h)
    if u == WEST_WIZARD:
        s.requested = (True, s.requested[DEMON])
    s.log("appears", "INV-03", unit=u, hex=h, side=side)
    settle_control(s, h)


def conjure(s: DemonlordState, h: int) -> None:
    """Draw conjurations at random until five are in play, below the stack (INV-08, A10, H12)."""
    absent = [u for u in CONJURATIONS if is_absent(s, u)]
    come = s.dice.sample(absent, CONJURED_AT_ONCE - (len(CONJURATIONS) - len(absent)), "conjurations")
    strike_off(s, come)
    s.slip_under(come, DEMON, h)
    s.log("conjured", "INV-08", hex=h, count=len(come))
    settle_control(s, h)
