"""Pools: every member plays in every seat on the same seeds, and the worst result comes first."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from palatine import registry
from palatine.cli import main
from palatine.core import Unknown
from palatine.lab.studies import PoolFile, pool_lines, pool_plan, pool_results, read_records
from palatine.lab.studies.games import StudyGame
from palatine.players import Recruit
from palatine.testing import find_game


@pytest.fixture
def marsh(monkeypatch: Any) -> Any:
    """Register the example with its own bot and a script that wins as often as a recruit."""
    game = find_game("palatine.testing.examples.marsh:GAME")
    monkeypatch.setattr(type(game), "exploits", {"wanderer": Recruit})
    monkeypatch.setattr(registry, "_registered", {"marsh": game})
    return game


def record(line: tuple[str, ...], number: int, winner: str, seats: tuple[str, ...]) -> StudyGame:
    """Return a game that has only bots and a winner."""
    return StudyGame(
        id=f"0/{number}", setting=0, number=number, seed=f"p/{number}", game="any", rules="1", scenario="any",
        options="{}", seats=list(seats), bots=list(line), winners=[winner] if winner else [], ranks=[], margin="",
        told="", clause="", decisions=1, boundaries=1, measures=[], chances=[], spaces=[], named=[],
    )  # fmt: skip


def records(of: dict[tuple[str, ...], str], seats: tuple[str, ...], number: int = 10) -> list[StudyGame]:
    """Return games for every line of bots with winners by seat number; "-" for none."""
    return [
        record(line, at, "" if each == "-" else seats[int(each)], seats)
        for line, winners in of.items()
        for at, each in enumerate(winners)
    ]


@pytest.mark.usefixtures("marsh")
def test_a_plan_seats_every_member_alone_in_every_seat_on_the_same_seeds() -> None:
    plan, full = pool_plan(PoolFile("marsh", games=3, seed="p"))
    bots = [setting.bots for setting, _ in plan.settings]
    assert full.bots == ("captain",)
    assert full.members == ("captain", "wanderer", "lieutenant", "marshal:20")
    assert bots[0] == ("captain", "captain")
    assert set(bots[1:]) == {
        pair for other in full.members[1:] for pair in ((other, "captain"), ("captain", other))
    }
    assert len(bots) == len(set(bots)) == 7
    assert {setting.seed for setting, _ in plan.settings} == {"p"}
    assert plan.games == 21


@pytest.mark.usefixtures("marsh")
def test_several_bots_share_the_games_in_which_they_meet() -> None:
    plan, _ = pool_plan(PoolFile("marsh", ("captain", "lieutenant"), ("wanderer",), games=1))
    assert Counter(bot for setting, _ in plan.settings for bot in setting.bots) == {
        "captain": 4, "lieutenant": 4, "wanderer": 4
    }  # fmt: skip
    both, _ = pool_plan(PoolFile("marsh", ("captain", "lieutenant"), ("captain", "lieutenant"), games=1))
    assert len(both.settings) == 4


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (PoolFile("marsh", ("rusher",)), "no bot 'rusher'; it has captain, lieutenant, recruit, wanderer"),
        (PoolFile("marsh", ("captain:rush",)), "no bot 'captain:rush'"),
        (PoolFile("marsh", members=("marshal",)), "by a number of samples"),
        (PoolFile("marsh", seats=5), "not for 5"),
        (PoolFile("marsh", games=0), "at least one game"),
    ],
)
@pytest.mark.usefixtures("marsh")
def test_what_cannot_be_played_is_refused(file: PoolFile, reason: str) -> None:
    with pytest.raises(Unknown, match=reason):
        pool_plan(file)


def test_the_worst_result_comes_first_and_is_measured_by_the_bots_own_share_in_that_seat() -> None:
    seats = ("A", "B")
    found = records(
        {
            ("captain", "captain"): "0000000011",
            ("rush", "captain"): "0000000011",
            ("captain", "rush"): "000000111-",
            ("saver", "captain"): "1111111111",
            ("captain", "saver"): "0000000011",
        },
        seats,
    )
    results = pool_results(PoolFile("any", ("captain",), ("captain", "rush", "saver")), found)
    assert [(each.member, each.seat) for each in results[:1]] == [("rush", "B")]
    worst = results[0]
    assert (worst.share.value, worst.own.value) == (0.3, 0.2)
    assert worst.limit == pytest.approx(0.25)
    assert worst.gain.value == pytest.approx(0.1)
    assert worst.gain.n == 20
    assert {(each.member, each.seat) for each in results if each.excess > 0} == {("rush", "B")}
    lines = pool_lines(results)
    assert lines[0].startswith("Worst result of captain: rush as B: 30 % of 10 games (11 to 60)")
    assert "above the goal of 25 %" in lines[0]
    assert "clearly" not in lines[0]
    assert lines[-1].endswith("plus 5 points. Above it: 1 of 4.")


def test_at_larger_tables_the_goal_is_a_factor() -> None:
    seats = ("A", "B", "C")
    lines: dict[tuple[str, ...], str] = {("captain",) * 3: "0001112220"}
    lines |= {tuple("rush" if at == place else "captain" for at in range(3)): "0" * 10 for place in range(3)}
    results = pool_results(PoolFile("any", ("captain",), ("rush",)), records(lines, seats))
    assert results[0].seat == "A"
    assert results[0].limit == pytest.approx(0.48)
    text = pool_lines(results)
    assert "clearly above the goal of 48 %" in text[0]
    assert "1.2 times" in text[-1]


def test_a_search_bot_must_win_more_than_the_captain_does_against_itself() -> None:
    found = records(
        {
            ("captain", "captain"): "0000000011",
            ("rush", "marshal:5"): "0000000111",
            ("marshal:5", "rush"): "0000000011",
            ("rush", "captain"): "0000000011",
            ("captain", "rush"): "0000000001",
        },
        ("A", "B"),
    )
    results = pool_results(PoolFile("any", ("marshal:5", "captain"), ("rush",), captain="captain"), found)
    assert [(each.bot, each.standard, each.seat) for each in results] == [
        ("marshal:5", "captain", "B"), ("marshal:5", "captain", "A"),
        ("captain", "captain", "A"), ("captain", "captain", "B"),
    ]  # fmt: skip
    assert [each.limit for each in results] == pytest.approx([0.15, 0.75, 0.85, 0.25])
    text = pool_lines(results)
    assert "rush as B: 20 % of 10 games (6 to 51), captain against itself there 20 %" in text[0]
    assert text[-2].endswith("minus 5 points. Above it: 1 of 2.")
    assert text[-1].endswith("plus 5 points. Above it: 0 of 2.")


@pytest.mark.usefixtures("marsh")
def test_the_games_of_a_search_bot_include_those_of_the_captain_against_itself() -> None:
    plan, full = pool_plan(PoolFile("marsh", ("marshal:5",), ("wanderer",), games=1))
    assert full.captain == "captain"
    assert {setting.bots for setting, _ in plan.settings} == {
        ("captain", "captain"), ("wanderer", "marshal:5"), ("marshal:5", "wanderer")
    }  # fmt: skip


@pytest.mark.usefixtures("marsh")
def test_the_command_goes_on_where_it_stopped_and_prints_the_worst_first(tmp_path: Path, capsys: Any) -> None:
    command = ["tournament", "marsh", "--pool", "--games", "2", "--seed", "p0", "--workers", "1"]
    command += ["--member", "wanderer", "--to", str(tmp_path / "pool")]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert first.startswith("Worst result of captain: wanderer as ")
    played = read_records(tmp_path / "pool")
    assert len(played) == 6
    assert len({each.seed for each in played}) == 2
    assert main(command) == 0
    assert capsys.readouterr().out == first
    assert main([*command, "--seed", "p1"]) != 0
    assert "another study" in capsys.readouterr().err
