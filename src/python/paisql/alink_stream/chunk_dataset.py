"""The dataset of a stream. Imports TensorFlow."""

import tensorflow as tf

from paisql.alink_task.stream import OnceDataset


def dataset_over(chunks):
    """A TFRecordDataset of serialised Examples, which can be gone through once.

    chunks  a function that gives an iterator of lists of bytes; each goes on where the others are
    """
    rows = tf.data.Dataset.from_generator(chunks, output_signature=tf.TensorSpec([None], tf.string)).unbatch()
    return OnceDataset(rows._variant_tensor, [rows])
