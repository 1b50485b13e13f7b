"""Making a match, and who sits where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from palatine import registry
from palatine.core import Game, Unknown, Unreadable
from palatine.table.archive import MatchRow, SeatRow
from palatine.table.bots import check_bot, go_on
from palatine.table.desk import Desk
from palatine.table.draft import Draft, now
from palatine.table.errors import Unsaved
from palatine.table.fairness import key_hash, new_id, new_key, new_seed
from palatine.table.session import Session
from palatine.table.shapes import Made
from palatine.table.wording import refused

NAME = 80
"""The longest name, title or number, in characters."""
ATTEMPTS = 20
"""How often a change that rests on no version is tried again when the match has moved on."""

Players = Mapping[str, Mapping[str, Any]]


def new_row(
    name: str,
    game: Game[Any],
    scenario: str,
    options: dict[str, Any],
    title: str,
    *,
    forced: bool = True,
    clock: dict[str, Any] | None = None,
    start: bytes | None = None,
    origin: dict[str, Any] | None = None,
) -> MatchRow:
    """A match that nobody has sat down to, with a seed of its own."""
    time = now()
    return MatchRow(
        id=new_id(),
        game=name,
        rules=game.rules,
        scenario=scenario,
        options=options,
        title=short(title) or game.title,
        seed=new_seed(),
        created=time,
        updated=time,
        forced=forced,
        clock=clock,
        start=start,
        origin=origin,
    )


def check_table(
    game: Game[Any], scenario: str | None, seats: Sequence[str] | None, options: Mapping[str, Any] | None
) -> tuple[str, tuple[str, ...], dict[str, Any]]:
    """The scenario's name, the seats and every option. Raises Unknown for what the game does not have."""
    chosen = game.scenario(scenario)
    state = game.setup(chosen.name, seats, b"preview", options)
    return chosen.name, state.seats, game.settle_options(options or {})


def found_match(desk: Desk, row: MatchRow, seats: Sequence[str], players: Players) -> Made:
    """Keep a new match with these players; it begins at once when no person has to sit down first."""
    game = registry.load(row.game)
    for seat in players:
        if seat not in seats:
            raise Unknown(f"This match has no seat {seat!r}; it has {', '.join(seats)}.")
    keys: dict[str, str] = {}
    places = []
    for seat in seats:
        place = _place(game, seat, players.get(seat, {}))
        if not place.bot:
            keys[seat] = new_key()
            place = SeatRow(
                seat, name=place.name, key=key_hash(keys[seat]), seated=place.seated, number=place.number
            )
        places.append(place)
    desk.archive.create(row, places)
    session = desk.open(row.id)
    if _all_sit(session.seats):
        _begin(desk, session)
    return Made(row.id, keys)


def _place(game: Game[Any], seat: str, player: Mapping[str, Any]) -> SeatRow:
    unknown = sorted(set(player) - {"kind", "name", "bot", "number"})
    if unknown:
        raise Unreadable(f"A player has a kind, a name, a bot or a number; {unknown[0]!r} says nothing.")
    kind = player.get("kind", "bot" if player.get("bot") else "person")
    if kind == "bot":
        name = str(player.get("bot") or registry.bots(game)[0])
        check_bot(game, name)
        return SeatRow(seat, bot=name, name=short(player.get("name")) or name)
    if kind != "person":
        raise Unreadable(f"The player of {seat} is a person or a bot, not {kind!r}.")
    number = player.get("number")
    return SeatRow(seat, name=short(player.get("name")), seated=number is not None, number=number_of(number))


def short(text: Any) -> str:
    """A name or title as it is kept: one line, at most `NAME` characters. Raises Unreadable if it is no text."""
    return one_line(text)[:NAME]


def number_of(text: Any) -> str:
    """A number for the dice as it is kept: any text in one line. Raises Unreadable if it is longer than `NAME`."""
    number = one_line(text)
    if len(number) > NAME:
        raise Unreadable(f"A number for the dice is a text of at most {NAME} characters.")
    return number


def one_line(text: Any) -> str:
    if text is None:
        return ""
    if not isinstance(text, str):
        raise Unreadable(f"A name, a title and a number for the dice are texts, not {text!r}.")
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _all_sit(seats: Sequence[SeatRow]) -> bool:
    return all(seat.seated or seat.bot for seat in seats)


def _begin(desk: Desk, session: Session) -> Session:
    draft = Draft(session)
    draft.begin()
    draft.play_forced()
    return go_on(desk, desk.write(draft) or desk.open(session.row.id))


def take_seat(desk: Desk, match: str, key: str, name: str | None, number: str | None) -> Session:
    """A person sits down, or changes his name; the match begins when he was the last.

    Who sits down after it has begun, where a bot has played so far, comes too late to add to the dice.
    """
    for session in _attempts(desk, match):
        place = session.place_of(key)
        row = session.seats[place]
        if session.row.status == "over":
            raise refused("over")
        said = short(name) or row.name or row.seat
        if row.seated and number is not None and number_of(number) != row.number:
            raise refused("seated")
        if row.seated and said == row.name:
            return session
        draft = Draft(session)
        if row.seated:
            draft.reseat(place, name=said)
            draft.tell("sit", row.seat, "rename", data={"name": said}, name=said)
        else:
            _sit_down(draft, place, said, number_of(number) if session.row.status == "open" else "")
        written = desk.write(draft)
        if written is not None:
            return go_on(desk, written)
    raise busy()


def _sit_down(draft: Draft, place: int, name: str, number: str) -> None:
    row = draft.seats[place]
    draft.reseat(place, name=name, number=number, seated=True, bot="")
    draft.tell("sit", row.seat, data={"name": name, "number": number}, name=name)
    if draft.row.status == "open" and _all_sit(draft.seats):
        draft.begin()
        draft.play_forced()


def hand_over(desk: Desk, match: str, key: str, bot: str) -> Session:
    """A bot plays a person's seat until he takes it back; also a seat that nobody has sat down at."""
    for session in _attempts(desk, match):
        check_bot(session.game, bot)
        place = session.place_of(key)
        row = session.seats[place]
        if session.row.status == "over":
            raise refused("over")
        if row.bot == bot:
            raise refused("is-lent", bot=bot, seat=row.seat)
        draft = Draft(session)
        draft.reseat(place, bot=bot)
        draft.tell("hand_over", row.seat, data={"bot": bot}, bot=bot)
        if session.row.status == "open" and _all_sit(draft.seats):
            draft.begin()
        if draft.scene is not None:
            draft.play_forced()
        written = desk.write(draft)
        if written is not None:
            return go_on(desk, written)
    raise busy()


def take_back(desk: Desk, match: str, key: str) -> Session:
    """A person plays again the seat he lent to a bot."""
    for session in _attempts(desk, match):
        place = session.place_of(key)
        row = session.seats[place]
        if session.row.status == "over":
            raise refused("over")
        if not row.bot:
            raise refused("not-lent", seat=row.seat)
        draft = Draft(session)
        draft.reseat(place, bot="", seated=row.seated or draft.scene is not None, name=row.name or row.seat)
        name = row.name or row.seat
        draft.tell("take_back", row.seat, data={"name": name}, name=name)
        if draft.scene is not None:
            draft.play_forced()
        written = desk.write(draft)
        if written is not None:
            return go_on(desk, written)
    raise busy()


def _attempts(desk: Desk, match: str) -> Iterator[Session]:
    return (desk.open(match) for _ in range(ATTEMPTS))


def busy() -> Unsaved:
    return Unsaved("The match is moving too fast to do this just now; nothing was changed.")
