"""Notices: who is to be told what, by which channels, once each and not in the night.

An ask or another event becomes rows of the outbox (`rings`, `dispatch`); what waits there is sent (`delivery`) by the
sender of its kind (`sending`; mail by `palatine.mail`).
"""
