"""Preview rules by step."""

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

PREVIEWS: Final[Mapping[type[Step], PreviewRule]] = MappingProxyType(
    {
        Movement: endings.preview_movement,
        March: marches.preview_march,
        Show: characters.preview_show,
        Demand: characters.preview_demand,
        Parties: characters.preview_parties,
        RequestExchange: characters.preview_request_exchange,
        OfferPrisoner: characters.preview_offer_prisoner,
        AnswerOffer: characters.preview_answer_offer,
        ChooseBattle: battles.preview_battle,
        BattleOrSiege: battles.preview_battle_or_siege,
        Garrison: battles.preview_garrison,
        ChooseTerrain: battles.preview_terrain,
        Deploy: fights.preview_deploy,
        PlaceCharacter: fights.preview_post,
        ReassignCharacter: fights.preview_post,
        MoveCharacter: fights.preview_post,
        CommitUnit: fights.preview_commit_unit,
        MatchCommitment: fights.preview_match_commitment,
        JoinFight: fights.preview_join_fight,
        AimAt: fights.preview_aim_at,
        AimMagic: fights.preview_aim_magic,
        MayWithdraw: withdrawals.preview_withdraw,
        IntoFortress: withdrawals.preview_into_fortress,
        ChooseSiegeMethod: sieges.preview_siege_method,
        RaiseMagic: sieges.preview_raise_magic,
        AnnounceSpell: spells.preview_announce_spell,
        Target: spells.preview_target,
        ChooseRainsShape: spells.preview_rains_shape,
        ChooseRainsHexes: spells.preview_rains_hexes,
        ChooseRaisedUnit: spells.preview_raised_unit,
        AnswerVision: spells.preview_answer_vision,
        GateTo: gates.preview_gate_to,
        Invoke: temples.preview_invoke,
        ChooseSpirit: temples.preview_spirit,
        Court: alliances.preview_court,
        Charm: alliances.preview_charm,
        AskRequest: alliances.preview_request,
        Replace: alliances.preview_replace,
        Enter: alliances.preview_enter,
        AskTruceCall: truces.preview_truce_call,
        AskTruceTalks: truces.preview_truce_talks,
        AskPeaceOffer: truces.preview_peace_offer,
        ChooseTown: settings.preview_town,
        Spells: settings.preview_spells,
    }
)
"""By step: its preview rule; the choices of other steps need no preview."""


def consequences(
    game: Game[DemonlordState], sight: DemonlordState, seat: str, action: Action
) -> Iterable[PreviewItem]:
    """Return the preview of an action of `seat`, based on its information.

    See `core.guidance.preview`.
    """
    if not sight.flow:
        return ()
    ahead = PreviewContext(game, sight, seat, action)
    if action == GATE:
        return spells.gate(ahead)
    tell = PREVIEWS.get(type(ahead.step))
    return tell(ahead) if tell else ()
