"""The view of a seat, assembled in `view`.

* `boards`, `balance_board`: the boards, drawn once.
* `faces`, `pieces`: counters, and counters on a board.
* `panels`, `standings`: panels beside the boards, and victory conditions.
* `choices`, `plans`: texts of decisions, and shortcuts.
* `wording`: names in messages.
"""
