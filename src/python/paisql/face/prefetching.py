"""pai.data.prefetch: tensors computed ahead of the step that uses them, by threads of their own."""

from tensorflow.python.framework import composite_tensor, errors, ops
from tensorflow.python.ops import data_flow_ops
from tensorflow.python.training import queue_runner, session_run_hook
from tensorflow.python.util import nest


def prefetch(features, capacity=1, num_threads=1, closed_exception_types=None, timeout_millis=None, name="prefetch"):
    """The same structure of tensors, taken from a queue that `num_threads` threads fill.

    features: a tensor, or any nest of tensors and sparse tensors. closed_exception_types: errors
    that end the input as OutOfRangeError does. timeout_millis is the platform's limit for a thread
    that waits for room; here one waits as long as the session lives. The threads are those of a
    QueueRunner, which monitored sessions and estimators start by themselves.
    """
    del timeout_millis
    flat = nest.flatten(features, expand_composites=True)
    flat = [ops.convert_to_tensor(tensor) for tensor in flat]
    with ops.name_scope(name):
        queue = data_flow_ops.FIFOQueue(capacity, [tensor.dtype for tensor in flat])
        closed = (errors.OutOfRangeError, *(closed_exception_types or ()))
        runner = queue_runner.QueueRunner(
            queue, [queue.enqueue(flat)] * num_threads, queue_closed_exception_types=closed
        )
        queue_runner.add_queue_runner(runner)
        taken = queue.dequeue()
    taken = list(taken) if isinstance(taken, (list, tuple)) else [taken]
    for before, behind in zip(flat, taken):
        behind.set_shape(before.shape)
    if isinstance(features, composite_tensor.CompositeTensor) or nest.is_nested(features):
        return nest.pack_sequence_as(features, taken, expand_composites=True)
    return taken[0]


class PrefetchHook(session_run_hook.SessionRunHook):
    """What scripts give to a session for the prefetching threads, which run without it, too."""


def make_prefetch_hook(daemon=True, start=True):
    """A hook for the sessions of scripts that ask for one; nothing is left for it to do."""
    del daemon, start
    return PrefetchHook()
