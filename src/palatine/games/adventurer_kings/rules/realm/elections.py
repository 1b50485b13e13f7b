"""The World Emperor: calls, votes, the end of the game (10.2, 10.4, 12.1)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.realm.finance import tax_base, tax_base_now, world_base
from palatine.games.adventurer_kings.rules.realm.offices import artifacts, candidates, prize_share, title_points
from palatine.games.adventurer_kings.rules.realm.valhalla import admit
from palatine.games.adventurer_kings.state import State

PER_POINT: Final = 5
"""Votes that a victory point adds in the greater game (12.1)."""


def elections(t: Turn) -> None:
    """A vote that is held, else the calls for the next (10.2)."""
    s = t.s
    if s.is_voting:
        s.is_voting = False
        s.last_vote = s.turn
        count_votes(t)
    else:
        hear_calls(t)
    if s.outcome is None and s.options.get("turns") and s.turn >= int(s.options["turns"]):
        close_game(t)


def influence(t: Turn, seat: int) -> float:
    """Tax base; in the greater game five more for each victory point of offices, titles and artifacts (12.1, A153)."""
    s = t.s
    found = float(tax_base_now(t, seat))
    if s.scenario in tables.GREATER:
        people = {n for n, _ in s.at_home(seat)}
        points = sum([titles.OFFICE_SHARE[office] for office, n in enumerate(s.holders) if n in people and office])
        found += PER_POINT * (points + title_points(s, people) + artifacts(s, seat))
    return found


def hear_calls(t: Turn) -> None:
    """Kings with enough of the world's tax base behind them call an election for the next turn (10.2)."""
    s = t.s
    callers = [seat for seat in range(len(s.kingdoms)) if has_called(t, seat)]
    needed = titles.share_to_call(s.turn) / 100 * world_base(t)
    called = bool(callers) and sum([influence(t, seat) for seat in callers]) > needed
    if called or (s.scenario in tables.GREATER and alignment_rules(t, needed)):
        announce(t)


def has_called(t: Turn, seat: int) -> bool:
    sheet = t.s.sheets[seat]
    return sheet is not None and any(isinstance(order, orders.CallElection) for order in sheet.orders)


def alignment_rules(t: Turn, needed: float) -> bool:
    """In the greater game an alignment that holds enough has a vote called for it (12.1, A154)."""
    s = t.s
    totals = [0.0] * len(tables.ALIGNMENTS)
    for seat, kingdom in enumerate(s.kingdoms):
        totals[kingdom.alignment] += influence(t, seat)
    return max(totals) > needed


def announce(t: Turn) -> None:
    s = t.s
    s.is_voting = True
    t.tell("election-called", "AK-10.2-01", range(len(s.kingdoms)))


def count_votes(t: Turn) -> None:
    """More than the needed share of the world's tax base makes an Emperor (10.2, A142, A145)."""
    s = t.s
    votes: dict[int, float] = {}
    for seat, sheet in enumerate(s.sheets):
        choice = (
            next((order.kingdom - 1 for order in sheet.orders if isinstance(order, orders.Vote)), -1)
            if sheet
            else -1
        )
        if 0 <= choice < len(s.kingdoms):
            votes[choice] = votes.get(choice, 0) + influence(t, seat)
    needed = titles.share_to_win(s.turn) / 100 * world_base(t)
    for seat, count in sorted(votes.items(), key=lambda pair: -pair[1]):
        t.tell("votes", "AK-10.2-02", range(len(s.kingdoms)), realm=seat, votes=round(count))
    if votes:
        winner = max(votes, key=lambda seat: (votes[seat], s.kingdoms[seat].gold, -seat))
        if votes[winner] > needed:
            crown_emperor(t, winner, "elected")
            return
    t.tell("no-emperor", "AK-10.2-03", range(len(s.kingdoms)))


def close_game(t: Turn) -> None:
    """The game is closed without an election: the greatest tax base rules, be it none at all; then gold (A148)."""
    s = t.s
    seats = range(len(s.kingdoms))
    crown_emperor(t, max(seats, key=lambda seat: (tax_base(s, seat), s.kingdoms[seat].gold, -seat)), "closed")


def crown_emperor(t: Turn, emperor: int, how: str) -> None:
    """The Emperor is made; the greatest Adventurer King is who has the greatest adjusted share (10.2)."""
    s = t.s
    holders = final_holders(t, emperor)
    shares = [prize_share(s, seat, emperor, holders) for seat in range(len(s.kingdoms))]
    best = max(shares)
    winners = tuple(s.seats[seat] for seat, share in enumerate(shares) if share == best and share > 0)
    t.tell("emperor", "AK-10.2-03", range(len(s.kingdoms)), king=emperor)
    admit(t, emperor, shares, holders)
    s.holders = holders
    s.finish(
        winners, how, "AK-10.2-05", emperor=s.people[s.kingdoms[emperor].king].name,
        shares=[round(share, 1) for share in shares], realms=[kingdom.name for kingdom in s.kingdoms],
    )  # fmt: skip


def ranking_keys(s: State) -> dict[str, float]:
    """What each King has of the prizes, once there is an Emperor; before, nothing (10.2)."""
    shares = s.outcome.data["shares"] if s.outcome is not None else [0.0] * len(s.seats)
    return dict(zip(s.seats, shares, strict=True))


def final_holders(t: Turn, emperor: int) -> list[int]:
    """Who holds each office at the end; the Emperor's is his who was elected."""
    s = t.s
    found = []
    for office in range(len(titles.OFFICES)):
        race = candidates(s, office)
        found.append(s.kingdoms[emperor].king if office == titles.EMPEROR else race[0][2] if race else 0)
    return found
