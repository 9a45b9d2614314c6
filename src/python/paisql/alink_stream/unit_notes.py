"""What workers were told to read, a unit a line: a coordinator that is started again has to know it."""

import json
import os


class UnitNotes:
    """The file of a job. For one thread at a time."""

    def __init__(self):
        self._path = os.path.join(os.environ["PAISQL_JOB"], "stream_units.jsonl")
        self._file = None

    def take(self, first):
        """The units that are noted, from number `first` on. A line that a killed process has begun is cut off."""
        try:
            with open(self._path, "r+b") as stream:
                lines = stream.read().splitlines(keepends=True)
                if lines and not lines[-1].endswith(b"\n"):
                    stream.truncate(sum(map(len, lines[:-1])))
                    del lines[-1]
        except FileNotFoundError:
            return []
        found = []
        while lines:
            unit = json.loads(lines.pop())
            if unit["number"] < first:
                break
            found.append(unit)
        return found[::-1]

    def add(self, unit):
        if self._file is None:
            self._file = open(self._path, "ab", buffering=0)
        self._file.write(json.dumps(unit).encode() + b"\n")
