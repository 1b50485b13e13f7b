"""The HTTP API: `games`; `matches`, and what changes of `views` of them; `orders`, `guidance`, `lessons`."""
