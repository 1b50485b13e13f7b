"""The laws of seeing: views, secrets, texts, the journal. Each yields complaints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from palatine.core import Board, Entry, Piece, View, ViewCache, with_known_spaces
from palatine.core import text as d
from palatine.core.text import listed_shortcuts
from palatine.testing.sample import Law, Sample, difference, random_continuation, random_decision

SAMPLED_DECISIONS = 30
"""Number of decisions played in a sampled state."""
MAX_SHORTCUTS = 6
"""Number of shortcuts tried among those that no list shows."""


def views_are_sound(sample: Sample) -> Iterator[str]:
    """Check that views can be drawn and sent: their ids exist, and encoding preserves them."""
    for seat in sample.readers:
        view = sample.view(seat)
        if view.seat != seat or view.game != sample.game.name or view.asked != sample.actors:
            yield f"the view of {seat} is headed {view.game}, {view.seat}, asked {view.asked}"
        wire = msgspec.json.encode(view)
        if msgspec.json.encode(msgspec.json.decode(wire, type=View)) != wire:
            yield f"the view of {seat} does not survive the wire"
        texts = {"heading": view.heading, "prompt": view.prompt}
        yield from [f"the {name} of {seat}'s view is empty" for name, text in texts.items() if not text.strip()]
        if view.clause and view.clause not in sample.game.clauses:
            yield f"the view of {seat} names {view.clause!r}, which is not a clause"
        yield from _pieces(sample, view)
        yield from _spaces(sample, view)
        yield from _panels(view)
        if bool(sample.actors) == (view.outcome is not None):
            yield f"the outcome in the view of {seat} is {view.outcome}, and {sample.actors} are asked"


def _pieces(sample: Sample, view: View) -> Iterator[str]:
    ids = [piece.id for piece in view.pieces]
    if len(set(ids)) != len(ids):
        yield f"two pieces share an id: {next(each for each in ids if ids.count(each) > 1)}"
    spaces = {board.id: {space.id for space in board.spaces} for board in sample.boards.values()}
    counters = {name for board in sample.boards.values() for name in board.counters}
    styles = {name for board in sample.boards.values() for name in board.styles}
    for piece in view.pieces:
        if piece.space not in spaces.get(piece.board, ()):
            yield f"the piece {piece.id} lies in {piece.space!r} of board {piece.board!r}, which there is not"
        if piece.face and piece.face not in counters:
            yield f"the piece {piece.id} has the face {piece.face!r}, which no board draws"
        if piece.style and piece.style not in styles:
            yield f"the piece {piece.id} has the style {piece.style!r}, which no board has"
        yield from _piece_text(piece)


def _piece_text(piece: Piece) -> Iterator[str]:
    if not piece.text.strip():
        yield f"the piece {piece.id} ({piece.face or 'a back'}) has no text"
    if not piece.face and piece.operand >= 0:
        yield f"the back {piece.id} tells its number, {piece.operand}"


def _spaces(sample: Sample, view: View) -> Iterator[str]:
    known = {space.id for board in sample.boards.values() for space in board.spaces}
    for what, names in (("focus", view.focus), ("marks", tuple(view.marks)), ("seen", tuple(view.seen))):
        yield from [f"the {what} is on {name!r}, which is not a space" for name in names if name not in known]
    styles = {name for board in sample.boards.values() for name in board.styles}
    for name, seen in view.seen.items():
        unknown = [key for key in (*seen.ground, *[line.style for line in seen.lines]) if key not in styles]
        if unknown:
            yield f"what is seen of {name} is drawn in {unknown}, styles that no board has"
    missing = [name for name in view.boards if name not in sample.boards]
    if missing or not view.boards:
        yield f"the boards in use are {view.boards}, of {tuple(sample.boards)}"


def _panels(view: View) -> Iterator[str]:
    ids = [panel.id for panel in view.panels]
    if len(set(ids)) != len(ids):
        yield f"two panels share an id: {ids}"
    for panel in view.panels:
        if not panel.title.strip() or not all(row.label.strip() for row in panel.rows):
            yield f"the panel {panel.id} has an empty title or label"


def choices_are_the_actions(sample: Sample) -> Iterator[str]:
    """Check that choices are the seat's actions, each with a unique text and something to click."""
    for seat in sample.readers:
        view = sample.view(seat)
        offered = [(choice.verb, choice.operand) for choice in view.choices]
        legal = sample.game.actions(sample.state, seat) if seat is not None else []
        if sorted(offered) != sorted(legal):
            odd = set(offered) ^ set(legal)
            yield f"the choices of {seat} are not its actions: {sorted(odd)[:3] or 'one is there twice'}"
            continue
        texts = [sample.game.action_text(sample.state, action) for action in legal]
        for name, words in (("action", texts), ("choice", [choice.text for choice in view.choices])):
            if not all(text.strip() for text in words):
                yield f"an {name} of {seat} has no text"
            if len(set(words)) != len(words):
                yield f"two {name}s of {seat} have one text: {next(t for t in words if words.count(t) > 1)!r}"
        yield from _clickable(sample, view)
        yield from _plans(sample, seat, view)


def _clickable(sample: Sample, view: View) -> Iterator[str]:
    pieces = {piece.operand for piece in view.pieces if piece.operand >= 0}
    spaces = {
        space.operand for name in view.boards if name in sample.boards for space in sample.boards[name].spaces
    }
    for choice in view.choices:
        if choice.on not in ("piece", "space", "button"):
            yield f"the choice {choice.verb} is clicked on a {choice.on!r}"
        if choice.on == "piece" and choice.operand not in pieces:
            yield f"there is no piece {choice.operand} to click for {choice.text!r}"
        if choice.on == "space" and choice.operand not in spaces:
            yield f"there is no space {choice.operand} to click for {choice.text!r}"
        if choice.verb not in view.verbs:
            yield f"the verb {choice.verb!r} is not among the view's verbs"


def _plans(sample: Sample, seat: str | None, view: View) -> Iterator[str]:
    spaces = {
        space.operand for name in view.boards if name in sample.boards for space in sample.boards[name].spaces
    }
    unlisted = [shortcut for shortcut in view.shortcuts if not shortcut.is_listed]
    if lost := [
        shortcut
        for shortcut in view.shortcuts
        if shortcut.space not in ({-1} if shortcut.is_listed else set()) | spaces
    ]:
        yield f"there is no space to click for the shortcut {lost[0].text!r}"
    for shortcut in [*listed_shortcuts(view), *sample.random.sample(unlisted, min(MAX_SHORTCUTS, len(unlisted)))]:
        if seat is None or not shortcut.text.strip() or not shortcut.actions:
            yield f"an empty shortcut, or one for a spectator: {shortcut}"
            continue
        s = sample.state
        for at, action in enumerate(shortcut.actions):
            if refusal := sample.game.explain(s, seat, action):
                if at == 0:
                    yield f"the shortcut {shortcut.text!r} begins with {action}, refused: {refusal.reason}"
                break
            s = sample.game.play(s, seat, action)


def views_without_shortcuts_are_the_views(sample: Sample) -> Iterator[str]:
    """Check that views without shortcuts omit only unlisted ones, and give their spaces."""
    for seat in sample.readers:
        whole, other = sample.view(seat), sample.game.view_without_shortcuts(sample.state, seat)
        left = [each for each in whole.shortcuts if each not in other.shortcuts]
        texts = [each.text for each in left]
        if found := difference(
            whole, msgspec.structs.replace(other, shortcuts=whole.shortcuts, shortcut_spaces=())
        ):
            yield f"the view of {seat} without shortcuts is another: {found}"
        if sorted([each.space for each in left]) != [*other.shortcut_spaces]:
            yield f"the view of {seat} without shortcuts leaves out {texts} and has {other.shortcut_spaces}"
        if any([p.is_listed or len(p.actions) < 2 or whole.verbs[p.actions[-1][0]] != "space" for p in left]):
            yield f"the view of {seat} without shortcuts leaves out others: {texts}"


def secrets_are_kept(sample: Sample) -> Iterator[str]:
    """Check that a seat's view, and a spectator's, are the same in a state sampled for the seat."""
    public = sample.view(None)
    for seat in sample.readers:
        other = sample.game.determinize(sample.state, seat, sample.random.randbytes(8))
        if found := difference(sample.view(seat), sample.game.view(other, seat)):
            yield f"the view of {seat} differs in a sampled state: {found}"
        if found := difference(public, sample.game.view(other, None)):
            yield f"a spectator's view differs in a sampled state for {seat}: {found}"
        if found := difference(sample.game.layers(sample.state, seat), sample.game.layers(other, seat)):
            yield f"the layers of {seat} differ in a sampled state: {found}"
        if other.dice.key == sample.state.dice.key:
            yield f"a sampled state for {seat} has the true dice"
        sample.counts["deals"] += 1
        other.dice = sample.state.dice.copy()
        sample.counts["deals that changed nothing"] += other == sample.state
        if seat is not None:
            yield from _same_answers(sample, seat, other)


def _same_answers(sample: Sample, seat: str, other: Any) -> Iterator[str]:
    if sample.game.actors(other) != sample.actors:
        asked = sample.game.actors(other)
        yield f"other seats are asked in a sampled state for {seat}: {asked}, not {sample.actors}"
        return
    if sample.game.actions(other, seat) != sample.game.actions(sample.state, seat):
        yield f"{seat} has other actions in a sampled state"
    for action in sample.probe_actions(6):
        if found := difference(
            sample.game.explain(sample.state, seat, action), sample.game.explain(other, seat, action)
        ):
            yield f"why not {action}? tells {seat} a secret: {found}"


def dealt_states_play_on(sample: Sample) -> Iterator[str]:
    """Check that a sampled state saves, loads, plays, and is the same for the same seed.

    In games of secret orders, where play means whole turns, only one seat's sample is played.
    """
    played = [sample.random.choice(sample.readers)] if sample.game.orders else sample.readers
    for seat in sample.readers:
        seed = sample.random.randbytes(8)
        other = sample.game.determinize(sample.state, seat, seed)
        if other != sample.game.determinize(sample.state, seat, seed):
            yield f"one seed deals two states for {seat}"
        if sample.game.decode(sample.game.encode(other)) != other:
            yield f"a sampled state for {seat} does not save"
        if seat in played:
            random_continuation(sample.game, other, sample.random.random(), SAMPLED_DECISIONS)


def layers_lie_on_boards(sample: Sample) -> Iterator[str]:
    """Check that layers have unique ids, and figures for spaces of their boards."""
    for seat in sample.readers:
        layers = sample.game.layers(sample.state, seat)
        ids = [layer.id for layer in layers]
        if len(set(ids)) != len(ids):
            yield f"two layers of {seat} have one id: {ids}"
        for layer in layers:
            board = sample.boards.get(layer.board)
            known = {space.id for space in board.spaces} if board else set()
            if strange := [space for space in layer.text if space not in known]:
                yield f"the layer {layer.id!r} of {seat} has figures for {strange[:3]}, not on {layer.board!r}"
            if not layer.title.strip() or not all([text.strip() for text in layer.text.values()]):
                yield f"the layer {layer.id!r} of {seat} has an empty text"
            if board and layer.style and layer.style not in board.styles:
                yield f"the layer {layer.id!r} of {seat} is in a style that {layer.board!r} does not have"


def keys_stay_inside(sample: Sample) -> Iterator[str]:
    """Check that no view contains the key of the dice."""
    key = sample.state.dice.key
    for seat in sample.readers:
        sent = msgspec.json.encode(sample.view(seat))
        if key.hex().encode() in sent or msgspec.json.encode(key).strip(b'"') in sent:
            yield f"the view of {seat} holds the key of the dice"


def journal_entries_have_prose(sample: Sample) -> Iterator[str]:
    """Check that journal entries have prose, existing readers and existing clauses."""
    if not sample.actors:
        return
    seat, action = random_decision(sample.game, sample.state, sample.random)
    s = sample.state.copy()
    s.journal = []
    sample.game.take(s, seat, action)
    for entry in s.journal:
        yield from entry_complaints(sample, entry)


def entry_complaints(sample: Sample, entry: Entry) -> Iterator[str]:
    """Yield what is wrong with a journal entry."""
    name = f"the journal entry {entry.kind!r}"
    if not sample.game.prose(entry).strip():
        yield f"{name} has no prose"
    if entry.readers is not None and not set(entry.readers) <= set(range(len(sample.state.seats))):
        yield f"{name} is for the seats {entry.readers}"
    parts = entry.tally.parts if entry.tally is not None else []
    named = (*entry.clauses, *[part.clause for part in parts])
    missing = [clause for clause in named if clause not in sample.game.clauses]
    if missing:
        yield f"{name} rests on {missing[0]!r}, which is not a clause"
    if not all(line.strip() for line in sample.game.tally_lines(entry)):
        yield f"{name} has an empty line in its tally"
    again = msgspec.json.decode(msgspec.json.encode(entry), type=Entry)
    if sample.game.prose(again) != sample.game.prose(entry):
        yield f"{name} reads otherwise once it has been saved"


# Texts contain exactly what the view contains

MANY_SPACES, FEW_SPACES = 30, 3
"""Number of spaces of each board to check: at one position in ten, and at the others."""


def texts_show_the_view(sample: Sample) -> Iterator[str]:
    """Check that texts of boards, spaces, sides, panels and choices agree with the view.

    The texts of sides are long and are checked for one random reader only.
    """
    asking = sample.random.choice(sample.readers)
    for seat in sample.readers:
        view = sample.view(seat)
        sides = _sides(sample, view) if seat == asking else ()
        for complaint in (*_boards(sample, view), *sides, *_situation_lines(view), *_panel_texts(view)):
            yield f"the text for {seat} {complaint}"


def _boards(sample: Sample, view: View) -> Iterator[str]:
    most = MANY_SPACES if sample.random.random() < 0.1 else FEW_SPACES
    for board in sample.boards.values():
        wanted = _expected_lines(board, view)
        if found := difference(wanted, _parse_pieces(board, view, d.board_text(board, view))):
            yield f"tells other pieces on {board.id} than the view: {found}"
        for space in sample.random.sample(board.spaces, min(most, len(board.spaces))):
            lines = [line for line in d.space_text(board, view, space).splitlines() if line.startswith("- ")]
            if Counter(lines) != Counter(wanted.get(space.id, [])):
                yield f"tells of {space.id} {lines}, not {wanted.get(space.id, [])}"


def _expected_lines(board: Board, view: View) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for piece in view.pieces:
        if piece.board == board.id:
            found.setdefault(piece.space, []).append(d.piece_text(piece))
    return found


def _parse_pieces(board: Board, view: View, text: str) -> dict[str, list[str]]:
    """Parse a board's text: return the lines of pieces under each space's name."""
    named = {piece.space for piece in view.pieces if piece.board == board.id} | set(view.marks) | set(view.seen)
    names = {d.space_name(space): space.id for space in with_known_spaces(board, view).spaces if space.id in named}
    found: dict[str, list[str]] = {}
    here = ""
    for line in text.splitlines()[1:]:
        if line in names:
            here = names[line]
        elif line.startswith("- "):
            found.setdefault(here, []).append(line)
    return found


def _sides(sample: Sample, view: View) -> Iterator[str]:
    told = [d.side_text(sample.boards.values(), view, side) for side in d.sides(view)]
    lines = Counter(line for text in told for line in text.splitlines() if line.startswith("- "))
    wanted = Counter(d.piece_text(piece) for piece in view.pieces if piece.style)
    if lines != wanted:
        yield f"tells other pieces of the sides than the view: {sorted((lines - wanted) + (wanted - lines))[:3]}"


def _situation_lines(view: View) -> Iterator[str]:
    lines = d.situation_text(view).splitlines()
    listed = d.listed_shortcuts(view)
    wanted = 2 + len(view.choices) + len(listed) + (len(listed) < len(view.shortcuts))
    if lines[0] != view.heading or len(lines) != wanted:
        yield f"has {len(lines)} lines for {len(view.choices)} choices and {len(listed)} shortcuts"
        return
    for number, choice in enumerate(view.choices, 1):
        if not lines[number + 1].startswith(f"{number}. {choice.text}") or choice.cost not in lines[number + 1]:
            yield f"tells choice {number} as {lines[number + 1]!r}"
            return


def _panel_texts(view: View) -> Iterator[str]:
    for panel in view.panels:
        rows = d.panel_text(panel).splitlines()
        if rows[0] != panel.title or len(rows) != 1 + max(1, len(panel.rows)):
            yield f"tells the panel {panel.id} in {len(rows)} lines"
        elif not all(
            row.label in line and row.value in line for row, line in zip(panel.rows, rows[1:], strict=False)
        ):
            yield f"leaves out something of the panel {panel.id}"


# Cached views are equal to uncached ones

COMPARED_DECISIONS, CHANGED_FIELDS = 3, 6
"""Number of decisions played, and of fields changed, to compare cached views."""


def memory_changes_nothing(sample: Sample) -> Iterator[str]:
    """Check that views with a cache are equal to those without it.

    The positions are those that follow, this one again after them, sampled states, and this one with single fields
    replaced by those of another.
    """
    random = Random(sample.bytes)
    memory, seats = ViewCache(), (random.choice(sample.state.seats), None)
    line = [sample.state]
    while len(line) <= COMPARED_DECISIONS and sample.game.actors(line[-1]) and not sample.game.orders:
        line.append(sample.game.play(line[-1], *random_decision(sample.game, line[-1], random)))
    deals = [sample.game.determinize(sample.state, seat, random.randbytes(8)) for seat in seats]
    for state in (*line, sample.state, *deals, sample.state):
        for seat in seats:
            if found := difference(sample.game.view(state, seat), memory.view(sample.game.view, state, seat)):
                yield f"with the memory of other positions the view of {seat} is another: {found}"
    names = sample.state.__struct_fields__
    for name in random.sample(names, min(CHANGED_FIELDS, len(names))):
        for seat in seats:
            yield from _with_one_changed(sample, memory, seat, name, random.choice((line[-1], *deals)))


def _with_one_changed(sample: Sample, memory: ViewCache, seat: str | None, name: str, other: Any) -> Iterator[str]:
    """Check that the cache notices a change of one field, unless the result is invalid."""
    memory.view(sample.game.view, sample.state, seat)
    changed = sample.state.copy()
    setattr(changed, name, getattr(other, name))
    try:
        plain = sample.game.view(changed, seat)
    except Exception:  # Any exception means that the position is invalid.
        return
    if found := difference(plain, memory.view(sample.game.view, changed, seat)):
        yield f"a change of {name!r} alone is not noticed in the view of {seat}: {found}"


VIEW_LAWS: tuple[Law, ...] = (
    views_are_sound, choices_are_the_actions, views_without_shortcuts_are_the_views, secrets_are_kept,
    dealt_states_play_on, layers_lie_on_boards, keys_stay_inside, journal_entries_have_prose,
)  # fmt: skip
OF_VIEWS: tuple[Law, ...] = (texts_show_the_view, memory_changes_nothing)
"""Laws for games of both kinds."""
