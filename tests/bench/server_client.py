"""The platform's protocol in its smallest form, for measures: what a client's library adds is left out."""

import base64
import csv
import http.client
import io
import json
import re
import socket
import subprocess
import urllib.parse
from xml.sax.saxutils import escape

JOB = (
    "<Instance><Job><Priority>9</Priority><Tasks><SQL><Name>AnonymousSQLTask</Name><Config><Property>"
    "<Name>settings</Name><Value>{}</Value></Property></Config><Query>{}</Query></SQL></Tasks>"
    "<DAG><RunMode>Sequence</RunMode></DAG></Job></Instance>"
)


class Server:
    """`paisql server` over a home, for as long as a block lasts."""

    def __init__(self, paisql, home, *flags):
        self.command = [str(paisql), "server", "--home", str(home), "--port", "0", *flags]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        self.endpoint = self.process.stdout.readline().strip()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()

    def peak_mb(self):
        with open("/proc/%d/status" % self.process.pid, encoding="ascii") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) // 1024

    def client(self, project="default_project"):
        return Client(self.endpoint, project)


class Client:
    """One connection that stays open."""

    def __init__(self, endpoint, project):
        address = urllib.parse.urlsplit(endpoint)
        self.root = address.path + "/projects/" + project
        self.connection = http.client.HTTPConnection(address.netloc, timeout=600)
        self.connection.connect()
        self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, method, path, body=b"", headers=None):
        """The answer's body and headers; an error ends the measure."""
        self.connection.request(method, self.root + path, body=body, headers=headers or {})
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise RuntimeError("%s %s: %d %s" % (method, path, answer.status, text[:500]))
        return text, answer.headers

    def download(self, path, headers=None):
        """Reads a body of any size and forgets it; how many bytes it had."""
        self.connection.request("GET", self.root + path, headers=headers or {})
        answer = self.connection.getresponse()
        if answer.status >= 300:
            raise RuntimeError("GET %s: %d %s" % (path, answer.status, answer.read(500)))
        size, buffer = 0, bytearray(1 << 20)
        while count := answer.readinto(buffer):
            size += count
        return size

    def submit(self, statement, settings=None):
        job = JOB.format(escape(json.dumps(settings or {})), escape(statement))
        _, headers = self.ask("POST", "/instances", job.encode(), {"Content-Type": "application/xml"})
        return headers["Location"].rsplit("/", 1)[1]

    def wait(self, instance):
        """Until it has ended well."""
        while True:
            told = self.ask("GET", "/instances/%s?taskstatus" % instance)[0].decode()
            if "<Status>Terminated</Status>" in told:
                break
        if "<Status>Success</Status>" not in told:
            raise RuntimeError(self.text(instance))

    def text(self, instance):
        told = self.ask("GET", "/instances/%s?result" % instance)[0].decode()
        found = re.search(r"<Result [^>]*>(?:<!\[CDATA\[)?([^<\]]*)", told)
        return base64.b64decode(found[1]).decode() if found else ""

    def run(self, statement, settings=None):
        """The rows of a query as texts."""
        instance = self.submit(statement, settings)
        self.wait(instance)
        return list(csv.reader(io.StringIO(self.text(instance))))[1:]

    def close(self):
        self.connection.close()
