"""Bodies that are larger than a route takes, than the memory of the server, or than the disk."""

import os
import resource
import signal
import socket

import pytest
from conftest import Server
from raw_wire import Wire, read_all, status_of


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory):
    """One whose uploads end at 100 MB."""
    made = Server(tmp_path_factory.mktemp("server"))
    made.start("--upload-mb", "100")
    yield made
    made.stop()


@pytest.fixture(scope="module")
def wire(shared_server):
    return Wire(shared_server)


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


def test_what_is_not_there_is_not_too_large(wire):
    assert status_of(wire.ask(b"POST /api/nothing HTTP/1.1\r\nHost: here\r\nContent-Length: 9999999999\r\n\r\n")) == 404


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
