"""Handlers of RULES, SPELLS and HELP: what a player without the rulebook may ask."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from msgspec.structs import replace

from palatine import registry
from palatine.core import GlossaryEntry, Unknown
from palatine.core.text import normalize
from palatine.core.text.guidance import entry_text, find_entries
from palatine.mail.commands import kinds
from palatine.mail.handlers.context import WIDTH, MailContext, ReplyPart
from palatine.mail.handlers.orders import orders_refusal
from palatine.mail.handlers.rules_text import RulesChapter, chapters_of
from palatine.mail.wording import catalogue, say

PASSAGES = 6
"""Maximum number of passages of the rules about a word."""
SPELL = "spell"


def spells_of(game: Any) -> list[GlossaryEntry]:
    """Return the entries of a game's spells; [] for a game without a list of spells."""
    return [each for each in game.glossary.values() if each.kind == SPELL]


def aim_of(game: Any) -> list[str]:
    """Return how the game is won, in paragraphs: the beginning of the page on how to play it."""
    page = game.pages.get("how-to-play", "")
    return list(chapters_of(page)[0].blocks)


def rules(ctx: MailContext, command: kinds.RulesCommand) -> ReplyPart:
    """Return the contents of the rules, a chapter, all of them, or what they say about a word."""
    game, word = registry.load(ctx.info.game), command.about
    chapters = _chapters(game)
    if not word:
        return ReplyPart("\n\n".join([*aim_of(game), _contents(chapters)]), title=say("title.rules"))
    if word.casefold() in ("all", "everything"):
        return ReplyPart("\n\n".join([_chapter(each) for each in chapters]), title=say("title.rules"))
    if word.isdecimal() and 1 <= int(word) <= len(chapters):
        return ReplyPart(_chapter(chapters[int(word) - 1]), title=say("title.rules"))
    try:
        return ReplyPart("\n\n".join(about(ctx, word)), title=say("title.rules-on", word=word))
    except Unknown as error:
        told = "\n\n".join([str(error), _contents(chapters)])
        return ReplyPart(told, ok=False, title=say("title.not-understood"))


def about(ctx: MailContext, word: str) -> list[str]:
    """Return a clause by its number, or what form, glossary, rules and rulings say on a word.

    Raises Unknown if there is nothing.
    """
    game = registry.load(ctx.info.game)
    clause = next((each for each in game.clauses.values() if each.id.casefold() == word.casefold()), None)
    if clause is not None:
        return [say("rules.clause", id=clause.id, gist=clause.gist)]
    try:
        entries = find_entries(game.glossary, word)
    except Unknown as error:
        entries, unknown = [], error
    names = [word, *[name for each in entries for name in (each.term, *each.words)]]
    passages = list(_passages(_chapters(game), names))
    rows, titles = _listed(ctx, word), list(_titled(_chapters(game), word))
    rulings = list(_rulings(game, names))[: max(0, PASSAGES - len(passages))]
    if not entries and not passages and not rows and not titles and not rulings:
        raise Unknown(str(unknown))
    told = [*rows, *map(entry_text, entries), *titles, *passages[:PASSAGES], *rulings]
    return [*told, say("rules.more", n=len(passages) - PASSAGES)] if len(passages) > PASSAGES else told


def _listed(ctx: MailContext, word: str) -> list[str]:
    """Return the rows of the order form whose code or first word is that word, as one text."""
    if not ctx.info.orders or orders_refusal(ctx.info, ctx.mailbox.seat):
        return []
    form = ctx.services.orders.form(ctx.mailbox.match, ctx.mailbox.key)
    rows = [row for section in form.sections for grid in section.grids for row in grid.rows]
    named = [row for row in rows if normalize(row[0].partition(" ")[0]) == normalize(word)]
    found = [say("rules.row", what=row[0], text=row[1]) for row in named]
    return ["\n".join([say("rules.rows"), *found])] if found else []


def _titled(chapters: list[RulesChapter], word: str) -> Iterator[str]:
    """Yield how to get each chapter with the word in its title."""
    for number, chapter in enumerate(chapters, 1):
        if f" {normalize(word)} " in f" {normalize(chapter.title)} ":
            yield say("rules.chapter", n=number, title=chapter.title)


def _passages(chapters: list[RulesChapter], names: list[str]) -> Iterator[str]:
    """Yield the blocks of the rules that contain one of the names, each with its chapter."""
    for number, chapter in enumerate(chapters, 1):
        for block in chapter.blocks:
            if _mentions(block, names):
                yield f"{say('rules.passage', n=number, title=chapter.title)}\n{block}"


def _rulings(game: Any, names: list[str]) -> Iterator[str]:
    """Yield the rulings that contain one of the names."""
    for each in game.rulings.values():
        if _mentions(f"{each.question} {each.ruling}", names):
            yield say("rules.ruling", id=each.id, question=each.question, ruling=each.ruling)


def _mentions(text: str, names: list[str]) -> bool:
    told = f" {normalize(text)} "
    return any(f" {normalize(name)} " in told for name in names if normalize(name))


def _chapters(game: Any) -> list[RulesChapter]:
    return [each for each in chapters_of(game.pages.get("rules", "")) if each.title]


def _chapter(found: RulesChapter) -> str:
    return "\n\n".join([f"{found.title}\n{'-' * len(found.title)}", *found.blocks])


def _contents(chapters: list[RulesChapter]) -> str:
    """Return the list of chapters with how to ask for them; "" for a game without readable rules."""
    listed = [f"{number:4}  {each.title}" for number, each in enumerate(chapters, 1)]
    return "\n".join([*wrap(say("rules.contents"), WIDTH), "", *listed]) if listed else say("rules.none")


def spells(ctx: MailContext, command: kinds.SpellListCommand) -> ReplyPart:
    """Return all spells of the game with what they do."""
    game = registry.load(ctx.info.game)
    found = spells_of(game)
    if not found:
        return ReplyPart(say("rules.no-spells", game=game.title), title=say("title.spells"))
    texts = sorted(entry_text(replace(each, term=_full_name(each))) for each in found)
    told = "\n".join([line for text in texts for line in wrap(text, WIDTH, subsequent_indent="  ")])
    return ReplyPart(f"{say('rules.spells', game=game.title)}\n\n{told}", title=say("title.spells"))


def _full_name(entry: GlossaryEntry) -> str:
    """Return the term with its code, if a label has both."""
    return next((label for label in entry.labels if label.endswith(f" {entry.term}")), entry.term)


def help_(ctx: MailContext, command: kinds.HelpCommand) -> ReplyPart:
    """Return the list of commands, help on one of them, or what the rules say about a word."""
    info, word = ctx.info, command.about
    title = say("title.help")
    if not word:
        return ReplyPart(help_text(ctx), title=title)
    key = f"help.{'-'.join(word.casefold().split())}"
    if catalogue().has(key):
        return ReplyPart(say(key), title=title)
    game = registry.load(info.game)
    if word.casefold() in say("rules.aim-words").split():
        return ReplyPart("\n\n".join(aim_of(game)), title=title)
    try:
        return ReplyPart("\n\n".join(about(ctx, word)), title=title)
    except Unknown:
        told = [say("help-unknown", word=word), help_text(ctx)]
        return ReplyPart("\n\n".join(told), ok=False, title=say("title.not-understood"))


def help_text(ctx: MailContext) -> str:
    """Return the list of commands for the match."""
    lines = say("help-orders" if ctx.info.orders else "help-board").strip("\n").splitlines()
    has_spells = spells_of(registry.load(ctx.info.game))
    return "\n".join([line for line in lines if has_spells or not line.startswith("  SPELLS")])
