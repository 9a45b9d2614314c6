"""A worker of functions that a test owns, and batches written as the program writes them."""

import json
import os
import socket
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SOURCES = os.path.join(ROOT, "src", "python")
sys.path.append(SOURCES)

from paisql.functions import packed_columns, type_names  # noqa: E402
from paisql.workers import framing  # noqa: E402

PLAIN = packed_columns.Meaning()
BIGINT, BINARY = type_names.parse("bigint"), type_names.parse("binary")


class Failure(Exception):
    """An error frame: what it says stands in `told`."""

    def __init__(self, text):
        super().__init__(text)
        self.told = json.loads(text)


PYTHON = ("paisql.functions.worker",)


def start(folder, program=PYTHON, **variables):
    """(the process, the owner's end of its socket)."""
    ours, theirs = socket.socketpair()
    with theirs, open(os.path.join(folder, "output.txt"), "ab") as output:
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", *program],
            cwd=folder,
            env=dict(os.environ, PYTHONPATH=SOURCES, **variables),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            preexec_fn=lambda: os.dup2(theirs.fileno(), 3),
            pass_fds=(3,),
        )
    return process, ours


class FunctionWorker:
    """The owner of a worker whose folder holds `files` ({name: text or bytes})."""

    def __init__(self, folder, files, python="cp311", zone="UTC", program=PYTHON, **variables):
        self.folder = str(folder)
        for name, content in files.items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as stream:
                stream.write(content.encode() if isinstance(content, str) else content)
        self.process, self._socket = start(self.folder, program, **variables)
        self._settings = {"python": python, "zone": zone}
        self._connection = framing.Connection(self._socket)
        self.facts = framing.read_hello(self._connection.receive(), "functions")
        self._number, self._opened = 0, 0

    def close(self):
        self._connection.close()
        self.process.wait(20)

    def ask(self, do, key, payload=b"", **more):
        """The payloads of the answer."""
        self._number += 1
        self._connection.send(number=self._number, text=json.dumps(dict(more, do=do, id=key)), payload=payload)
        found = []
        while True:
            frame = self._connection.receive()
            assert frame.number == self._number
            if frame.kind == framing.ERROR:
                raise Failure(frame.text)
            found.append(frame.payload)
            if frame.code == 0:
                return found

    def open(self, name, signature, kind="scalar", **more):
        """A Function of a class, whose types stand in a signature as annotate() has it."""
        arguments, _, results = signature.partition("->")
        arguments, results = (
            [one.strip() for one in type_names.split(side) if one.strip()] for side in (arguments, results)
        )
        self._opened += 1
        facts = {"class": name, "kind": kind, "arguments": arguments, "returns": results}
        self.ask("open", self._opened, **{**self._settings, "whole_columns": False, **facts, **more})
        return Function(self, self._opened, arguments, results)

    def output(self):
        with open(os.path.join(self.folder, "output.txt"), encoding="utf-8") as stream:
            return stream.read()


class Function:
    def __init__(self, worker, key, arguments, results):
        self._worker, self._key = worker, key
        self._arguments, self._results = (list(map(type_names.parse, names)) for names in (arguments, results))

    def _ask(self, do, values=(), types=(), rows=None):
        rows = len(values[0]) if rows is None else rows
        return self._worker.ask(do, self._key, packed_columns.write(values, types, rows, PLAIN))

    def evaluate(self, *values, rows=None):
        [payload] = self._ask("evaluate", values, self._arguments, rows)
        return packed_columns.read(payload, self._results, PLAIN)[1][0]

    def update(self, groups, *values):
        assert self._ask("update", [groups, *values], [BIGINT, *self._arguments]) == [b""]

    def update_some(self, groups, *values):
        assert self._ask("update_some", [groups, *values], [BIGINT, *self._arguments]) == [b""]

    def pairs(self, do, targets, sources):
        assert self._ask(do, [targets, sources], [BIGINT, BIGINT]) == [b""]

    def groups(self, do, groups):
        assert self._ask(do, [groups], [BIGINT]) == [b""]

    def results(self, groups):
        [payload] = self._ask("results", [groups], [BIGINT])
        return packed_columns.read(payload, self._results, PLAIN)[1][0]

    def states(self, groups):
        [payload] = self._ask("states", [groups], [BIGINT])
        return packed_columns.read(payload, [BINARY], PLAIN)[1][0]

    def merge(self, groups, states):
        assert self._ask("merge", [groups, states], [BIGINT, BINARY]) == [b""]

    def terminate(self, groups):
        [payload] = self._ask("terminate", [groups], [BIGINT])
        return packed_columns.read(payload, self._results, PLAIN)[1][0]

    def _rows(self, payloads):
        for payload in payloads:
            _, found = packed_columns.read(payload, [BIGINT, *self._results], PLAIN)
            yield from zip(*found)

    def process(self, *values, rows=None):
        return list(self._rows(self._ask("process", values, self._arguments, rows)))

    def finish(self):
        return list(self._rows(self._worker.ask("close", self._key)))

    def forget(self):
        self._worker.ask("forget", self._key)
