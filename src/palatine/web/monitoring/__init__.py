"""Monitoring, for operators: `prometheus` and `collector` (metrics), `readiness` (whether it can work), `health` (both
over HTTP), `server_status` (its status), `page` (the same for people), `shutdown` (how a process ends), `watchdog`
(what the service manager is told). Told in docs/operations.md."""
