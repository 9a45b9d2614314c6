"""Seconds of the readers and writers of rows, each against the plain library on the same rows.

A job's script: scripts/bench runs it by a PAI statement that reads a table of ten DOUBLE columns and
a STRING and writes one of the same columns. Prints one line, "measured " and a JSON object: "rows",
and by what was measured [seconds, seconds of the reference, name of the reference], the median of
five runs in turns. References write with pyarrow's default settings, into the job's folder.
"""

import json
import os
import statistics
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import tensorflow as tf
from paisql.job import manifest

BATCH = 1024
RUNS = 5
GROUP_ROWS = 122880
FLAGS = tf.app.flags.FLAGS
TABLE = manifest.current_job().find_input(manifest.TableUrl(FLAGS.tables))
PATHS = [file["path"] for file in TABLE.files]
CONTENT = pa.concat_tables([pq.read_table(path) for path in PATHS]).combine_chunks()
NUMBERS = range(CONTENT.num_columns)
DOUBLES = [number for number in NUMBERS if CONTENT.schema.types[number] == pa.float64()]
ROWS = list(zip(*(column.to_pylist() for column in CONTENT.columns)))
ARRAYS = [column.to_numpy() for column in CONTENT.columns]
MATRIX = np.stack([ARRAYS[number] for number in DOUBLES], axis=1)


def batches():
    return ((begin, begin + BATCH) for begin in range(0, len(ROWS), BATCH))


def read_rows():
    with tf.python_io.TableReader(FLAGS.tables) as reader:
        try:
            while True:
                reader.read(BATCH, allow_smaller_final_batch=True)
        except tf.errors.OutOfRangeError:
            pass


def read_rows_by_hand():
    for path in PATHS:
        for batch in pq.ParquetFile(path).iter_batches(BATCH):
            list(zip(*(column.to_pylist() for column in batch.columns)))


def read_lines(reader, name):
    with tf.Graph().as_default(), tf.Session() as session:
        queue = tf.FIFOQueue(1, tf.string, shapes=[[]])
        _, lines = reader().read_up_to(queue, BATCH)
        session.run(queue.enqueue([name]))
        session.run(queue.close())
        step = session.make_callable(lines)
        try:
            while True:
                step()
        except tf.errors.OutOfRangeError:
            pass


def write(give):
    with tf.python_io.TableWriter(FLAGS.outputs) as writer:
        for begin, end in batches():
            give(writer, begin, end)


def write_by_hand(numbers, columns_of):
    schema = pa.schema([CONTENT.schema.field(number) for number in numbers])
    with pq.ParquetWriter("by_hand.parquet", schema) as writer:
        waiting = []
        for begin, end in batches():
            columns = columns_of(begin, end)
            arrays = [pa.array(values, kind) for values, kind in zip(columns, schema.types)]
            waiting.append(pa.record_batch(arrays, schema=schema))
            if len(waiting) * BATCH >= GROUP_ROWS:
                writer.write_table(pa.Table.from_batches(waiting))
                waiting = []
        writer.write_table(pa.Table.from_batches(waiting, schema))


def write_lines():
    """The rows as text, in the form of TableRecordReader."""
    with open("rows.csv", "w", encoding="utf-8") as stream:
        stream.writelines(",".join(map(str, row)) + "\n" for row in ROWS)


MEASURES = {
    "TableReader.read(1024)": (read_rows, read_rows_by_hand, "pyarrow to rows by hand"),
    "TableRecordReader.read_up_to(1024)": (
        lambda: read_lines(tf.TableRecordReader, FLAGS.tables),
        lambda: read_lines(tf.TextLineReader, "rows.csv"),
        "tf.TextLineReader, same rows as CSV",
    ),
    "TableWriter.write of 1,024 tuples": (
        lambda: write(lambda writer, begin, end: writer.write(ROWS[begin:end], NUMBERS)),
        lambda: write_by_hand(NUMBERS, lambda begin, end: zip(*ROWS[begin:end])),
        "pyarrow's ParquetWriter, same tuples",
    ),
    "TableWriter.write of 1,024 x 10 arrays": (
        lambda: write(lambda writer, begin, end: writer.write(MATRIX[begin:end], DOUBLES)),
        lambda: write_by_hand(DOUBLES, lambda begin, end: MATRIX[begin:end].T),
        "pyarrow's ParquetWriter, same arrays",
    ),
    "TableWriter.write_columns of 1,024 rows": (
        lambda: write(lambda writer, begin, end: writer.write_columns([array[begin:end] for array in ARRAYS], NUMBERS)),
        lambda: write_by_hand(NUMBERS, lambda begin, end: [array[begin:end] for array in ARRAYS]),
        "pyarrow's ParquetWriter, same arrays",
    ),
}


def seconds_of(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


write_lines()
measured = {"rows": len(ROWS)}
for name, (ours, reference, reference_name) in MEASURES.items():
    runs = [(seconds_of(ours), seconds_of(reference)) for _ in range(RUNS + 1)][1:]
    measured[name] = [*(statistics.median(side) for side in zip(*runs)), reference_name]
os.unlink("rows.csv")
print("measured", json.dumps(measured))
