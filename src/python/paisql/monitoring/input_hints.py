"""One line for a script whose steps wait because it reads its input in a slow way.

The platform's documents warn of these ways (pai-tensorflow-data-io, "Inefficient I/O approaches"):
Python's csv module, reading a whole file before the first step, feeding rows from Python, and queue
runners that decode one line at a time. Which way it is, where in the script, and what to use is said
once a job, by its first worker, and only where it costs: what the rows of _LEAST say.
"""

import collections
import os
import sys
import threading

# What a way must cost at least to be worth a line: seconds, and their part of the time in which they
# passed. A short job is never told anything.
Least = collections.namedtuple("Least", "seconds share")
_LEAST = {
    "csv": Least(5, 0.2),
    "preload": Least(5, 0.2),
    "feed": Least(5, 0.2),
    "rows": Least(10, 0.2),
    "queue": Least(5, 0.2),
}
_TABLES = "load it into a table and read that by tf.data.TableRecordDataset"
_ADVICE = {
    "csv": "use tf.data.TextLineDataset with tf.io.decode_csv on whole batches, or " + _TABLES,
    "preload": "use tf.data.TextLineDataset or TFRecordDataset, which read while steps run, or " + _TABLES,
    "feed": "let the graph take batches of a tf.data.Dataset; of a table: tf.data.TableRecordDataset",
    "rows": "train on batches, such as tf.data.TableRecordDataset(...).batch(1024) gives",
    "queue": "use a tf.data.Dataset: .batch(n) and then tf.io.decode_csv on the whole batch, or " + _TABLES,
}

# What the script does: the way, where ("train.py:12" or ""), what ("reads a.csv by Python's csv
# module"), how many seconds it has cost, and of how many.
Cost = collections.namedtuple("Cost", "way place what seconds of_seconds")


def place_of(filename, line_number):
    """For a file of the script "train.py:12", for any other ""."""
    folder = os.path.join(os.environ.get("PAISQL_JOB", ""), "work", "")
    path = os.path.abspath(filename)
    return "%s:%d" % (path[len(folder) :], line_number) if path.startswith(folder) else ""


def user_frame(frame):
    """The innermost frame that is the script's own, and its place; None, "" without one."""
    while frame is not None:
        place = place_of(frame.f_code.co_filename, frame.f_lineno)
        if place:
            return frame, place
        frame = frame.f_back
    return None, ""


def is_worth_it(cost):
    least = _LEAST[cost.way]
    return cost.seconds >= least.seconds and cost.seconds >= least.share * cost.of_seconds


def line(cost):
    return "paisql: %s %s, which took %.0f s, %.0f %% of the time; %s" % (
        cost.place or "the script",
        cost.what,
        cost.seconds,
        100 * min(cost.seconds / cost.of_seconds, 1),
        _ADVICE[cost.way],
    )


class Hints:
    """Asks its watchers what the script's input has cost, and tells the first that is too much.

    A watcher is a function of `at_end` that gives Costs; it is asked by the thread that writes the
    progress, and at the process's end once more.
    """

    def __init__(self, tell=None):
        self.watchers = []
        self._tell = tell or (lambda text: print(text, file=sys.stderr, flush=True))
        # One worker speaks for all.
        self._told = os.environ.get("PAISQL_PROCESS", "worker-0") != "worker-0"
        self._lock = threading.Lock()

    def look(self, at_end=False):
        """Tells what is to be told; what goes wrong ends the looking. Gives {}: no totals."""
        with self._lock:
            if not self._told:
                self._look(at_end)
        return {}

    def _look(self, at_end):
        try:
            costs = [cost for watcher in self.watchers for cost in watcher(at_end)]
            worst = max(filter(is_worth_it, costs), key=lambda cost: cost.seconds, default=None)
            if worst is not None:
                self._told = True
                self._tell(line(worst))
        except Exception:  # a hint is not a reason to fail
            self._told = True
