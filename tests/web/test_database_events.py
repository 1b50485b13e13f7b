"""PostgreSQL notifications between processes about matches."""

from __future__ import annotations

from palatine.web.background.database_events import MAX_PAYLOAD_BYTES, decode_payload, encode_payloads


def told(*written: tuple[str, int, tuple[str, ...]]) -> list[tuple[str, int, tuple[str, ...]]]:
    return [each for payload in encode_payloads(written) for each in decode_payload(payload.decode())]


def test_of_each_match_the_newest_version_is_told_with_all_letters() -> None:
    written = (("a", 2, ("North",)), ("b", 1, ()), ("a", 1, ('Süd, "East"', "North")))
    assert told(*written) == [("a", 2, ("North", 'Süd, "East"')), ("b", 1, ())]


def test_nothing_written_is_nothing_told() -> None:
    assert list(encode_payloads(())) == []


def test_no_notification_is_too_long() -> None:
    written = [(f"match-{n}", n, (f"Seat {n} " + "ß" * 20,)) for n in range(500)]
    found = list(encode_payloads(written))
    assert len(found) > 1
    assert max(map(len, found)) <= MAX_PAYLOAD_BYTES + 2
    assert told(*written) == written


def test_what_another_version_of_the_program_tells_is_passed_over() -> None:
    for payload in ("", "hello", '{"match": "a"}', '[["a"]]'):
        assert decode_payload(payload) == []
