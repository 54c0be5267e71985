"""``/healthz``, ``/readyz`` and ``/metrics``, for whoever runs the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response

from heptapolis.server.errors import Refused
from heptapolis.server.http.security import address
from heptapolis.server.operations.settings import LOOPBACK

if TYPE_CHECKING:
    from heptapolis.server.http.context import Context


def monitoring_routes(context: Context) -> APIRouter:
    """Routes for health checks and metrics."""
    router = APIRouter(tags=["operation"], include_in_schema=False)

    @router.get("/healthz")
    async def healthz() -> Response:
        """The process is running."""
        return Response(b"ok\n", media_type="text/plain")

    @router.get("/readyz")
    async def readyz() -> Response:
        """The process can serve: the database answers and can be written, and the server is not shutting down."""
        if context.registry.closing:
            raise Refused("server/closing")
        await context.store.unfinished()
        await context.writer.check()
        return Response(b"ready\n", media_type="text/plain")

    @router.get("/metrics")
    async def metrics(request: Request) -> Response:
        """Metrics for Prometheus; only for this machine unless ``metrics_public`` is set.

        With Redis those of all processes together, unless the query is ``?process=own``.
        """
        if not context.settings.metrics_public and address(request.scope) not in LOOPBACK:
            raise Refused("request/path")
        shared = None if request.query_params.get("process") == "own" else context.metrics.shared
        text = context.metrics.text() if shared is None else await shared.text()
        return Response(text, media_type="text/plain; version=0.0.4")

    return router
