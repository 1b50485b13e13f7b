"""Reliability: turns met of those due, at most a fifth from one match, none before five."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from palatine.accounts.accounts import Account
from palatine.accounts.principals import AccountService
from palatine.accounts.reliability import MIN_MATCHES, ReliabilityService, calculate_reliability, max_match_weight
from palatine.store.schema import matches
from palatine.store.schema_people import tenures

NOW = "2026-03-01T12:00:00.000Z"
DUE = st.lists(st.integers(1, 200), min_size=MIN_MATCHES, max_size=12)


def test_nothing_is_said_before_five_matches() -> None:
    assert calculate_reliability([(10, 10)] * 4).share is None
    assert calculate_reliability([(10, 10)] * 4).turns == 40
    assert calculate_reliability([(10, 10)] * 5).percent == 100


def test_turns_count_until_one_match_would_be_more_than_a_fifth() -> None:
    assert calculate_reliability([(9, 10)] * 10).percent == 90
    neglected = calculate_reliability([(0, 1000), *[(10, 10)] * 9])
    assert neglected.percent == 80
    assert neglected.turns == 1090


def test_only_who_has_kept_all_has_kept_100_percent() -> None:
    assert calculate_reliability([(999, 1000)] * 6).percent == 99


@given(DUE)
def test_no_match_is_more_than_a_fifth(due: list[int]) -> None:
    most = max_match_weight(due)
    weights = [min(each, most) for each in due]
    assert max(weights) <= sum(weights) / MIN_MATCHES + 1e-9


@given(DUE, st.data())
def test_the_share_lies_between_the_worst_and_the_best_match(due: list[int], data: st.DataObject) -> None:
    met = [data.draw(st.integers(0, each)) for each in due]
    share = calculate_reliability(list(zip(met, due, strict=True))).share
    shares = [a / b for a, b in zip(met, due, strict=True)]
    assert share is not None
    assert min(shares) - 1e-9 <= share <= max(shares) + 1e-9


def test_it_is_read_from_the_tenures_of_the_last_year(people: AccountService, ann: Account) -> None:
    made = [_seated(people, ann) for _ in range(6)]
    with people.database.writing() as connection:
        connection.execute(update(matches).values(updated=NOW))
        connection.execute(update(tenures).values(due=10, met=9))
        connection.execute(update(tenures).where(tenures.c.match == made[0]).values(due=10, met=0))
    found = ReliabilityService(people.database)
    assert (found.of_account(ann.id, NOW).percent, found.of_account(ann.id, NOW).turns) == (75, 60)
    with people.database.writing() as connection:
        connection.execute(
            update(matches).where(matches.c.id == made[0]).values(updated="2025-02-01T00:00:00.000Z")
        )
    assert (found.of_account(ann.id, NOW).percent, found.of_account(ann.id, NOW).turns) == (90, 50)
    assert found.of_account("nobody", NOW).share is None


def _seated(people: AccountService, who: Account) -> str:
    players = {"Kingdoms": {"owner": who.id, "name": who.name}}
    return people.services.matches.create("dark-emperor", players=players, with_keys=False).match
