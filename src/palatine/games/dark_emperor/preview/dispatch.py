"""Preview rules by step and verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from palatine.core import Action, Game, Step
from palatine.core.guidance.preview import PreviewItem
from palatine.games.dark_emperor.preview import combat, common, courts, ends, magic, movement, realms
from palatine.games.dark_emperor.preview.context import PreviewContext
from palatine.games.dark_emperor.rules.characters.alone import Escape
from palatine.games.dark_emperor.rules.characters.devices import Wield
from palatine.games.dark_emperor.rules.combat.combat import AskLantern, ChooseBattle, ChooseHero
from palatine.games.dark_emperor.rules.combat.retreats import RetreatTo
from palatine.games.dark_emperor.rules.common.losses import ChooseLoss
from palatine.games.dark_emperor.rules.magic.counterspells import AskCounterspell
from palatine.games.dark_emperor.rules.magic.death_and_life import Banish, ChooseKillTarget
from palatine.games.dark_emperor.rules.magic.procedure import Cast, Negate
from palatine.games.dark_emperor.rules.movement.arrival import FromBox
from palatine.games.dark_emperor.rules.movement.attrition import AttritionLosses
from palatine.games.dark_emperor.rules.movement.march import March
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.movement.naval import Embark
from palatine.games.dark_emperor.rules.movement.stacking import ChooseExcess
from palatine.games.dark_emperor.rules.realm.conquest import AssignLands
from palatine.games.dark_emperor.rules.realm.diplomacy import ChooseGroup, ChooseMonster, Court
from palatine.games.dark_emperor.rules.realm.magic_hexes import ChooseFighter, Meet
from palatine.games.dark_emperor.rules.realm.mercenaries import AssignGroup
from palatine.games.dark_emperor.rules.realm.recruitment import RecruitUnits
from palatine.games.dark_emperor.rules.realm.vampires import Raise
from palatine.games.dark_emperor.setup import Gate
from palatine.games.dark_emperor.state import DarkEmperorState

PreviewRule = Callable[[PreviewContext], Iterable[PreviewItem]]

PREVIEWS: Mapping[tuple[type[Step], str], PreviewRule] = MappingProxyType({
    (Gate, "enter"): movement.gate,
    (March, "go"): movement.go,
    (March, "halt"): movement.preview_halt,
    (March, "box"): movement.preview_to_box,
    (Movement, "drop"): movement.preview_drop,
    (Movement, "end"): ends.preview_end_of_movement,
    (FromBox, "to"): movement.preview_from_box,
    (Embark, "end"): ends.preview_end_of_embarkation,
    (AttritionLosses, "lose"): combat.preview_loss,
    (ChooseLoss, "lose"): combat.preview_loss,
    (ChooseExcess, "lose"): combat.preview_loss,
    (ChooseBattle, "fight"): combat.preview_fight,
    (ChooseHero, "hero"): combat.preview_hero,
    (AskLantern, "light"): combat.preview_lantern,
    (RetreatTo, "retreat"): combat.preview_retreat,
    (Escape, "escape"): combat.preview_escape,
    (Cast, "cast"): magic.preview_cast,
    (Cast, "end"): ends.preview_end_of_casting,
    (AskCounterspell, "counter"): magic.preview_counter,
    (AskCounterspell, "allow"): magic.preview_allow,
    (ChooseKillTarget, "target"): magic.preview_kill_target,
    (Banish, "banish"): magic.preview_banish,
    (Negate, "negate"): magic.preview_negate,
    (Wield, "use"): magic.preview_wield,
    (Court, "envoy"): courts.preview_envoy,
    (Court, "court"): courts.preview_court,
    (Court, "parley"): courts.preview_parley,
    (Court, "herald"): courts.preview_herald,
    (Court, "end"): ends.preview_end_of_diplomacy,
    (ChooseGroup, "group"): courts.preview_group,
    (ChooseMonster, "monster"): courts.preview_monster,
    (Meet, "parley"): courts.preview_meet,
    (Meet, "fight"): courts.preview_monster_fight,
    (ChooseFighter, "fighter"): courts.preview_fighter,
    (AssignLands, "assign"): realms.preview_assign_lands,
    (AssignLands, "restore"): realms.preview_restore,
    (AssignGroup, "assign"): realms.preview_assign_group,
    (RecruitUnits, "buy"): realms.preview_buy,
    (RecruitUnits, "end"): ends.preview_end_of_recruitment,
    (Raise, "end"): ends.preview_end_of_raising,
})  # fmt: skip
"""By step and verb: the rule for such actions, in addition to `common_consequences`."""


def consequences(
    game: Game[DarkEmperorState], s: DarkEmperorState, seat: str, action: Action
) -> Iterable[PreviewItem]:
    """Return the preview of an action; it depends neither on dice nor on face-down counters."""
    outlook = PreviewContext(game, s, seat, action)
    if action[0] == "betray":
        yield from realms.preview_betray(outlook)
        return
    yield from common.common_consequences(outlook)
    teller = PREVIEWS.get((type(outlook.step), action[0]))
    if teller is not None:
        yield from teller(outlook)
