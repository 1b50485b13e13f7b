"""A pytest plugin that decides which tests run in which tier, and in which order.

    make test           for every commit: all tests that `LATER` does not name
    make test-full      the tiers test and full (`--tier rest` runs only what `make test` left out)
    make test-services  the tiers services and alone, which need servers from Debian's packages
    make soak           the tier soak, in a different order each day, until its time is up

`--game NAME` runs the tests of one game: its directory, and the cases of other tests that are about it. Without
`--tier`, a file or test that is named on the command line runs in the tiers test and full.
"""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

LATER = (
    # Bulk: many seeds, long plays, whole archives of altered files, builds of the wheel.
    ("soak-services", "services/test_killing_servers.py::*[20-"),
    ("soak-services", "services/test_postgres_failures.py::*[65]"),
    ("soak-services", "services/test_postgres_failures.py::*[100]"),
    ("full", "acceptance/test_month_of_kings.py::*[1-"),
    ("soak", "acceptance/test_month_of_kings.py::test_a_month_of_twelve_kings"),
    ("soak", "deploy/test_wheel.py"),
    ("full", "lab/test_environments.py::*_pettingzoos_tests[adventurer-kings]"),
    ("test", "lab/test_environments.py::*[elric]"),
    ("test", "lab/test_environments.py::*[adventurer-kings]"),
    ("soak", "lab/test_environments.py::*_pettingzoos_tests*["),
    ("soak", "lab/test_gallery.py::test_the_first_games_of_a_study_are_those_its_page_tells_of"),
    ("soak", "lab/test_openspiel.py::test_games_pass_the_test_of_random_play"),
    ("soak", "lab/test_studies_ray.py::test_a_process_of_ray_that_is_killed_costs_no_result"),
    ("soak", "lab/test_studies_ray.py::test_a_head_that_is_lost_is_told_and_the_study_goes_on_elsewhere"),
    ("soak", "processes/test_ray_pool.py::test_a_cluster_does_the_work_and_ends_what_runs_away_until_it_is_lost"),
    ("full", "mail/test_demonlord.py::test_both_phases_of_a_turn_are_fought_by_mail_alone"),
    ("soak", "matches/crashes/test_kill.py::*[25]"),
    ("full", "matches/crashes/test_orders_kill.py::*[tithe-4]"),
    ("full", "matches/crashes/test_orders_kill.py::*[adventurer-kings-4]"),
    ("soak", "matches/crashes/test_orders_kill.py"),
    ("soak", "matches/files/test_hostile.py::test_many_altered_positions_are_refused_or_played"),
    ("soak", "matches/files/test_hostile.py::test_no_position_of_an_old_match_is_out_of_bounds"),
    ("soak", "matches/test_installed_games.py::*adventurer-kings"),
    ("soak", "testing/test_chances.py::*[whole-"),
    ("full", "testing/test_games.py::test_the_laws_hold[*-daily-"),
    ("full", "testing/test_games.py::test_random_games_end_without_findings[adventurer-kings-daily-"),
    ("full", "testing/test_games.py::test_random_games_end_without_findings[lord-and-master-daily-"),
    ("test", "testing/test_games.py::test_random_games_end_without_findings[*-daily-0]"),
    ("full", "testing/test_games.py::test_random_games_end_without_findings[*-daily-"),
    ("soak", "testing/test_games.py::*-later-"),
    ("soak", "web/test_accessibility.py::test_a_desk_of_the_largest_table[lord-and-master]"),
    ("soak", "web/test_accessibility.py::test_a_lesson[elric]"),
    ("soak", "web/test_accessibility.py::test_a_match_with_a_question[dark-emperor]"),
    ("soak", "web/test_accessibility.py::test_a_match_with_a_question[demonlord]"),
    ("soak", "web/test_bot_worker.py::test_a_person_s_bot_begins_to_think_at_once_beside_twenty_matches_of_bots"),
    ("soak", "web/test_browser.py::test_a_newcomers_path[dark-emperor]"),
    ("soak", "web/test_browser.py::test_a_newcomers_path[elric]"),
    ("full", "web/test_browser.py::test_a_phone[elric-dark]"),
    ("soak", "web/test_browser.py::test_a_phone"),
    ("full", "web/test_desk_page.py::test_every_game_of_orders_is_played_at_the_desk[lord-and-master-desktop]"),
    ("soak", "web/test_desk_page.py::test_every_game_of_orders_is_played_at_the_desk"),
    ("full", "web/test_lesson_page.py::test_a_lesson_is_played_to_its_end_by_clicks[demonlord-first-battle]"),
    ("full", "web/test_lesson_page.py::test_a_lesson_is_played_to_its_end_by_clicks[lord-and-master-first-sheet]"),
    ("soak", "web/test_lesson_page.py::test_a_lesson_is_played_to_its_end_by_clicks"),
    ("soak", "web/serving/test_killing.py::*[30-"),
    # Servers from Debian's packages. Tests that kill processes and wait for seconds run alone.
    ("alone", "services/test_killing_servers.py"),
    ("alone", "services/test_kills.py"),
    ("services", "services"),
    ("services", "*[postgresql]"),
    ("services", "*[postgresql-"),
    ("services", "*-postgresql]"),
    ("services", "*-postgresql-"),
    # Browsers belong to the tier full, except the sign-in, every page once and a match played through every client.
    ("test", "acceptance/test_four_ways.py"),
    ("test", "web/auth/test_auth_pages.py::test_every_page_opens_without_an_error[first"),
    ("test", "web/auth/test_auth_pages.py::test_a_code_by_mail_and_a_wrong_one"),
    # Files with browser tests only, so that `make test` does not import them.
    ("full", "web/test_*_page.py"),
    ("full", "web/test_accessibility.py"),
    ("full", "web/test_browser.py"),
    # The speed of a page, and all inputs that the API's schema allows.
    ("full", "web/test_page_cost.py"),
    ("full", "web/test_schema.py"),
    ("full", "web/auth/test_auth_schema.py"),
    ("full", "mail/test_fuzzing.py::test_any_headers_are_read"),
    ("full", "mail/test_fuzzing.py::test_any_html_is_read"),
    ("full", "mail/test_fuzzing.py::test_a_thousand_malformed_mails_change_nothing_and_are_answered"),
    ("full", "mail/test_plain_texts.py::*[sqlite-adventurer-kings]"),
    ("full", "mail/test_trust.py::test_a_thousand_forged_mails_hand_in_nothing"),
    # Research and testing tools, except for a sample of the laboratory's tests.
    ("full", "cli/test_new_game.py::*[more1"),
    ("full", "cli/test_new_game.py::*[more2"),
    ("full", "cli/test_planted_mistakes.py"),
    ("full", "matches/runtime/test_undo_law.py::test_previews_say_what_undo_refuses"),
    ("full", "lab/test_fitting.py::test_what_the_command_learns_is_written_here_and_the_games_own_file_is_left"),
    ("full", "docs/test_examples.py::test_every_example_runs_and_ends[laboratory.md"),
    ("full", "docs/test_examples.py::test_every_example_runs_and_ends[add-a-game.md"),
    ("full", "lab/test_studies"),
    ("full", "games/test_exploits.py::*[dark-emperor-"),
    ("full", "games/test_exploits.py::*[lord-and-master-"),
    ("full", "players/test_analysis.py"),
    ("full", "testing/test_conformance.py::test_a_broken_game_breaks_its_law"),
    ("full", "testing/test_mutants.py::test_what_no_test_notices_survives"),
    ("full", "testing/test_soak.py::test_a_figure_that_is_played_is_noticed"),
    # All games. `make test` runs only one or two of them where they differ little.
    ("full", "mail/test_plain_texts.py::*[sqlite-lord-and-master]"),
    ("full", "mail/test_plain_texts.py::*[sqlite-dark-emperor]"),
    ("full", "matches/files/test_hostile.py::test_altered_positions_are_refused_or_played[first-adventurer-kings]"),
    ("full", "matches/files/test_hostile.py::test_altered_positions_are_refused_or_played[first-dark-emperor]"),
    ("full", "matches/test_installed_games.py::*[first-dark-emperor]"),
    ("full", "matches/test_installed_games.py::*[first-lord-and-master]"),
    ("full", "testing/test_puzzles.py::test_the_miner_sees"),
    ("full", "docs/test_examples.py::test_every_example_runs_and_ends[mail.md"),
    ("full", "docs/test_examples.py::test_every_example_runs_and_ends[operations.md"),
    ("full", "docs/test_examples.py::test_every_example_runs_and_ends[storage.md"),
    ("full", "cli/test_new_game.py::test_the_lesson_of_a_new_game_begins"),
    ("full", "cli/test_new_game.py::test_the_clauses_of_a_new_game_are_held_against_its_own_tests"),
    ("full", "lab/test_fitting.py::test_what_wins_has_weight_however_rare_its_scenario"),
    ("full", "lab/test_openspiel.py::test_ismcts_plays_ford_to_the_end_against_who_plays_at_random"),
    ("full", "players/test_marshal.py::test_as_many_processes_decide_the_same"),
    ("full", "players/test_marshal_time.py::test_several_processes_end_in_time_and_hear_a_stop"),
    (
        "full",
        "notifications/test_reminders.py::test_one_reminder_comes_in_the_last_quarter_or_a_day_before_the_end[sqlite-48-",
    ),
    (
        "full",
        "notifications/test_reminders.py::test_one_reminder_comes_in_the_last_quarter_or_a_day_before_the_end[sqlite-120-",
    ),
    # All sizes of packs and all revisions. `make test` runs one of each.
    ("full", "store/test_compression.py::test_positions_of_a_server_of_old_that_kept_one_of_many_stay_so"),
    ("full", "store/test_compression.py::test_on_the_way_back_to_code_that_cannot_read_it_it_is_unpacked"),
    (
        "full",
        "store/test_upgrading.py::test_a_backup_of_an_older_version_is_restored_and_brought_up_to_date[sqlite-sqlite-0003]",
    ),
    (
        "full",
        "store/test_upgrading.py::test_a_backup_of_an_older_version_is_restored_and_brought_up_to_date[sqlite-sqlite-0007]",
    ),
    ("full", "store/test_jobs.py::test_two_processes_claim_two_thousand_jobs_and_none_twice"),
    ("full", "store/test_compression.py::test_a_packed_match_is_what_it_was[sqlite-3000-"),
    ("full", "store/test_compression.py::test_a_packed_match_is_what_it_was[sqlite-524288-"),
    ("test", "store/test_upgrading.py::test_back_and_up_again_every_match_is_kept[sqlite-0001]"),
    ("full", "store/test_upgrading.py::test_back_and_up_again_every_match_is_kept[sqlite-"),
    # Whole matches of bots, and worlds of twenty Kings.
    ("full", "games/dark_emperor/bot/test_captain.py::test_the_kingdoms_captain_starves_a_recruit"),
    ("full", "games/adventurer_kings/bot/test_captain.py::test_it_beats_seven_recruits"),
    ("full", "games/adventurer_kings/bot/test_captain.py::test_a_match_of_captains_ends_with_an_emperor"),
    ("full", "players/test_lieutenant.py::test_he_beats_recruits_and_loses_to_captains"),
    ("full", "players/test_marshal.py::test_it_beats_"),
    # Processes that are started, killed or restarted; clusters.
    ("full", "processes"),
    ("full", "matches/crashes"),
    ("full", "web/monitoring/test_shutdown.py"),
    ("full", "web/monitoring/test_watchdog.py::test_a_frozen_server_is_killed_and_another_answers_in_its_place"),
    ("full", "web/serving/test_killing.py"),
    ("full", "web/serving/test_serve.py"),
    # Long plays. `make test` runs only their first part.
    ("test", "games/elric/bot/test_asks.py"),  # Here "whole" is the value of an option.
    ("test", "games/elric/rules/combat/test_aftermath.py"),
    ("test", "test_pace.py"),
    ("full", "*[whole]"),
    ("full", "*[whole-"),
    ("full", "*-whole]"),
    ("full", "*-whole-"),
    ("test", "archive/test_archive.py::*-daily]"),
    ("full", "archive/test_archive.py::*-later]"),
    ("full", "lab/test_learning.py::test_it_wins_more_from_each_seat_than_recruits_do"),
)
"""Tier and pattern. The first pattern that matches a test decides.

A pattern is the beginning of a test's name, in which "*" matches any characters.
"""
TIERS = ("test", "full", "rest", "services", "alone", "soak", "soak-services")
FIRST = ("acceptance", "docs", "testing/test_games.py", "web")
"""Directories and files with long tests. Workers start with them, so that none runs last."""
GAMES = Path(__file__).parents[1] / "src" / "palatine" / "games"
DEADLINE: pytest.StashKey[float] = pytest.StashKey()
FIRST_PART = 5
"""The divisor of the length of a long play in `make test`."""


@pytest.fixture(params=[FIRST_PART, 1], ids=["first", "whole"])
def parts(request: pytest.FixtureRequest) -> int:
    """Divisor of the length of a long play: 5 in `make test`, 1 (all) in `make test-full`."""
    return request.param


def sampled(values: Iterable[Any]) -> list[Any]:
    """Return parameters. `make test` runs every fifth, from the first. `make test-full` runs all."""
    return [
        value if at % FIRST_PART == 0 else pytest.param(value, id=f"{value}-whole")
        for at, value in enumerate(values)
    ]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", default="", help="run only the tests of this game")
    parser.addoption("--tier", action="append", choices=TIERS, help="run the tests of this tier; may be repeated")


def pytest_configure(config: pytest.Config) -> None:
    if "full" in chosen_tiers(config):  # Importing Schemathesis takes seconds in every worker.
        config.pluginmanager.import_plugin("schemathesis.pytest.plugin")
    if minutes := os.environ.get("PALATINE_SOAK_MINUTES"):
        config.stash[DEADLINE] = time.monotonic() + 60 * float(minutes)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tiers, game = chosen_tiers(config), config.getoption("--game")
    chosen = [item for item in items if tier_of(item) in tiers and is_about(item, game)]
    kept = set(chosen)
    if left := [item for item in items if item not in kept]:
        config.hook.pytest_deselected(items=left)
    if DEADLINE in config.stash:
        Random(os.environ.get("PALATINE_SOAK_SEED")).shuffle(chosen)
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    items[:] = dealt(chosen, workers)


def chosen_tiers(config: pytest.Config) -> set[str]:
    asked = config.getoption("--tier")
    if asked is None:
        asked = ["full"] if any(".py" in argument for argument in config.args) else ["test"]
    tiers = set(asked)
    if "full" in tiers:
        tiers.add("test")
    if "rest" in tiers:
        tiers.add("full")
    return tiers


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip the import of files whose tests all belong to other tiers or games."""
    name = _name(str(collection_path.relative_to(config.rootpath)))
    if is_of_another_game(name, config.getoption("--game")):
        return True
    return True if name.endswith(".py") and chosen_tiers(config).isdisjoint(tiers_of_file(name)) else None


def is_of_another_game(name: str, game: str) -> bool:
    """Return whether a file or directory belongs to the tests of another game."""
    folder = name.removeprefix("games/").partition("/")[0]
    return bool(game) and name.startswith("games/") and (GAMES / folder).is_dir() and folder != _module(game)


def _module(game: str) -> str:
    return game.replace("-", "_")


def tiers_of_file(name: str) -> Iterator[str]:
    """Yield the tiers that tests of a file may belong to.

    A pattern that begins with "*" may match tests of any file.
    """
    for tier, pattern in LATER:
        file, _, test = pattern.partition("::")
        if file.startswith("*") or _compiled(file).match(name):
            yield tier
            if not test and not file.startswith("*"):
                return
    yield "test"


def tier_of(item: pytest.Item) -> str:
    """Return the tier that a test belongs to."""
    name = _name(item.nodeid)
    usual = "full" if "chromium" in getattr(item, "fixturenames", ()) else "test"
    return next((tier for tier, pattern in _patterns(name.partition("::")[0]) if pattern.match(name)), usual)


@cache
def _patterns(file: str) -> list[tuple[str, re.Pattern[str]]]:
    """Return the tiers and patterns that can match tests of a file, in order."""
    found = []
    for tier, pattern in LATER:
        start = pattern.partition("::")[0]
        if start.startswith("*") or _compiled(start).match(file):
            found.append((tier, _compiled(pattern)))
    return found


def _name(path: str) -> str:
    return path.removeprefix("tests/")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split("*"))))


def is_about(item: pytest.Item, game: str) -> bool:
    """Return whether a test is about the game, by its directory or its parameters."""
    parameters = (
        item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    )
    return not game or f"tests/games/{_module(game)}/" in item.nodeid or game in parameters


def dealt(items: Sequence[pytest.Item], workers: int) -> Iterator[pytest.Item]:
    """Order the tests so that each worker starts with its share of `FIRST`.

    Each worker runs an equal, consecutive part of the tests. The tests of a file stay together because they share
    fixtures.
    """
    long, short = [], []
    for item in items:
        name = _name(item.nodeid)
        (long if name.startswith(FIRST) else short).append(item)
    rest, left = iter(short), len(items)
    for worker, head in enumerate(shares(long, workers)):
        size = left // (workers - worker)
        left -= size
        yield from head
        yield from islice(rest, max(0, size - len(head)))
    yield from rest


def shares(items: Sequence[pytest.Item], workers: int) -> list[list[pytest.Item]]:
    """Split tests by whole files into a list for each worker, all of about the same length."""
    files = Counter(item.path for item in items)
    worker_of, sizes = {}, [0] * workers
    for path, count in files.items():
        worker_of[path] = least = sizes.index(min(sizes))
        sizes[least] += count
    return [[item for item in items if worker_of[item.path] == worker] for worker in range(workers)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Stop a soak when its time is up."""
    if time.monotonic() > item.config.stash.get(DEADLINE, float("inf")):
        item.session.shouldstop = "the minutes of this soak are over"
    return (yield)
