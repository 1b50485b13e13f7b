"""The runes of Terror and Serenity (14.3, 14.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from palatine.core import Action, ChooseOne, Refusal
from palatine.games.dark_emperor.components.pieces import IS_GREATER
from palatine.games.dark_emperor.components.spells import FEAR, INTIMIDATION, PEACE, SPELLS, SWEET_REASON
from palatine.games.dark_emperor.rules.combat.retreats import drive_out
from palatine.games.dark_emperor.rules.common.envoys import courtiers, envoys, open_groups
from palatine.games.dark_emperor.rules.common.losses import distinct
from palatine.games.dark_emperor.rules.common.terrain import is_deaf_to_magic
from palatine.games.dark_emperor.rules.magic.casting import Effect, Use, target_refusal, victims
from palatine.games.dark_emperor.state import DarkEmperorState

# Fear, Peace (14.31, 14.41)


def afraid(s: DarkEmperorState, caster: int) -> list[int]:
    return victims(s, caster)


def peaceable(s: DarkEmperorState, caster: int) -> list[int]:
    """Return the enemy units except Greater Vampires (14.41b)."""
    return [u for u in victims(s, caster) if not IS_GREATER[u]]


DRIVES: Final = {FEAR: afraid, PEACE: peaceable}
"""By spell: the enemy units it can drive out of the hex."""


def use_drive(spell: int) -> Use:
    targets = DRIVES[spell]

    def use(s: DarkEmperorState, caster: int) -> Refusal | None:
        return None if targets(s, caster) else Refusal(SPELLS[spell].clause, "why.no-target", {"spell": spell})

    return use


def effect_drive(spell: int) -> Effect:
    def effect(s: DarkEmperorState, caster: int, die: int) -> None:
        found = distinct(s, DRIVES[spell](s, caster))
        if len(found) == 1:
            drive(s, found[0], spell)
        else:
            s.push(Drive(s.side(caster), caster, spell))

    return effect


def drive(s: DarkEmperorState, u: int, spell: int) -> None:
    s.log("magic.drives", SPELLS[spell].clause, unit=u, spell=spell, hex=s.where[u])
    drive_out(s, u)


class Drive(ChooseOne, frozen=True):
    """Choice of the enemy unit a spell drives out of the hex (14.31, 14.41)."""

    seat: int
    caster: int
    spell: int
    without_preview = "The prompt names the spell; the choice names the unit."
    verbs = {"target": "piece"}

    @property
    def clause(self) -> str:
        return SPELLS[self.spell].clause

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return distinct(s, DRIVES[self.spell](s, self.caster))

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        drive(s, choice, self.spell)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        u = action[1]
        if self.spell == PEACE and u in victims(s, self.caster) and IS_GREATER[u]:
            return Refusal("14.41b", "why.vampire-at-peace", {"unit": u})
        return target_refusal(s, self.caster, self.spell, u, DRIVES[self.spell](s, self.caster))


# Intimidation, Sweet Reason (14.32, 14.42)

SWAY: Final = {INTIMIDATION: 1, SWEET_REASON: 2}
"""By spell: the bonus to the caster's next negotiation."""


def is_heard(s: DarkEmperorState, leader: int) -> bool:
    """Return whether a leader can negotiate in this phase with a party that magic affects (G50)."""
    side = s.side(leader)
    if leader in courtiers(s, side):
        return not all(map(is_deaf_to_magic, open_groups(s)))
    return leader in envoys(s, side)


def use_sway(spell: int) -> Use:
    def use(s: DarkEmperorState, caster: int) -> Refusal | None:
        if is_heard(s, caster):
            return None
        return Refusal(SPELLS[spell].clause, "why.nobody-to-sway", {"piece": caster})

    return use


def effect_sway(spell: int) -> Effect:
    def effect(s: DarkEmperorState, caster: int, die: int) -> None:
        s.sway[caster] = s.sway.get(caster, 0) + SWAY[spell]
        s.log("magic.sway", SPELLS[spell].clause, leader=caster, amount=s.sway[caster])

    return effect


USES: Final[dict[int, Use]] = {
    FEAR: use_drive(FEAR),
    INTIMIDATION: use_sway(INTIMIDATION),
    PEACE: use_drive(PEACE),
    SWEET_REASON: use_sway(SWEET_REASON),
}
EFFECTS: Final[dict[int, Effect]] = {
    FEAR: effect_drive(FEAR),
    INTIMIDATION: effect_sway(INTIMIDATION),
    PEACE: effect_drive(PEACE),
    SWEET_REASON: effect_sway(SWEET_REASON),
}
