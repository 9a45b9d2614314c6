"""What the processes of a stream say to each other: a JSON object, and bytes after it.

The socket stands in the job's directory, which is its owner's alone. Its path may be longer than a
socket's may be, so it is named by way of a descriptor of the folder.
"""

import json
import os
import socket
import struct
import threading

_HEAD = struct.Struct("<II")  # bytes of the object, bytes after it
_SOCKET = "stream.socket"


class Closed(Exception):
    """The other side has gone."""


class Peer:
    """One end of a connection; send() may be called by any thread, receive() by one."""

    def __init__(self, connection):
        self._connection, self._lock = connection, threading.Lock()
        self._stream = connection.makefile("rb")

    def send(self, message, payload=b""):
        """Waits while the other side has too much to read; Closed when it has gone."""
        text = json.dumps(message).encode()
        try:
            with self._lock:
                self._connection.sendall(_HEAD.pack(len(text), len(payload)) + text)
                if payload:
                    self._connection.sendall(payload)
        except OSError:
            raise Closed from None

    def receive(self):
        """(message, bytes after it)."""
        try:
            head = self._stream.read(_HEAD.size)
            if len(head) < _HEAD.size:
                raise Closed
            size, more = _HEAD.unpack(head)
            text, payload = self._stream.read(size), self._stream.read(more)
        except (OSError, ValueError):
            raise Closed from None
        if len(text) < size or len(payload) < more:
            raise Closed
        return json.loads(text), payload

    def close(self):
        try:
            self._connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def _address(folder):
    return "/proc/self/fd/%d/%s" % (folder, _SOCKET)


def listen():
    """The socket of this job's coordinator; one that a dead coordinator left makes room."""
    folder = os.open(os.environ["PAISQL_JOB"], os.O_PATH | os.O_DIRECTORY)
    try:
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            os.unlink(_SOCKET, dir_fd=folder)
        except FileNotFoundError:
            pass
        listener.bind(_address(folder))
        listener.listen(64)
        return listener
    finally:
        os.close(folder)


def connect():
    """A Peer, or None while no process listens."""
    folder = os.open(os.environ["PAISQL_JOB"], os.O_PATH | os.O_DIRECTORY)
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(_address(folder))
        return Peer(connection)
    except OSError:
        connection.close()
        return None
    finally:
        os.close(folder)
