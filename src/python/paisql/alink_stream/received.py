"""Sources that give their lines once: a named pipe and a socket.

What comes is kept in files of the job's directory, so that a worker that was killed gets its rows
again; they are units that grow.
"""

import contextlib
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
_NEXT_WRITER_SECONDS = 0.05
# A server that is silent is asked after so many seconds, and has gone when it does not answer so often.
_KEEPALIVE = {socket.TCP_KEEPIDLE: 30, socket.TCP_KEEPINTVL: 10, socket.TCP_KEEPCNT: 3}


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
            self._unit = self._stream.add({"kind": "jsonl", "path": path, "name": self._name, "growing": True})
        try:
            left = memoryview(data)
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise TaskError(
                "what comes from %s is kept in %s, which cannot be written: %s"
                % (self._name, self._unit["path"], error.strerror)
            ) from None
        self._size += len(data)
        full = self._size >= _SEGMENT_BYTES
        self._stream.grow(self._unit, self._size, full)
        if full:
            self._file.close()
            self._file = None

    def end_of_line(self):
        """What stands after the last line end is a line, too: its writer has closed."""
        if self._rest.strip():
            self.write(b"\n")
        self._rest = bytearray()

    def drop_half(self):
        """Forgets what stands after the last line end; whether that was anything."""
        dropped, self._rest = bool(self._rest), bytearray()
        return dropped

    def close(self):
        if self._file is not None:
            self._stream.grow(self._unit, self._size, True)
            self._file.close()


class ReceivedSource:
    """A named pipe or the connection to a server; with `follow` one writer after another."""

    def __init__(self, settings):
        self._source, self._follow = settings["source"], settings["follow"]

    def find(self, stream):
        opened = (_Pipe if self._source["kind"] == "pipe" else _Connection)(self._source, self._follow)
        segments = _Segments(stream, opened.name)
        segments.take_over()
        with contextlib.closing(opened):
            while opened.open(stream):
                try:
                    if self._receive(stream, opened, segments):
                        segments.end_of_line()
                        break
                    segments.end_of_line()
                except _BrokenOff as broken:
                    half = ", and half a line of it is left out" if segments.drop_half() else ""
                    stream.say("%s broke off (%s)%s; it is tried again" % (opened.name, broken, half))
                if not self._follow:
                    break
        segments.close()

    @staticmethod
    def _receive(stream, opened, segments):
        """Until the writer has closed; True when the stream is to stop."""
        while not stream.pause(0):
            while stream.ahead() > _MOST_AHEAD_BYTES:
                if stream.pause(0.02):
                    return True
            data = opened.receive()
            if data:
                segments.write(data)
            elif data is not None:
                return False
        return True


class _BrokenOff(Exception):
    """Why a connection that is followed gives no more."""


class _Descriptor:
    """What both kinds have. `open` waits for the next writer, and is False when the stream is to stop."""

    def __init__(self, follow):
        self._follow, self._descriptor = follow, None

    def _begin(self, descriptor):
        self._descriptor, self._poll = descriptor, select.poll()
        self._poll.register(descriptor, select.POLLIN)

    def receive(self):
        """What has come as bytes, b"" when the writer has closed; None after a while without anything."""
        if not self._poll.poll(_LOOK_MS):
            return None
        try:
            return os.read(self._descriptor, _READ_BYTES)
        except BlockingIOError:
            return None

    def close(self):
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


class _Pipe(_Descriptor):
    """Stays open from one writer to the next, so that each finds a reader, and what it wrote is there."""

    def __init__(self, source, follow):
        super().__init__(follow)
        self.name = source["path"]

    def open(self, stream):
        if self._descriptor is not None:
            # From the end of its last writer on, it gives ends at once.
            return not stream.pause(_NEXT_WRITER_SECONDS)
        try:
            self._begin(os.open(self.name, os.O_RDONLY | os.O_NONBLOCK))
        except FileNotFoundError:
            raise self._gone() from None
        except OSError as error:
            raise TaskError("the named pipe %s cannot be read: %s" % (self.name, error.strerror)) from None
        return True

    def receive(self):
        removed = self._is_removed()  # before what was written until then is read
        data = super().receive()
        if removed and (data is None and not self._has_writer() or data == b"" and self._follow):
            raise self._gone()
        return data

    def _gone(self):
        return TaskError("the named pipe %s was removed" % self.name)

    def _is_removed(self):
        try:
            return not os.path.samestat(os.stat(self.name), os.fstat(self._descriptor))
        except OSError:
            return True

    def _has_writer(self):
        # It says that its last writer has closed when it has had one, so it gets one.
        os.close(os.open("/proc/self/fd/%d" % self._descriptor, os.O_WRONLY | os.O_NONBLOCK))
        return not any(event & select.POLLHUP for _, event in self._poll.poll(0))


class _Connection(_Descriptor):
    def __init__(self, source, follow):
        super().__init__(follow)
        self._address = source["host"], source["port"]
        self.name = "tcp://%s:%d" % self._address

    def open(self, stream):
        if self._descriptor is not None:
            self.close()
            if stream.pause(_RETRY_SECONDS):
                return False
        begun, told = stream.now(), False
        while True:
            try:
                self._begin(self._connected())
                return True
            except OSError as error:
                why = error.strerror or error
                if not self._follow and stream.now() - begun > _CONNECT_SECONDS:
                    raise TaskError("%s does not answer: %s" % (self.name, why)) from None
                if not told:
                    stream.say("%s does not answer (%s); it is tried again" % (self.name, why))
                told = True
            if stream.pause(_RETRY_SECONDS):
                return False

    def _connected(self):
        connection = socket.create_connection(self._address, timeout=_CONNECT_SECONDS)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in _KEEPALIVE.items():
            connection.setsockopt(socket.IPPROTO_TCP, option, value)
        connection.setblocking(False)
        return connection.detach()

    def receive(self):
        try:
            return super().receive()
        except OSError as error:
            if self._follow:
                raise _BrokenOff(error.strerror) from None
            raise TaskError("%s broke off: %s" % (self.name, error.strerror)) from None
