"""Quick match: join the best waiting match of a game and speed, or create one."""

from __future__ import annotations

from typing import Any

from palatine import registry
from palatine.accounts.accounts import Account
from palatine.accounts.lobby import Lobby, OpenMatch
from palatine.accounts.match_terms import MatchTerms, Terms
from palatine.accounts.paces import Speed, time_settings
from palatine.core import Refused
from palatine.matches import MatchService

LAST_JOINABLE_TURN = 2
"""The last turn at which a seat held by a bot counts like a new match."""
MAX_CANDIDATES = Terms(visibility="listed", spectators="anybody")


class QuickMatchService:
    """Quick match service, which finds or creates a match for an account."""

    def __init__(self, matches: MatchService, match_terms: MatchTerms, lobby: Lobby) -> None:
        self.matches = matches
        self.match_terms = match_terms
        self.lobby = lobby

    def join_or_create(
        self, account: Account, game: str, pace: Speed, number: str, now: str, *, bot: bool, is_host: bool = False
    ) -> str:
        """Join the best waiting match of a game and speed, or offer one; return its id.

        With `bot`, bots hold free seats until players take them over. A guest cannot offer a match and plays against
        bots. Raises `Unknown` for an unknown game, and `Refused` if the account may not have a match.
        """
        registry.load(game)
        found = self.lobby.find_matches(account, now, game=game, pace=pace)
        for table in sorted([each for each in found if _suits(each, bot)], key=lambda each: each.wanted):
            try:
                self.lobby.join(account, table.info.match, "", number, now, is_host=is_host)
            except Refused:  # Another player was faster.
                continue
            return table.info.match
        return self._offer(account, game, pace, number, now, bot=bot or not account.is_member)

    def _offer(self, account: Account, game: str, pace: Speed, number: str, now: str, *, bot: bool) -> str:
        ruleset = registry.load(game)
        first, *others = ruleset.scenarios[0].tables[0]
        players: dict[str, dict[str, Any]] = {first: {"owner": account.id, "name": account.name, "number": number}}
        if bot:
            usual = next((each for each in registry.bots(ruleset) if each != "recruit"), "recruit")
            players |= {seat: {"kind": "bot", "bot": usual, "wanted": account.is_member} for seat in others}
        offering = self.lobby.offer_hook(account, MAX_CANDIDATES if account.is_member else Terms(), now)
        made = self.matches.create(
            game, players=players, with_keys=False, hook=offering, **time_settings(ruleset, pace)
        )
        return made.match


def _suits(table: OpenMatch, bot: bool) -> bool:
    return not table.why and (not table.wanted or (bot and table.info.turn <= LAST_JOINABLE_TURN))
