"""Letters between seats."""

from __future__ import annotations

import pytest

from matches.valley import valley
from palatine.core import Refused, Unreadable
from palatine.matches import MatchServices


def test_letters_come_with_the_turn(services: MatchServices) -> None:
    three = valley(services, 3)
    letter = services.orders.write_letter(three.match, three.key("Abbey"), ["Crown", "Baron"], " Peace?\r\nA. ")
    assert (letter.to, letter.text, letter.delivered) == (("Baron", "Crown"), "Peace?\nA.", False)
    assert services.orders.letters(three.match, three.key("Abbey")) == [letter]
    assert services.orders.letters(three.match, three.key("Baron")) == []
    three.all_hand_in()
    assert [each.text for each in services.orders.letters(three.match, three.key("Baron"))] == ["Peace?\nA."]


def test_letters_may_come_at_once_to_whom_they_are_written(services: MatchServices) -> None:
    three = valley(services, 3, clock={"letters": "now"})
    with services.matches.subscribe(three.match) as news:
        services.orders.write_letter(three.match, three.key("Abbey"), ["Baron"], "Psst")
        assert news.wait(1) == three.info.version
        assert news.letters() == {"Abbey", "Baron"}, "nothing is to be told to the Crown"
    assert [each.text for each in services.orders.letters(three.match, three.key("Baron"))] == ["Psst"]
    assert services.orders.letters(three.match, three.key("Crown")) == []


def test_numbers_tell_nothing_of_what_others_write(services: MatchServices) -> None:
    """Each mailbox numbers its letters by arrival.

    Letters delivered with the turn come after those written in it.
    """
    three = valley(services, 3)
    abbey, baron, crown = (three.key(seat) for seat in ("Abbey", "Baron", "Crown"))
    services.orders.write_letter(three.match, baron, ["Crown"], "Let us divide the Abbey.")
    services.orders.write_letter(three.match, baron, ["Abbey"], "Peace!")
    assert services.orders.write_letter(three.match, abbey, ["Crown"], "Peace?").n == 1
    services.orders.write_letter(three.match, crown, ["Baron"], "Let us.")
    three.all_hand_in()
    services.orders.write_letter(three.match, abbey, ["Baron"], "War.")

    def box(key: str) -> list[tuple[int, str]]:
        return [(each.n, each.text) for each in services.orders.letters(three.match, key)]

    assert box(abbey) == [(1, "Peace?"), (2, "Peace!"), (3, "War.")]
    assert box(crown) == [(1, "Let us."), (2, "Let us divide the Abbey."), (3, "Peace?")]


def test_the_same_letter_twice_is_sent_once(services: MatchServices) -> None:
    two = valley(services)
    for _ in range(2):
        services.orders.write_letter(two.match, two.key("Abbey"), ["Baron"], "Peace?")
    assert len(services.orders.letters(two.match, two.key("Abbey"))) == 1
    two.all_hand_in()
    services.orders.write_letter(two.match, two.key("Abbey"), ["Baron"], "Peace?")
    assert [each.n for each in services.orders.letters(two.match, two.key("Abbey"))] == [1, 2]


@pytest.mark.parametrize("to", [[], ["Abbey"], ["Nobody"], "Baron"])
def test_letters_go_to_others_at_the_table(services: MatchServices, to: list[str]) -> None:
    two = valley(services)
    with pytest.raises(Refused, match="seats of this match: Baron"):
        services.orders.write_letter(two.match, two.key("Abbey"), to, "Hello")


@pytest.mark.parametrize("text", ["", "  \n", "x" * 10_001, "a\x00b", None])
def test_what_is_no_letter_is_refused(services: MatchServices, text: str) -> None:
    two = valley(services)
    with pytest.raises(Unreadable):
        services.orders.write_letter(two.match, two.key("Abbey"), ["Baron"], text)


def test_there_is_an_end_to_letters(services: MatchServices) -> None:
    two = valley(services)
    for number in range(100):
        services.orders.write_letter(two.match, two.key("Abbey"), ["Baron"], f"Letter {number}")
    with pytest.raises(Refused, match="as many letters as one turn allows"):
        services.orders.write_letter(two.match, two.key("Abbey"), ["Baron"], "One more")
