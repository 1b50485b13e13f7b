"""Parsing of mail."""

from __future__ import annotations

import pytest

from palatine.mail.reading import MAX_MAIL_BYTES, MAX_PARTS, find_blocks, own_lines, parse_mail
from palatine.mail.reading.letters import fingerprint
from palatine.mail.reading.quotes import QuotedLine, quoted_lines

HEAD = b"From: Jo <Jo@Example.org>\r\nMessage-ID: <1@example.org>\r\nSubject: Re: turn\r\n"


def mail(body: bytes | str, kind: str = "text/plain; charset=utf-8", *more: str) -> bytes:
    data = body.encode() if isinstance(body, str) else body
    head = "".join(f"{line}\r\n" for line in (f"Content-Type: {kind}", *more))
    return HEAD + head.encode() + b"\r\n" + data


def texts(raw: bytes) -> list[str]:
    return [line.text for line in parse_mail(raw).lines]


def test_what_the_headers_say() -> None:
    letter = parse_mail(
        mail(
            "x",
            "text/plain",
            "Date: Sun, 22 Nov 2026 13:00:00 +0100",
            "In-Reply-To: <b@x>",
            "References: <a@x> <b@x>",
        )
    )
    assert (letter.sender, letter.subject, letter.message_id) == ("jo@example.org", "Re: turn", "<1@example.org>")
    assert (letter.date, letter.answers) == ("2026-11-22T12:00:00.000Z", ("<b@x>", "<a@x>"))


@pytest.mark.parametrize(
    "value",
    [
        "",
        "a@b.c, d@e.f",
        "nobody",
        "<>",
        "a@b@c",
        "(" * 5000,
        "=?x?q?=",
        "group: a@b.c, d@e.f;",
    ],
)
def test_a_sender_is_one_address_or_none(value: str) -> None:
    assert parse_mail(f"From: {value}\r\n\r\nx".encode()).sender == ""


def test_two_senders_are_none() -> None:
    assert parse_mail(b"From: a@b.c\r\nFrom: d@e.f\r\n\r\nx").sender == ""


@pytest.mark.parametrize(
    ("charset", "encoded"),
    [("utf-8", "Größe"), ("iso-8859-1", "Größe"), ("us-ascii", "Größe"), ("x-unknown", "Größe"), ("rot13", "Größe"),
     ("unicode_escape", "Größe"), ("cp1252", "Größe"), ("koi8-r", "Размер"), ("utf-7", "Größe")],
)  # fmt: skip
def test_charsets_as_they_are_said_or_meant(charset: str, encoded: str) -> None:
    codec = {"us-ascii": "cp1252", "iso-8859-1": "cp1252"}.get(charset, charset)
    data = encoded.encode("utf-8" if charset in ("x-unknown", "rot13", "unicode_escape") else codec)
    assert texts(mail(data, f"text/plain; charset={charset}")) == [encoded]


def test_a_charset_that_is_wrong_is_guessed() -> None:
    assert texts(mail("Größe".encode("cp1252"), "text/plain; charset=utf-8")) == ["Größe"]


def test_what_programs_make_of_plain_letters_is_undone() -> None:
    typed = "char\u00a0Osric: \u201cbribe\u201d \u2013 it\u2019s\u200b four\u2026"
    assert texts(mail(typed)) == ['char Osric: "bribe" - it\'s four...']


def test_quoted_printable_and_base64() -> None:
    assert texts(mail("a=3Db=\r\nc", "text/plain", "Content-Transfer-Encoding: quoted-printable")) == ["a=bc"]
    assert texts(mail("YT1i", "text/plain", "Content-Transfer-Encoding: base64")) == ["a=b"]


def test_flowed_lines_are_joined() -> None:
    body = "> quoted \r\n> on\r\nsend 3 gold \r\nto Baron\r\n From here\r\n-- \r\nJo\r\n"
    letter = parse_mail(mail(body, "text/plain; format=flowed"))
    assert letter.lines[:3] == (
        QuotedLine("quoted on", 1),
        QuotedLine("send 3 gold to Baron"),
        QuotedLine("From here"),
    )
    assert own_lines(letter.lines) == ["send 3 gold to Baron", "From here"]


def test_lines_that_a_program_broke_are_joined_by_the_html() -> None:
    order = "send 3 gold to Baron " + "and a long remark " * 5 + "end"
    body = "\r\n".join(
        ['--x', "Content-Type: text/plain", "", order[:75], order[75:].strip(), "Aldo builds", "--x",
         "Content-Type: text/html", "", f"<div>{order}</div><div>Aldo builds</div>", "--x--"]
    )  # fmt: skip
    raw = HEAD + b"Content-Type: multipart/alternative; boundary=x\r\n\r\n" + body.encode()
    assert texts(raw)[:2] == [order, "Aldo builds"]


def test_html_keeps_lines_and_marks_quotations() -> None:
    quoted = "<blockquote>Turn 3<blockquote>older</blockquote></blockquote>"
    html = f"<div>STATUS</div><div>Aldo&nbsp;builds<br>READY</div>{quoted}end"
    lines = [line for line in parse_mail(mail(html, "text/html")).lines if line.text]
    assert lines == [
        QuotedLine("STATUS"), QuotedLine("Aldo builds"), QuotedLine("READY"),
        QuotedLine("Turn 3", 1), QuotedLine("older", 2), QuotedLine("end"),
    ]  # fmt: skip


def test_a_numbered_list_in_a_block_is_told_apart() -> None:
    html = "<div>#orders turn 1</div><ol><li>CA BL on 801</li></ol><div>#end</div>"
    (block,) = find_blocks(parse_mail(mail(html, "text/html")).lines).own
    assert block.numbered
    plain = "<ol><li>one</li></ol><div>#orders turn 1</div>Aldo builds<div>#end</div>"
    (block,) = find_blocks(parse_mail(mail(plain, "text/html")).lines).own
    assert (block.numbered, block.text) == (False, "Aldo builds")


@pytest.mark.parametrize(
    "head",
    ["-----Original Message-----", "________________________________\nFrom: Referee <r@x>\nSent: today\nTo: me@y",
     "From: Referee <r@play.example.org>\nSent: Sunday\nTo: Jo\nSubject: turn 3",
     "Von: Referee <r@play.example.org>\nGesendet: Sonntag\nAn: Jo\nBetreff: Zug 3"],
)  # fmt: skip
def test_an_answered_mail_without_marks_is_quoted_all_the_same(head: str) -> None:
    lines = quoted_lines(f"#orders turn 3\nAldo builds\n#end\n\n{head}\n\n#orders turn 3\n#end")
    blocks = find_blocks(lines)
    assert [block.text for block in blocks.own] == ["Aldo builds"]
    assert len(blocks.quoted) == 1


QUOTED = "> Tithe\n> Answer YES to hand them in.\n> -- \n> the referee"


@pytest.mark.parametrize(
    "above",
    ["On Mon, 23 Nov 2026 at 10:00, The valley: Abbey <s-k@play.example.org> wrote:",
     "On Mon, 23 Nov 2026 at 10:00, The valley: Abbey\n<s-k7f2q9mx4w3hd8ra@play.example.org> wrote:",
     "On Mon, 23 Nov 2026 at 10:00, The valley: Abbey\n<s-k7f2q9mx4w3hd8ra@play.example.org>\nwrote:\n",
     "Am 23.11.26 um 10:00 schrieb The valley: Abbey:", "Am Mo., 23. Nov. 2026 um 10:00 Uhr schrieb The valley <r@x.org>:\n",  # noqa: E501
     "Le lun. 23 nov. 2026 à 10:00, The valley <r@x.org> a écrit :", "El lun, 23 nov 2026 a las 10:00, The valley escribió:",  # noqa: E501
     "Il giorno lun 23 nov 2026 alle ore 10:00 The valley ha scritto:", "2026-11-23 10:00 GMT+01:00 The valley <r@x.org>:",  # noqa: E501
     "In message <7@x.org> you wrote:", "The valley wrote:", "* The valley <r@x.org> [2026-11-23 10:00]:",
     "Op ma 23 nov. 2026 om 10:00 schreef The valley <r@x.org>:", "-----Original Message-----",
     "-----Original Message-----\nFrom: The valley <r@x.org>\nSent: Monday\nTo: Jo\nSubject: Turn 3\n",
     "From: The valley <r@x.org>\nSent: Monday\nTo: Jo\nSubject: Turn 3\n", ""],
)  # fmt: skip
def test_an_answer_below_a_quotation_is_ones_own(above: str) -> None:
    lines = quoted_lines(f"{above}\n{QUOTED}\n\nYES\n\nJo\n".lstrip("\n"))
    assert [line for line in own_lines(lines) if line] == ["YES", "Jo"]
    lines = quoted_lines(f"Hello,\n\n{above}\n{QUOTED}\nSTATUS\n> another line\nREADY\n")
    assert [line for line in own_lines(lines) if line] == ["Hello,", "STATUS", "READY"]
    lines = quoted_lines(f"STATUS\n{above}\n{QUOTED}\n")
    assert [line for line in own_lines(lines) if line] == ["STATUS"]


def test_an_answer_below_a_quotation_in_html_is_ones_own() -> None:
    gmail = ('<div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, 23 Nov 2026 at 10:00, The valley &lt;'
             '<a href="mailto:r@x.org">r@x.org</a>&gt; wrote:<br></div><blockquote>Answer YES</blockquote></div><div>YES</div>')  # fmt: skip  # noqa: E501
    assert [line.text for line in parse_mail(mail(gmail, "text/html")).lines if line.depth == 0 and line.text] == [
        "YES"
    ]


def test_a_line_that_ends_in_a_colon_is_no_attribution_where_nothing_is_quoted() -> None:
    text = "LETTER TO Baron:\nOn 23 Nov 2026 you wrote:\nnothing at all\nEND"
    assert own_lines(quoted_lines(text)) == text.split("\n")


# Attachments


def with_file(
    text: str, body: str = "", kind: str = "text/plain; name=orders.txt", how: str = "attachment"
) -> bytes:
    parts = ["--x", "Content-Type: text/plain; charset=utf-8", "", body, "--x", f"Content-Type: {kind}",
             f"Content-Disposition: {how}", "", text, "--x--"]  # fmt: skip
    return HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + "\r\n".join(parts).encode()


@pytest.mark.parametrize(
    ("kind", "how"),
    [("text/plain; name=orders.txt", "attachment; filename=orders.txt"), ("text/plain", "attachment"),
     ("application/octet-stream", 'attachment; filename="my orders.TXT"'), ("text/plain", "inline; filename=orders.txt"),  # noqa: E501
     ("text/markdown; name=orders.md", "attachment")],
)  # fmt: skip
@pytest.mark.parametrize("body", ["", "Orders attached."])
def test_an_attached_plain_text_is_read_apart_from_the_mail(body: str, kind: str, how: str) -> None:
    letter = parse_mail(with_file("#orders turn 1\r\nAldo\u00a0builds\r\n#end\r\n", body, kind, how))
    assert [text.strip() for text in letter.attached] == ["#orders turn 1\nAldo builds\n#end"]
    assert [line.text for line in letter.lines if line.text] == ([body] if body else [])


def test_the_name_of_a_file_that_is_no_plain_text_is_known() -> None:
    letter = parse_mail(with_file("PK", "Orders attached.", "application/msword; name=orders.doc"))
    assert (letter.attached, letter.unread) == ((), ("orders.doc",))


# Blocks


def own(text: str) -> list[str]:
    return [block.text for block in find_blocks(quoted_lines(text)).own]


def test_a_block_is_what_stands_between_its_lines() -> None:
    found = find_blocks(quoted_lines("STATUS\n#Orders  Turn 3 of 4\nAldo builds\n\n#END\nREADY"))
    (block,) = found.own
    assert (block.text, block.turn, [line.text for line in found.rest]) == ("Aldo builds", 3, ["STATUS", "READY"])


def test_quoted_lines_in_a_block_are_left_out() -> None:
    assert own("#orders turn 3\nAldo builds\n> Aldo rides to Firth\nAnna builds\n#end") == [
        "Aldo builds\nAnna builds"
    ]


@pytest.mark.parametrize(
    "tail",
    ["-- \nA. Player", "> Turn 3", "\nOn Sun, 22 Nov 2026 at 21:00, The valley <r@x.org> wrote:\n> Turn 3",
     "\nOn Sun, 22 Nov 2026 at 21:00,\nThe valley <r@x.org> wrote:\n\n> Turn 3", "\nSent from my iPhone", ""],
)  # fmt: skip
def test_a_block_without_an_end_ends_where_it_must(tail: str) -> None:
    assert own(f"#orders turn 3\nAldo builds\n{tail}") == ["Aldo builds"]


def test_a_quoted_block_is_not_ones_own() -> None:
    found = find_blocks(quoted_lines("thanks!\n> #orders turn 3\n> Aldo builds\n> #end"))
    assert found.own == ()
    assert [block.text for block in found.quoted] == ["Aldo builds"]


def test_two_blocks_are_two() -> None:
    assert own("#orders turn 3\nAldo builds\n#orders turn 3\nAnna builds\n#end") == ["Aldo builds", "Anna builds"]


# Machines


@pytest.mark.parametrize(
    "header",
    ["Auto-Submitted: auto-replied", "Auto-Submitted: auto-generated; x", "Precedence: bulk", "Precedence: list",
     "Precedence: Junk", "List-Id: <x>", "X-Autoreply: yes", "Return-Path: <>", "List-Unsubscribe: <x>"],
)  # fmt: skip
def test_machines_are_known_by_their_headers(header: str) -> None:
    assert parse_mail(mail("STATUS", "text/plain", header)).automatic


@pytest.mark.parametrize("sender", ["mailer-daemon@x.org", "no-reply@x.org", "bounces+1@x.org", "postmaster@x.org"])
def test_machines_are_known_by_their_names(sender: str) -> None:
    assert parse_mail(f"From: {sender}\r\n\r\nx".encode()).automatic


def test_persons_are_no_machines() -> None:
    assert not parse_mail(mail("x", "text/plain", "Auto-Submitted: no", "Precedence: first-class")).automatic
    assert not parse_mail(b"From: bouncer@x.org\r\n\r\nx").automatic


BOUNCE = """\
--x
Content-Type: text/plain

It did not arrive.
--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; Gone@Example.org
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 5.1.1 no such user

--x--
"""


@pytest.mark.parametrize(
    ("action", "status", "final"),
    [("failed", "5.1.1", True), ("delayed", "4.4.1", False), ("failed", "4.2.2", False)],
)
def test_a_bounce_says_who_was_not_reached(action: str, status: str, final: bool) -> None:
    kind = "multipart/report; report-type=delivery-status; boundary=x"
    bounce = parse_mail(mail(BOUNCE.format(action=action, status=status), kind)).bounce
    assert bounce is not None
    assert (bounce.recipient, bounce.status, bounce.final) == ("gone@example.org", status, final)
    assert bounce.text == "smtp; 550 5.1.1 no such user"


def test_what_was_relayed_is_no_bounce() -> None:
    kind = "multipart/report; report-type=delivery-status; boundary=x"
    assert parse_mail(mail(BOUNCE.format(action="relayed", status="2.0.0"), kind)).bounce is None


@pytest.mark.parametrize(
    ("results", "is_vouched"),
    [("mx.us; dmarc=pass header.from=example.org", True), ("mx.us; spf=pass; dmarc=fail", False),
     ("mx.other; dmarc=pass", False), ("mx.us; spf=pass smtp.mailfrom=xdmarc=pass", False)],
)  # fmt: skip
def test_who_vouches_is_told_by_our_own_server_alone(results: str, is_vouched: bool) -> None:
    raw = mail("x", "text/plain", f"Authentication-Results: {results}", "Authentication-Results: mx.us; dmarc=pass")
    expected = is_vouched or not results.startswith("mx.us")
    assert parse_mail(raw, "mx.us").vouched == expected
    assert not parse_mail(raw).vouched


def test_a_second_word_of_our_own_server_does_not_count() -> None:
    raw = mail(
        "x", "text/plain", "Authentication-Results: mx.us; dmarc=fail", "Authentication-Results: mx.us; dmarc=pass"
    )
    assert not parse_mail(raw, "mx.us").vouched


# Limits


def nested(count: int) -> bytes:
    head = "".join(f"Content-Type: multipart/mixed; boundary=b{i}\r\n\r\n--b{i}\r\n" for i in range(count))
    return b"From: a@b.org\r\n" + head.encode() + b"Content-Type: text/plain\r\n\r\nSTATUS\r\n"


def test_too_many_parts_are_not_parsed() -> None:
    assert parse_mail(nested(MAX_PARTS - 1)).trouble == ""
    letter = parse_mail(nested(3000))
    assert (letter.trouble, letter.sender) == ("parts", "a@b.org")


@pytest.mark.parametrize(
    "raw",
    [
        HEAD + b"\r\n" + b"x" * MAX_MAIL_BYTES,
        HEAD + b"\r\n" + b"\n" * 200_000,
        HEAD + b"Content-Type: text/html\r\n\r\n" + b"<p>x</p>" * 20_000,
        HEAD + b"Content-Type: text/html\r\n\r\n" + b"<div>" * 40_000,
        b"From: " + b"(" * 200_000 + b"\r\n\r\nx",
        b"References: " + b"<a@b> " * 40_000 + b"\r\n\r\nx",
        b"Subject: " + b"=?utf-8?q?x?= " * 15_000 + b"\r\n\r\nx",
        HEAD + b"\r\n" + b"> " * 120_000,
        HEAD + b"\r\n" + b"_" * 250_000,
        HEAD + b"\r\n" + b"a: b@c\r\n" * 9_000,
        HEAD + b"\r\n" + b"letter to " * 25_000,
        b"",
        b"\x00" * 1000,
    ],
)
def test_nothing_raises(raw: bytes) -> None:
    assert parse_mail(raw).trouble in ("", "large", "parts", "empty")


@pytest.mark.parametrize("body", ["", "   \r\n\r\n", "<html></html>"])
def test_a_mail_without_a_text_is_empty(body: str) -> None:
    assert parse_mail(mail(body, "text/html" if "<" in body else "text/plain")).trouble == "empty"


def test_attachments_are_not_read() -> None:
    raw = mail("RESIGN", "text/plain", "Content-Disposition: attachment; filename=orders.txt")
    assert parse_mail(raw).trouble == "empty"


def test_a_mail_is_the_same_whatever_servers_add_to_it() -> None:
    raw = mail("STATUS")
    assert fingerprint(b"Received: from x\r\n" + raw) == fingerprint(raw) == fingerprint(raw + b"\r\n")
    assert fingerprint(mail("READY")) != fingerprint(raw)


def test_a_text_that_a_picture_parts_is_read_whole() -> None:
    raw = (
        b"From: ann@example.org\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"
        b"--x\r\nContent-Type: text/plain\r\n\r\n#orders turn 1\r\nAnna builds\r\n"
        b"--x\r\nContent-Type: image/png; name=map.png\r\nContent-Disposition: inline; filename=map.png\r\n\r\nx\r\n"
        b"--x\r\nContent-Type: text/plain\r\n\r\nAldo collects\r\n#end\r\n--x--\r\n"
    )
    assert [line.text for line in parse_mail(raw).lines if line.text] == [
        "#orders turn 1", "Anna builds", "Aldo collects", "#end",
    ]  # fmt: skip
