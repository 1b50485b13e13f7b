"""Language models as players: text prompts with numbered choices, and reply parsing.

Any function from prompt to reply can play. `served` makes one for a server with OpenAI's chat completions API. The
prompt contains only what the seat sees.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPException
from typing import Any
from urllib.request import Request, urlopen

import msgspec

from palatine import registry
from palatine.core import Game, PalatineError
from palatine.lab.action_menus import MenuMatch
from palatine.lab.selfplay import seed_number

CompletionFunction = Callable[[str], str]
"""A function that takes a prompt and returns a reply."""
MAX_PROMPTS = 3
"""Maximum number of prompts for one decision."""
INSTRUCTION = "Answer with the number of one choice, alone on the last line."
RETRY_INSTRUCTION = "Your last answer named none of the choices: {reply}"
MAX_QUOTED_REPLY = 200


class ModelMatchResult(msgspec.Struct, frozen=True):
    """Result of a match of models.

    Each seat's share of the win, whether the match ended, the number of picks, and for each seat the number of
    replies that named no choice.
    """

    shares: dict[str, float]
    is_over: bool
    picks: int
    misunderstood: dict[str, int]


def build_prompt(match: MenuMatch, seat: str) -> str:
    """Return the prompt of a seat: the game, the seat's view and its numbered choices."""
    game = match.game
    boards = game.boards(match.state)
    story = f"You play {game.title} as {seat}. {game.story}".strip()
    return f"{story}\n\n{match.observation_text(seat, boards)}\n\n{INSTRUCTION}"


def parse_reply(reply: str, texts: Sequence[str]) -> int | None:
    """Return the number of the choice that a reply names; None if it names none or several.

    A reply names a choice if its last line is that choice's text, contains its number, or contains the whole text of
    that choice only.
    """
    lines = [line for line in reply.strip().splitlines() if line.strip()]
    last = lines[-1] if lines else ""
    plain = _words_only(last)
    whole = [number for number, text in enumerate(texts) if plain and _words_only(text) == plain]
    if len(whole) == 1 and not plain.isdigit():
        return whole[0]
    numbers = {int(found) for found in re.findall(r"(?<![\w.-])\d{1,9}(?![\w-]|\.\d)", last)}
    if len(numbers) == 1 and (number := numbers.pop()) < len(texts):
        return number
    named = [n for n, text in enumerate(texts) if _words_only(text) and f" {_words_only(text)} " in f" {plain} "]
    return named[0] if len(named) == 1 else None


def _words_only(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def play_models(
    game: str | Game[Any],
    players: Mapping[str, str | CompletionFunction],
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    seed: str = "0",
    max_picks: int | None = None,
    choices: int = 64,
) -> ModelMatchResult:
    """Play a match of models and bots and return its result.

    `players` maps each seat to a function or the name of a bot. A model that names no choice is prompted again with
    its last reply; after TRIES replies number 0 is taken. The match stops after `max_picks` picks of models. Raises
    Unknown if the game does not have the scenario, seats, options or bots, PalatineError if a reply is not a string.
    """
    loaded = registry.load(game) if isinstance(game, str) else game
    match = MenuMatch(loaded, scenario, tuple(players), options, choices)
    match.reset(seed.encode())
    bots = {
        seat: registry.bot(name, loaded, seed_number(f"{seed}/{seat}"))
        for seat, name in players.items()
        if isinstance(name, str)
    }
    picks, misunderstood = 0, dict.fromkeys(players, 0)
    while match.seats_to_act and (max_picks is None or picks < max_picks):
        seat = match.seats_to_act[0]
        player = players[seat]
        if isinstance(player, str):
            match.play(seat, bots[seat].decide(match.state, seat))
            continue
        number, failed = _decided(match, seat, player)
        misunderstood[seat] += failed
        match.pick(seat, number)
        picks += 1
    return ModelMatchResult(match.win_shares(), not match.seats_to_act, picks, misunderstood)


def _decided(match: MenuMatch, seat: str, ask: CompletionFunction) -> tuple[int, int]:
    """Return the number that a model picks and how many of its replies named none.

    A single choice is taken without a prompt.
    """
    texts = [match.entry_text(seat, number) for number in range(len(match.menu(seat)))]
    if len(texts) == 1:
        return 0, 0
    asked = build_prompt(match, seat)
    for failed in range(MAX_PROMPTS):
        reply: Any = ask(asked)
        if not isinstance(reply, str):
            raise PalatineError(
                f"The model of {seat} is to reply with a text, not with {reply!r:.{MAX_QUOTED_REPLY}}."
            )
        number = parse_reply(reply, texts)
        if number is not None:
            return number, failed
        asked = f"{build_prompt(match, seat)}\n\n{RETRY_INSTRUCTION.format(reply=repr(reply[-MAX_QUOTED_REPLY:]))}"
    return 0, MAX_PROMPTS


def chat_completions_player(url: str, model: str, api_key: str = "", seconds: float = 120.0) -> CompletionFunction:
    """Return a function that prompts a model through OpenAI's chat completions API.

    `url` is the part before `/chat/completions`. The function raises PalatineError if no reply arrives within
    `seconds`.
    """

    def ask(text: str) -> str:
        body = {"model": model, "messages": [{"role": "user", "content": text}]}
        head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {api_key}"} if api_key else {})
        try:
            request = Request(f"{url.rstrip('/')}/chat/completions", json.dumps(body).encode(), head)
            with urlopen(request, timeout=seconds) as answer:
                return str(json.load(answer)["choices"][0]["message"]["content"])
        except (OSError, HTTPException, ValueError, LookupError, TypeError) as error:
            raise PalatineError(f"The model {model} gave no reply: {error}") from error

    return ask
