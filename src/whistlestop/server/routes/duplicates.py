"""Duplicate matches: a group plays the same boards, and compares results at equal cards."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from whistlestop.server.duplicates import (
    end_duplicate,
    find_duplicate,
    join_duplicate,
    leave_duplicate,
    make_duplicate,
    play_board,
    start_duplicate,
    write_duplicate,
)
from whistlestop.server.identity import ID, Player
from whistlestop.server.protocol.deals import BOARDS, DuplicateInfo, NewDuplicate
from whistlestop.server.protocol.tables import TableInfo
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

router = APIRouter(prefix="/api/duplicates", tags=["duplicates"], responses=REFUSALS, dependencies=JSON_BODY)
Id = Annotated[str, Path(alias="duplicate", pattern=f"^{ID}$")]
BoardPath = Annotated[int, Path(ge=1, le=BOARDS)]


async def answer(request: Request, duplicate: str, player: Player | None, status: int = 200) -> Response:
    """An answer with a match."""
    registry = registry_of(request)
    await registry.need_rules()
    found = await find_duplicate(registry, duplicate)
    return json_answer(await write_duplicate(registry, found, player.id if player else None), status)


@router.post("", status_code=201, response_model=DuplicateInfo, openapi_extra=SIGNED)
async def make(body: NewDuplicate, player: Asker, request: Request) -> Response:
    """Make a match. Its id is its link: whoever has it can join until you start."""
    request.app.state.slow_limits.new_table(player.id, address_of(request))
    registry = registry_of(request)
    await registry.need_rules()
    return await answer(
        request, await make_duplicate(registry, player.id, body.map, body.seats, body.boards), player, 201
    )


@router.get("/{duplicate}", response_model=DuplicateInfo, openapi_extra=SIGNED)
async def duplicate_match(duplicate: Id, player: AskerOrStranger, request: Request) -> Response:
    """Get a match: its players, its boards, and the scores of those that you have played or that are over."""
    return await answer(request, duplicate, player)


@router.put("/{duplicate}/players/me", response_model=DuplicateInfo, openapi_extra=SIGNED)
async def join(duplicate: Id, player: Asker, request: Request) -> Response:
    """Join a match that has not started."""
    await join_duplicate(registry_of(request), duplicate, player.id)
    return await answer(request, duplicate, player)


@router.delete("/{duplicate}/players/me", response_model=DuplicateInfo, openapi_extra=SIGNED)
async def leave(duplicate: Id, player: Asker, request: Request) -> Response:
    """Leave a match that has not started."""
    await leave_duplicate(registry_of(request), duplicate, player.id)
    return await answer(request, duplicate, player)


@router.post("/{duplicate}/start", response_model=DuplicateInfo, openapi_extra=SIGNED)
async def start(duplicate: Id, player: Asker, request: Request) -> Response:
    """Start your match: the boards are dealt, and nobody can join any more."""
    registry = registry_of(request)
    await registry.need_rules()
    await start_duplicate(registry, duplicate, player.id)
    return await answer(request, duplicate, player)


@router.post("/{duplicate}/end", response_model=DuplicateInfo, openapi_extra=SIGNED)
async def end(duplicate: Id, player: Asker, request: Request) -> Response:
    """End your match early. Boards that somebody has not finished count as they are."""
    await end_duplicate(registry_of(request), duplicate, player.id)
    return await answer(request, duplicate, player)


@router.post("/{duplicate}/boards/{board}", status_code=201, response_model=TableInfo, openapi_extra=SIGNED)
async def play(duplicate: Id, board: BoardPath, player: Asker, request: Request) -> Response:
    """Play a board. You have one try: whenever you ask, the answer is the same table."""
    request.app.state.slow_limits.new_table(player.id, address_of(request))
    registry = registry_of(request)
    await registry.need_rules()
    return table_answer(registry, await play_board(registry, duplicate, board, player.id), player, 201)
