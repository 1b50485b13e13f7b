"""Turns due and met, counted from the log for the owners of seats."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from palatine.accounts.accounts import Account
from palatine.accounts.cursor import ProcessingCursor
from palatine.accounts.principals import AccountService
from palatine.accounts.punctuality import DueTurn, actions_due, turns_due
from palatine.matches import SeatOwner
from palatine.store.schema_people import tenures
from palatine.web.background.results import record_results

NOW = "2026-03-01T12:00:00.000Z"
Records = list[tuple[str, str, str, dict[str, Any]]]


def test_a_turn_is_due_for_who_handed_in_or_was_missing() -> None:
    records: Records = [
        ("hand_in", "P1", "1", {"turn": 1}),
        ("ready", "P2", "1", {"ready": True}),
        ("turn", "", "2", {"why": "deadline", "missing": ["P2", "P3", "P4"], "excused": ["P4"]}),
        ("turn", "", "3", {"why": "called", "missing": ["P1"]}),
        ("turn", "", "4", {"why": "deadline", "missing": ["P1"]}),
    ]
    assert turns_due(records) == [
        DueTurn("P1", "2", True),
        DueTurn("P2", "2", True),
        DueTurn("P3", "2", False),
        DueTurn("P1", "4", False),
    ]


def test_what_others_order_for_a_seat_is_not_to_its_credit() -> None:
    """The server makes sheets for late players, and a bot for a seat that it holds."""
    records: Records = [
        ("stand_in", "P1", "2", {"bot": "warden"}),
        ("hand_in", "P1", "2", {"late": True}),
        ("turn", "", "2", {"why": "deadline", "missing": ["P1"]}),
        ("stand_in", "P1", "2", {"bot": "warden", "wanted": True}),
        ("hand_in", "P1", "2", {}),
        ("turn", "", "3", {"why": "all", "missing": []}),
        ("take_over", "P1", "4", {}),
        ("hand_in", "P1", "4", {}),
        ("turn", "", "4", {"why": "all", "missing": []}),
    ]
    assert turns_due(records) == [DueTurn("P1", "2", False), DueTurn("P1", "4", True)]


def test_a_match_of_actions_is_due_once() -> None:
    up: Records = [("flag", "South", "2", {"why": "up"}), ("flag", "South", "3", {"why": "up"})]
    given: Records = [("flag", "North", "4", {"why": "given"})]
    assert actions_due(up + given, ["North", "South"], "") == [DueTurn("South", "2", False)]
    assert actions_due(up, ["North", "South"], "5") == [DueTurn("South", "2", False), DueTurn("North", "5", True)]


def test_who_takes_over_answers_for_their_own_turns_alone(
    people: AccountService, ann: Account, bea: Account
) -> None:
    cid = people.accounts.create_member("Cid", NOW)
    services, match = people.services, _played(people, ann, bea, 2)
    services.seats.leave_seat(match, SeatOwner(bea.id, "P2"))
    services.seats.sit_down(match, SeatOwner(cid.id, "P2"), "Cid", None)
    people.social.punctuality.recount_since("")
    assert _counted(people, match) == {"Ann": (2, 2), "Bea": (0, 0), "Cid": (0, 0)}


def test_nothing_is_written_where_nothing_has_changed(people: AccountService, ann: Account, bea: Account) -> None:
    match = _played(people, ann, bea, 1)
    punctuality = people.social.punctuality
    assert punctuality.recount_since("") == 1
    assert _counted(people, match) == {"Ann": (1, 1), "Bea": (0, 0)}
    before = people.database.data_version()
    punctuality.recount(match)
    assert people.database.data_version() == before


def test_only_matches_are_looked_at_in_which_something_has_come_due_since(
    people: AccountService, ann: Account, bea: Account
) -> None:
    match = _played(people, ann, bea, 1)
    [due] = [record.time for record in people.services.runtime.storage.records(match) if record.kind == "turn"]
    people.services.orders.hand_in(match, SeatOwner(ann.id, "P1"), "", 1)
    assert people.social.punctuality.recount_since(due) == 1
    assert people.social.punctuality.recount_since(due + "~") == 0


def test_what_has_been_seen_to_is_not_looked_at_again_by_who_begins_anew(
    people: AccountService, ann: Account, bea: Account
) -> None:
    _played(people, ann, bea, 1)
    progress = people.social.cursor
    assert progress.position() == ""
    record_results(people, NOW)
    assert progress.position() == "2026-03-01T11:59:00.000Z"
    assert ProcessingCursor(people.database).position() == progress.position()
    record_results(people, "2026-03-02T12:00:00.000Z")  # a turn that was run since then is counted once more
    assert progress.position() == "2026-03-02T11:59:00.000Z"


def _played(people: AccountService, ann: Account, bea: Account, turns: int) -> str:
    """Return a match after some turns.

    Ann handed in each time; Bea never did, but agreed to run the turns.
    """
    services = people.services
    players = {
        "P1": {"owner": ann.id, "name": "Ann", "number": "1"}, "P2": {"owner": bea.id, "name": "Bea", "number": "2"},
    }  # fmt: skip
    match = services.matches.create("lord-and-master", seats=["P1", "P2"], players=players, with_keys=False).match
    master = SeatOwner(ann.id, "P1")
    for _ in range(turns):
        services.orders.hand_in(
            match, master, services.orders.draft(match, master).text, services.matches.info(match).turn
        )
        asked = services.proposals.propose(match, master, "run", services.matches.info(match).version)
        assert asked.times
        services.proposals.answer(match, SeatOwner(bea.id, "P2"), asked.times.proposals[0].n, yes=True)
    return match


def _counted(people: AccountService, match: str) -> dict[str, tuple[int, int]]:
    with people.database.reading() as connection:
        rows = connection.execute(select(tenures).where(tenures.c.match == match)).all()
    names = people.accounts.names_of([row.account for row in rows])
    return {names[row.account]: (row.due, row.met) for row in rows}
