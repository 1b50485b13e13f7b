"""Guidance as text for the terminal: previews, recaps, advice, lessons and the glossary."""

from __future__ import annotations

from palatine.cli.common import catalogue
from palatine.core import Advice, Preview, Recap
from palatine.core.guidance.glossary import Glossary
from palatine.core.guidance.lessons import without_links
from palatine.core.text.guidance import advice_lines, entry_text, find_entries, preview_lines
from palatine.matches import LessonView

HINT_AFTER_TRIES = 2
"""Wrong answers after which a lesson's hint is shown."""


def preview_text(preview: Preview) -> str:
    """Return a preview as text: warnings, odds, unused options, and whether undo is possible."""
    return "\n".join(preview_lines(preview)) or catalogue().say("guidance.nothing-to-preview")


def recap_text(recap: Recap) -> str:
    """Return a recap of what has happened since the player's last move, with headings."""
    lines = [catalogue().say("guidance.since-start" if recap.from_start else "guidance.since")]
    if recap.headline:
        lines.append(recap.headline)
    for item in recap.items:
        if item.heading:
            lines.append(item.heading)
        key = "guidance.recap-item-cited" if item.clauses else "guidance.recap-item"
        lines.append(catalogue().say(key, text=item.text, clauses=list(item.clauses)))
        if item.card is not None and item.card.result:
            lines.append(catalogue().say("guidance.card", title=item.card.title, result=item.card.result))
    return "\n".join(lines) if len(lines) > 1 else catalogue().say("guidance.nothing-happened")


def advice_text(advice: Advice) -> str:
    """Return a bot's advice with its reasons and alternatives, and its orders if it has any."""
    return "\n".join([*advice_lines(advice), *advice.sheet.splitlines()])


def lesson_text(lesson: LessonView, *, with_hint: bool) -> str:
    """Return the current step of a lesson or puzzle as text."""
    say = catalogue().say
    if lesson.puzzle:
        key = "puzzle.found" if lesson.found else "puzzle.shown" if lesson.done else "puzzle.head"
        lines = [say(key, title=lesson.title)]
    elif lesson.done:
        lines = [say("lesson.done", title=lesson.title)]
    else:
        lines = [say("lesson.head", title=lesson.title, step=lesson.step + 1, steps=lesson.steps)]
    lines += [without_links(lesson.after)] if lesson.after else []
    lines += [say("lesson.again")] if lesson.again and not lesson.done else []
    lines.append(without_links(lesson.say) if lesson.say else say("lesson.alone"))
    lines += lesson.solution
    places = [each.text for each in lesson.point if each.text]
    lines += [say("lesson.look", places=places)] if places else []
    lines += [say("lesson.answer", text=without_links(lesson.answer))] if lesson.answer else []
    if (with_hint or lesson.tries >= HINT_AFTER_TRIES) and not lesson.done:
        lines.append(_hint_text(lesson))
    if not lesson.done:
        lines.append(say("lesson.go-on" if lesson.goes_on else "lesson.commands"))
    return "\n".join(lines)


def _hint_text(lesson: LessonView) -> str:
    if lesson.hint:
        return catalogue().say("lesson.hint", text=without_links(lesson.hint))
    meant = [way.text or way.verb for way in lesson.expects] + list(lesson.orders)
    return catalogue().say("lesson.no-hint", what=meant) if meant else ""


def explanation(glossary: Glossary, text: str) -> str:
    """Return the glossary entries named `text`.

    Raises Unknown, with similar terms, if there is none.
    """
    return "\n".join(map(entry_text, find_entries(glossary, text)))
