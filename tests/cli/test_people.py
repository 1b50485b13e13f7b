"""`palatine people`: ratings reckoned anew, deeds of the operator, and the ledger."""

from __future__ import annotations

from pathlib import Path

import pytest

from palatine.cli.main import main
from palatine.people.accounts import Accounts
from palatine.store import Store

NOW = "2026-03-01T12:00:00.000Z"


@pytest.fixture
def place(tmp_path: Path) -> str:
    path = str(tmp_path / "p.db")
    Accounts(Store.open(path).database).member("Ann", NOW)
    return path


def run(place: str, *words: str) -> int:
    return main(["people", *words, "--database", place])


def test_a_deed_of_the_operator_is_done_and_written_down(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(place, "mute", "ann", "--until", "2999-01-01", "--reason", "Insults.") == 0
    account = Accounts(Store.open(place).database).named("Ann")
    assert account is not None
    assert account.is_barred("talk", NOW)
    assert run(place, "lift", "Ann", "--what", "mute", "--reason", "A mistake.") == 0
    capsys.readouterr()
    assert run(place, "ledger", "Ann") == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[1] for line in told] == ["lift", "mute until 2999-01-01"]
    assert all("Ann  by the operator" in line for line in told)


def test_what_cannot_be_done_is_said(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(place, "close", "Nobody", "--reason", "x") == 1
    assert "Nobody here is called 'Nobody'" in capsys.readouterr().err
    assert run(place, "suspend", "Ann", "--until", "2001-01-01", "--reason", "x") == 1


def test_ratings_are_reckoned_anew(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(place, "rerate") == 0
    assert capsys.readouterr().out == "Reckoned anew from 0 rated matches.\n"


def test_the_operator_makes_a_host_and_lets_somebody_in_again(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(place, "create", "Hana", "--role", "host") == 0
    told = capsys.readouterr().out
    assert "/signin/" in told
    accounts = Accounts(Store.open(place).database)
    assert [each.name for each in accounts.hosts()] == ["Hana"]
    assert run(place, "create", "hana") == 1
    assert "somebody else's name" in capsys.readouterr().err
    assert run(place, "recover", "Ann") == 0
    assert run(place, "recover", "Nobody") == 1
    assert run(place, "role", "Hana", "none") == 1, "a house keeps a host"
    assert run(place, "role", "Ann", "moderator") == 0
    capsys.readouterr()
    assert run(place, "list") == 0
    assert [line.split("  ")[:2] for line in capsys.readouterr().out.splitlines()] == [
        ["Ann", "moderator"], ["Hana", "host"],
    ]  # fmt: skip
    assert run(place, "ledger", "Ann") == 0
    assert [line.split("  ")[1] for line in capsys.readouterr().out.splitlines()] == ["role", "recover"]


def test_two_accounts_of_one_person_become_one(place: str) -> None:
    assert run(place, "create", "Hana") == 0
    assert run(place, "merge", "Ann", "Ann") == 1
    assert run(place, "merge", "Ann", "Hana") == 0
    accounts = Accounts(Store.open(place).database)
    assert accounts.named("Ann") is None
