"""The face "tensorflow2": TensorFlow 2 as it is, with the platform's table functions added."""

import sys

from paisql import oss, platform_names


def put_on():
    """Adds tf.data.TableRecordDataset and tf.python_io; called once, by the import hook."""
    platform_names.add(sys.modules["tensorflow"])
    oss.register()
