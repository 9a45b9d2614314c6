"""Bad requests and bad clients at the one address of a home's services: told 4xx, and nobody else notices."""

import base64
import hashlib
import hmac
import json
import resource
import socket

import conftest
import pytest
from fleet_home import FleetHome

ROW = [{"x": [0.5] * 32}]
MESSAGE = """
import json
from eas_prediction import TFRequest
request = TFRequest("serving_default")
request.add_feed("name", [1], TFRequest.DT_STRING, [b"Ann"])
request.add_feed("times", [1], TFRequest.DT_INT64, [3])
request.add_feed("price", [1, 1], TFRequest.DT_FLOAT, [1.5])
print(json.dumps(request.to_string().hex()))
"""


@pytest.fixture(scope="module")
def home(models, tmp_path_factory):
    home = FleetHome(tmp_path_factory.mktemp("fleet") / "home")
    home.deploy("dense", (models / "dense" / "7",))
    home.deploy("texts", (models / "texts",))
    home.start()
    home.await_states((1, "ready"), (1, "ready"))
    kept = home.instances()
    yield home
    # None of it has cost a process.
    assert home.instances() == kept
    home.end()


def connect(home):
    host, port = home.address.split(":")
    return socket.create_connection((host, int(port)), timeout=conftest.TIMEOUT)


def head(service, *lines):
    return "\r\n".join(
        [f"POST /api/predict/{service} HTTP/1.1", "Host: h", f"Authorization: {conftest.TOKEN}", *lines, "", ""]
    ).encode()


def raw(home, *pieces):
    """Sends the pieces as long as they are taken; what comes back until the other side closes."""
    with connect(home) as connection:
        said = b""
        try:
            for piece in pieces:
                connection.sendall(piece)
        except OSError:
            pass
        while piece := connection.recv(65536):
            said += piece
        return said


def answers(home):
    return home.ask("POST", "/api/predict/dense", ROW).status == 200


@pytest.mark.parametrize(
    "body, words",
    [
        ('[{"x": "text"}]', "x DT_FLOAT [?,32]: its value at [0] is a text"),
        ('[{"x": [1, 2]}]', "[1,2]"),
        ("[{}]", "x DT_FLOAT [?,32] is missing"),
        ('[{"z": 1}]', "'z'"),
        (json.dumps([{"x": [1e39] + [0] * 31}]), "DT_FLOAT"),
        (json.dumps([{"x": [[0.5] * 32]}]), "x is"),
        ("[{]]", "not JSON"),
        ("", "missing"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_what_does_not_fit_is_told_by_its_input(home, body, words):
    said = home.ask("POST", "/api/predict/dense", body)
    assert said.status == 400 and words in said.text, said.text


def in_turn(home, requests):
    """The answers' bodies, by a client that reads none of them before it has asked for all."""
    with connect(home) as connection, connection.makefile("rb") as answers:
        connection.sendall(b"".join(requests))
        bodies = []
        for _ in requests:
            assert answers.readline() == b"HTTP/1.1 200 OK\r\n"
            length = None
            while (line := answers.readline()) != b"\r\n":
                name, _, value = line.partition(b":")
                length = int(value) if name == b"Content-Length" else length
            bodies.append(answers.read(length))
    return bodies


def test_requests_sent_in_one_piece_are_answered_in_turn(home):
    bodies = [json.dumps([{"x": [number] * 32}]).encode() for number in range(200)]
    requests = [head("dense", f"Content-Length: {len(body)}") + body for body in bodies]
    assert in_turn(home, requests) == [home.ask("POST", "/api/predict/dense", body).text.encode() for body in bodies]
    # More than the buffers on the way hold: the rest of an answer waits for the client.
    pages = in_turn(home, [b"GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n"] * 4000)
    assert all(page.endswith(b"\n") and b"paisql_front_timeouts_total" in page for page in pages)
    assert sum(map(len, pages)) > 10_000_000


def test_no_number_is_a_number(home):
    said = home.ask("POST", "/api/predict/dense", '[{"x": [' + ", ".join(["NaN"] * 32) + "]}]")
    assert (said.status, said.text) == (200, '[{"y":[NaN]}]')


def test_every_cut_of_a_message_is_refused(home, client):
    whole = bytes.fromhex(client(MESSAGE))
    assert home.ask("POST", "/api/predict/texts", whole).status == 200
    for size in range(0, len(whole), 3):
        assert home.ask("POST", "/api/predict/texts", whole[:size]).status == 400, size


def test_bodies_of_100_mb(home):
    length = "Content-Length: 100000000"
    said = raw(home, head("dense", length, "Expect: 100-continue"))
    assert said.startswith(b"HTTP/1.1 413 ") and b"33554432 bytes" in said
    megabyte = b"x" * 1_000_000
    assert raw(home, head("dense", length), megabyte).startswith(b"HTTP/1.1 413 ")
    # One that does not tell its length is refused as soon as it is too long.
    chunk = b"f4240\r\n" + megabyte + b"\r\n"
    said = raw(home, head("dense", "Transfer-Encoding: chunked"), *[chunk] * 100)
    assert said.startswith(b"HTTP/1.1 413 ") or said == b"", said[:100]
    assert answers(home)


def test_a_body_that_was_not_signed(home):
    def ask(body):
        headers = {
            "Content-MD5": hashlib.md5(b"[]").hexdigest(),
            "Content-Type": "application/json",
            "Date": "Thu, 01 Jan 2026 00:00:00 GMT",
        }
        text = "\n".join(["POST", *headers.values(), "/api/predict/dense"])
        digest = hmac.new(conftest.TOKEN.encode(), text.encode(), "sha1").digest()
        return home.ask(
            "POST", "/api/predict/dense", body, token="EAS " + base64.b64encode(digest).decode(), headers=headers
        ).status

    assert ask("[]") == 400  # no row, but signed
    assert ask(json.dumps(ROW)) == 401


@pytest.mark.parametrize(
    "path",
    [
        "/api/predict/..",
        "/api/predict/../../catalog.sqlite",
        "/api/predict/%2e%2e%2fdense",
        "/../etc/passwd",
        "/v1/models/..%2f..:predict",
        "/v1/models/dense/versions/..:predict",
        "/api/predict/",
        "/api/predict/dense%00",
    ],
)
def test_paths_that_lead_elsewhere(home, path):
    said = home.ask("POST", path, ROW)
    assert said.status == 404, said.text


def test_slow_and_idle_clients_cost_the_others_nothing(home):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(10_000, hard - 200)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 200), hard))
    pieces = (b"", b"POST /api/pre", head("dense", "Content-Length: 100") + b"[{")
    idle = []
    try:
        for number in range(count):
            idle.append(connect(home))
            idle[-1].sendall(pieces[number % len(pieces)])
        assert answers(home)
        metrics = home.ask("GET", "/metrics").text
        assert int(metrics.split("\npaisql_front_connections ")[1].split("\n")[0]) >= count
        # The instances know of none of them.
        assert 'paisql_front_waiting_requests{service="dense",version="1"} 0' in metrics
    finally:
        for connection in idle:
            connection.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert answers(home)
