"""Running a server: settings, launcher, logs, metrics, backups and the load test."""
