"""Seconds to read the rows of a table in batches of 1,024, TableRecordDataset against other ways.

A job's script: scripts/bench runs it by a PAI statement with two tables, of ten DOUBLE columns and
a STRING, and of a hundred DOUBLE columns. Every way fetches each batch to NumPy. Prints one line
for each table, "measured " and a JSON object of seconds by way, each the median of three runs that
alternate.
"""

import json
import os
import statistics
import time

import numpy as np
import pyarrow.parquet as pq
import tensorflow as tf
from paisql import manifest

BATCH = 1024
RUNS = 3
FLAGS = tf.app.flags.FLAGS


def fetch_all(dataset):
    """Seconds from the first batch, whose threads and kernels are made by it, to the end."""
    with tf.Session(graph=tf.get_default_graph()) as session:
        step = session.make_callable(dataset.make_one_shot_iterator().get_next())
        begin = time.perf_counter()
        try:
            while True:
                step()
        except tf.errors.OutOfRangeError:
            return time.perf_counter() - begin


def defaults(columns):
    return ["" if column.type == "STRING" else np.float64(0) for column in columns]


def native(url, columns, _):
    return fetch_all(tf.data.TableRecordDataset([url], defaults(columns)).batch(BATCH))


def native_shuffled(url, columns, _):
    dataset = tf.data.TableRecordDataset([url], defaults(columns))
    return fetch_all(dataset.shuffle(100000).batch(BATCH))


def records(url, columns, files):
    features = {
        column.name: tf.FixedLenFeature([], tf.string if column.type == "STRING" else tf.float32)
        for column in columns
    }
    dataset = tf.data.TFRecordDataset([files["records"]]).batch(BATCH)
    return fetch_all(dataset.map(lambda rows: tf.parse_example(rows, features)).prefetch(2))


def lines(url, columns, files):
    values = [[default] for default in defaults(columns)]
    dataset = tf.data.TextLineDataset([files["lines"]]).batch(BATCH)
    return fetch_all(dataset.map(lambda rows: tf.decode_csv(rows, values)).prefetch(2))


def by_hand(url, columns, files):
    begin = time.perf_counter()
    for path in files["parquet"]:
        for batch in pq.ParquetFile(path).iter_batches(BATCH):
            for column in batch.columns:
                column.to_numpy(zero_copy_only=False)
    return time.perf_counter() - begin


WAYS = {
    "ours": native,
    "ours, shuffle(100000)": native_shuffled,
    "TFRecord + parse_example": records,
    "TextLine + decode_csv": lines,
    "pyarrow by hand": by_hand,
}


def write_references(table):
    """The same rows as TFRecords and as CSV, in the job's folder."""
    files = {"parquet": [file["path"] for file in table.files]}
    files["records"], files["lines"] = "rows.tfrecord", "rows.csv"
    texts = [column.type == "STRING" for column in table.columns]
    with tf.io.TFRecordWriter(files["records"]) as writer, open(files["lines"], "w") as stream:
        for path in files["parquet"]:
            for batch in pq.ParquetFile(path).iter_batches(10000):
                for row in zip(*(column.to_pylist() for column in batch.columns)):
                    stream.write(",".join(map(str, row)) + "\n")
                    writer.write(example(table.columns, texts, row).SerializeToString())
    return files


def example(columns, texts, row):
    features = tf.train.Features()
    for column, is_text, value in zip(columns, texts, row):
        feature = features.feature[column.name]
        if is_text:
            feature.bytes_list.value.append(value.encode())
        else:
            feature.float_list.value.append(value)
    return tf.train.Example(features=features)


def measure(table):
    files = write_references(table)
    seconds = {name: [] for name in WAYS}
    for run in range(RUNS + 1):
        for name, way in WAYS.items():
            with tf.Graph().as_default():
                took = way(table.url.text, table.columns, files)
            if run > 0:  # the first one warms the page cache
                seconds[name].append(took)
    for name in ("records", "lines"):
        os.unlink(files[name])
    rows = sum(file["rows"] for file in table.files)
    return dict({name: statistics.median(took) for name, took in seconds.items()}, rows=rows)


for url in FLAGS.tables.split(","):
    print("measured", json.dumps(measure(manifest.current_job().find_input(manifest.TableUrl(url)))))
