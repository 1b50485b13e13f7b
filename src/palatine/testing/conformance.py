"""The conformance test that every game must pass: all laws on positions of random games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import Any

from palatine.core import Game, OrdersGame, PalatineError
from palatine.testing.completeness import incomplete_steps, unknown_references
from palatine.testing.fuzzer import (
    BotPlayer,
    FuzzFinding,
    FuzzPlayer,
    describe_error,
    find_game,
    game_reference,
    load_finding,
    pluralize_findings,
    replay_finding,
    to_stored_decision,
)
from palatine.testing.laws.acting import ACTING_LAWS
from palatine.testing.laws.dealing import (
    LEARNING_LAWS,
    OF_TURNS,
    SAMPLING_LAWS,
    check_deals_vary,
    deals_keep_what_was_learned,
    entries_reveal_no_secret,
    secrets_are_dealt,
    turns_reveal_no_secret,
)
from palatine.testing.laws.guiding import (
    GUIDANCE_LAWS,
    SHEET_LAWS,
    check_event_frequencies,
    what_is_previewed_happens,
)
from palatine.testing.laws.orders import ORDERS_LAWS
from palatine.testing.laws.seeing import OF_VIEWS, VIEW_LAWS, entry_complaints
from palatine.testing.sample import JUDGED_PREFIX, MIN_CASES, Law, Sample, Setup, setups

LAWS: tuple[Law, ...] = ACTING_LAWS + VIEW_LAWS + SAMPLING_LAWS + LEARNING_LAWS + GUIDANCE_LAWS + OF_VIEWS
ORDERS_GAME_LAWS: tuple[Law, ...] = ORDERS_LAWS + SAMPLING_LAWS + SHEET_LAWS + OF_VIEWS + OF_TURNS
"""The laws for games of secret orders."""
COUNTED_LAWS: dict[str, Law] = {
    "secrets are dealt": secrets_are_dealt, "chances are true": what_is_previewed_happens,
    "entries reveal no secret": entries_reveal_no_secret, "deals keep what was learned": deals_keep_what_was_learned,
    "turns reveal no secret": turns_reveal_no_secret,
}  # fmt: skip
"""Laws that judge a game by at least `MIN_CASES` positions."""
SKIPS = (0, 0, 50, 200, 800, 3000)
"""Numbers of decisions to play before the first position is tested; chosen at random."""
SHEET_SKIPS = (0, 0, 4, 12, 40, 100)
"""The same for games of secret orders, in sheets."""
MAX_BOT_SKIP, MAX_BOT_SHEET_SKIP = 60, 12
"""Maximum of these numbers in games played by bots."""
MIN_POSITIONS, MIN_SHEET_POSITIONS = 4, 1
"""Minimum number of positions tested per setup, unless its games end earlier."""
MIN_POSITIONS_PER_STEP = 8
"""Default number of positions per kind of step that are always tested."""
MAX_FINDINGS = 40
"""Number of different findings that ends the test."""


class NonconformanceError(AssertionError):
    """A game that breaks laws; the message lists them."""


@dataclass
class ConformanceReport:
    """The positions tested and the findings of a conformance test."""

    game: str
    games: int = 0
    decisions: int = 0
    positions: Counter[str] = field(default_factory=Counter)
    """Number of tested positions by step; "the end" counts finished games."""
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[FuzzFinding] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    """Number of occurrences of each finding."""
    laws: tuple[Law, ...] = LAWS

    @property
    def unjudged(self) -> dict[str, int]:
        """The laws of `COUNTED_LAWS` with too few cases to judge, and their numbers of cases."""
        found: dict[str, int] = {}
        for name in [name for name, law in COUNTED_LAWS.items() if law in self.laws]:
            known = {each.removeprefix(JUDGED_PREFIX): times for each, times in self.counts.items() if name in each}
            cases = {each: times for each, times in known.items() if each.startswith(name)} or {name: 0}
            found |= {each: times for each, times in cases.items() if times < MIN_CASES}
        return found

    def add(self, finding: FuzzFinding) -> None:
        """Add a finding; similar ones are only counted."""
        kind = re.sub(r"[\d'\"]+|\b0x\w+", "#", f"{finding.what} {finding.detail}")[:120]
        self.seen[kind] += 1
        if self.seen[kind] == 1:
            self.findings.append(finding)

    def check(self) -> None:
        """Raise NonconformanceError if there are findings."""
        if self.findings:
            raise NonconformanceError(str(self))

    def __str__(self) -> str:
        total = sum(self.positions.values())
        lines = [f"{self.game}: {total} positions of {self.games} games, {self.decisions} decisions"]
        lines += [f"  {number:6} {name}" for name, number in sorted(self.positions.items())]
        lines += [f"  {number:6} {name}" for name, number in sorted(self.counts.items())]
        lines += [f"  not judged: {name}: {times} of {MIN_CASES}" for name, times in sorted(self.unjudged.items())]
        lines += [pluralize_findings(len(self.findings)) if self.findings else "no findings"]
        lines += [f"  {times}x {each}" for times, each in zip(self.seen.values(), self.findings, strict=True)]
        return "\n".join(lines)


def conformance(
    game: Game[Any],
    positions: int = 300,
    seed: int | str = 0,
    laws: tuple[Law, ...] | None = None,
    only: Callable[[Setup], bool] = lambda setup: True,
    collect: bool = False,
    seldom: int = MIN_POSITIONS_PER_STEP,
    must_judge: Collection[str] = (),
) -> ConformanceReport:
    """Test at least `positions` positions of a game against `laws` (None: those for its kind).

    Every setup is played at least once. Half of the games are played at random, half by the game's own bot. Rare
    steps are tested more often than they occur: the first `seldom` positions of each kind of step are always tested. If
    a law of `must_judge` (names of `COUNTED_LAWS`) has too few cases to judge, this is a finding. Raises
    NonconformanceError with all findings, unless `collect` is true.
    """
    held = laws if laws is not None else ORDERS_GAME_LAWS if game.orders else LAWS
    report = ConformanceReport(game.name, laws=held)
    ways = [setup for setup in setups(game) if only(setup)]
    quota = max(MIN_SHEET_POSITIONS if game.orders else MIN_POSITIONS, -(-positions // len(ways)))
    for number, setup in zip(count(), cycle(ways), strict=False):
        enough = number >= len(ways) and sum(report.positions.values()) >= positions
        if enough or len(report.findings) >= MAX_FINDINGS or number >= 50 * len(ways):
            break
        is_bots = (number + number // len(ways)) % 2 == 1
        _Walk(game, setup, f"{seed}-{number}", report, held, seldom, is_bots).go(quota)
    for law, complaints in (("secrets are dealt", check_deals_vary), ("chances are true", check_event_frequencies)):
        for complaint in complaints(report.counts):
            report.add(FuzzFinding(game_reference(game), ways[0], str(seed), [], law, complaint))
    for name, times in report.unjudged.items():
        if name.startswith(tuple(must_judge)):
            report.add(
                FuzzFinding(
                    game_reference(game), ways[0], str(seed), [], "not judged", f"{name}: {times} of {MIN_CASES}"
                )
            )
    for complaint in (*incomplete_steps(game), *unknown_references(game)):
        report.add(FuzzFinding(game_reference(game), ways[0], str(seed), [], "steps are complete", complaint))
    if not collect:
        report.check()
    return report


def recheck(path: Path | str, tries: int = 3) -> list[str]:
    """Return the complaints of all laws, run `tries` times, about a finding's position.

    An exception raised on the way is not caught.
    """
    state = replay_finding(path)
    game = find_game(load_finding(path).game)
    laws = ORDERS_GAME_LAWS if game.orders else LAWS
    return [
        f"{law.__name__.replace('_', ' ')}: {complaint}"
        for seed in range(tries)
        for law in laws
        for complaint in law(Sample(game, state, Random(seed)))
    ]


class _Walk:
    """A random game, some of whose positions are tested against the laws."""

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        seed: str,
        report: ConformanceReport,
        laws: tuple[Law, ...],
        seldom: int,
        is_bots: bool,
    ) -> None:
        self.game, self.setup, self.seed, self.report, self.laws = game, setup, seed, report, laws
        self.seldom, self.is_bots = seldom, is_bots
        self.random = Random(seed)
        self.actions: list[tuple[str, str, int]] = []
        self.player: FuzzPlayer | BotPlayer = (BotPlayer if is_bots else FuzzPlayer)(game, self.random)
        self.state: Any = None

    def go(self, quota: int) -> None:
        try:
            self.state = self.setup.start(self.game, self.seed.encode(), record=True)
        except PalatineError:
            self.report.counts["setups refused"] += 1
            return
        self.report.games += 1
        skip = self.random.choice(SHEET_SKIPS if self.game.orders else SKIPS)
        if self.is_bots:
            skip = min(skip, MAX_BOT_SHEET_SKIP if self.game.orders else MAX_BOT_SKIP)
        try:
            self.look_at_setup()
            for position in self.walk():
                is_due = quota > 0 and len(self.actions) >= skip and self.is_due(position)
                if is_due or self.report.positions[position] < self.seldom:
                    self.look()
                    quota -= 1
                elif quota <= 0 and (self.game.orders or self.is_bots or not self.seldom):
                    break
        except Exception as error:
            self.found("crash", describe_error(error))

    def look_at_setup(self) -> None:
        """Test the journal of setup, too."""
        probe = Sample(self.game, self.state, self.random)
        for entry in self.state.journal:
            for complaint in entry_complaints(probe, entry):
                self.found("journal entries have prose", complaint)
        self.state = self.state.copy()

    def walk(self) -> Iterator[str]:
        """Play at random, yielding the name of each position's step."""
        while len(self.actions) < SKIPS[-1] + 500:
            if not self.game.actors(self.state):
                yield "the end"
                return
            yield self.step
            self.play(*self.player.choose(self.state))

    @property
    def step(self) -> str:
        """The name of the current step; for secret orders, roughly how many sheets are in."""
        if isinstance(self.game, OrdersGame):
            if not self.game.handed_in(self.state):
                return "no sheets"
            return "some sheets" if len(self.game.actors(self.state)) > 1 else "all sheets but one"
        return type(self.state.flow[-1]).__name__ if self.state.flow else "no step"

    def play(self, seat: str, action: Any) -> None:
        self.actions.append(to_stored_decision(self.game, seat, action))
        self.game.take(self.state, seat, action)
        self.report.decisions += 1

    def is_due(self, step: str) -> bool:
        return self.random.random() < 20 / (20 + self.report.positions[step])

    def look(self) -> None:
        probe = Sample(self.game, self.state, self.random, self.report.counts)
        self.report.positions[self.step if probe.actors else "the end"] += 1
        for law in self.laws:
            name = law.__name__.replace("_", " ")
            try:
                for complaint in law(probe):
                    self.found(name, complaint)
            except Exception as error:
                self.found(name, describe_error(error))

    def found(self, what: str, detail: str) -> None:
        step = type(self.state.flow[-1]).__name__ if self.state.flow else ""
        name = game_reference(self.game)
        self.report.add(FuzzFinding(name, self.setup, self.seed, list(self.actions), what, detail, step))
