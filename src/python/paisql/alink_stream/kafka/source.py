"""Kafka as the source of a stream: finds its units, in the coordinator, on a thread of its own.

Messages are taken as they come, those of one partition together, and written into one unit after another.
That order is what counts for the rows from then on (runs.py).
"""

import json
import os
import threading

from paisql.alink_stream.kafka import again, broker, client, runs, segments, taken_over
from paisql.alink_task import TaskError

_SEGMENT_BYTES = 32 << 20
_SEGMENT_RUNS = 2000
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
        # Offsets after units whose rows are committed for good; those for the group, and what the group knows.
        self._passed, self._behind, self._sent = {}, {}, {}
        self._broker, self._segment, self._begun = None, None, None

    def take_over(self, cursor, sizes):
        """Goes on with what an earlier coordinator has left, before anything else; see TakenOver.

        True when the cursor was another job's, and is to be written at once.
        """
        self._begun = taken_over.TakenOver(cursor, sizes, self._resumes)
        self._positions, self._runs = self._begun.positions, self._begun.runs
        return self._begun.is_others

    # What the thread that commits asks.

    def state(self):
        """What the cursor keeps, as a text."""
        with self._lock:
            found = {number: one.list for number, one in self._runs.items()}
            return json.dumps({"offsets": taken_over.listed(self._positions), "runs": found}, separators=(",", ":"))

    def forget(self, unit):
        """The rows of a unit are committed, and are not read again."""
        with self._lock:
            found = self._runs.pop(unit["number"], None)
            if found is not None:
                self._passed.update(found.positions(float("inf")))
        for path in (unit["path"], unit["path"] + ".runs"):
            if os.path.exists(path):
                os.remove(path)

    def acknowledge(self, unit, lines, ended):
        """Notes that so many lines of a unit, and all of those before it, are committed.

        unit  its number, which is not a unit's where nothing was read after the others
        """
        if "group" not in self._source:
            return
        with self._lock:
            found = self._runs.get(unit)
            behind = {**self._passed, **({} if found is None else found.positions(lines))}
            self._behind = behind
        # Also of what was sent without waiting: whether it arrived is unknown.
        if ended and self._broker is not None and behind:
            self._broker.commit(behind, wait=True)

    # The thread that finds units.

    def find(self, stream):
        settings = client.Settings.of_job(self._source["servers"], client.SOURCE_VARIABLE)
        self._broker = broker.Broker(settings, self._source, stream.now)
        if not self._connect(stream):
            return
        writing = again.Again(self._broker, self._words, self._follow)
        if not writing.write_units(stream, self._begun.restore) or stream.cursor.closed:
            return
        self._read(stream)
        self._close_segment(stream)

    def _connect(self, stream):
        """Where to begin; False when the stream is to stop before a broker answers."""
        told = False
        while True:
            try:
                self._begin()
                self._begun.note()
                return True
            except broker.Away as away:
                # At the very beginning the address is what is most likely wrong.
                if not self._begun.begun or not self._follow:
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
                raise TaskError("%s: partition %d of topic '%s' was removed" % (name, number, topic))
        bounds = self._broker.bounds(places)
        needed = dict(self._positions)
        for found in self._begun.restore.values():
            for topic, partition, first, _, _ in found:
                needed[topic, partition] = min(first, needed.get((topic, partition), first))
        for place, offset in needed.items():
            low, high = bounds[place]
            if not low <= offset <= high:
                raise broker.dropped(name, place, offset)
        fresh = {place: bounds[place] for place in places if place not in needed}
        # Partitions that come to a stream that has begun are read from their first message on.
        starts = {p: low for p, (low, _) in fresh.items()} if self._begun.begun else self._broker.starts(fresh)
        if self._begun.ends is None and not self._follow:
            self._begun.ends = {place: high for place, (_, high) in bounds.items()}
        with self._lock:
            self._positions.update(starts)
        self._broker.assign({**needed, **starts})
        self._begun.begun = True

    def _read(self, stream):
        """Messages as they come, until the ends of a bounded stream, or a stop."""
        written = looked = stream.now()
        while not stream.pause(0):
            if not segments.wait_for_readers(stream):
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
            self._positions[place] >= end or ended.get(place, -1) >= end for place, end in self._begun.ends.items()
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
            self._begun.note()
            self._broker.assign(starts)

    def _take(self, stream):
        """Writes what has come, partition by partition."""
        ends = self._begun.ends
        for place, queue in sorted(self._broker.queues.items()):
            end = _ENDLESS if ends is None else ends.get(place, 0)
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
            path = self._begun.path_of(len(stream.units))
            open(path, "ab").close()
            unit = stream.add({"kind": "jsonl", "path": path, "name": self._broker.name, "growing": True, "runs": True})
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
