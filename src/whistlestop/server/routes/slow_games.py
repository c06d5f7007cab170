"""Slow games: holidays, what waits for a person, and standing invitations."""

import re
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from starlette.responses import Response

from whistlestop.server import invitations
from whistlestop.server.holidays import end_holiday, go_on_holiday, read_holidays
from whistlestop.server.identity import ID
from whistlestop.server.protocol.requests import NewHoliday, NewInvitation
from whistlestop.server.protocol.slow_games import HolidayInfo, InvitationInfo, WaitingTable
from whistlestop.server.protocol.tables import TableInfo
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import (
    JSON_BODY,
    REFUSALS,
    SIGNED,
    Asker,
    address_of,
    json_answer,
    registry_of,
    table_answer,
)
from whistlestop.server.waiting import waiting_tables

router = APIRouter(prefix="/api", tags=["slow games"], responses=REFUSALS, dependencies=JSON_BODY)


async def invitation_name(invitation: Annotated[str, Path(max_length=64)]) -> str:
    """The id of an invitation, which need not exist."""
    if not re.fullmatch(ID, invitation):
        raise Refused("no_such_invitation")
    return invitation


InvitationName = Annotated[str, Depends(invitation_name)]


@router.get("/me/waiting", response_model=list[WaitingTable], openapi_extra=SIGNED)
async def waiting(player: Asker, request: Request) -> Response:
    """List the tables that wait for you, the most urgent first."""
    return json_answer(await waiting_tables(registry_of(request), player.id))


@router.get("/me/holiday", response_model=HolidayInfo, openapi_extra=SIGNED)
async def holiday(player: Asker, request: Request) -> Response:
    """Get until when you are on holiday, and how many days you have left."""
    return json_answer(await read_holidays(registry_of(request), player.id))


@router.put("/me/holiday", response_model=HolidayInfo, openapi_extra=SIGNED)
async def go(body: NewHoliday, player: Asker, request: Request) -> Response:
    """Go on holiday now: your clocks of a day or more stop."""
    return json_answer(await go_on_holiday(registry_of(request), player.id, body.days))


@router.delete("/me/holiday", response_model=HolidayInfo, openapi_extra=SIGNED)
async def come_home(player: Asker, request: Request) -> Response:
    """End your holiday now; days that have not begun are yours again."""
    return json_answer(await end_holiday(registry_of(request), player.id))


@router.get("/me/invitations", response_model=list[InvitationInfo], openapi_extra=SIGNED)
async def own_invitations(player: Asker, request: Request) -> Response:
    """List your standing invitations."""
    registry = registry_of(request)
    rows = await invitations.own(registry, player.id)
    return json_answer([await invitations.describe(registry, row) for row in rows])


@router.get("/invitations", response_model=list[InvitationInfo], openapi_extra=SIGNED)
async def listed_invitations(player: Asker, request: Request) -> Response:
    """List the invitations of others, the newest first."""
    registry = registry_of(request)
    rows = await invitations.listed(registry, player)
    return json_answer([await invitations.describe(registry, row) for row in rows])


@router.post("/invitations", status_code=201, response_model=InvitationInfo, openapi_extra=SIGNED)
async def invite(body: NewInvitation, player: Asker, request: Request) -> Response:
    """Make a standing invitation: others accept it at any time, and each time there is a table."""
    request.app.state.slow_limits.new_table(player.id, address_of(request))
    registry = registry_of(request)
    offer = invitations.Offer(body.map, body.seats, body.seconds, body.rated, body.at_once, body.listed)
    name = await invitations.invite(registry, player.id, offer)
    return json_answer(await invitations.describe(registry, await invitations.find(registry, name)), 201)


@router.get("/invitations/{invitation}", response_model=InvitationInfo, openapi_extra=SIGNED)
async def one_invitation(name: InvitationName, player: Asker, request: Request) -> Response:
    """Get a standing invitation."""
    registry = registry_of(request)
    return json_answer(await invitations.describe(registry, await invitations.find(registry, name)))


@router.delete("/invitations/{invitation}", status_code=204, openapi_extra=SIGNED)
async def withdraw(name: InvitationName, player: Asker, request: Request) -> Response:
    """Withdraw your invitation. Games that came of it go on."""
    await invitations.withdraw(registry_of(request), player.id, name)
    return Response(status_code=204)


@router.post("/invitations/{invitation}/accept", response_model=TableInfo, openapi_extra=SIGNED)
async def accept(name: InvitationName, player: Asker, request: Request) -> Response:
    """Accept an invitation: sit down at a table of it. If you play a game of it already, you get that table."""
    request.app.state.slow_limits.new_table(player.id, address_of(request))
    registry = registry_of(request)
    await registry.need_rules()
    await registry.people.names({player.id})
    return table_answer(registry, await invitations.accept(registry, player, name), player)
