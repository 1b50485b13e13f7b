"""Monitoring, for operators: `prometheus` and `collector` (metrics), `readiness` (whether it can work), `health` (both
over HTTP), `server_status` (its status), `page` (the same for people), `shutdown` (how a process ends), `watchdog`
(notifies the service manager). See docs/operations.md."""
