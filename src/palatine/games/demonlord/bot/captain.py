"""The captain: a player who knows Demonlord and plays to win.

He is asked one click at a time and looks at each through `CaptainSight`, which shows him what his seat may know and
nothing else. All he bears in mind is the plan of the movement step that he is carrying out, and that for as long as it
fits what he sees: so he can take over a seat at any moment, and give it back.
"""

from __future__ import annotations

from palatine.core import Game
from palatine.core.bot import StepBot
from palatine.core.guidance.advice import Advice
from palatine.games.demonlord.bot import battle, commitment, diplomacy, execution, magic, sieges
from palatine.games.demonlord.bot.advising import advise
from palatine.games.demonlord.bot.mind import BotMemory, CaptainSight
from palatine.games.demonlord.bot.parameters import USUAL, CaptainParameters
from palatine.games.demonlord.rules.characters.capture import Demand, Parties, Show
from palatine.games.demonlord.rules.characters.prisoners import ChooseHome, Offer, Reply, RequestExchange
from palatine.games.demonlord.rules.combat.attacks import AimAt, AimMagic
from palatine.games.demonlord.rules.combat.battles import (
    BattleOrSiege,
    ChooseBattle,
    ChooseTerrain,
    Deploy,
    Garrison,
    Place,
)
from palatine.games.demonlord.rules.combat.casualties import Rehouse
from palatine.games.demonlord.rules.combat.reserves import Answer, Forward, JoinFight, MoveCharacter
from palatine.games.demonlord.rules.combat.retreats import ChooseEscort, ChooseWay, GoFurther, IntoFortress
from palatine.games.demonlord.rules.combat.sieges import ChooseLoss, ChooseSiege, Method, RaiseMagic
from palatine.games.demonlord.rules.combat.withdrawal import MayWithdraw
from palatine.games.demonlord.rules.magic.invocation import ChooseSpirit, Invoke
from palatine.games.demonlord.rules.magic.procedure import ChooseCaster, Speak, Target
from palatine.games.demonlord.rules.magic.spellgate import GateFrom, GateTo, GateUnits
from palatine.games.demonlord.rules.magic.spells import Area, Cloak, Extent, Raise
from palatine.games.demonlord.rules.movement.movement import March, Movement
from palatine.games.demonlord.rules.realm.alliances import Charm, Court
from palatine.games.demonlord.rules.realm.reinforcements import AskRequest, Enter, Replace
from palatine.games.demonlord.rules.victory import MayCall, MayOffer, MayTalk
from palatine.games.demonlord.setup import ChooseTown, ChooseTownsman, Devotees, Spells
from palatine.games.demonlord.state import DemonlordState


class Captain(StepBot[DemonlordState, CaptainSight]):
    """Plays Demonlord to win. The same position, as his seat sees it, always gets the same answer."""

    rules_by_step = {
        Devotees: diplomacy.devotees,
        ChooseTownsman: diplomacy.choose_townsman,
        ChooseTown: diplomacy.choose_town,
        Spells: diplomacy.spells,
        AskRequest: diplomacy.ask_request,
        Enter: diplomacy.enter,
        Replace: diplomacy.replace_lost,
        Speak: magic.speak,
        ChooseCaster: magic.choose_caster,
        Target: magic.target,
        Extent: magic.extent,
        Area: magic.area,
        Raise: magic.raise_dead,
        Cloak: magic.cloak,
        GateFrom: magic.gate_from,
        GateUnits: magic.gate_units,
        GateTo: magic.gate_to,
        Movement: execution.movement,
        March: execution.march,
        Show: commitment.show,
        Demand: commitment.demand,
        Parties: commitment.parties,
        Invoke: diplomacy.invoke,
        ChooseSpirit: diplomacy.choose_spirit,
        ChooseBattle: commitment.choose_battle,
        BattleOrSiege: commitment.battle_or_siege,
        Garrison: commitment.garrison,
        ChooseTerrain: commitment.choose_terrain,
        Deploy: battle.deploy,
        Place: battle.place,
        Forward: battle.forward,
        Answer: battle.answer,
        JoinFight: battle.join_fight,
        MoveCharacter: battle.move_character,
        AimMagic: battle.aim_magic,
        AimAt: battle.aim_at,
        Rehouse: battle.rehouse,
        MayWithdraw: commitment.may_withdraw,
        IntoFortress: commitment.into_fortress,
        ChooseEscort: commitment.choose_escort,
        ChooseWay: commitment.choose_way,
        GoFurther: commitment.go_further,
        ChooseSiege: sieges.choose_siege,
        Method: sieges.method,
        RaiseMagic: sieges.raise_magic,
        ChooseLoss: sieges.choose_loss,
        Court: diplomacy.court,
        Charm: diplomacy.charm,
        RequestExchange: diplomacy.request_exchange,
        Offer: diplomacy.offer,
        Reply: diplomacy.reply,
        ChooseHome: diplomacy.choose_home,
        MayCall: diplomacy.may_call,
        MayTalk: diplomacy.may_talk,
        MayOffer: diplomacy.may_offer,
    }
    """By step: how the captain decides it; every step that asks is here."""

    parameters = USUAL

    def __init__(self, game: Game[DemonlordState], parameters: CaptainParameters = USUAL) -> None:
        super().__init__(game)
        self.parameters = parameters

    def advise(self, state: DemonlordState, seat: str) -> Advice:
        """What he would do in place of a seat that is asked, and why."""
        return advise(Captain(self.game, self.parameters), state, seat)

    def perceive(self, state: DemonlordState, seat: str) -> CaptainSight:
        mind = self.context.memory.setdefault(seat, BotMemory())
        return CaptainSight(state, state.seats.index(seat), self.parameters, mind)
