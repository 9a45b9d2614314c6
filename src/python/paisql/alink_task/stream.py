"""The dataset of tf_context.flink_stream_dataset(), and its output_writer_op(). Imports TensorFlow."""

import json

import numpy as np
import tensorflow as tf
from tensorflow.python.data.ops import dataset_ops, readers
from tensorflow.python.framework import dtypes
from tensorflow.python.framework import tensor as tensor_lib

from paisql.alink_task import TaskError
from paisql.tables import table_source


class _Records(readers.TFRecordDatasetV2):
    """A TFRecordDataset by its class, whose records are those of another dataset's variant.

    inputs  the datasets that the variant is made of
    """

    def __init__(self, variant, inputs):
        self._made_of = inputs
        dataset_ops.DatasetV2.__init__(self, variant)

    def _inputs(self):
        return self._made_of

    @property
    def element_spec(self):
        return tensor_lib.TensorSpec([], dtypes.string)

    def repeat(self, count=None, name=None):
        raise Exception("repeat func can not set!")


class OnceDataset(tf.data.TFRecordDataset):
    """A TFRecordDataset that is not to be repeated: on the platform its records come by a pipe."""

    def __new__(cls, variant, inputs=()):
        if not issubclass(cls, dataset_ops.DatasetV1):
            return _Records(variant, list(inputs))
        return super().__new__(cls)

    def __init__(self, variant, inputs=()):
        dataset_ops.DatasetV1Adapter.__init__(self, _Records(variant, list(inputs)))

    def repeat(self, count=None, name=None):
        raise Exception("repeat func can not set!")


def dataset_of(rows):
    """A worker's rows, which src/libraries/tensors/example_rows encodes as they are taken."""
    description, attributes = rows.source()
    variant = table_source.library().paisql_example_dataset(
        [json.dumps(description)], time_zone=table_source.time_zone(), **attributes
    )
    return OnceDataset(variant)


def writer_ops(written, tensors):
    """(an operation that adds the serialised Examples of [tensor] to `written`, one that does nothing)."""
    if not isinstance(tensors, (list, tuple)) or len(tensors) != 1:
        raise TaskError("output_writer_op takes a list of one tensor, the serialised Examples")
    examples = tf.convert_to_tensor(tensors[0], tf.string)

    def add(given):
        for record in np.asarray(given, object).ravel().tolist():
            written.add(record)

    return tf.numpy_function(add, [examples], []), tf.no_op()
