"""Requests that are signed here, byte by byte, and a server with users that a module keeps."""

import base64
import email.utils
import hashlib
import hmac
import http.client
import os
import re
import subprocess
import time
import urllib.parse

from conftest import BINARY, Server


class KeptServer(Server):
    """A server with a file of users, whose messages are kept in a file."""

    def __init__(self, folder, users, *statements, flags=()):
        super().__init__(folder)
        self.folder = str(folder)
        self.users = os.path.join(self.folder, "users")
        self.message_path = os.path.join(self.folder, "messages")
        with open(os.open(self.users, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(users)
        if statements:
            self.sql(*statements)
        self.start("--user-file", self.users, *flags)

    def start(self, *flags):
        command = [BINARY, "server", "--home", self.home, "--port", "0", *flags]
        with open(self.message_path, "w") as messages:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=messages, text=True)
        self.endpoint = self.process.stdout.readline().strip()
        assert self.endpoint.startswith("http"), self.messages()

    def messages(self):
        with open(self.message_path) as file:
            return file.read()

    def await_message(self, text):
        """Waits for the text in what the server has said since the last call."""
        seen = getattr(self, "_seen", 0)
        end = time.monotonic() + 20
        while text not in self.messages()[seen:]:
            assert time.monotonic() < end, self.messages()
        self._seen = len(self.messages())

    def address(self):
        parts = urllib.parse.urlsplit(self.endpoint)
        return parts.hostname, parts.port


def canonical(method, target, headers):
    """What version 2 of signatures signs, for a target whose query has plain values."""
    path, _, query = target.partition("?")
    lines = {"content-md5": "", "content-type": "", "date": ""}
    for name, value in headers.items():
        if name.lower() in lines or name.lower().startswith("x-odps-"):
            lines[name.lower()] = value
    text = [method]
    for name in sorted(lines):
        text.append(f"{name}:{lines[name]}" if name.startswith("x-odps-") else lines[name])
    parameters = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
    named = "&".join(name + (f"={value}" if value else "") for name, value in sorted(parameters.items()))
    text.append(urllib.parse.unquote(path) + (f"?{named}" if named else ""))
    return "\n".join(text)


def signature(secret, text):
    return base64.b64encode(hmac.new(secret.encode(), text.encode(), hashlib.sha1).digest()).decode()


def send(server, method, target, headers=None, body=None, prefix="/api"):
    """The status, the headers and the body of the answer."""
    connection = http.client.HTTPConnection(*server.address(), timeout=60)
    try:
        connection.request(method, prefix + target, body=body, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def ask_signed(server, access_id, secret, target, method="GET", headers=None, body=None):
    headers = dict(headers or {})
    headers.setdefault("Date", email.utils.formatdate(usegmt=True))
    headers["Authorization"] = f"ODPS {access_id}:{signature(secret, canonical(method, target, headers))}"
    return send(server, method, target, headers, body)


def error_code(body):
    found = re.search(rb"<Code>([^<]*)</Code>", body) or re.search(rb'"Code": ?"([^"]*)"', body)
    return found.group(1).decode() if found else None
