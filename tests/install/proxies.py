"""The files of deploy/ for nginx and Caddy, run by the real programs from Debian on free ports of this machine."""

import getpass
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from pathlib import Path

from debian import found_or_installed
from install.installed import ROOT

SITE = "play.example.org"
"""The name that the files of deploy/ have for the server."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def make_certificate(folder: Path) -> None:
    """A certificate of its own for the site, as `fullchain.pem` and `privkey.pem`."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={SITE}", "-addext", f"subjectAltName=DNS:{SITE}",
         "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"],
        check=True, capture_output=True,
    )  # fmt: skip


class Proxy:
    """A running proxy: TLS on a free port, in front of a server on a port that is named before it starts."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.plain, self.upstream = folder, free_port(), free_port(), free_port()
        self.origin = f"https://{SITE}:{self.port}"
        make_certificate(folder)
        self.process = subprocess.Popen(
            self.command(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
        )  # fmt: skip
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        self.process.kill()
        raise RuntimeError(self.process.communicate()[0])

    def command(self) -> list[str]:
        """Write the configuration, and return the command that runs it."""
        raise NotImplementedError

    def trust(self) -> ssl.SSLContext:
        """What a browser needs to trust the certificate."""
        return ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))

    def stop(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.communicate(timeout=10)


def run_nginx(folder: Path, sites: str) -> list[str]:
    """Write a whole configuration around some sites, and return the command that runs it."""
    program = found_or_installed(lambda: shutil.which("nginx", path="/usr/sbin:/usr/bin"), "nginx-light")
    paths = "\n".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = folder / "nginx.conf"
    file.write_text(
        f"user {getpass.getuser()}; daemon off; pid {folder}/pid; error_log stderr;\n"
        f"events {{}}\nhttp {{ access_log off;\n{paths}\n{sites} }}\n"
    )
    return [program, "-e", "stderr", "-c", str(file)]


class Nginx(Proxy):
    """nginx with deploy/nginx.conf; only ports and the places of files are others."""

    def command(self) -> list[str]:
        """Write the configuration around the site."""
        site = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        site = re.sub(r"\n *listen \[::\].*", "", site)
        site = site.replace("listen 80;", f"listen 127.0.0.1:{self.plain};")
        site = site.replace("listen 443 ", f"listen 127.0.0.1:{self.port} ").replace(
            "127.0.0.1:8765", f"127.0.0.1:{self.upstream}"
        )
        return run_nginx(self.folder, site.replace(f"/etc/letsencrypt/live/{SITE}", str(self.folder)))


class Hosts(Proxy):
    """nginx with deploy/nginx-hosts.conf; it answers with that by which it would choose a host."""

    def command(self) -> list[str]:
        """Write the configuration around the hosts."""
        hosts = (ROOT / "deploy" / "nginx-hosts.conf").read_text(encoding="utf-8")
        site = f"server {{ listen 127.0.0.1:{self.port}; location / {{ return 200 $table; }} }}"
        return run_nginx(self.folder, f"{hosts}\n{site}")


class Caddy(Proxy):
    """Caddy with deploy/Caddyfile; only ports and the certificate are others."""

    def command(self) -> list[str]:
        """Write the configuration around the site."""
        program = found_or_installed(lambda: shutil.which("caddy"), "caddy")
        site = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
        site = site.replace(
            f"{SITE} {{",
            f"{self.origin} {{\n\tbind 127.0.0.1\n\ttls {self.folder}/fullchain.pem {self.folder}/privkey.pem",
        )
        site = site.replace("127.0.0.1:8765", f"127.0.0.1:{self.upstream}")
        file = self.folder / "Caddyfile"
        file.write_text(f"{{\n\tadmin off\n\thttp_port {self.plain}\n\thttps_port {self.port}\n}}\n{site}")
        return [program, "run", "--config", str(file), "--adapter", "caddyfile"]
