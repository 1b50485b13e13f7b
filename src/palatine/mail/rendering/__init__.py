"""Mails that go out: what is said in each kind, as text, as HTML, with the map as a picture; and their headers."""
