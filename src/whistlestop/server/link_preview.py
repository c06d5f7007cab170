"""Link previews: what a chat or a social site shows of a link, by the tags that its server reads out of the page.

A preview is read without a player, so it says nothing about a table that only its players may see.
"""

import re
from dataclasses import dataclass
from html import escape

from sqlalchemy import select

from whistlestop.game.board import LANGUAGES
from whistlestop.server import schema
from whistlestop.server.identity import ID
from whistlestop.server.reasons import Refused
from whistlestop.server.storage import Storage
from whistlestop.server.table import CLOSED, DONE, OPEN, all_agree

PICTURES = "previews"
"""The folder of the pictures, which `python -m whistlestop.draw.preview` makes."""
FALLBACK = "europe"
"""The map whose picture is shown if there is none of another."""
SITE = "Whistlestop"
MAP = "whistlestop:map"
LONGEST = 200
"""How many characters of an Accept-Language header are read."""
TAG = '<meta {key}="{name}" content="{content}" />'

TEXTS = {
    "en": {
        "home": "Build railways across Europe, the North and New York, against bots or with friends. "
        "Free, in your browser, nothing to install.",
        "free": "A seat is free. Open the link to join the game.",
        "full": "The game is about to start.",
        "watch": "A game is on. Open the link to watch.",
        "replay": "A game, move by move. Open the link to watch the replay.",
    },
    "is": {
        "home": "Leggðu járnbrautir um Evrópu, Norðurlönd og New York gegn tölvunni eða með vinum. "
        "Ókeypis, í vafranum, ekkert að setja upp.",
        "free": "Það er laust sæti. Opnaðu hlekkinn til að vera með.",
        "full": "Spilið er að hefjast.",
        "watch": "Spil stendur yfir. Opnaðu hlekkinn til að horfa á.",
        "replay": "Spil, leik fyrir leik. Opnaðu hlekkinn til að horfa á endursýningu.",
    },
    "ru": {
        "home": "Стройте железные дороги в Европе, на Севере и в Нью-Йорке: против компьютера или с друзьями. "
        "Бесплатно, в браузере, без установки.",
        "free": "Есть свободное место. Откройте ссылку и садитесь за стол.",
        "full": "Игра вот-вот начнётся.",
        "watch": "Идёт игра. Откройте ссылку, чтобы посмотреть.",
        "replay": "Игра ход за ходом. Откройте ссылку, чтобы посмотреть запись.",
    },
    "zh-Hans": {
        "home": "在欧洲、北欧和纽约修建铁路，与电脑或朋友对战。免费，用浏览器就能玩，无需安装。",
        "free": "还有空位，打开链接即可加入。",
        "full": "游戏即将开始。",
        "watch": "游戏正在进行，打开链接即可观看。",
        "replay": "逐步回放一局游戏，打开链接即可观看。",
    },
    "zh-Hant": {
        "home": "在歐洲、北歐和紐約修建鐵路，與電腦或朋友對戰。免費，用瀏覽器就能玩，無需安裝。",
        "free": "還有空位，打開連結即可加入。",
        "full": "遊戲即將開始。",
        "watch": "遊戲正在進行，打開連結即可觀看。",
        "replay": "逐步重播一局遊戲，打開連結即可觀看。",
    },
}


@dataclass(frozen=True)
class LinkPreview:
    """What is shown of a link."""

    title: str = SITE
    description: str = TEXTS["en"]["home"]
    map: str | None = None
    """The map of the table that the link leads to; the page then reads its board at once."""

    def tags(self, root: str, pictures: set[str]) -> str:
        """The tags of a page; `root` begins the addresses of its pictures: other sites want whole addresses."""
        name = self.map if self.map in pictures else FALLBACK
        tags = {
            ("name", "description"): self.description,
            ("property", "og:site_name"): SITE,
            ("property", "og:type"): "website",
            ("property", "og:title"): self.title,
            ("property", "og:description"): self.description,
            ("name", "twitter:card"): "summary_large_image",
        }
        if self.map:
            tags["name", MAP] = self.map
        if pictures:
            tags["property", "og:image"] = f"{root}{PICTURES}/{name}.png"
            tags["property", "og:image:width"], tags["property", "og:image:height"] = "1200", "630"
        return "".join(
            f"  {TAG.format(key=key, name=name, content=escape(content))}\n" for (key, name), content in tags.items()
        )


@dataclass(frozen=True)
class TableFacts:
    """What the preview of a table depends on."""

    map: str
    state: str
    is_open_to_all: bool
    """Whether strangers may see the table once the game has begun."""
    has_free_seat: bool


async def read_facts(storage: Storage, table: str) -> TableFacts | None:
    """Read what a table's preview depends on; None if there is no such table. It needs no rules, so it is quick."""
    if not re.fullmatch(ID, table):
        return None
    try:
        rows = await storage.rows(select(schema.tables).where(schema.tables.c.id == table))
        seats = await storage.rows(select(schema.seats).where(schema.seats.c.table_id == table))
    except Refused:  # the database doesn't respond; the page says so
        return None
    if not rows:
        return None
    row = rows[0]
    is_secret = row.prescribed is not None and not row.deal_over
    is_shared = row.state in CLOSED and row.step == DONE and all_agree(seats)
    is_free = any(seat.player is None and seat.bot is None for seat in seats)
    return TableFacts(row.map, row.state, not is_secret and (row.watchable or is_shared), is_free)


def preview_of(table: TableFacts, title: str, language: str, is_moment: bool) -> LinkPreview:
    """The preview of a table, or of a moment of its game; that of the site if strangers may not see the table."""
    texts = TEXTS[language]
    if table.state == OPEN:
        what = "free" if table.has_free_seat else "full"
    elif not table.is_open_to_all:
        return LinkPreview(description=texts["home"])
    else:
        what = "replay" if is_moment or table.state in CLOSED else "watch"
    return LinkPreview(f"{title} · {SITE}", texts[what], table.map)


def language_of(accepted: str) -> str:
    """The first language of an Accept-Language header that there are texts in; else English."""
    for wish in accepted[:LONGEST].split(","):
        main, *rest = wish.partition(";")[0].strip().split("-")
        if main == "zh":
            return "zh-Hant" if {"Hant", "TW", "HK", "MO"} & set(rest) else "zh-Hans"
        if main in LANGUAGES:
            return main
    return "en"
