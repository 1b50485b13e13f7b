"""`palatine accounts`: recalculated ratings, the operator's actions and the audit log."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from palatine.accounts.accounts import Accounts
from palatine.cli.main import main
from palatine.matches import MatchServices
from palatine.store import Store

NOW = "2026-03-01T12:00:00.000Z"


@pytest.fixture
def place(tmp_path: Path) -> str:
    path = str(tmp_path / "p.db")
    Accounts(Store.open(path).database).create_member("Ann", NOW)
    return path


def run(place: str, *words: str) -> int:
    return main(["accounts", *words, "--database", place])


def test_a_deed_of_the_operator_is_done_and_written_down(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(place, "mute", "ann", "--until", "2999-01-01", "--reason", "Insults.") == 0
    account = Accounts(Store.open(place).database).find_by_name("Ann")
    assert account is not None
    assert account.is_restricted("talk", NOW)
    assert run(place, "unrestrict", "Ann", "--what", "mute", "--reason", "A mistake.") == 0
    capsys.readouterr()
    assert run(place, "audit-log", "Ann") == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[1] for line in told] == ["lift", "mute until 2999-01-01"]
    assert all("Ann  by the operator" in line for line in told)


def test_what_cannot_be_done_is_said(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(place, "close", "Nobody", "--reason", "x") == 1
    assert "Nobody here is called 'Nobody'" in capsys.readouterr().err
    assert run(place, "suspend", "Ann", "--until", "2001-01-01", "--reason", "x") == 1


def test_ratings_are_reckoned_anew(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(place, "rerate") == 0
    assert capsys.readouterr().out == "Recalculated from 0 rated matches.\n"


def test_the_operator_makes_a_host_and_lets_somebody_in_again(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(place, "create", "Hana", "--role", "admin") == 0
    told = capsys.readouterr().out
    assert "\nhttp://localhost:8080/signin/" in told, "where it is served, as far as the settings say"
    accounts = Accounts(Store.open(place).database)
    assert [each.name for each in accounts.admins()] == ["Hana"]
    assert run(place, "create", "hana") == 1
    assert "is taken" in capsys.readouterr().err
    assert run(place, "recover", "Ann") == 0
    assert run(place, "recover", "Nobody") == 1
    assert run(place, "role", "Hana", "none") == 1, "a server keeps an administrator"
    assert run(place, "role", "Ann", "moderator") == 0
    capsys.readouterr()
    assert run(place, "list") == 0
    assert [line.split("  ")[:2] for line in capsys.readouterr().out.splitlines()] == [
        ["Ann", "moderator"], ["Hana", "admin"],
    ]  # fmt: skip
    assert run(place, "audit-log", "Ann") == 0
    assert [line.split("  ")[1] for line in capsys.readouterr().out.splitlines()] == ["role", "recover"]


def test_two_accounts_of_one_person_become_one(place: str) -> None:
    assert run(place, "create", "Hana") == 0
    assert run(place, "merge", "Ann", "Ann") == 1
    assert run(place, "merge", "Ann", "Hana") == 0
    accounts = Accounts(Store.open(place).database)
    assert accounts.find_by_name("Ann") is None


def test_somebody_new_is_let_in_by_a_link(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(place, "invite") == 0
    told = capsys.readouterr().out
    assert "/signin/" in told
    [made] = [each for each in Accounts(Store.open(place).database).all_accounts() if each.kind == "guest"]
    assert made.name in told
    assert run(place, "reset", "Ann") == 0
    assert "/signin/" in capsys.readouterr().out


def test_an_account_is_erased_at_once_but_not_before_one_has_seen_what_goes(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = Store.open(place)
    ann = Accounts(kept.database).find_by_name("Ann")
    assert ann is not None
    players = {"North": {"owner": ann.id, "name": "Ann", "number": "1"}}
    match = MatchServices(kept).matches.create("ford", players=players, with_keys=False).match
    assert run(place, "erase", "Ann") == 0
    told = capsys.readouterr().out
    assert "1  matches under way" in told
    assert "add --yes" in told
    assert Accounts(kept.database).find_by_name("Ann") is not None
    assert run(place, "erase", "Ann", "--yes") == 0
    assert Accounts(Store.open(place).database).find_by_name("Ann") is None
    assert [each.name for each in MatchServices(Store.open(place)).matches.info(match).seats if each.name] == []
    assert run(place, "create", "Hana", "--role", "admin") == 0
    assert run(place, "erase", "Hana", "--yes") == 1, "a server keeps an administrator"
    assert "only administrator account" in capsys.readouterr().err


@pytest.mark.parametrize("until", [(), ("--until", "2999-01-01")])
def test_who_is_banned_comes_in_again_when_the_ban_is_lifted(place: str, until: tuple[str, ...]) -> None:
    def is_out() -> bool:
        account = Accounts(Store.open(place).database).find_by_name("Ann")
        assert account is not None
        return account.is_restricted("all", "2998-01-01")

    assert run(place, "ban", "Ann", "--reason", "Insults.", *until) == 0
    assert is_out()
    assert run(place, "unban", "Ann", "--reason", "A mistake.") == 0
    assert not is_out()
    assert run(place, "ban", "Ann", "--reason", "x", "--until", "tomorrow") == 1
    assert not is_out()


def test_help_names_every_job_with_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["accounts", "--help"])
    told = capsys.readouterr().out
    for job in (
        "invite",
        "reset",
        "ban",
        "unban",
        "erase",
        "merge",
        "rerate",
        "audit-log",
        "role",
        "recover",
        "create",
    ):
        assert re.search(rf"^    {job}(?: +|\n +)[A-Z]", told, re.MULTILINE), job
