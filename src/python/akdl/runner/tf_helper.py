"""TensorFlow's settings for a task."""

from akdl.engine._tensorflow import tf


def set_intra_op_parallelism(intra_op_parallelism_threads):
    """How many threads an operation may use; to be called before the first one runs."""
    tf.config.threading.set_intra_op_parallelism_threads(int(intra_op_parallelism_threads))
