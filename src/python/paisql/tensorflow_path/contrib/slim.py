"""tensorflow.contrib.slim is the package tf_slim."""

import sys

import tf_slim

sys.modules[__name__] = tf_slim
