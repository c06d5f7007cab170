"""A connection from a browser to a server that can be cut, blocked and mended: an offline browser keeps its streams."""

import contextlib
import socket
import threading


class Cable:
    """Passes bytes on from a port of its own to a server's."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.whole = True
        self.flows = threading.Event()
        self.flows.set()
        self.ends: list[socket.socket] = []
        self.plug = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.plug.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        """End all connections, and let none be made."""
        self.whole = False
        while self.ends:
            end = self.ends.pop()
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def block(self) -> None:
        """Pass nothing on, and close nothing: what a network does that is just gone."""
        self.flows.clear()

    def mend(self) -> None:
        """Let connections be made again, and pass on what has waited."""
        self.whole = True
        self.flows.set()

    def _listen(self) -> None:
        while True:
            near, _ = self.plug.accept()
            if not self.whole:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.to))
            self.ends += [near, far]
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self.flows.wait()
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
