"""How a database of any age is brought to today's tables. Run by `Store.open`."""
