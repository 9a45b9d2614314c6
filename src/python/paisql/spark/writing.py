"""Rows into Parquet files, where the cluster's processes have them. Travels there as it is, like paisql.spark.kernels.

The driver's answer alone says which files there are: a task that failed or was given up has left files that nobody
names, in a folder that goes away when the statement ends."""

import base64
import errno
import os
import socket
import uuid

from paisql.spark import kernels

ROW_GROUP = 122_880  # rows, as the engine of one machine has it
GROUP_BYTES = 64 << 20  # a row group of wide rows ends here
FILE_ROWS = 1_000_000
FILE_BYTES = 256 << 20
HELD_BYTES = 128 << 20  # of rows that wait for their row group to be full
MOST_OPEN = 64  # files
MOST_PARTITIONS = 10_000
NO_VALUE = "__HIVE_DEFAULT_PARTITION__"


def writer(question):
    """A function of batches that writes them below the directory, and gives a row for each file."""
    target = {
        name: question[name]
        for name in ("directory", "partitions", "not_null", "most_value_bytes", "codes", "one_file")
    }
    schema_bytes = base64.b64decode(question["schema"])

    def write(batches):
        import pyarrow as pa

        files = Files(target, pa.ipc.read_schema(pa.py_buffer(schema_bytes)))
        try:
            for batch in batches:
                files.add(batch)
            rows = files.close()
        except BaseException as error:
            files.give_up()
            raise files.told(error)
        if rows:
            yield pa.RecordBatch.from_pylist(rows, schema=told_schema())

    return write


def told_schema():
    import pyarrow as pa

    return pa.schema([("path", pa.string()), ("values", pa.list_(pa.string())), ("rows", pa.int64())])


class Part:
    """One partition of a task: the rows that are not written yet, and the open file, if there is one."""

    def __init__(self):
        self.waiting, self.rows, self.bytes = [], 0, 0
        self.path, self.sink, self.file, self.file_rows = None, None, None, 0


class Files:
    """The files of one task. Its rows wait until they make a row group, so that partitions of few rows cost no open
    files and no small groups."""

    def __init__(self, target, schema):
        import pyarrow as pa

        self._target, self._schema = target, schema
        self._stored = pa.schema([pa.field(f.name, stored_type(f.type)) for f in schema])
        self._parts, self._open, self._held = {}, {}, 0
        self._told, self._made = [], []

    def add(self, batch):
        import pyarrow as pa

        count = len(self._stored)
        arrays = [kernels.fit(array, field.type) for array, field in zip(batch.columns[:count], self._stored)]
        data = pa.RecordBatch.from_arrays(arrays, schema=self._stored)
        for index, refused in enumerate(self._target["not_null"]):
            if refused and data.column(index).null_count:
                name = self._stored.field(index).name
                raise self._error("arguments", "Can't insert a null value into not-null column " + name)
        if not self._target["partitions"]:
            self._keep((), data)
            return
        for key, rows in by_key(batch.columns[count:], data):
            self._keep(key, rows)

    def _keep(self, key, data):
        if data.num_rows == 0:
            return
        part = self._parts.get(key)
        if part is None:
            self._check(key)
            part = self._parts[key] = Part()
        part.waiting.append(data)
        part.rows += data.num_rows
        part.bytes += data.nbytes
        self._held += data.nbytes
        if part.rows >= ROW_GROUP or part.bytes >= GROUP_BYTES:
            self._flush(key, part)
        while self._held > HELD_BYTES:
            self._flush(*max(self._parts.items(), key=lambda item: item[1].bytes))

    def _check(self, key):
        for name, value in zip(self._target["partitions"], key):
            if not is_partition_value(value, self._target["most_value_bytes"]):
                text = "NULL" if value is None else value
                raise self._error("partition", "invalid dynamic partition value: %s=%s" % (name, text))
        if len(self._parts) == MOST_PARTITIONS:
            raise self._error(
                "partition",
                "a single instance cannot output data to more than %d partitions" % MOST_PARTITIONS,
                "write the partitions in several statements",
            )

    def _flush(self, key, part):
        import pyarrow as pa

        if part.file is None:
            self._begin(key, part)
        part.file.write_table(pa.Table.from_batches(part.waiting, schema=self._stored), row_group_size=ROW_GROUP)
        part.file_rows += part.rows
        self._held -= part.bytes
        part.waiting, part.rows, part.bytes = [], 0, 0
        if not self._target["one_file"] and (part.file_rows >= FILE_ROWS or part.sink.tell() >= FILE_BYTES):
            self._end(key, part)

    def _begin(self, key, part):
        import pyarrow as pa
        import pyarrow.parquet as parquet

        if len(self._open) == MOST_OPEN:
            oldest = next(iter(self._open))
            self._end(oldest, self._open[oldest])
        # The directory itself is never made here: when it has gone, the statement has ended without this task.
        folder = self._target["directory"]
        for name, value in zip(self._target["partitions"], key):
            folder += "/%s=%s" % (name, encoded(value))
            try:
                os.mkdir(folder)
            except FileExistsError:
                pass
        part.path = folder + "/" + uuid.uuid4().hex + ".parquet"
        part.sink = pa.OSFile(part.path, "wb")
        self._made.append(part.path)
        part.file = parquet.ParquetWriter(
            part.sink,
            self._stored,
            compression="snappy",
            store_schema=False,
            store_decimal_as_integer=True,
            write_statistics=columns_with_statistics(self._stored),
        )
        self._open[key] = part

    def _end(self, key, part):
        self._open.pop(key)
        part.file.close()
        part.sink.close()
        self._told.append({"path": part.path, "values": list(key), "rows": part.file_rows})
        part.path, part.sink, part.file, part.file_rows = None, None, None, 0

    def close(self):
        """The rows about the files. A statement that wants one file gets it without rows, too."""
        if self._target["one_file"] and not self._parts:
            self._parts[()] = Part()
            self._begin((), self._parts[()])
        for key, part in self._parts.items():
            if part.waiting:
                self._flush(key, part)
            if part.file is not None:
                self._end(key, part)
        return self._told

    def give_up(self):
        for path in self._made:
            try:
                os.unlink(path)
            except OSError:
                pass

    def told(self, error):
        """A failure of the disk in words that name it."""
        if not isinstance(error, OSError):
            return error
        number = error.errno
        directory, host = self._target["directory"], socket.gethostname()
        if number in (errno.ENOSPC, errno.EDQUOT):
            return self._error("environment", "no space is left on the disk that holds " + directory, "free some space")
        if number in (errno.ENOENT, errno.EACCES, errno.EROFS):
            return self._error(
                "environment",
                "%s of the cluster cannot write into %s" % (host, directory),
                "put the home into a folder that all machines of the cluster have at the same path",
            )
        what = "%s of the cluster cannot write into %s: %s" % (host, directory, error.strerror or error)
        return self._error("environment", what, "mend the disk, then run the statement again")

    def _error(self, code, message, hint=""):
        return kernels.error(self._target["codes"][code], message, hint)


def by_key(columns, data):
    """Pairs of the partition columns' values and the rows of `data` that have them, in their order."""
    import pyarrow as pa
    import pyarrow.compute as compute

    codes = [kernels.fit(column, pa.string()).dictionary_encode(null_encoding="encode") for column in columns]
    number = None
    for code in codes:
        index = code.indices.cast(pa.int64())
        count = max(len(code.dictionary), 1)
        number = index if number is None else compute.add(compute.multiply(number, count), index)
    order = compute.sort_indices(number)
    ends = compute.run_end_encode(number.take(order), run_end_type=pa.int64()).run_ends.to_pylist()
    if len(ends) > 1:
        data = data.take(order)
    start = 0
    for end in ends:
        first = order[start].as_py()
        key = tuple(code.dictionary[code.indices[first].as_py()].as_py() for code in codes)
        yield key, data.slice(start, end - start)
        start = end


def is_partition_value(value, most_bytes):
    """As src/store/files/partition_value.h says."""
    if value is None or value == NO_VALUE:
        return False
    return 0 < len(value) <= most_bytes and all(" " <= c <= "~" for c in value)


def encoded(value):
    """As src/base/text.h encodes folders' names."""
    return "".join(c if c.isalnum() or c in "_-." else "%%%02X" % ord(c) for c in value)


def columns_with_statistics(schema):
    """The paths of all but floating numbers: statistics of these would not count NaN, and readers that trust them would
    leave out its rows."""
    return [path for field in schema for path, kind in leaves(field.name, field.type) if not is_floating(kind)]


def is_floating(kind):
    import pyarrow as pa

    return pa.types.is_floating(kind)


def leaves(path, kind):
    """The columns of a file that hold a column of the type: pairs of a path and a type."""
    import pyarrow as pa

    if pa.types.is_list(kind):
        parts = [("list.element", kind.value_type)]
    elif pa.types.is_map(kind):
        parts = [("key_value.key", kind.key_type), ("key_value.value", kind.item_type)]
    elif pa.types.is_struct(kind):
        parts = [(field.name, field.type) for field in kind]
    else:
        return [(path, kind)]
    return [leaf for name, part in parts for leaf in leaves(path + "." + name, part)]


def stored_type(kind):
    """As files of the engine on one machine have it: instants say that they are in UTC, wherever they stand."""
    import pyarrow as pa

    if pa.types.is_timestamp(kind):
        return pa.timestamp("us", tz="UTC")
    if pa.types.is_list(kind):
        return pa.list_(kind.value_field.with_type(stored_type(kind.value_type)))
    if pa.types.is_map(kind):
        return pa.map_(kind.key_field.with_type(stored_type(kind.key_type)), kind.item_field.with_type(stored_type(kind.item_type)))  # fmt: skip
    if pa.types.is_struct(kind):
        return pa.struct([field.with_type(stored_type(field.type)) for field in kind])
    return kind
