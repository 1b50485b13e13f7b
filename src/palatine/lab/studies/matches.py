"""Export of a study's game as a match file, by replaying it with every roll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from palatine import registry
from palatine.core import Game, OrdersGame, Unknown
from palatine.lab.selfplay import Setting
from palatine.lab.studies.games import create_bots, server_seed
from palatine.lab.studies.plans import StudyPlan
from palatine.matches.clocks.calendar import clock_settings
from palatine.matches.fairness import commitment
from palatine.matches.files.matchfile import FORMAT, VERSION, FileRecord, FileSeat, MatchFile
from palatine.matches.runtime.transitions import (
    Genesis,
    apply_action,
    initial_state,
    outcome_data,
    resolve_turn,
    with_sheet,
)


def match_file(plan: StudyPlan, id: str, time: str) -> MatchFile:
    """Return game `id` of a study as the match file of a match played on a server at `time`.

    An id is "SETTING/GAME", for example "3/17" for game 17 of setting 3. Raises Unknown if the plan has no such game.
    """
    setting, number = _setting_of(plan, id)
    game = registry.load(setting.game)
    seed = server_seed(setting, number)
    played = list(_played(game, setting, number, time))
    outcome = game.outcome(played[-1][0])
    return MatchFile(
        format=FORMAT, version=VERSION, match=f"study-{id.replace('/', '-')}", game=game.name, rules=game.rules_version,
        scenario=setting.scenario, title=f"{plan.title}, {id}"[:200], options=setting.options, status="over",
        forced=False,
        seats=tuple(
            FileSeat(seat, bot, bot.partition(":")[0]) for seat, bot in zip(setting.seats, setting.bots, strict=True)
        ),
        created=time, updated=time, commitment=commitment(seed), log=tuple(record for _, record in played),
        seed=seed.hex(), result=outcome_data(outcome) if outcome else None,
    ).with_digest()  # fmt: skip


def _setting_of(plan: StudyPlan, id: str) -> tuple[Setting, int]:
    place, _, number = id.partition("/")
    if place.isdecimal() and number.isdecimal() and int(place) < len(plan.settings):
        setting, games = plan.settings[int(place)]
        if int(number) < games:
            return setting, int(number)
    raise Unknown(f"There is no game {id!r}; settings and games count from 0, as in 0/0.")


def _played(game: Game[Any], setting: Setting, number: int, time: str) -> Iterator[tuple[Any, FileRecord]]:
    """Yield every record of the log with the state after it."""
    genesis = Genesis(setting.scenario, setting.seats, setting.options, None, server_seed(setting, number), {})
    bots = create_bots(game, setting, number)
    state: Any
    state, rolls, _ = initial_state(game, genesis)
    ply, n = 0, 1
    begun = {"clock": clock_settings(None)} if game.orders else {}
    yield state, FileRecord(n, "begin", ply, time, data=begun, rolls=rolls)
    while actors := game.actors(state):
        seat = actors[0]
        action = bots[seat].decide(state, seat)
        n += 1
        if not isinstance(game, OrdersGame):
            ply += 1
            state, rolls, _ = apply_action(game, state, seat, action)
            yield state, FileRecord(n, "action", ply, time, seat, action, blame="bot", rolls=rolls)
            continue
        state, turn = with_sheet(game, state, seat, action), state.turn
        yield state, FileRecord(n, "hand_in", ply, time, seat, data={"turn": turn, "text": game.write(action)})
        if not game.actors(state):
            n, ply = n + 1, ply + 1
            state, rolls, _ = resolve_turn(game, state)
            yield (
                state,
                FileRecord(n, "turn", ply, time, data={"turn": turn, "why": "all", "missing": []}, rolls=rolls),
            )
