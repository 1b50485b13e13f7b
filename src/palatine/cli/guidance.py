"""Guidance as text for the terminal: previews, recaps, advice, lessons and the glossary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from palatine.cli.common import words
from palatine.core import Advice, GlossaryEntry, Odds, Preview, Recap, Unknown
from palatine.core.guidance.lessons import spoken
from palatine.core.text import plain
from palatine.matches import LessonView

TRIES = 2
"""Wrong answers after which a lesson's hint is shown."""


def preview_text(told: Preview) -> str:
    """Return a preview as text: warnings, chances, unused options, and whether undo is possible."""
    lines = [_cited(words().say(f"guidance.{line.weight}", text=line.text), line.clause) for line in told.lines]
    for odds in told.odds:
        lines += _odds(odds)
    if told.unused_options:
        lines.append(words().say("guidance.unused-options"))
        lines += [_cited(words().say("guidance.item", text=each.text), each.clause) for each in told.unused_options]
    if told.is_irrevocable:
        lines.append(words().say("guidance.irrevocable"))
    return "\n".join(lines) or words().say("guidance.nothing-to-preview")


def _odds(odds: Odds) -> Iterator[str]:
    yield _cited(odds.title, odds.clause)
    for amount, reason, clause in odds.parts:
        yield _cited(words().say("guidance.part", amount=amount, reason=reason), clause)
    for result in odds.results:
        losses = [words().say("guidance.loses", seat=seat, count=f"{n:.1f}") for seat, n in result.losses.items()]
        key = "guidance.result-with-losses" if losses else "guidance.result"
        yield words().say(key, text=result.text, percent=f"{result.chance:.0%}", losses=losses)


def _cited(text: str, clause: str) -> str:
    return words().say("guidance.cited", text=text, clause=clause) if clause else text


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
    """Return a bot's advice with its reasons and alternatives."""
    lines = [told.text]
    lines += [_cited(words().say("guidance.reason", text=each.text), each.clause) for each in told.reasons]
    for each in told.alternatives:
        lines.append(_cited(words().say("guidance.alternative", text=each.text, reason=each.reason), each.clause))
    if told.chance is not None:
        lines.append(words().say("guidance.chance", percent=round(told.chance * 100)))
    return "\n".join([*lines, *told.sheet.splitlines()])


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


def entry_text(glossary: Mapping[str, GlossaryEntry], text: str) -> str:
    """Return the glossary entries named `text`.

    Raises Unknown, with similar terms, if there is none.
    """
    wanted = plain(text)
    exact = [entry for entry in glossary.values() if wanted in [plain(each) for each in _names(entry)]]
    if exact:
        return "\n".join([_entry(entry) for entry in exact])
    near = [entry.term for entry in glossary.values() if wanted and wanted in plain(entry.term)]
    if near:
        raise Unknown(words().say("guidance.terms-like", text=text, terms=sorted(set(near))[:8]))
    raise Unknown(words().say("guidance.no-term", text=text))


def _names(entry: GlossaryEntry) -> Iterable[str]:
    return (entry.key, entry.term, *entry.words, *entry.faces, *entry.labels)


def _entry(entry: GlossaryEntry) -> str:
    return _cited(words().say("guidance.entry", term=entry.term, text=spoken(entry.text)), entry.clause)
