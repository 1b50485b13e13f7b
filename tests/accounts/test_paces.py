"""Terms of a match in words, as in an invitation."""

from __future__ import annotations

from typing import Any

import pytest

from palatine.accounts.accounts import Account
from palatine.accounts.match_terms import Terms
from palatine.accounts.paces import conditions
from palatine.accounts.principals import AccountService
from palatine.core import Refused

NOW = "2026-03-01T12:00:00.000Z"
BRISK = (
    "Brisk: look in four times a day. "
    "Each time it is your turn, you have 12 hours free. Any more time comes out of a bank of 4 days."
)


def made(people: AccountService, by: Account, game: str, *, rated: bool = False, **how: Any) -> str:
    players = {how.pop("first"): {"owner": by.id, "name": by.name}}
    match = people.services.matches.create(game, players=players, with_keys=False, **how).match
    people.database.write(lambda c: people.match_terms.store_terms(c, match, by.id, Terms(rated=rated), NOW))
    return match


def test_an_invitation_says_who_asks_for_which_side_and_on_what_terms(
    people: AccountService, ann: Account, bea: Account
) -> None:
    match = made(people, ann, "demonlord", first="Hosar", rated=True, pace="brisk")
    _, sent = people.invitations.create(ann, match, "Demon", now=NOW, account=bea.id)
    terms = people.invitations.terms(sent.id)
    assert (terms.by, terms.seat, terms.side) == ("Ann", "Demon", "Your side would be Demon.")
    assert terms.conditions == (BRISK, "A match usually takes 8 to 17 turns.", "The match is rated.")
    assert terms.text == " ".join([terms.side, *terms.conditions])
    _, anyone = people.invitations.create(ann, match, now=NOW)
    assert people.invitations.terms(anyone.id).side == "You may take any free seat."
    with pytest.raises(Refused):
        people.invitations.terms("none")


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        ({"hours": 24, "early": True}, "Each turn lasts 24 hours. It ends earlier when all orders are in."),
        ({"hours": 72, "early": False}, "Each turn lasts 3 days."),
        (
            {"days": ["mon", "thu"], "at": "21:00", "zone": "Europe/Berlin", "early": False},
            "A turn ends on Mon and Thu at 21:00 (Berlin).",
        ),
        ({"early": False}, "A turn ends when all orders are in."),
    ],
)
def test_the_calendar_of_a_match_of_orders_is_said_in_words(
    people: AccountService, ann: Account, clock: dict[str, Any], said: str
) -> None:
    match = made(people, ann, "adventurer-kings", first="K1", clock=clock, options={"turns": 12})
    assert conditions(people.services.matches.info(match)) == (said, "Year 12 is the last.")


def test_a_match_without_a_clock_says_so(people: AccountService, ann: Account) -> None:
    match = made(people, ann, "demonlord", first="Hosar")
    told = conditions(people.services.matches.info(match), is_rated=False)
    assert (told[0], told[-1]) == ("There is no clock.", "The match is not rated.")


def test_the_scenario_is_named_where_there_are_several(people: AccountService, ann: Account) -> None:
    match = made(people, ann, "elric", first="Amber")
    assert conditions(people.services.matches.info(match))[0] == "The scenario is “Successor to the Bright Empire”."
