"""Guidance as text for the terminal: previews, recaps, advice, lessons and the glossary."""

from __future__ import annotations

from palatine.cli.common import words
from palatine.core import Advice, Preview, Recap
from palatine.core.guidance.glossary import Glossary
from palatine.core.guidance.lessons import spoken
from palatine.core.text.guidance import advice_lines, entry_text, find_entries, preview_lines
from palatine.matches import LessonView

TRIES = 2
"""Wrong answers after which a lesson's hint is shown."""


def preview_text(told: Preview) -> str:
    """Return a preview as text: warnings, odds, unused options, and whether undo is possible."""
    return "\n".join(preview_lines(told)) or words().say("guidance.nothing-to-preview")


def recap_text(told: Recap) -> str:
    """Return a recap of what has happened since the player's last move, with headings."""
    lines = [words().say("guidance.since")]
    if told.headline:
        lines.append(told.headline)
    for item in told.items:
        if item.heading:
            lines.append(item.heading)
        key = "guidance.recap-item-cited" if item.clauses else "guidance.recap-item"
        lines.append(words().say(key, text=item.text, clauses=list(item.clauses)))
        if item.card is not None and item.card.result:
            lines.append(words().say("guidance.card", title=item.card.title, result=item.card.result))
    return "\n".join(lines) if len(lines) > 1 else words().say("guidance.nothing-happened")


def advice_text(told: Advice) -> str:
    """Return a bot's advice with its reasons and alternatives, and its orders if it has any."""
    return "\n".join([*advice_lines(told), *told.sheet.splitlines()])


def lesson_text(box: LessonView, *, hinted: bool) -> str:
    """Return the current step of a lesson or puzzle as text."""
    say = words().say
    if box.puzzle:
        key = "puzzle.found" if box.found else "puzzle.shown" if box.done else "puzzle.head"
        lines = [say(key, title=box.title)]
    elif box.done:
        lines = [say("lesson.done", title=box.title)]
    else:
        lines = [say("lesson.head", title=box.title, step=box.step + 1, steps=box.steps)]
    lines += [spoken(box.after)] if box.after else []
    lines += [say("lesson.again")] if box.again and not box.done else []
    lines.append(spoken(box.say) if box.say else say("lesson.alone"))
    lines += box.solution
    places = [each.text for each in box.point if each.text]
    lines += [say("lesson.look", places=places)] if places else []
    lines += [say("lesson.answer", text=spoken(box.answer))] if box.answer else []
    if (hinted or box.tries >= TRIES) and not box.done:
        lines.append(_hint(box))
    if not box.done:
        lines.append(say("lesson.go-on" if box.goes_on else "lesson.commands"))
    return "\n".join(lines)


def _hint(box: LessonView) -> str:
    if box.hint:
        return words().say("lesson.hint", text=spoken(box.hint))
    meant = [way.text or way.verb for way in box.expects] + list(box.orders)
    return words().say("lesson.no-hint", what=meant) if meant else ""


def explanation(glossary: Glossary, text: str) -> str:
    """Return the glossary entries named `text`.

    Raises Unknown, with similar terms, if there is none.
    """
    return "\n".join(map(entry_text, find_entries(glossary, text)))
