"""A script for Alink's TensorFlowBatchOp: each row's number, in units of the greatest."""

import tensorflow as tf


def main(task_config):
    rows = []
    for record in tf.python_io.tf_record_iterator(task_config.dataset_file):
        feature = tf.train.Example.FromString(record).features.feature
        rows.append((feature["id"].int64_list.value[0], feature["x"].float_list.value[0]))
    greatest = max(x for _, x in rows)
    for number, x in rows:
        answer = tf.train.Example()
        answer.features.feature["id"].int64_list.value.append(number)
        answer.features.feature["share"].float_list.value.append(x / greatest)
        task_config.output_writer.write(answer)
