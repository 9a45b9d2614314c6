"""An S3 server that keeps objects in memory and checks nothing: quick enough to be measured against.

A program: prints its port when it serves, and ends with its standard input. It has the bucket
`there`. It knows what a client needs to write, read and look for objects: whole and in parts, by
ranges, in the encoding aws-chunked.
"""

import http.server
import io
import sys
import threading
import urllib.parse
import uuid
from xml.sax.saxutils import escape

_WHEN = "Wed, 21 Oct 2015 07:28:00 GMT"


def _without_chunks(stream):
    parts = []
    while size := int(stream.readline().partition(b";")[0], 16):
        parts.append(stream.read(size))
        stream.readline()
    while stream.readline().strip():
        pass  # the trailer
    return b"".join(parts)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def log_message(self, *_):
        pass

    def _answer(self, status, body=b"", **headers):
        self.send_response(status)
        self.send_header("Content-Length", str(headers.pop("length", len(body))))
        self.send_header("Last-Modified", _WHEN)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        self.wfile.flush()

    def _body(self):
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = _without_chunks(self.rfile)
        else:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        # Within the protocol's own chunks there may be those of aws-chunked.
        if "x-amz-decoded-content-length" in self.headers:
            body = _without_chunks(io.BytesIO(body))
        return body

    def _place(self):
        path, _, query = self.path.partition("?")
        key = urllib.parse.unquote(path).lstrip("/").partition("/")[2]
        return key, dict(urllib.parse.parse_qsl(query, keep_blank_values=True))

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        key, query = self._place()
        if not key:
            return self._list(query.get("prefix", ""))
        body = self.server.objects.get(key)
        if body is None:
            return self._answer(404)
        if "Range" not in self.headers:
            return self._answer(200, body, ETag='"0"', length=len(body))
        first, _, last = self.headers["Range"].partition("=")[2].partition("-")
        first, last = int(first), min(int(last or len(body)), len(body) - 1)
        span = "bytes %d-%d/%d" % (first, last, len(body))
        return self._answer(206, body[first : last + 1], ETag='"0"', Content_Range=span)

    def _list(self, prefix):
        entries = "".join(
            "<Contents><Key>%s</Key><Size>%d</Size>"
            "<LastModified>2015-10-21T07:28:00.000Z</LastModified></Contents>" % (escape(k), len(body))
            for k, body in sorted(self.server.objects.items())
            if k.startswith(prefix)
        )
        text = "<?xml version='1.0'?><ListBucketResult>%s</ListBucketResult>" % entries
        self._answer(200, text.encode())

    def do_PUT(self):
        key, query = self._place()
        body = self._body()
        if "uploadId" in query:
            self.server.uploads[query["uploadId"]][int(query["partNumber"])] = body
        elif key:
            self.server.objects[key] = body
        self._answer(200, ETag='"0"')

    def do_POST(self):
        key, query = self._place()
        self._body()
        if "uploads" in query:
            upload = uuid.uuid4().hex
            self.server.uploads[upload] = {}
            words = "<InitiateMultipartUploadResult><Bucket>there</Bucket><Key>%s</Key>"
            words += "<UploadId>%s</UploadId></InitiateMultipartUploadResult>"
            return self._answer(200, (words % (escape(key), upload)).encode())
        parts = self.server.uploads.pop(query["uploadId"])
        self.server.objects[key] = b"".join(parts[number] for number in sorted(parts))
        words = "<CompleteMultipartUploadResult><Key>%s</Key><ETag>0</ETag></CompleteMultipartUploadResult>"
        return self._answer(200, (words % escape(key)).encode())

    def do_DELETE(self):
        key, query = self._place()
        if "uploadId" in query:
            self.server.uploads.pop(query["uploadId"], None)
        else:
            self.server.objects.pop(key, None)
        self._answer(204)


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    server.objects, server.uploads = {}, {}
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
    server.shutdown()


main()
