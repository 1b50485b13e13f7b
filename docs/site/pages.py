"""Collect the source of the site in one folder: pages of `docs`, of the top folder, and one generated for each game."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Any

from palatine import registry
from palatine.core import Game, Ruling
from palatine.core.lessons import draw_picture
from palatine.core.text.drawing import board_svg
from palatine.testing import ClauseCoverage, clause_coverage

TOP = Path(__file__).parents[2]
MOVED = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
SECTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Playing": ("accounts", "clocks", "notifications", "mail", "match-file"),
        "Programming": ("library", "reference", "api", "laboratory", "studies"),
        "Operating": (
            "deployment",
            "configuration",
            "operations",
            "storage",
            "security",
            "authorization",
            "benchmarks",
        ),
        "Developing": (
            "contributing",
            "architecture",
            "page",
            "add-a-game",
            "lessons",
            "wording",
            "glossary",
            "changelog",
        ),
    }
)
"""The pages by section of the contents. Others are added to the last section."""
TOCTREE = """
```{toctree}
:hidden:
:caption: %s

%s
```
"""


def assemble(folder: Path) -> None:
    """Delete the folder and write the source of the site into it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(TOP / "docs", folder, ignore=shutil.ignore_patterns("site"))
    shutil.copytree(TOP / "docs" / "site", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.pyc"))
    for path in folder.glob("*.md"):
        path.write_text(_linked(path.read_text(encoding="utf-8"), "../"), encoding="utf-8")
    for old, new in MOVED.items():
        (folder / new).write_text(_linked((TOP / old).read_text(encoding="utf-8"), ""), encoding="utf-8")
    games = [registry.load(name) for name in registry.games()]
    for game in games:
        (folder / f"game-{game.name}.md").write_text("\n".join(_game(game)) + "\n", encoding="utf-8")
        for name in game.pictures:
            (folder / _picture(game, name)).write_text(board_svg(*draw_picture(game, name)), encoding="utf-8")
    pages = {path.stem for path in folder.glob("*.md")} - {"index"}
    sections = {caption: [name for name in names if name in pages] for caption, names in SECTIONS.items()}
    sections["Developing"] += sorted(pages.difference(*sections.values(), {f"game-{game.name}" for game in games}))
    sections["Games"] = [f"game-{game.name}" for game in games]
    with (folder / "index.md").open("a", encoding="utf-8") as index:
        index.writelines(TOCTREE % (caption, "\n".join(names)) for caption, names in sections.items())


def _linked(text: str, up: str) -> str:
    """Return the text with links that work in the site's folder. Links to other files become plain words."""

    def link(found: re.Match[str]) -> str:
        words, target = found[1], found[2]
        path = target.removeprefix(up).removeprefix("docs/")
        if "://" in target or target.startswith("#") or not (up or (TOP / target.partition("#")[0]).exists()):
            return found[0]
        name = path.partition("#")[0]
        if name in MOVED or (TOP / "docs" / name).is_file():
            return f"[{words}]({MOVED.get(name, path)})"
        return words

    return re.sub(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)", link, text).replace("](docs/pictures/", "](pictures/")


def _game(game: Game[Any]) -> Iterator[str]:
    """Yield the lines of a game's page: its rules pages, clauses with code and tests, and rulings."""
    rows = clause_coverage(game)
    yield f"# {game.title}\n"
    yield f"The game of {game.year}. {game.story or game.scenarios[0].text}\n"
    counts = f"{len(rows)} clauses, {len(game.rulings)} rulings"
    yield f"Version {game.rules_version} of the rules as implemented: {counts}.\n"
    yield from [f"* {each.title}: for {each.players}" for each in game.scenarios]
    for text in game.pages.values():
        drawn = re.sub(r"\(picture:([a-z-]+)\)", lambda found: f"({_picture(game, found[1])})", text)
        yield "\n" + re.sub(r"^(#+) ", r"#\1 ", drawn, flags=re.MULTILINE)
    yield "\n## Clauses\n"
    yield "Each rule in our words, the code that implements it, and its tests.\n"
    chapters: dict[str, list[ClauseCoverage]] = {}
    for row in rows:
        chapters.setdefault(row.chapter, []).append(row)
    for chapter, clauses in chapters.items():
        yield f"\n### {_plain(chapter)}\n\n| | rule | code and tests |\n| --- | --- | --- |"
        yield from [_clause(game, row) for row in clauses]
    yield "\n## Rulings\n\nOur answers where the rulebook is silent, damaged or contradicts itself.\n"
    yield "| | question | answer |\n| --- | --- | --- |"
    yield from [_ruling(ruling) for ruling in game.rulings.values()]


def _picture(game: Game[Any], name: str) -> str:
    """Return the file name of a picture of the rules pages."""
    return f"pictures/{game.name}-{name}.svg"


def _clause(game: Game[Any], row: ClauseCoverage) -> str:
    ids = dict.fromkeys((*row.see, *row.ruling.replace(",", " ").split()))
    rulings = [f'<a href="#ruling-{escape(id_)}">{escape(id_)}</a>' for id_ in ids if id_ in game.rulings]
    code = row.code.replace(f"{game.package}.", "").replace(",", " ").split()
    proof = "<br>".join(f"<code>{escape(each)}</code>" for each in code) or f"not applicable: {escape(row.reason)}"
    if row.tests:
        tests = "<br>".join(f"<code>{escape(test.removeprefix('tests/games/'))}</code>" for test in row.tests)
        many = "1 test" if len(row.tests) == 1 else f"{len(row.tests)} tests"
        proof += f"<details><summary>{many}</summary>{tests}</details>"
    gist = _plain(row.gist) + (f" ({', '.join(rulings)})" if rulings else "")
    return f'| <a id="{escape(row.id)}"></a>{_plain(row.id)} | {gist} | {_cell(proof)} |'


def _ruling(ruling: Ruling) -> str:
    answer = " ".join(_plain(text) for text in (ruling.ruling, ruling.reason, ruling.source) if text)
    return f'| <a id="ruling-{escape(ruling.id)}"></a>{_plain(ruling.id)} | {_plain(ruling.question)} | {answer} |'


def _plain(text: str) -> str:
    """Return the text with Markdown escaped, for a table cell."""
    return _cell(re.sub(r"([\\`*_{}\[\]<>#$~])", r"\\\1", text))


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())
