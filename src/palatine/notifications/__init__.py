"""Notifications: to whom, of what, by which channels, once each and not during quiet hours.

An ask or another event becomes rows of the outbox (`reminders`, `dispatch`); these are sent (`delivery`) by the
sender of their kind (`sending`; mail by `palatine.mail`).
"""
