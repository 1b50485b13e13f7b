"""What goes on beside the requests: `bot_worker` (bots), `deadlines` (turns), `keeper` (jobs), `idle` (old matches),
`company` (results, accounts that go)."""
