"""The rules pages and the glossary: contents, clause links both ways, index, search."""

from __future__ import annotations

import re
from typing import Any

import pytest

from palatine import registry
from palatine.core import GlossaryEntry
from palatine.web import rules_pages
from web.chromium import PHONE, Browser

RULES = """# Ford

Read this first.

## The day

A troop marches one space [2.1]; never into deep water [2.2, 2.1]. [not a clause]

### A clash

A die and the strength [3.1].

![South & the ford.](picture:the-ford)

![Another](elsewhere.png)

## The end

By rout [4.1]. The troop that is left wins.
"""


@pytest.fixture
def taught(ford: Any, monkeypatch: Any) -> Any:
    monkeypatch.setattr(ford, "pages", {"how-to-play": "# How", "rules": RULES})
    entries = [
        GlossaryEntry(
            "knight", "Knight", "A {term:troop} of strength 3, not a {term:scout}.", "unit", clause="1.3"
        ),
        GlossaryEntry("troop", "Troop", "What marches & fights.", words=("troops",), see=("knight",)),
        GlossaryEntry("clash", "Clash", "Two troops meet.", clause="3.1"),
    ]
    monkeypatch.setattr(ford, "glossary", {each.key: each for each in entries})
    rules_pages.readable_rules.cache_clear()
    yield ford
    rules_pages.readable_rules.cache_clear()


def test_rules_are_read_from_the_beginning(client: Any, taught: Any) -> None:
    text = client.get("/games/ford/rules").text
    assert text.index("Read this first") < text.index('id="all"')
    assert re.findall(r'<li><a href="#(chapter-[\w-]+)">', text) == ["chapter-the-day", "chapter-the-end"]
    assert '<h3 id="chapter-a-clash">' in text


def test_clauses_link_both_ways(client: Any, taught: Any) -> None:
    text = client.get("/games/ford/rules").text
    assert text.count('id="2.1"') == 1, "the first place where it is cited is where links to it lead"
    assert re.search(r'<a class="clause" id="2.1" [^>]*href="#list-2.1">2.1</a>', text)
    assert '<li id="list-2.1" data-rule>' in text
    assert '<a href="#2.1">' in text
    assert '<li id="1.3" data-rule>' in text, "one that no chapter cites is found in the list"
    assert 'id="list-1.3"' in text
    assert "[not a clause]" in text


def test_the_index_leads_to_chapters_and_to_the_glossary(taught: Any) -> None:
    read = rules_pages.readable_rules("ford", taught)
    assert read is not None
    told = {entry.term: [each.title for each in places] for entry, places in read.places}
    assert told == {"Clash": ["A clash"], "Troop": ["The day", "The end"]}


def test_a_paragraph_that_is_a_picture_is_drawn_where_it_stands(client: Any, taught: Any) -> None:
    text = client.get("/games/ford/rules").text
    figure = re.search(r'<figure class="rule-picture" data-game="ford" data-picture="the-ford">.*?</figure>', text)
    assert figure is not None
    assert "<figcaption>South &amp; the ford.</figcaption>" in figure[0]
    assert "<p><figure" not in text
    assert '<img src="elsewhere.png"' in text, "other pictures are what they were"
    assert "/map.css" in text


def test_a_picture_is_a_part_of_the_board_with_what_lies_there(client: Any) -> None:
    found = client.get("/api/games/ford/pictures/the-ford")
    assert {space["id"] for space in found.json()["board"]["spaces"]} >= {"s0", "s4"}
    assert any(piece["space"] == "s4" for piece in found.json()["view"]["pieces"])
    again = client.get("/api/games/ford/pictures/the-ford", headers={"if-none-match": found.headers["etag"]})
    assert again.status_code == 304
    for wrong in ("/api/games/ford/pictures/moon", "/api/games/chess/pictures/the-ford"):
        assert client.get(wrong).status_code == 404


def test_the_pictures_of_a_page_are_drawn(browser: Browser) -> None:
    page = browser.page(browser.context(size=PHONE), "/games/demonlord/rules")
    page.wait_for_function("() => document.querySelectorAll('.rule-picture[data-drawn]').length === 3")
    assert page.locator(".rule-picture .pile").count() >= 8
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator(".rule-picture").first.scroll_into_view_if_needed()
    browser.shoot(page, "rules-picture-phone")


def test_a_game_without_rules_to_read_shows_the_list(client: Any, ford: Any) -> None:
    text = client.get("/games/ford/rules").text
    assert '<li id="2.1" data-rule>' in text
    assert "reading-text" not in text


def test_the_glossary_is_a_page_with_headings_and_links(client: Any, taught: Any) -> None:
    text = client.get("/games/ford/glossary").text
    assert re.findall(r"<h2>([\w ]+)</h2>", text) == ["Words", "Units"]
    assert 'A <a href="#troop">Troop</a> of strength 3, not a scout.' in text
    assert "What marches &amp; fights." in text
    assert '<a href="#knight">Knight</a>' in text
    assert 'href="/games/ford/rules#3.1"' in text


def test_the_glossary_over_http(client: Any, taught: Any) -> None:
    told = client.get("/api/games/ford/glossary").json()
    assert [each["key"] for each in told] == ["knight", "troop", "clash"]
    assert told[1]["words"] == ["troops"]


def test_headings_of_kinds_are_words() -> None:
    assert rules_pages.kind_title("spell") == "Spells"
    assert rules_pages.kind_title("siege-engine") == "Siege engine"


@pytest.mark.parametrize("name", registry.games())
def test_every_clause_that_rules_cite_is_one(name: str) -> None:
    game = registry.load(name)
    read = rules_pages.readable_rules(name, game)
    if read is None:
        return
    strange = [
        each
        for found in rules_pages.CITATION_PATTERN.findall(game.pages["rules"])
        for each in found.split(",")
        if any(letter.isdigit() for letter in each) and each.strip() not in game.clauses
    ]
    assert strange == []
    assert len(read.headings) >= 5
