"""What operators watch, in Prometheus's form."""

from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

if TYPE_CHECKING:
    from otherwords.serve.desk import Desk

_SECONDS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)


class Metrics:
    """Of one server, so that two in a process do not count together."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "otherwords_requests", "Requests, by route and status.", ["route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "otherwords_request_seconds",
            "Seconds until the answer, of requests that were not refused.",
            ["route"],
            buckets=_SECONDS,
            registry=self._registry,
        )

    def watch(self, desk: "Desk[Any]") -> None:
        running = Gauge("otherwords_jobs_running", "Jobs under way.", registry=self._registry)
        running.set_function(lambda: desk.running)
        waiting = Gauge("otherwords_jobs_waiting", "Jobs that wait for a worker.", registry=self._registry)
        waiting.set_function(lambda: desk.waiting)

    def count(self, route: str, status: int, seconds: float) -> None:
        self._requests.labels(route, str(status)).inc()
        if status < 400:
            self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self._registry)
