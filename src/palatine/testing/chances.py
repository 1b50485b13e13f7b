"""Comparison of the chances that a game shows with frequencies in simulated play.

Actions are played in states sampled from what their seat knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any

from palatine import registry
from palatine.core import Action, Game
from palatine.core.guidance.preview import PREVIEW_SEED, Consequence, Odds
from palatine.testing.fuzzer import FuzzPlayer

MAX_SIGMAS = 5.0
"""Maximum deviation from the chance shown, in standard deviations."""
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


@dataclass
class ShownChance:
    """A result with the probability shown for it, and its frequency in plays."""

    step: str
    verb: str
    what: str
    chance: float
    plays: int = 0
    happened: int = 0

    def __str__(self) -> str:
        share = self.happened / self.plays if self.plays else 0.0
        return f"{self.step} {self.verb}: {self.what}: shown {self.chance:.4f}, came {share:.4f} of {self.plays}"

    @property
    def is_wrong(self) -> bool:
        spread = sqrt(max(self.chance * (1 - self.chance) * self.plays, 1.0))
        return abs(self.happened - self.chance * self.plays) > MAX_SIGMAS * spread


@dataclass
class ChancesReport:
    """The result of comparing a game's chances, by kind of step."""

    game: str
    chances: list[ShownChance] = field(default_factory=list)
    estimates: Counter[str] = field(default_factory=Counter)
    """Steps with odds that no single roll decides; they are not judged."""
    unjudged: Counter[str] = field(default_factory=Counter)
    """Steps whose roll was seldom made when the action was played."""
    silent: Counter[str] = field(default_factory=Counter)
    """Steps and verbs with an action that rolls immediately and shows no chance."""

    @property
    def wrong(self) -> list[ShownChance]:
        return [each for each in self.chances if each.plays and each.is_wrong]

    def __str__(self) -> str:
        judged = [each for each in self.chances if each.plays]
        steps = len({(each.step, each.verb) for each in judged})
        lines = [f"{self.game}: {len(judged)} chances of {steps} actions by kind, {len(self.wrong)} wrong"]
        lines += [f"  wrong: {each}" for each in self.wrong]
        for title, found in (
            ("estimates", self.estimates),
            ("roll seldom came", self.unjudged),
            ("rolls, and shows no chance", self.silent),
        ):
            lines += (
                [f"  {title}: {', '.join(f'{name} ({times})' for name, times in found.most_common())}"]
                if found
                else []
            )
        return "\n".join(lines)


def check_chances(
    game: Game[Any], plays: int, kinds: int, seed: int = 0, games: int = SEARCHED_GAMES
) -> ChancesReport:
    """Play actions with shown chances, up to `kinds` per step and verb, `plays` times each."""
    report, random = ChancesReport(game.title), Random(seed)
    seen: dict[tuple[str, str], set[tuple[tuple[str, float], ...]]] = {}
    for state, seat, action in positions(game, random, games):
        if len(seen.get((type(state.flow[-1]).__name__, action[0]), ())) == kinds:
            continue
        sampled = game.determinize(state, seat, PREVIEW_SEED)
        if action not in game.actions(sampled, seat):
            continue
        step, verb = type(sampled.flow[-1]).__name__, action[0]
        items = list(game.consequences(sampled, seat, action))
        lines = [each for each in items if isinstance(each, Consequence) and each.event and 0 < each.chance < 1]
        odds = [each for each in items if isinstance(each, Odds)]
        report.estimates.update({step for each in odds if each.roll is None})
        rolled = [each for each in odds if each.roll is not None]
        if not lines and not rolled:
            if not odds and _rolls_at_once(game, sampled, seat, action):
                report.silent[f"{step} {verb}"] += 1
            continue
        what = tuple((each.event, round(each.chance, 6)) for each in lines)
        what += tuple((f"{each.title}: {r.text}", round(r.chance, 6)) for each in rolled for r in each.results)
        known = seen.setdefault((step, verb), set())
        if what in known:
            continue
        known.add(what)
        report.chances += _held_against_plays(
            game, state, seat, action, (step, verb), lines, rolled, plays, random, report
        )
    return report


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


def _held_against_plays(
    game: Game[Any],
    state: Any,
    seat: str,
    action: Action,
    kind: tuple[str, str],
    lines: list[Consequence],
    rolled: list[Odds],
    plays: int,
    random: Random,
    report: ChancesReport,
) -> list[ShownChance]:
    events = {line.event: ShownChance(*kind, line.event, line.chance) for line in lines}
    results = {
        (number, each.text): ShownChance(*kind, f"{odds.title} {each.text}", each.chance)
        for number, odds in enumerate(rolled)
        for each in odds.results
    }
    came = [0] * len(rolled)
    for _ in range(plays):
        deal = game.determinize(state, seat, random.randbytes(8))
        if action not in game.actions(deal, seat):
            continue
        deal.journal, deal.dice.results = [], []
        game.take(deal, seat, action)
        kinds = {entry.kind for entry in deal.journal}
        for event, shown in events.items():
            shown.plays += 1
            shown.happened += event in kinds
        for number, odds in enumerate(rolled):
            assert odds.roll is not None
            result = _played_until(game, deal, odds.roll.key)
            if result is not None:
                came[number] += 1
                text = odds.roll.text_of(result[0])
                for (n, shown_text), shown in results.items():
                    if n == number:
                        shown.plays += 1
                        shown.happened += shown_text == text
    report.unjudged[kind[0]] += sum([times * 2 < plays for times in came])
    return [*events.values(), *results.values()]


def _played_until(game: Game[Any], state: Any, key: tuple[str, object]) -> tuple[Any] | None:
    """Return the first result of a roll, choosing quiet actions until then; None without one."""
    for _ in range(MAX_DECISIONS_TO_ROLL):
        found = next(((result,) for name, result in state.dice.results if name == key), None)
        actors = game.actors(state)
        if found is not None or not actors:
            return found
        legal = game.actions(state, actors[0])
        quiet = [action for verb in HARMLESS_VERBS for action in legal if action[0] == verb]
        game.take(state, actors[0], (quiet or legal)[0])
    return None
