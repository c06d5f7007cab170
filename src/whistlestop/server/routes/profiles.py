"""Profiles of players: their ratings, their results, their games."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from sqlalchemy import update
from starlette.responses import Response

from whistlestop.server import schema
from whistlestop.server.identity import ID
from whistlestop.server.profiles import Filter, Profile, open_profile, read_shown_to
from whistlestop.server.protocol.base import LAST_SEAT
from whistlestop.server.protocol.profiles import GameList, ProfileInfo
from whistlestop.server.protocol.requests import ProfileOptions
from whistlestop.server.routes.access import (
    JSON_BODY,
    REFUSALS,
    SIGNED,
    Asker,
    AskerOrStranger,
    json_answer,
    registry_of,
)

router = APIRouter(prefix="/api", tags=["players"], responses=REFUSALS, dependencies=JSON_BODY)
PlayerPath = Annotated[str, Path(pattern=f"^{ID}$")]
Moment = Annotated[int | None, Query(ge=0, le=2**53)]


async def profile_of(player: PlayerPath, asker: AskerOrStranger, request: Request) -> Profile:
    """The profile that a request asks for; refused if the asker may not see it."""
    registry = registry_of(request)
    return await open_profile(registry.storage, await registry.people.find(player), asker.id if asker else None)


@router.get("/players/{player}", response_model=ProfileInfo, openapi_extra=SIGNED)
async def one_profile(player: PlayerPath, asker: AskerOrStranger, request: Request) -> Response:
    """Get a player's ratings and results, if they show them to you."""
    profile = await profile_of(player, asker, request)
    content = {
        "id": profile.player.id,
        "name": profile.player.name,
        "ratings": await profile.ratings(),
        "maps": await profile.maps(),
        "encounters": await profile.encounters(),
    }
    if profile.player.id == profile.asker:
        content["shown_to"] = await read_shown_to(profile.storage, player)
    return json_answer(content)


@router.get("/players/{player}/games", response_model=GameList, openapi_extra=SIGNED)
async def games_of(
    player: PlayerPath,
    asker: AskerOrStranger,
    request: Request,
    board: Annotated[str | None, Query(alias="map", max_length=64)] = None,
    seats: Annotated[int | None, Query(ge=2, le=LAST_SEAT + 1)] = None,
    result: Literal["won", "lost", "rated"] | None = None,
    opponent: Annotated[str | None, Query(max_length=40)] = None,
    since: Moment = None,
    until: Moment = None,
    skip: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> Response:
    """List a player's games that are over, the newest first, 30 at a time: those whose replay you may watch."""
    profile = await profile_of(player, asker, request)
    return json_answer(await profile.games(Filter(board, seats, result, opponent, since, until), skip))


@router.put("/me/profile", status_code=204, openapi_extra=SIGNED)
async def show_profile(body: ProfileOptions, player: Asker, request: Request) -> Response:
    """Say who may see your profile: nobody, those who have played at a table with you, or anybody with its link."""
    statement = update(schema.players).where(schema.players.c.id == player.id).values(shown_to=body.shown_to)
    await registry_of(request).storage.write(lambda connection: connection.execute(statement))
    return Response(status_code=204)
