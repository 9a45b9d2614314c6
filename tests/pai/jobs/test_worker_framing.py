"""Frames of workers in Python, against a stub worker that does what its requests say."""

import os
import socket
import struct
import sys

import pyarrow as pa
import pytest
from fake_job import PYTHON_FOLDER

sys.path.insert(0, PYTHON_FOLDER)

from paisql.workers import framing  # noqa: E402

STUB = """
import os, signal, socket, sys
from paisql.workers import framing
raw = socket.socket(fileno=0)
own = framing.Connection(raw)
way = sys.argv[1]
if way == "version":
    framing.VERSION = 2
if way == "refuse":
    own.send(framing.ERROR, text="no model there")
elif way == "early":
    own.send(framing.DATA, 1)
else:
    framing.say_hello(own, "other" if way == "kind" else "stub", threads=2)
while True:
    frame = own.receive()
    if frame.text == "crash":
        raw.sendall(bytes(10))
        os.kill(os.getpid(), signal.SIGKILL)
    elif frame.text == "garbage":
        raw.sendall(b"g" * 1000)
        sys.exit(4)
    elif frame.text == "error":
        own.send(framing.ERROR, frame.number, 42, "the stub refuses")
    elif frame.text == "other":
        own.send(framing.DATA, frame.number + 1)
    else:
        own.send(framing.DATA, frame.number, 7, frame.text, frame.payload, frame.content)
"""


def stub(way="echo"):
    environment = dict(os.environ, PYTHONPATH=PYTHON_FOLDER)
    return framing.Worker([sys.executable, "-c", STUB, way], "stub", environment)


def test_answers_carry_text_and_arrow():
    worker = stub()
    table = pa.table({"id": [1, 2], "s": ["a", None]})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    answer = worker.ask("三", sink.getvalue().to_pybytes(), framing.ARROW)
    assert (answer.kind, answer.code, answer.text, answer.content) == (framing.DATA, 7, "三", framing.ARROW)
    assert pa.ipc.open_stream(answer.payload).read_all() == table
    large = os.urandom(3 << 20)  # more than the socket holds
    assert worker.ask("", large).payload == large
    refused = worker.ask("error")
    assert (refused.kind, refused.code, refused.text) == (framing.ERROR, 42, "the stub refuses")
    assert worker.ask("again").text == "again" and worker.status is None


@pytest.mark.parametrize("request_text, status", [("crash", -9), ("garbage", 4)])
def test_a_worker_that_ends_in_the_middle(request_text, status):
    worker = stub()
    assert worker.ask("whole").text == "whole"
    with pytest.raises(framing.Closed):
        worker.ask(request_text)
    assert worker.status == status


@pytest.mark.parametrize(
    "way, request_text, words",
    [
        ("version", "", "version 2 of the protocol, not version 1"),
        ("kind", "", "of the kind 'other', not 'stub'"),
        ("refuse", "", "no model there"),
        ("early", "", "before it said that it is ready"),
        ("echo", "other", "what it was not asked"),
    ],
)
def test_a_worker_that_cannot_be_used(way, request_text, words):
    with pytest.raises(framing.Refused, match=words):
        stub(way).ask(request_text)


HEAD = struct.Struct("<QIIiBBH")


@pytest.mark.parametrize(
    "head",
    [
        HEAD.pack(1, 0, framing.MOST_BYTES + 1, 0, framing.DATA, framing.BYTES, 0),
        HEAD.pack(1, 0, 0, 0, 0, framing.BYTES, 0),
        HEAD.pack(1, 0, 0, 0, 5, framing.BYTES, 0),
        HEAD.pack(1, 0, 0, 0, framing.DATA, 2, 0),
        HEAD.pack(1, 0, 0, 0, framing.DATA, framing.BYTES, 1),
        HEAD.pack(1, 5, 0, 0, framing.DATA, framing.BYTES, 0) + b"four",
        b"short",
    ],
)
def test_what_is_not_a_frame(head):
    ours, theirs = socket.socketpair()
    theirs.sendall(head)
    theirs.close()
    with pytest.raises(framing.Closed):
        framing.Connection(ours).receive()


def test_too_much_for_a_frame():
    ours, _theirs = socket.socketpair()
    with pytest.raises(ValueError, match="too many for a frame"):
        framing.Connection(ours, 10).send(payload=bytes(11))
