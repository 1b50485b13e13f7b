"""What the game has to say of an action before it is chosen, by the step that asks and the verb."""

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
    (March, "halt"): movement.halt,
    (March, "box"): movement.to_box,
    (Movement, "drop"): movement.drop,
    (Movement, "end"): ends.movement,
    (FromBox, "to"): movement.from_box,
    (Embark, "end"): ends.embark,
    (AttritionLosses, "lose"): combat.lose,
    (ChooseLoss, "lose"): combat.lose,
    (ChooseExcess, "lose"): combat.lose,
    (ChooseBattle, "fight"): combat.fight,
    (ChooseHero, "hero"): combat.hero,
    (AskLantern, "light"): combat.light,
    (RetreatTo, "retreat"): combat.retreat,
    (Escape, "escape"): combat.escape,
    (Cast, "cast"): magic.cast,
    (Cast, "end"): ends.cast,
    (AskCounterspell, "counter"): magic.counter,
    (AskCounterspell, "allow"): magic.allow,
    (ChooseKillTarget, "target"): magic.mark,
    (Banish, "banish"): magic.banish,
    (Negate, "negate"): magic.negate,
    (Wield, "use"): magic.wield,
    (Court, "envoy"): courts.envoy,
    (Court, "court"): courts.court,
    (Court, "parley"): courts.parley,
    (Court, "herald"): courts.herald,
    (Court, "end"): ends.court,
    (ChooseGroup, "group"): courts.group,
    (ChooseMonster, "monster"): courts.monster,
    (Meet, "parley"): courts.meet,
    (Meet, "fight"): courts.fight,
    (ChooseFighter, "fighter"): courts.fighter,
    (AssignLands, "assign"): realms.assign_lands,
    (AssignLands, "restore"): realms.restore,
    (AssignGroup, "assign"): realms.assign_group,
    (RecruitUnits, "buy"): realms.buy,
    (RecruitUnits, "end"): ends.recruit,
    (Raise, "end"): ends.raise_vampires,
})  # fmt: skip
"""By step and verb: what speaks of such an action, beside what any action may bring."""


def consequences(
    game: Game[DarkEmperorState], s: DarkEmperorState, seat: str, action: Action
) -> Iterable[PreviewItem]:
    """All that is to be said of an action; nothing in it rests on dice or on what lies face down."""
    outlook = PreviewContext(game, s, seat, action)
    if action[0] == "betray":
        yield from realms.betray(outlook)
        return
    yield from common.common_consequences(outlook)
    teller = PREVIEWS.get((type(outlook.step), action[0]))
    if teller is not None:
        yield from teller(outlook)
