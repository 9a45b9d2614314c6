"""Reads the rows of queries in every way that there is, while their table is rewritten."""

import subprocess
import sys

import numpy as np
import paisql.data
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string("tables", "", "")
flags.DEFINE_string("outputs", "", "")
flags.DEFINE_string("rewrite", "", "")
FLAGS = flags.FLAGS


def elements(dataset):
    element = dataset.make_one_shot_iterator().get_next()
    with tf.Session() as session:
        try:
            while True:
                yield session.run(element)
        except tf.errors.OutOfRangeError:
            return


def ids(dataset):
    return [int(i) for batch in elements(dataset) for i in np.atleast_1d(batch[0])]


def main(_):
    url, table, empty = FLAGS.tables.split(",")
    assert url == "odps://p/tables/_query_1" and empty == "odps://p/tables/_query_2", FLAGS.tables
    subprocess.run(FLAGS.rewrite.split("|"), check=True, stdout=sys.stderr)

    with tf.python_io.TableReader(url) as reader:
        assert reader.get_row_count() == 3000
        schema = [(name, kind) for name, kind, _ in reader.get_schema().tolist()]
        assert schema == [("id", "bigint"), ("_c1", "double"), ("word", "string")], schema
        # In the order that the query asks for.
        assert list(reader.read(2)) == [
            (2999, 1499.5, "词,2999)".encode()),
            (2998, 1499.0, "词,2998)".encode()),
        ]
    down = list(range(2999, -1, -1))

    def dataset(**options):
        return tf.data.TableRecordDataset([url], [np.int64(0)], selected_cols="id", **options)

    assert ids(dataset().batch(700)) == down
    assert ids(dataset().batch(700).repeat(2)) == down * 2
    assert sorted(ids(dataset().shuffle(1000).batch(64))) == sorted(down)
    parts = [ids(dataset(slice_id=i, slice_count=4).batch(64)) for i in range(4)]
    assert sum(parts, []) == down and [len(part) for part in parts] == [750] * 4
    assert ids(tf.data.TableRecordDataset([url + "?start=5&end=8"], [np.int64(0)], "id")) == down[5:8]

    queue = tf.train.string_input_producer([url], num_epochs=1)
    _, rows = tf.TableRecordReader(csv_delimiter="|").read_up_to(queue, 10)
    with tf.train.MonitoredSession() as session:
        assert session.run(rows)[0] == "2999|1499.5|词,2999)".encode()

    batch = next(paisql.data.batches(url, ["word", "id"], rows=4))
    assert list(batch["id"]) == down[:4]
    assert paisql.data.reader(url).read_all().num_rows == 3000

    assert tf.python_io.TableReader(empty).get_row_count() == 0
    assert list(elements(tf.data.TableRecordDataset([empty], [np.int64(0)]).batch(2))) == []
    # The table beside the queries is of the same moment.
    assert tf.python_io.TableReader(table).get_row_count() == 3000
    with tf.python_io.TableWriter(FLAGS.outputs) as writer:
        writer.write([(3000,)], [0])
    print("read all")


if __name__ == "__main__":
    tf.app.run()
