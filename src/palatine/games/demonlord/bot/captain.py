"""The captain, a bot that plays Demonlord to win.

It decides one action at a time from `CaptainPerception`, which shows only what its seat may know. Its memory is the
plan of the movement step, for as long as the plan fits the position. It can therefore take over a seat at any moment,
and give it back.
"""

from __future__ import annotations

from palatine.core import Game
from palatine.core.bot import StepBot
from palatine.core.guidance.advice import Advice
from palatine.games.demonlord.bot import battle, battle_decisions, diplomacy, execution, magic, sieges
from palatine.games.demonlord.bot.advising import advise
from palatine.games.demonlord.bot.parameters import USUAL, CaptainParameters
from palatine.games.demonlord.bot.perception import BotMemory, CaptainPerception
from palatine.games.demonlord.rules.characters.capture import Demand, Parties, Show
from palatine.games.demonlord.rules.characters.prisoners import (
    AnswerOffer,
    ChooseHome,
    OfferPrisoner,
    RequestExchange,
)
from palatine.games.demonlord.rules.combat.attacks import AimAt, AimMagic
from palatine.games.demonlord.rules.combat.battles import (
    BattleOrSiege,
    ChooseBattle,
    ChooseTerrain,
    Deploy,
    Garrison,
    PlaceCharacter,
)
from palatine.games.demonlord.rules.combat.casualties import ReassignCharacter
from palatine.games.demonlord.rules.combat.reserves import CommitUnit, JoinFight, MatchCommitment, MoveCharacter
from palatine.games.demonlord.rules.combat.retreats import ChooseEscort, ChooseWay, ExtendRetreat, IntoFortress
from palatine.games.demonlord.rules.combat.sieges import ChooseLoss, ChooseSiege, ChooseSiegeMethod, RaiseMagic
from palatine.games.demonlord.rules.combat.withdrawal import MayWithdraw
from palatine.games.demonlord.rules.magic.invocation import ChooseSpirit, Invoke
from palatine.games.demonlord.rules.magic.procedure import AnnounceSpell, ChooseCaster, Target
from palatine.games.demonlord.rules.magic.spellgate import GateFrom, GateTo, GateUnits
from palatine.games.demonlord.rules.magic.spells import (
    AnswerVision,
    ChooseRainsHexes,
    ChooseRainsShape,
    ChooseRaisedUnit,
)
from palatine.games.demonlord.rules.movement.movement import March, Movement
from palatine.games.demonlord.rules.realm.alliances import Charm, Court
from palatine.games.demonlord.rules.realm.reinforcements import AskRequest, Enter, Replace
from palatine.games.demonlord.rules.victory import AskPeaceOffer, AskTruceCall, AskTruceTalks
from palatine.games.demonlord.setup import ChooseTown, ChooseTownsman, Devotees, Spells
from palatine.games.demonlord.state import DemonlordState


class Captain(StepBot[DemonlordState, CaptainPerception]):
    """Bot for Demonlord; the same position, as seen by its seat, always gets the same action."""

    rules_by_step = {
        Devotees: diplomacy.decide_devotees,
        ChooseTownsman: diplomacy.decide_townsman,
        ChooseTown: diplomacy.decide_town,
        Spells: diplomacy.decide_spells,
        AskRequest: diplomacy.decide_request,
        Enter: diplomacy.decide_enter,
        Replace: diplomacy.decide_replace,
        AnnounceSpell: magic.decide_announce_spell,
        ChooseCaster: magic.decide_caster,
        Target: magic.decide_target,
        ChooseRainsShape: magic.decide_rains_shape,
        ChooseRainsHexes: magic.decide_rains_hexes,
        ChooseRaisedUnit: magic.decide_raised_unit,
        AnswerVision: magic.decide_answer_vision,
        GateFrom: magic.decide_gate_from,
        GateUnits: magic.decide_gate_units,
        GateTo: magic.decide_gate_to,
        Movement: execution.decide_movement,
        March: execution.decide_march,
        Show: battle_decisions.decide_show,
        Demand: battle_decisions.decide_demand,
        Parties: battle_decisions.decide_parties,
        Invoke: diplomacy.decide_invoke,
        ChooseSpirit: diplomacy.decide_spirit,
        ChooseBattle: battle_decisions.decide_battle,
        BattleOrSiege: battle_decisions.decide_battle_or_siege,
        Garrison: battle_decisions.decide_garrison,
        ChooseTerrain: battle_decisions.decide_terrain,
        Deploy: battle.decide_deploy,
        PlaceCharacter: battle.decide_place_character,
        CommitUnit: battle.decide_commit_unit,
        MatchCommitment: battle.decide_match_commitment,
        JoinFight: battle.decide_join_fight,
        MoveCharacter: battle.decide_move_character,
        AimMagic: battle.decide_aim_magic,
        AimAt: battle.decide_aim_at,
        ReassignCharacter: battle.decide_reassign_character,
        MayWithdraw: battle_decisions.decide_withdraw,
        IntoFortress: battle_decisions.decide_into_fortress,
        ChooseEscort: battle_decisions.decide_escort,
        ChooseWay: battle_decisions.decide_way,
        ExtendRetreat: battle_decisions.decide_extend_retreat,
        ChooseSiege: sieges.decide_siege,
        ChooseSiegeMethod: sieges.decide_siege_method,
        RaiseMagic: sieges.decide_raise_magic,
        ChooseLoss: sieges.decide_loss,
        Court: diplomacy.decide_court,
        Charm: diplomacy.decide_charm,
        RequestExchange: diplomacy.decide_request_exchange,
        OfferPrisoner: diplomacy.decide_offer_prisoner,
        AnswerOffer: diplomacy.decide_answer_offer,
        ChooseHome: diplomacy.decide_home,
        AskTruceCall: diplomacy.decide_truce_call,
        AskTruceTalks: diplomacy.decide_truce_talks,
        AskPeaceOffer: diplomacy.decide_peace_offer,
    }
    """Decision rule by step; all steps that require a decision are included."""

    parameters = USUAL

    def __init__(self, game: Game[DemonlordState], parameters: CaptainParameters = USUAL) -> None:
        super().__init__(game)
        self.parameters = parameters

    def advise(self, state: DemonlordState, seat: str) -> Advice:
        """Return what the captain would do for a seat that must decide, and why."""
        return advise(Captain(self.game, self.parameters), state, seat)

    def perceive(self, state: DemonlordState, seat: str) -> CaptainPerception:
        mind = self.context.memory.setdefault(seat, BotMemory())
        return CaptainPerception(state, state.seats.index(seat), self.parameters, mind)
