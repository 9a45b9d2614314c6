"""Doubles x of each row of a stream, in batches, under either version of TensorFlow."""

import os

import tensorflow as tf

from akdl.runner.config import StreamTaskConfig


def batches(dataset):
    if tf.executing_eagerly():
        yield from dataset
        return
    following = tf.compat.v1.data.make_initializable_iterator(dataset)
    row = following.get_next()
    with tf.compat.v1.Session() as session:
        session.run(following.initializer)
        while True:
            try:
                yield session.run(row)
            except tf.errors.OutOfRangeError:
                return


def main(config: StreamTaskConfig):
    assert isinstance(config, StreamTaskConfig)
    assert config.user_params["factors"] == [2.0], config.user_params
    if "intra_op" in config.user_params:
        assert os.environ["TF_NUM_INTRAOP_THREADS"] == str(config.user_params["intra_op"])
    spec = {"id": tf.io.FixedLenFeature([], tf.int64), "x": tf.io.FixedLenFeature([], tf.float32)}
    dataset = config.dataset_fn().batch(8)
    for rows in (config.dataset_fn(), config.tf_context.flink_stream_dataset()):
        assert isinstance(rows, tf.data.TFRecordDataset), type(rows)
        assert tf.compat.v1.data.get_output_types(rows) == tf.string
    try:
        config.tf_context.flink_stream_dataset().repeat()
    except Exception as error:
        assert "repeat func can not set" in str(error)
    else:
        raise AssertionError("it was repeated")
    for batch in batches(dataset.map(lambda records: tf.io.parse_example(records, spec))):
        for number, x in zip(batch["id"], batch["x"]):
            feature = {
                "id": tf.train.Feature(int64_list=tf.train.Int64List(value=[int(number)])),
                "y": tf.train.Feature(float_list=tf.train.FloatList(value=[2 * float(x)])),
                "role": tf.train.Feature(bytes_list=tf.train.BytesList(value=[config.task_type.encode()])),
            }
            config.output_writer.write(tf.train.Example(features=tf.train.Features(feature=feature)))
