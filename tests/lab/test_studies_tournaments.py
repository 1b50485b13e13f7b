"""Tournaments: balanced seats, valid intervals, settled questions, accurate ratings."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet
import pytest

from palatine import registry
from palatine.cli import main
from palatine.core import Unknown, Unreadable
from palatine.lab.studies import StudyPlan, executors, load_tournament, read_records, run_tournament
from palatine.lab.studies.games import StudyGame
from palatine.lab.studies.plans import Tournament
from palatine.lab.studies.report.standings import verdict_text
from palatine.lab.studies.statistics import (
    Interval,
    RatedGame,
    anytime_interval,
    fit_ratings,
    paired_difference,
    share_difference,
    wilson_interval,
)
from palatine.lab.studies.tournaments import (
    PairResult,
    TournamentFile,
    ladder_order,
    pair_result,
    pairings,
    tournament_plan,
    unsettled_pairs,
)

FILE = """
title = "Who is stronger"
game = "elric"
scenario = "duel"
bots = ["captain", "recruit"]
most = 60
look = 4
"""


@pytest.fixture(autouse=True)
def _all_games(monkeypatch: Any, _examples: None) -> None:
    monkeypatch.setattr(registry, "_registered", {})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "who.toml"
    path.write_text(FILE)
    return path


# Intervals


def test_wilson_is_the_known_interval() -> None:
    found = wilson_interval(9, 10)
    assert (round(found.low, 4), round(found.high, 4)) == (0.5958, 0.9821)
    assert (wilson_interval(0, 5).low, wilson_interval(5, 5).high) == (0.0, 1.0)


def test_the_interval_for_any_look_holds_at_all_looks_together() -> None:
    """160 series of 200 games are examined after every game.

    At most 1 in 20 ever exclude the true value.
    """
    random = Random(1)
    missed = wilsons = 0
    for _ in range(160):
        won, ever, often = 0, False, False
        for n in range(1, 201):
            won += random.random() < 0.3
            found, fixed = anytime_interval(won, n), wilson_interval(won, n)
            ever |= not found.low <= 0.3 <= found.high
            often |= n > 10 and not fixed.low <= 0.3 <= fixed.high
        missed, wilsons = missed + ever, wilsons + often
    assert missed <= 8
    assert wilsons > 20  # an interval for one look does not hold for many


def test_the_interval_for_any_look_is_wider_and_closes_in() -> None:
    for won, n in ((0, 1), (3, 10), (17.5, 20), (700, 1000), (20, 20)):
        found, fixed = anytime_interval(won, n), wilson_interval(won, n)
        assert found.low < fixed.low + 1e-9 or fixed.low == 0
        assert found.low <= won / n <= found.high
    assert anytime_interval(700, 1000).high - anytime_interval(700, 1000).low < 0.13
    assert anytime_interval(20, 20).low > 0.7


def test_a_difference_has_newcombes_interval() -> None:
    found = share_difference(wilson_interval(56, 70), wilson_interval(48, 80))
    assert [round(each, 4) for each in (found.value, found.low, found.high)] == [0.2, 0.0524, 0.3339]


def test_differences_in_pairs_have_the_interval_of_agresti_and_min() -> None:
    """In 10 pairs 4 gained and 1 lost.

    The difference is (4.5 - 1.5) / 12 = 0.25, its variance (6 / 12 - 0.0625) / 12.
    """
    found = paired_difference([1.0] * 4 + [-1.0] + [0.0] * 5)
    assert [round(each, 4) for each in (found.value, found.low, found.high)] == [0.3, -0.1242, 0.6242]
    assert found.n == 20
    assert paired_difference([0.0] * 10).low < 0 < paired_difference([0.0] * 10).high
    assert paired_difference([]) == Interval(0.0, -1.0, 1.0, 0)


# Ratings


def test_ratings_find_the_strengths_and_the_seats_that_made_the_games() -> None:
    """One bot is 200 points stronger, and the first seat is worth 100 points more than the second."""
    random, tables = Random(2), []
    for number in range(4000):
        bots = ("strong", "weak") if number % 2 else ("weak", "strong")
        edge = (200 if bots[0] == "strong" else -200) + 100
        first = random.random() < 1 / (1 + 10 ** (-edge / 400))
        tables.append(RatedGame(("one", "two"), bots, (1.0, 0.0) if first else (0.0, 1.0)))
    found = fit_ratings(tables)
    apart = found.bots["strong"].value - found.bots["weak"].value
    seats = found.seats["one"].value - found.seats["two"].value
    assert abs(apart - 200) < 25
    assert abs(seats - 100) < 25
    assert found.bots["strong"].low < 100 < found.bots["strong"].high
    assert found.bots["strong"].high - found.bots["strong"].low < 20


def test_an_unbeaten_bot_has_a_rating_all_the_same() -> None:
    found = fit_ratings(
        [RatedGame(("one", "two"), ("a", "b"), (1.0, 0.0)), RatedGame(("one", "two"), ("b", "a"), (0.0, 1.0))]
    )
    assert 0 < found.bots["a"].value < 2000
    assert found.bots["a"].high > found.bots["a"].value > found.bots["a"].low


def test_three_seats_are_rated_as_one_table() -> None:
    tables = [RatedGame(("x", "y", "z"), ("a", "b", "b"), (1.0, 0.0, 0.0))] * 6
    tables += [RatedGame(("x", "y", "z"), ("b", "b", "a"), (0.5, 0.5, 0.0))] * 6
    found = fit_ratings(tables)
    assert found.bots["a"].n == found.bots["b"].n == 12
    assert abs(sum(each.value for each in found.seats.values())) < 1e-6


def test_games_nobody_won_say_nothing_of_who_is_stronger() -> None:
    won = [RatedGame(("one", "two"), ("a", "b"), (1.0, 0.0)), RatedGame(("one", "two"), ("b", "a"), (0.5, 0.5))] * 5
    none = [RatedGame(("one", "two"), ("a", "b"), (0.0, 0.0))] * 7
    assert fit_ratings(won + none) == fit_ratings(won)
    assert fit_ratings(none).bots["a"].n == 0


# Who meets whom


def plan(**given: Any) -> StudyPlan:
    return tournament_plan(
        TournamentFile(**{"title": "T", "game": "elric", "bots": ("captain", "recruit"), **given})
    )


def test_every_bot_sits_in_every_seat_equally_often() -> None:
    found = plan(scenario="conflict-short", most=12)
    seen = Counter(setting.bots for setting, _ in found.settings)
    assert len(found.settings) == 6
    for place in range(3):
        assert sum(bots[place] == "captain" for bots in seen) == 3
    assert {sum(bot == "captain" for bot in bots) for bots in seen} == {1, 2}
    assert {games for _, games in found.settings} == {2}


def test_a_challenger_sits_alone_and_is_asked_for_more_than_the_fair_share() -> None:
    found = plan(kind="gauntlet", scenario="conflict-short", most=12)
    assert found.tournament is not None
    assert found.tournament.bar == pytest.approx(1 / 3)
    assert [setting.bots.index("captain") for setting, _ in found.settings] == [0, 1, 2]
    assert pairings(Tournament("gauntlet", ("a", "b", "c"), ("x", "y"), 1, 0.95, 0.5)) == [(0, 1), (0, 2)]


def test_games_have_seeds_of_their_own() -> None:
    seeds = [setting.seed for setting, _ in plan().settings]
    assert len(set(seeds)) == len(seeds)


UP, DOWN = PairResult(Interval(0.8, 0.6, 0.9, 20), 1, True), PairResult(Interval(0.2, 0.1, 0.4, 20), -1, True)
OPEN, TIED = PairResult(Interval(0.5, 0.0, 1.0, 2), 0, False), PairResult(Interval(0.5, 0.4, 0.6, 99), 0, True)


def drawn(number: int, winners: list[str]) -> StudyGame:
    return StudyGame(
        id=f"0/{number}", setting=0, number=number, seed="s", game="elric", rules="1", scenario="duel", options="{}",
        seats=["x", "y"], bots=["a", "b"], winners=winners, ranks=[], margin="", told="", clause="", decisions=1,
        boundaries=1, measures=[], chances=[], spaces=[], named=[],
    )  # fmt: skip


def test_games_nobody_won_settle_nothing_between_two_and_are_not_won_by_a_challenger() -> None:
    games = [drawn(n, []) for n in range(60)] + [drawn(60 + n, [("x", "y")[n % 2]]) for n in range(20)]
    pair = pair_result(Tournament("round robin", ("a", "b"), ("x", "y"), 99, 0.95, 0.5), (0, 1), games)
    assert (pair.share, pair.verdict, pair.unwon, pair.is_over) == (anytime_interval(10, 20), 0, 60, False)
    asked = Tournament("gauntlet", ("a", "b"), ("x", "y"), 80, 0.95, 0.5)
    bar = pair_result(asked, (0, 1), games)
    assert (bar.share, bar.verdict, bar.unwon, bar.is_over) == (anytime_interval(10, 80), -1, 60, True)
    text = verdict_text(asked, "a", "b", bar)
    assert text.endswith("of 80 games (4 to 28). 60 games had no winner: the challenger scores 0.")


def test_who_is_settled_plays_no_more() -> None:
    asked = Tournament("round robin", ("a", "b", "c"), ("x", "y"), 99, 0.95, 0.5)
    assert unsettled_pairs(asked, {(0, 1): UP, (0, 2): OPEN, (1, 2): TIED}) == [(0, 2)]


def test_a_ladder_is_climbed_one_by_one_by_who_is_shown_to_be_stronger() -> None:
    asked = Tournament("ladder", ("a", "b", "c"), ("x", "y"), 99, 0.95, 0.5)
    every = {(0, 1): OPEN, (0, 2): OPEN, (1, 2): OPEN}
    assert unsettled_pairs(asked, every) == [(0, 1)]
    assert unsettled_pairs(asked, every | {(0, 1): DOWN}) == [(0, 2)]  # b stands above a now, so c asks a first
    assert unsettled_pairs(asked, every | {(0, 1): UP}) == [(1, 2)]
    assert unsettled_pairs(asked, every | {(0, 1): UP, (1, 2): TIED}) == []
    assert ladder_order(asked, every | {(0, 1): UP, (1, 2): TIED}) == [0, 1, 2]
    assert unsettled_pairs(asked, every | {(0, 1): UP, (1, 2): DOWN}) == [(0, 2)]
    assert ladder_order(asked, {(0, 1): UP, (1, 2): DOWN, (0, 2): DOWN}) == [2, 0, 1]


# Played


def test_it_stops_when_it_is_settled_with_seats_in_balance(file: Path, tmp_path: Path) -> None:
    run_tournament(load_tournament(file), tmp_path / "one")
    records = read_records(tmp_path / "one")
    assert len(records) < 60
    assert len(records) % 4 == 0
    assert Counter(record.bots.index("captain") for record in records) == {
        0: len(records) / 2, 1: len(records) / 2
    }  # fmt: skip
    asked = load_tournament(file).tournament
    assert asked is not None
    before = [record for record in records if record.number < len(records) / 2 - 2]
    assert len(before) == len(records) - 4
    assert [pair_result(asked, (0, 1), each).verdict for each in (before, records)] == [0, 1]


def test_its_records_are_the_same_from_one_process_and_from_two(file: Path, tmp_path: Path) -> None:
    found = load_tournament(file)
    one, two = run_tournament(found, tmp_path / "one"), run_tournament(found, tmp_path / "two", workers=2)
    assert pyarrow.parquet.read_table(one).equals(pyarrow.parquet.read_table(two))


def test_processes_are_begun_once_however_often_it_is_looked(file: Path, tmp_path: Path, monkeypatch: Any) -> None:
    begun: list[ProcessPoolExecutor] = []

    def begin(*given: Any, **more: Any) -> ProcessPoolExecutor:
        begun.append(ProcessPoolExecutor(*given, **more))
        return begun[-1]

    monkeypatch.setattr(executors, "ProcessPoolExecutor", begin)
    records = read_records(run_tournament(load_tournament(file), tmp_path / "two", workers=2))
    assert len({record.number for record in records}) > 2, "looked at more than once"
    assert len(begun) == 1
    with pytest.raises(RuntimeError, match="after shutdown"):
        begun[0].submit(len, "it is over")


def test_a_tournament_that_is_killed_goes_on_where_it_was(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "who.records"
    command = [sys.executable, "-m", "palatine", "tournament", str(file), "--workers", "1"]
    head = subprocess.Popen(command, cwd=tmp_path)
    until = time.monotonic() + 60
    while len(list(folder.glob("part-*.parquet"))) < 3 and time.monotonic() < until:
        assert head.poll() is None
        time.sleep(0.01)
    head.kill()
    head.wait()
    kept = {path: path.read_bytes() for path in folder.glob("part-*.parquet")}
    assert kept
    run_tournament(load_tournament(file), folder)
    run_tournament(load_tournament(file), tmp_path / "whole")
    assert read_records(folder) == read_records(tmp_path / "whole")
    ids = [record.id for record in read_records(folder)]
    assert len(set(ids)) == len(ids)


def test_the_command_tells_how_all_stand_and_does_not_play_again(file: Path, capsys: Any) -> None:
    assert main(["tournament", str(file), "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("1. captain: ")
    assert "captain is stronger than recruit: " in told
    written = (file.parent / "who.records" / "records.parquet").stat().st_mtime_ns
    assert main(["tournament", str(file), "--workers", "1"]) == 0
    assert capsys.readouterr().out == told
    assert (file.parent / "who.records" / "records.parquet").stat().st_mtime_ns == written


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("title", "name", Unreadable),
        ('"elric"', '"chess"', Unknown),
        ('"duel"', '"dual"', Unknown),
        ('"recruit"', '"general"', Unknown),
        ('"recruit"', '"captain"', Unknown),
        ('"recruit"', '"marshal"', Unknown),
        ("most = 60", "most = 0", Unknown),
        ("look = 4", "look = 0", Unknown),
        ("look = 4", 'look = "four"', Unreadable),
        ("look = 4", 'kind = "knockout"', Unreadable),
        ("look = 4", "sure = 1.0", Unknown),
        ("look = 4", "bar = 0.6", Unknown),
        ("look = 4", 'kind = "gauntlet"\nbar = 1.5', Unknown),
        ("look = 4", 'seats = ["Amber"]', Unknown),
        ("look = 4", 'options = { walls = "wet" }', Unknown),
        ('scenario = "duel"', 'scenario = "founding"', Unknown),
    ],
)
def test_what_cannot_be_a_tournament_is_refused_and_leaves_nothing_behind(
    file: Path, old: str, new: str, error: type[Exception]
) -> None:
    file.write_text(FILE.replace(old, new))
    with pytest.raises(error):
        load_tournament(file)
    assert main(["tournament", str(file)]) == 2
    assert [path.name for path in file.parent.iterdir()] == ["who.toml"]
