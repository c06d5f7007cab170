"""A bot that plays on any server over plain HTTP: it takes a seat at a table and makes random moves.

    python examples/http_bot.py http://127.0.0.1:8765 TABLE

It needs only the standard library; any language with an HTTP client works as well.
"""

import hashlib
import json
import random
import secrets
import sys
import urllib.request

SERVER, TABLE = sys.argv[1].rstrip("/"), sys.argv[2]
token = ""


def ask(method, path, **body):
    """Send a request and return the JSON answer."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(SERVER + path, json.dumps(body).encode() if body else None, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def events():
    """The events of the table as they arrive: kind and data."""
    request = urllib.request.Request(
        f"{SERVER}/api/events?tables={TABLE}", headers={"Authorization": f"Bearer {token}"}
    )
    kind = ""
    for line in urllib.request.urlopen(request):
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name == "event":
            kind = value
        elif name == "data":
            yield kind, json.loads(value)


token = ask("POST", "/api/players", name="Random bot", program=True)["token"]
table = ask("POST", f"/api/tables/{TABLE}/seats", seat=None)
own_bytes = secrets.token_bytes(16)  # what this bot contributes to the key of the deals
sent = set()
for kind, event in events():
    step = event.get("step")
    if step == "hashes" and step not in sent:
        sent.add(step)
        ask("POST", f"/api/tables/{TABLE}/hashes", hash=hashlib.sha256(own_bytes).hexdigest())
    elif step == "bytes" and step not in sent:
        sent.add(step)
        ask("POST", f"/api/tables/{TABLE}/bytes", bytes=own_bytes.hex())
    for view in event.get("views", []):
        if view["legal"]:
            ask("POST", f"/api/tables/{TABLE}/moves", ply=view["ply"], move=random.choice(view["legal"])["text"])
    if kind == "finished":
        print(event["result"]["reason"]["text"])
        break
