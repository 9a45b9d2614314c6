"""TableReader, TableWriter, the graph's reader and writer, flags, contrib; argv as PAI gives it."""

import datetime
import decimal
import sys

import numpy as np
import tensorflow as tf
from cases import case, main

FLAGS = tf.app.flags.FLAGS
tf.app.flags.DEFINE_string("log_dir", "here", "a name that absl has taken")
tf.app.flags.DEFINE_integer("steps", 5, "")
arguments = dict(argument[2:].split("=", 1) for argument in sys.argv[1:])
NUMBERS = arguments["tables"].split(",")[0]
OUT = {url.rsplit("/", 1)[1]: url for url in arguments["outputs"].split(",")}


def fails(kind, text, call):
    try:
        call()
    except kind as error:
        assert text in str(error), error
    else:
        raise AssertionError("no error with: " + text)


@case
def flags_of_the_platform_need_no_definition():
    assert FLAGS.tables == arguments["tables"]
    assert FLAGS.checkpointDir == ""
    assert FLAGS.steps == 7 and FLAGS.log_dir == "here"
    fails(AttributeError, "nonsense", lambda: FLAGS.nonsense)


@case
def reader_reads_batches_to_the_end():
    with tf.python_io.TableReader(NUMBERS) as reader:
        assert reader.get_row_count() == 25
        first = reader.read(10)
        assert len(first) == 10 and first[3] == (3, 1.5, b"s3"), first
        assert first.tolist()[3] == (3, 1.5, b"s3") and first["name"][3] == b"s3"
        assert len(reader.read(10, allow_smaller_final_batch=True)) == 10
        assert len(reader.read(10, allow_smaller_final_batch=True)) == 5
        fails(tf.errors.OutOfRangeError, "end of the table", lambda: reader.read())
        fails(tf.python_io.OutOfRangeException, "end of the table", lambda: reader.read())


@case
def reader_slices_seeks_and_ranges():
    reader = tf.python_io.TableReader(NUMBERS, selected_cols="id", slice_id=1, slice_count=3)
    assert (reader.get_row_count(), reader.start_pos, reader.end_pos) == (8, 9, 17)
    assert reader.read(2) == [(9,), (10,)]
    reader.seek(7)
    assert reader.read(5) == [(16,)]
    assert tf.python_io.TableReader(NUMBERS + "?start=20&end=22", selected_cols="id").read(9) == [
        (20,),
        (21,),
    ]
    strict = tf.python_io.TableReader(NUMBERS + "?start=20&end=22")
    fails(tf.errors.OutOfRangeError, "end", lambda: strict.read(3, allow_smaller_final_batch=False))
    reader.close()
    fails(ValueError, "is closed", lambda: reader.read())


@case
def reader_tells_its_schema():
    schema = tf.python_io.TableReader(NUMBERS, excluded_cols="value").get_schema()
    assert list(schema["colname"]) == ["id", "name"] and schema[0].typestr == "bigint"
    assert schema.tolist()[1][1] == "string" and schema["pytype"][0] is int


@case
def reader_shows_null_as_none():
    reader = tf.python_io.TableReader(NUMBERS + "?start=24")
    assert reader.read()[0] == (None, None, None)


@case
def reader_refuses_other_tables():
    fails(ValueError, "not predefined", lambda: tf.python_io.TableReader("odps://p/tables/other"))


@case
def other_names_of_the_same_things():
    import common_io
    import paiio

    assert common_io.table.TableReader is tf.python_io.TableReader
    assert paiio.python_io.TableWriter is tf.python_io.TableWriter
    assert issubclass(common_io.exception.OutOfRangeException, tf.errors.OutOfRangeError)


@case
def writer_takes_every_documented_form():
    with tf.python_io.TableWriter(OUT["forms"]) as writer:
        writer.write((1, 1.5, "one"), range(3))
        writer.write([np.int64(2), np.float32(2.5), b"two"], [0, 1, 2])
        writer.write([(3, 3.5, "three"), (4, 4.5, "four")], indices=[0, 1, 2])
        writer.write(zip([5, 6], ["five", "six"]), [0, 2])
        writer.write(np.array([[0.5], [0.25]]), [1])
        writer.write(np.array([0.75], np.float32), [1])
        writer.write([None, 7, None], (0, 1, 2))
        writer.write([], [0])


@case
def writer_takes_every_type():
    writer = tf.python_io.TableWriter(OUT["kinds"])
    moment = datetime.datetime(2026, 1, 2, 8, 0, 0)
    row = [
        1,
        2,
        3,
        4,
        0.5,
        True,
        decimal.Decimal("1.25"),
        b"\xff",
        "中文",
        moment.date(),
        moment,
        moment,
        datetime.datetime(9999, 12, 31, 23, 59, 59, 999999),
    ]
    writer.write(row, range(13))
    writer.write([row, [None] * 13], range(13))
    writer.close()
    writer.close()


@case
def writer_refuses_what_does_not_fit():
    writer = tf.python_io.TableWriter(OUT["strict"])
    writer.write((1, 1.0, "x"), range(3))
    message = "column 'value' (DOUBLE) of table p.strict, row 1: a value of type str cannot be"
    fails(TypeError, message, lambda: writer.write((1, "abc", "x"), range(3)))
    fails(TypeError, "a value of type float", lambda: writer.write((1.0, 1.0, "x"), range(3)))
    fails(TypeError, "a value of type bool", lambda: writer.write((True, 1.0, "x"), range(3)))
    fails(TypeError, "row 2: ", lambda: writer.write([(1, 1.0, "x"), (1, 1.0, 5)], range(3)))
    fails(ValueError, "a row of 2 values was given for 3", lambda: writer.write((1, 1.0), range(3)))
    fails(ValueError, "column index 3", lambda: writer.write((1,), [3]))
    fails(ValueError, "appears twice", lambda: writer.write((1, 2), [0, 0]))
    writer.close()
    fails(ValueError, "is closed", lambda: writer.write((1,), [0]))


@case
def writer_names_the_row_that_is_out_of_range():
    writer = tf.python_io.TableWriter(OUT["range"])
    writer.write([(1, b"ok"), (300, b"ok")], [0, 1])
    fails(
        ValueError, "column 't' (TINYINT) of table p.range, row 1: 300 does not fit", writer.close
    )
    writer = tf.python_io.TableWriter(OUT["range"], slice_id=1)
    writer.write([(1, b"ok"), (1, b"\xff\xfe")], [0, 1])
    fails(
        ValueError,
        "column 's' (STRING) of table p.range, row 1: b'\\xff\\xfe' does not fit",
        writer.close,
    )


@case
def writer_needs_a_declared_table_and_a_free_slice():
    fails(
        ValueError,
        "table odps://p/tables/nope not predefined",
        lambda: tf.python_io.TableWriter("odps://p/tables/nope"),
    )
    one = tf.python_io.TableWriter(OUT["slices"], slice_id=3)
    fails(
        ValueError, "slice 3 of table", lambda: tf.python_io.TableWriter(OUT["slices"], slice_id=3)
    )
    one.write((1,), [0])
    one.close()
    again = tf.python_io.TableWriter(OUT["slices"], slice_id=3)
    again.write((2,), [0])
    tf.python_io.TableWriter(OUT["slices"], slice_id=4).write(
        (3,), [0]
    )  # closed when the script ends
    again.close()


@case
def queue_runners_read_delimited_text():
    with tf.Graph().as_default():
        queue = tf.train.string_input_producer([NUMBERS, NUMBERS], num_epochs=1, shuffle=False)
        reader = tf.TableRecordReader(csv_delimiter=",", selected_cols="id,value,name")
        key, value = reader.read(queue)
        columns = tf.decode_csv(value, record_defaults=[[-1], [0.0], ["none"]], field_delim=",")
        batch = tf.train.batch(columns, batch_size=8, allow_smaller_final_batch=True)
        rows = []
        with tf.Session() as session:
            session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
            coordinator = tf.train.Coordinator()
            threads = tf.train.start_queue_runners(session, coordinator)
            try:
                while not coordinator.should_stop():
                    rows.extend(zip(*session.run(batch)))
            except tf.errors.OutOfRangeError:
                pass
            coordinator.request_stop()
            coordinator.join(threads)
        assert len(rows) == 50 and rows[3] == (3, 1.5, b"s3"), rows[3]
        assert rows[24] == (-1, 0.0, b"none"), rows[24]
        assert rows[5][2] == b'say "hi", 5', rows[5]


@case
def read_up_to_gives_several_rows():
    with tf.Graph().as_default():
        queue = tf.train.string_input_producer([NUMBERS], num_epochs=1, shuffle=False)
        keys, values = tf.TableRecordReader(csv_delimiter="|", selected_cols="id,value").read_up_to(
            queue, 20
        )
        with tf.Session() as session:
            session.run(tf.local_variables_initializer())
            coordinator = tf.train.Coordinator()
            threads = tf.train.start_queue_runners(session, coordinator)
            first = session.run(values)
            assert len(first) == 20 and first[3] == b"3|1.5", first
            assert len(session.run(values)) == 5
            coordinator.request_stop()
            coordinator.join(threads)


@case
def a_graph_writes_batches():
    with tf.Graph().as_default():
        writer = tf.TableRecordWriter(OUT["graph"])
        write = writer.write(
            [0, 2, 1],
            [tf.constant([1, 2], tf.int64), tf.constant(["a", "b"]), tf.constant([[0.5], [1.5]])],
        )
        close = writer.close()
        with tf.Session() as session:
            session.run(write)
            session.run(write)
            session.run(close)


@case
def contrib_is_what_tf_slim_has():
    import tensorflow.contrib.slim as slim
    from tensorflow.contrib import layers

    with tf.Graph().as_default():
        net = layers.fully_connected(
            tf.ones([2, 3]), 4, weights_initializer=layers.xavier_initializer()
        )
        net = slim.batch_norm(net, is_training=True)
        assert net.shape == (2, 4)
        layers.optimize_loss(tf.reduce_sum(net), None, 0.1, "SGD", increment_global_step=False)
    assert tf.contrib.layers is layers
    with tf.contrib.framework.arg_scope([slim.conv2d], padding="SAME"):
        pass
    fails(AttributeError, "tensorflow.contrib.gan", lambda: tf.contrib.gan)

    def missing():
        import tensorflow.contrib.gan  # noqa: F401

    fails(ImportError, "tensorflow.contrib.gan", missing)


@case
def submodules_are_those_of_the_face():
    from tensorflow.data import TableRecordDataset
    from tensorflow.python.framework import ops
    from tensorflow.python_io import TableReader

    assert (
        TableRecordDataset is tf.data.TableRecordDataset and TableReader is tf.python_io.TableReader
    )
    assert ops.get_default_graph() is tf.get_default_graph()
    import tensorflow.keras.layers as layers

    assert layers.Dense is tf.keras.layers.Dense


main()
