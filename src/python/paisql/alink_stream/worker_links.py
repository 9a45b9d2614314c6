"""The coordinator's connections to the workers: messages to them, and what they have written.

No thread waits for a worker that reads slowly: its messages stand in its outbox, which a thread of its
own empties.
"""

import collections
import threading
import time

import pyarrow as pa

from paisql.alink_stream import protocol

_MUCH_TEXT = 8 << 20  # characters that were not shown yet
_LAST_WORDS_SECONDS = 1.0


class Outbox:
    """Messages for a peer, in their order; put() does not wait."""

    def __init__(self, peer):
        self._peer, self._change = peer, threading.Condition()
        self._messages, self._closed = collections.deque(), False
        threading.Thread(target=self._run, daemon=True).start()

    def put(self, message):
        with self._change:
            self._messages.append(message)
            self._change.notify_all()

    def wait_until_empty(self, seconds=None):
        """Until the peer has been sent everything, or has gone."""
        with self._change:
            self._change.wait_for(lambda: self._closed or not self._messages, seconds)

    def close(self):
        """Sends no more."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._peer.close()

    def unsent(self):
        """What a peer that has gone was not sent, or not wholly."""
        with self._change:
            return list(self._messages)

    def _run(self):
        while True:
            with self._change:
                self._change.wait_for(lambda: self._messages or self._closed)
                if self._closed:
                    return
                message = self._messages[0]
            try:
                self._peer.send(message)
            except protocol.Closed:
                self.close()
                continue
            with self._change:
                self._messages.popleft()
                self._change.notify_all()


class Worker:
    """What is known of one; guarded by WorkerLinks.change."""

    def __init__(self):
        self.peer, self.outbox, self.gone = None, None, False
        self.pending, self.next_row = [], 0  # tables that are not committed; number of the row after them
        self.end = None  # {"given", "written"} when its script has ended
        self.taken = (-1, 0)  # number of a unit, its bytes: what it has read

    def begin_anew(self, written):
        """Of another process, or after its connection was lost; `written` rows are committed."""
        self.pending, self.next_row, self.end = [], written, None
        self.taken = (-1, 0)


class Written:
    """What workers have written since the last commit."""

    def __init__(self, tables, counts, given):
        self.tables, self.counts = tables, counts  # counts: of rows, one a worker
        self.given = given  # rows that each has read, once all have ended, else None


class WorkerLinks:
    """Threads: one accepts workers, one listens to each, one sends to each.

    change    guards what workers have written; notified of each message
    welcome   called when a worker comes, with its number, tell(message), and begin(written), after which
              it gets messages; `written` rows of it are committed
    counted   called with the number of a unit and its rows
    failed    called with an error of a thread
    """

    def __init__(self, count, welcome, counted, failed):
        self.change = threading.Condition()
        self.stop_asked = False  # by a script
        self._workers = [Worker() for _ in range(count)]
        self._unshown = []  # texts while worker 0 is not there
        self._welcome, self._counted, self._failed = welcome, counted, failed
        self._handlers = {
            "first": self._take_rows,
            "counted": self._take_count,
            "taken": self._take_place,
            "ended": self._take_end,
            "stop": self._take_stop,
        }

    def serve(self):
        threading.Thread(target=self._accept, args=(protocol.listen(),), daemon=True).start()

    # Messages to workers.

    def tell(self, number, message):
        outbox = self._workers[number].outbox
        if outbox is not None:
            outbox.put(message)

    def tell_all(self, message):
        for number in range(len(self._workers)):
            self.tell(number, message)

    def show(self, text):
        """Gives a text to worker 0, whose output a session shows; waits where that is slow.

        While the worker is not there the text is kept for its successor.
        """
        with self.change:
            outbox = self._workers[0].outbox
            if outbox is None:
                self._unshown.append(text)
                return
            outbox.put({"print": text})
        outbox.wait_until_empty()

    def has_much_to_show(self):
        with self.change:
            return sum(map(len, self._unshown)) > _MUCH_TEXT

    def wait_until_told(self):
        """Before the process ends; not for ever."""
        end = time.monotonic() + _LAST_WORDS_SECONDS
        with self.change:
            outboxes = [worker.outbox for worker in self._workers if worker.outbox is not None]
        for outbox in outboxes:
            outbox.wait_until_empty(max(0.0, end - time.monotonic()))

    # What they have done.

    def have_written(self):
        with self.change:
            return any(worker.pending for worker in self._workers)

    def have_ended(self):
        with self.change:
            return all(worker.end is not None for worker in self._workers)

    def has_left_one(self, late):
        """Of a stream that stops; `late`: no worker comes any more.

        One that has never come had an error before its first row.
        """
        with self.change:
            return any(
                worker.end is None and (worker.gone or (late and worker.peer is None)) for worker in self._workers
            )

    def take_written(self):
        """The Written, which is the caller's from then on."""
        with self.change:
            counts = [sum(table.num_rows for table in worker.pending) for worker in self._workers]
            tables = [table for worker in self._workers for table in worker.pending]
            for worker in self._workers:
                worker.pending = []
            ended = all(worker.end is not None for worker in self._workers)
            return Written(tables, counts, [one.end["given"] for one in self._workers] if ended else None)

    def slowest(self):
        """(number of a unit, bytes of it) up to which the slowest worker has read; the number is -1 before it has."""
        with self.change:
            return min(worker.taken for worker in self._workers)

    # Their messages.

    def _accept(self, listener):
        while True:
            connection, _ = listener.accept()
            peer = protocol.Peer(connection)
            threading.Thread(target=self._listen, args=(peer,), daemon=True).start()

    def _listen(self, peer):
        outbox = Outbox(peer)
        try:
            hello, _ = peer.receive()
            number = hello["worker"]
            worker = self._workers[number]
            self._welcome(number, outbox.put, lambda written: self._begin(worker, peer, outbox, written))
            while True:
                message, payload = peer.receive()
                self._handlers[next(iter(message))](worker, peer, message, payload)
        except protocol.Closed:
            pass
        except Exception as error:
            self._failed(error)
        finally:
            self._leave(peer, outbox)

    def _leave(self, peer, outbox):
        outbox.close()
        with self.change:
            for worker in self._workers:
                if worker.peer is peer:
                    worker.gone, worker.outbox = True, None
                    self._unshown += [one["print"] for one in outbox.unsent() if "print" in one]

    def _begin(self, worker, peer, outbox, written):
        """What this peer says is what the worker says from here on."""
        with self.change:
            if worker.outbox is not None:
                self._leave(worker.peer, worker.outbox)
            worker.begin_anew(written)
            worker.peer, worker.outbox, worker.gone = peer, outbox, False
            if worker is self._workers[0]:
                for text in self._unshown:
                    outbox.put({"print": text})
                self._unshown = []

    def _take_rows(self, worker, peer, message, payload):
        with self.change:
            # Of a process that was killed, whose successor is here, or sent twice.
            if worker.peer is peer and message["first"] == worker.next_row:
                worker.pending.append(pa.ipc.open_stream(payload).read_all())
                worker.next_row += message["rows"]
                self.change.notify_all()

    def _take_count(self, worker, peer, message, payload):
        if worker.peer is peer:
            self._counted(message["counted"], message["rows"])

    def _take_place(self, worker, peer, message, payload):
        with self.change:
            if worker.peer is peer:
                worker.taken = (message["taken"], message["bytes"])

    def _take_end(self, worker, peer, message, payload):
        with self.change:
            if worker.peer is peer:
                worker.end = message
                self.change.notify_all()

    def _take_stop(self, worker, peer, message, payload):
        with self.change:
            self.stop_asked = self.stop_asked or worker.peer is peer
            self.change.notify_all()
