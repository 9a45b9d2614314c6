"""Clients that are slow, many, broken or gone; and how a server ends."""

import concurrent.futures
import json
import re
import resource
import signal
import socket
import subprocess

from conftest import BINARY

# Of the model "slow", whose every warm-up takes its time.
ONE_ROW = ("--set", "metadata.rpc.max_batch_size=1")
ONE = json.dumps([{"x": [1] * 32}]).encode()


def raw(server, data):
    """Sends bytes; all that comes back until the server closes."""
    with socket.create_connection((server.host, server.port)) as connection:
        connection.sendall(data)
        said = b""
        while piece := connection.recv(65536):
            said += piece
        return said


def head(server, length, *lines):
    return "\r\n".join(
        [
            f"POST {server.path} HTTP/1.1",
            "Host: h",
            f"Authorization: {server.token}",
            f"Content-Length: {length}",
            *lines,
            "",
            "",
        ]
    ).encode()


def test_slow_heads_bodies_and_idle_connections_end(serve):
    server = serve("dense", "--set", "http.idle_timeout=300", "--set", "http.body_timeout=300")
    assert raw(server, b"POST /api/pre") == b""
    assert raw(server, b"") == b""
    said = raw(server, head(server, 100) + b"[{")
    assert said.startswith(b"HTTP/1.1 408 ") and b"Connection: close" in said
    assert server.predict(ONE).status == 200
    assert server.metric("paisql_timeouts_total") >= 2


def test_what_is_no_http(dense):
    assert raw(dense, b"nonsense\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    for request, problem in (
        (b"nonsense\r\n\r\n", b"its method is malformed"),
        (b"GET / HTTP/7.0\r\n\r\n", b"its version is neither"),
        (b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", b"its Content-Length is no"),
    ):
        assert re.search(b"this is not an HTTP request: " + problem, raw(dense, request)), request
    long = b"GET / HTTP/1.1\r\nX: " + b"x" * 20000 + b"\r\n\r\n"
    assert raw(dense, long).startswith(b"HTTP/1.1 431 ")


def test_a_body_of_100_mb_is_refused_by_its_head(dense):
    said = raw(dense, head(dense, 100_000_000, "Expect: 100-continue"))
    assert said.startswith(b"HTTP/1.1 413 ") and b"33554432 bytes" in said
    # Also a client that does not wait, and sends for a while, reads the answer.
    said = raw(dense, head(dense, 100_000_000) + b"x" * 1_000_000)
    assert said.startswith(b"HTTP/1.1 413 ")


def test_a_stranger_cannot_upload(dense):
    request = head(dense, 30_000_000).replace(dense.token.encode(), b"wrong")
    assert raw(dense, request).startswith(b"HTTP/1.1 401 ")


def test_continue_chunks_and_several_requests_at_once(dense):
    connection = dense.connect()
    connection.request(
        "POST", dense.path, iter([ONE[:10], ONE[10:]]), {"Authorization": dense.token}, encode_chunked=True
    )
    assert connection.getresponse().status == 200
    one = head(dense, len(ONE)) + ONE
    last = head(dense, len(ONE), "Connection: close") + ONE
    assert raw(dense, one + one + last).count(b"HTTP/1.1 200 ") == 3
    with socket.create_connection((dense.host, dense.port)) as waiting:
        waiting.sendall(head(dense, len(ONE), "Expect: 100-continue", "Connection: close"))
        assert waiting.recv(1000).startswith(b"HTTP/1.1 100 ")
        waiting.sendall(ONE)
        assert waiting.recv(1000).startswith(b"HTTP/1.1 200 ")


def test_every_cut_of_a_message_is_refused(texts, client):
    bytes_of_request = """
import json, sys
from eas_prediction import TFRequest
request = TFRequest("serving_default")
request.add_feed("name", [1], TFRequest.DT_STRING, [b"Ann"])
request.add_feed("times", [1], TFRequest.DT_INT64, [3])
request.add_feed("price", [1, 1], TFRequest.DT_FLOAT, [1.5])
print(json.dumps(request.to_string().hex()))
"""
    whole = bytes.fromhex(client(bytes_of_request))
    connection = texts.connect()
    assert texts.predict(whole, connection=connection).status == 200
    for size in range(len(whole)):
        assert texts.predict(whole[:size], connection=connection).status == 400, size


def test_many_idle_connections(dense):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(10_000, hard - 200)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 200), hard))
    idle = []
    try:
        for _ in range(count):
            idle.append(socket.create_connection((dense.host, dense.port)))
        assert dense.predict(ONE).status == 200
        assert dense.metric("paisql_connections{") >= count
    finally:
        for connection in idle:
            connection.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_more_connections_than_there_is_room_for(serve):
    server = serve("dense", "--set", "http.max_connections=10")
    idle = [socket.create_connection((server.host, server.port)) for _ in range(50)]
    assert server.predict(ONE).status == 200
    assert server.metric("paisql_connections_closed_for_others_total") > 0
    for connection in idle:
        connection.close()


def test_requests_together_are_one_run_with_the_same_answers(dense, answers):
    rows = answers["dense"]["x"]
    alone = [dense.predict([{"x": row}]).json[0]["y"][0] for row in rows]

    def ask(i):
        return i, dense.predict([{"x": rows[i % len(rows)]}]).json[0]["y"][0]

    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        for i, said in pool.map(ask, range(400)):
            assert abs(said - alone[i % len(rows)]) < 1e-5


def test_a_slow_model_fills_its_queue_and_keeps_its_other_promises(serve):
    server = serve(
        "slow",
        *ONE_ROW,
        "--set",
        "metadata.rpc.max_queue_size=1",
        "--set",
        "metadata.rpc.worker_threads=1",
        "--set",
        "metadata.rpc.batching=false",
    )
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        waiting = [pool.submit(server.predict, [{"x": 1}]) for _ in range(8)]
        # Whoever asks for something else is answered meanwhile.
        assert server.get("/healthz").status == 200
        statuses = [future.result().status for future in waiting]
    assert statuses.count(200) >= 1 and statuses.count(450) >= 1
    assert set(statuses) == {200, 450}


def test_a_request_that_takes_too_long_is_408(serve):
    server = serve("slow", *ONE_ROW, "--set", "metadata.rpc.keepalive=1")
    connection = server.connect()
    for _ in range(2):
        said = server.predict([{"x": 1}], connection=connection)
        assert said.status == 408


def test_the_end_waits_for_what_was_asked(serve):
    server = serve("slow", *ONE_ROW)
    with (
        socket.create_connection((server.host, server.port)) as asking,
        socket.create_connection((server.host, server.port)) as idle,
    ):
        body = b'[{"x": 2}]'
        asking.sendall(head(server, len(body)) + body)
        while server.metric("paisql_computing_requests") < 1:
            pass
        server.process.send_signal(signal.SIGTERM)
        assert idle.recv(100) == b""  # nobody asked anything here
        said = b""
        while piece := asking.recv(1000):
            said += piece
        assert said.startswith(b"HTTP/1.1 200 ") and said.endswith(b'[{"y":[2.0]}]')
    status, errors = server.stop()
    assert status == 0, errors


def run(*arguments):
    return subprocess.run([BINARY, "serve", *arguments], capture_output=True, text=True, timeout=180, check=False)


def test_what_cannot_be_served_is_said(models, tmp_path, serve):
    nothing = run("--model", str(tmp_path))
    assert nothing.returncode == 3 and "holds no SavedModel" in nothing.stderr
    (tmp_path / "saved_model.pb").write_bytes(b"\xff\xff")
    assert run("--model", str(tmp_path)).returncode in (2, 3)
    assert run().returncode == 2
    model = str(models / "dense")
    assert run("--model", model, "--set", "metadata.rpc.batching=2").returncode == 2
    assert run("--model", model, "--name", "a/b").returncode == 2
    assert run("--model", model, "--host", "0.0.0.0").returncode == 2
    taken = run("--model", model, "--port", str(serve("dense").port))
    assert taken.returncode == 3 and "cannot be listened at" in taken.stderr
