"""Relations: friends are one-sided; blocks are silent and apply to every seat."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from accounts.meeting import NOW, table_of
from palatine.accounts.accounts import Account
from palatine.accounts.principals import AccountService
from palatine.config import Config, SiteSettings
from palatine.core import Refused
from palatine.matches import MatchServices
from palatine.store import Store

PAIRS = st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)).filter(lambda pair: pair[0] != pair[1]))


def test_a_friend_is_not_told(people: AccountService, ann: Account, bea: Account) -> None:
    relations = people.social.relations
    relations.add(ann.id, bea.id, "friend", NOW)
    relations.add(ann.id, bea.id, "friend", NOW)
    assert (relations.friends(ann.id), relations.friends(bea.id)) == ({bea.id}, set())
    assert relations.befriended_by(bea.id) == {ann.id}
    relations.remove(ann.id, bea.id, "friend")
    assert relations.of_account(ann.id) == {}


def test_who_is_blocked_is_no_friend_any_more_and_nobody_blocks_themselves(
    people: AccountService, ann: Account, bea: Account
) -> None:
    relations = people.social.relations
    relations.add(ann.id, bea.id, "friend", NOW)
    relations.add(ann.id, bea.id, "block", NOW)
    assert relations.of_account(ann.id) == {bea.id: {"block"}}
    assert relations.blocked_either_way(bea.id) == {ann.id}
    assert relations.of_account(bea.id) == {}
    with pytest.raises(Refused, match="to yourself"):
        relations.add(ann.id, ann.id, "friend", NOW)


@pytest.fixture(scope="module")
def party() -> tuple[AccountService, list[Account]]:
    store = Store.open(":memory:")
    people = AccountService(MatchServices(store), store.database, Config(site=SiteSettings(access="open")))
    return people, [people.accounts.create_member(name, NOW) for name in ("Ann", "Bea", "Cid")]


@settings(max_examples=25, deadline=None, phases=(Phase.generate,))
@given(blocks=PAIRS, maker=st.integers(0, 2), order=st.permutations([0, 1, 2]), invited=st.booleans())
def test_a_block_holds_at_every_sitting_down(
    party: tuple[AccountService, list[Account]],
    blocks: set[tuple[int, int]],
    maker: int,
    order: list[int],
    invited: bool,
) -> None:
    people, who = party
    relations = people.social.relations
    for a in who:
        for b in who:
            relations.remove(a.id, b.id, "block")
    for a, b in blocks:
        relations.add(who[a].id, who[b].id, "block", NOW)
    match = table_of(people, who[maker], game="elric")
    for index in [each for each in order if each != maker]:
        account = who[index]
        sat = set(people.services.seats.owners(match).values())
        apart = any((a, b) in blocks or (b, a) in blocks for a in (index,) for b in range(3) if who[b].id in sat)
        assert (match in [each.info.match for each in people.social.lobby.find_matches(account, NOW)]) == (
            not apart
        )
        if not apart:
            sit(people, who[maker], match, account, invited)
            continue
        with pytest.raises(Refused, match=r"^This table has no free seats left\.$"):
            sit(people, who[maker], match, account, invited)


def sit(people: AccountService, maker: Account, match: str, account: Account, invited: bool) -> None:
    if not invited:
        people.social.lobby.join(account, match, "", "5", NOW)
        return
    token, _ = people.invitations.create(maker, match, now=NOW)
    people.invitations.accept(token, account, "5", now=NOW)
