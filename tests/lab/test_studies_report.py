"""The report of a study: all figures from its records, on a self-contained page."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from palatine import registry
from palatine.cli import main
from palatine.core.game import Outcome
from palatine.lab import complete_setting, play_into_arrays
from palatine.lab.action_menus import MenuMatch
from palatine.lab.selfplay import win_shares
from palatine.lab.studies import load_plan, read_records, run_study, run_tournament
from palatine.lab.studies.collecting import ChanceRow, MeasureRow, MentionRow, OccupancyRow
from palatine.lab.studies.games import StudyGame
from palatine.lab.studies.report import charts, figures
from palatine.lab.studies.report.pages import make_report, render_report
from palatine.lab.studies.report.standings import standings
from palatine.lab.studies.statistics import paired_difference, share_difference, wilson_interval
from palatine.lab.studies.tournaments import TournamentFile, record_win_shares, tournament_plan

STUDY = """
title = "Duels & <others>"
games = 12

[[settings]]
game = "elric"
scenarios = ["duel"]
bots = ["recruit"]
options = [{}, { walls = "losses" }]
"""


@pytest.fixture(autouse=True)
def _all_games(monkeypatch: Any, _examples: None) -> None:
    monkeypatch.setattr(registry, "_registered", {})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "duels.toml"
    path.write_text(STUDY)
    return path


def game(number: int, winners: list[str], setting: int = 0, **more: Any) -> StudyGame:
    plain: dict[str, Any] = {
        "id": f"{setting}/{number}", "setting": setting, "number": number, "seed": f"0/{number}", "game": "elric",
        "rules": "2", "scenario": "duel", "options": "{}", "seats": ["Amber", "Jade"], "bots": ["captain", "recruit"],
        "winners": winners, "ranks": [], "margin": "won", "told": "Won.", "clause": "1", "decisions": 10 + number,
        "boundaries": 4, "measures": [], "chances": [], "spaces": [], "named": [],
    }  # fmt: skip
    return StudyGame(**{**plain, **more})


def test_shared_wins_count_in_parts_and_a_game_nobody_won_as_nothing() -> None:
    found = figures.seat_shares([game(0, ["Amber"]), game(1, ["Amber", "Jade"]), game(2, []), game(3, ["Jade"])])
    assert found["Amber"] == wilson_interval(1.5, 4)
    assert found["Jade"] == wilson_interval(1.5, 4)


def test_who_plays_alone_and_does_not_win_scores_nothing() -> None:
    alone = game(0, [], seats=["Melnibone"], bots=["captain"])
    assert figures.seat_shares([alone]) == {"Melnibone": wilson_interval(0, 1)}


@pytest.mark.parametrize("winners", [(), ("North",), ("North", "South")])
def test_a_study_scores_as_the_environments_do(winners: tuple[str, ...], ford: Any, monkeypatch: Any) -> None:
    match = MenuMatch(ford)
    monkeypatch.setattr(ford, "outcome", lambda state: Outcome(winners, "It is over.", "1", ()))
    seats = ["North", "South"]
    assert record_win_shares(game(0, [*winners], seats=seats)) == match.win_shares() == win_shares(winners, seats)
    setting = complete_setting(ford, seed="1")
    monkeypatch.setattr(registry, "_registered", {"ford": ford})
    assert {*play_into_arrays(setting, 1).share} <= {*match.win_shares().values()}


def test_bots_are_told_over_all_their_seats() -> None:
    records = [game(0, ["Amber"]), game(1, ["Jade"], bots=["recruit", "captain"])]
    assert figures.bot_shares(records) == {"captain": wilson_interval(2, 2), "recruit": wilson_interval(0, 2)}


def test_a_bot_that_holds_several_seats_of_a_game_has_played_one_game() -> None:
    records = [game(n, ["Amber"], bots=["captain", "captain"]) for n in range(6)]
    assert figures.bot_shares(records) == {"captain": wilson_interval(3, 6)}


def test_ends_of_games_nobody_won_are_not_taken_for_shared_ones() -> None:
    records = [game(0, ["Amber"]), game(1, []), game(2, ["Amber", "Jade"])]
    assert figures.count_ends(records) == {"won": {"Amber": 1, "nobody": 1, "shared": 1}}


def test_an_effect_is_made_within_settings() -> None:
    """The spell has no effect, but is cast more in the setting where Amber wins more."""
    records = []
    for setting, wins in ((0, 18), (1, 2)):
        for number in range(20):
            cast = 1 + (number % 2) + (2 if setting == 0 else 0)
            winner = "Amber" if number < wins else "Jade"
            records.append(game(number, [winner], setting, named=[MentionRow("Amber", "spell", cast)]))
    (found,) = figures.effects(records, figures.mention_amounts, lambda key: ("spell", "A spell"))
    assert (found.games_with, found.games_without, found.gain.n) == (20, 20, 40)
    assert abs(found.gain.value) < 0.01
    assert found.gain.low < 0 < found.gain.high


def test_an_effect_that_is_one_is_found() -> None:
    records = [
        game(number, ["Amber" if number % 2 else "Jade"], named=[MentionRow("Amber", "spell", number % 2)])
        for number in range(40)
    ]
    (found,) = figures.effects(records, figures.mention_amounts, lambda key: ("spell", "A spell"))
    assert found.gain.value == 1.0
    assert found.gain.low > 0.7
    assert figures.effects(records[:8], figures.mention_amounts, lambda key: ("spell", "A spell")) == []


def test_places_are_held_by_marks_and_by_pieces_where_there_are_none() -> None:
    marked = game(
        0,
        ["Amber"],
        spaces=[OccupancyRow("a", "amber", 4, 2), OccupancyRow("b", "jade", 4, 0), OccupancyRow("c", "law", 1, 1)],
    )
    assert figures.occupation_amounts(marked) == {("Amber", "a"): 0.5, ("Jade", "b"): 0.0}
    assert figures.occupation_amounts(game(0, [], spaces=[OccupancyRow("a", "amber", 4, 0)])) == {
        ("Amber", "a"): 1.0
    }


def test_the_course_of_a_measure_is_told_of_winners_and_others() -> None:
    records = [
        game(0, ["Amber"], measures=[MeasureRow(4, "cities", "Amber", 6.0), MeasureRow(4, "cities", "Jade", 1.0)]),
        game(1, ["Jade"], measures=[MeasureRow(4, "cities", "Amber", 2.0)]),
    ]
    (won,) = figures.measure_course(records, "cities", winners=True, seat="Amber")
    (lost,) = figures.measure_course(records, "cities", winners=False, seat="Amber")
    assert (won.at, won.value.value, won.value.n, lost.value.value) == (1.0, 6.0, 1, 2.0)


def test_chances_are_held_against_what_came() -> None:
    records = [
        game(number, ["Amber"] if number < 8 else ["Jade"], chances=[ChanceRow(1, "Amber", 0.75)])
        for number in range(10)
    ]
    (found,) = figures.calibration(records)
    assert (found.at, found.value) == (0.75, wilson_interval(8, 10))


def test_thinking_longer_makes_a_curve() -> None:
    records = [
        game(number, ["Amber"] if samples == "20" else ["Jade"], bots=[f"marshal:{samples}", "captain"])
        for number, samples in enumerate(["5", "20", "20"])
    ]
    found = figures.learning_curves(records)
    assert [(point.at, point.value.value, point.value.n) for point in found["marshal"]] == [
        (5.0, 0.0, 1),
        (20.0, 1.0, 2),
    ]


def test_options_are_told_of_settings_that_differ_in_one_alone() -> None:
    def setting(number: int, wins: int, **options: str) -> list[StudyGame]:
        text = msgspec.json.encode(options).decode()
        return [game(n, ["Amber" if n < wins else "Jade"], number, options=text) for n in range(10)]

    records = setting(0, 2, a="x", b="x") + setting(1, 8, a="y", b="x") + setting(2, 5, a="z", b="z")
    found = figures.option_effects(records)
    assert [(each.seat, each.name, each.value, each.other) for each in found] == [
        ("Amber", "a", "y", "x"), ("Jade", "a", "y", "x"),
    ]  # fmt: skip
    assert found[0].gain.value == pytest.approx(0.6)


def test_games_of_one_seed_are_compared_in_pairs() -> None:
    """Amber wins the same games and one more.

    In pairs this is a small difference; in separate games it would be none.
    """
    before = [game(n, ["Amber" if n % 2 else "Jade"], 0) for n in range(20)]
    after = [game(n, ["Amber" if n % 2 or n in (0, 2, 4, 6, 8) else "Jade"], 1) for n in range(20)]
    gains, is_paired = figures.gains_over(after, before)
    apart = share_difference(figures.seat_shares(after)["Amber"], figures.seat_shares(before)["Amber"])
    assert is_paired
    assert gains["Amber"] == paired_difference([1.0] * 5 + [0.0] * 15)
    assert gains["Amber"].value == apart.value == 0.25
    assert gains["Amber"].n == apart.n == 40
    assert gains["Amber"].low > 0 > apart.low
    others = [game(n, ["Jade"], 1, seed=f"else/{n}") for n in range(20)]
    assert figures.gains_over(others, before)[1] is False


@pytest.mark.filterwarnings("error")
def test_a_key_of_many_parts_has_room() -> None:
    names = [f"The {number}th of many seats" for number in range(28)]
    assert names[-1] in charts.stacked_bar_chart([("one", dict.fromkeys(names, 1))], names, "games").svg()


def test_the_command_makes_one_page_that_needs_nothing_else(file: Path, tmp_path: Path, capsys: Any) -> None:
    run_study(load_plan(file), tmp_path / "duels.records")
    assert main(["report", str(tmp_path / "duels.records")]) == 0
    assert capsys.readouterr().out == f"24 games told in {tmp_path}/duels.html.\n"
    text = (tmp_path / "duels.html").read_text()
    assert re.findall(r"""(?:src|href)=["'](?!#)|url\((?!#)|@import|<script|<link""", text) == []
    assert text.count("<figure ") == text.count("<figcaption>") >= 8
    assert "<h1>Duels &amp; &lt;others&gt;</h1>" in text
    for caption in re.findall(r"<figcaption>(.*?)</figcaption>", text, re.DOTALL):
        assert re.search(r"[a-z%.)] \d+ games?\.$", caption)
    assert re.search(r"\bn\b", re.sub("<[^>]*>", " ", text.partition("</style>")[2])) is None
    assert "The winners of a game share a score of 1, all others score 0." in text
    assert "Games with the same seed are compared in pairs" in text
    shares = figures.seat_shares([r for r in read_records(tmp_path / "duels.records") if r.setting == 0])
    assert f"Amber {100 * shares['Amber'].value:.0f} %" in text
    assert text == render_report(make_report(load_plan(file), read_records(tmp_path / "duels.records")))


def test_charts_are_saved_as_svg_png_and_csv(file: Path, tmp_path: Path, capsys: Any) -> None:
    run_study(load_plan(file), tmp_path / "duels.records")
    folder = tmp_path / "charts"
    assert main(["report", str(tmp_path / "duels.records"), "--charts", str(folder)]) == 0
    assert capsys.readouterr().out == f"24 games told in {tmp_path}/duels.html. The charts are in {folder}.\n"
    made = sorted(folder.iterdir())
    stems = {each.stem for each in made}
    assert {each.name for each in made} == {f"{stem}.{end}" for stem in stems for end in ("svg", "png", "csv")}
    assert len(stems) == (tmp_path / "duels.html").read_text().count("<figure ")
    assert {"elric-shares", "elric-options", "elric-map", "elric-map-2"} <= stems
    for each in made:
        if each.suffix == ".svg":
            assert "use href" not in each.read_text()
            assert ElementTree.parse(each).getroot().tag == "{http://www.w3.org/2000/svg}svg"
        elif each.suffix == ".png":
            assert each.read_bytes().startswith(b"\x89PNG")
    records = [r for r in read_records(tmp_path / "duels.records") if r.setting == 0]
    share = figures.seat_shares(records)["Amber"]
    with (folder / "elric-shares.csv").open(newline="") as found:
        heads, first, *_ = csv.reader(found)
    assert heads == ["what", "value", "low", "high", "games"]
    assert [float(each) for each in first[1:]] == [share.value, share.low, share.high, 12]


def test_games_nobody_won_are_named_in_the_report(file: Path) -> None:
    records = [game(n, ["Amber"] if n else []) for n in range(5)]
    text = render_report(make_report(load_plan(file), records))
    assert "1 game had no winner: every seat scores 0 there, as in the environments." in text


def test_the_report_of_a_tournament_has_its_standings(tmp_path: Path) -> None:
    plan = tournament_plan(
        TournamentFile("Who", "elric", ("captain", "recruit"), scenario="duel", kind="gauntlet", most=12, look=12)
    )
    run_tournament(plan, tmp_path / "who")
    records = read_records(tmp_path / "who")
    assert plan.tournament is not None
    found = standings(plan.tournament, records)
    assert found.order[0] == "captain"
    text = render_report(make_report(plan, records))
    assert "<h2>Standings</h2>" in text
    assert re.search(r"captain wins more than 50 % against recruit|It is not settled whether captain", text)
    assert f"{found.ratings.bots['captain'].value:.0f}</td>" in text


def test_what_is_no_study_is_told_and_writes_nothing(tmp_path: Path, capsys: Any) -> None:
    assert main(["report", str(tmp_path / "nothing")]) == 2
    assert "holds no records of a study" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_folder_one_is_in_is_told_beside_it(file: Path, tmp_path: Path, monkeypatch: Any) -> None:
    run_study(load_plan(file), tmp_path / "duels.records")
    monkeypatch.chdir(tmp_path / "duels.records")
    assert main(["report", "."]) == 0
    assert "<h1>" in (tmp_path / "duels.html").read_text()
