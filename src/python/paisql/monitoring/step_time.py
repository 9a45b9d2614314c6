"""How long this process has trained, and how much of that time its steps waited for input.

Three things are waited for: an element of a tf.data iterator (TensorFlow counts that itself,
src/libraries/input_wait), an element of a queue (paisql.monitoring.queue_waits), and what a script makes in Python
between two training runs to feed it to the second. The hooks of sessions and Keras report runs; a
call costs a fraction of a microsecond, so that the smallest step can afford it. Times are seconds
of time.monotonic(). Called by the thread that trains; totals() by the one that writes.
"""

import ctypes
import os
import sys
import threading
import time

from paisql.job import own_files
from paisql.monitoring import progress
from paisql.monitoring.input_hints import user_frame

_NAME = "libpaisql_input_wait.so"
_DIGITS = 3


def _library():
    """Beside this package's folder, as libpaisql_tensors.so is; None where it was not built."""
    folder = own_files.LIBRARIES
    other = os.environ.get("PAISQL_TABLE_SOURCE")
    if other:
        folder = os.path.dirname(other)
    try:
        library = ctypes.CDLL(os.path.join(folder, _NAME))
        library.paisql_input_wait.restype = ctypes.c_int64
    except (OSError, AttributeError):
        return None
    return library


def install(queues):
    """Begins to watch this process; gives its StepTime, which the progress lines report."""
    global _process
    _process = StepTime(queues)
    progress.add_totals(_process.totals)
    return _process


def read(seconds):
    """The reader of a table was at work for so long, in the calling thread."""
    if _process is not None:
        _process.read(seconds)


_process = None


def _rows_of(value):
    """The length of an array that is fed, 0 for a single number."""
    if isinstance(value, (list, tuple)):
        return len(value)
    return value.shape[0] if getattr(value, "ndim", 0) else 0


class StepTime:
    """The time of this process's training steps; `queues` is asked for the waits for queues."""

    def __init__(self, queues=None):
        self._library = _library()
        self._queues = queues
        self.began = self.ended = None  # the first step's begin, the last one's end
        self.steps = 0
        self.fed = 0.0  # seconds in which the script made what it fed
        self.fed_rows = 0  # of a run; 0: no arrays are fed
        self.fed_at = ""  # where in the script, "train.py:12"
        self._others = 0.0  # since the last step, what other runs took
        self._thread = None
        self._iterators_before = self._iterators = 0.0
        self._iterators_at = None  # what `ended` was when they were asked
        self._read = 0.0

    def begin(self):
        """A first step is about to be made; later calls change nothing."""
        if self.began is None:
            self._iterators_before = self._asked()
            self._thread = threading.get_ident()
            self.began = self.ended = time.monotonic()

    def looks(self, feed_dict):
        """Looks at what a training run that is about to begin is fed; not before each one."""
        self.begin()
        if feed_dict:
            self.fed_rows = max(map(_rows_of, feed_dict.values()))
            if self.fed_rows and not self.fed_at:
                self.fed_at = user_frame(sys._getframe(1))[1]

    def ran(self, begin, end, feed_dict):
        """A training run of a session; looks() was asked before the first one."""
        if self.began is None:
            return
        if feed_dict and self.fed_rows and begin > self.ended:
            self.fed += max(begin - self.ended - self._others, 0.0)
        self._others = 0.0
        self.ended = end
        self.steps += 1

    def ran_other(self, begin, end):
        """A run that does not train: what it took is not a making of input."""
        if self._thread == threading.get_ident():
            self._others += end - begin

    def stepped(self):
        """A training step of Keras, or of the script's own loop."""
        self.begin()
        self.ended = time.monotonic()
        self.steps += 1

    def read(self, seconds):
        """The reader of a table was at work for so long, in the calling thread."""
        if self._thread == threading.get_ident():
            self._read += seconds

    def _asked(self):
        return self._library.paisql_input_wait() / 1e6 if self._library is not None else 0.0

    @property
    def seconds(self):
        return 0.0 if self.began is None else self.ended - self.began

    def waited(self):
        """Seconds that steps have waited, as (for iterators, for queues, for the script)."""
        if self._iterators_at != self.ended:
            # What is read after the last step is not waited for.
            self._iterators_at = self.ended
            self._iterators = max(self._asked() - self._iterators_before, 0.0)
        queues = self._queues.share() * self.seconds if self._queues is not None else 0.0
        return self._iterators, queues, max(self.fed, self._read)

    def totals(self):
        """What a line of the progress says; {} before the first step has ended."""
        if not self.steps:
            return {}
        seconds = self.seconds
        return {
            "step_seconds": round(seconds, _DIGITS),
            "wait_seconds": round(min(sum(self.waited()), seconds), _DIGITS),
        }
