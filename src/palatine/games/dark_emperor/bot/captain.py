"""The captain, a bot that plays Dark Emperor to win.

It decides one action at a time, in a position in which the face-down markers are dealt again. It can take over a seat
at any moment, and give it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from palatine.core import Action, Advice, Game, Step
from palatine.core.bot import DecisionRule, StepBot
from palatine.games.dark_emperor.bot import (
    diplomacy,
    execution,
    lookahead,
    losses,
    magic,
    recruitment,
)
from palatine.games.dark_emperor.bot.advice.advising import advise
from palatine.games.dark_emperor.bot.lookahead import BotMemory, ranked_plans
from palatine.games.dark_emperor.bot.parameters import USUAL, CaptainParameters
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning import magic_hexes, voyages
from palatine.games.dark_emperor.bot.planning.plan import MarchPlan
from palatine.games.dark_emperor.rules.characters.alone import Escape
from palatine.games.dark_emperor.rules.characters.deaths import NextBearer
from palatine.games.dark_emperor.rules.characters.devices import Wield
from palatine.games.dark_emperor.rules.characters.leaders import ChooseReturn
from palatine.games.dark_emperor.rules.characters.transfers import Recipient
from palatine.games.dark_emperor.rules.combat.combat import AskLantern, ChooseBattle, ChooseHero
from palatine.games.dark_emperor.rules.combat.retreats import FollowTo, RetreatTo
from palatine.games.dark_emperor.rules.common.losses import ChooseLoss
from palatine.games.dark_emperor.rules.magic.counterspells import AskCounterspell
from palatine.games.dark_emperor.rules.magic.death_and_life import Banish, ChooseKillTarget, Recall
from palatine.games.dark_emperor.rules.magic.elemental import Flames, Forge, Shipyard, Strike
from palatine.games.dark_emperor.rules.magic.legions import Claim
from palatine.games.dark_emperor.rules.magic.procedure import Cast, Negate
from palatine.games.dark_emperor.rules.magic.terror_and_serenity import Drive
from palatine.games.dark_emperor.rules.movement.arrival import FromBox
from palatine.games.dark_emperor.rules.movement.attrition import AttritionLosses
from palatine.games.dark_emperor.rules.movement.march import March
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.movement.naval import Embark
from palatine.games.dark_emperor.rules.movement.stacking import ChooseExcess
from palatine.games.dark_emperor.rules.realm.conquest import AssignLands
from palatine.games.dark_emperor.rules.realm.diplomacy import ChooseGroup, ChooseMonster, Court
from palatine.games.dark_emperor.rules.realm.magic_hexes import ChooseFighter, ChooseFinder, Meet
from palatine.games.dark_emperor.rules.realm.mercenaries import AssignGroup, PlaceGroup
from palatine.games.dark_emperor.rules.realm.recruitment import ChooseCity, ChooseGiver, ChoosePayer, RecruitUnits
from palatine.games.dark_emperor.rules.realm.vampires import ChooseGrade, Raise
from palatine.games.dark_emperor.setup import Gate
from palatine.games.dark_emperor.state import DarkEmperorState

RULES_BY_STEP: Mapping[type[Step], DecisionRule[Perception]] = MappingProxyType(
    {
        Gate: lookahead.decide_gate,
        Raise: recruitment.decide_raise,
        ChooseGrade: recruitment.decide_grade,
        RecruitUnits: recruitment.decide_recruit_units,
        ChooseCity: recruitment.decide_city,
        ChoosePayer: recruitment.decide_payer,
        ChooseGiver: recruitment.decide_payer,
        Embark: voyages.decide_embark,
        Movement: execution.decide_movement,
        March: execution.decide_march,
        FromBox: execution.decide_from_box,
        AttritionLosses: losses.decide_loss,
        ChooseLoss: losses.decide_loss,
        ChooseExcess: losses.decide_loss,
        ChooseBattle: losses.decide_battle,
        ChooseHero: losses.decide_hero,
        RetreatTo: losses.decide_retreat_to,
        FollowTo: losses.decide_follow_to,
        Escape: losses.decide_escape,
        ChooseReturn: losses.decide_return,
        Cast: magic.decide_cast,
        AskCounterspell: magic.decide_counterspell,
        Negate: magic.decide_negate,
        Flames: magic.decide_flames,
        Strike: magic.decide_strike,
        Drive: magic.decide_strike,
        ChooseKillTarget: magic.decide_kill_target,
        Banish: magic.decide_banish,
        Recall: magic.decide_recall,
        Forge: magic.decide_forge,
        Shipyard: magic.decide_shipyard,
        Wield: magic.decide_wield,
        AskLantern: magic.decide_lantern,
        Recipient: magic.decide_recipient,
        Claim: magic.decide_claim,
        NextBearer: magic.decide_recall,
        Court: diplomacy.decide_court,
        ChooseGroup: diplomacy.decide_group,
        ChooseMonster: diplomacy.decide_monster,
        AssignGroup: diplomacy.decide_assign_group,
        AssignLands: diplomacy.decide_assign_lands,
        PlaceGroup: diplomacy.decide_place_group,
        ChooseFinder: diplomacy.decide_finder,
        ChooseFighter: diplomacy.decide_finder,
        Meet: magic_hexes.decide_meet,
    }
)
"""Decision rule by step. Other steps leave no important choice."""


class Captain(StepBot[DarkEmperorState, Perception]):
    """Bot for either seat of Dark Emperor."""

    rules_by_step = RULES_BY_STEP
    parameters = USUAL

    def __init__(self, game: Game[DarkEmperorState], parameters: CaptainParameters = USUAL) -> None:
        super().__init__(game)
        self.parameters = parameters

    def perceive(self, state: DarkEmperorState, seat: str) -> Perception:
        """Return the position with face-down markers dealt again, and the bot's memory."""
        memory, is_dealt = self.context.memory, self.context.is_dealt
        if seat not in memory:
            mind = memory[seat] = BotMemory(self.game, think, is_dealt, self.parameters)
            mind.plan = self.context.plan and self.context.plan.fresh()
        return Perception(self.sampled(state, seat), state.seats.index(seat), memory[seat])

    def advise(self, state: DarkEmperorState, seat: str) -> Advice:
        """Return what the captain would do for a seat that must decide, and why.

        Uses only information of the seat.
        """
        return advise(self, state, seat)


def candidate_plans(game: Game[DarkEmperorState], seen: DarkEmperorState, seat: str) -> list[MarchPlan]:
    """Return the plans of a seat's marches, best first; empty in steps other than `Movement`."""
    step: Any = seen.flow[-1] if seen.flow else None
    if not isinstance(step, Movement) or seen.seats[step.seat] != seat:
        return []
    return ranked_plans(Perception(seen, step.seat, BotMemory(game, think)))


def varied(plan: MarchPlan, random: Random) -> MarchPlan | None:
    """Return a plan without the marches to one random hex; None if it has no marches."""
    goals = sorted({order.goal for order in plan.orders})
    return plan.without(random.choice(goals)) if goals else None


def think(seen: DarkEmperorState, side: int, mind: BotMemory) -> Action:
    """Return the action of a captain with this memory in a given position."""
    actions: list[Action] = seen.flow[-1].actions(seen)  # type: ignore[attr-defined]
    return actions[0] if len(actions) == 1 else Captain.choose(Perception(seen, side, mind), actions)
