"""Messages over a Unix socket: 8 bytes of length, little endian, then JSON; descriptors beside it."""

import json
import os
import socket
import struct

_LENGTH = struct.Struct("<Q")
_MOST_DESCRIPTORS = 32


class Message:
    """What came: the JSON value, and the descriptors, which are the receiver's to close."""

    def __init__(self, value, descriptors):
        self.value = value
        self.descriptors = descriptors

    def close(self):
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors = []


def receive(channel):
    """The next message; None when the other side has closed. EOFError for half of one."""
    head, descriptors, _, _ = socket.recv_fds(channel, _LENGTH.size, _MOST_DESCRIPTORS)
    if not head:
        return None
    head += _exactly(channel, _LENGTH.size - len(head))
    text = _exactly(channel, _LENGTH.unpack(head)[0])
    return Message(json.loads(text), list(descriptors))


def _exactly(channel, count):
    parts = []
    while count > 0:
        part = channel.recv(min(count, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def native(text):
    """A text of a message as the operating system's functions take it."""
    return os.fsdecode(text.encode())
