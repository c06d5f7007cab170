"""`whistlestop serve`: run a server."""

import argparse
import asyncio
import os
import signal
import socket
import sys
import tempfile
import threading
import webbrowser

from whistlestop.cli import warm
from whistlestop.cli.compiling import is_compiled
from whistlestop.game.board import available
from whistlestop.game.kernel import TARGET
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings


def run(args: argparse.Namespace) -> int:
    """Compile what is not compiled yet, listen, and serve until stopped."""
    given = {name: value for name, value in vars(args).items() if name in Settings.__dataclass_fields__}
    given["maps"] = os.pathsep.join(str(place) for place in args.places) or None
    try:
        settings = Settings.of(**given)
    except ValueError as error:
        raise Refused("bad_setting", problem=str(error)) from None
    if settings.workers > 1 and settings.url.startswith("sqlite"):
        raise Refused("workers_on_sqlite")
    available(settings.places)  # a folder that holds no map is refused now, not when somebody asks for it
    listening = listen(settings.host, settings.port)
    if TARGET == "cpu" and not is_compiled("play.step"):
        warm.compile_ahead()
    os.environ.update(settings.environment())
    asyncio.run(try_storage(settings))
    announce(settings, listening, args.open)
    return serve(settings, listening)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens, so that a port in use is found before anything is started."""
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(2048)
    except (OSError, OverflowError) as error:
        found.close()
        problem = getattr(error, "strerror", None) or str(error)
        raise Refused("port_in_use", host=host, port=port, problem=problem) from None
    found.set_inheritable(True)
    return found


def serve(settings: Settings, listening: socket.socket) -> int:
    """Run the processes; the exit code."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    config = uvicorn.Config(
        "whistlestop.server.app:make",
        factory=True,
        workers=settings.workers,
        access_log=False,
        log_level="warning",
        forwarded_allow_ips=settings.proxy,
        server_header=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=5,
    )
    if settings.workers > 1:
        with tempfile.TemporaryDirectory(prefix="whistlestop") as measures:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = measures
            Multiprocess(config, [listening]).run()
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # once all is closed, to be stopped is no failure
    server = uvicorn.Server(config)
    try:
        server.run([listening])
    except KeyboardInterrupt:
        return 0
    return 0 if server.started else 1


async def try_storage(settings: Settings) -> None:
    """Open the storage once, so that what keeps it from being opened is one sentence, and close it again."""
    from whistlestop.server.storage import Storage

    storage = Storage(settings.url)
    await storage.open()
    await storage.close()


def announce(settings: Settings, listening: socket.socket, opens: bool) -> None:
    """Say where the server is, and show it in a browser if that is wanted."""
    port = listening.getsockname()[1]
    anywhere = settings.host in ("0.0.0.0", "::")
    own = f"http://{'127.0.0.1' if anywhere else settings.host}:{port}/"
    print(f"Whistlestop is at {settings.origin or own}", flush=True)
    if anywhere and not settings.origin:
        print(f"Friends on your network find it at http://{own_address()}:{port}/", flush=True)
    print("Ctrl-C stops it.", flush=True)
    if opens and sys.stdout.isatty():
        threading.Timer(1.5, webbrowser.open, [own]).start()


def own_address() -> str:
    """The address of this machine in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            address = socket.gethostname()
    return address
