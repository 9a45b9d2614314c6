"""Requests that no client should make: the server answers the others."""

import itertools
import json
import xml.etree.ElementTree

import pytest
from raw_wire import Wire, request, status_of, statuses


@pytest.fixture(scope="module")
def wire(shared_server):
    return Wire(shared_server)


LINES = [
    b"",
    b"\r\n",
    b"GET\r\n",
    b"GET /api\r\n",
    b"GET  /api HTTP/1.1\r\n",
    b"GET /api HTTP/1.1 \r\n",
    b"GET /a pi HTTP/1.1\r\n",
    b"GET /api HTTP/2.0\r\n",
    b"GET /api HTTP/0.9\r\n",
    b"GET /api HTTPS/1.1\r\n",
    b"GET /\x00 HTTP/1.1\r\n",
    b"G\x00T / HTTP/1.1\r\n",
    b"PRI * HTTP/2.0\r\n",
    b"CONNECT other:80 HTTP/1.1\r\n",
    b"GET http://other/ HTTP/1.1\r\n",
    b"GET /api/projects/default_project HTTP/1.1\n",
    b"\xff\xfe\xfd\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /" + b"x" * 100000 + b" HTTP/1.1\r\n",
]
HEADERS = [
    b"",
    b"no colon\r\n",
    b": no name\r\n",
    b"bad name: x\r\n",
    b"X: a\x00b\r\n",
    b"X: a\rb\r\n",
    b"X : blank\r\n",
    b"X: " + b"y" * 100000 + b"\r\n",
    b"X: y\r\n" * 5000,
    b"Content-Length: -1\r\n",
    b"Content-Length: +1\r\n",
    b"Content-Length: 0x10\r\n",
    b"Content-Length: 1e3\r\n",
    b"Content-Length: 99999999999999999999999\r\n",
    b"Content-Length: 1, 2\r\n",
    b"Content-Length:\r\n",
    b"Content-Length: 5\r\nContent-Length: 6\r\n",
    b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
    b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
    b"Transfer-Encoding: gzip\r\n",
    b"Transfer-Encoding: gzip, chunked\r\n",
    b"Transfer-Encoding: chunked, chunked\r\n",
    b"Transfer-Encoding: xchunked\r\n",
    b"Transfer-Encoding: identity\r\nContent-Length: 5\r\n",
    b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
    b"Transfer-Encoding:\x0bchunked\r\n",
]
# Bodies of chunks. Their heads are those of requests that have bodies.
CHUNKS = [
    b"zz\r\n",
    b"-1\r\n",
    b"5\r\nhello",
    b"5\r\nhelloXX0\r\n\r\n",
    b"5\r\nhello world\r\n0\r\n\r\n",
    b"3\r\nhello\r\n0\r\n\r\n",
    b"ffffffffffffffff\r\n",
    b"fffffffffffffffff\r\n",
    b"5 \r\nhello\r\n",
    b"5;" + b"x" * 400000 + b"\r\n",
    b"\r\n\r\n",
    b"0\r\nbad trailer\r\n\r\n",
    b"0x5\r\nhello\r\n0\r\n\r\n",
]


@pytest.mark.parametrize("line", range(len(LINES)))
def test_first_lines(wire, line):
    answer = wire.ask(LINES[line] + b"Host: here\r\n\r\n")
    assert answer == b"" or 400 <= status_of(answer) < 500


@pytest.mark.parametrize("header", range(1, len(HEADERS)))
def test_headers(wire, header):
    """One that is malformed, or that servers disagree about, ends its connection: what follows is not answered."""
    second = b"GET /healthz HTTP/1.1\r\n\r\n"
    for first in (b"GET /api/projects", b"POST /api/projects/default_project/instances"):
        answer = wire.ask(first + b" HTTP/1.1\r\nHost: here\r\n" + HEADERS[header] + b"\r\n" + second)
        assert answer == b"" or 400 <= status_of(answer) < 500
        assert 200 not in statuses(answer), answer


@pytest.mark.parametrize("chunks", range(len(CHUNKS)))
def test_chunks(wire, chunks):
    head = b"POST /api/projects/default_project/instances HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
    answer = wire.ask(head + CHUNKS[chunks])
    assert answer == b"" or 400 <= status_of(answer) < 500


def test_the_server_is_well_after_all_of_that(wire):
    for line, header in itertools.product(LINES, HEADERS):
        answer = wire.ask(line[:2000] + header[:2000] + b"\r\n")
        assert answer == b"" or 200 <= status_of(answer) < 500
    assert wire.is_well()


PATHS = [
    "/api/%",
    "/api/%zz",
    "/api/projects/%00",
    "/api/projects/%ff%fe",
    "/api/projects/default_project/tables/%ff",
    "/api/projects/default_project/tables/%ff?downloads",
    "/api/projects/default_project/tables/t?downloads&partition=%ff",
    "/api/projects/default_project/tables/%00?uploads",
    "/api/projects/default_project/instances/%ff",
    "/api/projects/default_project/resources/..%2f..%2fcatalog.sqlite",
    "/api/projects/default_project/resources/%2e%2e",
    "/api/projects/../../../etc/passwd",
    "/api/projects/a%0d%0aSet-Cookie:%20x/instances",
    "/api/projects/default_project/registration%2Ffunctions/%ff",
    "/api/?" + "a=b&" * 2000,
    "/api/projects?marker=%ff&maxitems=-1",
    "/api/projects/default_project/tables?maxitems=99999999999999999999",
    "/api//////projects",
    "/api/projects/default_project/schemas/%ff/tables",
    "/" + "a/" * 4000,
    "//healthz",
    "/logview/?h=%ff&p=%00&i=..%2f&token=%ff",
    "/api/projects/default_project?tables=%ff%00",
]


@pytest.mark.parametrize("path", range(len(PATHS)))
def test_paths(wire, path):
    """Errors are whole documents, whatever the path has in it."""
    for method in ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"):
        answer = wire.ask(request(method, PATHS[path], b"", "Connection: close"))
        assert status_of(answer) < 500, answer
        head, _, body = answer.partition(b"\r\n\r\n")
        assert b"Set-Cookie" not in head
        if b"application/xml" in head and body:
            xml.etree.ElementTree.fromstring(body)
        if b"application/json" in head and body:
            json.loads(body)


BODIES = [
    b"",
    b"<",
    b"<Instance>",
    b"\x00\x01\x02",
    b"\xff" * 1000,
    b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'cccccccccc'>" + b"]><a>&b;</a>",
    b"<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>",
    b"<a>" * 100000,
    b"<a b='" + b"x" * 100000,
    b"<a " + b"b='c' " * 50000 + b"/>",
    b"&" * 100000,
    b"{" * 100000,
    b"[" * 100000,
    b'{"a":' * 50000,
    b"<Instance><Job><Tasks><SQL><Name>&#0;&#xFFFFFFFFF;</Name></SQL></Tasks></Job></Instance>",
    b"<Instance><Job><Tasks><SQL><Query><![CDATA[SELECT '\xff';]]></Query></SQL></Tasks></Job></Instance>",
]


@pytest.mark.parametrize("body", range(len(BODIES)))
def test_bodies(wire, body):
    for method, path in (
        ("POST", "/api/projects/default_project/instances"),
        ("POST", "/api/projects/default_project/schemas"),
        ("PUT", "/api/projects/default_project"),
        ("POST", "/api/projects/default_project/tables?query"),
        ("POST", "/api/projects/default_project/registration/functions"),
        ("POST", "/api/projects/default_project/authorization"),
        ("PUT", "/api/projects/default_project/logs"),
        ("PUT", "/api/projects/default_project/instances/nothing"),
    ):
        answer = wire.ask(request(method, path, BODIES[body], "Connection: close"))
        assert status_of(answer) < 500, (path, answer)
    assert wire.is_well()


def test_a_connection_goes_on_after_errors(wire):
    bad = request("POST", "/api/projects/default_project/instances", b"<nothing/>")
    missing = request("GET", "/api/projects/nothing")
    unknown = request("POST", "/api/nothing", b"x" * 1000)
    well = request("GET", "/healthz", b"", "Connection: close")
    assert statuses(wire.ask(bad + missing + unknown + bad + well)) == [400, 404, 404, 400, 200]


def test_head_has_no_body(wire):
    answer = wire.ask(request("HEAD", "/api/projects/nothing") + request("GET", "/healthz", b"", "Connection: close"))
    assert statuses(answer) == [404, 200]
    assert b"<Error>" not in answer
