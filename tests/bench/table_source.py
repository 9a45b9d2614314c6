"""Rows a second that TableRecordDataset and other ways give to NumPy in batches of 1,024.

A job's script: tests/bench/table_source_measures.py runs it by a PAI statement with two tables, of
ten DOUBLE columns and a STRING, and of a hundred DOUBLE columns. Prints one line for each table,
"measured " and a JSON object: "rates" with rows a second by way, and what else is told apart below.
Each is the best of runs that alternate, because others may use the machine. Of steps the CPU time of
the process is told, too, which a busy machine changes little.
"""

import json
import os
import time

import numpy as np
import pyarrow.parquet as pq
import tensorflow as tf
from paisql.job import manifest
from paisql.monitoring import step_time

BATCH = 1024
RUNS = 3, 9  # at least, at most
PASSES = 3  # over the rows in one run
RUN_SECONDS = 30  # after which no more are begun
REFERENCE_ROWS = {11: 20_000, 100: 4_000}  # of the files that other ways read, by columns
QUEUE_ROWS = 4 * BATCH
LEARNING_STEPS = 200
FLAGS = tf.app.flags.FLAGS


class Table:
    """A table's columns, its Parquet files, and its first rows as CSV and as TFRecords."""

    def __init__(self, url):
        table = manifest.current_job().find_input(manifest.TableUrl(url))
        self.url, self.columns = url, table.columns
        self.paths = [file["path"] for file in table.files]
        self.rows = sum(file["rows"] for file in table.files)
        self.texts = [column.type == "STRING" for column in table.columns]
        self.defaults = ["" if text else np.float64(0) for text in self.texts]
        first = REFERENCE_ROWS[len(self.columns)]
        batch = next(pq.ParquetFile(self.paths[0]).iter_batches(first))
        self.first_rows = batch.num_rows
        rows = zip(*(column.to_pylist() for column in batch.columns))
        with open("rows.csv", "w") as lines, tf.io.TFRecordWriter("rows.tfrecord") as records:
            for row in rows:
                lines.write(",".join(map(str, row)) + "\n")
                records.write(self._example(row).SerializeToString())

    def _example(self, row):
        features = tf.train.Features()
        for column, text, value in zip(self.columns, self.texts, row):
            feature = features.feature[column.name]
            if text:
                feature.bytes_list.value.append(value.encode())
            else:
                feature.float_list.value.append(value)
        return tf.train.Example(features=features)

    def source(self, capacity=0):
        return tf.data.TableRecordDataset([self.url], self.defaults, capacity=capacity)


def fetch(element, session, batches=None):
    """Seconds of all batches, or of so many after the first one."""
    step = session.make_callable(element)
    if batches is not None:
        step()
    begin = time.perf_counter()
    try:
        while batches is None or batches > 0:
            step()
            batches = batches and batches - 1
    except tf.errors.OutOfRangeError:
        pass
    return time.perf_counter() - begin


def rate(dataset, rows):
    """Rows a second of a dataset of `rows` rows, fetched; what is read ahead is in the time."""
    with tf.Session(graph=tf.get_default_graph()) as session:
        return rows / fetch(dataset.make_one_shot_iterator().get_next(), session)


def ours(table):
    return rate(table.source().repeat(PASSES).batch(BATCH), PASSES * table.rows)


def ours_in_graph(table):
    with tf.Session(graph=tf.get_default_graph()) as session:
        batches = table.source().repeat(PASSES).batch(BATCH)
        element = tf.group(*batches.make_one_shot_iterator().get_next())
        return PASSES * table.rows / fetch(element, session)


def ours_shuffled(table):
    rows = table.source().shuffle(100_000).repeat(PASSES)
    return rate(rows.batch(BATCH), PASSES * table.rows)


def features(*row):
    """Numbers as one vector, scaled, and the string as a bucket."""
    numbers = tf.to_float(tf.stack([value for value in row if value.dtype == tf.float64]))
    texts = [value for value in row if value.dtype == tf.string]
    buckets = [tf.string_to_hash_bucket_fast(text, 1000) for text in texts]
    return dict({"numbers": (numbers - 0.5) * 2.0}, **{"bucket": one for one in buckets})


def ours_mapped(table):
    rows = table.source().map(features).repeat(PASSES)
    return rate(rows.batch(BATCH), PASSES * table.rows)


def mapped_rows(table):
    """The same map on single rows."""
    rows = table.source().take(4 * BATCH).with_options(tf.data.Options())
    return rate(rows.map(features).batch(BATCH), 4 * BATCH)


def memory(table):
    """One batch that lies in memory, again and again: what the session and the fetch cost."""
    batch = [np.array([b"user_123456"] * BATCH) if text else np.zeros(BATCH) for text in table.texts]
    batches = tf.data.Dataset.from_tensors(tuple(batch)).repeat(200)
    return rate(batches, 200 * BATCH)


def records(table):
    kinds = {
        column.name: tf.FixedLenFeature([], tf.string if text else tf.float32)
        for column, text in zip(table.columns, table.texts)
    }
    dataset = tf.data.TFRecordDataset(["rows.tfrecord"]).repeat(PASSES).batch(BATCH)
    dataset = dataset.map(lambda rows: tf.parse_example(rows, kinds)).prefetch(2)
    return rate(dataset, PASSES * table.first_rows)


def lines(table):
    values = [[default] for default in table.defaults]
    dataset = tf.data.TextLineDataset(["rows.csv"]).repeat(PASSES).batch(BATCH)
    dataset = dataset.map(lambda rows: tf.decode_csv(rows, values)).prefetch(2)
    return rate(dataset, PASSES * table.first_rows)


def queues(table):
    """The way of the platform's documents: a queue of files, a reader, decode_csv, tf.train.batch."""
    names = tf.train.string_input_producer(["rows.csv"])
    _, line = tf.TextLineReader().read(names)
    columns = tf.decode_csv(line, [[default] for default in table.defaults], ",")
    element = tf.train.batch(columns, BATCH)
    with tf.Session(graph=tf.get_default_graph()) as session:
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(session, coordinator)
        seconds = fetch(element, session, QUEUE_ROWS // BATCH)
        coordinator.request_stop()
        coordinator.join(threads, stop_grace_period_secs=30)
    return QUEUE_ROWS / seconds


def by_hand(table):
    begin = time.perf_counter()
    for path in table.paths:
        for batch in pq.ParquetFile(path).iter_batches(BATCH):
            for column in batch.columns:
                column.to_numpy(zero_copy_only=False)
    return table.rows / (time.perf_counter() - begin)


WAYS = {
    "ours": ours,
    "in the graph": ours_in_graph,
    "shuffle(100000)": ours_shuffled,
    "map": ours_mapped,
    "map of rows": mapped_rows,
    "memory": memory,
    "TFRecord + parse_example": records,
    "TextLine + decode_csv": lines,
    "queue runners": queues,
    "pyarrow to NumPy by hand": by_hand,
}


def copied_bytes():
    """Bytes a second that one thread copies from memory to memory."""
    source, target = np.ones(32 << 20), np.zeros(32 << 20)
    begin = time.perf_counter()
    np.copyto(target, source)
    return source.nbytes / (time.perf_counter() - begin)


def learning(make_numbers):
    """(steps a second, steps a second of CPU, share of the time that waited for input) of a tiny
    network on batches of vectors.
    """
    input_wait = step_time._library().paisql_input_wait
    with tf.Graph().as_default(), tf.Session() as session:
        numbers = make_numbers().make_one_shot_iterator().get_next()["numbers"]
        hidden = tf.layers.dense(numbers, 128, tf.nn.relu)
        hidden = tf.layers.dense(hidden, 64, tf.nn.relu)
        loss = tf.reduce_mean(tf.square(tf.layers.dense(hidden, 1) - numbers[:, :1]))
        train = tf.train.AdamOptimizer().minimize(loss)
        session.run(tf.global_variables_initializer())
        step = session.make_callable(train)
        step()
        begin, cpu, waited = time.perf_counter(), time.process_time(), input_wait()
        for _ in range(LEARNING_STEPS):
            step()
        seconds, cpu = time.perf_counter() - begin, time.process_time() - cpu
        waited = (input_wait() - waited) / 1e6
        return LEARNING_STEPS / seconds, LEARNING_STEPS / cpu, waited / seconds


def steps_of_table(table):
    # Little is read ahead, so that what was read before the first step weighs nothing.
    rows = lambda: table.source(capacity=16 * BATCH).repeat().map(features)
    return learning(lambda: rows().batch(BATCH).prefetch(2))


def steps_of_memory(table):
    numbers = np.random.rand(BATCH, len(table.columns) - sum(table.texts)).astype(np.float32)
    return learning(lambda: tf.data.Dataset.from_tensors({"numbers": numbers}).repeat())


def alternating(ways):
    """The figures of each way's runs."""
    figures = {name: [] for name in ways}
    begin = time.perf_counter()
    for run in range(RUNS[1]):
        if run >= RUNS[0] and time.perf_counter() - begin > RUN_SECONDS:
            break
        for name, way in ways.items():
            with tf.Graph().as_default():
                figures[name].append(way())
    return figures


def best(ways):
    """The highest of each way's figures; the ways alternate."""
    return {name: max(found) for name, found in alternating(ways).items()}


def best_steps(ways):
    """{way: (steps a second, steps a second of CPU, share that waited)}, each of its best run."""
    return {
        name: [pick(figures) for pick, figures in zip((max, max, min), zip(*found))]
        for name, found in alternating(ways).items()
    }


def measure(table):
    told = {"rows": table.rows, "bytes": 8 * len(table.columns)}
    told["rates"] = best({name: lambda way=way: way(table) for name, way in WAYS.items()})
    told["steps"] = best_steps({"table": lambda: steps_of_table(table), "memory": lambda: steps_of_memory(table)})
    told["copied"] = best({"copied": copied_bytes})["copied"]
    for name in ("rows.csv", "rows.tfrecord"):
        os.unlink(name)
    return told


for url in FLAGS.tables.split(","):
    print("measured", json.dumps(measure(Table(url))))
