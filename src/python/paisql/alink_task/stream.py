"""The dataset of tf_context.flink_stream_dataset(). Imports TensorFlow."""

import tensorflow as tf


class OnceDataset(tf.data.TFRecordDataset):
    """A TFRecordDataset that is not to be repeated: on the platform its records come by a pipe."""

    def repeat(self, count=None, name=None):
        raise Exception("repeat func can not set!")
