"""Files by which two processes on different machines talk: one appends records, the other reads them.

The folder is shared storage, which may show new files and new bytes late, but never bytes out of order:

- Every file exists before its reader looks for it, so NFS has never cached that the file is missing.
- A writer opens and closes the file for each batch, and a reader opens it for each look: NFS then shows what is new.
- A record that is not there in whole is not read yet.

What a keeper tells is in segments, which the reader removes when it has read them. A writer that is too far ahead of
its reader is told so by `full`, and waits as with a pipe.
"""

import json
import os

_SEGMENT_BYTES = 1 << 20
_MOST_SEGMENTS = 8


def append(path, data):
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
    try:
        while data:
            data = data[os.write(descriptor, data) :]
    finally:
        os.close(descriptor)


def create(path):
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))


def replace(path, data):
    """Writes a small file that the other side rereads: no more bytes than were there, or as many."""
    with open(path, "r+b", buffering=0) as stream:
        stream.write(data)


def line(facts):
    return json.dumps(facts).encode() + b"\n"


def segment(path, number):
    return "%s-%06d" % (path, number)


def _remove(path):
    """Whether it is gone."""
    try:
        os.unlink(path)
    except FileNotFoundError:  # an earlier try has reached the storage
        pass
    except OSError:
        return False
    return True


class Lines:
    """Reads JSON lines of a file that grows."""

    def __init__(self, path):
        self._path, self._offset = path, 0

    def new(self):
        try:
            with open(self._path, "rb", buffering=0) as stream:
                stream.seek(self._offset)
                data = stream.read()
        except OSError:  # of a storage that does not answer now
            return []
        whole = data[: data.rfind(b"\n") + 1]
        self._offset += len(whole)
        return [json.loads(line) for line in whole.splitlines()]


class Writer:
    """Appends records: facts, which are an object, and bytes. One that could not be written, as on a full disk, is the
    last: the reader would take what follows for its rest."""

    def __init__(self, path):
        self._path, self._number, self._bytes = path, 1, 0
        self._whole = True

    def add(self, facts, payload=b""):
        if not self._whole:
            return
        self._whole = False
        self._add(facts, payload)
        self._whole = True

    def _add(self, facts, payload):
        head = line(dict(facts, bytes=len(payload)))
        append(segment(self._path, self._number), head + payload)
        self._bytes += len(head) + len(payload)
        if self._bytes >= _SEGMENT_BYTES:
            create(segment(self._path, self._number + 1))
            append(segment(self._path, self._number), line({"next": True, "bytes": 0}))
            self._number, self._bytes = self._number + 1, 0

    def full(self):
        oldest = self._number - _MOST_SEGMENTS
        return oldest > 0 and os.path.exists(segment(self._path, oldest))


class Reader:
    """Gives the records of a Writer of the same path."""

    def __init__(self, path):
        self._path, self._number, self._offset = path, 1, 0
        self._left = []  # segments that have been read and could not be removed

    def new(self):
        """Pairs of facts and bytes that are there in whole."""
        self._left = [path for path in self._left if not _remove(path)]
        while True:
            own = segment(self._path, self._number)
            try:
                with open(own, "rb", buffering=0) as stream:
                    stream.seek(self._offset)
                    data = stream.read()
            except OSError:  # of a storage that does not answer now
                return
            at, ended = 0, False
            while not ended:
                line = data.find(b"\n", at)
                if line < 0:
                    break
                facts = json.loads(data[at:line])
                end = line + 1 + facts.pop("bytes")
                if end > len(data):
                    break
                ended = facts.get("next", False)
                if not ended:
                    yield facts, data[line + 1 : end]
                at = end
            self._offset += at
            if not ended:
                return
            if not _remove(own):
                self._left.append(own)
            self._number, self._offset = self._number + 1, 0
