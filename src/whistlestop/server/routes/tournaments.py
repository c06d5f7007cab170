"""Tournaments: find one, make one, enter, drop out, start it, call it off."""

import hashlib
from typing import Annotated

from fastapi import APIRouter, Header, Path, Request
from starlette.responses import Response

from whistlestop.server.identity import ID, Player
from whistlestop.server.protocol.requests import NewTournament
from whistlestop.server.protocol.tournaments import TournamentInfo, TournamentSummary
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.routes.access import (
    JSON_BODY,
    REFUSALS,
    SIGNED,
    Asker,
    AskerOrStranger,
    address_of,
    json_answer,
    registry_of,
)
from whistlestop.server.tournaments import entry
from whistlestop.server.tournaments.answers import write_list, write_tournament
from whistlestop.server.tournaments.rounds import start_by_host
from whistlestop.server.tournaments.stored import load
from whistlestop.tournaments.meetings import ROBIN

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"], responses=REFUSALS, dependencies=JSON_BODY)
ROBIN_MOST = 16
"""The most entrants of a round robin: everybody plays against all the others."""
TournamentId = Annotated[str, Path(pattern=f"^{ID}$")]
Tag = Annotated[str, Header(max_length=200)]


@router.get("", response_model=list[TournamentSummary], openapi_extra=SIGNED)
async def list_tournaments(player: Asker, request: Request, if_none_match: Tag = "") -> Response:
    """List the tournaments that are shown to everybody and not over, and your own, the newest first."""
    return tagged(json_answer(await write_list(registry_of(request).storage, player.id)), if_none_match)


@router.post("", status_code=201, response_model=TournamentInfo, openapi_extra=SIGNED)
async def make(body: NewTournament, player: Asker, request: Request) -> Response:
    """Make a tournament. Its id is its link."""
    request.app.state.slow_limits.new_table(player.id, address_of(request))
    if body.format == ROBIN and body.most > ROBIN_MOST:
        raise Refused("bad_body", field="most", problem=f"a round robin has at most {ROBIN_MOST} entrants")
    options = entry.TournamentOptions(
        body.name, body.listed, body.format, body.map, body.seats, body.rounds, body.most, body.clock.kind,
        body.clock.seconds, body.stand_in, body.rated, body.starts,
    )  # fmt: skip
    registry = registry_of(request)
    return await answer(registry, await entry.make(registry, player.id, options), player, 201)


@router.get("/{tournament}", response_model=TournamentInfo, openapi_extra=SIGNED)
async def one_tournament(
    tournament: TournamentId, player: AskerOrStranger, request: Request, if_none_match: Tag = ""
) -> Response:
    """Get a tournament: entrants, rounds with their tables, standings. Its ETag changes when something changes."""
    return tagged(await answer(registry_of(request), tournament, player), if_none_match)


@router.put("/{tournament}/entry", response_model=TournamentInfo, openapi_extra=SIGNED)
async def enter(tournament: TournamentId, player: Asker, request: Request) -> Response:
    """Enter a tournament before it begins."""
    registry = registry_of(request)
    await entry.enter(registry, player.id, tournament)
    return await answer(registry, tournament, player)


@router.delete("/{tournament}/entry", response_model=TournamentInfo, openapi_extra=SIGNED)
async def drop_out(tournament: TournamentId, player: Asker, request: Request) -> Response:
    """Leave a tournament before it begins, or drop out after the current round. Your current game goes on."""
    registry = registry_of(request)
    await entry.drop_out(registry.storage, player.id, tournament)
    return await answer(registry, tournament, player)


@router.delete("/{tournament}/entrants/{number}", response_model=TournamentInfo, openapi_extra=SIGNED)
async def remove(
    tournament: TournamentId, number: Annotated[int, Path(ge=1, le=1_000_000)], player: Asker, request: Request
) -> Response:
    """Remove an entrant from your tournament before it begins. They can't enter again."""
    registry = registry_of(request)
    await entry.remove(registry.storage, player.id, tournament, number)
    return await answer(registry, tournament, player)


@router.post("/{tournament}/start", response_model=TournamentInfo, openapi_extra=SIGNED)
async def start(tournament: TournamentId, player: Asker, request: Request) -> Response:
    """Start your tournament now."""
    registry = registry_of(request)
    await start_by_host(registry, player.id, tournament)
    return await answer(registry, tournament, player)


@router.delete("/{tournament}", response_model=TournamentInfo, openapi_extra=SIGNED)
async def call_off(tournament: TournamentId, player: Asker, request: Request) -> Response:
    """Call your tournament off. Games that are being played go on, but don't count for it."""
    registry = registry_of(request)
    await entry.call_off_by_host(registry.storage, player.id, tournament)
    return await answer(registry, tournament, player)


async def answer(registry: TableRegistry, name: str, player: Player | None, status: int = 200) -> Response:
    """An answer with a tournament as it is now."""
    stored = await load(registry.storage, name)
    people = {one.player for one in stored.admitted if one.player} | {stored.row.host}
    await registry.people.names(people)
    return json_answer(write_tournament(stored, player.id if player else None, registry.people), status)


def tagged(response: Response, known: str) -> Response:
    """An answer with a tag of its content; 304 if the client has that already."""
    tag = f'"{hashlib.blake2b(response.body, digest_size=12).hexdigest()}"'
    headers = {"etag": tag, "cache-control": "private, no-cache"}
    if tag in known:  # proxies that compress mark it as weak
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    return response
