"""Notifications of accounts over their channels, each sent once and outside quiet hours.

A pending turn or another event becomes rows of the outbox (`reminders`, `dispatch`). `delivery` sends them with the
sender of their kind (`sending`; mail by `palatine.mail`).
"""
