"""Mail: one e-mail to one person, by the operator's SMTP server."""

import asyncio
import ipaddress
import re
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formataddr, formatdate, parseaddr
from urllib.parse import unquote, urlsplit

import aiosmtplib

PATIENCE = 12
"""Seconds that sending an e-mail may take."""
ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}"
)
LONGEST = 254
NAME = "Whistlestop"
POLICY = SMTP.clone(max_line_length=990)
"""Links in headers are not broken over lines: mail programs wouldn't find them."""
PORTS = {"smtp": 587, "smtps": 465}


class Undeliverable(Exception):
    """The mail server says that it will never take this message."""


def is_address(text: str) -> bool:
    """Whether a text may be an e-mail address."""
    return len(text) <= LONGEST and ADDRESS.fullmatch(text) is not None


def compose(message: str, sender: str, to: str, subject: str, text: str, stop: str) -> EmailMessage:
    """An e-mail; `message` is its id, `stop` the link that turns the notices off."""
    mail = EmailMessage(policy=POLICY)
    mail["Message-ID"] = f"<{message}@{sender.rpartition('@')[2]}>"
    mail["Date"] = formatdate()
    mail["From"] = formataddr((NAME, sender))
    mail["To"] = to
    mail["Subject"] = subject
    mail["Auto-Submitted"] = "auto-generated"
    mail["List-Unsubscribe"] = f"<{stop}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(text, cte="base64" if not text.isascii() else None)
    return mail


async def send(server: str, mail: EmailMessage) -> None:
    """Send an e-mail; OSError if that may work later, Undeliverable if it never will."""
    parts = urlsplit(server)
    host = parts.hostname or ""
    user = unquote(parts.username) if parts.username else None
    needs_tls = user is not None and not is_loopback(host)  # a password never travels in the open
    try:
        async with asyncio.timeout(PATIENCE):
            await aiosmtplib.send(
                bytes(mail),
                sender=parseaddr(mail["From"])[1],
                recipients=mail["To"],
                hostname=host,
                port=parts.port or PORTS[parts.scheme],
                username=user,
                password=unquote(parts.password) if parts.password else None,
                use_tls=parts.scheme == "smtps",
                start_tls=True if needs_tls and parts.scheme == "smtp" else None,
                timeout=PATIENCE,
            )
    except aiosmtplib.SMTPRecipientsRefused as refused:
        raise judged(refused.recipients[0].code) from None
    except aiosmtplib.SMTPDataError as refused:
        raise judged(refused.code) from None
    except aiosmtplib.SMTPException as error:  # a wrong password, for example, is the operator's to mend
        raise OSError(type(error).__name__) from None


def judged(code: int) -> Exception:
    """What a mail server means by a code: those from 500 on are final."""
    return Undeliverable(str(code)) if code >= 500 else OSError(f"SMTP {code}")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
