"""Pipes and sockets as sources of streams: writers and servers that come, go and fail."""

import builtins
import os
import socket
import struct
import sys
import threading
import time

import pytest
from fake_job import PYTHON_FOLDER
from test_alink_stream_task import until

sys.path.insert(0, PYTHON_FOLDER)

from paisql.alink_stream import received  # noqa: E402
from paisql.alink_task import TaskError  # noqa: E402


class Running:
    """A source on a thread of its own; `lines` are those that workers may read."""

    def __init__(self, follow=True, **source):
        self.units, self._sizes, self._stopped, self.error, self.said = [], {}, threading.Event(), None, []
        self._source = received.ReceivedSource({"source": source, "follow": follow})
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        try:
            self._source.find(self)
        except TaskError as error:
            self.error = str(error)

    now = staticmethod(time.monotonic)

    def pause(self, seconds):
        return self._stopped.wait(seconds)

    def ahead(self):
        return 0

    def say(self, line):
        self.said.append(line)

    def add(self, unit):
        self.units.append(unit)
        return unit

    def grow(self, unit, size, ended):
        self._sizes[unit["path"]] = size

    @property
    def lines(self):
        found = []
        for unit in list(self.units):
            with open(unit["path"], "rb") as stream:
                found += stream.read(self._sizes.get(unit["path"], 0)).splitlines()
        return found

    def end(self):
        """What the source has said to be wrong, when it has ended by itself."""
        self._thread.join(60)
        assert not self._thread.is_alive()
        return self.error

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._stopped.set()
        self._thread.join(60)


@pytest.fixture
def job(tmp_path, monkeypatch):
    monkeypatch.setenv("PAISQL_JOB", str(tmp_path))
    return tmp_path


@pytest.fixture
def pipe(job):
    path = str(job / "pipe")
    os.mkfifo(path)
    return path


def write(path, data):
    """As `echo`: it waits for a reader, writes at once, and closes."""
    descriptor = os.open(path, os.O_WRONLY)
    try:
        assert os.write(descriptor, data) == len(data)
    finally:
        os.close(descriptor)


def test_short_writers_of_a_pipe_lose_nothing(pipe, monkeypatch):
    reading, opens = [], os.open

    def noted(path, flags, *more):
        if path == pipe and not flags & os.O_WRONLY:
            reading.append(path)
        return opens(path, flags, *more)

    monkeypatch.setattr(os, "open", noted)
    wanted = [b"%d %d" % (writer, number) for writer in range(2) for number in range(3000)]
    broken = []

    def write_all(lines):
        try:
            for line in lines:
                write(pipe, line + b"\n")
        except BrokenPipeError as error:
            broken.append(error)

    with Running(kind="pipe", path=pipe) as source:
        writers = [threading.Thread(target=write_all, args=(wanted[i * 3000 : (i + 1) * 3000],)) for i in range(2)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        assert broken == []
        until(lambda: len(source.lines) == len(wanted), 60)
        assert sorted(source.lines) == sorted(wanted)
    assert len(reading) == 1  # whoever finds no reader between two writers has lost its rows


def test_the_last_line_of_a_writer_needs_no_end(pipe):
    with Running(kind="pipe", path=pipe) as source:
        write(pipe, b"a\nb")
        until(lambda: source.lines == [b"a", b"b"], 60)
        write(pipe, b"c")
        until(lambda: source.lines == [b"a", b"b", b"c"], 60)
    with Running(follow=False, kind="pipe", path=pipe) as source:
        write(pipe, b"d")
        assert source.end() is None and source.lines == [b"d"]


def test_a_pipe_that_is_removed_is_named(pipe):
    gone = "the named pipe %s was removed" % pipe
    for follow in (False, True):
        with Running(follow, kind="pipe", path=pipe) as source:
            # Before its first writer, also where another one takes its place.
            until(lambda: is_read(pipe), 60)
            os.rename(pipe, pipe + ".old")
            os.mkfifo(pipe)
            assert source.end() == gone
    with Running(kind="pipe", path=pipe) as source:
        write(pipe, b"a\n")
        until(lambda: source.lines == [b"a"], 60)
        os.remove(pipe)
        assert source.end() == gone
    with Running(kind="pipe", path=pipe) as source:
        assert source.end() == gone


def is_read(path):
    """Whether this process has opened the pipe."""
    for number in os.listdir("/proc/self/fd"):
        try:
            if os.readlink("/proc/self/fd/" + number) == path:
                return True
        except OSError:
            continue  # the one of the folder itself
    return False


def test_a_writer_goes_on_after_its_pipe_was_removed(pipe):
    for follow, error in ((False, None), (True, "the named pipe %s was removed" % pipe)):
        with Running(follow, kind="pipe", path=pipe) as source:
            with open(pipe, "wb", buffering=0) as stream:
                os.rename(pipe, pipe + ".old")
                stream.write(b"a\n")
                until(lambda: source.lines == [b"a"], 60)
                stream.write(b"b\n")
            assert (source.end(), source.lines) == (error, [b"a", b"b"])
        os.rename(pipe + ".old", pipe)


class Server:
    """Sends each connection what is next of `sent`, pairs of bytes and an event or None.

    After an event it breaks off, as the machine of a process that was killed does; else it closes.
    """

    def __init__(self, *sent, port=0):
        self._server = socket.create_server(("127.0.0.1", port))
        self.port = self._server.getsockname()[1]
        self._sent = sent
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        with self._server:
            for data, breaks in self._sent:
                connection, _ = self._server.accept()
                with connection:
                    connection.sendall(data)
                    if breaks is not None:
                        breaks.wait(60)
                        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def tcp(port, follow):
    return Running(follow, kind="tcp", host="127.0.0.1", port=port)


def test_a_server_that_is_not_there(job, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    monkeypatch.setattr(received, "_CONNECT_SECONDS", 0.2)
    with tcp(port, follow=False) as source:
        assert source.end() == "tcp://127.0.0.1:%d does not answer: Connection refused" % port
    with tcp(port, follow=True) as source:
        until(lambda: source.said, 60)
        Server((b"a\nb", None), (b"c\n", None), port=port)
        until(lambda: source.lines == [b"a", b"b", b"c"], 60)
    assert source.said == ["tcp://127.0.0.1:%d does not answer (Connection refused); it is tried again" % port]


def test_a_connection_that_breaks_off_within_a_line(job):
    breaks = threading.Event()
    server = Server((b"a\nhalf a li", breaks))
    with tcp(server.port, follow=False) as source:
        until(lambda: source.lines == [b"a"], 60)
        breaks.set()
        assert source.end() == "tcp://127.0.0.1:%d broke off: Connection reset by peer" % server.port
    breaks = threading.Event()
    server = Server((b"b\nhalf a li", breaks), (b"c\n", None))
    with tcp(server.port, follow=True) as source:
        until(lambda: source.lines == [b"b"], 60)
        breaks.set()
        until(lambda: source.lines == [b"b", b"c"], 60)
    assert source.said[0] == (
        "tcp://127.0.0.1:%d broke off (Connection reset by peer), and half a line of it is left out; "
        "it is tried again" % server.port
    )


def test_a_server_that_is_silent_is_asked_whether_it_is_there(job):
    server = Server((b"a\n", threading.Event()))
    with tcp(server.port, follow=True) as source:
        until(lambda: source.lines == [b"a"], 60)
        found = [
            connection
            for connection in map(socket_of, os.listdir("/proc/self/fd"))
            if connection is not None and connection.getpeername()[1] == server.port
        ]
        assert [one.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) for one in found] == [1]
        assert found[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) < 100
        for one in found:
            one.close()


def socket_of(number):
    """A connection of this process; None for another descriptor."""
    try:
        connection = socket.socket(fileno=os.dup(int(number)))
        connection.getpeername()
    except OSError:
        return None
    return connection


class Stream:
    units = ()

    def add(self, unit):
        return unit

    def grow(self, unit, size, ended):
        self.size = size


def test_what_is_kept_is_kept_whole(job, monkeypatch):
    class Short:
        """A file that takes a few bytes at once."""

        def __init__(self, file):
            self._file = file

        def write(self, data):
            return self._file.write(data[:7])

        def close(self):
            self._file.close()

    monkeypatch.setattr(received, "open", lambda *given, **named: Short(builtins.open(*given, **named)), raising=False)
    stream = Stream()
    segments = received._Segments(stream, "pipe")
    segments.write(b"a long line\n" * 9)
    segments.close()
    (name,) = os.listdir(job / "received")
    assert (job / "received" / name).read_bytes() == b"a long line\n" * 9 and stream.size == 12 * 9


def test_a_disk_that_is_full_is_told(job):
    segments = received._Segments(Stream(), "pipe")
    os.symlink("/dev/full", job / "received" / "00000000.jsonl")
    with pytest.raises(TaskError) as told:
        segments.write(b"a\n")
    path = job / "received" / "00000000.jsonl"
    assert (
        str(told.value) == "what comes from pipe is kept in %s, which cannot be written: No space left on device" % path
    )
