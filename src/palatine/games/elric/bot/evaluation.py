"""Evaluation features: position in the scenario, reachable targets, and time.

Each scenario has its own weights, so the name of each feature begins with the scenario.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from palatine.core import Game
from palatine.games.elric.bot.dragons import hope
from palatine.games.elric.bot.objectives import targets
from palatine.games.elric.bot.odds import odds_of
from palatine.games.elric.bot.perception import BotMemory, Perception
from palatine.games.elric.components.pieces import ELRIC, KIND, PERSON, THELEB
from palatine.games.elric.components.tables import DUEL, FOUNDING, TURNS
from palatine.games.elric.components.world import CITIES, MELNIBONE
from palatine.games.elric.recap.measures import army_count, fighting, goals, spell_values
from palatine.games.elric.rules.common.victory import ALBINO, capitals_taken, decide
from palatine.games.elric.state import ElricState, strength

MOST: Final = 20.0
"""Highest value of one target within reach, where an enemy capital counts 10."""
TRIES: Final = 3
"""Number of fights with the Dragons assumed in the solitaire scenario."""


def evaluation_figures(game: Game[ElricState], s: ElricState) -> dict[str, dict[str, float]]:
    """Return the evaluation features by name and seat."""
    figures = FOUNDING_FIGURES if s.scenario == FOUNDING else FIGURES
    late = (s.turn / TURNS) ** 2
    leaders = winners_now(s)
    found: dict[str, dict[str, float]] = {}
    for seat, name in enumerate(s.seats):
        if seat in s.out:
            continue
        values = {key: float(figure(s, seat)) for key, figure in figures.items()}
        values["ahead"] = float(name in leaders) / max(1, len(leaders))
        values |= {f"{key}-late": value * late for key, value in values.items() if key in LATE}
        for key, value in values.items():
            found.setdefault(f"{s.scenario}/{len(s.seats)}/{key}", {})[name] = value
    return found


def winners_now(s: ElricState) -> tuple[str, ...]:
    """Return the winners if the game ended now."""
    after = s.copy()
    if after.outcome is None:
        decide(after, s.tipped)
    return after.outcome.winners if after.outcome is not None else ()


def within_reach(s: ElricState, seat: int) -> float:
    """Return the value of a seat's targets, weighted by the odds to take them next turn."""
    sight = Perception(s, seat, BotMemory())
    found = 0.0
    for area, worth in targets(sight).items():
        there = strength(s.stacks[seat].get(area, ()), False)
        coming = there + sum([sight.comers(seat, a, area) for a in s.stacks[seat]])
        if coming:
            found += min(worth, MOST) * odds_of(s, seat, area, coming)
    return found


def company_strength(s: ElricState, seat: int) -> float:
    """Return the strength around the piece a seat must not lose.

    In the duel the duellist, otherwise Elric if controlled.
    """
    hero = THELEB if s.scenario == DUEL and seat != ALBINO else ELRIC
    if s.where[hero] < 0 or s.owner[hero] != seat:
        return 0.0
    return strength(s.stack_of(hero), False)


def person_count(s: ElricState, seat: int) -> int:
    return sum([KIND[p] == PERSON for group in s.stacks[seat].values() for p in group])


Figure = Callable[[ElricState, int], float]
FIGURES: Final[dict[str, Figure]] = {
    "seat": lambda s, seat: seat,
    "goals": goals,
    "neutral": lambda s, seat: len(capitals_taken(s, seat, False)),
    "imrryr": lambda s, seat: s.city_owner(MELNIBONE) == seat,
    "cities": lambda s, seat: sum([s.city_owner(city.area) == seat for city in CITIES]),
    "strength": fighting,
    "armies": army_count,
    "people": person_count,
    "elric": lambda s, seat: s.where[ELRIC] >= 0 and s.owner[ELRIC] == seat,
    "company": company_strength,
    "reach": within_reach,
    "spells": spell_values,
}
FOUNDING_FIGURES: Final[dict[str, Figure]] = {
    "goals": goals,
    "strength": fighting,
    "people": person_count,
    "hope": lambda s, seat: hope(fighting(s, seat), TRIES),
}
"""The same for the solitaire scenario."""
LATE: Final = frozenset({"seat", "ahead", "goals", "reach", "strength", "hope"})
"""Features with an additional weight that grows with time."""
