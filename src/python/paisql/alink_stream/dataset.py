"""The dataset of a stream. Imports TensorFlow."""

import tensorflow as tf

from paisql.alink_task.stream import OnceDataset


def dataset_over(chunks):
    """A dataset of serialised Examples, which can be gone through once.

    chunks  a function that gives an iterator of lists of bytes; each goes on where the others are
    """
    rows = tf.data.Dataset.from_generator(
        chunks, output_signature=tf.TensorSpec([None], tf.string)
    ).unbatch()
    # A script may ask for options and methods of any dataset, so it gets one, and repeat() says why
    # it cannot be.
    rows.repeat = OnceDataset.repeat.__get__(rows)
    return rows
