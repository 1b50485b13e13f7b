"""The captain: a player who knows Demonlord and plays to win.

He is asked one click at a time and looks at the position anew at each, through `Sight`, which shows him what his seat
may know and nothing else. So he can take over a seat at any moment, and give it back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from palatine.core import Action, Game, Step
from palatine.games.demonlord import (
    bot_casting,
    bot_council,
    bot_fighting,
    bot_marching,
    bot_nerve,
    bot_sieging,
)
from palatine.games.demonlord.alliances import Charm, Court
from palatine.games.demonlord.battles import BattleOrSiege, ChooseBattle, ChooseTerrain, Deploy, Garrison, Place
from palatine.games.demonlord.bot_sight import Sight
from palatine.games.demonlord.capture import Demand, Parties, Show
from palatine.games.demonlord.combat import AimAt, AimMagic, Rehouse
from palatine.games.demonlord.invocation import ChooseSpirit, Invoke
from palatine.games.demonlord.magic import ChooseCaster, Speak, Target
from palatine.games.demonlord.movement import March, Movement
from palatine.games.demonlord.prisoners import ChooseHome, Offer, Reply, RequestExchange
from palatine.games.demonlord.redeployment import Answer, Forward, JoinFight, MoveCharacter
from palatine.games.demonlord.reinforcements import AskRequest, Enter, Replace
from palatine.games.demonlord.retreats import ChooseEscort, ChooseWay, GoFurther, IntoFortress
from palatine.games.demonlord.setup import ChooseTown, ChooseTownsman, Devotees, Spells
from palatine.games.demonlord.sieges import ChooseLoss, ChooseSiege, Method, RaiseMagic
from palatine.games.demonlord.spellgate import GateFrom, GateTo, GateUnits
from palatine.games.demonlord.spells import Area, Cloak, Extent, Raise
from palatine.games.demonlord.state import DemonlordState
from palatine.games.demonlord.victory import MayCall, MayOffer, MayTalk
from palatine.games.demonlord.withdrawal import MayWithdraw

Thought = Callable[[Sight, Any, list[Action]], Action]

THOUGHTS: Mapping[type[Step], Thought] = MappingProxyType(
    {
        Devotees: bot_council.devotees,
        ChooseTownsman: bot_council.choose_townsman,
        ChooseTown: bot_council.choose_town,
        Spells: bot_council.spells,
        AskRequest: bot_council.ask_request,
        Enter: bot_council.enter,
        Replace: bot_council.replace_lost,
        Speak: bot_casting.speak,
        ChooseCaster: bot_casting.choose_caster,
        Target: bot_casting.target,
        Extent: bot_casting.extent,
        Area: bot_casting.area,
        Raise: bot_casting.raise_dead,
        Cloak: bot_casting.cloak,
        GateFrom: bot_casting.gate_from,
        GateUnits: bot_casting.gate_units,
        GateTo: bot_casting.gate_to,
        Movement: bot_marching.movement,
        March: bot_marching.march,
        Show: bot_nerve.show,
        Demand: bot_nerve.demand,
        Parties: bot_nerve.parties,
        Invoke: bot_council.invoke,
        ChooseSpirit: bot_council.choose_spirit,
        ChooseBattle: bot_nerve.choose_battle,
        BattleOrSiege: bot_nerve.battle_or_siege,
        Garrison: bot_nerve.garrison,
        ChooseTerrain: bot_nerve.choose_terrain,
        Deploy: bot_fighting.deploy,
        Place: bot_fighting.place,
        Forward: bot_fighting.forward,
        Answer: bot_fighting.answer,
        JoinFight: bot_fighting.join_fight,
        MoveCharacter: bot_fighting.move_character,
        AimMagic: bot_fighting.aim_magic,
        AimAt: bot_fighting.aim_at,
        Rehouse: bot_fighting.rehouse,
        MayWithdraw: bot_nerve.may_withdraw,
        IntoFortress: bot_nerve.into_fortress,
        ChooseEscort: bot_nerve.choose_escort,
        ChooseWay: bot_nerve.choose_way,
        GoFurther: bot_nerve.go_further,
        ChooseSiege: bot_sieging.choose_siege,
        Method: bot_sieging.method,
        RaiseMagic: bot_sieging.raise_magic,
        ChooseLoss: bot_sieging.choose_loss,
        Court: bot_council.court,
        Charm: bot_council.charm,
        RequestExchange: bot_council.request_exchange,
        Offer: bot_council.offer,
        Reply: bot_council.reply,
        ChooseHome: bot_council.choose_home,
        MayCall: bot_council.may_call,
        MayTalk: bot_council.may_talk,
        MayOffer: bot_council.may_offer,
    }
)
"""By step: how the captain decides it. Steps that are not here leave him no choice worth a thought."""


class Captain:
    """Plays Demonlord to win. The same position, as his seat sees it, always gets the same answer."""

    def __init__(self, game: Game[DemonlordState]) -> None:
        self.game = game

    def decide(self, state: DemonlordState, seat: str) -> Action:
        """One of the legal actions of `seat`, which must be the one to decide."""
        actions = self.game.actions(state, seat)
        if len(actions) == 1:
            return actions[0]
        step = state.flow[-1]
        think = THOUGHTS.get(type(step))  # type: ignore[arg-type]
        if think is None:
            return actions[-1]
        return think(Sight(state, state.seats.index(seat)), step, actions)
