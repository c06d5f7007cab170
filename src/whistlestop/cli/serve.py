"""`whistlestop serve`: run a server."""

import argparse
import asyncio
import gc
import os
import signal
import socket
import sys
import tempfile
import threading
import webbrowser

from whistlestop.cli.arguments import add_maps
from whistlestop.cli.preparation import preparing
from whistlestop.game.board import available
from whistlestop.game.kernel import TARGET
from whistlestop.server.readiness import ENGINE, RULES
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import BUILD, ELSEWHERE, Settings, variable
from whistlestop.server.warming import is_compiled
from whistlestop.wasm.export import is_built

UNREAD = 131_072
"""How many bytes of a connection the system takes in before the server has read them."""
WORKER_PATIENCE = 60
"""Seconds after which a worker that doesn't respond is replaced. None responds while it starts, which may take long."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `serve`: one for every setting of the server."""
    parser.description = "Run a server. Each setting can also be given as the environment variable named with it."
    for name in Settings.__dataclass_fields__:
        if name != "maps":
            add_setting(parser, name)
    parser.add_argument("--open", action="store_true", help="open the site in a browser, if there is one")
    add_maps(parser)


def add_setting(parser: argparse.ArgumentParser, name: str) -> None:
    """The argument for one setting."""
    field = Settings.__dataclass_fields__[name]
    flag, text, kind = f"--{name.replace('_', '-')}", field.metadata["text"], field.metadata["kind"]
    if kind is bool:
        parser.add_argument(flag, action="store_true", default=None, help=f"{text} ({variable(name)})")
        return
    default = f"default: {field.default}; " if field.default != "" else ""
    parser.add_argument(
        flag,
        metavar={int: "N", float: "X"}.get(kind, name.upper()),
        help=f"{text} ({default}{variable(name)})".replace("%", "%%"),
    )


def run(args: argparse.Namespace) -> int:
    """Listen, and serve until stopped; what is not compiled yet is compiled in the background."""
    gc.disable()  # imports leave no garbage, and looking for some would take a fifth of the start; Readiness enables it
    given = {name: value for name, value in vars(args).items() if name in Settings.__dataclass_fields__}
    given["maps"] = os.pathsep.join(str(folder) for folder in args.maps) or None
    try:
        settings = Settings.of(**given)
    except ValueError as error:
        raise Refused("bad_setting", problem=str(error)) from None
    if settings.url.startswith("sqlite"):
        if settings.workers > 1:
            raise Refused("workers_on_sqlite")
        if settings.bots == ELSEWHERE:
            raise Refused("work_on_sqlite")
    available(settings.places)  # refuse a folder without maps now, not when somebody asks for a map
    with listen(settings.host, settings.port) as listening:
        os.environ.update(settings.environment())
        asyncio.run(try_storage(settings))
        announce(settings, listening, args.open)
        with preparing(background_commands(settings)):
            return serve(settings, listening)


def background_commands(settings: Settings) -> dict[str, list[str]]:
    """The commands that make what is still missing, by the name of the job."""
    commands = {}
    if TARGET == "cpu" and not is_compiled():
        commands[RULES] = [sys.executable, "-m", "whistlestop", "warm"]
    if settings.engine == BUILD and not is_built():
        commands[ENGINE] = [sys.executable, "-m", "whistlestop.wasm"]
    return commands


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; made first, so that a port in use is refused before anything starts."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except (OSError, OverflowError) as error:
        listening.close()
        problem = getattr(error, "strerror", None) or str(error)
        raise Refused("port_in_use", host=host, port=port, problem=problem) from None
    listening.set_inheritable(True)
    return listening


def serve(settings: Settings, listening: socket.socket) -> int:
    """Run the server's processes and return the exit code."""
    import uvicorn

    from whistlestop.server.connections import BoundedProtocol
    from whistlestop.server.logs import start_logs
    from whistlestop.server.supervisor import Supervisor

    config = uvicorn.Config(
        "whistlestop.server.app:make",
        factory=True,
        workers=settings.workers,
        http=BoundedProtocol,
        ws="none",
        access_log=False,
        log_config=None,
        log_level="warning",
        forwarded_allow_ips=settings.proxy,
        server_header=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=5,
        timeout_worker_healthcheck=WORKER_PATIENCE,
    )
    if settings.workers > 1:
        with tempfile.TemporaryDirectory(prefix="whistlestop") as metrics_folder:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = metrics_folder
            start_logs(settings.log)
            Supervisor(config, [listening]).run()
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # stopping is not a failure once everything is closed
    server = uvicorn.Server(config)
    try:
        server.run([listening])
    except KeyboardInterrupt:
        return 0
    finally:
        gc.freeze()  # the process ends: what it has loaded need not be taken apart
    return 0 if server.started else 1


async def try_storage(settings: Settings) -> None:
    """Open and close the storage once, so that a problem with it becomes one sentence."""
    from whistlestop.server.storage import Storage

    storage = Storage(settings.url)
    await storage.open()
    await storage.close()


def announce(settings: Settings, listening: socket.socket, opens: bool) -> None:
    """Print the server's address, and open it in a browser if asked to."""
    port = listening.getsockname()[1]
    anywhere = settings.host in ("0.0.0.0", "::")
    local = f"http://{'127.0.0.1' if anywhere else settings.host}:{port}/"
    print(f"Whistlestop is running at {settings.origin or local}", flush=True)
    if anywhere and not settings.origin:
        print(f"Friends on your network can use http://{network_address()}:{port}/", flush=True)
    print("Press Ctrl-C to stop it.", flush=True)
    if opens and sys.stdout.isatty():
        threading.Timer(1.5, webbrowser.open, [local]).start()


def network_address() -> str:
    """This machine's address on its network; finding it sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            address = socket.gethostname()
    return address
