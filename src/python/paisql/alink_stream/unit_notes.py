"""What workers were told to read, a unit a line: a coordinator that is started again has to know it."""

import json
import os


class UnitNotes:
    """The file of a job. For one thread at a time."""

    def __init__(self):
        self._path = os.path.join(os.environ["PAISQL_JOB"], "stream_units.jsonl")
        self._file = None

    def take(self):
        """The units that are noted. A line that a killed process has begun is cut off."""
        try:
            with open(self._path, "r+b") as stream:
                text = stream.read()
                whole = text.rfind(b"\n") + 1
                stream.truncate(whole)
        except FileNotFoundError:
            return []
        return [json.loads(line) for line in text[:whole].splitlines()]

    def add(self, unit):
        if self._file is None:
            self._file = open(self._path, "ab", buffering=0)
        self._file.write(json.dumps(unit).encode() + b"\n")
