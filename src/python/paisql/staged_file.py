"""One Parquet file that a writer stages for an output table (docs/formats.md, "Job directory").

While it is written it is called <slice>.part, which exists only once, so that two writers of one
slice fail. Closing it writes <slice>.json, which says how many rows it has, and renames it to
<slice>.parquet. The supervisor commits what is complete when the script has succeeded.
"""

import json
import os

import pyarrow as pa
import pyarrow.parquet as pq

ROW_GROUP_ROWS = 122880  # as the SQL engine writes them


class StagedFile:
    """Takes record batches of the schema `fields` ([(name, Arrow type)])."""

    def __init__(self, folder, slice_id, fields):
        os.makedirs(folder, exist_ok=True)
        self._stem = os.path.join(folder, str(slice_id))
        descriptor = os.open(
            self._stem + ".part", os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o666
        )
        # Opening truncates: what an earlier writer of this slice left does not count any more.
        for suffix in (".json", ".parquet"):
            if os.path.exists(self._stem + suffix):
                os.remove(self._stem + suffix)
        self._stream = os.fdopen(descriptor, "wb")
        self._schema = pa.schema([pa.field(name, kind) for name, kind in fields])
        self._writer = pq.ParquetWriter(self._stream, self._schema, compression="snappy")
        self._waiting, self._waiting_rows = [], 0
        self.rows = 0

    def append(self, arrays):
        """Adds one Arrow array a column; row groups are written when they are full."""
        batch = pa.record_batch(arrays, schema=self._schema)
        self._waiting.append(batch)
        self._waiting_rows += batch.num_rows
        self.rows += batch.num_rows
        if self._waiting_rows >= ROW_GROUP_ROWS:
            self._write_group()

    def _write_group(self):
        table = pa.Table.from_batches(self._waiting, self._schema).combine_chunks()
        self._writer.write_table(table, row_group_size=ROW_GROUP_ROWS)
        self._waiting, self._waiting_rows = [], 0

    def close(self):
        """Completes the file under its final name."""
        if self._waiting_rows:
            self._write_group()
        self._writer.close()
        self._stream.close()
        with open(self._stem + ".json", "w", encoding="utf-8") as stream:
            json.dump({"rows": self.rows, "bytes": os.path.getsize(self._stem + ".part")}, stream)
        os.rename(self._stem + ".part", self._stem + ".parquet")
