"""The face "tensorflow2": TensorFlow 2 as it is, with the platform's table functions added."""

import sys

from paisql.face import both

begin_job = both.begin_job


def put_on():
    """Adds tf.data.TableRecordDataset and tf.python_io; called once, by the import hook, maybe before any job."""
    both.put_on(sys.modules["tensorflow"])
