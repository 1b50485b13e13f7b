"""Moderation: reports, actions, and the audit log."""

from __future__ import annotations

import pytest

from accounts.meeting import NOW, trio
from palatine.accounts.accounts import Account
from palatine.accounts.admin.moderation import OPERATOR
from palatine.accounts.principals import AccountService
from palatine.core import PalatineError, Refused

LATER = "2026-03-08T12:00:00.000Z"


@pytest.fixture
def admin(people: AccountService) -> Account:
    return people.accounts.set_role(people.accounts.create_member("Una", NOW).id, "admin")


@pytest.fixture
def moderator(people: AccountService) -> Account:
    return people.accounts.set_role(people.accounts.create_member("Vic", NOW).id, "moderator")


def test_a_report_quotes_what_was_said_as_it_stood(
    people: AccountService, ann: Account, bea: Account, moderator: Account
) -> None:
    moderation = people.social.moderation
    made = moderation.report(ann, bea.id, "You fool.", "Insult", NOW)
    with pytest.raises(Refused, match="already"):
        moderation.report(ann, bea.id, "You fool.", "Again", NOW)
    with pytest.raises(Refused, match="yourself"):
        moderation.report(ann, ann.id, "x", "y", NOW)
    with pytest.raises(Refused, match="Say why"):
        moderation.report(ann, bea.id, "x", " ", NOW)
    assert moderation.queue() == [made]
    moderation.settle_report(moderator, made.id, "done", "Warned.", LATER)
    assert moderation.queue() == []
    [action] = people.social.audit_log.of_account(ann.id)
    assert (action.action, action.by, action.reason) == ("settle", moderator.id, "Warned.")


@pytest.mark.parametrize(
    ("action", "what"), [("mute", "talk"), ("bar", "list"), ("suspend", "all"), ("close", "all")]
)
def test_what_somebody_is_kept_from_ends_by_itself_and_is_written_down(
    people: AccountService, ann: Account, moderator: Account, action: str, what: str
) -> None:
    moderation = people.social.moderation
    secret, _ = people.sign_in(ann, "Firefox", NOW)
    moderation.restrict(moderator, ann.id, action, "Insults.", LATER, NOW)  # type: ignore[arg-type]
    restricted = people.accounts.get(ann.id)
    assert restricted.is_restricted(what, NOW)
    assert restricted.is_restricted(what, "2026-03-09") == (action == "close")
    assert (people.principal(secret, "", NOW).account is None) == (what == "all")
    [told] = people.social.audit_log.of_account(ann.id)
    assert (told.action, told.reason) == (action, "Insults.")
    moderation.unrestrict(moderator, ann.id, action, "A mistake.", NOW)  # type: ignore[arg-type]
    assert not people.accounts.get(ann.id).is_restricted(what, NOW)


def test_who_is_shut_out_stays_so_when_they_sign_in_again(people: AccountService, ann: Account) -> None:
    people.social.moderation.restrict(OPERATOR, ann.id, "suspend", "Cheating.", LATER, NOW)
    shut_out, after = people.accounts.get(ann.id), "2026-03-09T00:00:00.000Z"
    with pytest.raises(Refused, match="until 2026-03-08: Cheating"):
        people.sign_in(shut_out, "Firefox", NOW)
    secret, _ = people.sign_in(shut_out, "Firefox", after)
    assert people.principal(secret, "", after).id == ann.id
    assert people.principal(secret, "", NOW).account is None


def test_only_those_who_keep_order_do_and_only_the_host_to_them(
    people: AccountService, ann: Account, bea: Account, moderator: Account, admin: Account
) -> None:
    moderation = people.social.moderation
    with pytest.raises(Refused, match="Only moderators"):
        moderation.warn(ann, bea.id, "No.", NOW)
    with pytest.raises(Refused, match="Only an admin"):
        moderation.warn(moderator, admin.id, "No.", NOW)
    with pytest.raises(Refused, match="yourself"):
        moderation.warn(moderator, moderator.id, "No.", NOW)
    moderation.warn(admin, moderator.id, "Be brief.", NOW)
    with pytest.raises(Refused, match="end date"):
        moderation.restrict(admin, ann.id, "mute", "No.", "2026-01-01", NOW)
    assert people.social.audit_log.of_account(bea.id) == []


def test_who_is_removed_leaves_the_match_whole_and_a_bot_holds_the_seat(
    people: AccountService, ann: Account, bea: Account, moderator: Account
) -> None:
    cid = people.accounts.create_member("Cid", NOW)
    match = trio(people, ann, bea, cid)
    people.social.moderation.remove_player(moderator, match, "Jade", "Away for a month.", NOW)
    seats = {seat.seat: seat for seat in people.services.matches.info(match).seats}
    assert (seats["Jade"].free, bool(seats["Jade"].bot), people.services.matches.info(match).status) == (
        True,
        True,
        "playing",
    )
    assert people.services.seats.seats_of(match, bea.id) == ()
    assert people.services.archive.audit() == []
    [told] = people.social.audit_log.of_match(match)
    assert (told.action, told.account, told.data) == ("remove", bea.id, {"seat": "Jade"})
    with pytest.raises(PalatineError, match="Nobody plays that seat"):
        people.social.moderation.remove_player(moderator, match, "Jade", "Again.", NOW)


def test_a_hidden_remark_is_read_by_nobody(
    people: AccountService, ann: Account, bea: Account, moderator: Account
) -> None:
    match = trio(people, ann, bea, people.accounts.create_member("Cid", NOW))
    said = people.social.chat.send(ann, match, "You fool.", (), NOW)
    people.social.moderation.hide_message(moderator, match, said.n, "Insult.", NOW)
    [read] = people.social.chat.messages(bea.id, match)
    assert (read.text, read.hidden) == ("", True)
    assert people.social.audit_log.of_match(match)[0].account == ann.id
