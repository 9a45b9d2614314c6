"""The script of a script component that measures how rows reach it and go back (alink_measures.py).

Prints one line "measured {...}": for each way its rows, and the seconds by the clock and of CPU of a run,
the median of runs that alternate.
"""

import json
import statistics
import time

import tensorflow as tf

RUNS = 5
BATCH = 1024
WRITTEN = 200_000


def timed(action):
    """(seconds by the clock, seconds of CPU of all threads)."""
    wall, cpu = time.perf_counter(), time.process_time()
    action()
    return time.perf_counter() - wall, time.process_time() - cpu


def counting(dataset, rows):
    def count():
        seen = sum(int(batch.shape[0]) for batch in dataset.batch(BATCH))
        assert seen == rows, (seen, rows)

    return count


def parsing(dataset, spec):
    def parse():
        parsed = dataset.batch(BATCH).map(lambda batch: tf.io.parse_example(batch, spec))
        for _ in parsed:
            pass

    return parse


def made_examples():
    made = []
    for number in range(1000):
        feature = {
            "id": tf.train.Feature(int64_list=tf.train.Int64List(value=[number])),
            "x": tf.train.Feature(float_list=tf.train.FloatList(value=[number / 7])),
            "s": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"name %d" % number])),
        }
        made.append(tf.train.Example(features=tf.train.Features(feature=feature)))
    return made


def main(config):
    rows = config.dataset_length
    spec = {"d%d" % i: tf.io.FixedLenFeature([], tf.float32) for i in range(10)}
    spec["s"] = tf.io.FixedLenFeature([], tf.string)
    start = timed(lambda: config.dataset_file)
    own = config.tf_context.flink_stream_dataset
    ways = {
        "ours": counting(own(), rows),
        "file": counting(tf.data.TFRecordDataset(config.dataset_file), rows),
        "ours, parsed": parsing(own(), spec),
        "file, parsed": parsing(tf.data.TFRecordDataset(config.dataset_file), spec),
    }
    taken = {way: [] for way in ways}
    for _ in range(RUNS):
        for way, action in ways.items():
            taken[way].append(timed(action))
    examples = made_examples()

    def write():
        for number in range(WRITTEN):
            config.output_writer.write(examples[number % 1000])

    told = {way: (rows, *map(statistics.median, zip(*pairs))) for way, pairs in taken.items()}
    told["written file"] = (rows, *start)
    pairs = [timed(write) for _ in range(3)]
    told["write"] = (WRITTEN, *map(statistics.median, zip(*pairs)))
    pairs = [timed(lambda: [examples[n % 1000].SerializeToString() for n in range(WRITTEN)]) for _ in range(3)]
    told["serialise"] = (WRITTEN, *map(statistics.median, zip(*pairs)))
    print("measured " + json.dumps(told), flush=True)
