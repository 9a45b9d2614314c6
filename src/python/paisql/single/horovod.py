"""What Horovod's frameworks share: a world of one process.

A job of several processes is refused by init(): there, each worker would train for itself.
"""

import os

from paisql.single import say

__path__ = []  # its parts are found by paisql.single
__version__ = "0.28.1"

_INSTEAD = (
    "write tf.distribute.experimental.MultiWorkerMirroredStrategy, or a cluster with parameter "
    "servers; a requirements.txt in the archive may install Horovod itself"
)
_started = [False]


def init(*_arguments, **_named):
    """NotImplementedError in a job of several processes."""
    if os.environ.get("PAISQL_ADDRESS") is not None:
        raise NotImplementedError(
            "Horovod is not offered to a job of several processes: " + _INSTEAD
        )
    _started[0] = True
    say("Horovod is not installed: the script runs as its only process (hvd.size() is 1)")


def shutdown():
    _started[0] = False


def is_initialized():
    return _started[0]


def _of_a_world(number):
    def count():
        if not _started[0]:
            raise ValueError("Horovod has not been initialized; use hvd.init().")
        return number

    return count


size = local_size = cross_size = _of_a_world(1)
rank = local_rank = cross_rank = _of_a_world(0)


def is_homogeneous():
    return True


def _is_not_built(verbose=False):
    del verbose
    return False


mpi_built = mpi_enabled = gloo_built = gloo_enabled = _is_not_built
nccl_built = ccl_built = ddl_built = cuda_built = rocm_built = _is_not_built
mpi_threads_supported = _is_not_built

# The operations of allreduce; of one process they all are the value itself.
Average, Sum, Adasum, Min, Max, Product = "Average", "Sum", "Adasum", "Min", "Max", "Product"


class Compression:
    """What is sent to nobody is compressed by nothing."""

    class none:
        pass

    class fp16:
        pass


def check_steps(backward_passes_per_step):
    """NotImplementedError for gradients that are collected over several steps."""
    if backward_passes_per_step != 1:
        raise NotImplementedError(
            "Horovod's backward_passes_per_step=%r is not offered: use larger batches"
            % (backward_passes_per_step,)
        )


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError("Horovod's %s is not offered here: %s" % (name, _INSTEAD))
