"""What Horovod's frameworks share: a world of one process.

A job of several processes is refused by init(): there, each worker would train for itself. The
names are those of Horovod 0.19 to 0.28.
"""

import importlib
import os
import sys

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
        raise NotImplementedError("Horovod is not offered to a job of several processes: " + _INSTEAD)
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


def check_extension(*_arguments, **_named):
    """What a script asks for before it starts is here."""


def num_rank_is_power_2(num_rank):
    return num_rank != 0 and num_rank & (num_rank - 1) == 0


check_num_rank_power_of_2 = num_rank_is_power_2


def start_timeline(file_path, mark_cycles=False):
    del file_path, mark_cycles
    say("Horovod's timeline is not written: there is nothing to wait for")


def stop_timeline():
    pass


# The operations of allreduce; of one process they all are the value itself.
Average, Sum, Adasum, Min, Max, Product = "Average", "Sum", "Adasum", "Min", "Max", "Product"


def handle_average_backwards_compatibility(op, average):
    """The operation that the older flag, or the newer one, names."""
    if op is not None and average is not None:
        raise ValueError("The op parameter supersedes average. Please provide only one of them.")
    if op is not None:
        return op
    return Sum if average is not None and not average else Average


class Compressor:
    """With one process nothing is sent, and nothing is compressed."""

    @staticmethod
    def compress(tensor):
        return tensor, None

    @staticmethod
    def decompress(tensor, ctx):
        del ctx
        return tensor


class NoneCompressor(Compressor):
    pass


class FP16Compressor(Compressor):
    pass


class Compression:
    none = NoneCompressor
    fp16 = FP16Compressor


class ProcessSet:
    """Ranks that exchange among themselves: here none, or the one that there is."""

    process_set_id = 0

    def __init__(self, ranks_or_comm):
        self.ranks = sorted(ranks_or_comm)
        if self.ranks not in ([], [0]):
            raise ValueError("ranks are %r, and there is rank 0 alone" % (self.ranks,))

    def included(self):
        return bool(self.ranks)

    def size(self):
        return len(self.ranks)

    def rank(self):
        return 0 if self.ranks else -1


global_process_set = ProcessSet([0])


def add_process_set(process_set):
    return process_set if isinstance(process_set, ProcessSet) else ProcessSet(process_set)


def remove_process_set(process_set):
    return process_set is not global_process_set


def is_process_set_included(process_set=global_process_set):
    return process_set.included()


class HorovodInternalError(RuntimeError):
    """Another process is gone; one process alone never raises it."""


class HostsUpdatedInterrupt(RuntimeError):
    """There are other machines now; one process alone never raises it."""


class HorovodVersionMismatchError(ImportError):
    pass


def check_root(root_rank):
    """ValueError for a rank that there is not."""
    if root_rank != 0:
        raise ValueError("root_rank is %r, and there is rank 0 alone" % (root_rank,))


def check_steps(backward_passes_per_step):
    """NotImplementedError for gradients that are collected over several steps."""
    if backward_passes_per_step != 1:
        raise NotImplementedError(
            "Horovod's backward_passes_per_step=%r is not offered: use larger batches" % (backward_passes_per_step,)
        )


def scaled(tensor, prescale_factor=1.0, postscale_factor=1.0):
    """A reduction of one: what the factors make of the value."""
    factor = prescale_factor * postscale_factor
    return tensor if factor == 1.0 else tensor * factor


_PARTS = ("compression", "elastic", "functions", "keras", "mpi_ops", "torch")


def part_of(package, name):
    """The attribute `name` of a package of Horovod: a module below it, or a name of all."""
    if name in _PARTS:
        try:
            return importlib.import_module(package + "." + name)
        except ModuleNotFoundError:
            pass
    return getattr(sys.modules[__name__], name)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError("Horovod's %s is not offered here: %s" % (name, _INSTEAD))
