"""Bytes of any form for the port of a server, and what it answers."""

import contextlib
import os
import re
import socket
import urllib.parse

WAIT = 60


class Wire:
    """The port of a server, for bytes of any form."""

    def __init__(self, server):
        self.server = server
        self.port = urllib.parse.urlsplit(server.endpoint).port

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), WAIT)

    def ask(self, data):
        """What comes back until the server closes the connection; its reset is an end, too."""
        with self.connect() as stream:
            with contextlib.suppress(ConnectionError):
                stream.sendall(data)
                stream.shutdown(socket.SHUT_WR)
            return read_all(stream)

    def connections(self):
        """Those that the server has open, and its own socket."""
        folder = f"/proc/{self.server.process.pid}/fd"
        targets = []
        for name in os.listdir(folder):
            with contextlib.suppress(FileNotFoundError):
                targets.append(os.readlink(os.path.join(folder, name)))
        return sum(target.startswith("socket:") for target in targets)

    def peak_mb(self):
        with open(f"/proc/{self.server.process.pid}/status", encoding="utf-8") as status:
            return int(re.search(r"VmHWM:\s+(\d+) kB", status.read()).group(1)) // 1024

    def is_well(self):
        return self.ask(b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n").endswith(b"ok\n")


def read_all(stream):
    pieces = []
    with contextlib.suppress(ConnectionError):
        while piece := stream.recv(65536):
            pieces.append(piece)
    return b"".join(pieces)


def status_of(answer):
    assert answer.startswith(b"HTTP/1.1 "), answer[:100]
    return int(answer[9:12])


def statuses(answer):
    return [int(code) for code in re.findall(rb"HTTP/1\.1 (\d{3}) ", answer)]


def request(method, path, body=b"", *lines):
    head = [f"{method} {path} HTTP/1.1", "Host: here", f"Content-Length: {len(body)}", *lines, "", ""]
    return "\r\n".join(head).encode() + body
