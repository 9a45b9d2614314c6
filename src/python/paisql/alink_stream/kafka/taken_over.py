"""What a stream of Kafka goes on with: what an earlier coordinator has left, of this job or in a cursor.

Of a job, `received/kafka.json` notes where it began: `offsets` and `ends`, lists of [topic, partition, offset]
(`ends` is null of a stream that follows), and `restore`, the runs of units that an earlier job has left.
"""

import json
import os

from paisql.alink_stream import cursor_files
from paisql.alink_stream.kafka import runs


class TakenOver:
    """
    positions  {(topic, partition): offset that is taken next}
    ends       the same of where a bounded stream ends; None when it was not asked yet
    restore    {number of a unit: runs that are to be written into it once more}
    runs       {number of a unit: Runs} of those whose rows are not committed for good
    begun      whether messages were taken before
    is_others  whether that was another job: the cursor is to be written before anything else happens, or
               a coordinator that is started again would count its units as that job did
    """

    def __init__(self, cursor, sizes, resumes):
        """
        cursor   its units get paths of this job, and those that are read for good are folded
        sizes    {number of a unit: (bytes, whether it has ended)}, which is filled
        resumes  whether rows that this stretch has committed are read for good
        """
        self.folder = os.path.join(os.environ["PAISQL_JOB"], "received")
        self._notes = os.path.join(self.folder, "kafka.json")
        self.positions, self.ends, self.restore, self.runs = {}, None, {}, {}
        self.begun, self.is_others = False, False
        os.makedirs(self.folder, mode=0o700, exist_ok=True)
        read = json.loads(cursor.read) if cursor.read else None
        if os.path.exists(self._notes):
            self._take_notes(read, cursor, sizes)
        elif read is not None:
            self.is_others = True
            self._take_cursor(read, cursor, sizes, resumes)

    def note(self):
        """Notes where the job began, on the disk."""
        noted = {
            "offsets": listed(self.positions),
            "ends": None if self.ends is None else listed(self.ends),
            "restore": self.restore,
        }
        cursor_files.replace(self._notes, json.dumps(noted))

    def path_of(self, number):
        """The file of a unit."""
        return os.path.join(self.folder, "%08d.jsonl" % number)

    def _take_cursor(self, read, cursor, sizes, resumes):
        self.begun = True
        self.positions = places_of(read["offsets"])
        first, first_rows = cursor.folded
        kept = {int(number): found for number, found in read["runs"].items() if int(number) >= first}
        done = cursor.done_rows(resumes) - first_rows
        for unit in cursor.units:
            if unit["rows"] is None or done < unit["rows"]:
                break
            done -= unit["rows"]
            kept.pop(unit["number"], None)
        first_kept = min(kept, default=first + len(cursor.units))
        sizes.clear()
        # Nobody reads those before it again, and where their rows are not known nothing was written into them.
        for unit in cursor.units[: first_kept - first]:
            first_rows += unit["rows"] or 0
        cursor.units[:] = cursor.units[first_kept - first :]
        cursor.folded = (first_kept, first_rows)
        for unit in cursor.units:
            self._take_unit(unit, kept.get(unit["number"]), sizes)

    def _take_unit(self, unit, wanted, sizes):
        number = unit["number"]
        path = self.path_of(number)
        unit.update(path=path, growing=True)
        open(path, "ab").close()
        sizes[number] = (0, False)
        if wanted is None:
            unit["rows"] = 0  # found, and nothing written into it
            return
        # Workers count it anew: what they have counted may be of messages that came after these.
        unit["rows"] = None
        self.restore[number] = wanted
        self.runs[number] = runs.Runs(wanted)

    def _take_notes(self, read, cursor, sizes):
        with open(self._notes, encoding="utf-8") as stream:
            noted = json.load(stream)
        self.begun, self.ends = True, places_of(noted["ends"]) if noted["ends"] is not None else None
        self.restore = {int(number): found for number, found in noted["restore"].items()}
        self.positions = places_of(noted["offsets"])
        for place, offset in places_of(read["offsets"] if read else []).items():
            self._move(place, offset)
        for unit in cursor.units:
            if "growing" in unit:
                self._take_written(unit, sizes)

    def _take_written(self, unit, sizes):
        """What of a unit this job's earlier coordinator has written."""
        number = unit["number"]
        exact, size = runs.cut_ledger(unit["path"])
        wanted = self.restore.get(number)
        sizes[number] = (size, wanted is None)
        for topic, partition, _, end, _ in exact:
            self._move((topic, partition), end)
        if wanted is None:
            if exact:
                self.runs[number] = runs.Runs()
                for run in exact:
                    self.runs[number].add(*run)
            return
        if not os.path.exists(unit["path"]):
            del self.restore[number]  # its rows are there for good
            sizes[number] = (0, True)
            return
        self.runs[number] = runs.Runs(wanted)
        self.restore[number] = rest_of(wanted, exact)

    def _move(self, place, offset):
        self.positions[place] = max(offset, self.positions.get(place, 0))


def rest_of(wanted, exact):
    """Of the runs of a unit those that are not written, where `exact` ones are."""
    written = sum(run[4] for run in exact)
    rest = []
    for topic, partition, first, end, lines in wanted:
        if written >= lines:
            written -= lines
            continue
        if written:
            ends = [run[3] for run in exact if run[:2] == (topic, partition)]
            first, lines, written = ends[-1], lines - written, 0
        rest.append([topic, partition, first, end, lines])
    return rest


def listed(offsets):
    return [[topic, partition, offset] for (topic, partition), offset in sorted(offsets.items())]


def places_of(listed):
    return {(topic, partition): offset for topic, partition, offset in listed}
