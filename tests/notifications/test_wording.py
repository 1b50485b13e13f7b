"""The catalogue of notifications: every text in use exists, and no other does."""

from __future__ import annotations

import re
from pathlib import Path

from palatine.notifications import wording
from palatine.notifications.events import CHOSEN_AS, EVENT_KINDS

CODE = Path(wording.__file__).parents[1]
SAID = re.compile(r"""\b(?:say|notice|refused|Unreadable)\(\s*["']([a-z][\w.-]*)["']""")
SAYS = (*CHOSEN_AS, "ran", "early", "unreachable", "returned", "closed", "code", "keys", "test", "digest")
"""Keys besides the kinds of events, which rows of the outbox use."""
WAYS = ("text", "short", "shared")


def test_every_message_is_said_and_every_key_is_one() -> None:
    known = set(wording.catalogue().messages)
    texts = [path.read_text(encoding="utf-8") for path in (CODE / "notifications").rglob("*.py")]
    errands = (CODE / "mail" / "system_mail.py").read_text(encoding="utf-8")
    said = {key for text in texts for key in SAID.findall(text)} | {*re.findall(r'notice\("([^"]+)"', errands)}
    quoted = {key for text in texts for key in re.findall(r"""["']([a-z][\w-]*\.[\w.-]+)["']""", text)}
    events = {f"event.{kind}.{way}" for kind in (*EVENT_KINDS, *SAYS) for way in WAYS}
    assert known - said - quoted - events == set()
    assert {key for key in said if "." in key} - known == set()
    assert {f"event.{kind}.text" for kind in (*EVENT_KINDS, *SAYS)} - known == set()
