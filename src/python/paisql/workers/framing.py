"""What a worker and its owner say to each other over a socket: frames, as src/workers/protocol.h describes them.

A frame is a head of 24 bytes, a text and a payload. A worker says hello once, when it is ready; then requests of
its owner come with a number each, and answers go with the same number, in any order. An error goes instead of an
answer. Number 0 says of an error that the worker cannot be used. The owner ends a worker by closing the socket.
"""

import collections
import json
import os
import socket
import struct
import threading

VERSION = 1
HELLO, DATA, ERROR, END = 1, 2, 3, 4  # kinds of frames
BYTES, ARROW = 0, 1  # contents of payloads: anything, or a stream of Arrow IPC
MOST_BYTES = 256 << 20  # of text and payload together

_DESCRIPTOR = 3
_HEAD = "<QIIiBBH"  # number, bytes of text and payload, code, kind, content, 0

Frame = collections.namedtuple("Frame", "kind number code text content payload")


class Closed(Exception):
    """The other side has gone, or what it says is not frames."""


class Refused(Exception):
    """The worker cannot be used; the text says why."""


class Connection:
    """One end. Any thread may receive the next frame, and any thread may send one."""

    def __init__(self, connection, most_bytes=MOST_BYTES):
        self._socket, self._most_bytes = connection, most_bytes
        self._stream = connection.makefile("rb")
        self._reading, self._writing = threading.Lock(), threading.Lock()

    def send(self, kind=DATA, number=0, code=0, text="", payload=b"", content=BYTES):
        """Waits while the other side has too much to read; Closed when it has gone, ValueError for too much."""
        text = text.encode()
        if len(text) + len(payload) > self._most_bytes:
            raise ValueError("%d bytes are too many for a frame" % (len(text) + len(payload)))
        head = struct.pack(_HEAD, number, len(text), len(payload), code, kind, content, 0)
        try:
            with self._writing:
                self._send_whole(head + text, payload)
        except OSError:
            raise Closed from None

    def _send_whole(self, first, payload):
        if not payload:
            return self._socket.sendall(first)
        # The other side wakes once where both go at once.
        sent = self._socket.sendmsg([first, payload])
        if sent < len(first):
            self._socket.sendall(first[sent:])
            sent = len(first)
        if sent < len(first) + len(payload):
            self._socket.sendall(memoryview(payload)[sent - len(first) :])

    def receive(self):
        """The next Frame, of which a text is str; Closed at the end."""
        try:
            with self._reading:
                number, text_bytes, payload_bytes, code, kind, content, zero = struct.unpack(
                    _HEAD, self._read(struct.calcsize(_HEAD))
                )
                if not HELLO <= kind <= END or content > ARROW or zero or text_bytes + payload_bytes > self._most_bytes:
                    raise Closed
                text, payload = self._read(text_bytes), self._read(payload_bytes)
        except (OSError, ValueError):
            raise Closed from None
        return Frame(kind, number, code, text.decode("utf-8", "replace"), content, payload)

    def _read(self, size):
        found = self._stream.read(size)
        if len(found) < size:
            raise Closed
        return found

    def close(self):
        """Wakes who receives."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def own_end():
    """The Connection of this process, which the program has started as a worker."""
    os.set_inheritable(_DESCRIPTOR, False)
    return Connection(socket.socket(fileno=_DESCRIPTOR))


def say_hello(connection, kind, **facts):
    connection.send(HELLO, code=VERSION, text=json.dumps(dict(facts, kind=kind)))


def read_hello(frame, kind):
    """The facts of a worker's first frame; Refused where it is not a hello of this version and kind."""
    if frame.kind == ERROR:
        raise Refused(frame.text)
    if frame.kind != HELLO:
        raise Refused("the worker has answered before it said that it is ready")
    if frame.code != VERSION:
        raise Refused("the worker speaks version %d of the protocol, not version %d" % (frame.code, VERSION))
    try:
        facts = json.loads(frame.text)
        said = facts["kind"]
    except (ValueError, TypeError, KeyError):
        raise Refused("the worker's hello is not a JSON object with a kind") from None
    if said != kind:
        raise Refused("the worker is of the kind '%s', not '%s'" % (said, kind))
    return facts


class Worker:
    """A worker that this process starts, which finds the socket as its standard input; for one thread at a time.

    command      what is started, with `environment`
    kind         that its hello has to name
    status       None as long as it runs, as far as it was seen; then as subprocess has it: negative for a signal
    """

    def __init__(self, command, kind, environment):
        import subprocess  # workers themselves start none, and it takes some milliseconds to import

        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(command, stdin=theirs, env=environment)
        self._connection, self._kind = Connection(ours), kind
        self._greeted, self._number, self.status = False, 0, None

    def ask(self, text, payload=b"", content=BYTES):
        """The Frame that answers, which may be an ERROR; Closed where the worker has ended before it could
        answer; Refused where it cannot be used."""
        try:
            if not self._greeted:
                read_hello(self._connection.receive(), self._kind)
                self._greeted = True
            self._number += 1
            self._connection.send(DATA, self._number, 0, text, payload, content)
            answer = self._connection.receive()
        except Closed:
            self._connection.close()
            self.status = self._process.wait()
            raise
        if answer.number != self._number:
            raise Refused("the worker has answered what it was not asked")
        return answer
