"""Files of columns and of records as operators: Parquet, and TFRecords of tf.train.Example."""

import base64
import importlib
import sys

from paisql.alink import environment, files, loading
from paisql.alink.file_sink import FileSink
from paisql.alink.operator import BatchOperator
from paisql.alink.parameters import NAMES, PATH, POSITIVE, SCHEMA, TRUTH
from paisql.alink_models.alink_columns import columns_of, quoted

__all__ = ["ParquetSourceBatchOp", "TFRecordDatasetSinkBatchOp", "TFRecordDatasetSourceBatchOp"]

_BLOCK_BYTES = 8 << 20
_ROWS = 65536
_SIMPLE = {
    "bool": "BOOLEAN",
    "int8": "TINYINT",
    "uint8": "SMALLINT",
    "int16": "SMALLINT",
    "uint16": "INT",
    "int32": "INT",
    "uint32": "BIGINT",
    "int64": "BIGINT",
    "halffloat": "FLOAT",
    "float": "FLOAT",
    "double": "DOUBLE",
    "string": "STRING",
    "large_string": "STRING",
    "binary": "BINARY",
    "large_binary": "BINARY",
    "date32[day]": "DATE",
}


def _need_arrow(operator):
    """ModuleNotFoundError without the packages that read and write these files, with the command for them."""
    for name in ("pyarrow", "numpy"):
        try:
            importlib.import_module(name)
        except ModuleNotFoundError:
            raise ModuleNotFoundError(
                "%s needs %s: %s -m pip install pyarrow numpy brings it"
                % (type(operator).__name__, name, sys.executable),
                name=name,
            ) from None


def _type_of_field(field, path):
    """The column's type for an Arrow field."""
    import pyarrow as pa

    kind = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
    if str(kind) in _SIMPLE:
        return _SIMPLE[str(kind)]
    if pa.types.is_timestamp(kind):
        return "TIMESTAMP"
    if pa.types.is_decimal(kind):
        return "DECIMAL(%d,%d)" % (kind.precision, max(kind.scale, 0))
    raise ValueError(
        "%s: column '%s' is %s, which no column of a table is; leave it out with setSelectedCols"
        % (path, field.name, field.type)
    )


class ParquetSourceBatchOp(BatchOperator):
    """A Parquet file, or all files of a folder, which have the same columns.

    selectedCols  the columns to read; all without it (not Alink's: docs/alink.md)
    """

    parameters = {"filePath": PATH, "selectedCols": NAMES}
    keeps_rows = True

    def fill(self, table):
        _need_arrow(self)
        import pyarrow.parquet as pq

        paths = files.files_of(self.needed("filePath"))
        if not paths:
            raise ValueError("%s has no files" % self.needed("filePath"))
        schema = pq.read_schema(paths[0])
        chosen = self.value("selectedCols")
        missing = sorted(set(chosen or []) - set(schema.names))
        if missing:
            raise ValueError("%s has no column '%s'; it has %s" % (paths[0], missing[0], ", ".join(schema.names)))
        names = list(chosen) if chosen else schema.names
        columns = [(name, _type_of_field(schema.field(name), paths[0])) for name in names]
        loading.fill_arrow(table, columns, self._batches(paths, names))

    @staticmethod
    def _batches(paths, names):
        import pyarrow as pa
        import pyarrow.parquet as pq

        for path in paths:
            with pq.ParquetFile(path) as parquet:
                lacking = [name for name in names if name not in parquet.schema_arrow.names]
                if lacking:
                    raise ValueError("%s has no column '%s', as %s has" % (path, lacking[0], paths[0]))
                for batch in parquet.iter_batches(_ROWS, columns=names):
                    yield pa.RecordBatch.from_arrays([batch.column(name) for name in names], names=names)


_KINDS = {"STRING": "u", "BINARY": "u", "FLOAT": "f", "DOUBLE": "f"}
_INTEGERS = ("TINYINT", "SMALLINT", "INT", "BIGINT")


class TFRecordDatasetSourceBatchOp(BatchOperator):
    """A file of TFRecords, or all of a folder, each a tf.train.Example with a feature a column.

    schemaStr  columns that are string, binary, float, double or integers; of a feature with several
               values the first one counts, others are passed over
    """

    parameters = {"filePath": PATH, "schemaStr": SCHEMA}
    aliases = {"schema": "schemaStr", "tableSchema": "schemaStr"}
    keeps_rows = True

    def fill(self, table):
        _need_arrow(self)
        columns = columns_of(self.needed("schemaStr"))
        for name, kind in columns:
            if kind not in _KINDS and kind not in _INTEGERS:
                raise ValueError(
                    "TFRecordDatasetSourceBatchOp: a tf.train.Example gives no %s for column '%s'" % (kind, name)
                )
        loading.fill_arrow(table, columns, self._batches(columns))

    def _batches(self, columns):
        from paisql.alink_task import examples

        decoder = examples.Decoder([(name, _KINDS.get(kind, "l")) for name, kind in columns])
        try:
            for path in files.files_of(self.needed("filePath")):
                for number, block in _blocks(path):
                    try:
                        decoder.add_records(block)
                    except examples.Refused as refused:
                        why = examples.why(refused, columns)
                        raise ValueError("%s: record %d: %s" % (path, number + refused.row + 1, why)) from None
                    yield _batch(decoder.take(), columns)
        finally:
            decoder.close()


def _batch(arrays, columns):
    """Decoded arrays as the types of the columns."""
    import pyarrow as pa

    made = []
    for array, (name, kind) in zip(arrays, columns):
        try:
            made.append(array.cast(pa.string()) if kind == "STRING" else array)
        except pa.ArrowInvalid as error:
            raise ValueError("column '%s' (%s): %s" % (name, kind, error)) from None
    return pa.RecordBatch.from_arrays(made, names=[name for name, _ in columns])


def _blocks(path):
    """(number of the first record, whole TFRecords of some MiB); ValueError where the file ends within one."""
    from paisql.alink_task import examples

    rest, number = b"", 0
    with open(path, "rb") as stream:
        while True:
            read = stream.read(max(_BLOCK_BYTES, 2 * len(rest)))
            rest += read
            try:
                size, count = examples.whole_records(rest)
            except ValueError as error:
                raise ValueError("%s: record %d: %s" % (path, number + 1, error)) from None
            if count:
                yield number, rest[:size]
                rest, number = rest[size:], number + count
            if not read:
                break
    if rest:
        raise ValueError("%s: record %d: the file ends within it" % (path, number + 1))


class TFRecordDatasetSinkBatchOp(FileSink):
    """The rows as TFRecords of tf.train.Example; a NULL is left out of its row's Example."""

    parameters = {"filePath": PATH, "overwriteSink": TRUTH(False), "numFiles": POSITIVE(1)}

    def write_files(self, paths):
        _need_arrow(self)
        import pyarrow as pa

        from paisql.alink_task import examples

        columns = self.one().schema()
        kinds = {"FLOAT": pa.float32(), "DOUBLE": pa.float64(), "STRING": pa.string()}
        kinds.update({name: pa.int64() for name in _INTEGERS}, BINARY=pa.binary())
        for name, kind in columns:
            if kind not in kinds:
                raise ValueError(
                    "TFRecordDatasetSinkBatchOp: column '%s' is %s, which a tf.train.Example does "
                    "not hold; CAST it in a select" % (name, kind)
                )
        read = [
            "%s AS %s" % ("BASE64(%s)" % quoted(name) if kind == "BINARY" else quoted(name), quoted(name))
            for name, kind in columns
        ]
        rows = environment.current().run("SELECT %s FROM %s" % (", ".join(read), self.of()))
        arrays = []
        for number, (_, kind) in enumerate(columns):
            values = [row[number] for row in rows]
            if kind == "BINARY":
                values = [None if value is None else base64.b64decode(value) for value in values]
            arrays.append(pa.array(values, kinds[kind]))
        batch = pa.RecordBatch.from_arrays(arrays, names=[name for name, _ in columns])
        for number, path in enumerate(paths):
            own = batch.take(pa.array(range(number, batch.num_rows, len(paths)), pa.int64()))
            with open(path, "wb") as stream:
                for begin in range(0, own.num_rows, _ROWS):
                    stream.write(examples.encode(own.slice(begin, _ROWS), omit_nulls=True))
