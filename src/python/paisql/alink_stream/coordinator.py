"""The process of a stream that knows what there is to read, and commits what workers write."""

import json
import os
import signal
import sys
import threading
import time

import pyarrow as pa

from paisql.alink_stream import (
    beginning,
    known_units,
    received,
    row_query,
    sinks,
    sources,
    unit_notes,
    units,
    worker_links,
)
from paisql.alink_stream.kafka import source as kafka_source
from paisql.alink_task import task_cluster

_WAIT_SECONDS = 0.05  # the longest pause before a request to stop is seen
_LATE_SECONDS = 1.0  # after that request no worker comes any more
_NAMELESS = ("pipe", "tcp", "kafka")  # sources whose units are copies that the job makes


def run(settings):
    """Until all workers have ended and their rows are committed."""
    workers = task_cluster.place_of(json.loads(os.environ["TF_CONFIG"])).workers
    Coordinator(settings, workers).run()


class Coordinator:
    """Threads: those of the workers' links, one for each source that finds units; run()'s commits.

    `_committing` is held for a commit, `units.lock` while a message goes to all workers, and the links'
    `change` guards what workers have written. They are taken in this order, and no thread waits for a worker
    with the second or the third.
    """

    def __init__(self, settings, workers):
        self._settings = settings
        self._resumes = settings["recovery"] == "resume"
        self._committing = threading.Lock()
        self._stop_asked, self._error = False, None
        self._stopped_at, self._next_commit = 0.0, 0.0
        self._stopping, self._sources_ended = False, False
        self._links = worker_links.WorkerLinks(workers, self._welcome, self._count, self._fail)
        count = 1 + len(settings.get("more", ()))
        self._sources = [units.of_source(settings, number) for number in range(count)]
        needs_catalog = settings["sink"]["kind"] == "table" or any(
            one["source"]["kind"] == "table" for one in self._sources
        )
        self._catalog = sinks.Catalog() if needs_catalog else None
        self._output = row_query.OutputQuery(settings)
        self._begin(workers)

    def _begin(self, workers):
        self._sink = beginning.make_sink(self._settings, self._catalog, self._links.show)
        notes = unit_notes.UnitNotes()
        begun = beginning.Beginning(self._settings, self._sources, self._sink, notes, workers)
        self._begins, self._finished, self.cursor = begun.begins, begun.finished, begun.cursor
        kind = self._settings["source"]["kind"]
        self._kafka = kafka_source.KafkaSource(self._settings) if kind == "kafka" else None
        is_others = self._kafka is not None and self._kafka.take_over(self.cursor, begun.sizes)
        self.units = known_units.KnownUnits(self.cursor, begun.sizes, kind not in _NAMELESS, notes.add)
        if is_others:
            self._write(self._sink.schema.empty_table(), self._snapshot())
        elif kind not in _NAMELESS:
            self.units.fold(self.cursor.done_rows(self._resumes), len(self.units))

    # What sources use, and `units`.

    def now(self):
        return time.monotonic()

    def pause(self, seconds):
        if seconds:
            time.sleep(seconds)
        return self._stopping

    def has_ended(self, unit):
        return self.size_of(unit)[1]

    def size_of(self, unit):
        """(bytes, whether it has ended)"""
        return self.units.size_of(unit["number"])

    def add(self, unit):
        with self.units.lock:
            unit = self.units.add(unit)
            self._links.tell_all({"unit": unit})
        return unit

    def grow(self, unit, size, ended):
        with self.units.lock:
            self.units.grow(unit["number"], size, ended)
            self._links.tell_all({"grow": unit["number"], "bytes": size, "ended": ended})

    def ahead(self):
        """Bytes of received lines that the slowest worker has not read."""
        number, done = self._links.slowest()
        return self.units.bytes_from(number) - done

    def say(self, line):
        """For whoever watches the stream: in its log, and in the session."""
        print(line, flush=True)
        self._links.show(line + "\n")

    # The rest is for run() and the threads that it starts.

    def run(self):
        signal.signal(signal.SIGTERM, self._on_stop)
        try:
            self._run()
        except BaseException:
            self._links.tell_all({"failed": True})  # nothing that they do would count
            raise
        finally:
            self._links.wait_until_told()

    def _run(self):
        self._links.serve()
        if not self._finished:
            threading.Thread(target=self._find, daemon=True).start()
        while True:
            self._wait()
            if self._error is not None:
                raise self._error
            if (self._stop_asked or self._links.stop_asked) and not self._stopping:
                self._stop()
            if self._finished and self._stop_asked:
                return
            late = time.monotonic() - self._stopped_at > _LATE_SECONDS
            if self._stop_asked and self._links.has_left_one(late):
                sys.exit(1)  # its end never comes, since a job that ends starts no process
            if self._seconds_to_commit() == 0:
                self._next_commit = time.monotonic() + self._settings["commit_interval_ms"] / 1000
                self._commit()

    def _wait(self):
        """Until there is something to do, or a moment has passed."""
        with self._links.change:
            seconds = self._seconds_to_commit()
            if seconds is None and self._error is None:
                self._links.change.wait(_WAIT_SECONDS)
        if seconds:
            time.sleep(min(seconds, _WAIT_SECONDS))

    def _on_stop(self, *_):
        self._stop_asked = True

    def _seconds_to_commit(self):
        """0 where rows are to be committed now, None where there are none."""
        if self._finished or self._error is not None:
            return None
        if self._links.have_ended():
            return 0
        # What a script writes when the stream was stopped counts together with its end: without
        # that, the next job reads on as if the stream had not stopped.
        if self._stopping or self._links.has_much_to_show() or not self._links.have_written():
            return None
        return max(0.0, self._next_commit - time.monotonic())

    def _fail(self, error):
        with self._links.change:
            self._error = self._error or error
            self._links.change.notify_all()

    def _find(self):
        # Of Kafka's messages workers read copies, which have to be made again for another job.
        if self._kafka is not None or not self.cursor.closed:
            finding = [
                threading.Thread(target=self._find_of, args=(number,), daemon=True)
                for number in range(1, len(self._sources))
            ]
            for one in finding:
                one.start()
            self._find_of(0)
            for one in finding:
                one.join()
        if self._error is not None:
            return
        with self.units.lock:
            self.cursor.closed = self.cursor.closed or not self._stopping
            self._sources_ended = True
            self._links.tell_all({"end": True})

    def _find_of(self, number):
        own = self._sources[number]
        finders = {
            "table": lambda: sources.TableSource(own, self._catalog),
            "folder": lambda: sources.FolderSource(own),
            "file": lambda: sources.FileSource(own),
            "pipe": lambda: received.ReceivedSource(own),
            "tcp": lambda: received.ReceivedSource(own),
            "kafka": lambda: self._kafka,
        }
        try:
            found = finders[own["source"]["kind"]]()
            found.find(self if len(self._sources) == 1 else sources.OfSource(self, number))
        except Exception as error:
            self._fail(error)

    def _stop(self):
        """No more rows for the scripts, which may write what they have to at their end."""
        with self.units.lock:
            self._stopping, self._stopped_at = True, time.monotonic()
            self._links.tell_all({"stop": True})

    def _count(self, number, rows):
        self.units.count(number, rows)

    def _welcome(self, number, tell, begin):
        """Tells a worker all that it missed. The last message it answers with what is not committed."""
        with self._committing, self.units.lock:
            if self._finished:
                tell({"finish": True})
                return
            base, out = self.cursor.base[number], self.cursor.out[number]
            begin(out)
            tell({"begin": self.units.first, "row": self.units.first_rows})
            for unit in self.units.kept:
                tell({"unit": unit})
                if "growing" in unit:
                    size, ended = self.units.size_of(unit["number"])
                    tell({"grow": unit["number"], "bytes": size, "ended": ended})
            if self._sources_ended:
                tell({"end": True})
            if self._stopping:
                tell({"stop": True})
            first, written = (base + out, out) if self._resumes else (base, 0)
            tell({"start": {"first": first, "written": written, "committed": out}})

    def _snapshot(self):
        """The cursor with what is known now.

        What Kafka's source knows of its units belongs to the rows that are counted of them, so that both
        are taken under one lock.
        """
        with self.units.lock:
            if self._kafka is not None:
                self.cursor.read = self._kafka.state()
            return self.units.snapshot(self.cursor)

    def _commit(self):
        with self._committing:
            written = self._links.take_written()
            self.cursor.out = [out + count for out, count in zip(self.cursor.out, written.counts)]
            done = self.cursor.out
            if written.given is not None:
                self.cursor.end_stretch(written.given)
            known_to, snapshot = self.units.known_to(), self._snapshot()
            rows = pa.concat_tables(written.tables) if written.tables else self._sink.schema.empty_table()
            self._write(self._output.of(rows), snapshot)
            self._finished = written.given is not None
            for number, count in enumerate(done):
                self._links.tell(number, {"committed": count, "known_to": known_to})
            if self._finished:
                self._links.tell_all({"finish": True})
            self._fold(known_to)

    def _write(self, rows, snapshot):
        self._sink.commit(rows, snapshot, self._begins)
        self._begins = False

    def _fold(self, known_to):
        """Nobody asks again for units before the first row that counts, nor for copies of their lines.

        known_to  the cursor knows the rows of units before this number
        """
        if not (self._finished or self._resumes):
            return
        done = self.cursor.done_rows(self._resumes)
        passed = known_to if self._finished else min(known_to, self._links.slowest()[0])
        for unit in self.units.fold(done, passed):
            if self._kafka is not None:
                self._kafka.forget(unit)
            elif "growing" in unit and os.path.exists(unit["path"]):
                os.remove(unit["path"])
        if self._kafka is not None:
            self._kafka.acknowledge(self.units.first, done - self.units.first_rows, self._finished)
