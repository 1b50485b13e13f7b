"""The readable rules of a game (contents, index, clauses), and its glossary."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from palatine.core import Game, GlossaryEntry
from palatine.core.guidance.lessons import TERM_PATTERN
from palatine.core.text import normalize
from palatine.web.wording import catalogue, say

CITATION_PATTERN = re.compile(r"\[([A-Za-z0-9][A-Za-z0-9.\-]*(?:,\s*[A-Za-z0-9][A-Za-z0-9.\-]*)*)\]")
"""Citations of clauses in a rules page, such as [9.24] or [BAT-46, BAT-47]."""
MAX_PLACES = 3
"""Maximum number of chapters listed for a word of the index."""


class Heading(NamedTuple):
    """A heading of a rules page."""

    level: int
    id: str
    title: str


class RulesPage(NamedTuple):
    """A rules page: HTML, headings, cited clauses and an index of terms."""

    html: Markup
    headings: tuple[Heading, ...]
    cited: frozenset[str]
    places: tuple[tuple[GlossaryEntry, tuple[Heading, ...]], ...]


@lru_cache(maxsize=32)
def readable_rules(name: str, game: Game[Any]) -> RulesPage | None:
    """Return the readable rules of a game, or None if it has none."""
    text = game.pages.get("rules")
    if text is None:
        return None
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        tokens = tokens[3:]
    headings = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.tag in ("h2", "h3"):
            heading = Heading(int(token.tag[1]), f"chapter-{slugify(inline.content)}", inline.content)
            token.attrSet("id", heading.id)
            headings.append(heading)
    for opens, inline, closes in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opens.type == "th_open" and not inline.content:
            opens.tag = closes.tag = "td"  # an empty corner cell is no header
        elif opens.type == "paragraph_open" and (shown := _picture(name, inline)):
            opens.hidden = closes.hidden = True
            inline.type, inline.content = "html_block", shown
    cited: set[str] = set()
    html = CITATION_PATTERN.sub(
        lambda match: _citation(name, game, match, cited), reader.renderer.render(tokens, reader.options, {})
    )
    return RulesPage(Markup(html), tuple(headings), frozenset(cited), tuple(_index(game, text, headings)))


def _picture(game: str, inline: Token) -> str:
    """Return the placeholder for an illustration if the paragraph consists of one, else ""."""
    children = inline.children or []
    if [child.type for child in children] != ["image"]:
        return ""
    (child,) = children
    scheme, _, name = str(child.attrGet("src")).partition(":")
    if scheme != "picture":
        return ""
    return (
        f'<figure class="rule-picture" data-game="{escape(game)}" data-picture="{escape(name)}">'
        f"<figcaption>{escape(child.content)}</figcaption></figure>\n"
    )


def slugify(title: str) -> str:
    """Return a heading as the slug of its URL fragment."""
    return normalize(title).replace(" ", "-")


def _citation(name: str, game: Game[Any], match: re.Match[str], cited: set[str]) -> str:
    """Return cited clauses as links to the clause list; other text stays as it is."""
    ids = [each.strip() for each in match[1].split(",")]
    if not all([each in game.clauses for each in ids]):
        return match[0]
    links = []
    for each in ids:
        anchor = "" if each in cited else f' id="{escape(each)}"'
        cited.add(each)
        links.append(
            f'<a class="clause"{anchor} data-game="{escape(name)}" data-clause="{escape(each)}"'
            f' href="#list-{escape(each)}">{escape(each)}</a>'
        )
    return " ".join(links)


def _index(game: Game[Any], text: str, headings: list[Heading]) -> list[tuple[GlossaryEntry, tuple[Heading, ...]]]:
    """Return the glossary terms in alphabetical order, with the chapters that mention them."""
    chapters = list(zip(headings, _chapters(text), strict=False))
    found = []
    for entry in sorted(game.glossary.values(), key=lambda each: normalize(each.term)):
        names = [f" {normalize(word)} " for word in (entry.term, *entry.words) if normalize(word)]
        places = [heading for heading, told in chapters if any(name in told for name in names)]
        if places:
            found.append((entry, tuple(places[:MAX_PLACES])))
    return found


def _chapters(text: str) -> list[str]:
    """Return the normalized text under each heading."""
    parts = re.split(r"^#{2,3} ", text, flags=re.MULTILINE)[1:]
    return [f" {normalize(part)} " for part in parts]


def glossary_by_kind(game: Game[Any]) -> dict[str, list[GlossaryEntry]]:
    """Return the glossary by headings, each in alphabetical order, the largest first."""
    found: dict[str, list[GlossaryEntry]] = {}
    for entry in sorted(game.glossary.values(), key=lambda each: normalize(each.term)):
        found.setdefault(kind_title(entry.kind), []).append(entry)
    return dict(sorted(found.items(), key=lambda each: -len(each[1])))


def kind_title(kind: str) -> str:
    """Return the heading for a kind of entries; the kind's own name if the catalogue has none."""
    key = f"glossary.kind-{kind}"
    return say(key) if catalogue().has(key) else kind.replace("-", " ").capitalize()


def link_terms(game: Game[Any], text: str) -> Markup:
    """Return a text with `{term:KEY}` and `{term:KEY|words}` as links to the glossary entries."""

    def link(match: re.Match[str]) -> str:
        known = game.glossary.get(match[1])
        said = match[2] or (known.term if known else match[1].replace("-", " "))
        return f'<a href="#{escape(match[1])}">{said}</a>' if known else said

    return Markup(TERM_PATTERN.sub(link, escape(text)))
