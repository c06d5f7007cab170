"""Traces of requests and of the database by OpenTelemetry, if it is installed and the operator has set it up.

It is the extra `otel`, and it is set up by the standard variables: OTEL_EXPORTER_OTLP_ENDPOINT for example. A trace
names routes, and no player and no table.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import structlog

WANTED = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
"""Traces are sent if one of these variables is set."""
log = structlog.get_logger()
_tracers: list[Any] = []


def start_tracing(environment: Mapping[str, str] = os.environ) -> None:
    """Send traces if the operator wants them."""
    is_off = (
        environment.get("OTEL_SDK_DISABLED", "").lower() == "true" or environment.get("OTEL_TRACES_EXPORTER") == "none"
    )
    if is_off or not any(environment.get(name) for name in WANTED):
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        log.warning("tracing_missing", problem="Traces need the extra: pip install 'whistlestop[otel]'.")
        return
    name = environment.get("OTEL_SERVICE_NAME", "whistlestop")
    provider = TracerProvider(resource=Resource.create({"service.name": name}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace_with(provider)


def trace_with(provider: Any) -> None:
    """Trace with a provider; None ends it."""
    for tracer in _tracers:
        tracer.provider.shutdown()
    _tracers.clear()
    if provider is not None:
        tracer = provider.get_tracer("whistlestop")
        tracer.provider = provider
        _tracers.append(tracer)


@contextmanager
def span(name: str, **attributes: str | int) -> Iterator[Any]:
    """A span around what is done here; None if nobody wants traces. Exceptions are not written into it."""
    if not _tracers:
        yield None
        return
    with _tracers[0].start_as_current_span(name, attributes=attributes, record_exception=False) as found:
        yield found
