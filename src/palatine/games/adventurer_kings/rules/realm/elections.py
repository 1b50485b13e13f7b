"""World Emperor: calls, votes, the end of the game (10.2, 10.4, 12.1)."""

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
"""Votes for each victory point in the greater game (12.1)."""


def elections(t: Turn) -> None:
    """Hold a vote that is due, or else collect the calls for the next (10.2)."""
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
    """Return a King's votes: the tax base (12.1, A153).

    In the greater game there are five more for each victory point of offices, titles and artifacts.
    """
    return float(tax_base_now(t, seat) + votes_for_points(t.s, seat))


def votes_for_points(s: State, seat: int) -> int:
    """Return a King's votes for victory points: none except in the greater game (12.1)."""
    if s.scenario not in tables.GREATER:
        return 0
    people = {n for n, _ in s.at_home(seat)}
    points = sum([titles.OFFICE_SHARE[office] for office, n in enumerate(s.holders) if n in people and office])
    return PER_POINT * (points + title_points(s, people) + artifacts(s, seat))


def missing_to_crown(turn: int, votes: float, world: float) -> float:
    """Return the percentage of the world's tax base that votes lack for the crown (10.2, 10.4)."""
    return max(0.0, titles.share_to_win(turn) - 100 * votes / max(1.0, world))


def hear_calls(t: Turn) -> None:
    """Announce an election for the next turn.

    The callers need enough of the world's tax base (10.2).
    """
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
    """Call a vote for an alignment that holds enough, in the greater game (12.1, A154)."""
    s = t.s
    totals = [0.0] * len(tables.ALIGNMENTS)
    for seat, kingdom in enumerate(s.kingdoms):
        totals[kingdom.alignment] += influence(t, seat)
    return max(totals) > needed


def announce(t: Turn) -> None:
    s = t.s
    s.is_voting = True
    t.log("election-called", "AK-10.2-01", range(len(s.kingdoms)))


def count_votes(t: Turn) -> None:
    """Count the votes; more than the needed share elects an Emperor.

    The share is of the world's tax base (10.2, A142, A145).
    """
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
        t.log("votes", "AK-10.2-02", range(len(s.kingdoms)), realm=seat, votes=round(count))
    if votes:
        winner = max(votes, key=lambda seat: (votes[seat], s.kingdoms[seat].gold, -seat))
        if votes[winner] > needed:
            crown_emperor(t, winner, "elected")
            return
    t.log("no-emperor", "AK-10.2-03", range(len(s.kingdoms)))


def close_game(t: Turn) -> None:
    """End the game without an election.

    The greatest tax base wins, even if it is zero; then gold decides (A148).
    """
    crown_emperor(t, greatest(t.s), "closed")


def greatest(s: State) -> int:
    """Return the seat of the greatest tax base; gold decides between equal ones (A148)."""
    return max(range(len(s.kingdoms)), key=lambda seat: (tax_base(s, seat), s.kingdoms[seat].gold, -seat))


def crown_emperor(t: Turn, emperor: int, how: str) -> None:
    """Make the Emperor and determine the greatest Adventurer King.

    This is the King with the greatest adjusted share (10.2).
    """
    s = t.s
    holders = final_holders(t, emperor)
    shares = [prize_share(s, seat, emperor, holders) for seat in range(len(s.kingdoms))]
    best = max(shares)
    winners = tuple(s.seats[seat] for seat, share in enumerate(shares) if share == best and share > 0)
    t.log("emperor", "AK-10.2-03", range(len(s.kingdoms)), king=emperor)
    admit(t, emperor, shares, holders)
    s.holders = holders
    s.finish(
        winners, how, "AK-10.2-05", emperor=s.people[s.kingdoms[emperor].king].name,
        shares=[round(share, 1) for share in shares], realms=[kingdom.name for kingdom in s.kingdoms],
    )  # fmt: skip


def ranking_keys(s: State) -> dict[str, float]:
    """Return each King's share of the prizes; zeros until there is an Emperor (10.2)."""
    shares = s.outcome.data["shares"] if s.outcome is not None else [0.0] * len(s.seats)
    return dict(zip(s.seats, shares, strict=True))


def final_holders(t: Turn, emperor: int) -> list[int]:
    """Return the holder of each office at the end.

    The Emperor's office belongs to the elected King.
    """
    s = t.s
    found = []
    for office in range(len(titles.OFFICES)):
        race = candidates(s, office)
        found.append(s.kingdoms[emperor].king if office == titles.EMPEROR else race[0][2] if race else 0)
    return found
