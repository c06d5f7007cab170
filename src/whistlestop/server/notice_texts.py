"""The texts of notices, in each language."""

from dataclasses import dataclass

from whistlestop.server.notices import Kind

SITE = "Whistlestop"
TEXTS = {
    "en": {
        Kind.READY: "Your game is ready: open it, so that it can start",
        Kind.BEGUN: "The game has begun: choose your tickets",
        Kind.TURN: "It's your turn",
        Kind.OVER: "The game is over",
        Kind.REMATCH: "A rematch is waiting for you",
        Kind.CONFIRM: "Confirm your address",
        "where": "{map}, with {names}",
        "open": "Open the game: {link}",
        "stop": "You get this because you asked for it at {site}. Turn these e-mails off: {link}",
        "ask": "Somebody, probably you, wants {site} to send e-mails about games to this address.\n\n"
        "If you want them, open this link within a day:\n{link}\n\n"
        "If not, do nothing: we send nothing else to this address.",
    },
    "is": {
        Kind.READY: "Spilið þitt er tilbúið: opnaðu það svo að það geti hafist",
        Kind.BEGUN: "Spilið er hafið: veldu lestarmiða",
        Kind.TURN: "Þú átt leik",
        Kind.OVER: "Spilinu er lokið",
        Kind.REMATCH: "Þér er boðið að spila aftur",
        Kind.CONFIRM: "Staðfestu netfangið þitt",
        "where": "{map}, með {names}",
        "open": "Opna spilið: {link}",
        "stop": "Þú færð þetta af því að þú baðst um það á {site}. Slökkva á þessum tölvupósti: {link}",
        "ask": "Einhver, líklega þú, vill að {site} sendi tölvupóst um spil á þetta netfang.\n\n"
        "Ef þú vilt fá hann skaltu opna þennan hlekk innan sólarhrings:\n{link}\n\n"
        "Ef ekki þarftu ekkert að gera: við sendum ekkert annað á þetta netfang.",
    },
    "ru": {
        Kind.READY: "Игра готова: откройте её, чтобы она началась",
        Kind.BEGUN: "Игра началась: выберите маршруты",
        Kind.TURN: "Ваш ход",
        Kind.OVER: "Игра окончена",
        Kind.REMATCH: "Вас ждут на реванш",
        Kind.CONFIRM: "Подтвердите адрес",
        "where": "{map}, играют также: {names}",
        "open": "Открыть игру: {link}",
        "stop": "Вы получили это письмо, потому что попросили о нём на {site}. Отключить письма: {link}",
        "ask": "Кто-то, вероятно вы, хочет получать на этот адрес письма об играх на {site}.\n\n"
        "Если вы согласны, откройте эту ссылку в течение суток:\n{link}\n\n"
        "Если нет, ничего не делайте: больше мы ничего сюда не пришлём.",
    },
    "zh-Hans": {
        Kind.READY: "游戏已就绪：打开页面，游戏就能开始",
        Kind.BEGUN: "游戏已开始：请选择车票",
        Kind.TURN: "轮到你了",
        Kind.OVER: "游戏结束",
        Kind.REMATCH: "有人邀请你再来一局",
        Kind.CONFIRM: "确认你的邮箱地址",
        "where": "{map}，同桌：{names}",
        "open": "打开游戏：{link}",
        "stop": "你在 {site} 选择了接收此类邮件。停止接收：{link}",
        "ask": "有人（很可能是你）希望 {site} 把游戏通知发到这个邮箱。\n\n"
        "如果你想接收，请在一天之内打开此链接：\n{link}\n\n"
        "如果不想，无需任何操作：我们不会再向这个地址发送任何邮件。",
    },
    "zh-Hant": {
        Kind.READY: "遊戲已就緒：打開頁面，遊戲就能開始",
        Kind.BEGUN: "遊戲已開始：請選擇車票",
        Kind.TURN: "輪到你了",
        Kind.OVER: "遊戲結束",
        Kind.REMATCH: "有人邀請你再來一局",
        Kind.CONFIRM: "確認你的電子郵件地址",
        "where": "{map}，同桌：{names}",
        "open": "打開遊戲：{link}",
        "stop": "你在 {site} 選擇了接收這類郵件。停止接收：{link}",
        "ask": "有人（很可能是你）希望 {site} 把遊戲通知寄到這個信箱。\n\n"
        "如果你想接收，請在一天之內打開此連結：\n{link}\n\n"
        "如果不想，無需任何操作：我們不會再向這個地址寄送任何郵件。",
    },
}
SEPARATORS = {"zh-Hans": "、", "zh-Hant": "、"}
CHAT_MARKS = str.maketrans("<>@[]", "‹›＠［］")
"""What chat programs read as a mention or a link, and what looks like it."""


@dataclass(frozen=True)
class Notice:
    """What a notice says."""

    kind: Kind
    title: str
    body: str
    path: str
    """The page that it leads to."""


def notice_text(kind: Kind, language: str, map_title: str, names: list[str], path: str) -> Notice:
    """A notice about a table, in a language; `names` are the other people there."""
    texts = TEXTS[language]
    where = (
        texts["where"].format(map=map_title, names=SEPARATORS.get(language, ", ").join(names)) if names else map_title
    )
    return Notice(kind, texts[kind], where, path)


def mail_text(notice: Notice, language: str, site: str, stop: str) -> str:
    """The text of an e-mail."""
    texts = TEXTS[language]
    link = texts["open"].format(link=site + notice.path)
    return f"{notice.title}\n{notice.body}\n\n{link}\n\n-- \n{texts['stop'].format(site=site, link=stop)}\n"


def confirmation(language: str, site: str, link: str) -> tuple[str, str]:
    """Subject and text of the e-mail that asks whether an address wants notices."""
    texts = TEXTS[language]
    return f"{SITE}: {texts[Kind.CONFIRM]}", texts["ask"].format(site=site, link=link) + "\n"


def chat_text(notice: Notice, site: str) -> str:
    """A notice as one line for a chat. Names can't mention or link anything there."""
    return f"{notice.title} · {notice.body}".translate(CHAT_MARKS) + (f" {site}{notice.path}" if site else "")
