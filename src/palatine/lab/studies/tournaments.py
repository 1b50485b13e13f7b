"""Tournaments: bots meet in pairs until it is settled who of two is the stronger, and are rated by all their games.

Two bots meet in rounds. In a round each of them sits alone among the other's in every seat once, in a gauntlet the
challenger alone does; so seats are balanced whenever anybody looks. After every few rounds the interval that holds at
all looks is asked whether it still holds the bar; if not, the question is settled and the two stop.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Game, Unknown
from palatine.core.scenario import REFEREE
from palatine.lab.selfplay import Progress, Setting, score
from palatine.lab.studies.executors import Spread, check_place, spread
from palatine.lab.studies.games import StudyGame
from palatine.lab.studies.plans import Kind, StudyPart, StudyPlan, Tournament, check_bot, read_toml
from palatine.lab.studies.statistics import Interval, Table, anytime
from palatine.lab.studies.storage import Records

Pair = tuple[int, int]


class TournamentFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a tournament's TOML file."""

    title: str
    game: str
    bots: tuple[str, ...]
    kind: Kind = "round robin"
    """Of a gauntlet the first bot challenges the others; of a ladder the first is thought the strongest."""
    scenario: str | None = None
    seats: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    seed: str = "0"
    most: int = 100
    """So many games two bots play at the most."""
    look: int = 10
    """So many games, about, lie between two looks at how they stand."""
    sure: float = 0.95
    bar: float | None = None
    """In a gauntlet: the share of wins asked of the challenger; the fair share, unless told."""


class PairResult(msgspec.Struct, frozen=True):
    """How two bots stand after some games: the share of the first, by the interval that holds at all looks."""

    share: Interval
    verdict: int
    """1: the first is above the bar; -1: below; 0: it is not settled."""
    is_over: bool
    """Settled, or the games there were to play are played."""
    unwon: int = 0
    """Games that nobody won. Of two bots they say nothing, and are not in `share`; a challenger has not won them."""


def load_tournament(path: Path) -> StudyPlan:
    """The plan of the tournament that a TOML file describes. Raises Unreadable and Unknown, as `load_plan`."""
    return tournament_of(read_toml(path, TournamentFile, "tournament"))


def tournament_of(file: TournamentFile) -> StudyPlan:
    """All games of a tournament, should no question be settled early. Raises Unknown for what there is not."""
    game = registry.load(file.game)
    scenario = game.scenario(file.scenario)
    table = file.seats or scenario.tables[0]
    if table not in scenario.tables:
        raise Unknown(f"{scenario.title} is for {scenario.players}; {', '.join(table)} cannot play it.")
    seats = tuple(seat for seat in table if seat != REFEREE)
    asked = Tournament(file.kind, file.bots, seats, file.most, file.sure, _bar(file, len(seats)))
    _check(game, asked, file.look)
    options = game.settle_options(file.options)
    settings = [
        Setting(game.name, scenario.name, table, options, _sitting(asked, table, *who), f"{file.seed}/{number}")
        for number, who in enumerate(
            [(pair, place) for pair in pairs_of(asked) for place in range(arrangements(asked))]
        )
    ]
    each = -(-file.most // arrangements(asked))
    part = max(1, min(each, file.look // arrangements(asked)))
    return StudyPlan(file.title, tuple((setting, each) for setting in settings), part, asked)


def _bar(file: TournamentFile, seats: int) -> float:
    if file.kind != "gauntlet":
        if file.bar is not None:
            raise Unknown("Only a gauntlet has a bar; the others ask who of two is the stronger.")
        return 0.5
    return 1 / max(1, seats) if file.bar is None else file.bar


def _check(game: Game[Any], asked: Tournament, look: int) -> None:
    for name in asked.bots:
        check_bot(game, name)
    if len(set(asked.bots)) < max(2, len(asked.bots)):
        raise Unknown("A tournament has at least two bots, each named once.")
    if len(asked.seats) < 2:
        raise Unknown(f"{game.title} has a single seat there; nobody can meet anybody.")
    if asked.most < 1 or look < 1:
        raise Unknown("Two bots play at least one game, and at least one lies between two looks.")
    if not 0 < asked.bar < 1 or not 0.5 <= asked.sure < 1:
        raise Unknown("A bar lies between 0 and 1, and one is sure by at least 0.5 and less than 1.")


def pairs_of(asked: Tournament) -> list[Pair]:
    """All that may meet: in a gauntlet the first with every other."""
    every = combinations(range(len(asked.bots)), 2)
    return [pair for pair in every if asked.kind != "gauntlet" or pair[0] == 0]


def arrangements(asked: Tournament) -> int:
    """In so many ways two bots sit down in a round."""
    return len(asked.seats) * (1 if asked.kind == "gauntlet" or len(asked.seats) == 2 else 2)


def _sitting(asked: Tournament, table: Sequence[str], pair: Pair, place: int) -> tuple[str, ...]:
    """Who sits where: the first alone in each seat, then, at larger tables, the second alone."""
    alone, others = pair if place < len(asked.seats) else pair[::-1]
    at = asked.seats[place % len(asked.seats)]
    names = {seat: asked.bots[alone if seat == at else others] for seat in asked.seats}
    return tuple(names.get(seat, "recruit") for seat in table)


def shares_of(record: StudyGame) -> dict[str, float]:
    """Return the share of the win of each seat, 0 for all in a game nobody won."""
    return score(record.winners, record.seats)


def table_of(record: StudyGame) -> Table:
    """A game as ratings see it."""
    shares = shares_of(record)
    sat = [(seat, bot) for seat, bot in zip(record.seats, record.bots, strict=True) if seat != REFEREE]
    return Table(tuple(seat for seat, _ in sat), tuple(bot for _, bot in sat), tuple(shares[s] for s, _ in sat))


def met(asked: Tournament, pair: Pair, records: Iterable[StudyGame]) -> PairResult:
    """How two stand after these games of theirs, whole rounds."""
    first = asked.bots[pair[0]]
    games = list(records)
    unwon = sum(not record.winners for record in games)
    counted = games if asked.kind == "gauntlet" else [record for record in games if record.winners]
    share = anytime(sum(_won_by(first, record) for record in counted), len(counted), asked.sure)
    verdict = (share.low > asked.bar) - (share.high < asked.bar)
    rounds = -(-asked.most // arrangements(asked))
    return PairResult(share, verdict, verdict != 0 or len(games) >= rounds * arrangements(asked), unwon)


def _won_by(name: str, record: StudyGame) -> float:
    """What a bot won of a game, in all its seats."""
    shares = shares_of(record)
    return sum(shares[seat] for seat, bot in zip(record.seats, record.bots, strict=True) if _is(bot, name, seat))


def _is(bot: str, name: str, seat: str) -> bool:
    return bot == name and seat != REFEREE


def going_on(asked: Tournament, standing: Mapping[Pair, PairResult]) -> list[Pair]:
    """The pairs that have to play on, by how all stand; none when the tournament is over."""
    if asked.kind == "ladder":
        return _climb(asked, standing)[1]
    return [pair for pair in pairs_of(asked) if not standing[pair].is_over]


def ladder(asked: Tournament, standing: Mapping[Pair, PairResult]) -> list[int]:
    """The order of a ladder, the strongest first."""
    return _climb(asked, standing)[0]


def _climb(asked: Tournament, standing: Mapping[Pair, PairResult]) -> tuple[list[int], list[Pair]]:
    """The order as far as it is known, and who has to play for it. Each in turn plays the one above, and takes
    that place if shown to be the stronger."""
    order = [0]
    for new in range(1, len(asked.bots)):
        at = len(order)
        while at > 0:
            above = order[at - 1]
            pair = (min(above, new), max(above, new))
            found = standing[pair]
            if not found.is_over:
                return order, [pair]
            if found.verdict * (1 if pair[0] == new else -1) <= 0:
                break
            at -= 1
        order.insert(at, new)
    return order, []


def run_tournament(
    plan: StudyPlan, folder: Path, workers: int = 1, on: str = "", progress: Progress | None = None
) -> Path:
    """Play a tournament until every question is settled or its games are played; the file of all records.

    It can be stopped at whatever moment and goes on where it was, and its records are the same whatever the number
    of workers. Raises as `run_study`.
    """
    asked = plan.tournament
    if asked is None:
        raise Unknown("This is a study, not a tournament.")
    check_place(workers, on)
    records = Records(folder, plan)
    try:
        if not records.is_whole:
            with spread(workers, on) as play:
                _play(plan, asked, records, play, progress)
        return records.finish()
    finally:
        records.close()


def _play(plan: StudyPlan, asked: Tournament, records: Records, play: Spread, progress: Progress | None) -> None:
    rounds = _rounds(plan, asked)
    played: dict[Pair, list[StudyGame]] = {pair: [] for pair in rounds}
    looked = dict.fromkeys(rounds, 0)
    while pairs := going_on(asked, {pair: met(asked, pair, found) for pair, found in played.items()}):
        wave = {pair: rounds[pair][looked[pair]] for pair in pairs}
        missing = [part for parts in wave.values() for part in parts if not records.has(part)]
        for part, found in play(missing):
            records.keep(part, found)
        for pair, parts in wave.items():
            played[pair] += [record for part in parts for record in records.of(part)]
            looked[pair] += 1
        if progress is not None:
            progress(sum(map(len, played.values())), plan.games)


def _rounds(plan: StudyPlan, asked: Tournament) -> dict[Pair, list[list[StudyPart]]]:
    """By pair: the parts that are played between two looks, look by look."""
    pairs, ways = pairs_of(asked), arrangements(asked)
    found: dict[Pair, dict[int, list[StudyPart]]] = {pair: {} for pair in pairs}
    for part in plan.parts():
        found[pairs[part.number // ways]].setdefault(part.first, []).append(part)
    return {pair: list(parts.values()) for pair, parts in found.items()}
