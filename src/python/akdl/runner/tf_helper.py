"""TensorFlow's settings for a task, and a look at its rows."""

from akdl._tensorflow import tf


def set_intra_op_parallelism(intra_op_parallelism_threads=1):
    """How many threads an operation may use; to be called before the first one runs."""
    tf.config.threading.set_intra_op_parallelism_threads(int(intra_op_parallelism_threads))


def preview_tfrecords_file(filepath, count=None):
    """Prints the Examples of a file of TFRecords with their numbers from 0; `count`: so many at most."""
    for number, record in enumerate(tf.io.tf_record_iterator(filepath)):
        if count is not None and number >= count:
            break
        print(number, tf.train.Example.FromString(record))
