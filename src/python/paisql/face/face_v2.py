"""The face "tensorflow2": TensorFlow 2 as it is, with the platform's table functions added."""

import sys

from paisql.face import cluster, flags, gpu_share, native_ends, oss_plugin, platform_names
from paisql.monitoring import progress_hooks


def put_on():
    """Adds tf.data.TableRecordDataset and tf.python_io; called once, by the import hook, maybe
    before any job.
    """
    platform_names.add(sys.modules["tensorflow"])
    flags.be_tolerant()
    native_ends.install()


def begin_job():
    """What depends on the process's environment and arguments; called once, after put_on."""
    cluster.adapt_sessions()
    gpu_share.install()
    oss_plugin.register()
    progress_hooks.install()
