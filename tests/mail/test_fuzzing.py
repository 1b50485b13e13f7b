"""Malformed mail, which never crashes the processor, changes nothing and gets an answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mail.correspondence import Correspondence, correspondence
from palatine.mail.commands import parse_commands
from palatine.mail.intake import RejectedMail
from palatine.mail.reading import find_blocks, own_lines, parse_mail
from palatine.matches import MatchServices
from palatine.store import Store

FOLDER = Path(__file__).parent / "corpus"
WHOLE = [path.read_bytes() for path in sorted(FOLDER.glob("*.eml"))]
PLAIN = [raw for raw in WHOLE if b"base64" not in raw]
CORPUS = [raw.replace(b"turn 1", b"turn 9").replace(b"LETTER TO", b"LETTER FOR") for raw in PLAIN]
"""Mails that would change nothing if they were whole: so what is spoiled may not either."""
"""Seconds; on a machine that is doing other things too, the time of the processor counts."""
PIECES = [
    b"\x00", b"\xff\xfe", b"\r", b"\n\n", b"--b", b"--b--", b"Content-Type: ", b"multipart/mixed; boundary=",
    b"=?utf-8?q?", b"?=", b"<", b">", b"<blockquote>", b"</div>", b"<ol>", b"&#x", b";", b'"', b"(", b"charset=",
    b"base64", b"=3D", b"=\n", b"#orders turn 9", b"#orders", b"#end", b"> ", b"-- \n", b"\xe2\x80\xae",
    b"\xf0\x9f\x91\x91", b" " * 300, b"A" * 3000,
]  # fmt: skip
HARMLESS = b"From: abbey@home.example\nMessage-ID: <m>\n"


def spoiled(random: Random) -> bytes:
    """Return a mail of the corpus with random parts cut, inserted, doubled and reversed."""
    data = bytearray(random.choice(CORPUS))
    for _ in range(random.randint(1, 12)):
        at, to = sorted(random.choices(range(len(data) + 1), k=2))
        what = random.randrange(5)
        if what == 0:
            del data[at : min(to, at + 60)]
        elif what == 1:
            data[at:at] = random.choice(PIECES)
        elif what == 2:
            data[at:at] = data[at : min(to, at + 400)]
        elif what == 3 and data:
            data[at % len(data)] = random.randrange(256)
        else:
            data[at:at] = random.choice(CORPUS)[: random.randrange(500)]
    return bytes(data)


@pytest.fixture
def quick() -> Iterator[Correspondence]:
    store = Store.open(":memory:")
    yield correspondence(store, MatchServices(store))
    store.close()


def state_of(valley: Correspondence) -> tuple[object, ...]:
    info = valley.info
    return (
        info.version,
        info.turn,
        info.status,
        info.handed_in,
        valley.services.orders.letters(valley.match, valley.key("Abbey")),
    )


def test_a_thousand_malformed_mails_change_nothing_and_are_answered(quick: Correspondence) -> None:
    random = Random(22)
    before = state_of(quick)
    local = quick.secret("Abbey")
    for number in range(1000):
        raw = spoiled(random).replace(b"SECRET-ADDRESS", local.encode())
        if number % 2:  # the player's own headers, whatever else was spoiled
            raw = HARMLESS.replace(b"<m>", b"<m%d@home>" % number) + raw.partition(b"\n\n")[2].join([b"\n", b""])
        found = quick.taking.receive("abbey@home.example", local, raw, quick.now)
        letter = parse_mail(raw)
        if isinstance(found, RejectedMail):
            assert found.code in (552, 554)
        elif not found.again and letter.sender == "abbey@home.example" and not letter.automatic:
            answered = len(quick.outgoing())
            quick.now = quick.now.replace(day=1 + number % 28, hour=number % 24)
            quick.work()
            (receipt,) = quick.outgoing()[answered:]
            assert receipt["data"]["to"] == "abbey@home.example"
            assert receipt["data"]["text"].strip()
        quick.work()
    assert state_of(quick) == before
    assert not quick.info.seats[0].left
    assert {row["data"]["to"] for row in quick.outgoing()} == {"abbey@home.example"}


@settings(max_examples=300)
@given(st.binary(max_size=2000))
def test_any_bytes_are_read(raw: bytes) -> None:
    letter = parse_mail(raw, "mx.example.org")
    find_blocks(letter.lines)
    parse_commands(letter.lines)
    assert not any("\n" in line for line in own_lines(letter.lines))


HEADERS = st.sampled_from(
    ["From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Content-Type",
     "Content-Transfer-Encoding", "Content-Disposition", "Auto-Submitted", "Precedence", "Authentication-Results"]
)  # fmt: skip
WORDS = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        ["text/plain; charset=idna", "text/html; charset=\"", "multipart/mixed", "multipart/mixed; boundary=\"\"",
         "message/rfc822", "message/delivery-status", "text/plain; format*0=\"flo\"; format*1=wed", "base64",
         "quoted-printable", "x-uuencode", "attachment; filename*=utf-8''%ff", "Sun, 99 Foo 20000 99:99:99 +9999",
         "<<<>>>", "=?utf-8?b?/?="]
    ),
)  # fmt: skip


@settings(max_examples=400)
@given(st.lists(st.tuples(HEADERS, WORDS), max_size=8), st.text(max_size=400))
def test_any_headers_are_read(headers: list[tuple[str, str]], body: str) -> None:
    head = "".join(f"{name}: {value}\r\n" for name, value in headers)
    letter = parse_mail((head + "\r\n" + body).encode(errors="replace"), "mx.example.org")
    assert len(letter.sender) < 255
    assert "\n" not in letter.sender + letter.subject + letter.message_id


@settings(max_examples=200)
@given(st.text(max_size=1000))
def test_any_html_is_read(page: str) -> None:
    letter = parse_mail(
        b"From: a@b.org\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page.encode(errors="replace")
    )
    assert letter.sender == "a@b.org"
