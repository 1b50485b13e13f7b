"""Transactions: a failure leaves neither of two writes; of two simultaneous calls one wins."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import event, func, select, update

from accounts.meeting import LISTED, NOW, table_of
from palatine.accounts.accounts import Account
from palatine.accounts.match_terms import Terms
from palatine.accounts.principals import AccountService
from palatine.core import Refused
from palatine.matches import SeatOwner
from palatine.store.schema import jobs, matches
from palatine.store.schema_people import invitations, match_terms


class PowerCut(Exception):
    """The simulated end of the process."""


def cut_at(people: AccountService, statement: str) -> Callable[[], None]:
    """Make the database fail at the next statement that begins with `statement`.

    The returned function ends this.
    """

    def fail(connection: Any, cursor: Any, text: str, *rest: Any) -> None:
        if text.startswith(statement):
            raise PowerCut(text)

    engines = {each.engine for each in (people.database.engine, people.database._writer)}
    for engine in engines:
        event.listen(engine, "before_cursor_execute", fail)

    def end() -> None:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", fail)

    return end


def count(people: AccountService, table: Any) -> int:
    with people.database.reading() as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar() or 0


def over(people: AccountService, match: str) -> None:
    change = update(matches).where(matches.c.id == match).values(status="over")
    people.database.write(lambda connection: connection.execute(change))
    people.services.runtime.cache.drop(match)


@pytest.fixture
def cid(people: AccountService) -> Account:
    return people.accounts.create_member("Cid", NOW)


def both(first: Callable[[], object], second: Callable[[], object]) -> list[object]:
    """Return the results or refusals of two simultaneous calls."""
    start, found = threading.Barrier(2), list[object]()

    def run(call: Callable[[], object]) -> None:
        start.wait()
        try:
            found.append(call())
        except Refused as refusal:
            found.append(refusal)

    threads = [threading.Thread(target=run, args=(call,)) for call in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_no_match_is_made_without_its_terms(people: AccountService, ann: Account) -> None:
    end = cut_at(people, "INSERT INTO match_terms")
    with pytest.raises(PowerCut):
        people.social.quick_match.join_or_create(ann, "dark-emperor", "slow", "1", NOW, bot=False)
    end()
    assert (count(people, matches), count(people, match_terms)) == (0, 0)


def test_tables_that_wait_are_counted_as_one_more_is_made(people: AccountService, ann: Account) -> None:
    """Two simultaneous creations both find room before either is written."""
    for _ in range(2):
        table_of(people, ann)
    made = [people.social.lobby.offer_hook(ann, LISTED, NOW) for _ in range(2)]
    people.services.matches.create("dark-emperor", with_keys=False, hook=made[0])
    with pytest.raises(Refused, match="Three"):
        people.services.matches.create("dark-emperor", with_keys=False, hook=made[1])
    assert count(people, matches) == 3


def test_a_finished_match_is_played_again_once_however_often_it_is_asked_for(
    people: AccountService, ann: Account, bea: Account
) -> None:
    match = table_of(people, ann)
    people.social.lobby.join(bea, match, "", None, NOW)
    over(people, match)
    again = people.social.lobby.rematch(ann, match, NOW)
    assert people.social.lobby.rematch(ann, match, NOW, swap=True) == again
    assert people.social.lobby.rematch(bea, match, NOW) == again
    assert people.services.seats.owners(again) == {"Kingdoms": ann.id}
    [asked] = people.invitations.of_match(again)
    assert asked.account == bea.id
    assert count(people, matches) == 2


def test_a_rematch_that_broke_off_is_made_whole_when_it_is_asked_for_again(
    people: AccountService, ann: Account, bea: Account
) -> None:
    match = table_of(people, ann)
    people.social.lobby.join(bea, match, "", None, NOW)
    over(people, match)
    end = cut_at(people, "INSERT INTO invitations")
    with pytest.raises(PowerCut):
        people.social.lobby.rematch(ann, match, NOW)
    end()
    assert (count(people, matches), count(people, match_terms), count(people, invitations)) == (1, 1, 0)
    again = people.social.lobby.rematch(ann, match, NOW)
    assert people.match_terms.find_offer(again) is not None
    assert (count(people, matches), count(people, invitations)) == (2, 1)


def test_two_who_ask_for_a_rematch_at_the_same_moment_are_told_the_same(
    people: AccountService, ann: Account, bea: Account
) -> None:
    match = table_of(people, ann)
    people.social.lobby.join(bea, match, "", None, NOW)
    over(people, match)
    tables = people.social.lobby
    first, second = both(lambda: tables.rematch(ann, match, NOW), lambda: tables.rematch(bea, match, NOW))
    assert first == second
    assert count(people, matches) == 2


def test_a_rematch_that_is_agreed_is_on_the_same_terms_from_its_first_moment(
    people: AccountService, ann: Account, bea: Account
) -> None:
    match = table_of(people, ann, Terms(spectators="nobody", visibility="listed"))
    people.social.lobby.join(bea, match, "", None, NOW)
    over(people, match)
    mine, theirs = SeatOwner(ann.id, "Kingdoms"), SeatOwner(bea.id, "Necromancer")
    people.services.proposals.propose(match, mine, "rematch", people.services.matches.view(match).version)
    end = cut_at(people, "INSERT INTO match_terms")
    with pytest.raises(PowerCut):
        people.services.proposals.answer(match, theirs, 1, yes=True)
    end()
    assert count(people, matches) == 1
    again = people.services.proposals.rematch(match, mine)
    assert not people.match_terms.may_watch("", again)


def test_an_invitation_is_used_as_its_seat_is_taken_or_not_at_all(
    people: AccountService, ann: Account, bea: Account
) -> None:
    match = table_of(people, ann, Terms())
    token, _ = people.invitations.create(ann, match, now=NOW)
    end = cut_at(people, "INSERT INTO tenures")
    with pytest.raises(PowerCut):
        people.invitations.accept(token, bea, None, now=NOW)
    end()
    assert people.services.seats.owners(match) == {"Kingdoms": ann.id}
    assert people.invitations.accept(token, bea, None, now=NOW)[0] == "Necromancer"


def test_of_two_who_use_one_invitation_at_the_same_moment_one_sits(
    people: AccountService, ann: Account, bea: Account, cid: Account
) -> None:
    match = table_of(people, ann, Terms(), game="elric")
    token, _ = people.invitations.create(ann, match, now=NOW)
    found = both(
        lambda: people.invitations.accept(token, bea, None, now=NOW),
        lambda: people.invitations.accept(token, cid, None, now=NOW),
    )
    assert sum(isinstance(each, Refused) for each in found) == 1
    assert len(people.services.seats.owners(match)) == 2


def meanwhile(people: AccountService, monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Run a function between the check for a seat and the write that takes it."""
    sit_down = people.services.seats.sit_down

    def later(*args: Any, **named: Any) -> Any:
        monkeypatch.setattr(people.services.seats, "sit_down", sit_down)
        happens()
        return sit_down(*args, **named)

    monkeypatch.setattr(people.services.seats, "sit_down", later)


@pytest.mark.parametrize("way", ["list", "link"])
def test_who_is_blocked_at_the_last_moment_does_not_sit_down(
    people: AccountService, ann: Account, bea: Account, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = table_of(people, ann)
    token, made = people.invitations.create(ann, match, now=NOW)
    sit = {
        "list": lambda: people.social.lobby.join(bea, match, "", None, NOW),
        "link": lambda: people.invitations.accept(token, bea, None, now=NOW),
    }[way]
    meanwhile(people, monkeypatch, lambda: people.social.relations.add(ann.id, bea.id, "block", NOW))
    with pytest.raises(Refused, match="no free seat"):
        sit()
    assert people.services.seats.owners(match) == {"Kingdoms": ann.id}
    kept = people.invitations.find_by_id(made.id)
    assert kept is not None
    assert kept.state == "sent"


def test_two_tabs_take_one_seat(
    people: AccountService, ann: Account, bea: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = table_of(people, ann, game="elric")
    tables = people.social.lobby
    meanwhile(people, monkeypatch, lambda: tables.join(bea, match, "Jade", None, NOW))
    with pytest.raises(Refused, match="already have a seat at this table"):
        tables.join(bea, match, "Ruby", None, NOW)
    assert [who for who in people.services.seats.owners(match).values() if who == bea.id] == [bea.id]


def test_what_a_table_asks_is_asked_as_the_seat_is_taken(
    people: AccountService, ann: Account, bea: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = table_of(people, ann)
    wants = Terms(visibility="listed", requirements={"known": True})
    meanwhile(people, monkeypatch, lambda: people.social.lobby.change_terms(ann, match, wants, NOW))
    with pytest.raises(Refused):
        people.social.lobby.join(bea, match, "", None, NOW)
    assert bea.id not in people.services.seats.owners(match).values()


def test_terms_do_not_change_under_a_match_that_has_just_begun(
    people: AccountService, ann: Account, bea: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = table_of(people, ann)
    check = people.social.lobby.check_can_offer

    def begin(*args: Any) -> None:
        monkeypatch.setattr(people.social.lobby, "check_can_offer", check)
        begun = update(matches).where(matches.c.id == match).values(status="playing")
        with people.database.reading() as connection:
            connection.execute(begun)

    monkeypatch.setattr(people.social.lobby, "check_can_offer", begin)
    with pytest.raises(Refused, match="has begun"):
        people.social.lobby.change_terms(ann, match, Terms(rated=True), NOW)
    assert people.match_terms.find_offer(match).terms == LISTED  # type: ignore[union-attr]


def test_nobody_is_called_to_a_match_of_whom_they_keep_apart_from_by_a_third(
    people: AccountService, ann: Account, bea: Account, cid: Account
) -> None:
    match = table_of(people, ann, game="elric")
    people.social.lobby.join(bea, match, "Jade", None, NOW)
    people.social.relations.add(cid.id, ann.id, "block", NOW)
    _, made = people.invitations.create(bea, match, now=NOW, account=cid.id)
    with people.database.reading() as connection:
        keys = list(connection.execute(select(jobs.c.key)).scalars())
    assert f"invitation {made.id}" not in keys
    with pytest.raises(Refused):
        people.invitations.accept_own(made.id, cid, None, now=NOW)


def test_who_takes_another_name_has_it_in_every_match_that_is_not_over(
    people: AccountService, ann: Account, bea: Account
) -> None:
    running, waiting = table_of(people, ann, LISTED), table_of(people, ann, LISTED)
    people.services.seats.sit_down(running, SeatOwner(bea.id, "Necromancer"), bea.name)
    people.rename(ann.id, "Anna Perenna")
    people.rename(bea.id, "Beatrix")
    names = [[seat.name for seat in people.services.matches.info(match).seats] for match in (running, waiting)]
    assert names == [["Beatrix", "Anna Perenna"], ["", "Anna Perenna"]]
    last = people.services.matches.view(running).entries[-1].text
    assert last == "The player of Necromancer is now called Beatrix."


def test_a_guest_who_signs_in_has_the_name_of_their_account_in_running_matches(
    people: AccountService, ann: Account, bea: Account
) -> None:
    match = table_of(people, ann, LISTED)
    guest = people.accounts.create_guest(NOW)
    people.services.seats.sit_down(match, SeatOwner(guest.id, "Necromancer"), guest.name)
    people.merge(guest, bea, NOW)
    assert people.services.matches.info(match).seats[0].name == bea.name
