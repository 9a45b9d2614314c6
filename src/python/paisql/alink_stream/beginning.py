"""With what a stream begins: its sink, and the state that it goes on with or begins anew."""

import os

import pyarrow as pa

from paisql.alink_stream import folder_sink, sinks, sources
from paisql.alink_stream.cursor import Cursor, UnreadableCursor
from paisql.alink_stream.kafka import sink as kafka_sink
from paisql.alink_stream.refusals import what_counts
from paisql.alink_task import TaskError
from paisql.tables import columns as column_rules

# Their lines come once, so a stream of them never goes on where another ended.
_ONCE = ("pipe", "tcp")

_SINKS = {
    "table": lambda settings, catalog, shown: sinks.TableSink(settings, catalog),
    "file": lambda settings, catalog, shown: sinks.FileSink(settings, _written(settings)),
    "folder": lambda settings, catalog, shown: folder_sink.FolderSink(settings, _written(settings)),
    "kafka": lambda settings, catalog, shown: kafka_sink.KafkaSink(settings, _written(settings)),
    "print": lambda settings, catalog, shown: sinks.PrintSink(_written(settings), shown),
}


def make_sink(settings, catalog, shown):
    """The sink of a stream's settings.

    catalog  sinks.Catalog, where a table is written
    shown    called with texts for the session
    """
    return _SINKS[settings["sink"]["kind"]](settings, catalog, shown)


def _written(settings):
    """The schema of rows that come into no table."""
    columns = settings.get("sink_schema", settings["schema"])
    return pa.schema([(one["name"], column_rules.arrow_type(one["type"])) for one in columns])


class Beginning:
    """
    cursor    the Cursor, with all units that workers know
    sizes     {number of a growing unit: (bytes, whether it has ended)}
    begins    whether no stream has written into the output before
    finished  whether this job has committed all that there is
    """

    def __init__(self, settings, own_settings, sink, notes, workers):
        """own_settings: those of each source, as units.of_source gives them; TaskError."""
        self._settings, self._sources = settings, own_settings
        self._is_once = settings["source"]["kind"] in _ONCE or settings["source"].get("is_query")
        self._job, self._workers = os.environ["PAISQL_JOB"], workers
        self.begins, self.finished = False, False
        self.cursor = self._load(sink)
        self._take_notes(notes)
        self.sizes = {unit["number"]: self._size_of(unit) for unit in self.cursor.units if "growing" in unit}
        if self.begins:
            sink.begin(self.cursor)

    def _load(self, sink):
        """The state to begin with: that of this job, or what an earlier one has left."""
        source = " and ".join(map(name_of, self._sources))
        old = self._earlier(sink)
        if old is not None and old.job == self._job:
            self.finished = old.ended
            return old
        goes_on = old is not None and self._settings["start"] != "restart"
        if goes_on and not (self._is_once and old.ended):
            self._check(old, source)
            old.fit_workers(self._workers, self._settings.get("workers"))
            if not self._is_once:
                return self._gone_on_with(old)
        fresh = Cursor(source, self._settings["recovery"], self._workers)
        fresh.job = self._job
        fresh.begin_stretch()
        self.begins = True
        return fresh

    def _earlier(self, sink):
        """What stands beside the output; a stream that begins anew needs no readable cursor."""
        try:
            return sink.load()
        except UnreadableCursor:
            if self._settings["start"] != "restart":
                raise
            return None

    def _gone_on_with(self, old):
        for number, own in enumerate(self._sources):
            if own.get("once"):
                known = [unit for unit in old.units if unit.get("source", 0) == number]
                sources.take_over_once(own, known)
        old.job, old.recovery = self._job, self._settings["recovery"]
        if old.ended:
            old.begin_stretch()
        return old

    def _check(self, old, source):
        if old.source != source:
            raise TaskError(
                "the output's cursor is that of a stream from %s; -DstartMode=restart begins another one" % old.source
            )
        if old.ended:
            return
        if self._settings["source"].get("is_query"):
            raise TaskError(
                "an earlier stream of this query has not ended, and its rows may come in another "
                "order; TRUNCATE the output, and -DstartMode=restart"
            )
        if old.recovery != self._settings["recovery"] and not self._is_once:
            raise TaskError("the unfinished stream started with recovery=%s" % old.recovery)
        if old.closed and self._settings["follow"]:
            raise TaskError(
                "an earlier stream without follow has not ended: run that again first, or give -DstartMode=restart"
            )

    def _take_notes(self, notes):
        self.cursor.units += notes.take(self.cursor.folded[0] + len(self.cursor.units))

    def _size_of(self, unit):
        """Of a unit of another coordinator: how far it is, its file says."""
        size = os.path.getsize(unit["path"]) if os.path.exists(unit["path"]) else 0
        return size, unit is not self.cursor.units[-1]


def name_of(settings):
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
