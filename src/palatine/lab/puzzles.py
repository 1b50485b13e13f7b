"""Puzzle finder: positions in which one plan reaches a goal that others rarely reach.

python -m palatine.lab.puzzles demonlord --games 20 --to found

In every phase (or turn of secret orders) of games between captains, the captain's plan and plans made with varied
parameters are played to the end of the phase. They are played in worlds sampled from what the seat knows, against
captains. A fact that holds after one of these plans and not after the captain's own becomes a candidate for a goal. A
candidate is kept if it proves true in fresh worlds, if the plan is significantly better than the captain's by the
game's evaluation, and if random play rarely reaches it. The plan is then made as short as possible and written with
the position. A goal is to win, or to hold a named place. Question and reason are left for a person to write.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Action, Game, OrdersGame, PalatineError, Refused, State
from palatine.core.guidance.lessons import LessonEnd, LessonStep
from palatine.core.guidance.puzzles import PuzzleLesson
from palatine.core.lessons.facts import is_mark_of, seat_styles
from palatine.players.analysis import ActionLine, ActionLineBot
from palatine.players.puzzles import PuzzlePlay, PuzzlePlayer, script_names
from palatine.players.random_bot import Recruit
from palatine.players.rollouts import captain_bot, parameters_of
from palatine.players.sheets import changed_sheets

VARIED_PLANS = 14
"""Number of plans tried in addition to the captain's own."""
TRIAL_WORLDS, PROOF_WORLDS = 5, 40
"""Worlds in which plans are first tried, and worlds in which a candidate is proved."""
MAX_GOALS = 3
"""Maximum number of goals tried in one position."""
SHORTENING_SPANS = (24, 12, 8, 6, 5, 4, 3, 2, 1)
"""Numbers of consecutive steps to leave out when shortening a solution."""
FRESH_WORLDS = 4
"""Fresh worlds in which a shortened solution must also work, to exclude lucky dice."""
RANDOM_PLAYOUTS = 20
"""Number of random playouts."""
MIN_SOLUTION_RATE, MAX_CAPTAIN_RATE, MAX_LUCK_RATE = 0.85, 0.15, 0.1
"""Success rates: minimum of the solution, maximum of the captain's plan and of random play."""
MAX_OTHER_SHARE = 0.35
"""Largest share of the other plans that may also reach the goal."""
MIN_GAIN = 0.03
"""Smallest improvement of the seat's chances."""


class MinedPuzzle(msgspec.Struct, frozen=True):
    """A puzzle without its texts, and its statistics."""

    puzzle: PuzzleLesson
    solves: float
    captain: float
    luck: float
    gain: float
    error: float


class PuzzleFinder:
    """Search for a puzzle in one position, for one seat to act."""

    def __init__(self, game: Game[Any], state: Any, seat: str, seed: int) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.random = Random(seed)
        text = game.write_position(state)
        self.draft = PuzzleLesson(
            lesson="found", title="found", minutes=5, game=game.name, seat=seat, step=(LessonStep(say="?"),),
            lesson_end=LessonEnd("?", ()), position=text, dice="key:0", solution=("?",),
        )  # fmt: skip

    def world(self, number: int) -> Any:
        """Return sampled world `number` of what the seat knows; the same for all plans."""
        return self.game.determinize(self.state, self.seat, b"puzzle %d" % number)

    def plans(self) -> list[Any]:
        """Return the captain's plan and others: parameters, or sheets in games of orders."""
        game, usual = self.game, parameters_of(self.game)
        judgements = [] if usual is None else [usual.vary(self.random) for _ in range(VARIED_PLANS)]
        if not isinstance(game, OrdersGame):
            return [usual, *judgements] if judgements else []
        own = captain_bot(game).decide(self.state, self.seat)
        sheets = [captain_bot(game, each).decide(self.state, self.seat) for each in judgements]
        sheets += changed_sheets(game, self.state, self.seat, own, VARIED_PLANS, self.random)
        return [own, *[sheet for sheet in sheets if sheet != own]]

    def player(self, plan: Any) -> PuzzlePlayer:
        """Return a player that follows a plan."""
        if isinstance(self.game, OrdersGame):
            return lambda state, seat: plan
        decide: PuzzlePlayer = captain_bot(self.game, plan).decide
        return decide

    def state_after(self, plan: Any, number: int) -> State:
        state: State = PuzzlePlay(self.game, self.draft).play_out(self.player(plan), self.world(number))
        return state

    def find(self) -> MinedPuzzle | None:
        """Return the best puzzle of the position, proved; None if there is none."""
        plans = self.plans()
        if len(plans) < 3:
            return None
        ever, first = self.facts(self.state_after(plans[0], 0)), {}
        for at, plan in enumerate(plans[1:], 1):
            first[at] = self.facts(self.state_after(plan, 0)) - ever
        shared = Counter(fact for facts in first.values() for fact in facts)
        rare = {fact for fact, count in shared.items() if count <= MAX_OTHER_SHARE * len(first)}
        goals = [(shared[fact], at, fact) for at, facts in first.items() for fact in facts & rare]
        tried: set[str] = set()
        for _, at, fact in sorted(goals, key=lambda each: (goal_priority(each[2]), each)):
            if fact not in tried and len(tried) < MAX_GOALS:
                tried.add(fact)
                found = self.prove(plans[0], plans[at], fact)
                if found is not None:
                    return found
        return None

    def facts(self, state: Any) -> set[str]:
        """Return the facts that hold in a position, in the syntax of goals."""
        found = set()
        outcome = self.game.outcome(state)
        if outcome is not None and self.seat in outcome.winners:
            found.add(f"outcome {self.seat}")
        boards = self.game.boards(state)
        maps = {board.id for board in boards if board.kind == "map"}
        view = self.game.view(state, self.seat)
        styles = seat_styles(boards, self.seat)
        for board in boards:
            for space in board.spaces if board.id in maps else ():
                marks = view.marks.get(space.id, ()) if self.is_named(space) else ()
                if any(is_mark_of(self.seat, styles, mark) for mark in marks):
                    found.add(f"control {space.id} {self.seat}")
        return found

    def is_named(self, space: Any) -> bool:
        """Return whether a place has a name."""
        return bool(space.name) and not any(map(str.isdigit, space.name))

    def success_share(self, plan: Any, puzzle: PuzzlePlay, first: int, count: int) -> float:
        ends = [self.state_after(plan, k) for k in range(first, first + count)]
        return sum(puzzle.is_solved(end) for end in ends) / count

    def prove(self, captain_plan: Any, plan: Any, fact: str) -> MinedPuzzle | None:
        """Return the puzzle with its shortest solution, or None if it fails in fresh worlds."""
        draft = msgspec.structs.replace(self.draft, lesson_end=LessonEnd("?", (fact,)))
        play = PuzzlePlay(self.game, draft)
        if (
            self.success_share(plan, play, 1, TRIAL_WORLDS) < MIN_SOLUTION_RATE
            or self.success_share(captain_plan, play, 1, TRIAL_WORLDS) > MAX_CAPTAIN_RATE
        ):
            return None
        solves, fails = (
            self.success_share(plan, play, 100, PROOF_WORLDS),
            self.success_share(captain_plan, play, 100, PROOF_WORLDS),
        )
        if solves < MIN_SOLUTION_RATE or fails > MAX_CAPTAIN_RATE:
            return None
        gain, error = self.gain(captain_plan, plan)
        if gain < MIN_GAIN or gain < 2 * error:
            return None
        luck = self.luck(play)
        if luck > MAX_LUCK_RATE:
            return None
        shortened = self.shorten(draft, plan, captain_plan)
        if shortened is None:
            return None
        puzzle, whole = shortened
        solves = self.solution_share(play, whole, PROOF_WORLDS)
        return None if solves < MIN_SOLUTION_RATE else MinedPuzzle(puzzle, solves, fails, luck, gain, error)

    def gain(self, captain_plan: Any, plan: Any) -> tuple[float, float]:
        """Return the mean improvement of the seat's chances by the plan and its standard error."""
        at = self.state.seats.index(self.seat)
        pairs = []
        for k in range(200, 200 + PROOF_WORLDS):
            one, other = (
                self.game.evaluate(self.state_after(plan, k)),
                self.game.evaluate(self.state_after(captain_plan, k)),
            )
            pairs.append(one[at] - other[at])
        mean = sum(pairs) / PROOF_WORLDS
        return mean, sqrt(sum((each - mean) ** 2 for each in pairs) / (PROOF_WORLDS - 1) / PROOF_WORLDS)

    def luck(self, play: PuzzlePlay) -> float:
        """Return how often random play reaches the goal."""
        reached = 0
        for k in range(RANDOM_PLAYOUTS):
            end = play.play_out(Recruit(self.game, k).decide, self.world(300 + k))
            reached += play.is_solved(end)
        return reached / RANDOM_PLAYOUTS

    # Its solution, under the dice of the puzzle

    def shorten(self, draft: PuzzleLesson, plan: Any, captain_plan: Any) -> tuple[PuzzleLesson, list[Any]] | None:
        """Return the puzzle with dice and a minimal solution, and that solution as actions or lines.

        With these dice the solution reaches the goal and the captain's plan does not.
        """
        for number in range(5):
            puzzle = msgspec.structs.replace(draft, dice=f"key:{self.random.getrandbits(32)}/{number}")
            play = PuzzlePlay(self.game, puzzle)
            if play.is_solved(play.play_out(self.player(captain_plan))):
                continue
            if isinstance(self.game, OrdersGame):
                whole = needed = self._shortest_part(play, self.game.write(plan).splitlines())
            else:
                whole = self._shortest_part(play, self._recorded_actions(play, self.player(plan)))
                needed = self._action_names(play, whole)
            if needed:
                return msgspec.structs.replace(puzzle, solution=tuple(needed)), whole
        return None

    def solution_share(self, play: PuzzlePlay, whole: Sequence[Any], count: int) -> float:
        """Return the share of `count` fresh worlds in which a solution reaches the goal.

        Where the solution has no answer to a decision, the captain decides.
        """
        if isinstance(self.game, OrdersGame):
            sheet = self.game.parse("".join(f"{line}\n" for line in whole))
            players: list[PuzzlePlayer] = [lambda state, seat: sheet] * count
        else:
            players = [ActionLineBot(self.game, ActionLine(tuple(whole))).decide for _ in range(count)]
        ends = [play.play_out(decide, self.world(400 + k)) for k, decide in enumerate(players)]
        return sum(map(play.is_solved, ends)) / count

    def _recorded_actions(self, play: PuzzlePlay, decide: PuzzlePlayer) -> list[Action]:
        done: list[Action] = []

        def noting(state: State, seat: str) -> Action:
            done.append(decide(state, seat))
            return done[-1]

        play.play_out(noting)
        return done

    def _action_names(self, play: PuzzlePlay, actions: list[Action]) -> list[str]:
        """Return the actions by their names in scripts; [] if the names do not lead to the goal."""
        names: list[str] = []
        decide = _scripted_player(actions)

        def naming(state: State, seat: str) -> Action:
            action: Action = decide(state, seat)
            names.extend(script_names(self.game, state, seat, [action]))
            return action

        if not actions:
            return []
        play.play_out(naming)
        named = PuzzlePlay(self.game, msgspec.structs.replace(play.puzzle, solution=tuple(names)))
        try:
            return names if play.is_solved(named.play_out(named.solution_player())) else []
        except PalatineError:
            return []

    def _shortest_part(self, play: PuzzlePlay, whole: list[Any]) -> list[Any]:
        """Return the shortest part that still reaches the goal; [] if the whole does not."""
        if not self._works(play, whole):
            return []
        for size in SHORTENING_SPANS:
            at = 0
            while at < len(whole):
                shorter = [*whole[:at], *whole[at + size :]]
                if shorter and self._works(play, shorter):
                    whole = shorter
                else:
                    at += 1
        return whole

    def _works(self, play: PuzzlePlay, whole: Sequence[Any]) -> bool:
        try:
            if isinstance(self.game, OrdersGame):
                sheet = self.game.parse("".join(f"{line}\n" for line in whole))
                if any(not each.uncertain for each in self.game.check(self.state, self.seat, sheet)):
                    return False
                is_reached = play.is_solved(play.play_out(lambda state, seat: sheet))
            else:
                is_reached = play.is_solved(play.play_out(self._legal(_scripted_player(whole))))
            return is_reached and self.solution_share(play, whole, FRESH_WORLDS) == 1
        except (PalatineError, StopIteration):
            return False

    def _legal(self, decide: PuzzlePlayer) -> PuzzlePlayer:
        """Return a player that checks its actions and raises PalatineError for an illegal one."""

        def checked(state: State, seat: str) -> Action:
            action: Action = decide(state, seat)
            if action not in self.game.actions(state, seat):
                raise PalatineError(f"{action!r} is not legal.")
            return action

        return checked


def _scripted_player(actions: Sequence[Action]) -> PuzzlePlayer:
    """Return a player of these actions in order; it raises StopIteration at their end."""
    left = iter(actions)
    return lambda state, seat: next(left)


def goal_priority(fact: str) -> int:
    """Return the sort key of a goal: the end of the match comes before a place."""
    return ("outcome", "control").index(fact.partition(" ")[0])


def planning_positions(
    game: Any, scenario: str | None, seats: Sequence[str] | None, seed: str
) -> Iterator[tuple[State, str]]:
    """Yield positions of a game of captains and the seat that must plan its phase or turn there."""
    state = game.setup(scenario, seats, seed.encode(), {})
    bots = {seat: captain_bot(game) for seat in state.seats}
    planned: set[tuple[int, str]] = set()
    while actors := game.actors(state):
        for seat in actors:
            now = (game.planning_period(state), seat)
            if now not in planned and not game.is_setting_up(state, seat):
                planned.add(now)
                yield state.copy(), seat
        game.take(state, actors[0], bots[actors[0]].decide(state, actors[0]))


def write_puzzle(mined: MinedPuzzle, folder: Path, name: str) -> Path:
    """Write a puzzle; title, question, hint and reason are left empty."""
    folder.mkdir(parents=True, exist_ok=True)
    puzzle = mined.puzzle
    (folder / f"{name}.txt").write_text(puzzle.position, encoding="utf-8")
    quoted = [f"  {msgspec.json.encode(line).decode()}," for line in puzzle.solution]
    lines = [
        f"# In fresh worlds the solution reaches it {mined.solves:.0%} of the time, the captain's own plan "
        f"{mined.captain:.0%}, play at random {mined.luck:.0%};",
        f"# chances after it are better by {mined.gain:.0%} (standard error {mined.error:.0%}).",
        f'puzzle = "{name.partition("-")[2]}"', 'title = ""', "minutes = 5", f'game = "{puzzle.game}"',
        f'seat = "{puzzle.seat}"', 'question = ""', 'hint = ""', 'why = ""',
        f"goal = {msgspec.json.encode(puzzle.lesson_end.check).decode()}", f'position_file = "{name}.txt"',
        f'dice = "{puzzle.dice}"', "solution = [", *quoted, "]", "",
    ]  # fmt: skip
    path = folder / f"{name}.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def find_puzzles(
    name: str, games: int, seed: str, folder: Path, scenario: str | None, seats: Sequence[str] | None
) -> None:
    """Write all puzzles found in `games` games, at most one per phase."""
    game, number = registry.load(name), 0
    for match in range(games):
        for at, (state, seat) in enumerate(planning_positions(game, scenario, seats, f"{seed}/{match}")):
            try:
                found = PuzzleFinder(game, state, seat, at).find()
            except Refused as error:
                raise PalatineError(f"Game {match}, {seat}: {error}") from error
            if found is not None:
                number += 1
                path = write_puzzle(found, folder, f"{number:02}-{match}-{at}")
                print(
                    f"{path}: {', '.join(found.puzzle.lesson_end.check)}, {len(found.puzzle.solution)}", flush=True
                )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m palatine.lab.puzzles", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("game", choices=registry.games())
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--seed", default="puzzles")
    parser.add_argument("--scenario")
    parser.add_argument("--seats", nargs="+")
    parser.add_argument("--to", type=Path, default=Path("found"))
    given = parser.parse_args()
    find_puzzles(given.game, given.games, given.seed, given.to, given.scenario, given.seats)


if __name__ == "__main__":
    main()
