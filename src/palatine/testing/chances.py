"""Comparison of the chances and losses that a game shows with simulated play.

Actions and sheets are played in states sampled from what their seat knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, pvariance
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Action, Dice, Game, OrdersGame, Sheet, ShownChance, dice_key
from palatine.core.guidance.preview import PREVIEW_SEED, Consequence, Odds
from palatine.testing.fuzzer import FuzzPlayer
from palatine.testing.sample import find_checks

MAX_SIGMAS = 5.0
"""Maximum deviation from the chance shown, in standard deviations."""
ESTIMATE_TOLERANCE = 0.12
"""Maximum further deviation from an estimate, for what its simulations leave out."""
LOSS_TOLERANCE = 0.75
"""Maximum further deviation from some mean losses, as a share; at least one unit.

These are the losses of estimates, and those that a seat chooses: it may give one large unit for several small ones.
"""
MIN_LOSSES = 10
"""Minimum number of plays with a result to judge its mean loss."""
MIN_LOSS_VARIANCE = 0.1
"""Variance assumed where all plays have the same loss."""
SEARCHED_GAMES = 60
"""Number of games searched for positions."""
MAX_DECISIONS = 600
"""Maximum number of decisions in each of these games."""
MAX_DECISIONS_TO_ROLL = 60
"""Maximum number of decisions after an action until its roll."""
HARMLESS_VERBS = ("pass", "done", "end", "none", "close", "fight on", "wait", "abstain", "hold", "stop", "keep", "halt",
         "stay", "let", "roll", "walls", "fight")  # fmt: skip
"""Verbs that do not interfere with a roll, in order of preference.

The odds shown assume such play.
"""
MAX_TURNS = 12
"""Maximum number of turns in each of the games of secret orders."""
SHEET_WORLDS = 8
"""Number of sampled states in which a sheet is played, with new dice for each play."""


@dataclass
class JudgedChance:
    """A result with the probability shown for it, and its frequency in plays."""

    kind: str
    """The step and verb, or the kind of order."""
    what: str
    chance: float
    rests_on: int = 0
    """The number of plays of an estimate; 0 for an exact chance."""
    plays: int = 0
    happened: int = 0

    def __str__(self) -> str:
        share = self.happened / self.plays if self.plays else 0.0
        return f"{self.kind}: {self.what}: shown {self.chance:.4f}, came {share:.4f} of {self.plays}"

    @property
    def is_wrong(self) -> bool:
        variance = self.chance * (1 - self.chance) * self.plays
        tolerance = 0.0
        if self.rests_on:
            variance *= 1 + self.plays / self.rests_on
            tolerance = ESTIMATE_TOLERANCE * self.plays
        return abs(self.happened - self.chance * self.plays) > MAX_SIGMAS * sqrt(max(variance, 1.0)) + tolerance


@dataclass
class JudgedLoss:
    """The mean loss shown for a seat and a result, and the seat's losses in plays."""

    kind: str
    what: str
    loss: float
    rests_on: int = 0
    losses: list[int] = field(default_factory=list)
    is_chosen: bool = False
    """True if a seat chose in a play which units to lose."""

    def __str__(self) -> str:
        return (
            f"{self.kind}: {self.what}: shown {self.loss:.2f}, lost {fmean(self.losses):.2f} in {len(self.losses)}"
        )

    @property
    def is_wrong(self) -> bool:
        if len(self.losses) < MIN_LOSSES:
            return False
        number = len(self.losses)
        variance = max(pvariance(self.losses), MIN_LOSS_VARIANCE)
        tolerance = 0.0
        if self.rests_on:
            variance *= 1 + number / self.rests_on
        if self.rests_on or self.is_chosen:
            tolerance = max(1.0, LOSS_TOLERANCE * self.loss)
        return abs(fmean(self.losses) - self.loss) > MAX_SIGMAS * sqrt(variance / number) + tolerance


@dataclass
class ChancesReport:
    """The result of comparing a game's chances, by kind of action or order."""

    game: str
    chances: list[JudgedChance] = field(default_factory=list)
    losses: list[JudgedLoss] = field(default_factory=list)
    estimates: Counter[str] = field(default_factory=Counter)
    """Kinds with odds that no single roll decides; they are not judged."""
    unjudged: Counter[str] = field(default_factory=Counter)
    """Kinds whose roll was seldom made when the action or order was played."""
    silent: Counter[str] = field(default_factory=Counter)
    """Steps and verbs with an action that rolls immediately and shows no chance."""

    @property
    def wrong(self) -> list[JudgedChance | JudgedLoss]:
        chances = [each for each in self.chances if each.plays and each.is_wrong]
        return [*chances, *[each for each in self.losses if each.is_wrong]]

    def __str__(self) -> str:
        judged = [each for each in self.chances if each.plays]
        kinds = len({each.kind for each in judged})
        losses = len([each for each in self.losses if len(each.losses) >= MIN_LOSSES])
        found = f"{len(judged)} chances and {losses} mean losses of {kinds} kinds of actions"
        lines = [f"{self.game}: {found}, {len(self.wrong)} wrong"]
        lines += [f"  wrong: {each}" for each in self.wrong]
        for title, counted in (
            ("estimates", self.estimates),
            ("not judged, since the roll seldom came", self.unjudged),
            ("rolls, and shows no chance", self.silent),
        ):
            named = [f"{name} ({times})" for name, times in counted.most_common() if times]
            lines += [f"  {title}: {', '.join(named)}"] if named else []
        return "\n".join(lines)


class Comparison:
    """The chances shown for one action or sheet, counted over its plays."""

    def __init__(self, kind: str, items: Iterable[Any]) -> None:
        items = list(items)
        self.kind = kind
        self.events = {
            each.event: JudgedChance(kind, each.event, each.chance)
            for each in items
            if isinstance(each, Consequence) and each.event and not each.chances and 0 < each.chance < 1
        }
        self.rolls = list(_rolls_shown(kind, items))
        self.losses = list(_losses_shown(kind, items))
        self.estimates = [each.title for each in items if isinstance(each, Odds) and not each.chances]

    @property
    def identity(self) -> tuple[tuple[str, float], ...]:
        """Return what is shown, to recognise it in another position."""
        return tuple([(each.what, round(each.chance, 6)) for each in self.judged])

    @property
    def judged(self) -> list[JudgedChance]:
        return [*self.events.values(), *[judged for _, judged in self.rolls]]

    @property
    def keys(self) -> set[tuple[str, object]]:
        """Return the keys of the rolls whose chances are shown."""
        return {shown.key for shown, _ in self.rolls}

    def count_events(self, state: Any) -> None:
        """Count the journal entries of a play."""
        kinds = {entry.kind for entry in state.journal}
        for event, judged in self.events.items():
            judged.plays += 1
            judged.happened += event in kinds

    def count_rolls(self, state: Any) -> None:
        """Count the first result of each roll of a play."""
        first = dict(reversed(state.dice.results))
        for shown, judged in self.rolls:
            if shown.key in first:
                judged.plays += 1
                judged.happened += bool(shown.predicate(first[shown.key]))

    def count_losses(self, game: Game[Any], before: Any, state: Any, is_chosen: bool = False) -> None:
        """Count the units lost in a play by each roll that was made once."""
        times = Counter([key for key, _ in state.dice.results])
        results = dict(state.dice.results)
        for shown, seat, judged in self.losses:
            if times[shown.key] == 1 and shown.predicate(results[shown.key]):
                lost = units_lost(game, before, state, shown.key)
                if seat in lost:
                    judged.losses.append(lost[seat])
                    judged.is_chosen |= is_chosen

    def add_to(self, report: ChancesReport, plays: int) -> None:
        """Add the chances to a report of `plays` plays.

        An estimate is left out if fewer than half of the plays decide it: battles that end early are no fair sample.
        """
        seldom = {shown.key for shown, judged in self.rolls if judged.plays * 2 < plays}
        report.unjudged[self.kind] += len(seldom)
        report.chances += self.events.values()
        report.chances += [each for shown, each in self.rolls if not (each.rests_on and shown.key in seldom)]
        report.losses += [each for shown, _, each in self.losses if not (each.rests_on and shown.key in seldom)]


def units_lost(game: Game[Any], before: Any, after: Any, key: tuple[str, object]) -> dict[str, int]:
    """Return the number of units that each seat has lost by a roll between two states of a play."""
    losses = find_checks(game).losses
    if losses is not None:
        return losses(before, after, key)
    then = game.unit_counts(after)
    return {seat: count - then[seat] for seat, count in game.unit_counts(before).items()}


def _rolls_shown(kind: str, items: Iterable[Any]) -> Iterator[tuple[ShownChance, JudgedChance]]:
    for item in items:
        for number, shown in enumerate(getattr(item, "chances", ())):
            is_odds = isinstance(item, Odds)
            what = f"{item.title} {item.results[number].text}" if is_odds else f"{shown.key[0]}, {item.text}"
            yield shown, JudgedChance(kind, what, shown.probability, item.plays if is_odds else 0)


def _losses_shown(kind: str, items: Iterable[Any]) -> Iterator[tuple[ShownChance, str, JudgedLoss]]:
    for item in items:
        if isinstance(item, Odds) and item.chances:
            seats = dict.fromkeys(seat for result in item.results for seat in result.losses)
            for shown, result in zip(item.chances, item.results, strict=True):
                for seat in seats:
                    what = f"{item.title} {result.text}, losses of {seat}"
                    yield shown, seat, JudgedLoss(kind, what, result.losses.get(seat, 0.0), item.plays)


def check_chances(
    game: Game[Any], plays: int, kinds: int, seed: int = 0, games: int = SEARCHED_GAMES
) -> ChancesReport:
    """Play actions or sheets with shown chances, up to `kinds` of each kind, `plays` times each."""
    report, random = ChancesReport(game.title), Random(seed)
    if isinstance(game, OrdersGame):
        _check_sheets(game, report, plays, kinds, random, games)
    else:
        _check_actions(game, report, plays, kinds, random, games)
    return report


# Actions


def _check_actions(
    game: Game[Any], report: ChancesReport, plays: int, kinds: int, random: Random, games: int
) -> None:
    seen: dict[str, set[tuple[tuple[str, float], ...]]] = {}
    for state, seat, action in positions(game, random, games):
        kind = f"{type(state.flow[-1]).__name__} {action[0]}"
        known = seen.setdefault(kind, set())
        if len(known) == kinds:
            continue
        sampled = game.determinize(state, seat, PREVIEW_SEED)
        if action not in game.actions(sampled, seat):
            continue
        compared = Comparison(kind, game.consequences(sampled, seat, action))
        report.estimates[kind] += bool(compared.estimates)
        if not compared.judged:
            report.silent[kind] += not compared.estimates and _rolls_at_once(game, sampled, seat, action)
        elif compared.identity not in known:
            known.add(compared.identity)
            for _ in range(plays):
                _play_action(game, compared, game.determinize(state, seat, random.randbytes(8)), seat, action)
            compared.add_to(report, plays)


def positions(game: Game[Any], random: Random, games: int) -> Iterator[tuple[Any, str, Action]]:
    """Yield states with each legal action of a seat to act; captains play half of the games."""
    for number in range(games):
        state = game.setup(seed=random.randbytes(8))
        captain = registry.bot("captain", game, number) if number % 2 else None
        player = FuzzPlayer(game, random)
        for _ in range(MAX_DECISIONS):
            actors = game.actors(state)
            if not actors:
                break
            seat = actors[0]
            for action in game.actions(state, seat):
                yield state, seat, action
            if captain is not None:
                game.take(state, seat, captain.decide(state, seat))
            else:
                game.take(state, *player.choose(state))


def _rolls_at_once(game: Game[Any], sampled: Any, seat: str, action: Action) -> bool:
    after = sampled.copy()
    after.journal, after.dice.drawn = [], []
    game.take(after, seat, action)
    return bool(after.dice.drawn)


def _play_action(game: Game[Any], compared: Comparison, deal: Any, seat: str, action: Action) -> None:
    """Play an action and those after it until all its rolls have been made, and count.

    Captains fight the battles of an estimate; otherwise the actions are harmless ones.
    """
    if action not in game.actions(deal, seat):
        return
    deal.journal, deal.dice.results = [], []
    captain = registry.bot("captain", game, 0) if any(judged.rests_on for _, judged in compared.rolls) else None
    before = deal.copy()
    game.take(deal, seat, action)
    compared.count_events(deal)
    for _ in range(MAX_DECISIONS_TO_ROLL):
        actors = game.actors(deal)
        if not actors or compared.keys <= {key for key, _ in deal.dice.results}:
            break
        before = deal.copy()
        answer = captain.decide(deal, actors[0]) if captain else _quiet_action(game, deal, actors[0])
        game.take(deal, actors[0], answer)
    compared.count_rolls(deal)
    if compared.losses:
        is_chosen = _suffer(game, deal, [type(step) for step in before.flow])
        compared.count_losses(game, before, deal, is_chosen)


def _quiet_action(game: Game[Any], deal: Any, seat: str) -> Action:
    legal = game.actions(deal, seat)
    return next((action for verb in HARMLESS_VERBS for action in legal if action[0] == verb), legal[0])


def _suffer(game: Game[Any], deal: Any, flow: list[type]) -> bool:
    """Play on after a roll until the next decision that does not follow from it.

    The roll was made with the steps of `flow`. The captain chooses what is lost. Return whether there was a choice.
    """
    captain, is_chosen = registry.bot("captain", game, 0), False
    loss_steps = find_checks(game).loss_steps
    for _ in range(MAX_DECISIONS_TO_ROLL):
        now, actors = [type(step) for step in deal.flow], game.actors(deal)
        follows = len(now) >= len(flow) and now[: len(flow) - 1] == flow[:-1] and now[-1] is not flow[-1]
        if not actors or not (follows or any(issubclass(step, loss_steps) for step in now)):
            break
        is_chosen |= len(game.actions(deal, actors[0])) > 1
        game.take(deal, actors[0], captain.decide(deal, actors[0]))
    return is_chosen


# Sheets


def _check_sheets(
    game: OrdersGame[Any], report: ChancesReport, plays: int, kinds: int, random: Random, games: int
) -> None:
    seen: dict[str, set[tuple[tuple[str, float], ...]]] = {}
    for state, seat, sheet in sheets(game, random, games):
        kind = kind_of_order(sheet.orders[0])
        known = seen.setdefault(kind, set())
        if len(known) == kinds or game.check(state, seat, sheet):
            continue
        compared = compare_sheet(game, state, seat, sheet)
        if compared.judged and compared.identity not in known:
            known.add(compared.identity)
            play_sheet(game, compared, state, seat, sheet, plays, random)
            compared.add_to(report, plays)


def compare_sheet(game: OrdersGame[Any], state: Any, seat: str, sheet: Sheet) -> Comparison:
    """Return the chances shown for a sheet, to be compared with plays."""
    preview = game.preview_sheet(state, seat, sheet)
    shown = [*preview.lines, *preview.odds, *game.forecast(state, seat, sheet)]
    return Comparison(kind_of_order(sheet.orders[0]), shown)


def play_sheet(
    game: OrdersGame[Any], compared: Comparison, state: Any, seat: str, sheet: Sheet, plays: int, random: Random
) -> None:
    """Play turns in which no other seat orders anything, in a few sampled states, and count."""
    worlds = [game.determinize(state, seat, random.randbytes(8)) for _ in range(min(plays, SHEET_WORLDS))]
    for number in range(plays):
        deal = worlds[number % len(worlds)].copy()
        deal.dice = Dice(dice_key(random.randbytes(8)))
        _play_turn(game, compared, deal, seat, sheet)


def sheets(game: OrdersGame[Any], random: Random, games: int) -> Iterator[tuple[Any, str, Sheet]]:
    """Yield states with a seat and a sheet of one order; captains play half of the games."""
    for number in range(games):
        state = game.setup(seed=random.randbytes(8))
        bot = registry.bot("captain" if number % 2 else "recruit", game, number)
        for _ in range(MAX_TURNS):
            seats = game.actors(state)
            if not seats:
                break
            chosen = {seat: bot.decide(state, seat) for seat in seats}
            seat = random.choice(seats)
            for sheet in _single_orders(game, state, seat, chosen[seat], random):
                yield state, seat, sheet
            for seat in seats:
                game.set_sheet(state, seat, chosen[seat])
            game.run_turn(state)


def _single_orders(game: OrdersGame[Any], state: Any, seat: str, chosen: Sheet, random: Random) -> Iterator[Sheet]:
    """Yield sheets of one order each: one of each kind among those chosen and suggested."""
    blank = game.empty_sheet(state, seat)
    orders = list(chosen.orders)
    for character in (*game.characters(state, seat), None):
        for offered in game.suggest(state, seat, character):
            orders += game.parse((offered.at(offered.slots[0]) if offered.slots else offered).text).orders
    random.shuffle(orders)
    for order in {kind_of_order(order): order for order in orders}.values():
        yield msgspec.structs.replace(blank, orders=(order,))


def kind_of_order(order: Any) -> str:
    """Return the type of an order, with the type of the action in it."""
    parts = [getattr(order, name) for name in order.__struct_fields__]
    inner = next((type(each).__name__ for each in parts if isinstance(each, msgspec.Struct)), "")
    return f"{type(order).__name__} {inner}".strip()


def _play_turn(game: OrdersGame[Any], compared: Comparison, deal: Any, seat: str, sheet: Sheet) -> None:
    for other in game.actors(deal):
        game.set_sheet(deal, other, sheet if other == seat else game.empty_sheet(deal, other))
    deal.journal, deal.dice.results = [], []
    before = deal.copy()
    game.run_turn(deal)
    compared.count_events(deal)
    compared.count_rolls(deal)
    compared.count_losses(game, before, deal)
