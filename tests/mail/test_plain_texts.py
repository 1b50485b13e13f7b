"""Players' texts of a match, without seat codes, machine dates or UTC."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.parser import BytesParser
from email.policy import default

import pytest

from mail.correspondence import START, Correspondence, correspondence
from mail.outgoing import sender_of, text_of
from notifications.helpers import Kept
from palatine.core import Refused
from palatine.matches import MatchServices
from palatine.matches.clock import format_timestamp
from palatine.notifications.channels import ChannelService
from palatine.notifications.delivery import DeliveryService
from palatine.notifications.reminders import ReminderService
from palatine.store import Store
from palatine.web.background import job_runner

CODE = re.compile(r"\b[KP]\d{1,2}\b")
TIME = re.compile(r"\d{4}-\d\d-\d\d|\bUTC\b")
TABLE = re.compile(r"\S {2,}\S|^ {3,}|P1, P2 and so on")
"""A line of a table, or what explains it: the orders of Lord and Master call players by codes."""
FORM = re.compile(r"#orders.*?#end", re.DOTALL)
"""The order form, in which orders may need the numbers of seats."""


def mails(made: Correspondence, at: datetime) -> Iterator[str]:
    """Return the texts of all mails and notices that are due."""
    kept = Kept()
    job_runner.run_due_jobs(made.store, at)
    ReminderService(made.store.database).send_due(at)
    delivery = DeliveryService(
        made.store.database, {"mail": kept}, made.settings.url, services=made.services, threads=1
    )
    while delivery.send_due(at):
        at += timedelta(seconds=2)
    for load in kept.loads:
        mail = BytesParser(policy=default).parsebytes(sender_of(made).render(load).data)
        yield from (str(mail["Subject"]), FORM.sub("", text_of(mail)), load.notice.text, load.notice.short)


def read(made: Correspondence) -> Iterator[str]:
    """Return what the seats read on the page and in STATUS."""
    for seat in made.seats:
        view = made.services.matches.view(made.match, seat)
        yield from [line.text for line in view.entries]
        yield from (view.view.heading, view.view.prompt, view.warning)
    yield from [each.text for each in made.info.times.proposals] if made.info.times else []
    receipt = made.write(made.seats[0], "STATUS\nHELP ABSENT")
    yield FORM.sub("", receipt["data"]["text"]) if receipt else ""


def happenings(made: Correspondence) -> None:
    """Make players propose, accept, decline, write letters and leave."""
    services, match = made.services, made.match
    one, two = made.key(made.seats[0]), made.key(made.seats[1])
    for kind, yes in (("time", True), ("pause", False), ("draw", None)):
        terms = {"hours": 5.0} if kind != "draw" else {}
        info = services.proposals.propose(match, one, kind, made.info.version, **terms)
        if yes is not None and info.times and info.times.proposals:
            services.proposals.answer(match, two, info.times.proposals[-1].n, yes=yes)
    services.clocks.set_vacation(
        match, two, format_timestamp(datetime.fromisoformat(made.info.updated) + timedelta(days=3))
    )
    services.clocks.set_vacation(match, two, "")
    if made.info.orders:
        services.orders.write_letter(match, one, [made.seats[1]], "Peace?")
    services.seats.lend_to_bot(match, two)
    services.seats.take_back(match, two)


@pytest.mark.parametrize("game", ["adventurer-kings", "lord-and-master", "demonlord", "elric", "dark-emperor"])
def test_no_code_of_a_seat_and_no_date_of_a_program_reaches_players(
    store: Store, services: MatchServices, game: str
) -> None:
    is_orders = game in ("adventurer-kings", "lord-and-master")
    clock = {"hours": 24, "late": "bot", "excused": 1, "settle": 30, "letters": "now"}
    made = correspondence(store, services, game, **({"clock": clock} if is_orders else {"pace": "brisk"}))
    for seat in made.seats:
        ChannelService(store.database).add(made.key(seat).account, "mail", made.home(seat), "", START)
    happenings(made)
    told: list[str] = []
    for round_ in range(4):
        told += [*read(made), *mails(made, datetime.fromisoformat(made.info.updated) + timedelta(minutes=3))]
        if is_orders:
            for seat in made.seats[: 1 + (round_ == 0)]:
                draft = services.orders.draft(made.match, made.key(seat))
                try:
                    services.orders.hand_in(made.match, made.key(seat), draft.text, made.info.turn)
                except Refused:
                    continue
        until = datetime.fromisoformat(made.info.deadline) + timedelta(seconds=1)
        services.clocks.claim_deadlines(format_timestamp(until))
        told += [*read(made), *mails(made, until)]
        if made.info.status == "over":
            break
    assert len(told) > 40
    lines = {line for text in told for line in text.split("\n")}
    assert {line for line in lines if TIME.search(line) or (CODE.search(line) and not TABLE.search(line))} == set()
