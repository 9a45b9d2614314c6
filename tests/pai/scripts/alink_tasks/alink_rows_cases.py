"""Rows as Examples by both ways, the file and the native dataset. Prints {case: traceback}.

Arguments: the URL of a table of all types, of one with NULLs, of one without rows.
"""

import os
import sys
import tempfile

import tensorflow as tf
from cases import case, main

from akdl.runner import config
from paisql.alink_task import TaskError, task_cluster, context, worker_rows, lazy

ALL, NULLS, EMPTY = sys.argv[1:]


def rows_of(url, columns, workers=1, index=0, server=False, even=True, nulls="error"):
    hosts = ["127.0.0.1:%d" % number for number in range(workers)]
    named = {"chief": hosts[:1], "worker": hosts[1:]}
    kind = "chief" if index == 0 else "worker"
    place = task_cluster.Place(named, "ps" if server else kind, max(index - 1, 0))
    settings = {"input": url, "columns": columns, "even": even, "nulls": nulls}
    return worker_rows.WorkerRows(settings, place, tempfile.mkdtemp())


def by_dataset(rows):
    told = object.__new__(context.TaskContext)
    told._rows = rows
    return told.flink_stream_dataset()


def taken(records):
    return [record.numpy() for record in records]


def of_file(rows):
    return [record.numpy() for record in tf.data.TFRecordDataset(rows.file())]


TYPES = "tiny small number big real wide text fixed raw flag price day moment stamp floats numbers words".split()
TYPES += ["added", "key"]


@case
def both_ways_give_the_same_examples():
    for workers, even in ((1, True), (3, True), (3, False), (4, True)):
        for index in range(workers):
            rows = rows_of(ALL, TYPES, workers, index, even=even, nulls="omit")
            native = taken(by_dataset(rows))
            assert native == of_file(rows), (workers, even, index)
            assert len(native) == rows.length(), (workers, even, index)
    features = tf.train.Example.FromString(native[0]).features.feature
    # Row 3 is of the first file, which has no column `added`, and whose `wide` was an INT.
    assert "added" not in features and features["wide"].float_list.value[0] == 3.0
    assert features["text"].bytes_list.value[0] == "词3".encode()
    assert features["flag"].int64_list.value[0] == 1
    assert features["price"].float_list.value[0] == 3.25
    assert features["day"].bytes_list.value[0] == b"1970-01-04"
    assert features["moment"].bytes_list.value[0] == b"1970-01-01 08:00:03"
    assert list(features["floats"].float_list.value) == [1.5, -1.5]
    assert list(features["numbers"].int64_list.value) == [-3, -2, -1]
    assert list(features["words"].bytes_list.value) == []
    assert features["words"].WhichOneof("kind") == "bytes_list"
    assert features["key"].bytes_list.value[0] == b"k"


@case
def the_columns_stand_in_the_order_that_is_asked_for():
    rows = rows_of(ALL, ["text", "big"])
    native = taken(by_dataset(rows))
    assert native == of_file(rows) and len(native) == 10
    made = tf.train.Example.FromString(native[4]).features.feature
    assert sorted(made) == ["big", "text"] and made["big"].int64_list.value[0] == 4


@case
def a_null_names_column_and_row():
    for index in (0, 1):
        rows = rows_of(NULLS, ["id", "s"], workers=2, index=index)
        if index == 1:
            assert len(taken(by_dataset(rows))) == 2
            continue
        told = "column 's' is NULL in row 3 of the input, and a tf.train.Example has no NULL"
        try:
            taken(by_dataset(rows))
            raise AssertionError("a NULL was encoded")
        except tf.errors.InvalidArgumentError as error:
            assert told in str(error) and "-DnullValues=omit" in str(error), error
        try:
            rows.file()
            raise AssertionError("a NULL was encoded")
        except TaskError as error:
            assert told in str(error), error
        assert not os.path.exists(rows._path)


@case
def an_empty_table_and_a_parameter_server_have_no_rows():
    for rows in (rows_of(EMPTY, ["id"], workers=2), rows_of(ALL, TYPES, server=True)):
        assert taken(by_dataset(rows)) == [] and rows.length() == 0
        assert os.path.getsize(rows.file()) == 0


@case
def the_dataset_is_one_of_records_that_cannot_be_repeated():
    made = by_dataset(rows_of(ALL, ["big"]))
    assert isinstance(made, tf.data.TFRecordDataset)
    assert made.element_spec == tf.TensorSpec([], tf.string)
    try:
        made.repeat(2)
        raise AssertionError("it was repeated")
    except Exception as error:
        assert str(error) == "repeat func can not set!"
    spec = {"big": tf.io.FixedLenFeature([], tf.int64)}
    numbers = made.map(lambda record: tf.io.parse_single_example(record, spec)["big"])
    assert sorted(int(n) for n in numbers.shuffle(10).batch(3).unbatch()) == list(range(10))


@case
def an_iterator_goes_on_where_it_was_saved():
    made = by_dataset(rows_of(ALL, ["big"], workers=2, index=1))
    whole = taken(made)
    iterator = iter(made)
    checkpoint = tf.train.Checkpoint(iterator=iterator)
    first = [next(iterator).numpy() for _ in range(2)]
    path = checkpoint.save(os.path.join(tempfile.mkdtemp(), "saved"))
    next(iterator)
    checkpoint.restore(path)
    assert first + [record.numpy() for record in iterator] == whole


@case
def a_graph_of_tensorflow_1_reads_it():
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        made = by_dataset(rows_of(ALL, ["big"]))
        step = tf.compat.v1.data.make_one_shot_iterator(made).get_next()
        seen = []
        try:
            while True:
                seen.append(session.run(step))
        except tf.errors.OutOfRangeError:
            pass
        assert len(seen) == 10


@case
def a_config_makes_its_file_when_it_is_asked_for():
    common = dict.fromkeys(
        "tf_context num_workers cluster task_type task_index work_dir user_params".split()
    )
    rows = rows_of(ALL, ["big"])
    asked = {"dataset_file": rows.file, "dataset_length": rows.length}
    made = lazy.config(config.BatchTaskConfig, asked, output_writer="w", **common)
    assert isinstance(made, config.BatchTaskConfig) and type(made).__name__ == "BatchTaskConfig"
    assert made.dataset_length == 10 and not os.path.exists(rows._path)
    assert not hasattr(made, "saved_model_dir")
    train = config.TrainTaskConfig(saved_model_dir="m", **made.__dict__)
    assert train.dataset_file == rows._path and os.path.getsize(rows._path) > 0
    assert train.dataset_length == 10 and vars(made)["output_writer"] == "w"
    made.dataset_file = "another"
    assert made.dataset_file == "another"


main()
