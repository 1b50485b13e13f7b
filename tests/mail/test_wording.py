"""The catalogue of mail: every text in use exists, and no other does."""

from __future__ import annotations

import re
from pathlib import Path

from palatine.mail import wording
from palatine.mail.demo_server import MESSAGE_KEYS

CODE = Path(wording.__file__).parent
KEY = re.compile(r"""["']([a-z][\w-]*(?:\.[\w-]+)*)["']""")
SAID = re.compile(r"""\bsay\(["']([^"']+)["']""")
CHOSEN = re.compile(r'"([\w-]+\.[\w.-]+)" if [^"]+ else "([\w-]+\.[\w.-]+)"')
COMPOSED = ("help.", "match.", "trouble.")
"""Keys that are put together: the word asked about, a status, what is wrong with a mail."""
LITERAL = re.compile(r'"([A-Z][a-z]+ [a-z]+[^"]*)"')


def test_every_message_is_said_and_every_key_is_one() -> None:
    known = set(wording.catalogue().messages)
    code = {path: path.read_text(encoding="utf-8") for path in CODE.rglob("*.py")}
    named = {key for text in code.values() for key in KEY.findall(text)}
    page = {f"demo.{word}" for word in MESSAGE_KEYS}
    unsaid = {key for key in known if not key.startswith(COMPOSED)} - named - page
    assert unsaid - {"name", *(f"title.{kind}" for kind in ("time", "pause", "takeback", "draw"))} == set()
    assert page <= known
    said = {key for text in code.values() for key in SAID.findall(text)}
    said |= {key for text in code.values() for pair in CHOSEN.findall(text) for key in pair}
    assert said - known == set()
    assert {f"match.{status}" for status in ("open", "over")} <= known
    assert {f"trouble.{trouble}" for trouble in ("large", "parts", "empty")} <= known


def test_no_module_has_sentences_of_its_own() -> None:
    found = {}
    for path in CODE.rglob("*.py"):
        code = re.sub(
            r'""".*?"""|#[^\n]*|Unreadable\([^)]*\)|log\.\w+\([^)]*\)',
            "",
            path.read_text(encoding="utf-8"),
            flags=re.S,
        )
        if sentences := LITERAL.findall(code):
            found[path.name] = sentences
    assert found == {}
