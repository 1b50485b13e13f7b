"""Commands that inspect a match; they answer with text from what the seat can see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from palatine.cli.common import words
from palatine.core import Action, Board, Game, Layer, PalatineError, Refusal, Shortcut, Unknown, View
from palatine.core import text as d
from palatine.matches import JournalLine


@dataclass
class Look:
    """Context of the inspection commands: game, boards and a seat's view."""

    game: Game[Any]
    boards: tuple[Board, ...]
    view: View
    journal: Callable[[], Sequence[JournalLine]]
    explain: Callable[[Action], Refusal | None]
    layers: Callable[[], Sequence[Layer]] = tuple

    def answer(self, text: str) -> str | None:
        """Return the answer to a command or to the name of a panel or space; None for other text.

        Raises Unknown if a command's argument is unknown or ambiguous.
        """
        name, _, rest = text.strip().partition(" ")
        command = COMMANDS.get(name.casefold())
        if command is not None:
            return command(self, rest.strip())
        for find in (panel, space):
            try:
                return find(self, text)
            except Unknown:
                continue
        return None


def space(look: Look, text: str) -> str:
    board, found = d.find_space(_in_use(look), text)
    return d.space_text(board, look.view, found)


def stack(look: Look, text: str) -> str:
    board, found = d.find_space(_in_use(look), text)
    return f"{d.space_name(found)}\n{d.stack_text(board, look.view, found)}"


def _in_use(look: Look) -> list[Board]:
    """Return the boards, those in use first."""
    used = [board for name in look.view.boards for board in look.boards if board.id == name]
    return [*used, *[board for board in look.boards if board not in used]]


def side(look: Look, text: str) -> str:
    known = d.sides(look.view)
    for each in known:
        told = d.side_text(look.boards, look.view, each)
        if text and d.plain(text) in (d.plain(each), d.plain(told.partition(",")[0])):
            return told
    raise Unknown(words().say("look.sides", sides=known))


def board(look: Look, text: str) -> str:
    if not text:
        return "\n\n".join(d.board_text(each, look.view) for each in _in_use(look) if each.id in look.view.boards)
    named = [each for each in look.boards if d.plain(text) in (d.plain(each.id), d.plain(each.title))]
    return "\n\n".join(d.board_text(each, look.view) for each in named) or space(look, text)


def panel(look: Look, text: str) -> str:
    return d.panel_text(d.find_panel(look.view.panels, text))


def panels(look: Look, text: str) -> str:
    if text:
        return panel(look, text)
    return words().say("look.panels", panels=[each.title for each in look.view.panels])


def layers(look: Look, text: str) -> str:
    """Return the titles of all layers, or the text of one."""
    found = look.layers()
    if text:
        return d.layer_text(look.boards, d.find_layer(found, text))
    if not found:
        return words().say("look.no-layers")
    return words().say("look.layers", layers=[each.title for each in found])


def journal(look: Look, text: str) -> str:
    count = int(text) if text.isdecimal() else 12
    lines = look.journal()[-count:] if count else []
    return "\n".join(told for line in lines for told in line_texts(line)) or words().say("look.no-journal")


def tally(look: Look, text: str) -> str:
    rolled = [line for line in look.journal() if line.tally]
    return "\n".join(line_texts(rolled[-1])) if rolled else words().say("look.no-tally")


def line_texts(line: JournalLine) -> list[str]:
    """Return a line of the journal, followed by its tally."""
    key = "look.entry-with-clauses" if line.clauses else "look.entry"
    text = words().say(key, text=line.text, clauses=list(line.clauses))
    if line.private:
        text = words().say("look.private", text=text)
    return [text, *[words().say("look.tally", line=each) for each in line.tally]]


def clause(look: Look, text: str) -> str:
    found = look.game.clauses.get(text) or look.game.clauses.get(text.upper())
    if found is None:
        raise Unknown(words().say("look.no-clause", text=text))
    return words().say("look.clause", clause=found.id, gist=found.gist)


def situation(look: Look, text: str = "") -> str:
    return d.situation_text(look.view)


def help_text(look: Look, text: str) -> str:
    choice = next((each for each in look.view.choices if each.on == "space"), None)
    example = f"{choice.verb} {choice.operand}" if choice else "verb place"
    if choice:
        named = [s for each in _in_use(look) for s in each.spaces if s.operand == choice.operand]
        example = f"{choice.verb} {named[0].name}" if named else example
    titles = ", ".join(each.title for each in look.view.panels)
    return words().say("help.text", example=example, panels=titles).strip("\n")


# Why?


def why(look: Look, text: str) -> str:
    """Return why a decision is due, which clause allows a choice, or why an action is illegal."""
    if not text:
        return "\n".join([d.prompt_text(look.view), *_gist(look, look.view.clause)])
    if text.isdecimal() and 1 <= int(text) <= len(look.view.choices):
        chosen = look.view.choices[int(text) - 1]
        return "\n".join([words().say("look.may", text=chosen.text), *_gist(look, look.view.clause)])
    if text.isdecimal() and look.view.choices and not _is_place(look, text):
        raise Unknown(words().say("play.no-choice", text=text, count=len(look.view.choices)))
    action = action_of(look, text)
    if action is not None:
        return _reason(look, look.explain(action), text)
    return _why_there(look, text)


def _is_place(look: Look, text: str) -> bool:
    """Return whether a number is the id of a space, such as a hex."""
    return any(found.id == text for each in look.boards for found in each.spaces)


def _gist(look: Look, name: str) -> list[str]:
    return [clause(look, name)] if name in look.game.clauses else []


def _reason(look: Look, refusal: Refusal | None, text: str) -> str:
    if refusal is None:
        return words().say("look.may", text=text)
    if refusal.clause not in look.game.clauses:
        return words().say("look.may-not", reason=refusal.reason)
    gist = look.game.clauses[refusal.clause].gist
    return words().say("look.may-not-by", reason=refusal.reason, clause=refusal.clause, gist=gist)


def _why_there(look: Look, text: str) -> str:
    """Return the result for every verb that applies to a space or piece."""
    tried: list[Action] = []
    place = None
    try:
        place = d.find_space(_in_use(look), text)[1]
        tried += [(verb, place.operand) for verb, kind in look.view.verbs.items() if kind == "space"]
    except Unknown:
        with suppress(Unknown):
            tried += _of_piece(look, d.find_piece(look.view.pieces, text).operand)
        if not tried and look.view.choices:
            return _reason(look, look.explain((text.partition(" ")[0], 0)), text)
    for piece in look.view.pieces:
        if place is not None and piece.space == place.id and piece.operand >= 0:
            tried += _of_piece(look, piece.operand)
    lines = []
    for action in tried:
        name = f"{action[0]} {_operand_name(look, action)}"
        lines.append(words().say("look.verb", verb=name, reason=_reason(look, look.explain(action), name)))
    return "\n".join(lines) or words().say("look.nothing-there", text=text)


def _of_piece(look: Look, operand: int) -> list[Action]:
    return [(verb, operand) for verb, kind in look.view.verbs.items() if kind == "piece"]


def _operand_name(look: Look, action: Action) -> str:
    verb, operand = action
    if look.view.verbs.get(verb) == "piece":
        return next(piece.text for piece in look.view.pieces if piece.operand == operand)
    return next(s.name for each in _in_use(look) for s in each.spaces if s.operand == operand)


def action_of(look: Look, text: str) -> Action | None:
    """Return the action named by a verb and its object; None if the first word is not a verb.

    Raises Unknown if there is no such object.
    """
    verb, _, rest = text.strip().partition(" ")
    kind = look.view.verbs.get(verb)
    if kind is None:
        return None
    rest = rest.strip()
    if kind == "space":
        return verb, d.find_space(_in_use(look), rest)[1].operand
    if kind == "piece":
        offered = {choice.operand for choice in look.view.choices if choice.verb == verb}
        with suppress(Unknown):
            return verb, d.find_piece(
                [piece for piece in look.view.pieces if piece.operand in offered], rest
            ).operand
        return verb, d.find_piece(look.view.pieces, rest).operand
    buttons = [choice for choice in look.view.choices if choice.verb == verb]
    if not rest and len(buttons) == 1:
        return verb, buttons[0].operand
    try:
        return verb, int(rest or "0")
    except ValueError:
        raise PalatineError(words().say("play.unknown", text=text)) from None


def shortcut_to(look: Look, text: str) -> Shortcut | None:
    """Return the shortcut for `to PLACE`; None if the text has another form.

    Raises Unknown if no shortcut leads to the place.
    """
    command, _, rest = text.strip().partition(" ")
    shortcuts = [shortcut for shortcut in look.view.shortcuts if shortcut.space >= 0]
    if command.casefold() != "to" or not rest or not shortcuts:
        return None
    place = d.find_space(_in_use(look), rest)[1]
    for shortcut in shortcuts:
        if shortcut.space == place.operand:
            return shortcut
    raise Unknown(words().say("look.no-shortcut", text=d.space_name(place)))


COMMANDS: dict[str, Callable[[Look, str], str]] = {
    "hex": space, "space": space, "look": space, "stack": stack, "side": side, "board": board, "panels": panels,
    "layers": layers, "layer": layers,
    "journal": journal, "tally": tally, "why": why, "clause": clause, "help": help_text, "?": help_text,
    "situation": situation,
}  # fmt: skip
