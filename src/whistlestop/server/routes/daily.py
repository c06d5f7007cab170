"""The deal of the day on each map: play it once, and see how others did."""

from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from whistlestop.server.daily import list_days, need_daily, play_daily, today, write_daily
from whistlestop.server.maps import available_maps
from whistlestop.server.protocol.deals import DailyDeal, DailyPage, Day
from whistlestop.server.protocol.tables import TableInfo
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import (
    JSON_BODY,
    REFUSALS,
    SIGNED,
    Asker,
    AskerOrStranger,
    address_of,
    json_answer,
    registry_of,
    table_answer,
)

router = APIRouter(prefix="/api/daily", tags=["daily"], responses=REFUSALS, dependencies=JSON_BODY)
MapPath = Annotated[str, Path(alias="map", max_length=64)]


@router.get("", response_model=list[DailyDeal], openapi_extra=SIGNED)
async def daily_deals(player: AskerOrStranger, request: Request) -> Response:
    """List today's deals, one for each map."""
    registry = registry_of(request)
    await registry.need_rules()
    usable, _ = available_maps(registry.settings.places)
    found = [await need_daily(registry, name, today()) for name in usable]
    return json_answer([await write_daily(registry, daily, player) for daily in found])


@router.get("/{map}/{day}", response_model=DailyPage, openapi_extra=SIGNED)
async def daily_deal(name: MapPath, day: Day, player: AskerOrStranger, request: Request) -> Response:
    """Get the deal of a day, with its ranking if you have played it or it is over."""
    registry = registry_of(request)
    await registry.need_rules()
    try:
        wanted = date.fromisoformat(day)
    except ValueError:
        raise Refused("no_daily_deal") from None
    if wanted > today():
        raise Refused("no_daily_deal")
    content = await write_daily(registry, await need_daily(registry, name, wanted), player)
    content["days"] = await list_days(registry, name)
    if wanted == today():
        tomorrow = await need_daily(registry, name, wanted + timedelta(days=1))
        content["next_commitment"] = tomorrow.deal.origin.commitment
    return json_answer(content)


@router.post("/{map}", status_code=201, response_model=TableInfo, openapi_extra=SIGNED)
async def play(name: MapPath, player: Asker, request: Request) -> Response:
    """Play today's deal. You have one try: whenever you ask, in whatever tab, the answer is the same table."""
    request.app.state.slow_limits.new_table(player.id, address_of(request))
    registry = registry_of(request)
    await registry.need_rules()
    return table_answer(registry, await play_daily(registry, name, player), player, 201)
