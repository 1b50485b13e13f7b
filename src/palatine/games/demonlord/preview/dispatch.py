"""Who tells what will come of an action, by the step it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from palatine.core import Action, Game, Step
from palatine.core.guidance.preview import PreviewItem
from palatine.games.demonlord.preview import (
    alliances,
    battles,
    characters,
    endings,
    fights,
    gates,
    marches,
    settings,
    sieges,
    spells,
    temples,
    truces,
    withdrawals,
)
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.rules.characters.capture import Demand, Parties, Show
from palatine.games.demonlord.rules.characters.prisoners import AnswerOffer, OfferPrisoner, RequestExchange
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
from palatine.games.demonlord.rules.combat.retreats import IntoFortress
from palatine.games.demonlord.rules.combat.sieges import ChooseSiegeMethod, RaiseMagic
from palatine.games.demonlord.rules.combat.withdrawal import MayWithdraw
from palatine.games.demonlord.rules.magic.invocation import ChooseSpirit, Invoke
from palatine.games.demonlord.rules.magic.procedure import GATE, AnnounceSpell, Target
from palatine.games.demonlord.rules.magic.spellgate import GateTo
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
from palatine.games.demonlord.setup import ChooseTown, Spells
from palatine.games.demonlord.state import DemonlordState

PreviewRule = Callable[[PreviewContext], Iterable[PreviewItem]]

PREVIEWS: Final[Mapping[type[Step], PreviewRule]] = MappingProxyType({
    Movement: endings.movement, March: marches.march,
    Show: characters.show, Demand: characters.demand, Parties: characters.parties,
    RequestExchange: characters.request_exchange, OfferPrisoner: characters.offer, AnswerOffer: characters.reply,
    ChooseBattle: battles.choose_battle, BattleOrSiege: battles.battle_or_siege, Garrison: battles.garrison,
    ChooseTerrain: battles.choose_terrain, Deploy: fights.deploy,
    PlaceCharacter: fights.post, ReassignCharacter: fights.post, MoveCharacter: fights.post,
    CommitUnit: fights.forward, MatchCommitment: fights.answer, JoinFight: fights.join_fight,
    AimAt: fights.aim, AimMagic: fights.aim_magic,
    MayWithdraw: withdrawals.may_withdraw, IntoFortress: withdrawals.into_fortress,
    ChooseSiegeMethod: sieges.method, RaiseMagic: sieges.raise_magic,
    AnnounceSpell: spells.speak, Target: spells.target, ChooseRainsShape: spells.extent, ChooseRainsHexes: spells.area,
    ChooseRaisedUnit: spells.raise_dead, AnswerVision: spells.cloak, GateTo: gates.gate_to,
    Invoke: temples.invoke, ChooseSpirit: temples.choose_spirit,
    Court: alliances.court, Charm: alliances.charm, AskRequest: alliances.ask_request, Replace: alliances.replace,
    Enter: alliances.enter,
    AskTruceCall: truces.may_call, AskTruceTalks: truces.may_talk, AskPeaceOffer: truces.may_offer,
    ChooseTown: settings.choose_town, Spells: settings.spells,
})  # fmt: skip
"""By step; of the others there is nothing to say that their choices do not."""


def consequences(
    game: Game[DemonlordState], sight: DemonlordState, seat: str, action: Action
) -> Iterable[PreviewItem]:
    """What will come of an action of `seat`, as far as it can know (see `core.guidance.foresight`)."""
    if not sight.flow:
        return ()
    ahead = PreviewContext(game.words, sight, seat, action)
    if action == GATE:
        return spells.gate(ahead)
    tell = PREVIEWS.get(type(ahead.step))
    return tell(ahead) if tell else ()
