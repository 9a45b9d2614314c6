"""Kafka as the source of a stream: finds its units, in the coordinator, on a thread of its own.

Messages are taken as they come, those of one partition together, and written into one unit after another.
That order is what counts for the rows from then on (runs.py).
"""

import json
import os
import threading

from paisql.alink_stream.kafka import broker, client, runs, segments
from paisql.alink_task import TaskError

_SEGMENT_BYTES = 32 << 20
_SEGMENT_RUNS = 2000
_MOST_AHEAD_BYTES = 64 << 20  # of what the slowest worker has read
_WRITE_MESSAGES = 20_000  # of a partition at once
_POLL_SECONDS = 0.1
_RETRY_SECONDS = 0.5
_LOOK_SECONDS = 5.0  # between two looks for partitions, and two moves of a group's offsets
# Each change of partition is a run, and runs are kept until their rows are committed for good, with
# recovery=replay to the end. So the more there are, the more messages are waited for before a change.
_PAUSE_SECONDS, _PAUSE_PER_RUN, _LONGEST_PAUSE_SECONDS = 0.02, 5e-5, 2.0
_ENDLESS = 1 << 63
_MANY_MESSAGES = 5_000  # that are not waited with


class KafkaSource:
    """find() is for one thread; state(), forget() and acknowledge() for the one that commits."""

    def __init__(self, settings):
        self._source, self._follow = settings["source"], settings["follow"]
        self._words = segments.Lines(self._source["raw"])
        self._resumes = settings["recovery"] == "resume"
        self._lock = threading.Lock()
        self._positions = {}  # {(topic, partition): offset that is taken next}
        self._runs = {}  # of units whose rows are not committed for good
        # Offsets behind units that are; those for the group, and what of these it was told.
        self._passed, self._behind, self._sent = {}, {}, {}
        self._restore, self._ends, self._begun = {}, None, False
        self._folder = os.path.join(os.environ["PAISQL_JOB"], "received")
        self._notes = os.path.join(self._folder, "kafka.json")
        self._broker, self._segment, self._closed = None, None, {}

    # What the coordinator knows before it begins.

    def take_over(self, cursor, sizes):
        """Goes on with what an earlier coordinator has left: of this job, or in a cursor.

        True when the cursor was another job's: it is to be written before anything else happens, or
        a coordinator that is started again would count its units as that job did.

        cursor  its units get paths of this job
        sizes   {number of a unit: (bytes, whether it has ended)}, which is filled
        """
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        read = json.loads(cursor.read) if cursor.read else None
        if os.path.exists(self._notes):
            self._take_notes(read, cursor, sizes)
        elif read is not None:
            self._take_cursor(read, cursor, sizes)
            return True
        return False

    def _take_cursor(self, read, cursor, sizes):
        self._begun = True
        self._positions = _places(read["offsets"])
        kept = {int(number): found for number, found in read["runs"].items()}
        done = cursor.done_rows(self._resumes)
        for number, unit in enumerate(cursor.units):
            if unit["rows"] is None or done < unit["rows"]:
                break
            done -= unit["rows"]
            kept.pop(number, None)
        first = min(kept, default=len(cursor.units))
        sizes.clear()
        for number, unit in enumerate(cursor.units):
            if number not in kept and unit["rows"] is None:
                unit["rows"] = 0  # found, and nothing written into it
        # Units whose rows are there for good count together: nobody reads them again.
        fold = max(first - 1, 0)
        units = cursor.units[fold:]
        for number, unit in enumerate(units):
            unit.update(number=number)
            if number + fold in kept:
                self._restore[number] = kept[number + fold]
            if number + fold >= first:
                path = os.path.join(self._folder, "%08d.jsonl" % number)
                unit.update(path=path, growing=True)
                open(path, "ab").close()
                sizes[number] = (0, False)
            else:
                unit.update(path="")
                unit.pop("growing", None)
        if fold:
            units[0]["rows"] += sum(unit["rows"] for unit in cursor.units[:fold])
        cursor.units[:] = units
        self._runs = {number: runs.Runs(found) for number, found in self._restore.items()}

    def _take_notes(self, read, cursor, sizes):
        with open(self._notes, encoding="utf-8") as stream:
            noted = json.load(stream)
        self._begun, self._ends = True, _places(noted["ends"]) if noted["ends"] is not None else None
        self._restore = {int(number): found for number, found in noted["restore"].items()}
        self._positions = _places(noted["offsets"])
        for place, offset in _places(read["offsets"] if read else []).items():
            self._move(place, offset)
        for unit in cursor.units:
            if "growing" not in unit:
                continue
            exact, size = runs.cut_ledger(unit["path"])
            wanted = self._restore.get(unit["number"])
            sizes[unit["number"]] = (size, wanted is None)
            for topic, partition, _, end, _ in exact:
                self._move((topic, partition), end)
            if wanted is None:
                if exact:
                    self._runs[unit["number"]] = runs.Runs()
                    for run in exact:
                        self._runs[unit["number"]].add(*run)
                continue
            if not os.path.exists(unit["path"]):
                del self._restore[unit["number"]]  # its rows are there for good
                sizes[unit["number"]] = (0, True)
                continue
            self._runs[unit["number"]] = runs.Runs(wanted)
            self._restore[unit["number"]] = _rest(wanted, exact)

    def _move(self, place, offset):
        self._positions[place] = max(offset, self._positions.get(place, 0))

    def _write_notes(self):
        noted = {
            "offsets": _list(self._positions),
            "ends": None if self._ends is None else _list(self._ends),
            "restore": self._restore,
        }
        with open(self._notes + ".new", "w", encoding="utf-8") as stream:
            json.dump(noted, stream)
        os.replace(self._notes + ".new", self._notes)

    # What the thread that commits asks.

    def state(self):
        """What the cursor keeps, as a text."""
        with self._lock:
            found = {number: one.list for number, one in self._runs.items()}
            return json.dumps(
                {"offsets": _list(self._positions), "runs": found}, separators=(",", ":")
            )

    def forget(self, unit):
        """The rows of a unit are committed, and nobody asks for them again."""
        with self._lock:
            found = self._runs.pop(unit["number"], None)
            if found is not None:
                self._passed.update(found.positions(float("inf")))
        if not unit["path"]:
            return  # units that count together have no files
        for path in (unit["path"], unit["path"] + ".runs"):
            if os.path.exists(path):
                os.remove(path)

    def acknowledge(self, unit, lines, ended):
        """Notes that so many lines of a unit, and all of those before it, are committed.

        unit  its number, which is no unit's where nothing was read behind the others
        """
        if "group" not in self._source:
            return
        with self._lock:
            found = self._runs.get(unit)
            behind = {**self._passed, **({} if found is None else found.positions(lines))}
            self._behind = behind
        # Also of what was sent without waiting: nobody heard whether it arrived.
        if ended and self._broker is not None and behind:
            self._broker.commit(behind, wait=True)

    # The thread that finds units.

    def find(self, stream):
        settings = client.Settings.of_job(self._source["servers"], client.SOURCE_VARIABLE)
        self._broker = broker.Broker(settings, self._source, stream.now)
        if not self._connect(stream):
            return
        if not self._restore_units(stream) or stream.cursor.closed:
            return
        self._read(stream)
        self._close_segment(stream)

    def _connect(self, stream):
        """Where to begin; False when the stream is to stop before a broker answers."""
        told = False
        while True:
            try:
                self._begin()
                self._write_notes()
                return True
            except broker.Away as away:
                # At the very beginning the address is what is most likely wrong.
                if not self._begun or not self._follow:
                    raise TaskError("%s does not answer: %s" % (self._broker.name, away)) from None
                if not told:
                    print("%s does not answer (%s); it is tried again" % (self._broker.name, away), flush=True)
                told = True
            if stream.pause(_RETRY_SECONDS):
                return False

    def _begin(self):
        places = self._broker.partitions()
        name = self._broker.name
        for topic, number in self._positions:
            if (topic, number) not in places:
                raise TaskError("%s: partition %d of topic '%s' has gone" % (name, number, topic))
        bounds = self._broker.bounds(places)
        needed = dict(self._positions)
        for found in self._restore.values():
            for topic, partition, first, _, _ in found:
                needed[topic, partition] = min(first, needed.get((topic, partition), first))
        for place, offset in needed.items():
            low, high = bounds[place]
            if not low <= offset <= high:
                raise broker.dropped(name, place, offset)
        fresh = {place: bounds[place] for place in places if place not in needed}
        # Partitions that come to a stream that has begun are read from their first message on.
        starts = {p: low for p, (low, _) in fresh.items()} if self._begun else self._broker.starts(fresh)
        if self._ends is None and not self._follow:
            self._ends = {place: high for place, (_, high) in bounds.items()}
        with self._lock:
            self._positions.update(starts)
        self._broker.assign({**needed, **starts})
        self._begun = True

    def _restore_units(self, stream):
        """Writes units of an earlier job once more; False when the stream is to stop."""
        for unit in stream.units:
            wanted = self._restore.get(unit["number"])
            size, ended = stream.size_of(unit)
            if ended:
                continue
            segment = segments.Segment(unit, size)
            for run in wanted or ():
                for messages in self._again(stream, *run):
                    if messages is None:
                        segment.close()
                        return False
                    data, exact = self._words.lines(run[0], run[1], messages)
                    segment.write(data, exact)
                    stream.grow(unit, segment.size, False)
            segment.close()
            stream.grow(unit, segment.size, True)
        return True

    def _again(self, stream, topic, partition, first, end, lines):
        """Yields lists of messages, of all that have a line from offset `first` on; None at a stop."""
        place, queue = (topic, partition), self._broker.queues[topic, partition]
        while lines:
            if stream.pause(0):
                yield None
            if not self._wait_for_readers(stream):
                yield None
            found = []
            while queue and lines and queue[0].offset() < end:
                message = queue.popleft()
                if message.offset() >= first:
                    lines -= self._words.line(message) is not None
                    found.append(message)
            if found:
                yield found
            elif queue or self._broker.ended.get(place, -1) >= end:
                raise TaskError(
                    "%s: messages between the offsets %d and %d of %s[%d] are not there any more, so "
                    "that rows would be missing; -DstartMode=restart begins another stream"
                    % (self._broker.name, first, end, topic, partition)
                )
            else:
                self._broker.poll(_POLL_SECONDS, self._follow)

    def _wait_for_readers(self, stream):
        while stream.ahead() > _MOST_AHEAD_BYTES:
            if stream.pause(0.02):
                return False
        return True

    def _read(self, stream):
        """Messages as they come, until the ends of a bounded stream, or a stop."""
        written = looked = stream.now()
        while not stream.pause(0):
            if not self._wait_for_readers(stream):
                return
            self._broker.poll(_POLL_SECONDS, self._follow)
            now = stream.now()
            waiting = sum(map(len, self._broker.queues.values()))
            if waiting and (waiting > _MANY_MESSAGES or now - written >= self._pause() or not self._follow):
                self._take(stream)
                written = now
                waiting = 0
            if not self._follow and not waiting and self._at_ends():
                return
            if now - looked > _LOOK_SECONDS:
                looked = now
                self._look()

    def _pause(self):
        with self._lock:
            count = sum(len(one.list) for one in self._runs.values())
        return min(_PAUSE_SECONDS + count * _PAUSE_PER_RUN, _LONGEST_PAUSE_SECONDS)

    def _at_ends(self):
        ended = self._broker.ended
        return all(
            self._positions[place] >= end or ended.get(place, -1) >= end
            for place, end in self._ends.items()
        )

    def _look(self):
        with self._lock:
            behind = dict(self._behind)
        if behind != self._sent:
            self._broker.commit(behind, wait=False)
            self._sent = behind
        if not self._follow:
            return
        try:
            fresh = [p for p in self._broker.partitions() if p not in self._positions]
            starts = {place: low for place, (low, _) in self._broker.bounds(fresh).items()}
        except broker.Away:
            return  # the next look finds them
        if starts:
            with self._lock:
                self._positions.update(starts)
            self._write_notes()
            self._broker.assign(starts)

    def _take(self, stream):
        """Writes what has come, partition by partition."""
        for place, queue in sorted(self._broker.queues.items()):
            end = _ENDLESS if self._ends is None else self._ends.get(place, 0)
            while queue:
                messages = [queue.popleft() for _ in range(min(len(queue), _WRITE_MESSAGES))]
                last, position = messages[-1].offset(), self._positions[place]
                messages = [m for m in messages if position <= m.offset() < end]
                if messages:
                    self._write(stream, place, messages)
                if last >= end:
                    self._broker.ended[place] = last
                    self._broker.pause(place, for_good=True)
                    queue.clear()

    def _write(self, stream, place, messages):
        data, exact = self._words.lines(*place, messages)
        if self._segment is None:
            number = len(stream.units)
            path = os.path.join(self._folder, "%08d.jsonl" % number)
            open(path, "ab").close()
            unit = stream.add(
                {"kind": "jsonl", "path": path, "name": self._broker.name, "growing": True, "runs": True}
            )
            self._segment = segments.Segment(unit, 0)
        segment = self._segment
        segment.write(data, exact)
        with self._lock:
            joined = self._runs.setdefault(segment.unit["number"], runs.Runs())
            for run in exact:
                joined.add(*run)
            self._positions[place] = exact[-1][3]
            full = segment.size >= _SEGMENT_BYTES or len(joined.list) >= _SEGMENT_RUNS
        stream.grow(segment.unit, segment.size, full)
        if full:
            segment.close()
            self._segment = None

    def _close_segment(self, stream):
        if self._segment is not None:
            stream.grow(self._segment.unit, self._segment.size, True)
            self._segment.close()


def _rest(wanted, exact):
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


def _list(offsets):
    return [[topic, partition, offset] for (topic, partition), offset in sorted(offsets.items())]


def _places(listed):
    return {(topic, partition): offset for topic, partition, offset in listed}
