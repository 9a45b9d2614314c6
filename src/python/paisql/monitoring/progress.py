"""Tells the job's supervisor how far this process has come (docs/internals/formats.md, "Progress").

The supervisor passes the write end of a pipe and its number in PAISQL_PROGRESS_FD. claim() takes
it; without one, everything here does nothing. report() and the add_ functions only note values: a
thread of our own writes what has changed, at most twice a second, and a last line is written when
the interpreter ends. Nothing here raises, blocks or reaches a child of the script: a line that the
pipe has no room for is dropped.
"""

import atexit
import os
import threading
import time

VARIABLE = "PAISQL_PROGRESS_FD"

_LINE_SECONDS = 0.5
_MAX_ADDRESS = 1024  # what keeps a line below the 4096 bytes that a pipe takes whole

_reporter = None  # set by claim()


def _json_number(number):
    """A float for JSON, which has no NaN and no infinity: "nan", "inf", "-inf"."""
    number = float(number)
    return number if -float("inf") < number < float("inf") else str(number)


def _values(step=None, loss=None, loss_step=None, address=None):
    """What a line says of those that are not None."""
    values = {}
    if step is not None:
        values["step"] = int(step)
    if loss is not None:
        values["loss"] = _json_number(loss)
        values["loss_step"] = None if loss_step is None else int(loss_step)
    if address is not None and len(str(address).encode()) <= _MAX_ADDRESS:
        values["address"] = str(address)
    return values


class _Pipe:
    """The write end, as long as its number still means the pipe that was passed."""

    def __init__(self, descriptor):
        """OSError or ValueError when `descriptor` is not a pipe that can be written to."""
        import fcntl
        import stat

        status = os.fstat(descriptor)
        mode = fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE
        if not stat.S_ISFIFO(status.st_mode) or mode == os.O_RDONLY:
            raise ValueError("descriptor %d is not a pipe to write to" % descriptor)
        os.set_inheritable(descriptor, False)
        os.set_blocking(descriptor, False)
        self._descriptor = descriptor
        self._identity = (status.st_dev, status.st_ino)

    def write(self, line):
        """Writes a whole line or none; False when the pipe is not there any more."""
        import signal

        # A script that made SIGPIPE deadly again must not die of a supervisor that has gone.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
        try:
            # A script may have closed all descriptors, and have opened a file of its own since.
            status = os.fstat(self._descriptor)
            if (status.st_dev, status.st_ino) != self._identity:
                return False
            os.write(self._descriptor, line)
        except BlockingIOError:
            pass
        except OSError:
            return False
        finally:
            if signal.SIGPIPE not in mask:
                if signal.SIGPIPE in signal.sigpending():
                    signal.sigtimedwait({signal.SIGPIPE}, 0)
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        return True


class _Reporter:
    """The values of this process and the thread that writes them."""

    def __init__(self, pipe):
        self._pipe = pipe
        self._process = os.getpid()
        # A signal's handler may report in the middle of a report: so it is an RLock, and what has
        # changed is not an Event, whose own lock is not reentrant.
        self._lock = threading.RLock()  # the values
        self._writing = threading.Lock()  # from taking the values to the end of their line
        self._values = {}
        self._changed = False
        self._over = threading.Event()
        self._thread = None
        self.sources = []
        self.totals = []
        self._readers = []  # [function, rows, bytes, seconds], as it was asked last
        self._read_span = (float("inf"), 0.0)  # from the first row to the last

    def note(self, values, added=()):
        """Takes over `values`, and adds the (name, number) pairs of `added`."""
        with self._lock:
            self._values.update(values)
            # A loss belongs to the step that is reported with it, else of the newest one.
            if self._values.get("loss_step", 0) is None:
                del self._values["loss_step"]
                if "step" in self._values:
                    self._values["loss_step"] = self._values["step"]
            for name, number in added:
                self._values[name] = self._values.get(name, 0) + number
            self.watch()
            self._changed = True

    def note_read(self, rows, size, seconds, begin, end):
        """Adds rows that were read between two times of time.monotonic()."""
        added = [("rows_read", rows), ("input_seconds", seconds)]
        if size:
            added.append(("bytes_read", size))
        with self._lock:
            first, last = self._read_span
            self._read_span = first, last = min(first, begin), max(last, end)
            self.note({"read_seconds": round(last - first, 3)}, added)

    def add_reader(self, counts):
        with self._lock:
            self._readers.append([counts, 0, 0, 0.0])
        self.watch()

    def watch(self):
        """Has the sources asked from now on, before the first report."""
        with self._lock:
            if self._thread is None:
                self._start()

    def _ask_readers(self):
        for reader in self._readers:
            *now, begin, end = reader[0]()
            if now[0] > reader[1]:
                new = [total - before for total, before in zip(now, reader[1:])]
                reader[1:] = now
                self.note_read(*new, begin, end)

    def _start(self):
        self._thread = threading.Thread(target=self._run, name="paisql-progress", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # no more threads may be had; the last line is written all the same
            pass

    def _run(self):
        while not self._over.is_set():
            if self._has_news() and not self._write():
                return
            self._over.wait(_LINE_SECONDS)

    def _has_news(self):
        """Asks sources and readers; whether a line would say something new."""
        self._ask_readers()
        for source in self.sources:
            values = _values(*source())
            if values:
                self.note(values)
        for totals in self.totals:
            values = totals()
            if any(self._values.get(name) != value for name, value in values.items()):
                self.note(values)
        return self._changed

    def _write(self):
        """Writes the values as they are now; False when the pipe has no reader any more."""
        import json

        try:
            with self._writing:
                with self._lock:
                    self._changed = False
                    values = dict(self._values)
                # Said only where it is another one.
                if values.get("loss_step") == values.get("step"):
                    values.pop("loss_step", None)
                line = json.dumps(values, separators=(",", ":"))
                return self._pipe.write(line.encode() + b"\n")
        except Exception:  # the script has nothing to do with it
            return False

    def finish(self):
        """Writes the last line, when it would say something new; called by atexit."""
        if os.getpid() != self._process:
            return
        self._over.set()
        with self._writing:  # the thread may be about to write the newest values
            untold = self._has_news()
        if untold:
            self._write()


def _forget():
    """A child that the script forks is another process: it tells nothing."""
    global _reporter
    _reporter = None


def claim():
    """Takes the pipe that the environment names; True when somebody listens.

    Called at the start of the process, before the script can start children, and by the faces, for
    a process that learns of its job later. The variable goes, as children have no such descriptor.
    """
    global _reporter
    number = os.environ.pop(VARIABLE, None)
    if number is None:
        return _reporter is not None
    try:
        reporter = _Reporter(_Pipe(int(number)))
    except (OSError, ValueError):
        return False
    _reporter = reporter
    os.register_at_fork(after_in_child=_forget)
    atexit.register(reporter.finish)
    return True


def add_source(source):
    """Has source() asked before each line: a step, a loss, and the step that the loss is of.

    Step and loss are None when they are not new ones.

    For steps that go by too fast to be reported one by one. Every report() has the sources asked,
    and then twice a second until one of these times nothing is new.
    """
    if _reporter is not None:
        _reporter.sources.append(source)


def add_totals(totals):
    """Has totals() asked before each line: {member: what it is from the process's start}."""
    if _reporter is not None:
        _reporter.totals.append(totals)


def watch():
    """Has all that was added asked twice a second from now on, before the first report."""
    if _reporter is not None:
        _reporter.watch()


def add_reader(counts):
    """Has counts() asked before each line, for readers that count by themselves.

    It gives rows and bytes so far, the seconds that they were waited for, and when reading began and
    ended, in seconds of time.monotonic().
    """
    if _reporter is not None:
        _reporter.add_reader(counts)


def before_end(action):
    """Calls action() when the interpreter ends, before the last line is written."""
    atexit.register(action)


def report(*, step=None, loss=None, loss_step=None, address=None):
    """Notes the global step, the loss of a step, the address at which this process serves pages.

    loss_step is the step of the loss, where that is not `step` or, without one, the newest step.
    """
    reporter = _reporter
    values = _values(step, loss, loss_step, address)
    if reporter is not None and values:
        reporter.note(values)


def finished():
    """Reports that the script has come to its end; False without a listener."""
    reporter = _reporter
    if reporter is None:
        return False
    reporter.note({"finished": True})
    return True


def add_rows_read(rows, seconds, size=0):
    """Adds rows that have just come from tables, and the seconds for which they were waited for.

    size: the bytes that they take in the tables' files.
    """
    reporter = _reporter
    if reporter is not None:
        now = time.monotonic()
        reporter.note_read(rows, size, seconds, now - seconds, now)


def add_rows_written(rows):
    """Adds rows that went to output tables."""
    reporter = _reporter
    if reporter is not None:
        reporter.note({}, (("rows_written", rows),))
