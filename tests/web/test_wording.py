"""The catalogue of pages, with no English in their code, so that another language would do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from palatine.web import wording
from palatine.web.rendering import STATIC_FOLDER

OPEN, CLOSE = "⟦", "⟧"
TEMPLATES = STATIC_FOLDER.parent / "templates"
READ = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"')
"""Attributes that are read out or shown."""


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Replace the catalogue by one in a made-up language; return the true texts by key."""
    words = wording.catalogue()
    true = {key: message for key, message in words.messages.items() if isinstance(message, str)}
    monkeypatch.setattr(words, "messages", {key: foreign(message) for key, message in words.messages.items()})
    monkeypatch.setattr(words, "_said", {})
    wording.client_messages.cache_clear()
    yield true
    wording.client_messages.cache_clear()


def foreign(message: Any) -> Any:
    if isinstance(message, list):
        return [foreign(each) for each in message]
    return OPEN + " ".join(re.findall(r"\{[^}]*\}", message)) + CLOSE


def shown(html: str) -> str:
    """Return what a page shows and reads out: texts and the attributes that are read."""
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.S)
    return unescape(" ".join([*READ.findall(body), *re.findall(r">([^<]+)<", body)]))


@pytest.mark.parametrize(
    "page", ["/", "/new/ford", "/new/tithe", "/games/ford", "/games/ford/rules", "/credits", "/nowhere"]
)
def test_a_page_in_another_language_says_nothing_in_ours(page: str, client: Any, made_up: dict[str, str]) -> None:
    text = shown(client.get(page, headers={"accept": "text/html"}).text)
    assert OPEN in text
    english = [
        message for message in made_up.values() if "{" not in message and " " in message and len(message) > 11
    ]
    assert len(english) > 100
    assert [message for message in english if message in text] == []


NAMES = {"game", "icons", "net", "CC", "BY", "SIL", "Open", "Font", "License", "Ctrl"}
"""Names that are equal in every language: licences, a key."""


LOGIC = re.compile(r"\{% (block \w+_class|macro [^%]*|set \w+) %\}.*?\{% end(block|macro|set) %\}")


def test_no_template_has_words_of_its_own() -> None:
    found = {}
    for path in sorted(TEMPLATES.glob("*.html")):
        text = LOGIC.sub("", path.read_text(encoding="utf-8"))
        plain = re.sub(r"\{[{%#].*?[}%#]\}", "", text, flags=re.S)
        if words := set(re.findall(r"[^\W\d_]{2,}", shown(f">{plain}<"))) - NAMES:
            found[path.name] = words
    assert found == {}


LITERAL = re.compile(r'"([A-Z][a-z]+ [a-z]+[^"]*)"|`([A-Z][a-z]+ [a-z]+[^`]*)`')


def test_no_module_of_the_page_says_a_sentence_of_its_own() -> None:
    """Literals that start like a sentence are never displayed."""
    found = {}
    for path in sorted((STATIC_FOLDER / "js").rglob("*.js")):
        if "vendor" in path.parts:
            continue
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.S)
        if literals := [one or other for one, other in LITERAL.findall(code)]:
            found[path.name] = literals
    assert found == {}
