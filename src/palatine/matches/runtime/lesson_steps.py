"""Progress through a lesson: steps done or shown, going back, repeating steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from palatine.core import Action, Refused, State
from palatine.core.guidance.lessons import LessonStep
from palatine.core.lessons import (
    LessonRun,
    answer_to_sheet,
    expects_hand_in,
    has_expected_order,
    reply_sheets,
    script_sheet,
    unexpected_orders,
)
from palatine.matches.runtime import secret_orders
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.lesson_progress import LessonProgress, lesson_of
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.wording import catalogue, refused_error


class LessonSteps:
    """The steps of a lesson, applied to a pending write of its match."""

    def __init__(self, context: MatchRuntime, pending: PendingWrite) -> None:
        self.context, self.pending = context, pending
        self.game: Any = pending.game
        self.progress = LessonProgress.from_dict(pending.row.lesson)
        self.lesson = lesson_of(pending.game, self.progress.lesson)
        self.lesson_run = LessonRun(pending.game, self.lesson)

    @property
    def step(self) -> LessonStep:
        return self.lesson_run.step(self.progress.step)

    def begin(self) -> None:
        """Play what follows from the initial position without the player."""
        if not self.game.orders:
            self.lesson_run.play_replies(self.pending.state, -1, self._play)
        self._update_progress(plies=(self.pending.row.ply,))

    # Actions of the player

    def act(self, actions: Sequence[Action]) -> None:
        """Carry out the expected actions; reply to other legal ones.

        Raises `Refused` for illegal ones.
        """
        if self.progress.done:
            raise refused_error("lesson-over")
        self._check_legal(actions)
        if not self.step.expects:
            self._answer(catalogue().say("lesson.read-on"))
            return
        rest, state = self.progress.rest, self.pending.state
        ways = [rest] if rest else self.lesson_run.paths(state, self.progress.step)
        left = self.lesson_run.remaining(state, ways, actions)
        if left is None:
            said = self.lesson_run.answer_to_actions(state, self.progress.step, actions)
            self._answer(said or catalogue().say("lesson.not-this"))
            return
        for action in actions:
            self._play(self.lesson.seat, action)
        if left:
            self._update_progress(rest=left, answer="")
        else:
            self._finish()

    def continue_reading(self) -> None:
        """Continue after a step that expects nothing. Raises `Refused` at any other step."""
        if self.progress.done or self.step.expects:
            raise refused_error("lesson-step")
        self._update_progress(step=self.progress.step + 1, plies=(*self.progress.plies, self.pending.row.ply), after="",
                   answer="", tries=0)  # fmt: skip
        self._end_if_last()

    def carry_out(self) -> None:
        """Carry out the step as its script does."""
        if self.progress.done:
            raise refused_error("lesson-over")
        self._play_script()
        self._end_if_last()

    def go_back(self) -> None:
        """Go back to the start of the step, or of the previous one.

        Raises `Refused` at the first step.
        """
        progress = self.progress
        is_amid = self.pending.row.ply > progress.plies[-1]
        target = len(progress.plies) - 1 if is_amid and not progress.done else progress.step - 1
        if progress.again or target < 0:
            raise refused_error("lesson-first")
        self._go_to(target)

    def _go_to(self, target: int) -> None:
        plies = self.progress.plies[: target + 1]
        self._rewind(plies[-1])
        self._update_progress(step=target, plies=plies, rest=(), answer="", after="", tries=0, done=False)

    # Secret orders

    def check_draft(self, text: str) -> None:
        """Check the draft and advance while it is what the lesson expects."""
        while not self.progress.done and has_expected_order(self.game, self.step, text):
            self._go_to_next_step(self.step.after)
        answer = "" if self.progress.done else answer_to_sheet(self.game, self.step, text)
        if answer and answer != self.progress.answer:
            self._answer(answer)

    def hand_in(self, seat: str, text: str) -> None:
        """Hand in for all seats and run the turn if the lesson expects it; otherwise reply why not."""
        if self.progress.done:
            raise refused_error("lesson-over")
        strange = unexpected_orders(self.game, self.lesson, self.progress.step, self.pending.state, text)
        if not expects_hand_in(self.step):
            said = answer_to_sheet(self.game, self.step, text) or self.step.wrong.get("hand in", "")
            self._answer(said or catalogue().say("lesson.not-yet"))
        elif strange:
            self._answer(catalogue().say("lesson.strange", order=strange[0]))
        else:
            self._hand_in(seat, text)
            self._finish()

    def _hand_in(self, seat: str, text: str) -> None:
        others = reply_sheets(self.lesson, self.step, self.pending.was.names)
        for each, sheet in {seat: text, **others}.items():
            secret_orders.hand_in(self.pending, each, sheet, self.game.parse_untrusted(sheet))
        secret_orders.run_turn(self.pending, "all")

    def script_sheet(self) -> str | None:
        """Return the script's sheet for the open turn; None in a game of single actions."""
        if not self.game.orders or self.progress.done:
            return None
        return script_sheet(self.game, self.lesson, self.progress.step, self.pending.state)

    # Advancing

    def _finish(self) -> None:
        """Complete the step: play the others' replies and advance."""
        if not self.game.orders:
            self.lesson_run.play_replies(self.pending.state, self.progress.step, self._play)
        self._go_to_next_step(self.step.after)
        self._end_if_last()

    def _go_to_next_step(self, after: str) -> None:
        progress = self.progress
        self._update_progress(step=progress.step + 1, plies=(*progress.plies, self.pending.row.ply), rest=(), answer="",
                   after=after, tries=0)  # fmt: skip
        if progress.again:
            self._update_progress(again=progress.again[1:])
            stop = self.progress.again[0] if self.progress.again else len(self.lesson.step)
            self.play_to_step(stop)

    def play_to_step(self, stop: int) -> None:
        """Play by the script up to a step."""
        while self.progress.step < stop:
            self._play_script(silently=True)

    def _play_script(self, *, silently: bool = False) -> None:
        n, step = self.progress.step, self.step
        if expects_hand_in(step) and self.game.orders:
            self._hand_in(self.lesson.seat, script_sheet(self.game, self.lesson, n, self.pending.state))
        elif step.expects and not self.game.orders:
            rest = self.progress.rest
            for action in rest or self.lesson_run.paths(self.pending.state, n)[0]:
                self._play(self.lesson.seat, action)
            self.lesson_run.play_replies(self.pending.state, n, self._play)
        if silently:
            self._update_progress(step=n + 1, plies=(*self.progress.plies, self.pending.row.ply), rest=())
        else:
            self._go_to_next_step(step.after)

    def _end_if_last(self) -> None:
        """After the last step, repeat the steps with mistakes or end the lesson."""
        if self.progress.step < len(self.lesson.step):
            return
        if self.progress.missed:
            missed = tuple(sorted(self.progress.missed))
            self._update_progress(missed=(), again=missed)
            self._go_to(missed[0])
        else:
            self._update_progress(done=True)

    def _answer(self, text: str) -> None:
        n = self.progress.step
        is_new = not self.progress.again and n not in self.progress.missed and bool(self.step.expects)
        missed = (*self.progress.missed, n) if is_new else self.progress.missed
        self._update_progress(answer=text, tries=self.progress.tries + 1, missed=missed)

    def _update_progress(self, **changes: Any) -> None:
        self.progress = msgspec.structs.replace(self.progress, **changes)
        self.pending.row = msgspec.structs.replace(self.pending.row, lesson=self.progress.to_dict())
        if not self.pending.records:
            self.pending.record("lesson", self.lesson.seat)

    # Changes of the match

    def _play(self, seat: str, action: Action) -> State:
        says = self.game.action_text(self.pending.state, action)
        self.pending.play(seat, action, data={"says": says})
        return self.pending.state

    def _check_legal(self, actions: Sequence[Action]) -> None:
        refusal = self.game.explain(self.pending.state, self.lesson.seat, actions[0])
        if refusal is not None:
            raise Refused(refusal.clause, refusal.reason)

    def _rewind(self, ply: int) -> None:
        pending = self.pending
        if ply == pending.row.ply:
            return
        was = pending.was
        state = self.context.state_at(was, ply)
        turn = getattr(state, "turn", 0) if pending.row.clock is not None else pending.row.turn
        undone = (
            self.context.storage.actions_in_force(was.row.id, ply, was.row.ply)
            if ply < was.row.ply
            else pending.records
        )
        first = next(record.n for record in undone if record.kind in ("action", "turn"))
        pending.rewind(state, ply)
        pending.row = msgspec.structs.replace(pending.row, status="playing", outcome=None, turn=turn)
        pending.record("undo", self.lesson.seat, {"version": first - 1, "lesson": ply})
