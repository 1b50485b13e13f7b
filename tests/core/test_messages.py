from __future__ import annotations

from typing import Any

import pytest

from palatine.core import Catalogue, Unknown
from palatine.core.messages import flatten, join

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
    with pytest.raises(KeyError):
        words.say("no such")
    with pytest.raises(KeyError):
        words.say("named", unit=1)


def test_a_language_is_a_file() -> None:
    assert Catalogue.load("palatine.core", {}).has("describe.empty")
    with pytest.raises(Unknown, match="no messages in the language 'xx'"):
        Catalogue.load("palatine.core", {}, "xx")


def test_flatten_and_join() -> None:
    assert flatten({"a": {"b": {"c": "x"}, "d": "y"}, "e": "z"}) == {"a.b.c": "x", "a.d": "y", "e": "z"}
    assert join(["a", "b", "c"]) == "a, b and c"
