"""A bot that plays at any server by plain HTTP: it takes a seat at a table and moves at random.

    python examples/http_bot.py http://127.0.0.1:8765 TABLE

Nothing but the standard library is needed, and any language with an HTTP client will do as well.
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
    """Send a request; the answer, read from JSON."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(SERVER + path, json.dumps(body).encode() if body else None, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def events():
    """The events of the table, as they come: its kind and what it says."""
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
own_bytes = secrets.token_bytes(16)  # what this bot adds to the key of the deals
sent = set()
for kind, said in events():
    step = said.get("step")
    if step == "hashes" and step not in sent:
        sent.add(step)
        ask("POST", f"/api/tables/{TABLE}/hashes", hash=hashlib.sha256(own_bytes).hexdigest())
    elif step == "bytes" and step not in sent:
        sent.add(step)
        ask("POST", f"/api/tables/{TABLE}/bytes", bytes=own_bytes.hex())
    for view in said.get("views", []):
        if view["legal"]:
            ask("POST", f"/api/tables/{TABLE}/moves", ply=view["ply"], move=random.choice(view["legal"])["text"])
    if kind == "finished":
        print(said["result"]["reason"]["text"])
        break
