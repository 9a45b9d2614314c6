"""What a process tells of its input's time, and the hints; stands in a job's folder when it runs."""

import csv
import json
import os
import sys
import threading
import time
import types

READ_END, WRITE_END = os.pipe()
os.environ["PAISQL_PROGRESS_FD"] = str(WRITE_END)

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from cases import case, main  # noqa: E402

import paisql.data  # noqa: E402
from paisql.monitoring import (  # noqa: E402
    input_hints,
    progress,
    queue_waits,
    slow_input,
    step_time,
)

LINES = os.fdopen(READ_END, "rb", buffering=0)
TABLE, SIZE = sys.argv[1], int(sys.argv[2])
STEPS = step_time._process
tf.logging.set_verbosity(tf.logging.ERROR)


def line_now(step=[10**6]):
    """What the process tells from now on."""
    step[0] += 1
    progress.report(step=step[0])
    while True:
        line = json.loads(LINES.readline())
        if line.get("step") == step[0]:
            return line


def work(seconds=0.004):
    """Takes so long; gives how long it took."""
    begin = time.monotonic()
    while time.monotonic() < begin + seconds:
        np.sum(np.ones(1000))
    return time.monotonic() - begin


class Fed:
    """A model that is fed, trained through the hooks of sessions."""

    def __init__(self, value=None):
        self.x = tf.placeholder(tf.float32, [None, 2]) if value is None else value
        w = tf.get_variable("w", [])
        self.train = tf.train.GradientDescentOptimizer(1e-6).minimize(tf.reduce_sum(w * self.x))


def line_before():
    """"script.py:12" of the line before the one that calls."""
    return "%s:%d" % (os.path.basename(__file__), sys._getframe(1).f_lineno - 1)


@case
def all_ways_of_reading_a_table_count_rows_and_bytes():
    def native():
        taken = tf.data.TableRecordDataset(TABLE, [np.int64(0), ""]).batch(7)
        element = taken.make_one_shot_iterator().get_next()
        with tf.Session() as session:
            try:
                while True:
                    session.run(element)
            except tf.errors.OutOfRangeError:
                pass

    def in_python():
        with tf.python_io.TableReader(TABLE) as reader:
            reader.read(1000)

    def in_numpy():
        list(paisql.data.batches(TABLE, rows=10))

    def in_arrow():
        paisql.data.reader(TABLE).read_all()

    def in_queues():
        queue = tf.train.string_input_producer([TABLE], num_epochs=1)
        _, value = tf.TableRecordReader().read_up_to(queue, 1000)
        with tf.Session() as session:
            session.run(tf.local_variables_initializer())
            coordinator = tf.train.Coordinator()
            threads = tf.train.start_queue_runners(session, coordinator)
            session.run(value)
            coordinator.request_stop()
            coordinator.join(threads)

    before = line_now()
    for read in (native, in_python, in_numpy, in_arrow, in_queues):
        with tf.Graph().as_default():
            read()
        line = line_now()
        new = [line[name] - before.get(name, 0) for name in ("rows_read", "bytes_read")]
        assert new == [100, SIZE], (read.__name__, new)
        assert line["read_seconds"] >= before.get("read_seconds", 0)
        before = line
    # Of one of the columns, less.
    list(paisql.data.batches(TABLE, ["id"]))
    assert 0 < line_now()["bytes_read"] - before["bytes_read"] < SIZE


@case
def what_a_step_is_fed_is_waited_for():
    clock = step_time.StepTime()
    assert clock.totals() == {}
    clock.looks({"x": np.zeros([32, 2]), "rate": 0.1})
    clock.began = clock.ended = 10.0
    clock.ran(10.0, 11.0, {"x": 0})
    clock.ran(14.0, 15.0, {"x": 0})  # 3 seconds were between the two
    clock.ran_other(16.0, 18.0)  # an evaluation, say
    clock.ran(19.0, 20.0, {"x": 0})
    assert clock.fed == 5.0 and clock.fed_rows == 32
    clock.ran(25.0, 30.0, None)  # nothing is fed, so nothing was waited for
    assert clock.totals() == {"step_seconds": 20.0, "wait_seconds": 5.0}
    # Numbers alone do not count as input.
    clock.looks({"rate": 0.1})
    clock.ran(40.0, 41.0, {"rate": 0})
    assert clock.totals() == {"step_seconds": 31.0, "wait_seconds": 5.0}


@case
def an_iterator_is_waited_for():
    took = []

    def make(_):
        took.append(work())
        return np.float32(1)

    with tf.Graph().as_default():
        dataset = tf.data.Dataset.range(100).map(lambda x: tf.py_func(make, [x], tf.float32))
        value = dataset.make_one_shot_iterator().get_next()
        value.set_shape([])
        model = Fed(value)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            session.run(model.train)  # the first step begins the time
            before = sum(STEPS.waited())
            del took[:]
            for _ in range(30):
                session.run(model.train)
        waited = sum(STEPS.waited()) - before
    # TensorFlow may fetch one element ahead, while a step computes.
    assert waited >= 0.5 * sum(took), (waited, sum(took))


@case
def a_queue_is_waited_for():
    queue_waits._EVERY_SECONDS, queue_waits._MOST_OF_THE_TIME = 0, 1e9
    waits = STEPS._queues
    waits.waited, waits.traced, waits._next = 0.0, 0.0, None
    with open("lines.csv", "w", encoding="utf-8") as stream:
        stream.write("1,0.5\n" * 10)
    with tf.Graph().as_default():
        files = tf.train.string_input_producer(["lines.csv"])
        _, text = tf.TextLineReader().read(files)
        decoded = tf.decode_csv(text, [[0], [0.0]])[1]
        made_at = line_before()
        with tf.control_dependencies([tf.py_func(work, [np.float64(0.02)], tf.float64)]):
            slow = tf.identity(decoded)
        model = Fed(tf.train.batch([slow], 1, capacity=1))
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            coordinator = tf.train.Coordinator()
            threads = tf.train.start_queue_runners(session, coordinator)
            for _ in range(30):
                session.run(model.train)
            coordinator.request_stop()
            session.run(files.close(cancel_pending_enqueues=True))
            coordinator.join(threads, stop_grace_period_secs=5, ignore_live_threads=True)
        assert 0.5 < waits.share() <= 1, waits.share()
        (cost,) = slow_input._queue_costs(STEPS, waits, False)
        assert (cost.way, cost.place) == ("queue", made_at), (cost, made_at)


@case
def traces_are_the_scripts_own_where_it_makes_them():
    waits = queue_waits.QueueWaits()
    with tf.Graph().as_default() as graph:
        assert not waits.is_due(graph, None)  # the first run is not like others
        assert not waits.is_due(graph, None) and waits.graph() is None  # no queue, no trace
        waits._next = 0.0
        tf.train.string_input_producer(["a"])
        assert waits.is_due(graph, None)
        assert waits.is_due(graph, tf.RunOptions())
        assert not waits.is_due(graph, tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE))


class Told:
    """Hints that tell this list, and find any cost worth a line unless `least` says otherwise."""

    def __init__(self, watcher, least=input_hints.Least(0, 0)):
        self.lines = []
        self.hints = input_hints.Hints(self.lines.append)
        self.hints.watchers.append(watcher)
        self._least = dict.fromkeys(input_hints._LEAST, least) if least else input_hints._LEAST

    def look(self, at_end=False):
        before, input_hints._LEAST = input_hints._LEAST, self._least
        try:
            # As the thread does that writes the progress.
            thread = threading.Thread(target=self.hints.look, args=(at_end,))
            thread.start()
            thread.join()
        finally:
            input_hints._LEAST = before
        return self.lines


@case
def a_file_that_the_csv_module_reads_is_named():
    module = types.SimpleNamespace(reader=csv.reader)
    files = slow_input.CsvFiles(STEPS)
    files.watch(module)
    with tf.gfile.GFile("many.csv", "w") as stream:
        stream.write("1,2\n" * 10)
    told = Told(files.costs)
    with tf.gfile.GFile("many.csv") as stream:
        rows = module.reader(stream)
        place = line_before()
        assert next(rows) == ["1", "2"]
        # Time that TensorFlow spends meanwhile does not count as reading.
        with tf.Session() as session:
            session.run(tf.py_func(lambda: len(told.look()), [], tf.int64))
        assert told.lines == []
        told.look()
    (line,) = told.lines
    assert line.startswith("paisql: %s reads many.csv by Python's csv module, which took 0 s" % place)
    assert line.endswith("tf.data.TableRecordDataset") and "\n" not in line
    told.look(True)
    assert len(told.lines) == 1  # once
    seconds = sum(files._seconds.values())
    list(files.costs(False))  # the file is closed
    assert sum(files._seconds.values()) == seconds


@case
def a_large_file_that_is_read_as_a_whole_is_named():
    slow_input._LARGE_BYTES = 1000
    clock = step_time.StepTime()
    files = slow_input.WholeFiles(clock)
    kept = tf.gfile.GFile.read, tf.gfile.GFile.readlines
    from tensorflow.python.lib.io import file_io

    files.watch(file_io)
    for name, count in (("small", 10), ("large.csv", 1000)):
        with tf.gfile.GFile(name, "w") as stream:
            stream.write("1,2\n" * count)
    tf.gfile.GFile("small").read()
    tf.gfile.GFile("large.csv").read(2000)
    told = Told(files.costs)
    clock.begin()
    assert told.look(True) == []
    clock.began = None
    assert len(tf.gfile.GFile("large.csv").readlines()) == 1000
    place = line_before()
    clock.begin()
    assert told.look() == []  # at the end
    (line,) = told.look(True)
    assert line.startswith("paisql: %s reads large.csv" % place), line
    file_io.FileIO.read, file_io.FileIO.readlines = kept


@case
def rows_that_are_fed_are_named():
    with tf.Graph().as_default():
        model = Fed()
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            STEPS.fed_at, STEPS.fed = "", 0.0
            for _ in range(5):
                work()
                session.run(model.train, feed_dict={model.x: np.zeros([1, 2])})
            place = line_before()
    costs = {cost.way: cost for cost in slow_input._feed_costs(STEPS, False)}
    assert costs["feed"].place == place, (costs, place)
    assert "the 1 row of a step" in costs["feed"].what
    (line,) = Told(lambda _: costs.values()).look()
    assert line.startswith("paisql: %s " % place)


@case
def a_short_job_and_another_worker_are_told_nothing():
    assert Told(lambda _: [input_hints.Cost("feed", "", "x", 4.9, 5.0)], None).look(True) == []
    assert Told(lambda _: [input_hints.Cost("feed", "", "x", 9.0, 50.0)], None).look(True) == []
    cost = input_hints.Cost("feed", "a.py:1", "x", 30.0, 50.0)
    assert "x, which took 30 s, 60 % of the time; " in Told(lambda _: [cost], None).look()[0]
    os.environ["PAISQL_PROCESS"] = "worker-1"
    try:
        assert Told(lambda _: [cost], None).look() == []
    finally:
        del os.environ["PAISQL_PROCESS"]
    # What goes wrong is nobody's business.
    broken = Told(lambda _: [cost, None], None)
    assert broken.look() == [] and broken.look() == []
    closed = Told(lambda _: [cost], None)
    closed.hints._tell = open(os.devnull, "rb").write
    assert closed.look() == [] and closed.look() == []


if __name__ == "__main__":
    main()
