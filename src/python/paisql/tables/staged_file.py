"""One Parquet file that a writer stages for an output table (docs/internals/formats.md, "Job directory").

While it is written it is called <slice>.part and locked, so that two writers of one slice fail; the
lock of a process that died is gone, and its restarted successor takes the file over. Closing it
writes <slice>.json, which says how many rows it has and who wrote them, and renames it to
<slice>.parquet. The supervisor commits what is complete when the script has succeeded.
"""

import fcntl
import json
import os
import sys

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from paisql.job import own_process
from paisql.monitoring import progress

ROW_GROUP_ROWS = 122880  # as the SQL engine writes them
_ROW_GROUP_BYTES = 128 << 20  # of wide tables and long texts fewer rows are a group
_SAMPLE_ROWS = 8192


class SliceTaken(Exception):
    """Another writer has the slice; `owner` is its process, "" when that is this one."""

    def __init__(self, owner):
        super().__init__(owner)
        self.owner = owner


def _locked(path):
    """A descriptor of the empty file `path`, which no other process has; SliceTaken when one has."""
    while True:
        descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise SliceTaken("") from None
        # Between the two calls its writer may have completed the file, which has another name then.
        try:
            if os.path.samestat(os.fstat(descriptor), os.stat(path)):
                os.ftruncate(descriptor, 0)
                # As open as the folder, which is as open as the home, whatever the script's umask is.
                os.fchmod(descriptor, os.stat(os.path.dirname(path)).st_mode & 0o666)
                return descriptor
        except FileNotFoundError:
            pass
        os.close(descriptor)


def _repeating_columns(table):
    """Names of the columns whose values repeat, as far as the first rows show.

    To collect a dictionary of values that do not costs five times what writing them does.
    """
    sample = table.slice(0, _SAMPLE_ROWS)
    return [
        name
        for name, column in zip(sample.column_names, sample.columns)
        if not pa.types.is_nested(column.type) and 2 * pc.count_distinct(column, mode="all").as_py() <= len(column)
    ]


class StagedFile:
    """Takes columns of the schema `fields` ([(name, Arrow type)]), and writes them in row groups.

    OSError for what cannot be written; the slice stays incomplete then.
    """

    def __init__(self, folder, slice_id, fields):
        os.makedirs(folder, mode=0o700, exist_ok=True)
        self._stem = os.path.join(folder, str(slice_id))
        self._refuse_slice_of_others()
        descriptor = _locked(self._stem + ".part")
        # Opening truncates: what an earlier writer of this slice left does not count any more.
        for suffix in (".json", ".parquet"):
            if os.path.exists(self._stem + suffix):
                os.remove(self._stem + suffix)
        self._stream = os.fdopen(descriptor, "wb")
        self._schema = pa.schema([pa.field(name, kind) for name, kind in fields])
        self._writer = None  # made with the first row group
        self._waiting, self._waiting_rows, self._waiting_bytes = [], 0, 0
        self.rows = 0

    def _refuse_slice_of_others(self):
        """A slice that another process has completed would be lost without a word."""
        try:
            with open(self._stem + ".json", encoding="utf-8") as stream:
                owner = json.load(stream).get("process", own_process.name())
        except FileNotFoundError:
            return
        if owner != own_process.name():
            raise SliceTaken(owner)

    def append(self, arrays):
        """Adds one Arrow array a column, all of one length."""
        chunk = pa.Table.from_arrays(arrays, schema=self._schema)
        self._waiting.append(chunk)
        self._waiting_rows += chunk.num_rows
        self._waiting_bytes += chunk.nbytes
        self.rows += chunk.num_rows
        progress.add_rows_written(chunk.num_rows)
        if self._waiting_rows >= ROW_GROUP_ROWS or self._waiting_bytes >= _ROW_GROUP_BYTES:
            self._write_group()

    def _no_rows(self):
        """As the schema's empty_table(), which imports pandas to look whether it was given any of its objects."""
        return pa.Table.from_arrays([pa.nulls(0, field.type) for field in self._schema], schema=self._schema)

    def _write_group(self):
        table = pa.concat_tables(self._waiting) if self._waiting else self._no_rows()
        if self._writer is None:
            self._writer = pq.ParquetWriter(
                self._stream, self._schema, compression="snappy", use_dictionary=_repeating_columns(table)
            )
        self._writer.write_table(table, row_group_size=ROW_GROUP_ROWS)
        self._waiting, self._waiting_rows, self._waiting_bytes = [], 0, 0

    def close(self):
        """Completes the file under its final name."""
        if self._waiting_rows or self._writer is None:
            self._write_group()
        self._writer.close()
        self._stream.close()
        note = {"rows": self.rows, "bytes": os.path.getsize(self._stem + ".part"), "process": own_process.name()}
        note_path = self._stem + ".json"
        descriptor = os.open(note_path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        with open(descriptor, "w", encoding="utf-8") as stream:
            json.dump(note, stream)
        os.rename(self._stem + ".part", self._stem + ".parquet")


class NoFile:
    """In the place of a StagedFile: drops the rows."""

    def __init__(self, table_name):
        self._table_name, self.rows = table_name, 0

    def append(self, arrays):
        if not self.rows:
            sys.stderr.write(
                "paisql: a parameter server writes no rows: those for table %s are left out here, workers write "
                "them\n" % self._table_name
            )
        self.rows += len(arrays[0])

    def close(self):
        pass
