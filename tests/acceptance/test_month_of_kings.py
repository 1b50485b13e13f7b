"""A month of twelve Kings, four of them by mail alone, on a server that crashes repeatedly."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import make_msgid
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from acceptance.month import Month
from acceptance.mortal import SETTINGS, Fate
from mail.relaying import Heard, relay
from matches.moving import Moving
from palatine.accounts.punctuality import PunctualityCounter
from palatine.mail.intake import RejectedMail
from palatine.mail.relay import Relay
from palatine.matches.clock import add_seconds, seconds_between
from palatine.matches.clocks.stored_times import parse_times
from palatine.store.schema_people import outbox, tenures

KINGS = tuple(f"K{number}" for number in range(1, 13))
BY_MAIL = KINGS[:4]
VANISHED, LATE = "K4", "K7"
CLOCK = {"days": ["mon", "thu"], "at": "21:00", "zone": "Europe/Berlin", "least": 48, "grace": 6, "excused": 1,
         "late": "bot"}  # fmt: skip


def month_of(tmp_path: Path, moving: Moving, post: Relay, seed: int) -> Month:
    moving.at = datetime(2026, 10, 20, 12, tzinfo=UTC)
    fate = Fate(Random(seed), 60)
    month = Month("adventurer-kings", tmp_path / "kings.db", post, moving, fate, Random(seed), BY_MAIL)
    month.begin(KINGS, CLOCK)
    return month


@pytest.fixture
def moving(monkeypatch: pytest.MonkeyPatch) -> Moving:
    return Moving(monkeypatch)


def play(month: Month, until: str) -> tuple[str, str, str]:
    """Play the month: one player disappears, another is late, the first is replaced.

    Return both names and the old secret address.
    """
    month.absent = {VANISHED, LATE}
    del month.plans[VANISHED, 0], month.plans[LATE, 0]
    old = month.address(VANISHED)
    month.go_on("2026-10-22T19:00:00.000Z")
    assert month.info.turn == 0, "both are excused"
    assert month.info.deadline == "2026-10-26T20:00:00.000Z", "nine in the evening, an hour later by the sun"
    month.go_on("2026-10-26T20:00:00.000Z")
    assert (month.info.turn, month.info.deadline) == (0, "2026-10-27T02:00:00.000Z"), "the grace runs"
    month.absent.discard(LATE)
    month.plans[LATE, 0] = "2026-10-26T23:00:00.000Z"
    month.go_on("2026-10-27T02:00:00.000Z")
    assert month.info.turn == 1
    while not (month.info.times and VANISHED in month.info.times.seats and month.info.times.seats[VANISHED].wanted):
        month.go_on(month.info.deadline)
    before = month.server.services.seats.owners(month.match)[VANISHED]
    month.go_on(add_seconds(month.moving.now, 7200))
    successor = month.replace(VANISHED)
    month.go_on(until)
    return before, successor, old


def check_calls(month: Month) -> None:
    """Check that each player is notified once per turn by each channel.

    Players who have acted are not notified, and only late ones are reminded.
    """
    last = max(month.opened)
    first: dict[tuple[str, str, int], set[int]] = {}
    for call in month.calls:
        if call.kind == "turn":
            first.setdefault((call.seat, call.account, call.turn), set()).add(call.number)
        if call.kind in ("turn", "missing"):
            assert call.was_asked, call
    for turn, people in month.owed.items():
        for seat, account in people:
            if turn < last or (seat, turn) in month.acts:
                assert len(first.get((seat, account, turn), ())) == 1, (seat, account, turn)
    reminded = {call.account for call in month.calls if call.kind == "missing"}
    assert reminded == {f"player-of-{VANISHED.lower()}", f"player-of-{LATE.lower()}"}


def check_turns(month: Month) -> None:
    """Check that each turn ran once, early or at its deadline, with all acknowledged orders.

    Orders by mail that change only some lines keep the others.
    """
    records = list(month.server.services.runtime.storage.records(month.match))
    turns = [record for record in records if record.kind == "turn"]
    assert [record.data["turn"] for record in turns] == list(range(len(turns)))
    for record in turns:
        assert record.data["why"] in ("all", "deadline")
        if record.data["why"] == "deadline":
            assert min([late for end in month.deadlines if (late := seconds_between(end, record.time)) >= 0]) < 600
        else:
            turn = record.data["turn"]
            assert all((seat, turn) in month.acts for seat, _ in month.owed[turn])
    sheets = {
        (record.seat, record.data["turn"]): record.data["text"] for record in records if record.kind == "hand_in"
    }
    for done, texts in month.texts.items():
        orders = set(sheets[done].strip().splitlines())
        assert set(texts[-1].splitlines()) <= orders <= {line for text in texts for line in text.splitlines()}, done


def check_receipts(month: Month, heard: Heard) -> None:
    """Check that each accepted mail has one receipt, and a repeated mail gets the same one."""
    receipts: dict[str, set[tuple[str, str]]] = {}
    for _, _, mail in heard.mails:
        if mail["Auto-Submitted"] == "auto-replied":
            receipts.setdefault(mail["In-Reply-To"], set()).add((mail["Message-ID"], mail["Subject"]))
    sent = {mail["Message-ID"] for _, _, mail in heard.mails}
    assert sent == {f"<o.{call.number}@{SETTINGS.domain}>" for call in month.calls if call.via in ("mail", "")}
    assert len(heard.mails) > len(sent), "some were sent again"
    for seat, turn, number in month.mails:
        assert len(receipts[number]) == 1, (seat, turn)
        [(_, subject)] = receipts[number]
        assert subject.startswith(f"Handed in: {f'year {turn}' if turn else 'the set-up'}"), (seat, turn, subject)


@pytest.mark.parametrize(
    ("seed", "until"),
    [
        (1, "2026-11-20T12:00:00.000Z"),
        *[(seed, "2026-11-20T12:00:00.000Z") for seed in range(2, 8)],
    ],
)
def test_a_month_of_twelve_kings(tmp_path: Path, moving: Moving, seed: int, until: str) -> None:
    with relay() as (post, heard):
        month = month_of(tmp_path, moving, post, seed)
        before, successor, old = play(month, until)
        month.fate.one_in = 0
        month.look()
        check_turns(month)
        check_calls(month)
        check_receipts(month, heard)
        check_successor(month, before, successor, old)
        assert month.server.services.archive.audit() == []
        with month.server.store.database.reading() as connection:
            assert "failed" not in connection.execute(select(outbox.c.state)).scalars().all()
    assert len(month.fate.deaths) == 4
    for life in month.lives:
        life.store.close()


def check_successor(month: Month, before: str, successor: str, old: str) -> None:
    """Check that the successor in a seat is separate from the former player.

    The successor is not responsible for missed turns and receives no earlier mail.
    """
    raw = f"From: {before}@home.example\r\nMessage-ID: {make_msgid()}\r\n\r\nSTATUS\r\n".encode()
    refused = month.send(f"{before}@home.example", old, raw)
    assert isinstance(refused, RejectedMail)
    assert refused.code == 550
    PunctualityCounter(month.server.store.database).recount(month.match)
    with month.server.store.database.reading() as connection:
        kept = {row.account: (row.due, row.met) for row in connection.execute(select(tenures))}
    assert kept[successor][0] == kept[successor][1] > 0
    assert kept[before][1] < kept[before][0]
    row = month.server.services.runtime.open(month.match)
    assert next(seat.missed for seat in row.seats if seat.seat == VANISHED) == 0
    assert parse_times(row.row.times).seat(VANISHED).used == 0, "an excuse of their own"
    left = max(call.time for call in month.calls if call.account == before)
    assert left < min(call.time for call in month.calls if call.account == successor)
