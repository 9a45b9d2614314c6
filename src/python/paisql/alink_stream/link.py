"""A worker's connection to the coordinator, which may be killed and started again meanwhile."""

import collections
import os
import sys
import threading
import time

from paisql.alink_stream import protocol

_PATIENCE_SECONDS = 180  # the longest pause before a process is started again is a minute
_AFTER_FAILURE_SECONDS = 0.3
_MOST_WAITING_BYTES = 32 << 20  # written and not committed


class Link:
    """Sends rows and keeps them until they are committed; gives what the coordinator says to `feed`.

    append() waits while too much is not committed. Where the coordinator stays away the process
    ends, since nothing that it does would count.
    """

    def __init__(self, index):
        self._index = index
        self._change = threading.Condition()
        self._peer, self._fresh = None, True
        self._unsent_end, self._finished, self._failed = None, False, False
        self._kept = collections.deque()  # (number of the first row, rows, bytes)
        self._kept_bytes, self._stopping = 0, False
        self._taken, self._counts = None, {}  # what a coordinator that comes anew has to hear
        self.committed, self.feed = 0, None
        self.started = threading.Event()
        self.first, self.written = 0, 0  # of the stream, when this process began
        self._handlers = {
            "begin": lambda message: self.feed.begin(message["begin"], message["row"]),
            "unit": lambda message: self.feed.add(message["unit"]),
            "grow": lambda message: self.feed.grow(message["grow"], message["bytes"], message["ended"]),
            "end": lambda message: self.feed.end(),
            "stop": self._stop,
            "committed": self._take_committed,
            "failed": self._fail,
            "print": _show,
            "finish": self._finish,
        }

    @property
    def is_over(self):
        """Whether all that the script has to do is done and committed."""
        return self._finished

    def begin(self):
        threading.Thread(target=self._run, daemon=True).start()

    def send(self, message, payload=b""):
        """Gives a message to the coordinator; lost when that is away."""
        peer = self._peer
        if peer is not None:
            try:
                peer.send(message, payload)
            except protocol.Closed:
                pass

    def taken(self, number, size):
        """Says that all units before this one are read, and received lines of it up to byte `size`."""
        message = {"taken": number, "bytes": size}
        with self._change:
            self._taken = message
        self.send(message)

    def counted(self, number, rows):
        """Says how many rows a unit has."""
        with self._change:
            self._counts[number] = rows
        self.send({"counted": number, "rows": rows})

    def append(self, first, rows, payload):
        """Rows from number `first` on, as an Arrow stream."""
        with self._change:
            self._change.wait_for(lambda: self._kept_bytes < _MOST_WAITING_BYTES or self._stopping)
            self._kept.append((first, rows, payload))
            self._kept_bytes += len(payload)
        self.send({"first": first, "rows": rows}, payload)

    def end(self, given, written):
        """Says that the script has ended, and waits until all is committed."""
        with self._change:
            self._unsent_end = {"ended": True, "given": given, "written": written}
        self.send(self._unsent_end)
        with self._change:
            self._change.wait_for(lambda: self._finished)

    def _run(self):
        lost_at = time.monotonic()
        while not self._finished:
            peer = protocol.connect()
            if peer is None:
                if time.monotonic() - lost_at > _PATIENCE_SECONDS:
                    sys.stderr.write("the stream's own process has gone\n")
                    sys.stderr.flush()
                    os._exit(1)
                time.sleep(0.02)
                continue
            try:
                self._talk(peer)
            except protocol.Closed:
                pass
            self._peer, lost_at = None, time.monotonic()
            if self._failed:
                # Not before the coordinator, whose error is the one that counts.
                time.sleep(_AFTER_FAILURE_SECONDS)
                os._exit(1)

    def _talk(self, peer):
        peer.send({"worker": self._index, "fresh": self._fresh})
        while not self._finished:
            message, _ = peer.receive()
            kind = next(iter(message))
            if kind == "start":
                self._start(peer, message["start"])
            else:
                self._handlers[kind](message)

    def _stop(self, _):
        with self._change:
            self._stopping = True
            self._change.notify_all()
        self.feed.stop()

    def _take_committed(self, message):
        with self._change:
            for number in [one for one in self._counts if one < message["known_to"]]:
                del self._counts[number]
        self._forget(message["committed"])

    def _fail(self, _):
        self._failed = True

    def _finish(self, _):
        with self._change:
            self._finished = True
            self._change.notify_all()
        self.started.set()

    def _start(self, peer, start):
        if self._fresh:
            self._fresh = False
            self.first, self.written = start["first"], start["written"]
        self._forget(start["committed"])
        self.started.set()
        # Others send what they add from here on; what they have said before goes first.
        with self._change:
            kept, end = list(self._kept), self._unsent_end
            for number, rows in sorted(self._counts.items()):
                peer.send({"counted": number, "rows": rows})
            for first, rows, payload in kept:
                peer.send({"first": first, "rows": rows}, payload)
            if self._taken is not None:
                peer.send(self._taken)
            self._peer = peer
        if end is not None:
            peer.send(end)

    def _forget(self, committed):
        with self._change:
            self.committed = max(self.committed, committed)
            while self._kept and self._kept[0][0] + self._kept[0][1] <= self.committed:
                self._kept_bytes -= len(self._kept.popleft()[2])
            self._change.notify_all()


def _show(message):
    sys.stdout.write(message["print"])
    sys.stdout.flush()
