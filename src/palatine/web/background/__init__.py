"""Background work: `bot_worker` (bots), `deadlines` (turns), `job_runner` (jobs), `retention` (old matches), `results`
(results, accounts that go)."""
