"""Commands that inspect a match; they answer with text from what the seat can see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from palatine.cli.common import catalogue
from palatine.core import Action, Board, Game, Layer, PalatineError, Refusal, Shortcut, Unknown, View
from palatine.core import text as d
from palatine.matches import JournalLine


@dataclass
class InspectionContext:
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


def space(context: InspectionContext, text: str) -> str:
    board, found = d.find_space(_in_use(context), text)
    return d.space_text(board, context.view, found)


def stack(context: InspectionContext, text: str) -> str:
    board, found = d.find_space(_in_use(context), text)
    return f"{d.space_name(found)}\n{d.stack_text(board, context.view, found)}"


def _in_use(context: InspectionContext) -> list[Board]:
    """Return the boards, those in use first."""
    used = [board for name in context.view.boards for board in context.boards if board.id == name]
    return [*used, *[board for board in context.boards if board not in used]]


def side(context: InspectionContext, text: str) -> str:
    known = d.sides(context.view)
    for each in known:
        told = d.side_text(context.boards, context.view, each)
        if text and d.normalize(text) in (d.normalize(each), d.normalize(told.partition(",")[0])):
            return told
    raise Unknown(catalogue().say("look.sides", sides=known))


def board(context: InspectionContext, text: str) -> str:
    if not text:
        return "\n\n".join(
            d.board_text(each, context.view) for each in _in_use(context) if each.id in context.view.boards
        )
    named = [
        each for each in context.boards if d.normalize(text) in (d.normalize(each.id), d.normalize(each.title))
    ]
    return "\n\n".join(d.board_text(each, context.view) for each in named) or space(context, text)


def panel(context: InspectionContext, text: str) -> str:
    return d.panel_text(d.find_panel(context.view.panels, text))


def panels(context: InspectionContext, text: str) -> str:
    if text:
        return panel(context, text)
    return catalogue().say("look.panels", panels=[each.title for each in context.view.panels])


def layers(context: InspectionContext, text: str) -> str:
    """Return the titles of all layers, or the text of one."""
    found = context.layers()
    if text:
        return d.layer_text(context.boards, d.find_layer(found, text))
    if not found:
        return catalogue().say("look.no-layers")
    return catalogue().say("look.layers", layers=[each.title for each in found])


def journal(context: InspectionContext, text: str) -> str:
    count = int(text) if text.isdecimal() else 12
    lines = context.journal()[-count:] if count else []
    return "\n".join(told for line in lines for told in line_texts(line)) or catalogue().say("look.no-journal")


def tally(context: InspectionContext, text: str) -> str:
    rolled = [line for line in context.journal() if line.tally]
    return "\n".join(line_texts(rolled[-1])) if rolled else catalogue().say("look.no-tally")


def line_texts(line: JournalLine) -> list[str]:
    """Return a line of the journal, followed by its tally."""
    key = "look.entry-with-clauses" if line.clauses else "look.entry"
    text = catalogue().say(key, text=line.text, clauses=list(line.clauses))
    if line.private:
        text = catalogue().say("look.private", text=text)
    return [text, *[catalogue().say("look.tally", line=each) for each in line.tally]]


def clause(context: InspectionContext, text: str) -> str:
    found = context.game.clauses.get(text) or context.game.clauses.get(text.upper())
    if found is None:
        raise Unknown(catalogue().say("look.no-clause", text=text))
    return catalogue().say("look.clause", clause=found.id, gist=found.gist)


def situation(context: InspectionContext, text: str = "") -> str:
    return d.situation_text(context.view)


def help_text(context: InspectionContext, text: str) -> str:
    choice = next((each for each in context.view.choices if each.on == "space"), None)
    example = f"{choice.verb} {choice.operand}" if choice else "verb place"
    if choice:
        named = [s for each in _in_use(context) for s in each.spaces if s.operand == choice.operand]
        example = f"{choice.verb} {named[0].name}" if named else example
    titles = ", ".join(each.title for each in context.view.panels)
    return catalogue().say("help.text", example=example, panels=titles).strip("\n")


# Why?


def why(context: InspectionContext, text: str) -> str:
    """Return why a decision is due, which clause allows a choice, or why an action is illegal."""
    if not text:
        return "\n".join([d.prompt_text(context.view), *_gist(context, context.view.clause)])
    if text.isdecimal() and 1 <= int(text) <= len(context.view.choices):
        chosen = context.view.choices[int(text) - 1]
        return "\n".join([catalogue().say("look.may", text=chosen.text), *_gist(context, context.view.clause)])
    if text.isdecimal() and context.view.choices and not _is_place(context, text):
        raise Unknown(catalogue().say("play.no-choice", text=text, count=len(context.view.choices)))
    action = action_of(context, text)
    if action is not None:
        return _reason(context, context.explain(action), text)
    return _why_there(context, text)


def _is_place(context: InspectionContext, text: str) -> bool:
    """Return whether a number is the id of a space, such as a hex."""
    return any(found.id == text for each in context.boards for found in each.spaces)


def _gist(context: InspectionContext, name: str) -> list[str]:
    return [clause(context, name)] if name in context.game.clauses else []


def _reason(context: InspectionContext, refusal: Refusal | None, text: str) -> str:
    if refusal is None:
        return catalogue().say("look.may", text=text)
    if refusal.clause not in context.game.clauses:
        return catalogue().say("look.may-not", reason=refusal.reason)
    gist = context.game.clauses[refusal.clause].gist
    return catalogue().say("look.may-not-by", reason=refusal.reason, clause=refusal.clause, gist=gist)


def _why_there(context: InspectionContext, text: str) -> str:
    """Return the result for every verb that applies to a space or piece."""
    tried: list[Action] = []
    place = None
    try:
        place = d.find_space(_in_use(context), text)[1]
        tried += [(verb, place.operand) for verb, kind in context.view.verbs.items() if kind == "space"]
    except Unknown:
        with suppress(Unknown):
            tried += _piece_actions(context, d.find_piece(context.view.pieces, text).operand)
        if not tried and context.view.choices:
            return _reason(context, context.explain((text.partition(" ")[0], 0)), text)
    for piece in context.view.pieces:
        if place is not None and piece.space == place.id and piece.operand >= 0:
            tried += _piece_actions(context, piece.operand)
    lines = []
    for action in tried:
        name = f"{action[0]} {_operand_name(context, action)}"
        lines.append(
            catalogue().say("look.verb", verb=name, reason=_reason(context, context.explain(action), name))
        )
    return "\n".join(lines) or catalogue().say("look.nothing-there", text=text)


def _piece_actions(context: InspectionContext, operand: int) -> list[Action]:
    return [(verb, operand) for verb, kind in context.view.verbs.items() if kind == "piece"]


def _operand_name(context: InspectionContext, action: Action) -> str:
    verb, operand = action
    if context.view.verbs.get(verb) == "piece":
        return next(piece.text for piece in context.view.pieces if piece.operand == operand)
    return next(s.name for each in _in_use(context) for s in each.spaces if s.operand == operand)


def action_of(context: InspectionContext, text: str) -> Action | None:
    """Return the action named by a verb and its object; None if the first word is not a verb.

    Raises Unknown if there is no such object.
    """
    verb, _, rest = text.strip().partition(" ")
    kind = context.view.verbs.get(verb)
    if kind is None:
        return None
    rest = rest.strip()
    if kind == "space":
        return verb, d.find_space(_in_use(context), rest)[1].operand
    if kind == "piece":
        offered = {choice.operand for choice in context.view.choices if choice.verb == verb}
        with suppress(Unknown):
            return verb, d.find_piece(
                [piece for piece in context.view.pieces if piece.operand in offered], rest
            ).operand
        return verb, d.find_piece(context.view.pieces, rest).operand
    buttons = [choice for choice in context.view.choices if choice.verb == verb]
    if not rest and len(buttons) == 1:
        return verb, buttons[0].operand
    try:
        return verb, int(rest or "0")
    except ValueError:
        raise PalatineError(catalogue().say("play.unknown", text=text)) from None


def shortcut_to(context: InspectionContext, text: str) -> Shortcut | None:
    """Return the shortcut for `to PLACE`; None if the text has another form.

    Raises Unknown if no shortcut leads to the place.
    """
    command, _, rest = text.strip().partition(" ")
    shortcuts = [shortcut for shortcut in context.view.shortcuts if shortcut.space >= 0]
    if command.casefold() != "to" or not rest or not shortcuts:
        return None
    place = d.find_space(_in_use(context), rest)[1]
    for shortcut in shortcuts:
        if shortcut.space == place.operand:
            return shortcut
    raise Unknown(catalogue().say("look.no-shortcut", text=d.space_name(place)))


COMMANDS: dict[str, Callable[[InspectionContext, str], str]] = {
    "hex": space, "space": space, "look": space, "stack": stack, "side": side, "board": board, "panels": panels,
    "layers": layers, "layer": layers,
    "journal": journal, "tally": tally, "why": why, "clause": clause, "help": help_text, "?": help_text,
    "situation": situation,
}  # fmt: skip
