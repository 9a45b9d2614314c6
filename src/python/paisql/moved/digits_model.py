"""tensorflow.examples.tutorials.mnist.mnist: the tutorials' network of two hidden layers.

The packages of TensorFlow 1.15 have no source of it. Names, shapes and scopes are the tutorials'.
"""

import math

import tensorflow as tf

NUM_CLASSES = 10
IMAGE_SIZE = 28
IMAGE_PIXELS = IMAGE_SIZE * IMAGE_SIZE


def _layer(scope, inputs, size, units):
    with tf.name_scope(scope):
        spread = 1.0 / math.sqrt(float(size))
        weights = tf.Variable(tf.truncated_normal([size, units], stddev=spread), name="weights")
        biases = tf.Variable(tf.zeros([units]), name="biases")
        return tf.matmul(inputs, weights) + biases


def inference(images, hidden1_units, hidden2_units):
    """Logits [batch, 10] of images [batch, 784], floats."""
    first = tf.nn.relu(_layer("hidden1", images, IMAGE_PIXELS, hidden1_units))
    second = tf.nn.relu(_layer("hidden2", first, hidden1_units, hidden2_units))
    return _layer("softmax_linear", second, hidden2_units, NUM_CLASSES)


def loss(logits, labels):
    """The mean cross entropy; labels [batch] are whole numbers from 0 to 9."""
    return tf.losses.sparse_softmax_cross_entropy(labels=tf.cast(labels, tf.int64), logits=logits)


def training(loss, learning_rate):
    """Gradient descent with a step count of its own, and a summary of the loss."""
    tf.summary.scalar("loss", loss)
    steps = tf.Variable(0, name="global_step", trainable=False)
    return tf.train.GradientDescentOptimizer(learning_rate).minimize(loss, global_step=steps)


def evaluation(logits, labels):
    """How many of the batch are right, int32."""
    return tf.reduce_sum(tf.cast(tf.nn.in_top_k(logits, labels, 1), tf.int32))
