"""Tournaments: bots meet in pairs until the stronger one is known, and are rated.

Two bots meet in rounds. In each round each bot sits alone once in every seat, with the other bot in the remaining
seats; in a gauntlet only the challenger does. Seats are therefore balanced at every look. After every few rounds the
anytime-valid interval is checked. If it no longer contains the bar, the pairing is settled and stops. Ratings use all
games.
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
from palatine.lab.selfplay import Progress, Setting, win_shares
from palatine.lab.studies.executors import PlayParts, check_backend, open_executor
from palatine.lab.studies.games import StudyGame
from palatine.lab.studies.plans import StudyPart, StudyPlan, Tournament, TournamentKind, check_bot, read_toml
from palatine.lab.studies.statistics import Interval, RatedGame, anytime_interval
from palatine.lab.studies.storage import RecordStore

Pair = tuple[int, int]


class TournamentFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Contents of a tournament's TOML file."""

    title: str
    game: str
    bots: tuple[str, ...]
    kind: TournamentKind = "round robin"
    """In a gauntlet the first bot challenges the others; a ladder starts with the first as best."""
    scenario: str | None = None
    seats: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    seed: str = "0"
    most: int = 100
    """Maximum number of games between two bots."""
    look: int = 10
    """Approximate number of games between two looks."""
    sure: float = 0.95
    bar: float | None = None
    """In a gauntlet: share of wins to test the challenger against; by default the fair share."""


class PairResult(msgspec.Struct, frozen=True):
    """Result of a pairing: the first bot's share of wins with its anytime-valid interval."""

    share: Interval
    verdict: int
    """1 if the first bot is above the bar, -1 if it is below, 0 if this is not settled."""
    is_over: bool
    """True if the pairing is settled or all its games are played."""
    unwon: int = 0
    """Games without a winner.

    They count in `share` only in a gauntlet, as games that the challenger did not win.
    """


def load_tournament(path: Path) -> StudyPlan:
    """Return the plan of the tournament in a TOML file.

    Raises Unreadable and Unknown, as `load_plan`.
    """
    return tournament_plan(read_toml(path, TournamentFile, "tournament"))


def tournament_plan(file: TournamentFile) -> StudyPlan:
    """Return the plan of a tournament: all games, in case no pairing is settled early.

    Raises Unknown for unknown names and invalid limits.
    """
    game = registry.load(file.game)
    scenario = game.scenario(file.scenario)
    table = file.seats or scenario.tables[0]
    if table not in scenario.tables:
        raise Unknown(f"{scenario.title} is for {scenario.players}; {', '.join(table)} cannot play it.")
    seats = tuple(seat for seat in table if seat != REFEREE)
    asked = Tournament(file.kind, file.bots, seats, file.most, file.sure, _bar(file, len(seats)))
    _check(game, asked, file.look)
    options = game.complete_options(file.options)
    settings = [
        Setting(game.name, scenario.name, table, options, _seating(asked, table, *who), f"{file.seed}/{number}")
        for number, who in enumerate(
            [(pair, place) for pair in pairings(asked) for place in range(seatings_per_round(asked))]
        )
    ]
    each = -(-file.most // seatings_per_round(asked))
    part = max(1, min(each, file.look // seatings_per_round(asked)))
    return StudyPlan(file.title, tuple((setting, each) for setting in settings), part, asked)


def _bar(file: TournamentFile, seats: int) -> float:
    if file.kind != "gauntlet":
        if file.bar is not None:
            raise Unknown("Only a gauntlet has a bar; the others ask who of two is the stronger.")
        return 0.5
    return 1 / max(1, seats) if file.bar is None else file.bar


def _check(game: Game[Any], tournament: Tournament, look: int) -> None:
    for name in tournament.bots:
        check_bot(game, name)
    if len(set(tournament.bots)) < max(2, len(tournament.bots)):
        raise Unknown("A tournament has at least two bots, each named once.")
    if len(tournament.seats) < 2:
        raise Unknown(f"{game.title} has a single seat there; nobody can meet anybody.")
    if tournament.most < 1 or look < 1:
        raise Unknown("Two bots play at least one game, and at least one lies between two looks.")
    if not 0 < tournament.bar < 1 or not 0.5 <= tournament.sure < 1:
        raise Unknown("A bar lies between 0 and 1, and one is sure by at least 0.5 and less than 1.")


def pairings(tournament: Tournament) -> list[Pair]:
    """Return the pairs that may meet; in a gauntlet the first bot with each other one."""
    every = combinations(range(len(tournament.bots)), 2)
    return [pair for pair in every if tournament.kind != "gauntlet" or pair[0] == 0]


def seatings_per_round(tournament: Tournament) -> int:
    """Return the number of seatings of two bots in a round."""
    return len(tournament.seats) * (1 if tournament.kind == "gauntlet" or len(tournament.seats) == 2 else 2)


def _seating(tournament: Tournament, table: Sequence[str], pair: Pair, place: int) -> tuple[str, ...]:
    """Return the bot of each seat.

    First each seat in turn has the first bot alone; at larger tables then the second bot alone.
    """
    alone, others = pair if place < len(tournament.seats) else pair[::-1]
    at = tournament.seats[place % len(tournament.seats)]
    names = {seat: tournament.bots[alone if seat == at else others] for seat in tournament.seats}
    return tuple(names.get(seat, "recruit") for seat in table)


def record_win_shares(record: StudyGame) -> dict[str, float]:
    """Return each seat's share of the win, 0 for all in a game without a winner."""
    return win_shares(record.winners, record.seats)


def rated_game(record: StudyGame) -> RatedGame:
    """Return a game as input for ratings."""
    shares = record_win_shares(record)
    sat = [(seat, bot) for seat, bot in zip(record.seats, record.bots, strict=True) if seat != REFEREE]
    return RatedGame(tuple(seat for seat, _ in sat), tuple(bot for _, bot in sat), tuple(shares[s] for s, _ in sat))


def pair_result(tournament: Tournament, pair: Pair, records: Iterable[StudyGame]) -> PairResult:
    """Return the result of a pairing after whole rounds."""
    first = tournament.bots[pair[0]]
    games = list(records)
    unwon = sum(not record.winners for record in games)
    counted = games if tournament.kind == "gauntlet" else [record for record in games if record.winners]
    share = anytime_interval(sum(_won_by(first, record) for record in counted), len(counted), tournament.sure)
    verdict = (share.low > tournament.bar) - (share.high < tournament.bar)
    rounds = -(-tournament.most // seatings_per_round(tournament))
    return PairResult(share, verdict, verdict != 0 or len(games) >= rounds * seatings_per_round(tournament), unwon)


def _won_by(name: str, record: StudyGame) -> float:
    """Return a bot's total share of the win over all its seats."""
    shares = record_win_shares(record)
    return sum(shares[seat] for seat, bot in zip(record.seats, record.bots, strict=True) if _is(bot, name, seat))


def _is(bot: str, name: str, seat: str) -> bool:
    return bot == name and seat != REFEREE


def unsettled_pairs(tournament: Tournament, results: Mapping[Pair, PairResult]) -> list[Pair]:
    """Return the pairs that must play on; [] if the tournament is over."""
    if tournament.kind == "ladder":
        return _climb(tournament, results)[1]
    return [pair for pair in pairings(tournament) if not results[pair].is_over]


def ladder_order(tournament: Tournament, results: Mapping[Pair, PairResult]) -> list[int]:
    """Return the order of a ladder, strongest first."""
    return _climb(tournament, results)[0]


def _climb(tournament: Tournament, results: Mapping[Pair, PairResult]) -> tuple[list[int], list[Pair]]:
    """Return the ladder as far as it is known, and the pairs that must play to extend it.

    Each bot in turn plays the one above it and takes that place if it proves stronger.
    """
    order = [0]
    for new in range(1, len(tournament.bots)):
        at = len(order)
        while at > 0:
            above = order[at - 1]
            pair = (min(above, new), max(above, new))
            found = results[pair]
            if not found.is_over:
                return order, [pair]
            if found.verdict * (1 if pair[0] == new else -1) <= 0:
                break
            at -= 1
        order.insert(at, new)
    return order, []


def run_tournament(
    plan: StudyPlan, folder: Path, workers: int = 1, backend: str = "", progress: Progress | None = None
) -> Path:
    """Play a tournament until all pairings are settled and return the file of all records.

    A run can be interrupted at any time and continued. The records do not depend on the number of workers. Raises the
    errors of `run_study`.
    """
    asked = plan.tournament
    if asked is None:
        raise Unknown("This is a study, not a tournament.")
    check_backend(workers, backend)
    records = RecordStore(folder, plan)
    try:
        if not records.is_complete:
            with open_executor(workers, backend) as play:
                _play(plan, asked, records, play, progress)
        return records.merge()
    finally:
        records.close()


def _play(
    plan: StudyPlan, tournament: Tournament, records: RecordStore, play: PlayParts, progress: Progress | None
) -> None:
    rounds = _rounds(plan, tournament)
    played: dict[Pair, list[StudyGame]] = {pair: [] for pair in rounds}
    looked = dict.fromkeys(rounds, 0)
    while pairs := unsettled_pairs(
        tournament, {pair: pair_result(tournament, pair, found) for pair, found in played.items()}
    ):
        wave = {pair: rounds[pair][looked[pair]] for pair in pairs}
        missing = [part for parts in wave.values() for part in parts if not records.has_part(part)]
        for part, found in play(missing):
            records.write_part(part, found)
        for pair, parts in wave.items():
            played[pair] += [record for part in parts for record in records.records_of(part)]
            looked[pair] += 1
        if progress is not None:
            progress(sum(map(len, played.values())), plan.games)


def _rounds(plan: StudyPlan, tournament: Tournament) -> dict[Pair, list[list[StudyPart]]]:
    """Return for each pair the parts to play between two looks, look by look."""
    pairs, ways = pairings(tournament), seatings_per_round(tournament)
    found: dict[Pair, dict[int, list[StudyPart]]] = {pair: {} for pair in pairs}
    for part in plan.parts():
        found[pairs[part.number // ways]].setdefault(part.first, []).append(part)
    return {pair: list(parts.values()) for pair, parts in found.items()}
