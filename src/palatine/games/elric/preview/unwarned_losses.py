"""The preview of an action, including losses that no rule's preview warns of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.core import Action, Game
from palatine.core.guidance.preview import Consequence, PreviewItem, UnusedOption
from palatine.games.elric.preview.context import PreviewContext
from palatine.games.elric.preview.departing import counters_on_map, unit_counts
from palatine.games.elric.state import ElricState

SELECTION_VERBS: Final = frozenset(
    {"stack", "piece", "all", "withhold", "keep", "nation", "continent", "enough", "port"}
)
"""Verbs that only select, without a cost."""
DEALS: Final = 3
"""Number of random deals in all of which a loss must occur to be reported as certain."""


def consequences(game: Game[ElricState], sight: ElricState, seat: str, action: Action) -> Iterator[PreviewItem]:
    """Return the preview of a seat's action.

    It does not depend on how hidden hands, spells, stars and the cup were dealt.
    """
    context = PreviewContext(game, sight, seat, action)
    items = list(game.decisions.consequences(context))
    yield from items
    if not any([isinstance(each, Consequence | UnusedOption) and each.weight == "warning" for each in items]):
        yield from unwarned_loss(game, context, seat, action)


def unwarned_loss(
    game: Game[ElricState], context: PreviewContext, seat: str, action: Action
) -> Iterator[PreviewItem]:
    """Warn of losses that no rule reports: the match, or units in every deal."""
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
    """Return whether the match is over and other seats have won."""
    return after.outcome is not None and bool(after.outcome.winners) and seat not in after.outcome.winners


def costs(seat: str, deal: ElricState, after: PreviewContext) -> bool:
    """Return whether an action costs a seat units, or gives others some, without a roll."""
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
    """Return whether a seat has lost units, or another has gained some."""
    return then[each] < before[each] if each == seat else then[each] > before[each]
