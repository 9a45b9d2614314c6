"""Endpoints for the tests: a whole one, of the package moto, and one that always fails."""

import http.client
import http.server
import os
import re
import socket
import subprocess
import sys
import threading
import urllib.parse
import xml.sax.saxutils

# The interpreter that has moto; scripts/setup installs it beside the tests' own packages.
PYTHON = os.environ.get("PAISQL_S3_PYTHON", sys.executable)

KEY_ID, SECRET = "testkeyid", "testkeysecret"

_SERVE = """
import sys
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
import boto3
host, port = server.get_host_and_port()
boto3.client("s3", endpoint_url="http://127.0.0.1:%d" % port, region_name="us-east-1",
             aws_access_key_id="a", aws_secret_access_key="b").create_bucket(Bucket="there")
print(port, flush=True)
sys.stdin.read()
server.stop()
"""


def has_moto():
    found = subprocess.run([PYTHON, "-c", "import moto.server, boto3"], capture_output=True, check=False)
    return found.returncode == 0


class S3Server:
    """A server with the bucket `there`, until it is closed."""

    def __init__(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        self._process = subprocess.Popen(
            [PYTHON, "-c", _SERVE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        self.url = "http://127.0.0.1:%d" % int(self._process.stdout.readline())

    def close(self):
        self._process.communicate()


def _ask(url, method, path, body=b""):
    connection = http.client.HTTPConnection(url[len("http://") :], timeout=60)
    # The server looks at the form of a signature alone.
    connection.request(method, path, body, {"Authorization": "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/s3/x"})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    assert answer.status < 300, text
    return text.decode()


def list_sizes(url, bucket, prefix=""):
    """{key: size} of the objects below the prefix."""
    listing = _ask(url, "GET", "/%s?list-type=2&prefix=%s" % (bucket, urllib.parse.quote(prefix, "")))
    found = re.findall("<Key>(.*?)</Key>.*?<Size>(.*?)</Size>", listing, re.DOTALL)
    return {xml.sax.saxutils.unescape(key): int(size) for key, size in found}


def list_keys(url, bucket, prefix):
    return list(list_sizes(url, bucket, prefix))


def put_key(url, bucket, key, body):
    _ask(url, "PUT", "/%s/%s" % (bucket, urllib.parse.quote(key)), body)


def remove_key(url, bucket, key):
    _ask(url, "DELETE", "/%s/%s" % (bucket, urllib.parse.quote(key)))


def uploads(url, bucket):
    """The keys of uploads in parts that nobody has completed or given up."""
    return re.findall("<Key>(.*?)</Key>", _ask(url, "GET", "/%s?uploads" % bucket))


_OBJECT_BYTES = 300000

WHOLE = b"all of it\n"

# Keys of a bucket that holds objects whose names are not paths.
HOSTILE = ("d/../../evil.txt", "d/..", "../evil.txt", "d//evil.txt", "d/./evil.txt")
_LISTING = "<?xml version='1.0'?><ListBucketResult><KeyCount>%d</KeyCount>%s</ListBucketResult>" % (
    len(HOSTILE) + 1,
    "".join(
        "<Contents><Key>%s</Key><Size>4</Size><LastModified>2015-10-21T07:28:00.000Z</LastModified></Contents>" % key
        for key in (*HOSTILE, "d/plain.txt")
    ),
)


class _Handler(http.server.BaseHTTPRequestHandler):
    """Answers as the object's name, the last part of the path, says."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def _answer(self, status, body=b"", **headers):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT")
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _fail(self, status, code):
        body = "<?xml version='1.0'?><Error><Code>%s</Code><Message>no</Message></Error>" % code
        self._answer(status, body.encode())

    def _range(self):
        first, _, last = self.headers["Range"].partition("=")[2].partition("-")
        return int(first), int(last) + 1

    def _object(self, kind):
        if self.command == "HEAD":
            return self._answer(200, b"x" * _OBJECT_BYTES)
        begin, end = self._range()
        body = b"x" * (end - begin)
        if kind == "less":  # an honest answer, of an object that has become shorter
            return self._answer(206, body[: len(body) // 2])
        self.send_response(206)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2])
        self.wfile.flush()
        if kind == "silent":
            return self.server.released.wait()
        self.close_connection = True
        return self.connection.shutdown(socket.SHUT_RDWR)

    def _whole(self):
        begin, end = self._range() if "Range" in self.headers else (0, len(WHOLE))
        self._answer(206 if "Range" in self.headers else 200, WHOLE[begin:end])

    def _serve(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.path.partition("?")[0]
        with self.server.asked:
            self.server.requests.append((self.command, self.path, dict(self.headers)))
            self.server.asked.notify_all()
        kind = path.rpartition("/")[2]
        if path.startswith("/secretkey"):
            return self._fail(403, "SignatureDoesNotMatch")
        if path.startswith("/unknownkey"):
            return self._fail(403, "InvalidAccessKeyId")
        if path.startswith("/elsewhere"):
            return self._fail(301, "PermanentRedirect")
        if path.startswith("/missing"):
            return self._fail(404, "NoSuchBucket")
        if kind == "whole":
            return self._whole()
        if self.command == "HEAD" and path == "/":  # the bucket is in the host's name
            return self._answer(200)
        if kind in ("500", "503", "403"):
            return self._answer(int(kind))
        if kind == "mute":
            return self.server.released.wait()
        if kind in ("cut", "less", "silent") and self.command != "PUT":
            return self._object(kind)
        if path.rstrip("/") == "/hostile" and self.command == "HEAD":
            return self._answer(200)
        if "list-type=2" in self.path and path.startswith("/hostile"):
            return self._answer(200, _LISTING.encode())
        if "list-type=2" in self.path:
            empty = b"<?xml version='1.0'?><ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>"
            return self._answer(200, empty)
        return self._answer(404)

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = _serve


class FaultyServer:
    """A server whose buckets and objects fail as they are named."""

    def __init__(self):
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.daemon_threads = True
        self._server.released = threading.Event()
        self._server.requests = []
        self._server.asked = threading.Condition()
        self.url = "http://127.0.0.1:%d" % self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    @property
    def requests(self):
        """(method, path with query, headers) of each request so far."""
        return list(self._server.requests)

    def wait_for(self, path, before):
        """Until somebody has asked for the path, after that many requests."""
        with self._server.asked:
            came = self._server.asked.wait_for(
                lambda: any(asked.partition("?")[0] == path for _, asked, _ in self._server.requests[before:]),
                timeout=300,
            )
        if not came:
            raise TimeoutError("nobody has asked for " + path)

    def close(self):
        self._server.released.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
