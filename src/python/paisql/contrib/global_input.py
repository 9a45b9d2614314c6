"""tensorflow.contrib.global_input, the platform's own: one queue of table parts for all workers.

    splits = tf.contrib.global_input.partition_filenames_once(tables, partition_size=65536)
    queue = tf.contrib.global_input.global_string_input_producer(
        splits, num_epochs=1, is_chief=task_index == 0)
    key, value = tf.TableRecordReader(...).read_up_to(queue, 1024)

Whoever is fast takes more parts. The queue stands where the variable `splits` does: on a parameter
server under tf.train.replica_device_setter, else in the process itself. (pai-table-io: 4)
"""

import numpy as np
from tensorflow.python.framework import constant_op, dtypes, ops, tensor_util
from tensorflow.python.ops import data_flow_ops, script_ops, variable_v1, variables
from tensorflow.python.training import input as queues

from paisql.tables import rows


def _urls(filenames):
    """Table URLs from an array of texts; a text may hold several with commas between them."""
    for text in np.asarray(filenames, dtype=object).reshape(-1):
        text = text.decode() if isinstance(text, bytes) else str(text)
        yield from (url.strip() for url in text.split(",") if url.strip())


def _split(filenames, partition_size):
    """["url?start=0&end=n", "url?start=n&end=2n", ...]; a text that is not a table stays whole."""
    parts = []
    for url in _urls(filenames):
        if not url.lower().startswith("odps://"):
            parts.append(url)
            continue
        found = rows.RowRange(url)
        base = url.partition("?")[0]
        for start in range(found.start, found.end, partition_size):
            end = min(start + partition_size, found.end)
            parts.append("%s?start=%d&end=%d" % (base, start, end))
    return np.array([part.encode() for part in parts], dtype=object)


def partition_filenames_once(filenames, partition_size=65536, name=None):
    """A local variable, string [number of parts], with the tables cut into ranges of rows.

    filenames       URLs of tables: a text, with commas between several, a list, or a tensor
    partition_size  rows of one part; ValueError unless it is positive

    tf.local_variables_initializer() gives it its value, from the same snapshot in all processes.
    """
    if partition_size < 1:
        raise ValueError("partition_size is %d, and has to be positive" % partition_size)
    with ops.name_scope(name, "partition_filenames_once"):
        known = filenames
        if isinstance(filenames, ops.Tensor):
            known = tensor_util.constant_value(filenames)
        if known is None:
            parts = script_ops.py_func(lambda texts: _split(texts, partition_size), [filenames], dtypes.string)
        else:
            parts = constant_op.constant(_split(known, partition_size), dtypes.string)
        return variable_v1.VariableV1(
            parts, name="partitions", trainable=False, validate_shape=False, collections=[ops.GraphKeys.LOCAL_VARIABLES]
        )


def global_string_input_producer(
    string_tensor,
    num_epochs=None,
    shuffle=True,
    seed=None,
    capacity=32,
    shared_name="global_input_queue",
    name=None,
    is_chief=True,
    log_inputs=False,
):
    """The queue of the strings that all workers take from; the chief alone fills it.

    Arguments as tf.train.string_input_producer has them. With num_epochs the queue ends after them,
    for all. log_inputs changes nothing: the job's log reports the rows that were read.
    """
    del log_inputs
    with ops.name_scope(name, "global_input_producer", [string_tensor]):
        place = getattr(string_tensor, "op", None)
        is_variable = isinstance(string_tensor, variables.Variable)
        with ops.colocate_with(place if is_variable else None, ignore_existing=True):
            if is_chief:
                return queues.string_input_producer(string_tensor, num_epochs, shuffle, seed, capacity, shared_name)
            return data_flow_ops.FIFOQueue(
                capacity, [dtypes.string], [[]], shared_name=shared_name, name="input_producer"
            )
