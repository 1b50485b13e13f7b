"""Background tasks of the server: bots, deadlines, jobs, notifications, results and events."""
