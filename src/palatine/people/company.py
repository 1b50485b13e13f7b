"""What people have to do with each other: open tables, talk, who keeps apart, how they fared, order in the house."""

from __future__ import annotations

from palatine.matches import House
from palatine.people.absences import Absences
from palatine.people.accounts import Accounts
from palatine.people.beginning import Beginning
from palatine.people.hosting import Hosting
from palatine.people.invitations import Invitations
from palatine.people.notes import Notes
from palatine.people.office.erasure import Erasure
from palatine.people.office.export import Export
from palatine.people.office.health import Health
from palatine.people.office.ledger import Ledger
from palatine.people.office.moderation import Moderation
from palatine.people.progress import Progress
from palatine.people.punctuality import Punctuality
from palatine.people.ratings import Ratings
from palatine.people.relations import Relations
from palatine.people.reliability import Reliabilities
from palatine.people.results import Results
from palatine.people.tables import OpenTables
from palatine.people.talk import Talk


class Company:
    """All of it, over the same database."""

    def __init__(self, accounts: Accounts, house: House, hosting: Hosting, invitations: Invitations) -> None:
        database = accounts.database
        self.relations = Relations(database)
        self.tables = OpenTables(accounts, house, hosting, invitations, self.relations)
        self.beginning = Beginning(house, hosting, self.tables)
        self.talk = Talk(database, house, hosting, self.relations)
        self.notes = Notes(database)
        self.results = Results(database)
        self.ratings = Ratings(database)
        self.progress = Progress(database)
        self.punctuality = Punctuality(database)
        self.reliabilities = Reliabilities(database)
        self.moderation = Moderation(database, house, accounts)
        self.ledger = Ledger(database)
        self.erasure = Erasure(database, house, accounts)
        self.health = Health(database, accounts)
        self.export = Export(database, house)
        self.absences = Absences(accounts, house)
