"""Frames to and from the server (src/serving/processor/frame.h): length, code and number, little-endian, then
the payload."""

import os
import socket
import struct
import threading

_DESCRIPTOR = 3
_HEAD = struct.Struct("<IIQ")


class Connection:
    """Any thread may read the next request and any write an answer."""

    def __init__(self):
        self._socket = socket.socket(fileno=_DESCRIPTOR)
        os.set_inheritable(_DESCRIPTOR, False)
        self._reader = self._socket.makefile("rb")
        self._reading = threading.Lock()
        self._writing = threading.Lock()

    def read(self):
        """(number, payload) of the next request; None when the server has ended."""
        with self._reading:
            head = self._reader.read(_HEAD.size)
            if len(head) < _HEAD.size:
                return None
            length, _, number = _HEAD.unpack(head)
            payload = self._reader.read(length)
        return (number, payload) if len(payload) == length else None

    def write(self, code, number, payload):
        with self._writing:
            self._socket.sendall(_HEAD.pack(len(payload), code, number) + payload)
