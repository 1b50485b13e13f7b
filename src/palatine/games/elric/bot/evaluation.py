"""What chances of winning rest on: how a seat stands in its scenario, what it can take next, and how late it is.

Each scenario has weights of its own, for each is won by something else: the names of all that is weighed begin with it.
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
"""What decides the game counts as so much among what is within reach, where an enemy's capital counts 10."""
TRIES: Final = 3
"""So often the Dragons might be fought, for all that is hoped for."""


def evaluation_figures(game: Game[ElricState], s: ElricState) -> dict[str, dict[str, float]]:
    """By name and seat, what `evaluate` weighs."""
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
    """Who would win if the game were over now."""
    after = s.copy()
    if after.outcome is None:
        decide(after, s.tipped)
    return after.outcome.winners if after.outcome is not None else ()


def within_reach(s: ElricState, seat: int) -> float:
    """What it aims at, by the odds with which it could take each in its next turn."""
    sight = Perception(s, seat, BotMemory())
    found = 0.0
    for area, worth in targets(sight).items():
        there = strength(s.stacks[seat].get(area, ()), False)
        coming = there + sum([sight.comers(seat, a, area) for a in s.stacks[seat]])
        if coming:
            found += min(worth, MOST) * odds_of(s, seat, area, coming)
    return found


def company_strength(s: ElricState, seat: int) -> float:
    """The strength about whom a seat must not lose: in the duel the duellist, else Elric, if he is its own."""
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
"""The same alone in the jungle lands."""
LATE: Final = frozenset({"seat", "ahead", "goals", "reach", "strength", "hope"})
"""What counts more, or less, the later it is."""
