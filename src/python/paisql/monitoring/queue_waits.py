"""How long training steps wait for queues, as input pipelines of queue runners have them.

TensorFlow does not count that. So some of the runs of a graph that has queue runners, one a second
at most, are traced, and the time in which an operation that takes from a queue was at work is
compared with that of the whole run. A trace that is expensive, of a large graph, is made less often.
"""

import time
import weakref

from tensorflow.core.protobuf import config_pb2
from tensorflow.python.framework import ops

_EVERY_SECONDS = 1.0
_MOST_OF_THE_TIME = 0.01  # that tracing takes
_WAITING = ("QueueDequeue", "ReaderRead")  # how the types of such operations begin


def _waits(metadata):
    """Seconds of a traced run in which it waited for a queue."""
    spans = []
    for device in metadata.step_stats.dev_stats:
        for node in device.node_stats:
            # "batch/fifo_queue_Dequeue = QueueDequeueManyV2(...)"
            _, _, kind = node.timeline_label.partition(" = ")
            if kind.startswith(_WAITING):
                begin = node.all_start_micros + node.op_start_rel_micros
                spans.append((begin, node.all_start_micros + node.all_end_rel_micros))
    waited, reached = 0, 0
    for begin, end in sorted(spans):
        waited += max(end - max(begin, reached), 0)
        reached = max(reached, end)
    return waited / 1e6


class QueueWaits:
    """The traced runs of this process."""

    def __init__(self):
        self.waited = self.traced = 0.0  # seconds of the traced runs
        self.graph = lambda: None  # the graph with queues, weakly
        self._next = None  # when another run is to be traced; the first is not like others
        self._cost = 0.0

    def share(self):
        """The part of a step's time that waits for queues, 0 to 1."""
        return min(self.waited / self.traced, 1.0) if self.traced else 0.0

    def is_due(self, graph, options):
        """Whether the next run is to be traced; not where the script traces runs itself."""
        now = time.monotonic()
        if self._next is None or now < self._next:
            self._next = self._next or now
            return False
        if not graph.get_collection(ops.GraphKeys.QUEUE_RUNNERS):
            self._next = now + _EVERY_SECONDS
            return False
        self.graph = weakref.ref(graph)
        return options is None or (
            options.trace_level == config_pb2.RunOptions.NO_TRACE and not options.output_partition_graphs
        )

    def run(self, run_original, session, fetches, feed_dict, options, run_metadata):
        """The run, traced; its result."""
        traced = config_pb2.RunOptions()
        if options is not None:
            traced.CopyFrom(options)
        traced.trace_level = config_pb2.RunOptions.SOFTWARE_TRACE
        metadata = config_pb2.RunMetadata() if run_metadata is None else run_metadata
        begin = time.monotonic()
        result = run_original(session, fetches, feed_dict, traced, metadata)
        end = time.monotonic()
        self.waited += min(_waits(metadata), end - begin)
        self.traced += end - begin
        if run_metadata is not None:
            run_metadata.Clear()
        cost = time.monotonic() - end
        self._next = end + max(_EVERY_SECONDS, cost / _MOST_OF_THE_TIME)
        return result
