"""`.map(f).batch(n)` after TableRecordDataset against the same on single rows; argv: the table's URL.

A table of 60 rows: id BIGINT, value DOUBLE, name STRING, flag BOOLEAN, with NULLs.
"""

import random
import sys

import numpy as np
import tensorflow as tf
from cases import case, main
from paisql.tables import fused_rows
from random_maps import random_pipeline

(URL,) = sys.argv[1:2]
DEFAULTS = (np.int64(-1), np.float32(-2), "0.5,3", False)


def source():
    return tf.data.TableRecordDataset([URL], DEFAULTS, num_threads=2)


def plain_source():
    """Rows that nothing is fused with."""
    options = tf.data.Options()
    options.experimental_optimization.shuffle_and_repeat_fusion = False
    return source().with_options(options)


def elements(make):
    """All elements of make()'s dataset, flat, in a graph of its own."""
    with tf.Graph().as_default() as graph, tf.Session() as session:
        dataset = make()
        iterator = tf.data.make_initializable_iterator(dataset)
        element = tf.nest.flatten(iterator.get_next())
        session.run([tf.tables_initializer(), iterator.initializer])
        graph.finalize()
        result = []
        while True:
            try:
                result.append(session.run(element))
            except tf.errors.OutOfRangeError:
                return result


def same(left, right):
    assert len(left) == len(right), (len(left), len(right))
    for a, b in zip(left, right):
        for x, y in zip(a, b):
            assert x.dtype == y.dtype and x.shape == y.shape, (x.dtype, y.dtype, x.shape, y.shape)
            np.testing.assert_array_equal(x, y)


def apply(dataset, stages):
    for method, arguments in stages:
        dataset = getattr(dataset, method)(*arguments)
    return dataset


@case
def random_functions_give_the_same_for_batches_and_for_rows():
    fused = 0
    for seed in range(50):
        stages = random_pipeline(random.Random(seed))
        with tf.Graph().as_default():
            fused += is_fused(apply(source(), stages))
        of_rows = elements(lambda: apply(plain_source(), stages))
        try:
            same(elements(lambda: apply(source(), stages)), of_rows)
        except AssertionError as error:
            raise AssertionError("seed %d, %s: %s" % (seed, stages, error)) from None
    assert fused > 20, fused


def is_fused(dataset):
    return isinstance(dataset, fused_rows._Batches)


def columns_to_features(number, value, name, flag):
    buckets = tf.string_to_hash_bucket_fast(name, 50)
    scaled = (tf.stack([value, tf.to_float(number)]) - [1.0, 2.0]) / 3.0
    return {"scaled": scaled, "bucket": tf.reshape(buckets, [1])}, tf.cast(flag, tf.float32)


@case
def functions_that_give_features_and_labels_are_fused():
    def pipeline(rows):
        mapped = rows.shuffle(20, seed=3).map(columns_to_features, num_parallel_calls=4)
        return mapped.repeat(2).batch(32).prefetch(1)

    same(elements(lambda: pipeline(source())), elements(lambda: pipeline(plain_source())))
    with tf.Graph().as_default():
        batches = source().map(columns_to_features).batch(32)
        assert is_fused(batches)
        rows = plain_source().map(columns_to_features)
        assert batches.element_spec == rows.batch(32).element_spec
        padded = source().map(columns_to_features).padded_batch(
            32, ({"scaled": [2], "bucket": [1]}, []), drop_remainder=True
        )
        assert is_fused(padded)
        assert padded.element_spec == rows.batch(32, drop_remainder=True).element_spec


@case
def a_column_alone_is_one_argument():
    def pipeline(rows):
        return rows.map(lambda name: tf.string_join([name, "!"])).batch(7)

    def one():
        return tf.data.TableRecordDataset([URL], [""], selected_cols="name")

    assert is_fused(pipeline(one()))
    same(elements(lambda: pipeline(one())), elements(lambda: pipeline(one().apply(lambda d: d))))


@case
def what_decides_otherwise_for_rows_stays_with_rows():
    counter = []

    def counted(value):
        counter.append(float(value))
        return np.float32(len(counter))

    with tf.Graph().as_default():
        for function in (
            lambda *row: tf.py_func(counted, [row[1]], tf.float32),
            lambda *row: row[1] + tf.random_uniform([]),
            lambda *row: tf.cond(row[3], lambda: row[1], lambda: -row[1]),
            lambda *row: tf.reduce_sum(tf.stack([row[1], row[1]])),
            lambda *row: tf.exp(row[1]),
            lambda *row: tf.squeeze(row[1]),
            lambda *row: tf.cast(row[1], tf.uint8),
            lambda *row: tf.Print(row[1], [row[1]]),
            lambda *row: tf.string_split([row[2]], " ").values,
            lambda *row: tf.while_loop(lambda x: x < 3.0, lambda x: x + 1.0, [row[1]]),
            lambda *row: tf.slice([1, 2, 3], [tf.cast(row[3], tf.int32)], [1]),
        ):
            assert not is_fused(source().map(function).batch(4)), function
    elements(lambda: source().map(lambda *row: tf.py_func(counted, [row[1]], tf.float32)).batch(60))
    assert len(counter) == 60


@case
def a_function_is_traced_once():
    traced = []

    def function(*row):
        traced.append(row)
        return row[1] + 1

    elements(lambda: source().map(function).shuffle(10).repeat(2).batch(7))
    assert len(traced) == 1


@case
def errors_say_where_the_function_stands():
    def parse(*row):
        return tf.string_to_number(row[2])  # here

    with open(__file__) as script:
        (here,) = [i for i, text in enumerate(script, 1) if text.endswith("# here\n")]
    for rows in (source, plain_source):
        try:
            elements(lambda rows=rows: rows().skip(1).map(parse).batch(4))
        except tf.errors.InvalidArgumentError as error:
            assert 'map_cases.py", line %d, in parse' % here in str(error), error
            assert "could not correctly convert string" in str(error), error
        else:
            raise AssertionError("no error")


@case
def rows_with_errors_are_dropped_alone():
    def pipeline(rows):
        # NULL's default is not a number.
        digits = lambda *row: tf.string_to_number(tf.strings.regex_replace(row[2], "^[a-z ]*", ""))
        return rows.map(digits).batch(4).apply(tf.data.experimental.ignore_errors())

    of_rows = elements(lambda: pipeline(plain_source()))
    assert of_rows
    same(elements(lambda: pipeline(source())), of_rows)


@case
def a_restored_iterator_goes_on_where_it_was():
    with tf.Graph().as_default():
        rows = source().shuffle(20, seed=5).map(columns_to_features, num_parallel_calls=2)
        iterator = tf.data.make_initializable_iterator(rows.batch(7))
        element = tf.nest.flatten(iterator.get_next())
        saver = tf.train.Saver([tf.data.experimental.make_saveable_from_iterator(iterator)])
        with tf.Session() as session:
            session.run(iterator.initializer)
            session.run(element)
            saver.save(session, "./mapped", write_meta_graph=False)
            expected = session.run(element)
        with tf.Session() as session:
            session.run(iterator.initializer)
            saver.restore(session, "./mapped")
            same([session.run(element)], [expected])


main()
