"""Which pieces of work the processes of a job have taken: one small file, changed under a lock.

A piece has a number, from 0 over all epochs. Who takes the next one has finished what it took
before. A process that is started again gives back what its predecessor had not finished, so that
nothing is left out and as little as possible is done twice.
"""

import contextlib
import fcntl
import json
import os

_FORMAT = 1


class WorkState:
    """The state of one queue. Every call reads and writes the file whole.

    path: of the file; total: how many pieces there are, None for no end; digest: of what the pieces
    are, which is to be the same in all processes; seed: of their order, where none was chosen
    yet.
    """

    def __init__(self, path, total, digest, seed, process):
        self._path = path
        self._total = total
        self._digest = digest
        self._own = process
        with self._changed() as state:
            if not state:
                state.update(self._fresh(seed))
            if state["digest"] != digest:
                raise ValueError(
                    "%s: another process of the job has made this work queue of other works" % os.path.basename(path)
                )
            for held in state["held"].pop(process, []):
                state["returned"].append(held)
            self.seed = state["seed"]

    def _fresh(self, seed):
        return {
            "format": _FORMAT,
            "digest": self._digest,
            "seed": seed,
            "next": 0,
            "returned": [],  # taken before by a process that did not finish it
            "held": {},  # {process: [numbers that it works on]}
        }

    @contextlib.contextmanager
    def _changed(self):
        """The state as a dictionary, empty for a new file; what it is in the end is written."""
        with open(self._path + ".lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            state = self._read()
            yield state
            with open(self._path + ".new", "w", encoding="utf-8") as stream:
                json.dump(state, stream)
            os.replace(self._path + ".new", self._path)

    def _read(self):
        try:
            with open(self._path, encoding="utf-8") as stream:
                return json.load(stream)
        except FileNotFoundError:
            return {}

    def take(self, at_once=1):
        """The number of the next piece, None at the end.

        at_once: how many pieces this process works on at a time; older ones are finished.
        """
        with self._changed() as state:
            held = state["held"].setdefault(self._own, [])
            del held[: max(len(held) - at_once + 1, 0)]
            if state["returned"]:
                number = state["returned"].pop(0)
            elif self._total is None or state["next"] < self._total:
                number = state["next"]
                state["next"] += 1
            else:
                del state["held"][self._own]
                return None
            held.append(number)
            return number

    def remaining(self):
        """How many pieces are not taken yet; -1 for no end."""
        state = self._read()
        if self._total is None:
            return -1
        return self._total - state["next"] + len(state["returned"])

    def saved(self):
        """The state as text, for a checkpoint: what is being worked on is not finished in it."""
        state = self._read()
        unfinished = [number for numbers in state["held"].values() for number in numbers]
        state["returned"] = sorted(unfinished + state["returned"])
        state["held"] = {}
        return json.dumps(state)

    def restore(self, text):
        """Goes on where `saved` was called; whether it does.

        Not with other works, such as the next day's table, and not after the end: training goes on
        with a new round then.
        """
        state = json.loads(text)
        over = self._total is not None and state["next"] >= self._total and not state["returned"]
        if state.get("format") != _FORMAT or state["digest"] != self._digest or over:
            return False
        with self._changed() as current:
            current.clear()
            current.update(state)
        self.seed = state["seed"]
        return True
