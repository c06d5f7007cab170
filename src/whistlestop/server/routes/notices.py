"""Notices: where you get them, for which tables, and the links in e-mails."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from sqlalchemy import select

from whistlestop.server import schema
from whistlestop.server.identity import ID, Player
from whistlestop.server.mail import is_address
from whistlestop.server.outbox import Outbox
from whistlestop.server.protocol.requests import NewMail, NewPush, NewWebhook, TableNotices
from whistlestop.server.protocol.tables import Notices, WebhookSecret
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import (
    JSON_BODY,
    REFUSALS,
    SIGNED,
    Asker,
    Name,
    json_answer,
    readable,
    registry_of,
)
from whistlestop.server.settings import MAIL, PUSH, WEBHOOK
from whistlestop.server.web_push import in_base64, private_key, public_bytes, read_keys

router = APIRouter(prefix="/api", tags=["notices"], responses=REFUSALS, dependencies=JSON_BODY)
links = APIRouter(tags=["notices"], responses=REFUSALS)
ChannelPath = Annotated[str, Path(pattern=f"^{ID}$")]
Token = Annotated[str, Path(max_length=64)]
SECRET_PREFIX = "whsec_"
"""How secrets of webhooks begin, so that people and programs know one when they see it."""


def outbox_of(request: Request, way: str, player: Player | None = None) -> Outbox:
    """The outbox of this server; refused if it sends nothing in that way, or if the player asks too often."""
    outbox: Outbox = request.app.state.outbox
    if way not in outbox.settings.ways:
        raise Refused("no_such_way", way=way)
    if player is not None:
        request.app.state.guessers.take(player.id)
    return outbox


@router.get("/me/notices", response_model=Notices, openapi_extra=SIGNED)
async def own_notices(player: Asker, request: Request) -> Response:
    """Get how you can get notices, and how you get them."""
    outbox: Outbox = request.app.state.outbox
    devices = schema.devices.c
    rows = await registry_of(request).storage.rows(select(schema.devices).where(devices.player == player.id))
    labels = {row.id: row.label for row in rows}
    return json_answer({
        "ways": outbox.settings.ways,
        "push_key": in_base64(public_bytes(private_key(await outbox.push_key()))),
        "channels": [
            {
                "id": row.id, "way": row.way, "added": row.added, "confirmed": row.confirmed,
                "address": labels.get(row.device, "") if row.way == PUSH else row.address,
                "current": row.device == request.state.device,
            }
            for row in await outbox.channels.of(player)
        ],
        "silent": await outbox.channels.silent_tables(player.id),
    })  # fmt: skip


@router.post("/me/notices/push", status_code=204, openapi_extra=SIGNED)
async def add_push(body: NewPush, player: Asker, request: Request) -> Response:
    """Get notices in this browser, also when its page is closed."""
    outbox = outbox_of(request, PUSH, player)
    keys = read_keys(body.key, body.secret)
    await outbox.outgoing.check(body.endpoint)
    await outbox.channels.add_push(player, request.state.device, body.endpoint, keys, body.language)
    return Response(status_code=204)


@router.post("/me/notices/mail", status_code=204, openapi_extra=SIGNED)
async def add_mail(body: NewMail, player: Asker, request: Request) -> Response:
    """Get notices by e-mail. The first e-mail asks the owner of the address, and nothing else is sent before that."""
    outbox = outbox_of(request, MAIL, player)
    if not is_address(body.address):
        raise Refused("bad_mail_address")
    request.app.state.slow_limits.new_mail(body.address.lower())
    await outbox.channels.add_mail(player, body.address, body.language)
    return Response(status_code=204)


@router.post("/me/notices/webhook", status_code=201, response_model=WebhookSecret, openapi_extra=SIGNED)
async def add_webhook(body: NewWebhook, player: Asker, request: Request) -> Response:
    """Get notices at a webhook, such as one of a chat program."""
    outbox = outbox_of(request, WEBHOOK, player)
    await outbox.outgoing.check(body.address)
    secret = await outbox.channels.add_webhook(player, body.address, body.language)
    return json_answer({"secret": SECRET_PREFIX + in_base64(secret)}, 201)


@router.delete("/me/notices/{channel}", status_code=204, openapi_extra=SIGNED)
async def remove_channel(channel: ChannelPath, player: Asker, request: Request) -> Response:
    """Get no more notices there."""
    await request.app.state.outbox.channels.remove(player, channel)
    return Response(status_code=204)


@router.put("/tables/{table}/notices", status_code=204, openapi_extra=SIGNED)
async def choose_table(body: TableNotices, name: Name, player: Asker, request: Request) -> Response:
    """Get notices about a table of yours, which is the default, or none."""
    table, seats = await readable(registry_of(request), name, player)
    if not seats:
        raise Refused("not_seated")
    await request.app.state.outbox.channels.silence(player.id, table.id, not body.wanted)
    return Response(status_code=204)


@links.post("/stop/{token}", status_code=204)
async def stop(token: Token, request: Request) -> Response:
    """Turn the notices off that came with a link. Mail programs do this too, without a page (RFC 8058)."""
    await request.app.state.outbox.channels.stop(token)
    return Response(status_code=204)


@links.post("/confirm/{token}", status_code=204)
async def confirm(token: Token, request: Request) -> Response:
    """Agree to e-mails about games, by the link of the first one."""
    await request.app.state.outbox.channels.confirm(token)
    return Response(status_code=204)
