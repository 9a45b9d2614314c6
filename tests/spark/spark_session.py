"""A session of the program whose statements run one after another, and what it says of each."""

import json
import os
import queue
import signal
import subprocess
import threading
from pathlib import Path

import pexpect

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PAISQL_BINARY", str(ROOT / "build" / "paisql"))
TIMEOUT = int(os.environ.get("T", 180))


class Failed(Exception):
    """The statement's error; `code` and `hint` are the program's, `column` is None for an error without a place."""

    def __init__(self, event):
        super().__init__("%s: %s" % (event["code"], event["message"]))
        self.code, self.message, self.hint = event["code"], event["message"], event.get("hint", "")
        self.column = event.get("column")


class Session:
    """Reads statements from a pipe, and writes events (docs/scripts.md) of which one thread makes a queue."""

    def __init__(self, home, *arguments, **environment):
        command = [BINARY, "--home", str(home), "--project", "test", "--output", "jsonl", "--keep-going", *arguments]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}
        )
        self._events = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self._events.put(json.loads(line))
        self._events.put(None)

    def send(self, sql):
        self.process.stdin.write(sql.rstrip().rstrip(";") + ";\n")
        self.process.stdin.flush()

    def take(self):
        """The rows of one statement that was sent, or Failed."""
        rows, failure = [], None
        while True:
            event = self._events.get(timeout=TIMEOUT)
            assert event is not None, "the program has ended"
            if event["event"] == "rows":
                rows += event["rows"]
            elif event["event"] == "error":
                failure = failure or Failed(event)
            elif event["event"] == "statement" and event["state"] != "begin":
                if failure:
                    raise failure
                return rows

    def next_event(self, name):
        """The next event of this name; those before it are forgotten."""
        while True:
            event = self._events.get(timeout=TIMEOUT)
            assert event is not None, "the program has ended"
            if event["event"] == name:
                return event

    def run(self, sql):
        self.send(sql)
        return self.take()

    def fails(self, sql):
        try:
            rows = self.run(sql)
        except Failed as failure:
            return failure
        raise AssertionError("no error, but %s" % rows)

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def clients(self):
        return clients(self.process.pid)

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Prompt:
    """The program at a terminal."""

    def __init__(self, home):
        arguments = ["--home", str(home), "--project", "test"]
        self._terminal = pexpect.spawn(
            BINARY,
            arguments,
            env={**os.environ, "TERM": "dumb"},
            encoding="utf-8",
            timeout=TIMEOUT,
            dimensions=(50, 200),
            echo=False,
        )
        self._read()

    def _read(self):
        self._terminal.expect_exact("test> ")
        return self._terminal.before

    def send(self, sql):
        self._terminal.sendline(sql + ";")

    def run(self, sql):
        """What it shows until it asks for the next statement."""
        self.send(sql)
        return self._read()

    def interrupt(self):
        self._terminal.sendintr()
        return self._read()

    def clients(self):
        return clients(self._terminal.pid)

    def close(self):
        self._terminal.close(force=True)


def clients(pid):
    """The processes that the program has started to talk to Spark."""
    found = []
    for child in children(pid):
        with open("/proc/%d/cmdline" % child, "rb") as file:
            if b"paisql.spark.client" in file.read():
                found.append(child)
    return found


def children(pid):
    found = []
    for task in Path("/proc/%d/task" % pid).iterdir():
        try:
            found += [int(word) for word in (task / "children").read_text().split()]
        except OSError:  # the thread has ended
            pass
    return found
