"""The static edition: the site's files for the bundled maps in a folder, with addresses relative to each other."""

from pathlib import Path

from whistlestop import maps
from whistlestop.server import site
from whistlestop.server.reasons import Refused
from whistlestop.wasm.export import is_built


def static_files(address: str = "") -> dict[str, bytes]:
    """All files of the static edition by their path; refused if the client or the engine is not built."""
    if site.PAGE not in site.built_files():
        raise Refused("not_built", what="browser client", command="make web")
    if not is_built():
        raise Refused("not_built", what="engine for browsers", command="make wasm")
    folders = dict(sorted(maps.folders(maps.BUNDLED).items()))
    files = {path: make() for path, make in site.site_files(folders, site.STATIC, address).items()}
    return {**files, site.SERVICE_WORKER: site.write_service_worker(files, site.STATIC)}


def write_site(folder: Path, address: str = "") -> dict[str, bytes]:
    """Write the static edition into a folder, and return its files. Its address is for the pictures of links."""
    files = static_files(address)
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return files
