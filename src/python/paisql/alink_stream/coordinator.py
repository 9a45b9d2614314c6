"""The process of a stream that knows what there is to read, and commits what workers write."""

import json
import os
import signal
import sys
import threading
import time

import pyarrow as pa

from paisql.alink_stream import protocol, received, row_query, sinks, sources, units
from paisql.alink_stream.cursor import Cursor
from paisql.alink_stream.kafka import sink as kafka_sink
from paisql.alink_stream.kafka import source as kafka_source
from paisql.alink_stream.refusals import what_counts
from paisql.alink_task import TaskError, cluster
from paisql.tables import columns as column_rules

_WAIT_SECONDS = 0.05  # the longest pause before a request to stop is seen
_LATE_SECONDS = 1.0  # behind that request no worker comes any more


def run(settings):
    """Until all workers have ended and their rows are committed."""
    workers = cluster.place_of(json.loads(os.environ["TF_CONFIG"])).workers
    Coordinator(settings, workers).run()


class _Worker:
    def __init__(self):
        self.peer, self.gone = None, False
        self.pending, self.pending_rows = [], 0  # tables that are not committed
        self.end = None  # {"given", "written"} when its script has ended
        self.taken = (-1, 0)  # number of a unit, its bytes: what of received lines it has read


class Coordinator:
    """Threads: one accepts workers, one listens to each, one finds units; run()'s commits.

    `_announce` guards what workers are told (units, their ends), `_change` what they have written,
    `_committing` is held for a commit. They are taken in the order committing, announce, change.
    """

    def __init__(self, settings, workers):
        self._settings = settings
        self._announce, self._change = threading.RLock(), threading.Condition()
        self._committing = threading.Lock()
        self._workers = [_Worker() for _ in range(workers)]
        self._stop_asked, self._script_stops, self._error = False, False, None
        self._stopped_at = 0.0
        self._stopping, self._sources_ended, self._finished = False, False, False
        self._sizes = {}  # of growing units: number: (bytes, ended)
        self._notes = os.path.join(os.environ["PAISQL_JOB"], "stream_units.jsonl")
        count = 1 + len(settings.get("more", ()))
        self._sources = [units.of_source(settings, number) for number in range(count)]
        needs_catalog = settings["sink"]["kind"] == "table" or any(
            one["source"]["kind"] == "table" for one in self._sources
        )
        self._catalog = sinks.Catalog() if needs_catalog else None
        self._sink, self._begins = self._make_sink(), False
        self._output = row_query.OutputQuery(settings)
        self._forgotten, self._forgotten_rows = 0, 0  # units that nobody reads again, and their rows
        self.cursor = self._load()
        self._kafka = None
        if settings["source"]["kind"] == "kafka":
            self._kafka = kafka_source.KafkaSource(settings)
            if self._kafka.take_over(self.cursor, self._sizes):
                self.cursor.read = self._kafka.state()
                self._sink.commit(self._sink.schema.empty_table(), self.cursor, self._begins)

    # What sources use.

    @property
    def units(self):
        return self.cursor.units

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
        return self._sizes.get(unit["number"], (0, True))

    def add(self, unit):
        with self._announce:
            unit = dict(unit, number=len(self.units), rows=unit.get("rows"))
            # A coordinator that is started again has to know what workers were told.
            with open(self._notes, "a", encoding="utf-8") as stream:
                stream.write(json.dumps(unit) + "\n")
            self.units.append(unit)
            if "growing" in unit:
                self._sizes[unit["number"]] = (0, False)
            self._tell_all({"unit": unit})
        return unit

    def grow(self, unit, size, ended):
        with self._announce:
            self._sizes[unit["number"]] = (size, ended)
            self._tell_all({"grow": unit["number"], "bytes": size, "ended": ended})

    def ahead(self):
        """Bytes of received lines that the slowest worker has not read."""
        with self._announce:
            number, done = min(worker.taken for worker in self._workers)
            later = sum(size for unit, (size, _) in self._sizes.items() if unit >= max(number, 0))
            return later - done

    # The rest is for run() and the threads that it starts.

    def _make_sink(self):
        kind = self._settings["sink"]["kind"]
        schema = self._settings.get("sink_schema", self._settings["schema"])
        if kind == "table":
            return sinks.TableSink(self._settings, self._catalog)
        types = pa.schema([(one["name"], column_rules.arrow_type(one["type"])) for one in schema])
        if kind == "file":
            return sinks.FileSink(self._settings, types)
        if kind == "kafka":
            return kafka_sink.KafkaSink(self._settings, types, sinks)
        return sinks.PrintSink(types, lambda text: self._tell(self._workers[0], {"print": text}))

    def _load(self):
        """The state to begin with: that of this job, or what an earlier one has left."""
        settings, job = self._settings, os.environ["PAISQL_JOB"]
        source = " and ".join(map(_name_of, self._sources))
        old = self._sink.load()
        if old is not None and old.job == job:
            self._finished = old.ended
            self._take_notes(old)
            return old
        fresh = Cursor(source, settings["recovery"], len(self._workers))
        fresh.bytes, fresh.job = 0, job
        once = settings["source"]["kind"] in ("pipe", "tcp") or settings["source"].get("is_query")
        if old is None or settings["start"] == "restart" or (once and old.ended):
            return self._begin(fresh)
        self._check(old, source, once)
        old.fit_workers(len(self._workers), settings.get("workers"))
        if once:
            return self._begin(fresh)
        for number, own in enumerate(self._sources):
            if own.get("once"):
                known = [unit for unit in old.units if unit.get("source", 0) == number]
                sources.take_over_once(own, known)
        old.job, old.recovery = job, settings["recovery"]
        if old.ended:
            old.begin_stretch()
        return self._with_notes(old)

    def _begin(self, fresh):
        fresh.begin_stretch()
        self._begins = True
        state = self._with_notes(fresh)
        if isinstance(self._sink, sinks.FileSink):
            self._sink.begin(state)
        return state

    def _check(self, old, source, once):
        if old.source != source:
            raise TaskError(
                "the output's cursor is that of a stream from %s; -DstartMode=restart begins "
                "another one" % old.source
            )
        if old.ended:
            return
        if self._settings["source"].get("is_query"):
            raise TaskError(
                "an earlier stream of this query has not ended, and its rows may come in another "
                "order; TRUNCATE the output, and -DstartMode=restart"
            )
        if old.recovery != self._settings["recovery"] and not once:
            raise TaskError(
                "the stream that has not ended was begun with recovery=%s" % old.recovery
            )
        if old.closed and self._settings["follow"]:
            raise TaskError(
                "an earlier stream without follow has not ended: run that again first, or give "
                "-DstartMode=restart"
            )

    def _with_notes(self, state):
        self._take_notes(state)
        return state

    def _take_notes(self, state):
        try:
            with open(self._notes, encoding="utf-8") as stream:
                noted = [json.loads(line) for line in stream if line.endswith("\n")]
        except FileNotFoundError:
            noted = []
        state.units += [unit for unit in noted if unit["number"] >= len(state.units)]
        for unit in state.units:
            if "growing" in unit:
                # Of another coordinator: how far it is, its file says.
                size = os.path.getsize(unit["path"]) if os.path.exists(unit["path"]) else 0
                self._sizes[unit["number"]] = (size, unit["number"] < len(state.units) - 1)

    def run(self):
        signal.signal(signal.SIGTERM, self._on_stop)
        try:
            self._run()
        except BaseException:
            self._tell_all({"failed": True})  # nothing that they do would count
            raise

    def _run(self):
        threading.Thread(target=self._accept, args=(protocol.listen(),), daemon=True).start()
        if not self._finished:
            threading.Thread(target=self._find, daemon=True).start()
        interval = self._settings["commit_interval_ms"] / 1000
        last = 0.0
        while True:
            with self._change:
                if not self._is_due():
                    self._change.wait(_WAIT_SECONDS)
            if self._error is not None:
                raise self._error
            if (self._stop_asked or self._script_stops) and not self._stopping:
                self._stop()
            if self._finished and self._stop_asked:
                return
            if self._stop_asked and any(map(self._has_left, self._workers)):
                sys.exit(1)  # its end never comes, since nobody starts a process of a job that ends
            if not self._is_due():
                continue
            if not self._all_ended():
                time.sleep(max(0.0, last + interval - time.monotonic()))
            last = time.monotonic()
            self._commit()

    def _on_stop(self, *_):
        self._stop_asked = True

    def _has_left(self, worker):
        """Of a stream that stops. A worker that has never come had an error before its first row."""
        late = worker.peer is None and time.monotonic() - self._stopped_at > _LATE_SECONDS
        return worker.end is None and (worker.gone or late)

    def _all_ended(self):
        return all(worker.end is not None for worker in self._workers)

    def _is_due(self):
        if self._finished or self._error is not None:
            return False
        # What a script writes when the stream was stopped counts together with its end: without
        # that, the next job reads on as if nobody had stopped.
        any_rows = any(worker.pending for worker in self._workers) and not self._stopping
        return any_rows or self._all_ended()

    def _fail(self, error):
        with self._change:
            self._error = self._error or error
            self._change.notify_all()

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
        with self._announce:
            self.cursor.closed = self.cursor.closed or not self._stopping
            self._sources_ended = True
            self._tell_all({"end": True})

    def _find_of(self, number):
        own = self._sources[number]
        kind = own["source"]["kind"]
        if kind == "table":
            found = sources.TableSource(own, self._catalog)
        elif kind == "folder":
            found = sources.FolderSource(own)
        elif kind == "file":
            found = sources.FileSource(own)
        else:
            found = self._kafka or received.ReceivedSource(own)
        try:
            found.find(self if len(self._sources) == 1 else sources.OfSource(self, number))
        except Exception as error:
            self._fail(error)

    def _stop(self):
        """No more rows for the scripts, which may write what they have to at their end."""
        with self._announce, self._change:
            self._stopping, self._stopped_at = True, time.monotonic()
            self._tell_all({"stop": True})

    def _tell(self, worker, message):
        peer = worker.peer
        if peer is not None:
            try:
                peer.send(message)
            except protocol.Closed:
                pass

    def _tell_all(self, message):
        for worker in self._workers:
            self._tell(worker, message)

    def _accept(self, listener):
        while True:
            connection, _ = listener.accept()
            peer = protocol.Peer(connection)
            threading.Thread(target=self._listen, args=(peer,), daemon=True).start()

    def _listen(self, peer):
        worker = None
        try:
            hello, _ = peer.receive()
            worker = self._workers[hello["worker"]]
            self._welcome(worker, peer, hello["worker"])
            while True:
                message, payload = peer.receive()
                self._take(worker, peer, message, payload)
        except protocol.Closed:
            if worker is not None and worker.peer is peer:
                worker.gone = True
        except Exception as error:
            self._fail(error)

    def _welcome(self, worker, peer, number):
        with self._committing, self._announce:
            if self._finished:
                peer.send({"finish": True})
                return
            with self._change:
                worker.pending, worker.pending_rows, worker.end = [], 0, None
                worker.taken = (-1, 0)
            for unit in self.units:
                peer.send({"unit": unit})
                if "growing" in unit:
                    size, ended = self._sizes[unit["number"]]
                    peer.send({"grow": unit["number"], "bytes": size, "ended": ended})
            if self._sources_ended:
                peer.send({"end": True})
            if self._stopping:
                peer.send({"stop": True})
            base, out = self.cursor.base[number], self.cursor.out[number]
            resumes = self._settings["recovery"] == "resume"
            first, written = (base + out, out) if resumes else (base, 0)
            worker.peer, worker.gone = peer, False
            # The last one: the worker answers with what is not committed.
            peer.send({"start": {"first": first, "written": written, "committed": out}})

    def _take(self, worker, peer, message, payload):
        with self._change:
            if worker.peer is not peer:
                return  # of a process that was killed; its successor is here
            if "first" in message:
                number = self._workers.index(worker)
                if message["first"] != self.cursor.out[number] + worker.pending_rows:
                    return
                worker.pending.append(pa.ipc.open_stream(payload).read_all())
                worker.pending_rows += message["rows"]
            elif "counted" in message:
                unit = self.units[message["counted"]]
                unit["rows"] = message["rows"] if unit["rows"] is None else unit["rows"]
            elif "taken" in message:
                worker.taken = (message["taken"], message["bytes"])
            elif "ended" in message:
                worker.end = message
            elif "stop" in message:
                self._script_stops = True
            self._change.notify_all()

    def _commit(self):
        with self._committing:
            with self._change:
                ended = self._all_ended()
                counts = [worker.pending_rows for worker in self._workers]
                tables = [table for worker in self._workers for table in worker.pending]
                for worker in self._workers:
                    worker.pending, worker.pending_rows = [], 0
                for number, count in enumerate(counts):
                    self.cursor.out[number] += count
                done = list(self.cursor.out)
                if ended:
                    self.cursor.end_stretch([worker.end["given"] for worker in self._workers])
            if self._kafka is not None:
                self.cursor.read = self._kafka.state()
            rows = pa.concat_tables(tables) if tables else self._sink.schema.empty_table()
            rows = self._output.of(rows)
            try:
                self._sink.commit(rows, self.cursor, self._begins)
            except sinks.Conflict as conflict:
                raise TaskError(
                    "another stream writes into this output (%s), so this one ends" % conflict
                ) from None
            self._begins = False
            self._finished = ended
            for worker, count in zip(self._workers, done):
                self._tell(worker, {"committed": count})
            if ended:
                self._tell_all({"finish": True})
            if ended or self._settings["recovery"] == "resume":
                self._forget_received()

    def _forget_received(self):
        """Nobody asks again for lines of a pipe, a socket or Kafka before the first row that counts."""
        if self._settings["source"]["kind"] not in ("pipe", "tcp", "kafka"):
            return
        resumes = self._settings["recovery"] == "resume"
        done = self.cursor.done_rows(resumes) - self._forgotten_rows
        while self._forgotten < len(self.units):
            unit = self.units[self._forgotten]
            if unit["rows"] is None or done < unit["rows"]:
                break
            done -= unit["rows"]
            self._forgotten += 1
            self._forgotten_rows += unit["rows"]
            if self._kafka is not None:
                self._kafka.forget(unit)
            elif os.path.exists(unit["path"]):
                os.remove(unit["path"])
        if self._kafka is not None:
            self._kafka.acknowledge(self._forgotten, done, self._finished)


def _name_of(settings):
    """What the cursor calls a source."""
    source = settings["source"]
    if settings.get("once"):
        name = "rows that end"
    elif source["kind"] == "table":
        name = settings["input"]
    else:
        name = source.get("path") or source.get("name")
        name = name or "tcp://%s:%d" % (source["host"], source["port"])
    # How far workers are is counted in rows that the query gives.
    if "query" not in settings:
        return name
    return name + " through " + what_counts(settings["query"]["query"]["text"])
