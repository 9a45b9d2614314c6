"""pai.data.WorkQueue: the workers of a job share the pieces of its input (pai-table-io: 6).

    queue = pai.data.WorkQueue([table], num_epochs=3, num_slices=10 * workers)
    dataset = tf.data.TableRecordDataset(queue.input_dataset(), record_defaults)

A fast worker takes more pieces than a slow one. Tables are cut into `num_slices` pieces of
neighbouring rows, "?start=A&end=B"; without num_slices a piece is one of the `works`, which may be
names of files, too. The order is drawn anew for each epoch and is the same for all workers. The
queue's state stands in the job's folder (paisql.job.work_state) and goes into checkpoints, so that a job
that is started again goes on where the checkpoint was.
"""

import hashlib
import json
import os
import random
import tempfile

from tensorflow.python.data.ops import dataset_ops
from tensorflow.python.framework import dtypes, ops, tensor_shape
from tensorflow.python.ops import data_flow_ops, script_ops
from tensorflow.python.training import queue_runner
from tensorflow.python.training.saving import saveable_object

from paisql.job import manifest, work_state
from paisql.tables import work_rows

_URL_BEGIN = "odps://"


def pieces_of(works, num_slices):
    """The works cut into about `num_slices` pieces, in order; ValueError for a table not declared.

    Every table gets its share by its number of rows, and at least one piece.
    """
    if num_slices is None:
        return list(works)
    if num_slices < 1:
        raise ValueError("num_slices is %d, and a queue has one piece at least" % num_slices)
    if not all(work.lower().startswith(_URL_BEGIN) for work in works):
        raise ValueError("num_slices is for tables; files are whole pieces: leave it out")
    ranges = [_rows_of(work) for work in works]
    total = sum(end - start for start, end in ranges)
    pieces = []
    for work, (start, end) in zip(works, ranges):
        count = max(1, round(num_slices * (end - start) / total)) if total else 1
        count = min(count, max(end - start, 1))
        base = work.partition("?")[0]
        for index in range(count):
            first = start + (end - start) * index // count
            last = start + (end - start) * (index + 1) // count
            pieces.append("%s?start=%d&end=%d" % (base, first, last))
    return pieces


def _rows_of(work):
    """(first row, end row) that a table's URL means."""
    url = manifest.TableUrl(work)
    files = manifest.current_job().find_input(url).narrowed(url)
    rows = sum(file["rows"] for file in files)
    end = rows if url.end is None else min(url.end, rows)
    return min(url.start, end), end


# How many queues of a name this process has made: the processes of a job make theirs in the same
# order, so the number says which of them belong together.
_made = {}


def _state_path(name):
    number = _made[name] = _made.get(name, -1) + 1
    folder = os.environ.get("PAISQL_JOB") or tempfile.mkdtemp(prefix="paisql-work-queue-")
    folder = os.path.join(folder, "work_queues")
    os.makedirs(folder, exist_ok=True)
    return os.path.join(folder, "%s-%d.json" % (name.replace("/", "_"), number))


def _texts(works):
    if isinstance(works, (str, bytes)):
        works = [works]
    texts = [work.decode() if isinstance(work, bytes) else str(work) for work in works]
    if not texts:
        raise ValueError("a work queue needs works: tables or files")
    return texts


class WorkQueue:
    """works: table URLs or names of files; num_epochs: how often each is given, None for ever;
    prefix: is put in front of each; num_clients: how many pieces a process works on at a time.
    """

    def __init__(
        self,
        works,
        num_epochs=1,
        shuffle=True,
        seed=None,
        prefix=None,
        num_slices=None,
        num_clients=1,
        name="work_queue",
    ):
        if num_epochs is not None and num_epochs < 1:
            raise ValueError("num_epochs is %r, and each work is given once at least" % num_epochs)
        self._pieces = pieces_of([(prefix or "") + work for work in _texts(works)], num_slices)
        self._shuffle = shuffle
        self._clients = max(int(num_clients), 1)
        self._name = name
        self._order = (None, None)
        digest = hashlib.sha256(json.dumps([self._pieces, num_epochs, shuffle]).encode()).hexdigest()
        self._state = work_state.WorkState(
            _state_path(name),
            None if num_epochs is None else num_epochs * len(self._pieces),
            digest,
            random.SystemRandom().randrange(2**31) if seed is None else int(seed),
            os.environ.get("PAISQL_PROCESS", "worker-0"),
        )
        if not ops.executing_eagerly_outside_functions() or ops.inside_function():
            ops.add_to_collection(ops.GraphKeys.SAVEABLE_OBJECTS, _WorkQueueSaveable(self._state, name))

    @property
    def name(self):
        return self._name

    def _next(self):
        """The next piece as bytes; StopIteration at the end."""
        number = self._state.take(self._clients)
        if number is None:
            raise StopIteration("the work queue %s is empty" % self._name)
        epoch, index = divmod(number, len(self._pieces))
        return self._pieces[self._order_of(epoch)[index]].encode()

    def _order_of(self, epoch):
        key = (self._state.seed, epoch)
        if self._order[0] != key:
            order = list(range(len(self._pieces)))
            if self._shuffle:
                random.Random("%d %d" % key).shuffle(order)
            self._order = (key, order)
        return self._order[1]

    def take(self):
        """A tensor, string []: each time it is computed, another piece. OutOfRangeError at the end."""
        with ops.name_scope(self._name):
            piece = script_ops.py_func(self._next, [], dtypes.string, stateful=True)
        piece.set_shape(tensor_shape.TensorShape([]))
        return piece

    def input_producer(self):
        """A queue of pieces for reader operations, such as TableRecordReader.read."""
        with ops.name_scope(self._name):
            # One piece ahead: what a slow worker holds, no fast one can take.
            proxy = data_flow_ops.FIFOQueue(1, [dtypes.string], shapes=[[]], name="proxy")
            runner = queue_runner.QueueRunner(proxy, [proxy.enqueue(self.take())] * self._clients)
            queue_runner.add_queue_runner(runner)
        return proxy

    def input_dataset(self):
        """A Dataset of pieces, string []; each iterator over it takes from the same queue."""

        def pieces():
            while True:
                try:
                    piece = self._next()
                except StopIteration:
                    return
                yield piece

        in_graph = not ops.executing_eagerly_outside_functions()
        source = dataset_ops.DatasetV1 if in_graph else dataset_ops.DatasetV2
        return work_rows.mark(source.from_generator(pieces, dtypes.string, []))

    def add_summary(self):
        """A summary of how many pieces are not taken yet."""
        from tensorflow.python.summary import summary

        remaining = script_ops.py_func(lambda: float(self._state.remaining()), [], dtypes.float64, stateful=True)
        remaining.set_shape(tensor_shape.TensorShape([]))
        summary.scalar(self._name + "/remaining", remaining)


class _WorkQueueSaveable(saveable_object.SaveableObject):
    """The queue's state as an entry of checkpoints. Libraries tell it from variables by `WorkQueue` in its name."""

    def __init__(self, state, name):
        self._work_state = state
        text = script_ops.py_func(
            lambda: state.saved().encode(), [], dtypes.string, stateful=True, name=name + "/state"
        )
        text.set_shape(tensor_shape.TensorShape([]))
        spec = saveable_object.SaveSpec(text, "", name)
        super().__init__(text, [spec], name)

    def restore(self, restored_tensors, restored_shapes):
        def restore(text):
            self._work_state.restore(text.decode())
            return 0

        done = script_ops.py_func(restore, [restored_tensors[0]], dtypes.int64, stateful=True)
        return done.op
