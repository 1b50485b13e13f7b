"""A King of Lord and Master by mail: the founding of the nation and the following turns."""

from __future__ import annotations

from html import escape

import pytest
from sqlalchemy import select

from mail.correspondence import Correspondence, correspondence
from mail.outgoing import form_in, mailed, new_channel, text_of
from palatine.matches import MatchServices, turn_name
from palatine.store import Store
from palatine.store.schema import jobs
from palatine.store.schema_people import outbox


@pytest.fixture
def kings(store: Store, services: MatchServices) -> Correspondence:
    made = correspondence(store, services, "lord-and-master")
    new_channel(made, "P1")
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
        named = f"turn {turn}" if turn else "the set-up"
        assert receipt["data"]["subject"].startswith(f"Handed in: {named}"), receipt["data"]["text"]
        assert kings.handed_in("P1") is not None
        for seat in kings.seats[1:]:
            draft = kings.services.orders.draft(kings.match, kings.key(seat))
            kings.services.orders.hand_in(kings.match, kings.key(seat), draft.text, turn)
        assert kings.info.turn == turn + 1


def test_what_a_king_writes_by_mail_lies_on_the_page_and_back(kings: Correspondence) -> None:
    services, match, key = kings.services, kings.match, kings.key("P1")
    text = services.orders.draft(match, key).text + "\n# by mail"
    kings.write("P1", f"#orders turn 0\n{text}\n#end")
    assert (services.orders.draft(match, key).handed_in or "").endswith("# by mail")
    services.orders.save_draft(match, key, text + "\n# on the page", 0)
    receipt = kings.write("P1", "SHEET")
    assert receipt is not None
    assert "# on the page\n#end" in receipt["data"]["text"]
    assert kings.write("P1", "STATUS\nSUGGEST\nREPORT\nHELP") is not None


@pytest.mark.parametrize("game", ["lord-and-master", "adventurer-kings"])
def test_the_first_mails_say_what_there_is_to_choose_and_bring_a_form(
    store: Store, services: MatchServices, game: str
) -> None:
    """A player who has never seen the rulebook knows what to do.

    The form can be returned as it is or filled in.
    """
    kings = correspondence(store, services, game)
    seat = kings.seats[0]
    new_channel(kings, seat)
    first = mailed(kings, "turn", seat)
    text = text_of(first)
    assert first["Subject"] == "The match begins: your first orders. The valley of nine mills"
    assert "Turn -1" not in text
    assert all(len(line) <= 72 for line in text.split("\n"))
    choices = ("Abilities\n---", "Alignments\n---", "king ") if game == "adventurer-kings" else (
        "Classes of characters\n---", "Gods\n---", "leader")  # fmt: skip
    assert all(each in text for each in choices)
    html = first.get_body(("html",))
    assert html is not None
    assert all(each.partition("\n")[0] in str(html.get_content()) for each in choices)
    receipt = kings.write(seat, form_in(text))
    assert receipt is not None
    assert receipt["data"]["subject"].startswith(f"Handed in: {turn_name(kings.info, 0)}")
    for other in kings.seats[1:]:
        services.orders.hand_in(kings.match, kings.key(other), "" if game == "adventurer-kings" else
                      services.orders.draft(kings.match, kings.key(other)).text, 0)  # fmt: skip
    second = text_of(mailed(kings, "turn", seat))
    assert "Orders, and how they are written\n---" in second
    form = form_in(second)
    names = services.orders.characters(kings.match, kings.key(seat))
    assert len(names) >= 3, "a legend may have come to visit"
    assert all(name in form for name in names), "one's own people, named"
    assert all(len(line) <= 72 for line in second.split("\n"))
    if game == "adventurer-kings":
        number = names[0].partition(" ")[0]
        filled = form.replace(f"\n{number}.1\n", f"\n{number}.1 EX\n")
    else:
        filled = form.replace(f"# char {names[0]}: tax", f"char {names[0]}: tax")
    assert filled != form
    receipt = kings.write(seat, filled)
    assert receipt is not None
    done = f"Handed in: {turn_name(kings.info)}, 1 order"
    assert receipt["data"]["subject"].startswith(done), receipt["data"]["text"]


@pytest.mark.parametrize("game", ["lord-and-master", "adventurer-kings"])
def test_a_form_sent_back_as_html_alone_is_read(store: Store, services: MatchServices, game: str) -> None:
    kings = correspondence(store, services, game)
    seat = kings.seats[0]
    asked = kings.write(seat, "FORM")
    assert asked is not None
    lines = form_in(asked["data"]["text"]).split("\n")
    html = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in lines)
    receipt = kings.write(seat, f"<html><body>{html}<br>--<br>A King</body></html>",
                          Content_Type="text/html; charset=utf-8")  # fmt: skip
    assert receipt is not None
    assert receipt["data"]["subject"].startswith(f"Handed in: {turn_name(kings.info, 0)}"), receipt["data"]["text"]


def test_later_mails_bring_the_form_without_the_lists(kings: Correspondence) -> None:
    told = []
    for _ in range(3):
        mail = text_of(mailed(kings, "turn", "P1"))
        told.append(("Classes of characters" in mail, "#orders turn 0" in mail))
        kings.store.database.write(lambda c: c.execute(outbox.update().values(state="sent")))
    assert told == [(True, True), (True, True), (False, True)]


def test_the_mail_of_a_turn_names_the_players_who_missed_the_last(store: Store, services: MatchServices) -> None:
    found = correspondence(store, services, clock={"hours": 24, "late": "bot"})
    new_channel(found, "Abbey")
    found.services.orders.hand_in(found.match, found.key("Abbey"), "", found.info.turn)
    found.services.clocks.claim_deadlines(found.info.deadline)
    told = text_of(mailed(found, "turn", "Abbey"))
    assert told.startswith("No orders arrived in time from Baron.")
    for seat in found.seats:
        found.services.orders.hand_in(found.match, found.key(seat), "", found.info.turn)
    assert "No orders arrived in time" not in text_of(mailed(found, "turn", "Abbey"))


def test_an_order_may_name_a_player(kings: Correspondence) -> None:
    for seat in kings.seats:
        text = kings.services.orders.draft(kings.match, kings.key(seat)).text
        kings.services.orders.hand_in(kings.match, kings.key(seat), text, 0)
    kings.write("P1", "#orders turn 1\ntruce P2s player for 3\n#end")
    assert kings.handed_in("P1") == "truce P2 for 3"
    receipt = kings.write("P1", "#orders turn 1\ntruce Somebody for 3\n#end")
    assert receipt is not None
    assert "its name or its player" in receipt["data"]["text"].replace("\n", " ")


def test_a_suggestion_is_asked_for_by_the_name_alone(store: Store, services: MatchServices) -> None:
    kings = correspondence(store, services, "adventurer-kings")
    for seat in kings.seats:
        services.orders.hand_in(kings.match, kings.key(seat), "", 0)
    name = services.orders.characters(kings.match, kings.key("K1"))[0].split()[1]
    receipt = kings.write("K1", f"SUGGEST {name.lower()}")
    assert receipt is not None
    assert f"1 {name}" in receipt["data"]["text"]


def test_who_has_a_stand_in_is_told_how_to_play_again(kings: Correspondence) -> None:
    kings.write("P1", "STAND IN ON")
    for text in ("SHEET", "FORM", "#orders turn 0\n#end"):
        receipt = kings.write("P1", text)
        assert receipt is not None
        assert "write STAND IN OFF" in receipt["data"]["text"]
    receipt = kings.write("P1", "STAND IN OFF")
    assert receipt is not None
    assert "SHEET shows them" in receipt["data"]["text"]
    receipt = kings.write("P1", "SHEET")
    assert receipt is not None
    assert "Your orders are in" in receipt["data"]["text"]


def test_a_proposal_goes_out_with_how_to_answer_it(kings: Correspondence) -> None:
    kings.services.proposals.propose(kings.match, kings.key("P2"), "pause", kings.info.version, hours=48)
    text = text_of(mailed(kings, "proposal", "P1"))
    assert "Answer VOTE YES 1 or VOTE NO 1." in text.replace("\n", " ")
    assert "unless" in text
    receipt = kings.write("P1", "VOTE NO 1")
    assert receipt is not None
    assert "You have refused this proposal." in receipt["data"]["text"]
    assert "VOTE" not in text_of(mailed(kings, "proposal", "P1")), "it is settled"


def test_the_end_of_a_match_goes_out_with_its_last_report(valley: Correspondence) -> None:
    new_channel(valley, "Abbey")

    while valley.info.status == "playing":
        for seat in valley.seats:
            valley.services.orders.hand_in(valley.match, valley.key(seat), "", valley.info.turn)
    mail = mailed(valley, "over", "Abbey")
    assert mail["Subject"] == "The match is over. The valley of nine mills"
    assert f"Season {valley.info.turn}" in text_of(mail) or f"Season {valley.info.turn - 1}" in text_of(mail)


def test_a_suggestion_names_the_phase_that_is_free(store: Store, services: MatchServices) -> None:
    kings = correspondence(store, services, "adventurer-kings")
    for seat in kings.seats:
        services.orders.hand_in(kings.match, kings.key(seat), "", 0)
    mine = services.orders.characters(kings.match, kings.key("K1"))[0].split()[0]
    kings.write("K1", f"#orders turn 1\n{mine}.1 EX\n{mine}.2 EX\n#end")
    receipt = kings.write("K1", f"SUGGEST {services.orders.characters(kings.match, kings.key('K1'))[0]}")
    assert receipt is not None
    assert f"  {mine}.3 " in receipt["data"]["text"]
    assert f"  {mine}.1 " not in receipt["data"]["text"]


def test_that_a_king_resigned_is_told_in_the_servers_words_alone(store: Store, services: MatchServices) -> None:
    made = correspondence(store, services, "lord-and-master", table=("P1", "P2", "P3"))
    for seat in made.seats:
        draft = services.orders.draft(made.match, made.key(seat))
        services.orders.hand_in(made.match, made.key(seat), draft.text, 0)
    services.matches.resign(made.match, made.key("P3"), made.info.version)
    with store.database.reading() as connection:
        told = [row.data for row in connection.execute(select(jobs)).all() if row.data.get("what") == "moved"]
    news = [line for each in told for line in each["news"]]
    assert [line["kind"] for line in news] == ["house.eject-self"]
    nation = services.matches.names(made.match)["P3"]
    told = services.matches.system_text(made.match, "P1", news, "")
    assert told == f"{nation[:1].upper()}{nation[1:]} resigns."


def test_a_report_names_the_order_that_was_not_carried_out(kings: Correspondence) -> None:
    services, match = kings.services, kings.match
    for turn in range(2):
        for seat in kings.seats:
            text = services.orders.draft(match, kings.key(seat)).text
            truce = "truce P2 for 3\n" if turn and seat == "P1" else ""
            services.orders.hand_in(match, kings.key(seat), truce + text, turn)
    receipt = kings.write("P1", "REPORT 1")
    assert receipt is not None
    told = " ".join(receipt["data"]["text"].split())
    assert "Line 1, “truce P2 for 3”, was not carried out. The other side's sheet has no matching line." in told
    other = kings.write("P2", "REPORT 1")
    assert other is not None
    assert "truce P2" not in other["data"]["text"]
