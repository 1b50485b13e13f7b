"""How notices leave the house: `posting` (guarded HTTPS), `hooks` (Discord, Slack, ntfy, JSON), `push` (browsers)."""
