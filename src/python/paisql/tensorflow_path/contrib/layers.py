"""tensorflow.contrib.layers is the package tf_slim.layers."""

import sys

import tf_slim.layers  # noqa: F401

# The attribute tf_slim.layers is the module of that name inside the package.
sys.modules[__name__] = sys.modules["tf_slim.layers"]
