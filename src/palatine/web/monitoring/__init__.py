"""Observability of the server: metrics, health checks, status page and shutdown.

* `prometheus` and `collector`: metrics
* `readiness`: the check whether the process can work
* `health`: metrics and checks over HTTP
* `checklist`, `reachability` and `checklist_page`: what a server for other people still needs
* `server_status` and `page`: the state of the server and its page
* `shutdown` and `watchdog`: the end of the process and notifications to the service manager

See docs/operations.md.
"""
