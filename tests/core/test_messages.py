from __future__ import annotations

from typing import Any

import pytest

from palatine.core import Catalogue, MessageError, Unknown
from palatine.core.messages import capitalize, flatten, join_words, say, with_capitalized

UNITS = ("Scout", "Spear", "Knight")


@pytest.fixture
def words() -> Catalogue:
    messages = {
        "plain": "All is quiet.",
        "named": "The {unit} falls in {place}.",
        "kind": "The {n:unit} falls.",
        "count": "{n:plural,troop,troops}",
        "signed": "{n:signed}",
        "list": "{them:list}",
        "units": "{them:list,unit}",
        "brace": "{{{x}}}",
    }
    return Catalogue(messages, {"unit": UNITS.__getitem__, "hex": lambda n: f"{n:04}"})


@pytest.mark.parametrize(
    ("key", "data", "said"),
    [
        ("plain", {}, "All is quiet."),
        ("named", {"unit": 1, "place": "Timur"}, "The Spear falls in Timur."),
        ("kind", {"n": 2}, "The Knight falls."),
        ("count", {"n": 1}, "1 troop"),
        ("count", {"n": 0}, "0 troops"),
        ("signed", {"n": 2}, "+2"),
        ("signed", {"n": -2}, "−2"),
        ("list", {"them": []}, ""),
        ("list", {"them": ["a"]}, "a"),
        ("list", {"them": ["a", "b"]}, "a and b"),
        ("units", {"them": [0, 1, 2]}, "Scout, Spear and Knight"),
        ("brace", {"x": 1}, "{1}"),
    ],
)
def test_messages_are_filled_in(words: Catalogue, key: str, data: dict[str, Any], said: str) -> None:
    assert words.say(key, **data) == said


def test_a_missing_message_or_field_is_an_error(words: Catalogue) -> None:
    assert words.has("plain")
    assert not words.has("no such")
    with pytest.raises(MessageError, match="no message 'no such'"):
        words.say("no such")
    with pytest.raises(MessageError, match="'named' has the field 'place'; given: unit"):
        words.say("named", unit=1)


def test_the_first_of_several_keys_is_said_or_all_are_named(words: Catalogue) -> None:
    assert words.first_key("no such", "kind", "plain") == "kind"
    with pytest.raises(MessageError, match=r"tried: action\.March\.go, action\.go\."):
        words.first_key("action.March.go", "action.go")


def test_the_fields_of_a_message(words: Catalogue) -> None:
    assert words.field_names("plain") == frozenset()
    assert words.field_names("named") == {"unit", "place"}
    assert Catalogue({"m": ["{a} comes.", "{b} goes."]}, {}).field_names("m") == {"a", "b"}


@pytest.mark.parametrize("message", ["{x:unti}", "{x:list,unti}"])
def test_a_misspelt_kind_of_field_is_an_error_that_names_those_there_are(message: str) -> None:
    with pytest.raises(MessageError, match=r"'m': \{x\} has no kind 'unti'; kinds: .*signed, .*unit"):
        Catalogue({"m": message}, {"unit": UNITS.__getitem__}).say("m", x=1)


def test_an_error_of_a_namer_is_not_taken_for_a_missing_field() -> None:
    with pytest.raises(KeyError, match="x"):
        Catalogue({"m": "{x:unit}"}, {"unit": {}.__getitem__}).say("m", x="x")


def test_a_language_is_a_file() -> None:
    assert Catalogue.load("palatine.core", {}).has("describe.empty")
    with pytest.raises(Unknown, match="no messages in the language 'xx'"):
        Catalogue.load("palatine.core", {}, "xx")


def test_flatten_and_join() -> None:
    assert flatten({"a": {"b": {"c": "x"}, "d": "y"}, "e": "z"}) == {"a.b.c": "x", "a.d": "y", "e": "z"}
    assert join_words(["a", "b", "c"]) == "a, b and c"


@pytest.mark.parametrize(
    ("message", "value", "said"),
    [
        ("{x:dice}", [], "no dice"),
        ("{x:dice}", [5], "die 5"),
        ("{x:dice}", [3, 4], "dice 3 and 4"),
        ("{x:dice}", [3, 4, 6], "dice 3, 4 and 6"),
        ("{x:throw}", [], "no dice"),
        ("{x:throw}", [5], "die 5"),
        ("{x:throw}", [3, 4], "dice 3 and 4, total 7"),
        ("{x:span}", [7, 7], "7"),
        ("{x:span}", [5, 6, 12], "5 to 6"),
        ("{x:party,unit}", [], ""),
        ("{x:party,unit}", [1], "Spear"),
        ("{x:party,unit}", [1, 2], "Spear and Knight"),
        ("{x:party,unit}", [1, 2, 0, 0], "Spear and 3 more"),
        ("{x:party}", ["Ada", "Bela"], "Ada and Bela"),
    ],
)
def test_dice_spans_and_parties(message: str, value: Any, said: str) -> None:
    assert Catalogue({"m": message}, {"unit": UNITS.__getitem__}).say("m", x=value) == said


def test_a_namer_of_the_game_goes_before_ours() -> None:
    assert Catalogue({"m": "{x:dice}"}, {"dice": lambda dice: f"{len(dice)} dice"}).say("m", x=[1, 2]) == "2 dice"


def test_names_that_begin_a_sentence() -> None:
    namers = with_capitalized({"side": lambda side: ("the North", "the South")[side]})
    words = Catalogue({"m": "{one:Side} beats {two:side}."}, namers)
    assert words.say("m", one=0, two=1) == "The North beats the South."
    assert [capitalize(text) for text in ("", "a", "aB")] == ["", "A", "AB"]


def test_the_core_has_messages_of_its_own() -> None:
    assert say("describe.empty") == "Nothing is here."
