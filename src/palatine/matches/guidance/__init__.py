"""Guidance for players.

`previews` shows what an action will cause, `recaps` what happened, `advice` what a bot would do, and `stories` tells
finished matches. `automatic_setup` places a seat's units by a bot.
"""
