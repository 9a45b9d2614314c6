"""Requests that no client should make, and clients that vanish: the server answers the others."""

import contextlib
import itertools
import json
import os
import re
import resource
import signal
import socket
import urllib.parse
import xml.etree.ElementTree

import pytest
from conftest import Server

WAIT = 60


class Wire:
    """The port of a server, for bytes of any form."""

    def __init__(self, server):
        self.server = server
        self.port = urllib.parse.urlsplit(server.endpoint).port

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), WAIT)

    def ask(self, data):
        """What comes back until the server closes the connection; its reset is an end, too."""
        with self.connect() as stream:
            with contextlib.suppress(ConnectionError):
                stream.sendall(data)
                stream.shutdown(socket.SHUT_WR)
            return read_all(stream)

    def connections(self):
        """Those that the server has open, and its own socket."""
        folder = f"/proc/{self.server.process.pid}/fd"
        targets = []
        for name in os.listdir(folder):
            with contextlib.suppress(FileNotFoundError):
                targets.append(os.readlink(os.path.join(folder, name)))
        return sum(target.startswith("socket:") for target in targets)

    def peak_mb(self):
        with open(f"/proc/{self.server.process.pid}/status", encoding="utf-8") as status:
            return int(re.search(r"VmHWM:\s+(\d+) kB", status.read()).group(1)) // 1024

    def is_well(self):
        return self.ask(b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n").endswith(b"ok\n")


def read_all(stream):
    pieces = []
    with contextlib.suppress(ConnectionError):
        while piece := stream.recv(65536):
            pieces.append(piece)
    return b"".join(pieces)


@pytest.fixture(scope="module")
def wire(shared_server):
    return Wire(shared_server)


def status_of(answer):
    assert answer.startswith(b"HTTP/1.1 "), answer[:100]
    return int(answer[9:12])


def statuses(answer):
    return [int(code) for code in re.findall(rb"HTTP/1\.1 (\d{3}) ", answer)]


def request(method, path, body=b"", *lines):
    head = [f"{method} {path} HTTP/1.1", "Host: here", f"Content-Length: {len(body)}", *lines, "", ""]
    return "\r\n".join(head).encode() + body


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


# ---- how large bodies may be ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "most", "form"),
    [
        ("POST", "/api/projects/default_project/schemas", 1, b"application/xml"),
        ("POST", "/api/projects/default_project/instances", 64, b"application/xml"),
        ("POST", "/api/projects/default_project/resources", 100, b"application/xml"),
        ("PUT", "/api/projects/default_project/tables/t?uploadid=u&blockid=0", 100, b"application/json"),
    ],
)
def test_too_large_bodies_are_refused_by_their_heads(wire, method, path, most, form):
    """Also where the client does not wait for that, and where it does not say its size."""
    size = (most << 20) + 1
    for more in ([], ["Expect: 100-continue"]):
        head = "\r\n".join([f"{method} {path} HTTP/1.1", "Host: here", f"Content-Length: {size}", *more, "", ""])
        answer = wire.ask(head.encode())
        assert (status_of(answer), form in answer) == (413, True), answer
        assert b"Connection: close" in answer and b"RequestEntityTooLarge" in answer
    chunk = f"{method} {path} HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n{size:x}\r\n"
    answer = wire.ask(chunk.encode())
    assert (status_of(answer), form in answer) == (413, True), answer


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory):
    """One whose uploads end at 100 MB."""
    made = Server(tmp_path_factory.mktemp("server"))
    made.start("--upload-mb", "100")
    yield made
    made.stop()


def test_what_is_not_there_is_not_too_large(wire):
    assert status_of(wire.ask(b"POST /api/nothing HTTP/1.1\r\nHost: here\r\nContent-Length: 9999999999\r\n\r\n")) == 404


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


# ---- large bodies ----------------------------------------------------------------------------------------------------


def send_block(wire, mb, chunked=False):
    """A block of an upload that does not exist: what comes to the server, and is answered when it is whole."""
    piece = b"x" * (1 << 20)
    how = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {mb << 20}"
    head = f"PUT /api/projects/default_project/tables/t?uploadid=u&blockid=0 HTTP/1.1\r\nHost: here\r\n{how}\r\n\r\n"
    with wire.connect() as stream:
        stream.sendall(head.encode())
        for _ in range(mb):
            stream.sendall(b"100000\r\n" + piece + b"\r\n" if chunked else piece)
        if chunked:
            stream.sendall(b"0\r\n\r\n")
        stream.shutdown(socket.SHUT_WR)
        return read_all(stream)


@pytest.mark.parametrize("chunked", [False, True])
def test_large_bodies_need_little_memory(server, chunked):
    wire = Wire(server)
    assert wire.is_well()
    before = wire.peak_mb()
    answer = send_block(wire, int(os.environ.get("PAISQL_HUGE_BODY_MB", "300")), chunked)
    assert (status_of(answer), b"NoSuchUpload" in answer) == (404, True), answer
    assert wire.peak_mb() < before + 64


def limited():
    """For a server whose files end at 40 MB, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (40 << 20, 40 << 20))


def test_a_full_disk_is_told(tmp_path):
    server = Server(tmp_path)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # which the server inherits
    try:
        server.start(preexec_fn=limited)
    finally:
        signal.signal(signal.SIGXFSZ, ignored)
    wire = Wire(server)
    answer = send_block(wire, 60)
    assert (status_of(answer), b"InsufficientStorage" in answer) == (507, True), answer
    assert b"application/json" in answer
    assert wire.is_well()
    server.stop()


# ---- clients that vanish, and many of them ---------------------------------------------------------------------------


SUBMISSION = request(
    "POST",
    "/api/projects/default_project/instances",
    b"<Instance><Job><Tasks><SQL><Name>t</Name><Query>SELECT 1;</Query></SQL></Tasks></Job></Instance>",
)
PHASES = [
    b"",
    b"PO",
    SUBMISSION[: SUBMISSION.index(b"\r\n\r\n")],
    SUBMISSION[: SUBMISSION.index(b"\r\n\r\n") + 4],
    SUBMISSION[:-10],
    SUBMISSION,
    SUBMISSION * 20,
    b"PUT /api/projects/default_project/tables/t?uploadid=u&blockid=0 HTTP/1.1\r\nHost: here\r\n"
    b"Content-Length: 50000000\r\n\r\n" + b"x" * 5000000,
    b"PUT /api/projects/default_project/tables/t?uploadid=u&blockid=0 HTTP/1.1\r\nHost: here\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n" + b"100000\r\n" + b"x" * 500000,
]


def test_clients_that_vanish_leave_nothing(wire):
    assert wire.is_well()
    before = wire.connections()
    for reset in (False, True):
        for phase in PHASES:
            for _ in range(10):
                with wire.connect() as stream:
                    if reset:
                        stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
                    stream.sendall(phase)
    assert wire.is_well()
    while wire.connections() > before:
        assert wire.is_well()


def test_many_idle_connections(wire):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < 11000:
        pytest.skip("a process may have too few descriptors here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    before = wire.peak_mb()
    idle = [wire.connect() for _ in range(10000)]
    assert wire.server.pyodps("print(o.execute_sql('SELECT 1 AS a;').is_successful())") == "True\n"
    assert wire.connections() > 10000
    assert wire.peak_mb() < before + 200
    # Half of them say something now.
    for one in idle[::2]:
        one.sendall(request("GET", "/healthz"))
    assert all(one.recv(100).startswith(b"HTTP/1.1 200") for one in idle[::2])
    for one in idle:
        one.close()
    while wire.connections() > 1000:
        assert wire.is_well()
