"""Files of secret orders: secrets, verification, import, audit."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from matches.valley import Valley, valley
from palatine.core import Unreadable
from palatine.matches import MatchServices, file_from_text, file_to_text, verify_file
from palatine.matches.files.matchfile import digest, parse_file


@pytest.fixture
def played(services: MatchServices) -> Valley:
    table = valley(services, 3, bots=("Crown",))
    table.hand_in("Abbey", "# first thought")
    table.play(Random(3))
    return table


def test_a_finished_match_is_verified_from_its_file_alone(services: MatchServices, played: Valley) -> None:
    text = file_to_text(services.archive.export(played.match))
    found = verify_file(file_from_text(text))
    assert found.ok
    assert (found.actions, services.archive.audit()) == (4, [])
    assert "# first thought" in text, "a finished match shows every sheet"


def test_a_match_goes_out_and_comes_in_again(services: MatchServices, played: Valley) -> None:
    file = services.archive.export(played.match)
    other = Valley(services, type(played.made)(services.archive.import_(file), {}))
    for seat in (None, "Abbey", "Baron"):
        assert other.texts(seat) == played.texts(seat)
        assert services.orders.report(other.match, seat, 2) == services.orders.report(played.match, seat, 2)
        for at in range(5):
            assert (
                services.archive.replay(other.match, seat, at).view
                == services.archive.replay(played.match, seat, at).view
            )
    assert (other.info.turn, other.info.clock) == (played.info.turn, played.info.clock)
    assert services.archive.audit() == []
    again = services.archive.export(other.match)
    assert again["log"] == file["log"]


def altered(file: dict[str, Any], kind: str, **data: Any) -> dict[str, Any]:
    record = next(each for each in file["log"] if each["kind"] == kind)
    record["data"].update(data)
    return {**file, "digest": digest(parse_file(file))}


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        ("hand_in", {"text": "Aldo dances"}, "is not an order"),
        ("hand_in", {"text": "Cora collects\nAnna collects\nBryn collects"}, "not a reeve of yours"),
        ("hand_in", {"turn": 3}, "for another turn"),
    ],
)
def test_a_sheet_that_was_not_handed_in_is_found(
    services: MatchServices, played: Valley, kind: str, data: dict[str, Any], said: str
) -> None:
    found = verify_file(altered(services.archive.export(played.match), kind, **data))
    assert not found.ok
    assert said in found.findings[0].text
    with pytest.raises(Unreadable):
        services.archive.import_(altered(services.archive.export(played.match), kind, **data))


def test_another_sheet_makes_another_turn(services: MatchServices) -> None:
    two = valley(services, options={"seasons": 1})
    two.hand_in("Abbey", "Aldo collects")
    two.hand_in("Baron", "Bela collects")
    found = verify_file(altered(services.archive.export(two.match), "hand_in", text=""))
    assert "it drew" in found.findings[0].text


def test_the_file_of_a_running_match_holds_the_sheets_of_its_reader_alone(services: MatchServices) -> None:
    two = valley(services)
    two.hand_in("Abbey", "send 3 gold to Baron")
    two.hand_in("Abbey", "send 2 gold to Baron")
    two.hand_in("Baron", "Bela rides to Delph")
    two.hand_in("Baron", "Bela rides to Elmet")
    mine = services.archive.export(two.match, two.key("Abbey"))
    kept = [(record["seat"], record["data"]) for record in mine["log"] if record["kind"] == "hand_in"]
    assert [data.get("text") for seat, data in kept if seat == "Abbey"] == [
        "send 3 gold to Baron",
        "send 2 gold to Baron",
    ]
    assert [data for seat, data in kept if seat == "Baron"] == [{"turn": 1}, {"turn": 2}]


def test_nothing_that_leaves_the_server_holds_the_orders_of_others(services: MatchServices) -> None:
    """Two matches differ only in Baron's orders.

    Abbey and spectators get the same from both.
    """
    told = []
    for order in ("send 1 gold to Abbey", "Bela rides to Delph\nsend 3 gold to Abbey"):
        two = valley(services)
        services.orders.save_draft(two.match, two.key("Baron"), order + "\n?", 1)
        two.hand_in("Baron", order)
        services.orders.write_letter(two.match, two.key("Baron"), ["Abbey"], f"I swear to {order}")
        key = two.key("Abbey")
        everything: list[Any] = [
            [services.matches.view(two.match, seat) for seat in (None, "Abbey")],
            services.matches.info(two.match),
            services.archive.replay(two.match, "Abbey", 0),
            services.archive.export(two.match, key)["log"],
            services.orders.draft(two.match, key),
            services.orders.check(two.match, key, "Aldo collects"),
            [services.orders.suggest(two.match, key, name) for name in ("Aldo", "Anna", None)],
            services.orders.letters(two.match, key),
            services.orders.report(two.match, "Abbey", 0),
        ]
        text = msgspec.json.encode(everything).decode()
        assert "Delph\n" not in text
        times = [record.time for record in services.runtime.storage.records(two.match)]
        for word in (two.match, two.info.commitment, two.info.updated, two.info.created, *times):
            text = text.replace(word, "*")
        told.append(text)
    assert told[0] == told[1]
