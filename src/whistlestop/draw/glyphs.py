"""How much space a text takes, whatever font it is shown in.

A letter's width is the larger of those in DejaVu Sans Condensed Bold and in Helvetica Bold, which Arial and Liberation
Sans share, in thousandths of the font's size. The other fonts in SANS are narrower, so text that fits by these
figures fits in all of them. Chinese characters fill a square in every font; a letter that is not in the table counts as
a square too.
"""

import re
import unicodedata
from itertools import combinations

SANS = "'Gill Sans', 'Gill Sans MT', 'Segoe UI', 'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans'"
SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, 'DejaVu Serif'"
SIMPLIFIED = ("'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC'", "'Songti SC', SimSun, 'Noto Serif CJK SC'")
TRADITIONAL = ("'PingFang TC', 'Microsoft JhengHei', 'Noto Sans CJK TC'", "'Songti TC', PMingLiU, 'Noto Serif CJK TC'")
WIDTHS = {
    275: "'", 308: "ijlіј", 313: " ", 329: "/|", 334: "IłІЈ", 342: ",.·‘’", 360: ":", 374: "-‐‑", 391: "f", 411:
    "()[]", 430: "t", 444: "r", 450: "–", 470: "г*", 521: "т", 522: "?", 523: "zз", 533: "сэє", 556: "Jcs", 569: "вь",
    573: "Г", 578: "я", 580: "xх", 586: "vyу", 598: "k", 607: "aа", 610: "eе", 611: "LŁк", 614: "TТ", 615: "FЕ", 618:
    "oðøоч", 622: "нп", 626: "0123456789", 628: "б", 630: "и", 639: "З", 641: "hnu", 644: "bdgpqþđр", 647: "ß", 652:
    "Z", 659: "Рл", 660: "СЭЄ", 667: "EPSYÞц", 676: "ъ", 686: "БВЬ", 693: "Я", 694: "XУХ", 696: "VА", 722: "ABCKR",
    727: "Чд", 730: "U", 735: "Км", 747: "DЛ", 753: "HNИНП", 754: "ÐĐ", 765: "О", 778: "GOQØ", 785: "&", 801: "Д", 813:
    "ы", 831: "w", 835: "Ц", 845: "Ъ", 875: "ю", 892: "Ф", 893: "ф", 896: "MМж", 932: "Ы", 938: "m", 943: "æ", 956:
    "ш", 984: "œ", 993: "W", 995: "щ", 1000: "Æ", 1050: "Œ", 1056: "Ю", 1102: "Ж", 1112: "Ш", 1193: "Щ",
}  # fmt: skip
SQUARE = 1000
WIDTH = {letter: width for width, letters in WIDTHS.items() for letter in letters}
LOW = set("gjpqyþçQJ,;()/|руфцщдЦЩД")
"""Letters that reach below the line."""


def fonts(language: str) -> str:
    """The fonts of names and legends, those with a language's shapes of Chinese characters first."""
    chinese = TRADITIONAL if language == "zh-Hant" else SIMPLIFIED
    return f"{SANS}, {chinese[0]}, sans-serif"


def serifs(language: str = "en") -> str:
    """The fonts of titles and waters."""
    chinese = TRADITIONAL if language == "zh-Hant" else SIMPLIFIED
    return f"{SERIF}, {chinese[1]}, serif"


def slant(language: str) -> str:
    """The style of the names of waters: Chinese has no italics."""
    return "normal" if language.startswith("zh") else "italic"


def letters(text: str) -> list[str]:
    """The letters of a text without their accents, which take no width."""
    return [sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign)]


def width(text: str, size: float) -> float:
    """How wide a line of text is at most."""
    return sum(WIDTH.get(sign, SQUARE) for sign in letters(text)) * size / 1000


def rise(text: str, size: float) -> float:
    """How far a line of text reaches above its base line."""
    if any(WIDTH.get(sign) is None for sign in letters(text)):
        return 0.88 * size
    accented = any(sign.isupper() and len(unicodedata.normalize("NFD", sign)) > 1 for sign in text)
    return (0.97 if accented else 0.78) * size


def fall(text: str, size: float) -> float:
    """How far a line of text reaches below its base line."""
    if any(WIDTH.get(sign) is None for sign in letters(text)):
        return 0.14 * size
    return (0.24 if LOW & set(text) else 0.03) * size


def lines(name: str) -> list[tuple[str, ...]]:
    """The ways to write a name in up to three lines, broken at spaces or after hyphens."""
    words = [word for word in re.split(r"(?<=-)|(?<= )", name) if word]
    ways = []
    for count in range(min(len(words), 3)):
        for ends in combinations(range(1, len(words)), count):
            parts = zip((0, *ends), (*ends, len(words)), strict=True)
            ways.append(tuple("".join(words[a:b]).strip() for a, b in parts))
    return ways
