"""Rendering of HTML pages from Jinja templates."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from palatine import registry
from palatine.core import Unknown
from palatine.matches import MatchInfo
from palatine.web.wording import client_messages, say

STATIC_FOLDER = Path(str(files("palatine.web") / "static"))
BUNDLE_FOLDER = "bundle"
"""Folder of the URL path under which the bundles of pages are served."""


@cache
def static_path() -> str:
    """Return the URL path of static files.

    It contains a digest of all of them, so that browsers can cache them without limit.
    """
    digest = blake2b(digest_size=8)
    for path in sorted(STATIC_FOLDER.rglob("*")):
        if path.is_file():
            digest.update(str(path.relative_to(STATIC_FOLDER)).encode() + path.read_bytes())
    return f"/static/{digest.hexdigest()}"


def script_url(page: str) -> str:
    """Return the URL of a page's script bundle (`palatine.web.assets.page_bundle`)."""
    return f"{static_path()}/{BUNDLE_FOLDER}/{page}.js"


STYLE_BUNDLES = {
    "match": ("map.css", "match.css", "guidance.css", "result.css"),
    "desk": ("map.css", "match.css", "guidance.css", "desk.css", "result.css"),
    "story": ("map.css", "pages.css", "guidance.css", "result.css", "story.css"),
}
"""Style sheets served as one file, by its name; every page also loads base.css."""


def styles_url(name: str) -> str:
    """Return the URL of a page's style sheet bundle."""
    return f"{static_path()}/{BUNDLE_FOLDER}/{name}.css"


@cache
def icon_url() -> str:
    """Return the site icon as a data URL."""
    return "data:image/svg+xml," + quote((STATIC_FOLDER / "crown.svg").read_text(encoding="utf-8").strip())


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("palatine.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        t=say,
        static=static_path,
        script=script_url,
        styles=styles_url,
        icon=icon_url,
        client_words=_client_words,
        markdown=render_markdown,
        json_script=json_script,
    )
    environment.filters["called"] = _seat_titles
    environment.filters["rivals"] = _rival_names
    return environment


def _seat_titles(seats: Iterable[str], game: str, names: Mapping[str, str] | None = None) -> list[str]:
    """Return the titles of seats, preferring `names`; their ids if the game is not installed."""
    try:
        ruleset = registry.load(game)
    except Unknown:
        return list(seats)
    known = names or {}
    return [
        known[seat][:1].upper() + known[seat][1:] if seat in known else ruleset.seat_title(seat) for seat in seats
    ]


def _rival_names(match: MatchInfo) -> list[str]:
    """Return the names of the other people in a match, without those who have given none."""
    people = [
        each for each in match.seats if each.kind == "person" and each.seated and each.seat not in match.yours
    ]
    return [each.name for each in people if each.name not in ("", each.seat)]


def render_page(template: str, **data: Any) -> str:
    """Return a page as HTML."""
    return _environment().get_template(template).render(**data)


def _client_words(*parts: str) -> Markup:
    return json_script(client_messages(*parts))


def json_script(data: Any) -> Markup:
    """Return data as JSON for a script element, escaped so that it cannot close the element."""
    return Markup(json.dumps(data, ensure_ascii=False).replace("<", "\\u003c"))


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def render_markdown(text: str) -> Markup:
    """Return Markdown as HTML; HTML in the source is escaped."""
    return Markup(_markdown().render(text))
