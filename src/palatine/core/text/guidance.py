"""Previews, advice and glossary entries as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from palatine.core.guidance.advice import Advice
from palatine.core.guidance.glossary import Glossary, GlossaryEntry
from palatine.core.guidance.lessons import without_links
from palatine.core.guidance.preview import Consequence, Odds, Preview, Result
from palatine.core.messages import say
from palatine.core.refusal import Unknown
from palatine.core.text.lookup import normalize

SIMPLE_DICE = (6, 4, 5, 10, 36, 20)
"""Numbers of throws in which a chance is given if its dice are not known."""
SMALL_LOSS = 0.05
"""Mean losses below this number of units are not shown."""
LIKE = 8
"""Maximum number of similar terms that are named."""


def spoken_chance(chance: float, of: int | None = None) -> str:
    """Return a chance as dice and percentage, such as “4 in 6 (67%)”.

    `of` is the number of equally likely throws: None if unknown, 0 for an estimate.
    """
    if not 0 < chance < 1:
        return say("guidance.certain" if chance >= 1 else "guidance.impossible")
    percent = max(1, min(99, round(chance * 100)))
    for throws in SIMPLE_DICE if of is None else (of,):
        count = round(chance * throws)
        if 0 < count < throws and abs(chance * throws - count) < 0.001:
            return say("guidance.dice", count=count, throws=throws, percent=percent)
    return say("guidance.percent", percent=percent)


def preview_lines(told: Preview, names: Mapping[str, str] | None = None) -> list[str]:
    """Return a preview as lines: warnings, odds, unused options, and whether it can be undone.

    Subordinate lines are indented. `names` has the names of seats.
    """
    lines = [_consequence(each) for each in told.lines]
    for odds in told.odds:
        lines += _odds(odds, names or {})
    if told.unused_options:
        lines.append(say("guidance.unused-options"))
        lines += [cited(say("guidance.item", text=each.text), each.clause) for each in told.unused_options]
    return [*lines, say("guidance.irrevocable")] if told.is_irrevocable else lines


def _consequence(told: Consequence) -> str:
    text = say("guidance.warning", text=told.text) if told.weight == "warning" else told.text
    if told.event and told.chance < 1 and "%" not in told.text:
        text = say("guidance.with-chance", text=text, chance=spoken_chance(told.chance, told.of))
    text = cited(text, told.clause)
    return say("guidance.line", n=told.line, text=text) if told.line else text


def _odds(odds: Odds, names: Mapping[str, str]) -> Iterator[str]:
    yield cited(odds.title, odds.clause)
    for result in odds.results:
        if result.chance > 0:
            yield f"    {_result(result)}"
    losses = [
        say("guidance.loses", seat=names.get(seat, seat), count=f"{lost:.1f}".removesuffix(".0"))
        for seat, lost in _mean_losses(odds.results).items()
        if lost >= SMALL_LOSS
    ]
    if losses:
        yield f"    {say('guidance.losses', losses=', '.join(losses))}"
    if odds.plays:
        yield f"    {say('guidance.plays', count=odds.plays)}"
    for amount, reason, clause in odds.parts:
        yield f"    {cited(say('guidance.part', amount=amount, reason=reason), clause)}"


def _result(result: Result) -> str:
    chance = spoken_chance(result.chance, result.of)
    return result.text if chance in result.text else say("guidance.result", text=result.text, chance=chance)


def _mean_losses(results: Iterable[Result]) -> dict[str, float]:
    found: dict[str, float] = {}
    for result in results:
        for seat, lost in result.losses.items():
            found[seat] = found.get(seat, 0.0) + result.chance * lost
    return found


def cited(text: str, clause: str) -> str:
    """Return a text with its clause, if it has one."""
    return say("guidance.cited", text=text, clause=clause) if clause else text


def advice_lines(told: Advice) -> list[str]:
    """Return a bot's advice with reasons, alternatives and chance, but without its sheet."""
    lines = [told.text] if told.text else []
    lines += [cited(say("guidance.reason", text=each.text), each.clause) for each in told.reasons]
    lines += [
        cited(say("guidance.alternative", text=each.text, reason=each.reason), each.clause)
        for each in told.alternatives
    ]
    if told.chance is not None:
        lines.append(say("guidance.chance", percent=round(told.chance * 100)))
    return lines


def find_entries(glossary: Glossary, text: str) -> list[GlossaryEntry]:
    """Return the glossary entries with this name.

    Raises Unknown, with similar terms, if there is none.
    """
    wanted = normalize(text)
    exact = [entry for entry in glossary.values() if wanted in map(normalize, _names(entry))]
    if exact:
        return exact
    near = [entry.term for entry in glossary.values() if wanted and wanted in normalize(entry.term)]
    terms = {normalize(entry.term): entry.term for entry in glossary.values()}
    near = near or [terms[each] for each in get_close_matches(wanted, terms, LIKE, 0.75)]
    if near:
        raise Unknown(say("guidance.terms-like", text=text, terms=sorted(set(near))[:LIKE]))
    raise Unknown(say("guidance.no-term", text=text))


def _names(entry: GlossaryEntry) -> Sequence[str]:
    """Return the names of an entry, with codes from its labels, such as CA in “CA Cast a spell”."""
    codes = [label.partition(" ")[0] for label in entry.labels]
    codes = [code for code in codes if code.isupper() and code not in entry.labels]
    return (entry.key, entry.term, *entry.words, *entry.faces, *entry.labels, *codes)


def entry_text(entry: GlossaryEntry) -> str:
    """Return a glossary entry as one paragraph."""
    return cited(say("guidance.entry", term=entry.term, text=without_links(entry.text)), entry.clause)
