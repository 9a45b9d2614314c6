"""Sees the slow ways of input that paisql.monitoring.input_hints reports, at no cost where they are not used.

csv      where the script makes a csv.reader is noted; while its file is open, each thread's stack is
         looked at twice a second, to see whether that place is at work
preload  a whole file that GFile.read or readlines gives is noted when it is large
feed     the StepTime knows how long runs have waited for what is fed
queue    so it does of queues
"""

import contextlib
import functools
import os
import sys
import threading
import time
import weakref

from paisql.imports import after_import
from paisql.monitoring import progress
from paisql.monitoring.input_hints import Cost, place_of, user_frame

_LARGE_BYTES = 32 << 20
_FEW_ROWS = 4
_SHORT_STEP_SECONDS = 0.002
# While these are at work above the place of a csv.reader, something else than reading is done.
_NOT_READING = (os.sep + "tensorflow" + os.sep, os.sep + "keras" + os.sep)
_READING = os.path.join("lib", "io", "file_io.py")


def install(hints, steps, queues):
    """Has the script watched; called once, after the import of TensorFlow."""
    csv_files, whole_files = CsvFiles(steps), WholeFiles(steps)
    hints.watchers += [
        csv_files.costs,
        whole_files.costs,
        functools.partial(_feed_costs, steps),
        functools.partial(_queue_costs, steps, queues),
    ]
    after_import.run("csv", csv_files.watch)
    after_import.run("tensorflow.python.lib.io.file_io", whole_files.watch)


def _shown(name):
    name = name.decode(errors="replace") if isinstance(name, bytes) else str(name)
    return os.path.basename(name.rstrip("/")) or name


class CsvFiles:
    """The files that the script reads by Python's csv module, and how long that has taken."""

    def __init__(self, steps):
        self._steps = steps
        self._open = []  # (weak reference to the file, code object, place, name)
        self._seconds = {}  # by (place, name, whether it is in the main thread)
        self._began = self._looked = time.monotonic()

    def watch(self, module):
        make = module.reader

        @functools.wraps(make)
        def reader(lines, *args, **kwargs):
            made = make(lines, *args, **kwargs)
            with contextlib.suppress(Exception):  # the script has nothing to do with it
                self._note(lines, sys._getframe(1))
            return made

        module.reader = reader

    def _note(self, lines, frame):
        name = getattr(lines, "name", None)
        if not isinstance(name, (str, bytes)):
            return  # no file: a list of one line, maybe, for each line
        frame, place = user_frame(frame)
        if frame is not None:
            self._open = [entry for entry in self._open if _is_open(entry[0]())]
            self._open.append((weakref.ref(lines), frame.f_code, place, _shown(name)))
            progress.watch()

    def costs(self, at_end):
        del at_end
        now = time.monotonic()
        passed, self._looked = now - self._looked, now
        entries = {entry[1]: entry for entry in self._open if _is_open(entry[0]())}
        key = _at_work(entries) if entries else None
        if key is not None:
            self._seconds[key] = self._seconds.get(key, 0.0) + passed
        for (place, name, in_main), seconds in self._seconds.items():
            # What another thread reads costs what the steps wait for it.
            seconds = seconds if in_main else min(seconds, sum(self._steps.waited()))
            what = "reads %s by Python's csv module" % name
            yield Cost("csv", place, what, seconds, now - self._began)


def _is_open(stream):
    if stream is None or getattr(stream, "closed", False):
        return False
    # A GFile has no `closed`; it has its buffer while it is read.
    return getattr(stream, "_read_buf", stream) is not None


def _at_work(entries):
    """(place, name, in the main thread) of the first entry that a thread is at; None: none is."""
    main = threading.main_thread().ident
    for thread, frame in sys._current_frames().items():
        while frame is not None and not _does_other_things(frame.f_code.co_filename):
            if frame.f_code in entries:
                return *entries[frame.f_code][2:], thread == main
            frame = frame.f_back
    return None


def _does_other_things(filename):
    return any(part in filename for part in _NOT_READING) and not filename.endswith(_READING)


class WholeFiles:
    """The large files that the script has read at once by TensorFlow's GFile."""

    def __init__(self, steps):
        self._steps = steps
        self._began = time.monotonic()
        self._first = None  # when the first one's reading began, where, what
        self._bytes = 0

    def watch(self, module):
        for name in ("read", "readlines"):
            setattr(module.FileIO, name, self._watched(getattr(module.FileIO, name)))

    def _watched(self, method):
        @functools.wraps(method)
        def call(stream, *args, **kwargs):
            if self._steps.began is not None or (args and args[0] != -1) or kwargs.get("n", -1) != -1:
                return method(stream, *args, **kwargs)
            begin = time.monotonic()
            result = method(stream, *args, **kwargs)
            with contextlib.suppress(Exception):  # the script has nothing to do with it
                self._note(stream, begin, len(result) if method.__name__ == "read" else stream.size())
            return result

        return call

    def _note(self, stream, begin, size):
        if size >= _LARGE_BYTES:
            self._bytes += size
            if self._first is None:
                self._first = (begin, user_frame(sys._getframe(2))[1], _shown(stream.name))

    def costs(self, at_end):
        """Known at the end alone: what was before the first step weighs less in a long job."""
        if at_end and self._first is not None and self._steps.began is not None:
            begin, place, name = self._first
            what = "reads %s (%d MB) as a whole before the first step" % (name, self._bytes // 10**6)
            now = time.monotonic()
            yield Cost("preload", place, what, self._steps.began - begin, now - self._began)


def _feed_costs(steps, at_end):
    del at_end
    if not steps.fed_rows or not steps.seconds:
        return
    told = "1 row" if steps.fed_rows == 1 else "%d rows" % steps.fed_rows
    what = "makes the %s of a step in Python and feeds them" % told
    yield Cost("feed", steps.fed_at, what, steps.fed, steps.seconds)
    if steps.fed_rows <= _FEW_ROWS and steps.seconds / steps.steps < _SHORT_STEP_SECONDS:
        what = "feeds %s a step, %d times a second" % (told, steps.steps / steps.seconds)
        yield Cost("rows", steps.fed_at, what, steps.seconds, steps.seconds)


def _queue_costs(steps, queues, at_end):
    del at_end
    graph = queues.graph()
    if graph is None or not queues.share() or not steps.seconds:
        return
    places = [_made_at(op) for op in graph.get_operations() if op.type == "DecodeCSV"]
    if places:
        what = "decodes what queue runners read by tf.decode_csv"
        seconds = queues.share() * steps.seconds
        yield Cost("queue", places[0], what, seconds, steps.seconds)


def _made_at(operation):
    """Where the script made an operation: "train.py:12"."""
    frames = reversed(list(operation.traceback))
    return next(filter(None, (place_of(one.filename, one.lineno) for one in frames)), "")
