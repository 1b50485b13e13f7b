"""Map layers on request: the yield of each hex by power (7.1, 7.31, 20.3)."""

from __future__ import annotations

from palatine.core import Catalogue, Game, Layer
from palatine.games.dark_emperor.components.pieces import INACTIVE, KINGDOM_POWERS, NECROMANCER
from palatine.games.dark_emperor.components.tables import FEEDING, victory_level
from palatine.games.dark_emperor.components.world import LANDS_OF, hex_name
from palatine.games.dark_emperor.rules.common.taxation import Survey, full_value, income, landlord, survey
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.games.dark_emperor.view.faces import STYLE_OF


def layers(game: Game[DarkEmperorState], s: DarkEmperorState, seat: str | None) -> tuple[Layer, ...]:
    """Return a layer of the Necromancer's own production, and one of each kingdom's income.

    They are the same for every `seat`.
    """
    words, held = game.words, survey(s)
    return necromancers(words, s, held), *[realm(words, s, held, k) for k in KINGDOM_POWERS]


def necromancers(words: Catalogue, s: DarkEmperorState, held: Survey) -> Layer:
    """Return the layer of the production that feeds vampires and decides the game (7.31, 20.3)."""
    paid = income(s, NECROMANCER, held)
    total = sum(paid.values())
    level = victory_level(total)
    end = f"layer.end.{level.winner.lower() or 'nobody'}"
    told = words.say("layer.feeds", total=total, maximum=total // FEEDING, end=words.say(end, level=level.level))
    return Layer("necromancer", words.say("layer.necromancer"), told, gold_figures(paid), STYLE_OF[NECROMANCER])


def realm(words: Catalogue, s: DarkEmperorState, held: Survey, kingdom: int) -> Layer:
    """Return the layer of a kingdom's income now; printed values if it is inactive (7.14)."""
    if s.control[kingdom] == INACTIVE:
        paid = printed(s, kingdom)
        told = words.say("layer.printed", total=sum(paid.values()))
    elif s.is_conquered(kingdom):
        paid, told = {}, words.say("layer.conquered", power=landlord(s, kingdom))
    else:
        paid = dict.fromkeys(printed(s, kingdom), 0) | income(s, kingdom, held)
        told = words.say("layer.income", total=sum(paid.values()))
    title = words.say("layer.realm", kingdom=kingdom)
    return Layer(f"realm.{kingdom}", title, told, gold_figures(paid), STYLE_OF[kingdom])


def printed(s: DarkEmperorState, kingdom: int) -> dict[int, int]:
    """Return the full yield of a kingdom's hexes, without those that yield nothing."""
    paid = {h: full_value(s, h) for h in LANDS_OF[kingdom]}
    return {h: gold for h, gold in paid.items() if gold}


def gold_figures(paid: dict[int, int]) -> dict[str, str]:
    return {hex_name(h): str(gold) for h, gold in sorted(paid.items())}
