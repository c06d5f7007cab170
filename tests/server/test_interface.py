"""Every endpoint, fuzzed from the API's own document: no 5xx, and no answer that the document does not describe."""

import zlib
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
import schemathesis
from fastapi import APIRouter
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, settings
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from server.serving import Person, Server, start

from whistlestop.server import routes
from whistlestop.server.app import make_api
from whistlestop.server.settings import Settings

document = make_api(Settings()).openapi()
schema = schemathesis.openapi.from_dict(document)


class Target:
    """A server with tables in every state, and a person who sits at them."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.renew()

    def renew(self) -> None:
        self.person, other = Person(self.url, "Fuzz"), Person(self.url, "Other")
        playing = start([self.person, other], watchable=True)
        ended = start([self.person], bots=("porter",))
        self.person.do("POST", f"/tables/{ended}/proposals", kind="end", ply=self.person.views(ended)[0]["ply"])
        self.tables = [playing, ended, self.person.make(["you", "open"]), other.make(["you", "open"], listed=True)]
        self.headers = {"authorization": f"Bearer {self.person.token}"}


@pytest.fixture(scope="session")
def target(sqlite_server: Server) -> Target:
    return Target(sqlite_server.url)


@schema.parametrize()
@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_no_endpoint_fails(case: Any, target: Target) -> None:
    choice = zlib.crc32(repr((case.body, case.query, case.path_parameters)).encode())
    if "table" in (case.path_parameters or {}) and choice % 5:
        case.path_parameters["table"] = target.tables[choice % 4]
    response = case.call(base_url=target.url, headers=target.headers, timeout=20)
    case.validate_response(
        response,
        checks=[not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance],
    )
    if case.method.upper() == "DELETE" and case.path == "/api/me" and response.status_code == 204:
        target.renew()


def test_every_route_of_the_api_is_in_the_document() -> None:
    modules = [import_module(f"{routes.__name__}.{found.name}") for found in iter_modules(routes.__path__)]
    routers = [value for module in modules for value in vars(module).values() if isinstance(value, APIRouter)]
    shown = [route for router in routers for route in router.routes if isinstance(route, APIRoute)]
    assert set(document["paths"]) == {route.path_format for route in shown if route.include_in_schema}
    assert all("description" in one for methods in document["paths"].values() for one in methods.values())
