"""What both faces do."""

from paisql.face import cluster, flags, gpu_share, native_ends, oss_plugin, platform_names
from paisql.monitoring import progress_hooks


def put_on(module):
    """Adds the platform's names to what scripts see as `tensorflow`; maybe before any job."""
    platform_names.add(module)
    flags.be_tolerant()
    native_ends.install()


def begin_job():
    """What depends on the process's environment and arguments; called once, after put_on() of the face."""
    cluster.adapt_sessions()
    gpu_share.install()
    oss_plugin.register()
    progress_hooks.install()
