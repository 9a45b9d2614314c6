"""Rows into Parquet files, where the cluster's processes have them. Travels there as it is, like paisql.spark.kernels."""

import base64
import os
import uuid

from paisql.spark import kernels


def writer(question):
    """A function of batches that writes them below the directory, and gives a row for each file. Files of attempts that
    were given up are on nobody's list."""
    directory, schema_bytes = question["directory"], base64.b64decode(question["schema"])
    names, not_null = question["partitions"], question["not_null"]

    def write(batches):
        import pyarrow as pa

        schema = pa.ipc.read_schema(pa.py_buffer(schema_bytes))
        files = Files(directory, schema, names, not_null)
        for batch in batches:
            files.add(batch)
        rows = files.close()
        if rows:
            yield pa.RecordBatch.from_pylist(
                rows, schema=pa.schema([("path", pa.string()), ("values", pa.list_(pa.string())), ("rows", pa.int64())])
            )

    return write


class Files:
    """The open files of one task, one for each partition that it has seen."""

    def __init__(self, directory, schema, names, not_null):
        self._directory, self._schema, self._names, self._not_null = directory, schema, names, not_null
        self._open = {}

    def add(self, batch):
        import pyarrow as pa

        count = len(self._schema)
        data = pa.RecordBatch.from_arrays(
            [stored(array, field.type) for array, field in zip(batch.columns[:count], self._schema)],
            schema=pa.schema([pa.field(f.name, stored_type(f.type)) for f in self._schema]),
        )
        for index, refused in enumerate(self._not_null):
            if refused and data.column(index).null_count:
                raise kernels.KernelError(
                    '{"code": "ODPS-0121095", "message": "column %s is NOT NULL, but a row has NULL for it"}'
                    % self._schema.field(index).name
                )
        if not self._names:
            return self._write((), data)
        keys = list(zip(*(column.to_pylist() for column in batch.columns[count:])))
        places = {}
        for row, key in enumerate(keys):
            places.setdefault(key, []).append(row)
        for key, rows in places.items():
            self._write(key, data.take(pa.array(rows)))

    def _write(self, key, data):
        import pyarrow.parquet as parquet

        if data.num_rows == 0:
            return
        if key not in self._open:
            folder = self._directory
            for name, value in zip(self._names, key):
                folder += "/%s=%s" % (name, encoded(value))
            os.makedirs(folder, exist_ok=True)
            path = folder + "/" + uuid.uuid4().hex + ".parquet"
            self._open[key] = [
                path,
                parquet.ParquetWriter(path, data.schema, compression="snappy", store_schema=False),
                0,
            ]
        found = self._open[key]
        found[1].write_batch(data)
        found[2] += data.num_rows

    def close(self):
        rows = []
        for key, (path, file, count) in self._open.items():
            file.close()
            rows.append({"path": path, "values": list(key), "rows": count})
        return rows


def encoded(value):
    return "".join(
        c if c.isalnum() and c.isascii() or c in "_-." else "".join("%%%02X" % b for b in c.encode()) for c in value
    )


def stored_type(kind):
    """As files of the engine on one machine have it: instants say that they are in UTC."""
    import pyarrow as pa

    if pa.types.is_timestamp(kind):
        return pa.timestamp("us", tz="UTC")
    return kind


def stored(array, kind):
    return kernels.fit(array, stored_type(kind))
