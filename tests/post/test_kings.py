"""A King of Lord and Master who plays by mail alone: the founding of the nation and the turns after it."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default

import pytest
from sqlalchemy import insert

from palatine.notices.outbox import Outbox
from palatine.notices.sending.sender import Load
from palatine.notices.texts import notice_of
from palatine.post.relay import Relay
from palatine.post.sending import MailSender
from palatine.store import Store
from palatine.store.schema_people import channels
from palatine.table import House
from palatine.table.clock import stamp
from post.correspondence import START, Correspondence, correspondence


def mailed(kings: Correspondence, kind: str, seat: str) -> EmailMessage:
    """What goes out to a seat, as the relay gets it."""
    outbox = Outbox(kings.store.database)
    kings.now += timedelta(minutes=1)
    account = kings.key(seat).account
    outbox.add(
        f"{kind} {stamp(kings.now)}", kind, kings.now, account=account, channel="c", match=kings.match, seat=seat
    )
    parcel = outbox.of_state("waiting")[-1]
    with kings.store.database.reading() as connection:
        notice = notice_of(connection, parcel, kings.settings.url)
    load = Load(parcel, notice, kings.home(seat), {}, kings.now)
    sender = MailSender(kings.house, kings.store.database, kings.settings, Relay("127.0.0.1", 25))
    return BytesParser(policy=default).parsebytes(sender.mail(load).data)


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


@pytest.fixture
def kings(store: Store, house: House) -> Correspondence:
    made = correspondence(store, house, "lord-and-master")
    row = {"id": "c", "account": made.key("P1").account, "kind": "mail", "secret": {}, "target": made.home("P1"),
           "state": "ok", "events": [], "muted": [], "made": stamp(START)}  # fmt: skip
    store.database.write(lambda c: c.execute(insert(channels), row))
    return made


def test_a_king_plays_three_turns_by_mail_alone(kings: Correspondence) -> None:
    for turn in range(3):
        mail = mailed(kings, "turn", "P1")
        text = text_of(mail)
        assert f"#orders turn {turn}\n" in text
        assert all(len(line) <= 72 for line in text.partition("#orders")[0].split("\n"))
        assert [part for part in mail.walk() if part.get_content_type() == "image/png"]
        block = "#orders" + text.partition("#orders")[2].partition("#end")[0] + "#end"
        receipt = kings.write("P1", f"{block}\n\n> Turn {turn}")
        assert receipt is not None
        assert receipt["data"]["subject"].startswith(f"Taken: turn {turn}"), receipt["data"]["text"]
        assert kings.handed_in("P1") is not None
        for seat in kings.seats[1:]:
            draft = kings.house.draft(kings.match, kings.key(seat))
            kings.house.hand_in(kings.match, kings.key(seat), draft.text, turn)
        assert kings.info.turn == turn + 1


def test_what_a_king_writes_by_mail_lies_on_the_page_and_back(kings: Correspondence) -> None:
    house, match, key = kings.house, kings.match, kings.key("P1")
    text = house.draft(match, key).text + "\n# by mail"
    kings.write("P1", f"#orders turn 0\n{text}\n#end")
    assert (house.draft(match, key).handed_in or "").endswith("# by mail")
    house.save_draft(match, key, text + "\n# on the page", 0)
    receipt = kings.write("P1", "SHEET")
    assert receipt is not None
    assert "# on the page\n#end" in receipt["data"]["text"]
    assert kings.write("P1", "STATUS\nSUGGEST\nREPORT\nHELP") is not None
