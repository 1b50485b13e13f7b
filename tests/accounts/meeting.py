"""Matches between accounts, for tests of contacts and visibility."""

from __future__ import annotations

from palatine.accounts.accounts import Account
from palatine.accounts.match_terms import Terms
from palatine.accounts.principals import AccountService

NOW = "2026-03-01T12:00:00.000Z"
SEATS = ("Amber", "Jade", "Ruby")
LISTED = Terms(visibility="listed")


def table_of(people: AccountService, by: Account, terms: Terms = LISTED, game: str = "dark-emperor") -> str:
    """Create a match whose creator has the first seat. Elric has three seats, Dark Emperor two."""
    scenario, seats = ("conflict-short", SEATS) if game == "elric" else (None, None)
    first = "Amber" if game == "elric" else "Kingdoms"
    players = {first: {"owner": by.id, "name": by.name, "number": "1"}}
    made = people.services.matches.create(game, scenario, seats, players=players, with_keys=False)
    people.database.write(lambda c: people.match_terms.store_terms(c, made.match, by.id, terms, NOW))
    return made.match


def trio(people: AccountService, *who: Account) -> str:
    """Return a match of three seats that the given accounts have joined."""
    match = table_of(people, who[0], game="elric")
    for account, seat in zip(who[1:], SEATS[1:], strict=False):
        people.social.lobby.join(account, match, seat, "2", NOW)
    return match
