"""The captain's advice: a sheet with a reason for each line, and attacks it decided against."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import msgspec

from palatine.core import Catalogue, Game, Suggestion
from palatine.core.game import REFEREE
from palatine.core.guidance.advice import Advice, AdviceReason, Alternative
from palatine.core.messages import capitalize
from palatine.games.lord_and_master import secrecy
from palatine.games.lord_and_master.bot.outlook import Outlook
from palatine.games.lord_and_master.bot.parameters import USUAL, CaptainParameters
from palatine.games.lord_and_master.bot.plan import Plan
from palatine.games.lord_and_master.components import pieces, tables, world
from palatine.games.lord_and_master.components.places import is_square
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.orders.writing import write, write_order
from palatine.games.lord_and_master.preview.battles import DEAL, Fight
from palatine.games.lord_and_master.rules.common.march import loaded
from palatine.games.lord_and_master.rules.common.naming import owner_name, place_name
from palatine.games.lord_and_master.rules.common.neutrals import hostile_at
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.common.unit_groups import grouped, place_ref
from palatine.games.lord_and_master.sheet_help.check import Rehearsal, Rehearsed
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON, State

RASH = 0.75
"""Attacks with a smaller chance of winning are listed as not recommended."""
"""Odds for actions that need no roll."""
EarlierPosition = tuple[State, Mapping[int, int]]
"""The position when a turn began, and the holders by place at a later moment."""
Reason = Callable[["RehearsedLine", Any], AdviceReason | None]


class RehearsedLine:
    """A line of the captain's sheet and its result in a rehearsal."""

    def __init__(
        self, words: Catalogue, before: EarlierPosition, s: State, me: int, gone: Rehearsed, fights: list[Fight]
    ) -> None:
        self.words, self.s, self.me, self.gone, self.fights = words, s, me, gone, fights
        self.known, self.held = before
        """The position when the turn began, and holders by place before this line."""
        self.battles = 1
        """The number of battles of the whole sheet."""
        self.notes = dict(gone.notes)
        self.name = str(getattr(gone.order, "name", ""))

    def because(self, key: str, clause: str, weight: float, **facts: Any) -> AdviceReason:
        """Return a reason with the message `reason.<key>`."""
        return AdviceReason(capitalize(self.words.say(f"reason.{key}", name=self.name, **facts)), clause, weight)

    def was_own(self, place: int) -> bool:
        """Return whether the nation or an ally of it held a place before this line."""
        return self.s.is_friend(self.me, self.held.get(place, NEUTRAL))

    def taken(self) -> list[int]:
        """Return the places on the line's way that it takes."""
        s = self.s
        way = self.gone.ways[-1] if self.gone.ways else ()
        return [place for place in way if s.is_friend(self.me, s.holder(place)) and not self.was_own(place)]

    def place_named(self, at: o.PlaceRef) -> str:
        """Return the name of the place of a reference."""
        return place_name(self.s, Turn(self.s, is_rehearsal=True).place(at, 0))

    def end(self) -> int:
        """Return the final place of those the line sends; 0 if none move."""
        return self.gone.ways[-1][-1] if self.gone.ways else 0


def advise(
    game: Game[Any], sheet: sheets.Sheet, state: State, seat: str, parameters: CaptainParameters = USUAL
) -> Advice:
    """Return the captain's plan and sheet with their reasons, using only what the seat knows.

    Chances are those that the preview of the sheet shows.
    """
    words = game.words
    if seat == REFEREE:
        return Advice(words.say("reason.referee"), bot="captain", kind="sheet")
    if state.turn == 0:
        return _founding(words, sheet)
    known = secrecy.determinize(state, seat, DEAL)
    me = known.seats.index(seat)
    lines = list(_lines(words, known, seat, sheet))
    for line in lines:
        line.battles = sum([len(each.fights) for each in lines])
    reasons = sorted([each for line in lines if (each := _reason(line)) is not None], key=lambda each: -each.weight)
    names = [line.name for line in lines if isinstance(line.gone.order, o.Character)]
    text = words.say("reason.sheet", names=names) if names else words.say("reason.nothing")
    plan = Plan(words, Outlook(known, me, parameters))
    return Advice(
        f"{plan.text()} {text}",
        sheet=write(sheet),
        reasons=(plan.reason(), *reasons),
        alternatives=(
            *plan.rejected(),
            *_risky_attack(words, known, me, {fight.place for line in lines for fight in line.fights}),
        ),
        bot="captain",
        kind="sheet",
    )


def _founding(words: Catalogue, sheet: sheets.Sheet) -> Advice:
    """Return the nation that the captain would found, with the traits it takes."""
    name = next((each.text for each in sheet.orders if isinstance(each, sheets.NationName)), "")
    gains = [key for each in sheet.orders if isinstance(each, sheets.Advantages) for key in each.keys]
    pains = [key for each in sheet.orders if isinstance(each, sheets.Disadvantages) for key in each.keys]
    found = [(tables.ADVANTAGES[key], "gain") for key in gains]
    paid = [(tables.DISADVANTAGES[key], "price") for key in pains]
    because = [
        AdviceReason(words.say(f"reason.{what}-taken", trait=trait.name, text=trait.text), trait.clause)
        for trait, what in (*found, *paid)
    ]
    text = words.say("reason.founding", nation=name)
    return Advice(text, sheet=write(sheet), reasons=tuple(because), bot="captain", kind="sheet")


def _lines(words: Catalogue, known: State, seat: str, sheet: sheets.Sheet) -> Iterator[RehearsedLine]:
    rehearsal = Rehearsal(known, seat, sheet)
    me = known.seats.index(seat)
    for number, order in rehearsal.lines:
        fights: list[Fight] = []
        rehearsal.t.watch = lambda b, fights=fights: fights.append(Fight(b))
        held = dict(rehearsal.t.s.holders)
        gone = rehearsal.carry_out(number, order)
        yield RehearsedLine(words, (known, held), rehearsal.t.s.copy(), me, gone, fights)


def _reason(line: RehearsedLine) -> AdviceReason | None:
    order = line.gone.order
    act = order.action if isinstance(order, o.Character) else order
    tell = REASONS.get(type(act))
    return tell(line, act) if tell is not None else line.because("other", "", 0.1, order=write_order(order).strip())


# The reasons


def _lead_reason(line: RehearsedLine, act: o.Lead) -> AdviceReason | None:
    s = line.s
    if line.fights:
        fight = line.fights[0]
        share = round(100 * fight.fought(line.battles).won.probability)
        (attack, _), (_, defence) = fight.figures
        place = place_name(s, fight.place)
        return line.because("attack", "LM-BAT-25", 1.0, place=place, attack=attack, defence=defence, share=share)
    end = line.end()
    if any(isinstance(step, o.Siege) for step in act.steps):
        return line.because("siege", "LM-FC-10", 0.6)
    if (end and any(isinstance(step, o.Take) for step in act.steps[1:])) or isinstance(act.steps[0], o.Go):
        return line.because("gather", "LM-B-17", 0.4, place=place_name(s, end))
    if not end:
        return None
    if taken := line.taken():
        return line.because("march", "LM-NEU-19", 0.5, places=[place_name(s, place) for place in taken])
    is_old = s.is_friend(line.me, line.known.holder(end)) or not line.was_own(end)
    return line.because("advance" if is_old else "follow", "LM-B-17", 0.4, place=place_name(s, end))


def _move(line: RehearsedLine, act: o.Move) -> AdviceReason:
    s, place = line.s, line.end()
    if s.is_friend(line.me, s.holder(place)) and Outlook(line.known, line.me).is_near_elimination:
        return line.because("shelter", "LM-IPR-11", 0.8, place=place_name(s, place))
    key = "walk" if line.known.holder(place) == NEUTRAL else "on-the-way"
    return line.because(key, "LM-NEU-08", 0.3, place=place_name(s, place))


def _odds(line: RehearsedLine) -> Any:
    """Return the chance of a line; None if the rehearsal did not get to its roll."""
    return line.notes["chance"]["odds"] if "chance" in line.notes else None


def _recruit(line: RehearsedLine, act: o.Recruit) -> AdviceReason:
    odds = _odds(line)
    return line.because("recruit" if odds else "recruit-too", "LM-A-07", 0.4, odds=odds)


def _diplomacy(line: RehearsedLine, act: o.Diplomacy) -> AdviceReason | None:
    key, odds = "bribe" if act.bribe else "diplomacy", _odds(line)
    if odds is None:
        return None
    return line.because(key, "LM-NEU-09", 0.8, place=_place_of(line), gold=act.bribe, odds=odds)


def _murder(line: RehearsedLine, act: o.Assassinate) -> AdviceReason | None:
    odds = _odds(line)
    if odds is None:
        return None
    victim = line.known.people[line.known.person_named(act.victim)]
    nation = owner_name(line.s, victim.owner)
    return line.because("murder", "LM-E-16", 0.9, victim=victim.name, seat=nation, odds=odds)


def _place_of(line: RehearsedLine) -> str:
    who = line.s.person_named(line.name, line.me)
    return place_name(line.s, line.s.people[who].place) if who in line.s.people else ""


def _tax(line: RehearsedLine, act: o.Tax) -> AdviceReason:
    gold = line.notes.get("gold", {}).get("amount", 0)
    return line.because("tax", "LM-A-11", 0.2, place=_place_of(line), gold=gold)


def _equip(line: RehearsedLine, act: o.Equip) -> AdviceReason:
    place = line.place_named(act.at)
    gold = act.count * pieces.price(pieces.TROOPS[act.into].kind)
    return line.because("equip", "LM-B-06", 0.3, count=act.count, code=act.into, place=place, gold=gold)


def _raise(line: RehearsedLine, act: o.Raise) -> AdviceReason:
    return line.because("raise", "LM-B-01", 0.3, code=act.code, place=_place_of(line))


def _truce(line: RehearsedLine, act: o.Truce) -> AdviceReason:
    seats = line.s.seats
    other = owner_name(line.s, seats.index(act.player)) if act.player in seats else act.player
    return line.because("truce", "LM-IPR-05", 0.2, seat=other, count=act.turns)


def _train(line: RehearsedLine, act: o.Train) -> AdviceReason:
    return line.because("train", "LM-B-11", 0.2, count=act.count + act.hurt, code=act.into)


def _heal(line: RehearsedLine, act: o.Heal) -> AdviceReason:
    return line.because("heal", "LM-D-01", 0.3, count=sum(each.count for each in act.units))


def _strike(line: RehearsedLine, act: o.Rain | o.Bolts) -> AdviceReason:
    key, clause = ("rain", "LM-C-01") if isinstance(act, o.Rain) else ("bolts", "LM-D-07")
    return line.because(key, clause, 0.6, place=line.place_named(act.at))


def _intervene(line: RehearsedLine, act: o.Intervene) -> AdviceReason:
    """Return the reason of a call; what it names depends on the god."""
    if act.units:
        return line.because("mars", "LM-DI-06", 0.6, count=sum(each.count for each in act.units))
    if act.player:
        seat = owner_name(line.s, line.s.seats.index(act.player))
        return line.because("odin", "LM-DI-11", 0.6, seat=seat)
    if act.at is not None:
        return line.because("feaster", "LM-DI-16", 0.6, place=line.place_named(act.at))
    return line.because("jupiter", "LM-DI-02", 0.6)


def _prisoner(line: RehearsedLine, act: o.Prisoner) -> AdviceReason:
    return line.because("kill", "LM-IPR-11", 0.9, victim=act.name)


REASONS: dict[type, Reason] = {
    o.Lead: _lead_reason,
    o.Move: _move,
    o.Assassinate: _murder,
    o.Recruit: _recruit,
    o.Diplomacy: _diplomacy,
    o.Tax: _tax,
    o.Equip: _equip,
    o.Raise: _raise,
    o.Truce: _truce,
    o.Train: _train,
    o.Heal: _heal,
    o.Rain: _strike,
    o.Bolts: _strike,
    o.Intervene: _intervene,
    o.Prisoner: _prisoner,
}


# Rejected attacks


def _risky_attack(words: Catalogue, known: State, me: int, attacked: Collection[int]) -> Iterator[Alternative]:
    """Yield the attack on a neighbour that the largest army could make, if it is too risky."""
    who = max(
        [n for n in known.roster(me) if known.people[n].captor is None],
        key=lambda n: (len(known.units_at(known.people[n].place, me)), known.people[n].level, -n),
        default=NO_PERSON,
    )
    if who == NO_PERSON or not is_square(known.people[who].place):
        return
    person = known.people[who]
    units = loaded(known, known.units_at(person.place, me), person.level)
    for square in world.NEIGHBOURS[person.place] if units else ():
        if square in attacked:
            continue
        order = o.Character(person.name, o.Lead((o.Take(grouped(known, units)), o.Go((place_ref(square),)))))
        share = _wins(known, known.seats[me], order, square)
        if share is not None and share < RASH:
            text = words.say("reason.left-alone", place=place_name(known, square))
            yield Alternative(text, words.say("reason.rash", share=round(100 * share)), "LM-BAT-25")
            return


def _wins(known: State, seat: str, order: o.Character, square: int) -> float | None:
    """Return the chance to win an attack on a square.

    Returns None if there is no enemy or the attack cannot be ordered.
    """
    rehearsal = Rehearsal(known, seat, sheets.Sheet((order,)))
    if not hostile_at(rehearsal.t, (known.seats.index(seat),), square):
        return None
    fights: list[Fight] = []
    rehearsal.t.watch = lambda b: fights.append(Fight(b))
    rehearsal.run()
    return fights[0].fought(4).won.probability if fights else None


# The captain's line among the suggestions


def captain_first(
    game: Game[Any], sheet: sheets.Sheet, state: State, seat: str, character: str | None, offered: list[Suggestion]
) -> list[Suggestion]:
    """Return the suggestions for a character, the captain's own choice first."""
    line = next((each for each in sheet.orders if isinstance(each, o.Character) and each.name == character), None)
    if line is None or state.turn == 0:
        return offered
    text = write_order(line)
    same = next((each for each in offered if each.text == text), None)
    heading = game.words.say("group.captain")
    if same is not None:
        first = msgspec.structs.replace(same, group=heading)
    else:
        known = secrecy.determinize(state, seat, DEAL)
        found = next(iter(_lines(game.words, known, seat, sheets.Sheet((line,)))))
        reason = _reason(found)
        if found.gone.dropped is not None or reason is None:
            return offered
        first = Suggestion(text, reason.text, group=heading)
    return [first, *[each for each in offered if each.text != text]]
