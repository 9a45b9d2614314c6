"""The rows of a worker: the file task_config.dataset_file, and the dataset over it."""

import os
import sys

import pyarrow as pa

from paisql.alink_task import TaskError, examples
from paisql.tables import columns as column_rules
from paisql.tables.rows import RowRange


def write(settings, place, work_dir):
    """Writes this worker's Examples as TFRecords; gives (path, number of records).

    Row i goes to worker i modulo their number. With `even`, workers that have a row less get the
    table's last one again, since all-reduce wants as many steps of each. A parameter server gets none.
    """
    path = os.path.join(work_dir, "dataset.tfrecords")
    length = 0
    with open(path, "wb") as stream:
        if not place.is_server:
            for records, count in _records(settings, place):
                stream.write(records)
                length += count
    return path, length


def _records(settings, place):
    read = RowRange(settings["input"], settings["columns"])
    fields = [column.name for column in read.columns]
    position, last = 0, None
    for arrays in read.chunks():
        arrays = [_fitting(array, column) for array, column in zip(arrays, read.columns)]
        batch = pa.RecordBatch.from_arrays(arrays, names=fields)
        first = (place.index - position) % place.workers
        yield _encoded(batch, first, place.workers, position, settings), len(
            range(first, batch.num_rows, place.workers)
        )
        position, last = position + batch.num_rows, batch.slice(batch.num_rows - 1)
    extra = position % place.workers
    if not settings["even"] or not extra:
        return
    if place.is_chief:
        sys.stderr.write(
            "evenSplit: %d of %d workers get the last row again, so that all have %d rows "
            "(-DevenSplit=false leaves that)\n"
            % (place.workers - extra, place.workers, -(-position // place.workers))
        )
    if place.index >= extra:
        yield _encoded(last, 0, 1, position - 1, settings), 1


def _fitting(array, column):
    """The array as the encoder takes it; what asks for a conversion was checked by the statement."""
    kind = array.type
    if pa.types.is_boolean(kind):
        return array.cast(pa.int8())
    if pa.types.is_decimal(kind) and column_rules.base_type(column.type) == "DECIMAL":
        return array.cast(pa.float64())
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return array
    if pa.types.is_string(kind) or pa.types.is_binary(kind):
        return array
    return column_rules.to_text(array, column.type)


def _encoded(batch, first, step, position, settings):
    try:
        return examples.encode(batch, first, step, settings["nulls"] == "omit")
    except examples.NullCell as null:
        raise TaskError(
            "column '%s' is NULL in row %d of the input, and a tf.train.Example has no NULL: "
            "COALESCE(%s, ...) in a query, or -DnullValues=omit"
            % (null.column, position + null.row + 1, null.column)
        ) from None


class TaskContext:
    """task_config.tf_context: what Alink's TFContext tells of a task."""

    def __init__(self, settings, place, path, work_dir):
        self._place, self._path = place, path
        self.index = place.index if not place.is_server else place.task_index
        self.roleName = "ps" if place.is_server else "worker"
        self.properties = {
            "ALINK:work_dir": work_dir,
            "ALINK:num_workers": str(place.workers),
            "ALINK:num_pss": str(len(place.cluster.get("ps", []))),
            "ALINK:intra_op_parallelism": str(settings["intra_op"]),
            "current_work_dir": work_dir,
        }

    def get_property(self, key):
        return self.properties[key]

    def get_index(self):
        return self.index

    def get_role_name(self):
        return self.roleName

    def get_role_parallelism_map(self):
        return {"worker": self._place.workers, "ps": len(self._place.cluster.get("ps", []))}

    def get_tf_cluster(self):
        return self._place.cluster

    def export_estimator_cluster(self):
        """(cluster, task type, task index), as TF_CONFIG has them."""
        return self._place.cluster, self._place.task_type, self._place.task_index

    def flink_stream_dataset(
        self, compression_type=None, buffer_size=0, num_parallel_reads=None
    ):
        """A TFRecordDataset of this worker's Examples, which can be gone through once."""
        from paisql.alink_task.stream import OnceDataset

        return OnceDataset(self._path, compression_type, buffer_size or None, num_parallel_reads)
