"""Logs as one JSON object a line on standard error. What is logged is named there; never a token or a card."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import structlog

from karat.warming import DONE, FAILED

if TYPE_CHECKING:
    from karat.warming import Warming

log = structlog.get_logger()


def set_up_logs(level: int = logging.INFO) -> None:
    """Our own events and those of uvicorn, in one form."""
    shared: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processor=structlog.processors.JSONRenderer(), keep_exc_info=False
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)


def tell_of_compiling(warming: Warming) -> None:
    """Log how far the compiler is, which works beside the server."""
    for news in warming:
        if news.what == FAILED:
            log.error("kernels.failed", piece=news.piece.name, why=news.why)
        elif news.what == DONE:
            log.info("kernels.compiled", piece=news.piece.name, done=round(warming.share, 2))
