"""The HTTP API: `games`; `matches`, and what changes of `sights` of them; `orders`, `guidance`, `lessons`."""
