"""Reports: of the games of tables that are over, and of records that are sent."""

import hashlib
import json
import re
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request, Response
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from whistlestop.server import schema
from whistlestop.server.identity import ID
from whistlestop.server.protocol.reports import RecordReport, RecordToReport, Report
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.reports import VERSION, Reports
from whistlestop.server.routes.access import (
    JSON_BODY,
    REFUSALS,
    SIGNED,
    Asker,
    Name,
    bytes_answer,
    json_answer,
    readable,
    registry_of,
)
from whistlestop.server.table import CLOSED

router = APIRouter(prefix="/api", tags=["reports"], responses=REFUSALS, dependencies=JSON_BODY)
rows = schema.reports.c


@router.get("/tables/{table}/report", response_model=Report, openapi_extra=SIGNED)
async def table_report(name: Name, player: Asker, request: Request) -> Response:
    """Get the report of a game that is over. Until it is `complete` it gets better: ask again after a second."""
    registry = registry_of(request)
    table, _ = await readable(registry, name, player)
    if table.record is None:
        raise Refused("not_begun")
    if table.state not in CLOSED:
        raise Refused("not_over")
    wanted = {"table_id": name, "version": VERSION, "rollouts": registry.settings.report_rollouts}
    kept = await registry.storage.rows(select(rows.body).where(*(rows[field] == of for field, of in wanted.items())))
    if kept:
        return bytes_answer(kept[0].body.encode())
    found = (await reports_of(request).get(name, str(table.record), player.id))["report"]
    if found["complete"]:
        await keep(registry, {**wanted, "body": json.dumps(found)})
    return json_answer(found)


async def keep(registry: TableRegistry, row: dict[str, Any]) -> None:
    """Store a report that is complete; another request may have done so."""
    with suppress(IntegrityError):
        await registry.storage.write(lambda connection: connection.execute(insert(schema.reports), row))


@router.post("/reports", response_model=RecordReport, openapi_extra=SIGNED)
async def record_report(body: RecordToReport, player: Asker, request: Request) -> Response:
    """Get the report of a record. Until it is `complete` it gets better: send the record again after a second.

    If a line of the record can't be read, or the game isn't over, the report covers what can be read.
    """
    await refuse_running(registry_of(request), body.record)
    reports, key = reports_of(request), hashlib.sha256(body.record.encode()).hexdigest()
    if not reports.knows(key):
        request.app.state.reporters.take(player.id)
    return json_answer(await reports.get(key, body.record, player.id))


async def refuse_running(registry: TableRegistry, record: str) -> None:
    """Refuse the record of a game that is still played here: a report would give advice."""
    named = re.search(f"(?m)^table: ({ID})$", record)
    if named:
        tables = schema.tables.c
        running = (tables.id == named[1]) & tables.state.not_in(CLOSED)
        if await registry.storage.rows(select(tables.id).where(running)):
            raise Refused("not_over")


def reports_of(request: Request) -> Reports:
    """The reports of this process."""
    reports: Reports = request.app.state.reports
    return reports
