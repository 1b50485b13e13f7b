"""For whoever runs the house: `exposition` and `gauges` (metrics), `readiness` (whether it can work), `doors` (both
over HTTP), `standing` (how the house stands), `page` (the same for people), `stopping` (how a process ends), `watchdog`
(what the service manager is told). Told in docs/operations.md."""
