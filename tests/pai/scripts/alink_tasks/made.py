"""What the cases of script components share: Examples of TensorFlow's own classes, and what is refused."""

import tensorflow as tf

from paisql.alink_task import TaskError


def refused(function, *texts):
    try:
        function()
    except TaskError as error:
        for text in texts:
            assert text in str(error), error
        return
    raise AssertionError("nothing was refused")


def example(**features):
    made = {}
    for name, value in features.items():
        made[name] = tf.train.Feature(**value)
    return tf.train.Example(features=tf.train.Features(feature=made))


def integers(*values):
    return {"int64_list": tf.train.Int64List(value=values)}


def floats(*values):
    return {"float_list": tf.train.FloatList(value=values)}


def texts(*values):
    return {"bytes_list": tf.train.BytesList(value=values)}
