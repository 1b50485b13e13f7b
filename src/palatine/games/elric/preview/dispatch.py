"""Previews of an action: the tables of all chapters in one, and losses that no chapter warns of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.core import Action, Game
from palatine.core.guidance.preview import Consequence, Irrevocable, PreviewItem, UnusedOption
from palatine.games.elric.preview import battles, escapes, magic, movement, realm, spells
from palatine.games.elric.preview.context import PreviewContext, PreviewRule
from palatine.games.elric.preview.departing import counters_on_map, unit_counts
from palatine.games.elric.rules.characters.dispelling import Answer
from palatine.games.elric.rules.characters.escapes import EscapeSpell, Survive
from palatine.games.elric.rules.characters.immediate_spells import TakePlunder
from palatine.games.elric.rules.characters.refuge import ChooseRefuge
from palatine.games.elric.rules.characters.solo_fights import SoloFightMagic
from palatine.games.elric.rules.combat.battle_spells import ChooseDispelTarget, ChooseQuaolnargnTarget
from palatine.games.elric.rules.combat.battles import Assault, ChooseBattle, ChooseFoe
from palatine.games.elric.rules.combat.cities import ChooseRewarded
from palatine.games.elric.rules.combat.losses import ChooseLoss
from palatine.games.elric.rules.combat.monster_losses import PickLoss
from palatine.games.elric.rules.combat.random_attacks import AttackMagic, ChooseFinder
from palatine.games.elric.rules.combat.retreats import RetreatTo, RetreatWithheld, Withdraw
from palatine.games.elric.rules.combat.spell_laying import Lay
from palatine.games.elric.rules.combat.withholding import DefendPort, Withhold
from palatine.games.elric.rules.common.maintained_spells import Maintain
from palatine.games.elric.rules.common.naval import Overboard
from palatine.games.elric.rules.common.replacements import Replace
from palatine.games.elric.rules.common.takeover import ChooseHaven
from palatine.games.elric.rules.magic.magic_phase import MagicMenu
from palatine.games.elric.rules.magic.search import ChooseReceiver, ChooseSearch, ChooseSearcher
from palatine.games.elric.rules.movement.flight import Takeoff
from palatine.games.elric.rules.movement.march import March
from palatine.games.elric.rules.movement.movement import Movement
from palatine.games.elric.rules.realm.muster import ChooseMuster, ChooseTarget
from palatine.games.elric.state import ElricState

PREVIEWS: Final[dict[tuple[type, str], tuple[PreviewRule, ...]]] = {
    **movement.PREVIEWS, **spells.PREVIEWS, **battles.PREVIEWS, **magic.PREVIEWS, **escapes.PREVIEWS, **realm.PREVIEWS,
}  # fmt: skip
"""The preview rules of each step and verb."""


MAY_ROLL: Final[frozenset[type]] = frozenset({
    Answer, Assault, AttackMagic, ChooseBattle, ChooseDispelTarget, ChooseFinder, ChooseFoe, ChooseHaven, ChooseLoss,
    ChooseMuster, ChooseQuaolnargnTarget, ChooseReceiver, ChooseRefuge, ChooseRewarded, ChooseSearch, ChooseSearcher,
    ChooseTarget, DefendPort, EscapeSpell, Lay, Maintain, Overboard, PickLoss, Replace, RetreatTo, RetreatWithheld,
    SoloFightMagic, Survive, TakePlunder, Withdraw,
})  # fmt: skip
"""Steps after which dice may be rolled at once, unless somebody has a spell and is asked first."""
VERBS_THAT_MAY_ROLL: Final[frozenset[tuple[type, str]]] = frozenset({
    (Movement, "end"), (Takeoff, "go"), (MagicMenu, "end"), (MagicMenu, "activate"), (Withhold, "done"),
})  # fmt: skip
"""Single verbs after which dice may be rolled at once."""
SELECTION_VERBS: Final = frozenset(
    {"stack", "piece", "all", "withhold", "keep", "nation", "continent", "enough", "port"}
)
"""Verbs that only select and cost nothing."""
DEALS: Final = 3
"""In so many deals a loss must come to be warned of as sure."""


def consequences(game: Game[ElricState], sight: ElricState, seat: str, action: Action) -> Iterator[PreviewItem]:
    """What will come of an action of a seat, may come of it, or is left undone by it.

    Nothing is told that rests on a hand, a laid spell, a star or the cup as they are only dealt in `sight`.
    """
    context = PreviewContext(game, sight, seat, action)
    items: list[PreviewItem] = []
    for rule in PREVIEWS.get((type(context.step), context.verb), ()):
        items += [each for each in rule(context) if each not in items]
    yield from items
    if not any([isinstance(each, Consequence | UnusedOption) and each.weight == "warning" for each in items]):
        yield from unwarned_loss(game, context, seat, action)
    if may_roll(context):
        yield Irrevocable(context.step.clause)


def unwarned_loss(
    game: Game[ElricState], context: PreviewContext, seat: str, action: Action
) -> Iterator[PreviewItem]:
    """Of what no chapter has warned: that the match may be over and lost, or units gone whatever is hidden."""
    if action[0] in SELECTION_VERBS:
        return
    deals = [game.determinize(context.s, seat, b"%d" % n) for n in range(DEALS)]
    if not all([action in game.actions(deal, seat) for deal in deals]):
        return
    after = [PreviewContext(game, deal, seat, action) for deal in deals]
    if any([loses(each.after, seat) for each in after]):
        yield context.warning("may-lose", "5.0d")
    elif all([costs(seat, deal, each) for deal, each in zip(deals, after, strict=True)]):
        yield context.warning("unwarned-loss", context.step.clause)


def loses(after: ElricState, seat: str) -> bool:
    """Whether the match is over, and others have won it."""
    return after.outcome is not None and bool(after.outcome.winners) and seat not in after.outcome.winners


def costs(seat: str, deal: ElricState, after: PreviewContext) -> bool:
    """Whether an action costs a seat units, or gives others some, without a roll."""
    if after.rolls:
        return False
    then, me = after.after, after.place
    if (then.turn, then.phasing) == (deal.turn, deal.phasing) and counters_on_map(then, me) < counters_on_map(
        deal, me
    ):
        return True
    before, now = unit_counts(deal), unit_counts(then)
    return bool(now) and any([lost(seat, each, before, now) for each in before])


def lost(seat: str, each: str, before: dict[str, int], then: dict[str, int]) -> bool:
    """Whether a seat has lost units of its own, or another has come by some."""
    return then[each] < before[each] if each == seat else then[each] > before[each]


def may_roll(context: PreviewContext) -> bool:
    """Whether dice may be rolled, for all the seat knows."""
    kind = type(context.step)
    if kind in MAY_ROLL or (kind, context.verb) in VERBS_THAT_MAY_ROLL:
        return True
    return kind is March and context.verb == "go" and context.step.spell >= 0
