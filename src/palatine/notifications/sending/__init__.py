"""Senders of notifications: guarded HTTPS, webhooks (Discord, Slack, ntfy, JSON) and push."""
