"""Measures of a match's progress, for each seat."""

from __future__ import annotations

from collections.abc import Callable

from palatine.core import Game, Measure
from palatine.games.elric.components.pieces import ARMY, DRAGON_MASTERS, ELRIC, KIND
from palatine.games.elric.components.spells import CHAOS, LAW, SPELL_VALUE
from palatine.games.elric.components.tables import FOUNDING, MASTERS, SUCCESSOR
from palatine.games.elric.components.world import CITIES, MELNIBONE
from palatine.games.elric.rules.common.victory import (
    HEIR,
    NEIGHBOURS,
    NEIGHBOURS_CAPITALS,
    SUCCESSORS_CAPITALS,
    UPSTART,
    capitals_taken,
    players,
    spell_total,
)
from palatine.games.elric.state import ElricState, strength


def measures(game: Game[ElricState], s: ElricState) -> tuple[Measure, ...]:
    """Return each seat's measures: scenario goals, cities, strength, the Balance, spells."""

    def each(
        key: str, value: Callable[[int], float], is_hidden: bool = False, more_is_better: bool = True
    ) -> Measure:
        values = {name: float(value(seat)) for seat, name in enumerate(s.seats) if seat not in s.out}
        return Measure(key, game.words.say(f"measure.{key}"), values, is_hidden, more_is_better=more_is_better)

    return (
        each("masters" if s.scenario == FOUNDING else "capitals", lambda seat: goals(s, seat)),
        each("missing", lambda seat: goals_missing(s, seat), more_is_better=False),
        each("imrryr", lambda seat: s.city_owner(MELNIBONE) == seat),
        each("cities", lambda seat: sum([s.city_owner(city.area) == seat for city in CITIES])),
        each("strength", lambda seat: fighting(s, seat)),
        each("armies", lambda seat: army_count(s, seat)),
        each("elric", lambda seat: s.where[ELRIC] >= 0 and s.owner[ELRIC] == seat),
        each("balance", lambda _: s.balance),
        each("spells", lambda seat: sum([len(s.hand.get(p, ())) for p in s.persons(seat)])),
        each("spell-values", lambda seat: spell_values(s, seat), is_hidden=True),
        each("law-total", lambda seat: spell_total(s, seat, LAW), is_hidden=True),
        each("chaos-total", lambda seat: spell_total(s, seat, CHAOS), is_hidden=True),
    )


def goals(s: ElricState, seat: int) -> int:
    """Return the number of a seat's goals reached (5.0k, 14.1, 14.3).

    Capitals named by the scenario or taken from other players; in the solitaire scenario, Dragon Masters found.
    """
    if s.scenario == FOUNDING:
        return sum([s.where[p] >= 0 for p in DRAGON_MASTERS])
    if s.scenario == SUCCESSOR:
        wanted = {NEIGHBOURS: SUCCESSORS_CAPITALS, HEIR: NEIGHBOURS_CAPITALS}[seat]
        return sum([s.city_owner(area) == seat for area in wanted])
    return len(capitals_taken(s, seat, True))


def goals_missing(s: ElricState, seat: int) -> int:
    """Return the number of goals that a seat still needs to win by them; 0 if it would win now.

    The goals are Imrryr, for the Upstart; the Dragon Masters, in the solitaire scenario; all enemy capitals, in
    Successor. Otherwise they are more capitals taken than any rival has (5.0k, 14.1 to 14.3).
    """
    if s.scenario == MASTERS:
        return int((s.city_owner(MELNIBONE) == UPSTART) != (seat == UPSTART))
    if s.scenario == FOUNDING:
        return len(DRAGON_MASTERS) - goals(s, seat)
    if s.scenario == SUCCESSOR:
        return len(SUCCESSORS_CAPITALS if seat == NEIGHBOURS else NEIGHBOURS_CAPITALS) - goals(s, seat)
    rivals = [goals(s, other) for other in players(s) if other != seat]
    return max(0, 1 + max(rivals, default=0) - goals(s, seat))


def fighting(s: ElricState, seat: int) -> int:
    """Return the total combat value of a seat's pieces on land."""
    return sum([strength(group, at_sea=False) for group in s.stacks[seat].values()])


def army_count(s: ElricState, seat: int) -> int:
    return sum([KIND[p] == ARMY for group in s.stacks[seat].values() for p in group])


def spell_values(s: ElricState, seat: int) -> int:
    return sum([SPELL_VALUE[spell] for p in s.persons(seat) for spell in s.hand.get(p, ())])
