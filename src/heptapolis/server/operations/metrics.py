"""Metrics for Prometheus; none of them names a person, table or card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

if TYPE_CHECKING:
    from heptapolis.server.bots.bot_pool import BotPool
    from heptapolis.server.operations.shared_metrics import SharedMetrics
    from heptapolis.server.realtime.pubsub import PubSub
    from heptapolis.server.realtime.sockets import Sockets
    from heptapolis.server.storage.writer import Writer
    from heptapolis.server.tables.registry import Registry


class Metrics:
    """The metrics of one process."""

    def __init__(self) -> None:
        """Has its own registry, so that several servers in one process do not share metrics."""
        self.registry = CollectorRegistry()
        self.shared: SharedMetrics | None = None
        """Those of all processes, if there are several."""
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._requests = Counter(
            "heptapolis_http_requests", "HTTP requests", ["method", "status"], registry=self.registry
        )
        self._seconds = Histogram("heptapolis_http_seconds", "Time of HTTP requests", registry=self.registry)

    def request(self, method: str, status: int, seconds: float) -> None:
        """Counts an HTTP request."""
        known = method if method in ("GET", "POST", "DELETE", "HEAD", "OPTIONS", "PUT", "PATCH") else "other"
        self._requests.labels(known, str(status)).inc()
        self._seconds.observe(seconds)

    def watch(self, registry: Registry, sockets: Sockets, writer: Writer, bots: BotPool, pubsub: PubSub | None) -> None:
        """Adds gauges that are read whenever Prometheus asks."""
        gauges = {
            "heptapolis_processes": ("Server processes", lambda: 1),
            "heptapolis_tables_open": ("Tables in memory", lambda: len(registry.rooms)),
            "heptapolis_sockets": ("Open WebSockets", lambda: len(sockets.open)),
            "heptapolis_messages_total": ("Messages from clients", lambda: sockets.messages),
            "heptapolis_messages_refused_total": ("Messages that were refused", lambda: sockets.refused),
            "heptapolis_events_stored_total": ("Events stored", lambda: writer.appended),
            "heptapolis_commits_total": ("Transactions of events", lambda: writer.batches),
            "heptapolis_bot_decisions_total": ("Bot decisions", lambda: bots.asked),
            "heptapolis_bot_replaced_total": (
                "Bot decisions replaced by a simple move",
                lambda: bots.replaced,
            ),
            "heptapolis_redis_connected": (
                "Whether Redis answers",
                lambda: bool(pubsub and pubsub.connected),
            ),
        }
        for name, (text, read) in gauges.items():
            Gauge(name, text, registry=self.registry).set_function(read)

    def text(self) -> bytes:
        """The metrics in the text format of Prometheus."""
        return generate_latest(self.registry)
