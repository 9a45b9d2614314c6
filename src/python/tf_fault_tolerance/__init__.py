"""tf_fault_tolerance, the platform's copies of checkpoints in memory.

There they spare a restarted job the way to a slow store. Here checkpoints lie on this machine's own
disk, and a process that is started again reads them there; so nothing is copied, and that is said.
"""

from tensorflow.python.platform import tf_logging
from tensorflow.python.training import session_run_hook

__all__ = ["AsyncCacheCKPTRunnerHook"]


class AsyncCacheCKPTRunnerHook(session_run_hook.SessionRunHook):
    """A hook that scripts give to the chief's session. The session's own checkpoints are enough."""

    def begin(self):
        tf_logging.info("tf_fault_tolerance: checkpoints are on this machine's disk, and are not copied")
