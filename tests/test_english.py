"""The English of docs, docstrings, comments and messages: standard terms, clear sentences."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
CODE = ROOT / "src" / "palatine"
ARCHAIC = re.compile(
    r"\b(who(?:ever|soever)|whosever|anew|reckon\w*|so many|lest|whence|for ever|at the most|at the least|as good as|"
    r"nobody sees|(?:is|are|was|were) told|tells? of|told of|of its own accord|that is none|(?:is|are) to be|"
    r"shall|mend(?:s|ed|ing)?|made of nothing|foreseen|foresees|in its stead|had (?:it|they) been)\b",
    re.IGNORECASE,
)
"""Words that no manual of today uses, and phrases without an actor."""
METAPHORS = re.compile(
    r"\b(house|houses|herald|clerk|chair|lane|roads|usher|registrar|keeper|engine room|doors?|rooms|office)\b",
    re.IGNORECASE,
)
"""Pictures in place of standard terms; in games they are words of a rulebook."""
RIDDLES = re.compile(
    r"(Who|Whoever|Whom|Whose|What|That|Of|Nobody|Somebody|Something|How|Where|When|Which|Why|So|As|Those|He|She)\b"
)
"""A docstring does not begin with these: it says what something is or does."""
QUOTES = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|\{[^}]*\}")
HASH = re.compile("#")
LONGEST = 92
"""Characters of the summary line of a docstring."""


def without_quotes(text: str) -> str:
    """Return a text without what it quotes: names, values and words of others."""
    return QUOTES.sub("", text)


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The docstrings of modules, classes, functions and attributes, with their lines."""
    for node in ast.walk(tree):
        for each in getattr(node, "body", None) or [] if not isinstance(node, ast.Lambda | ast.IfExp) else []:
            match each:
                case ast.Expr(value=ast.Constant(value=str() as text)):
                    yield each.lineno, text


def comments(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not re.match(r"#\s*(type:|noqa|fmt:|pragma|mypy)", token.string):
            yield token.start[0], token.string


def faults(text: str, *, is_game: bool) -> Iterator[str]:
    plain = without_quotes(text)
    yield from [found.group() for found in ARCHAIC.finditer(plain)]
    if not is_game:
        yield from [found.group() for found in METAPHORS.finditer(plain)]


def faults_of_summary(text: str) -> Iterator[str]:
    summary = text.strip().split("\n")[0].rstrip()
    if found := RIDDLES.match(summary):
        yield f"begins with {found.group()}"
    if not summary.endswith((".", ":", "?", "!")):
        yield "summary line without a full stop"
    if len(summary) > LONGEST:
        yield f"summary line of {len(summary)} characters"


def faults_of_docstrings(path: Path) -> Iterator[str]:
    for line, each in docstrings(ast.parse(path.read_text(encoding="utf-8"))):
        for fault in (*faults(each, is_game="games" in path.parts), *faults_of_summary(each)):
            yield f"{path.relative_to(ROOT)}:{line}: {fault}"


def faults_of_module(path: Path) -> Iterator[str]:
    text, is_game = path.read_text(encoding="utf-8"), "games" in path.parts
    yield from faults_of_docstrings(path)
    # Reading tokens is slow: most modules have no fault behind a "#" at all.
    if any(any(faults(text[at.end() : text.find("\n", at.end())], is_game=is_game)) for at in HASH.finditer(text)):
        for line, each in comments(text):
            for fault in faults(each, is_game=is_game):
                yield f"{path.relative_to(ROOT)}:{line}: {fault}"


def faults_of_text(path: Path) -> Iterator[str]:
    is_game, is_code = "games" in path.parts, False
    for line, each in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        is_code ^= each.startswith("```")
        if not is_code:
            for fault in faults(each, is_game=is_game or path.suffix == ".toml"):
                yield f"{path.relative_to(ROOT)}:{line}: {fault}"


def test_docstrings_and_comments_are_plain_english() -> None:
    found = [fault for path in sorted(CODE.rglob("*.py")) for fault in faults_of_module(path)]
    assert found == [], f"{len(found)} faults"


def test_docstrings_of_tests_are_plain_english() -> None:
    modules = [path for folder in ("tests", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py"))]
    found = [fault for path in modules for fault in faults_of_docstrings(path)]
    assert found == [], f"{len(found)} faults"


def test_docs_are_plain_english() -> None:
    pages = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
    found = [fault for path in pages for fault in faults_of_text(path)]
    assert found == [], f"{len(found)} faults"


def test_messages_are_plain_english() -> None:
    catalogues = [*sorted(CODE.rglob("messages*.toml")), *sorted(CODE.rglob("messages/*.toml"))]
    found = [fault for path in catalogues for fault in faults_of_text(path)]
    assert found == [], f"{len(found)} faults"
