"""Senders of notifications: `http` (guarded HTTPS), `webhooks` (Discord, Slack, ntfy, JSON), `push` (browsers)."""
