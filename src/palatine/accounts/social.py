"""The social services: lobby, chat, relations, results, moderation."""

from __future__ import annotations

from palatine.accounts.absences import AbsenceService
from palatine.accounts.accounts import Accounts
from palatine.accounts.admin.audit_log import AuditLog
from palatine.accounts.admin.erasure import ErasureService
from palatine.accounts.admin.export import AccountExport
from palatine.accounts.admin.health import Health
from palatine.accounts.admin.moderation import ModerationService
from palatine.accounts.chat import ChatService
from palatine.accounts.cursor import ProcessingCursor
from palatine.accounts.invitations import Invitations
from palatine.accounts.lobby import Lobby
from palatine.accounts.match_terms import MatchTerms
from palatine.accounts.notes import Notes
from palatine.accounts.punctuality import PunctualityCounter
from palatine.accounts.quick_match import QuickMatchService
from palatine.accounts.ratings import Ratings
from palatine.accounts.relations import Relations
from palatine.accounts.reliability import ReliabilityService
from palatine.accounts.results import Results
from palatine.matches import MatchServices


class SocialServices:
    """The social services over one database."""

    def __init__(
        self, accounts: Accounts, services: MatchServices, match_terms: MatchTerms, invitations: Invitations
    ) -> None:
        database = accounts.database
        self.relations = Relations(database)
        self.lobby = Lobby(accounts, services, match_terms, invitations, self.relations)
        self.quick_match = QuickMatchService(services.matches, match_terms, self.lobby)
        self.chat = ChatService(database, services, match_terms, self.relations)
        self.notes = Notes(database)
        self.results = Results(database)
        self.ratings = Ratings(database)
        self.cursor = ProcessingCursor(database)
        self.punctuality = PunctualityCounter(database)
        self.reliabilities = ReliabilityService(database)
        self.moderation = ModerationService(database, services.seats, accounts)
        self.audit_log = AuditLog(database)
        self.erasure = ErasureService(database, services, accounts)
        self.health = Health(database, accounts)
        self.export = AccountExport(database, services)
        self.absences = AbsenceService(accounts, services.clocks)
