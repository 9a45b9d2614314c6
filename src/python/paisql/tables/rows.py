"""A contiguous range of a table's rows, read from its Parquet files column by column.

A RowRange is what a reader works on: some columns of one table, from row `start` to row `end` in
the order of the manifest. Only files, row groups and columns that the range needs are opened.
"""

import functools
import os
import time

import pyarrow as pa
import pyarrow.parquet as pq

from paisql.job import own_process
from paisql.job.manifest import TableUrl, current_job
from paisql.monitoring import progress, step_time
from paisql.tables import columns as column_rules

DEFAULT_CHUNK_ROWS = 16384
_CHUNK_BYTES = 64 << 20  # of long texts fewer rows are read at once


class DamagedFileError(ValueError):
    """A data file is not what its table says, or cannot be decoded; the message names both."""


class GoneFileError(ValueError):
    """A data file is not there, since its table was replaced or dropped; the message names both."""


def _damaged(table, file, why):
    return DamagedFileError("table %s: the file %s is damaged: %s" % (table.name, file["path"], why))


def slice_bounds(rows, slice_id, slice_count):
    """(first row, end row) of a slice: sizes differ by at most 1, the first ones are larger.

    Slices are the workers'. A parameter server that runs the script of a worker takes none.
    """
    if slice_count > 1 and own_process.is_parameter_server():
        return 0, 0
    if slice_count < 1 or not 0 <= slice_id < slice_count:
        raise ValueError(
            "slice_id %d with slice_count %d: slice_id goes from 0 to slice_count - 1" % (slice_id, slice_count)
        )
    size, extra = divmod(rows, slice_count)
    start = slice_id * size + min(slice_id, extra)
    return start, start + size + (1 if slice_id < extra else 0)


def _names(text):
    """Column names of selected_cols or excluded_cols: a comma list or a sequence; [] for none."""
    if not text:
        return []
    parts = text.split(",") if isinstance(text, str) else text
    return [part.decode() if isinstance(part, bytes) else str(part).strip() for part in parts]


def select_columns(table, selected_cols, excluded_cols):
    """The columns a reader sees, in order. Without selected_cols: all data columns.

    selected_cols may name partition keys too; they are STRING. ValueError for an unknown name.
    """
    selected, excluded = _names(selected_cols), _names(excluded_cols)
    if selected and excluded:
        raise ValueError("selected_cols and excluded_cols cannot be given together")
    by_name = {column.name.lower(): column for column in table.columns}
    keys = {column.name.lower(): column for column in table.partition_columns}
    for name in selected + excluded:
        if name.lower() not in by_name and name.lower() not in keys:
            raise ValueError(
                "column '%s' does not exist in table %s; it has %s"
                % (name, table.name, ",".join(column.name for column in table.columns + table.partition_columns))
            )
    if selected:
        return [by_name.get(name.lower()) or keys[name.lower()] for name in selected]
    hidden = {name.lower() for name in excluded}
    return [column for column in table.columns if column.name.lower() not in hidden]


def _row_bytes(metadata, groups, names):
    """What a row of these row groups takes in the file, in the columns of these names."""
    wanted = set(names)
    leaves = [
        index for index in range(metadata.num_columns) if metadata.schema.column(index).path.partition(".")[0] in wanted
    ]
    read = [metadata.row_group(group) for group in groups]
    size = sum(group.column(leaf).total_compressed_size for group in read for leaf in leaves)
    return size / max(sum(group.num_rows for group in read), 1)


def _column_chunks(parquet, wanted, low, high, chunk_rows):
    """Yields ({name: Arrow array}, rows, bytes) for rows [low, high) of a file, in their order.

    The bytes are what the rows take in the file, compressed, in these columns.
    """
    if not wanted:
        for done in range(low, high, chunk_rows):
            yield {}, min(chunk_rows, high - done), 0
        return
    groups, skipped, position = [], 0, 0
    for index in range(parquet.num_row_groups):
        size = parquet.metadata.row_group(index).num_rows
        if position + size <= low:
            skipped = position + size
        elif position < high:
            groups.append(index)
        position += size
    names = list(dict.fromkeys(wanted))
    bytes_of_row = _bytes_of_row(parquet.metadata.row_group(groups[0]), set(names))
    chunk_rows = max(min(chunk_rows, _CHUNK_BYTES // bytes_of_row), 1)
    row_bytes = _row_bytes(parquet.metadata, groups, names)
    position = skipped
    for batch in parquet.iter_batches(chunk_rows, row_groups=groups, columns=names):
        begin, end = max(low - position, 0), min(high - position, batch.num_rows)
        position += batch.num_rows
        if begin < end:
            part = batch.slice(begin, end - begin)
            size = round(row_bytes * part.num_rows)
            yield dict(zip(part.schema.names, part.columns)), part.num_rows, size


def _bytes_of_row(group, names):
    columns = (group.column(index) for index in range(group.num_columns))
    size = sum(c.total_uncompressed_size for c in columns if c.path_in_schema in names)
    return size // max(group.num_rows, 1) + 1


class RowRange:
    """Rows [start, end) of the files that one URL stands for, and the columns to read of them.

    All rows of a query are read as they come. Where a part of them is asked for, or how many they
    are, the end of the query is waited for.
    """

    def __init__(self, url_text, selected_cols=None, excluded_cols=None, slice_id=0, slice_count=1):
        url = TableUrl(url_text)
        self.table = current_job().find_input(url)
        self.columns = select_columns(self.table, selected_cols, excluded_cols)
        self._bytes = 0  # that the rows which were read take in the files
        slice_bounds(0, slice_id, slice_count)
        whole = slice_count == 1 and url.start <= 0 and url.end is None
        self.is_growing = whole and self.table.parts is not None and not url.partition
        self._url, self._slice = url, (slice_id, slice_count)
        self.start = 0
        if not self.is_growing:
            self.start, _ = self._bounds

    @functools.cached_property
    def files(self):
        """Those that the URL stands for, as the manifest has them; of a query all, which waits for its end."""
        return self.table.narrowed(self._url)

    @functools.cached_property
    def _bounds(self):
        total = sum(file["rows"] for file in self.files)
        first = min(max(self._url.start, 0), total)
        last = total if self._url.end is None else min(max(self._url.end, first), total)
        start, end = slice_bounds(last - first, *self._slice)
        return first + start, first + end

    @property
    def end(self):
        return self._bounds[1]

    @property
    def rows(self):
        return self.end - self.start

    def keep_part(self, part, parts):
        """Leaves one of `parts` parts of the rows, which slice_bounds() makes."""
        if parts == 1:
            return
        begin, end = slice_bounds(self.rows, part, parts)
        self._bounds = (self.start + begin, self.start + end)
        self.start, self.is_growing = self._bounds[0], False

    def has_row(self, offset):
        """Whether row `offset` of the range is there, or the end of it. The first one always is."""
        return offset == 0 or 0 < offset <= self.rows

    def growing_description(self):
        """description() of rows that are still coming: names the list of their files."""
        return {
            "table": self.table.name,
            "columns": self._described_columns(),
            "layouts": [self._names_in_files(1)],
            "files": [],
            "parts": self.table.parts.path,
        }

    def description(self):
        """What the native source reads (src/libraries/tensors/scan.h), as an object for JSON."""
        layouts, files, position = {}, [], 0
        for file in self.files:
            low, high = max(self.start - position, 0), min(self.end - position, file["rows"])
            position += file["rows"]
            if low < high:
                layout = layouts.setdefault(file["schema_version"], len(layouts))
                entry = {"path": file["path"], "file_rows": file["rows"], "first": low}
                entry.update(rows=high - low, layout=layout, keys=file["partition"])
                files.append(entry)
        return {
            "table": self.table.name,
            "columns": self._described_columns(),
            "layouts": [self._names_in_files(version) for version in layouts],
            "files": files,
        }

    def _described_columns(self):
        keys = [key.name for key in self.table.partition_columns]
        return [
            {"name": column.name, "type": column.type, "key": keys.index(column.name) if column.id == 0 else -1}
            for column in self.columns
        ]

    def _names_in_files(self, version):
        """What files of a schema version call the columns; "" where they have no such column."""
        stored = self.table.versions[version]
        return [stored[c.id].name if c.id in stored else "" for c in self.columns]

    def chunks(self, offset=0, chunk_rows=DEFAULT_CHUNK_ROWS, convert=list):
        """Yields convert(arrays), one Arrow array a column, from row `offset` of the range on.

        The job's progress counts the rows, what they take in the files, and the seconds that reading
        and converting took.
        """
        read = self._arrays(offset, chunk_rows)
        while True:
            begin, before = time.monotonic(), self._bytes
            arrays = next(read, None)
            if arrays is None:
                return
            chunk = convert(arrays)
            seconds = time.monotonic() - begin
            progress.add_rows_read(len(arrays[0]), seconds, self._bytes - before)
            step_time.read(seconds)
            yield chunk

    def _arrays(self, offset, chunk_rows):
        position, begin = 0, self.start + offset
        files = self.table.parts.files() if self.is_growing else self.files
        for file in files:
            last = file["rows"]
            if not self.is_growing:
                last = min(self.end - position, last)
            low, high = max(begin - position, 0), last
            position += file["rows"]
            if low < high:
                yield from self.file_chunks(file, low, high, chunk_rows)

    def file_chunks(self, file, low, high, chunk_rows):
        """Yields lists of Arrow arrays, one a column, of rows [low, high) of one file."""
        stored = self.table.versions[file["schema_version"]]
        wanted = [stored[column.id].name for column in self.columns if column.id in stored]
        try:
            with pq.ParquetFile(file["path"]) as parquet:
                if parquet.metadata.num_rows != file["rows"]:
                    raise _damaged(
                        self.table, file, "it has %d rows, not %d" % (parquet.metadata.num_rows, file["rows"])
                    )
                chunks = _column_chunks(parquet, wanted, low, high, chunk_rows)
                for read, rows, size in chunks:
                    self._bytes += size
                    yield self._complete(read, stored, file, rows)
        except FileNotFoundError:
            raise GoneFileError("table %s: the file %s is gone" % (self.table.name, file["path"])) from None
        except PermissionError as error:
            raise ValueError(
                "table %s: the file %s cannot be read (%s)" % (self.table.name, file["path"], error.strerror)
            ) from None
        except (pa.ArrowException, OSError) as error:
            # Arrow's own errors have no number.
            number = getattr(error, "errno", None)
            why = os.strerror(number) if number else "its bytes are not those that were written"
            raise _damaged(self.table, file, why) from None

    def _complete(self, read, stored, file, rows):
        """Arrow arrays in the order and with the types of today's columns."""
        arrays = []
        for column in self.columns:
            if column.id == 0:  # a partition key: its value stands in the manifest
                keys = [key.name for key in self.table.partition_columns]
                value = file["partition"][keys.index(column.name)]
                arrays.append(pa.repeat(pa.scalar(value, pa.string()), rows))
                continue
            if column.id in stored:
                array = read[stored[column.id].name]
                arrays.append(column_rules.as_today(array, column.type))
            else:
                arrays.append(pa.nulls(rows, column_rules.file_type(column.type)))
        return arrays
