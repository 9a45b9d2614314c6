"""What the processes of a stream say to each other: frames (paisql.workers.framing), each a JSON object and bytes.

The socket stands in the job's directory, which is its owner's alone. Its path may be longer than a
socket's may be, so it is named by way of a descriptor of the folder.
"""

import json
import os
import socket

from paisql.workers import framing
from paisql.workers.framing import Closed

__all__ = ["Closed", "Peer", "connect", "listen"]

_SOCKET = "stream.socket"
_MOST_BYTES = (1 << 32) - 1  # rows are not cut


class Peer:
    """One end of a connection; send() may be called by any thread, receive() by one."""

    def __init__(self, connection):
        self._connection = framing.Connection(connection, _MOST_BYTES)

    def send(self, message, payload=b""):
        """Waits while the other side has too much to read; Closed when it has gone."""
        content = framing.ARROW if payload else framing.BYTES
        self._connection.send(text=json.dumps(message), payload=payload, content=content)

    def receive(self):
        """(message, its stream of Arrow IPC or b"")."""
        frame = self._connection.receive()
        return json.loads(frame.text), frame.payload

    def close(self):
        self._connection.close()


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
