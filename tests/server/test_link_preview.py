"""What other sites show of a link: of the site, of a table, of a game, and nothing of a private one."""

import re
import struct
from html import unescape

import httpx
import pytest
from server.serving import Person, Server, start

from whistlestop import maps
from whistlestop.server.link_preview import TEXTS, language_of
from whistlestop.server.site import PAGE, PICTURES, STATIC, built_files, write_page

pytestmark = pytest.mark.skipif(PAGE not in built_files(), reason="the client is not built: make web")


def preview(url: str, language: str = "") -> dict[str, str]:
    page = httpx.get(url, headers={"accept-language": language}).text
    return {name: unescape(content) for name, content in re.findall(r'<meta \w+="([^"]+)" content="([^"]*)"', page)}


def test_links_show_a_title_a_description_and_a_picture(sqlite_server: Server) -> None:
    url = sqlite_server.url
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    home = preview(url)
    assert (home["og:title"], home["description"]) == ("Whistlestop", TEXTS["en"]["home"])
    assert home["og:image"] == f"{url}/previews/europe.png"
    assert preview(f"{url}/learn") == home
    table = ann.make(["you", "open"], "nordic", watchable=True)
    shown = preview(f"{url}/t/{table}", "is-IS,is;q=0.9,en;q=0.5")
    assert shown["og:title"] == "Norðurlönd · Whistlestop"
    assert shown["og:description"] == TEXTS["is"]["free"]
    assert shown["whistlestop:map"] == "nordic"
    picture = httpx.get(shown["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)
    assert preview(f"{url}/t/{'A' * 22}") == preview(f"{url}/t/x") == home
    watched, private = start([ann, bo], watchable=True), start([ann, bo])
    assert preview(f"{url}/t/{watched}")["og:description"] == TEXTS["en"]["watch"]
    assert preview(f"{url}/t/{watched}?ply=3")["og:description"] == TEXTS["en"]["replay"]
    assert preview(f"{url}/t/{private}") == preview(f"{url}/t/{'A' * 22}")


def test_every_bundled_map_has_a_picture() -> None:
    for name in maps.folders(maps.BUNDLED):
        assert built_files()[f"{PICTURES}/{name}.png"]


def test_the_static_edition_has_previews_at_its_address() -> None:
    assert b'content="./previews/europe.png"' in write_page(STATIC)
    assert b'content="https://example.org/play/previews/europe.png"' in write_page(STATIC, "https://example.org/play")


def test_the_reader_s_language_is_found() -> None:
    assert language_of("") == language_of("fr,de;q=0.5") == "en"
    assert language_of("zh-TW,zh;q=0.9") == "zh-Hant"
    assert language_of("zh-CN") == "zh-Hans"
    assert language_of("fr;q=1, ru-RU;q=0.8") == "ru"
    assert language_of("is," + "a" * 1_000_000 + "!") == "is"
    assert language_of("a" * 1_000_000 + "!,is") == "en"


def test_an_address_that_no_table_has_shows_the_site(server: Server) -> None:
    assert preview(f"{server.url}/t/%00")["og:title"] == "Whistlestop"
