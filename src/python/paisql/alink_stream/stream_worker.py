"""A worker of a stream: the user's main on the rows that come, and what it writes."""

import os
import signal
import sys
import threading

import pyarrow as pa

from paisql.alink_stream import feed, link, row_query, tensor_kinds
from paisql.alink_task import TaskError, context, example_rows, users_main
from paisql.job.manifest import Column
from paisql.monitoring import progress

_FLUSH_SECONDS = 0.01


class _Output:
    """What ExampleRows asks of a table."""

    def __init__(self, schema):
        self.columns = [Column(column) for column in schema]
        self.staging = None


class RowSender:
    """Takes the arrays of rows in place of a staged file; counts from the first row of the stream on.

    Rows that are committed already are passed over: a script that was started again with its rows
    from the beginning writes them a second time.
    """

    def __init__(self, fields, connection):
        self._schema = pa.schema(fields)
        self._link = connection
        self.rows = connection.written

    def append(self, arrays):
        first, count = self.rows, len(arrays[0])
        self.rows += count
        over = min(max(self._link.committed - first, 0), count)
        if over == count:
            return
        batch = pa.RecordBatch.from_arrays([array.slice(over) for array in arrays], schema=self._schema)
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, self._schema) as writer:
            writer.write_batch(batch)
        progress.add_rows_written(count - over)
        self._link.append(first + over, count - over, sink.getvalue().to_pybytes())

    def close(self):
        pass


class StreamRows(example_rows.ExampleRows):
    """Takes serialised Examples, of any thread, and sends them on after some milliseconds."""

    def __init__(self, schema, place, connection):
        super().__init__(_Output(schema), place)
        self._link = connection

    def _open(self):
        if self._file is None:
            if self._place.is_server:
                raise TaskError(example_rows.NO_ROWS_OF_SERVERS)
            names = [column.name for column in self._table.columns]
            self._file = RowSender(list(zip(names, self._types)), self._link)

    @property
    def written(self):
        """Rows of the stream that this worker has written, those of its predecessors among them."""
        with self._lock:
            self._open()
            return self._count()

    def _count(self):
        return self._file.rows + self._decoded + len(self._waiting)

    def flush(self):
        with self._lock:
            if self._waiting:
                self._decode()
            if self._decoded:
                self._flush()


class StreamContext(context.TaskContext):
    """task_config.tf_context of a stream."""

    def __init__(self, settings, place, chunks, written, work_dir, connection):
        columns = row_query.reader_of(settings, None).columns
        output = [Column(column) for column in settings["schema"]]
        super().__init__(settings, place, None, written, work_dir, columns, output)
        self._chunks, self._link = chunks, connection

    def flink_stream_dataset(self, compression_type=None, buffer_size=0, num_parallel_reads=None):
        """A dataset of this worker's Examples as they come, which can be gone through once."""
        from paisql.alink_stream.chunk_dataset import dataset_over

        return dataset_over(self._chunks)

    def from_java(self):
        raise TaskError(
            "tf_context.from_java() of a stream: its rows lie in no file; "
            "tf_context.flink_stream_dataset() or task_config.dataset_fn() is the dataset of them"
        )

    def stop_job(self):
        """Ends the stream as KILL does: all datasets end, and what is written then comes, too."""
        if self._link is None:
            raise TaskError("tf_context.stop_job(): a parameter server has no part in the rows; let a worker call it")
        self._link.send({"stop": True})


class _Flushing:
    """Sends on what waits, every few milliseconds, until the end of a with block.

    What fits no column ends the process: main may wait for rows for a long time.
    """

    def __init__(self, written):
        self._written, self._over = written, threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self):
        while not self._over.wait(_FLUSH_SECONDS):
            try:
                self._written.flush()
            except Exception as error:
                users_main.show(error)
                sys.stderr.flush()
                os._exit(1)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()


def run(settings, place, main, common):
    """Runs main on the stream; returns when all that it has written is committed.

    common  the arguments of every task's config but tf_context
    """
    from akdl.runner import config, output_writer

    # The coordinator says when the stream stops; it is asked to at the same time.
    signal.signal(signal.SIGTERM, lambda *_: None)
    if place.is_server:
        written = StreamRows(settings["schema"], place, None)
        told = StreamContext(settings, place, tuple, written, common["work_dir"], None)
        users_main.call(main, _config(config, output_writer, told, written, common))
        return
    connection = link.Link(place.index)
    given = feed.Feed(settings, place.index, place.workers, connection)
    connection.feed = given
    connection.begin()
    connection.started.wait()
    if connection.is_over:
        return  # of a process that was killed after the last commit
    given.first = given.given = connection.first
    tensor_kinds.tell(settings, given, common["work_dir"])
    written = StreamRows(settings["schema"], place, connection)
    if settings["recovery"] == "resume":
        written = _OneForOne(settings["schema"], place, connection, given)
    told = StreamContext(settings, place, given.chunks, written, common["work_dir"], connection)
    with _Flushing(written):
        try:
            users_main.call(main, _config(config, output_writer, told, written, common))
        except Exception:
            if given.error is not None:
                raise given.error from None
            raise
    written.flush()
    if settings["recovery"] == "resume":
        written.check_end()
    connection.end(given.given, written.written)


def _config(config, output_writer, told, written, common):
    return config.StreamTaskConfig(
        tf_context=told,
        dataset_fn=told.flink_stream_dataset,
        output_writer=output_writer.DirectOutputWriter(rows=written),
        **common,
    )


class _OneForOne(StreamRows):
    """Of recovery=resume, whose place in the input is the number of rows written."""

    def __init__(self, schema, place, connection, given):
        super().__init__(schema, place, connection)
        self._given = given
        # Rows written and rows given are counted from different beginnings.
        self._ahead = connection.first - connection.written

    def add(self, example):
        super().add(example)
        if self._count() + self._ahead > self._given.given:
            raise TaskError(
                "recovery=resume is for scripts that write one row for each, and this one has "
                "written more rows than it has got: -Drecovery=replay"
            )

    def check_end(self):
        missing = self._given.given - self.written - self._ahead
        if missing:
            raise TaskError(
                "recovery=resume is for scripts that write one row for each, and this one has "
                "written %d rows less than it has got: -Drecovery=replay" % missing
            )
