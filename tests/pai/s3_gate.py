"""A gate in front of an endpoint, which refuses requests, lists objects late, and notes what is asked."""

import contextlib
import http.client
import http.server
import threading
import urllib.parse
import xml.sax.saxutils

import s3_server


def _listing(bucket, sizes, query):
    """The answer to a request for a list, of objects with these sizes by their keys."""
    prefix, delimiter = query.get("prefix", [""])[0], query.get("delimiter", [""])[0]
    lines, folders = [], set()
    for key in sorted(key for key in sizes if key.startswith(prefix)):
        folder, found, _ = key[len(prefix) :].partition(delimiter) if delimiter else ("", "", "")
        if found:
            folders.add(prefix + folder + delimiter)
        else:
            lines.append(
                "<Contents><Key>%s</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>%d</Size></Contents>"
                % (xml.sax.saxutils.escape(key), sizes[key])
            )
    lines += [
        "<CommonPrefixes><Prefix>%s</Prefix></CommonPrefixes>" % xml.sax.saxutils.escape(f) for f in sorted(folders)
    ]
    return (
        '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
        "<Name>%s</Name><Prefix>%s</Prefix><MaxKeys>1000</MaxKeys><KeyCount>%d</KeyCount>"
        "<IsTruncated>false</IsTruncated>%s</ListBucketResult>"
        % (bucket, xml.sax.saxutils.escape(prefix), len(lines), "".join(lines))
    ).encode()


class _GateHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def _pass(self):
        with self.server.gate.under_way(), contextlib.suppress(ConnectionError):  # who asked may be dead
            self._pass_on()

    def _pass_on(self):
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        if len(body) < length:  # who asked died while sending; the server would wait for the rest
            self.close_connection = True
            return
        gate = self.server.gate
        status = gate.judge(self.command, self.path, dict(self.headers))
        address = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(address.query)
        if status is None and gate.listed is not None and "list-type" in query:
            bucket = address.path.strip("/")
            sizes = gate.listed(s3_server.list_sizes("http://" + gate.target, bucket))
            status, body = 200, _listing(bucket, sizes, query)
            headers = [("Content-Type", "application/xml"), ("Content-Length", str(len(body)))]
        elif status is None:
            connection = http.client.HTTPConnection(gate.target, timeout=60)
            connection.request(self.command, self.path, body, dict(self.headers))
            answer = connection.getresponse()
            status, headers, body = answer.status, answer.getheaders(), answer.read()
            connection.close()
        else:
            headers = [("Content-Length", "0")]
            body = b""
        self.send_response(status)
        for name, value in headers:
            if name.lower() not in ("transfer-encoding", "connection"):
                self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = _pass


class Gate:
    """Passes requests on to a server. `rule(method, path)` gives the status of those that it refuses, `listed` makes
    of the objects that there are, as {key: size}, those that a list shows."""

    def __init__(self, target):
        self.target = target[len("http://") :]
        self.rule = lambda method, path: None
        self.listed = None
        self._idle = threading.Condition()
        self._under_way = 0
        self.requests = []  # (method, path, headers)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _GateHandler)
        self._server.daemon_threads = True
        self._server.gate = self
        self.url = "http://127.0.0.1:%d" % self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    @contextlib.contextmanager
    def under_way(self):
        """While a request is worked on."""
        with self._idle:
            self._under_way += 1
        try:
            yield
        finally:
            with self._idle:
                self._under_way -= 1
                self._idle.notify_all()

    def wait(self):
        """Until no request is worked on."""
        with self._idle:
            assert self._idle.wait_for(lambda: self._under_way == 0, 60)

    def judge(self, method, path, headers):
        self.requests.append((method, path, headers))
        return self.rule(method, path)

    def close(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
