"""Sources that give their lines once: a named pipe and a socket.

What comes is kept in files of the job's directory, so that a worker that was killed gets its rows
again; they are units that grow.
"""

import os
import select
import socket

from paisql.alink_stream import whole_lines
from paisql.alink_task import TaskError

_SEGMENT_BYTES = 32 << 20
_MOST_AHEAD_BYTES = 64 << 20  # of what the slowest worker has read
_READ_BYTES = 1 << 18
_LOOK_MS = 100
_CONNECT_SECONDS = 10.0
_RETRY_SECONDS = 0.5


class _Segments:
    """Writes whole lines into one unit after another."""

    def __init__(self, stream, name):
        self._stream, self._name, self._rest = stream, name, bytearray()
        self._folder = os.path.join(os.environ["PAISQL_JOB"], "received")
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        self._file, self._unit, self._size = None, None, 0

    def take_over(self):
        """Ends what a killed coordinator has left, at its last whole line."""
        for unit in self._stream.units:
            if not self._stream.has_ended(unit) and os.path.exists(unit["path"]):
                with open(unit["path"], "r+b") as file:
                    data = file.read()
                    file.truncate(data.rfind(b"\n") + 1)
                self._stream.grow(unit, data.rfind(b"\n") + 1, True)

    def write(self, data):
        cut = data.rfind(b"\n") + 1
        if not cut:
            self._rest += data
            whole_lines.refuse_long_line(len(self._rest), self._name)
            return
        data, self._rest = bytes(self._rest + data[:cut]), bytearray(data[cut:])
        if self._file is None:
            path = os.path.join(self._folder, "%08d.jsonl" % len(self._stream.units))
            self._file = open(path, "wb", buffering=0)
            self._size = 0
            self._unit = self._stream.add(
                {"kind": "jsonl", "path": path, "name": self._name, "growing": True}
            )
        self._file.write(data)
        self._size += len(data)
        full = self._size >= _SEGMENT_BYTES
        self._stream.grow(self._unit, self._size, full)
        if full:
            self._file.close()
            self._file = None

    def end_of_line(self):
        """What stands behind the last line end is a line, too: its writer has closed."""
        if self._rest.strip():
            self.write(b"\n")
        self._rest = bytearray()

    def close(self):
        if self._file is not None:
            self._stream.grow(self._unit, self._size, True)
            self._file.close()


class ReceivedSource:
    """A named pipe or the connection to a server; with `follow` one writer after another."""

    def __init__(self, settings):
        self._source, self._follow = settings["source"], settings["follow"]

    def find(self, stream):
        source = self._source
        name = source.get("path") or "tcp://%s:%d" % (source["host"], source["port"])
        segments = _Segments(stream, name)
        segments.take_over()
        while True:
            opened = self._open(stream, name)
            if opened is None:
                break
            stopped = self._receive(stream, opened, name, segments)
            segments.end_of_line()
            if stopped or not self._follow:
                break
        segments.close()

    def _open(self, stream, name):
        """What os.read takes, in a with block; None when the stream is to stop."""
        if self._source["kind"] == "pipe":
            try:
                return _Opened(os.open(self._source["path"], os.O_RDONLY | os.O_NONBLOCK))
            except FileNotFoundError:
                raise TaskError("the named pipe %s has gone" % name) from None
        begun, told = stream.now(), False
        while True:
            try:
                address = (self._source["host"], self._source["port"])
                connection = socket.create_connection(address, timeout=_CONNECT_SECONDS)
                connection.setblocking(False)
                return _Opened(connection.detach())
            except OSError as error:
                if not self._follow and stream.now() - begun > _CONNECT_SECONDS:
                    raise TaskError("%s does not answer: %s" % (name, error)) from None
                if not told:
                    print("%s does not answer (%s); it is tried again" % (name, error), flush=True)
                told = True
            if stream.pause(_RETRY_SECONDS):
                return None

    def _receive(self, stream, opened, name, segments):
        """Until the writer has closed; True when the stream is to stop."""
        with opened as descriptor:
            poll = select.poll()
            poll.register(descriptor, select.POLLIN)
            while not stream.pause(0):
                while stream.ahead() > _MOST_AHEAD_BYTES:
                    if stream.pause(0.02):
                        return True
                events = poll.poll(_LOOK_MS)
                if not events:
                    continue
                try:
                    data = os.read(descriptor, _READ_BYTES)
                except BlockingIOError:
                    continue
                except OSError as error:
                    if not self._follow:
                        raise TaskError("%s broke off: %s" % (name, error.strerror)) from None
                    return False
                if not data:
                    return False
                segments.write(data)
        return True


class _Opened:
    def __init__(self, descriptor):
        self._descriptor = descriptor

    def __enter__(self):
        return self._descriptor

    def __exit__(self, *_):
        os.close(self._descriptor)
