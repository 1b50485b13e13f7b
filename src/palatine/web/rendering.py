"""Pages from templates."""

from __future__ import annotations

import json
from collections.abc import Iterable
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
from palatine.web.wording import client_words, say

STATIC = Path(str(files("palatine.web") / "static"))
BUNDLES = "bundle"
"""The folder under which the scripts of pages are served."""


@cache
def static_path() -> str:
    """The URL path of static files: a name that changes with any of them, so they can be cached without limit."""
    digest = blake2b(digest_size=8)
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(str(path.relative_to(STATIC)).encode() + path.read_bytes())
    return f"/static/{digest.hexdigest()}"


def script(page: str) -> str:
    """The script of a page: its modules in one (`palatine.web.assets.page_bundle`)."""
    return f"{static_path()}/{BUNDLES}/{page}.js"


STYLES = {
    "match": ("map.css", "match.css", "guidance.css"),
    "desk": ("map.css", "match.css", "guidance.css", "desk.css"),
    "story": ("pages.css", "guidance.css", "story.css"),
}
"""Style sheets that are served as one, by its name; besides base.css, which all pages have."""


def styles(name: str) -> str:
    """The style sheets of a page: several in one."""
    return f"{static_path()}/{BUNDLES}/{name}.css"


@cache
def icon() -> str:
    """The icon of the site, as a data URL."""
    return "data:image/svg+xml," + quote((STATIC / "crown.svg").read_text(encoding="utf-8").strip())


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
        script=script,
        styles=styles,
        icon=icon,
        client_words=_client_words,
        markdown=markdown,
        json_script=json_script,
    )
    environment.filters["called"] = _called
    return environment


def _called(seats: Iterable[str], game: str) -> list[str]:
    """What seats of a game are called; by their ids where the game is not installed any more."""
    try:
        ruleset = registry.load(game)
    except Unknown:
        return list(seats)
    return [ruleset.seat_title(seat) for seat in seats]


def page(template: str, **data: Any) -> str:
    """A page as HTML."""
    return _environment().get_template(template).render(**data)


def _client_words(*parts: str) -> Markup:
    return json_script(client_words(*parts))


def json_script(data: Any) -> Markup:
    """Data to stand in a script element: nothing in it can end the element."""
    return Markup(json.dumps(data, ensure_ascii=False).replace("<", "\\u003c"))


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def markdown(text: str) -> Markup:
    """Markdown as HTML; HTML in it is shown as it stands."""
    return Markup(_markdown().render(text))
