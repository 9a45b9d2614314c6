"""Clients that vanish in the middle of what they say, and many that say nothing."""

import resource
import socket

import pytest
from raw_wire import Wire, request


@pytest.fixture(scope="module")
def wire(shared_server):
    return Wire(shared_server)


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
