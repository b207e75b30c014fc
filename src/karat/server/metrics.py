"""What Prometheus is told of one worker."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """Counters with a registry of their own, so that two apps in one process do not share them."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter("karat_requests", "REST calls", ["call", "status"], registry=self._registry)
        self.sockets = Gauge("karat_sockets", "Open sockets", registry=self._registry)
        self.rooms = Gauge("karat_rooms", "Tables in memory", registry=self._registry)
        self.changes = Counter("karat_changes", "Units committed to the logs of tables", registry=self._registry)
        self.seconds = Histogram("karat_request_seconds", "Time to answer a REST call", registry=self._registry)

    def text(self) -> bytes:
        return generate_latest(self._registry)
