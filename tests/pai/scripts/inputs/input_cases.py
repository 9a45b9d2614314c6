"""TableRecordDataset on inputs that are wide, large, empty or damaged; argv: their URLs."""

import sys
import threading

import numpy as np
import tensorflow as tf
from cases import case, main

FIVE, WIDE, LARGE, NULLS, FLIPPED, CUT, SHORT, MANY, GONE = sys.argv[1:10]


def elements(dataset):
    with tf.Graph().as_default(), tf.Session() as session:
        element = dataset().make_one_shot_iterator().get_next()
        result = []
        while True:
            try:
                result.append(session.run(element))
            except tf.errors.OutOfRangeError:
                return result


def fails(kind, texts, url, size=64):
    """Reads to the error; gives the batches before it."""
    with tf.Graph().as_default(), tf.Session() as session:
        dataset = tf.data.TableRecordDataset([url], [np.int64(0), ""])
        element = dataset.batch(size).make_one_shot_iterator().get_next()
        read = 0
        try:
            while True:
                session.run(element)
                read += 1
        except kind as error:
            for text in texts:
                assert text in error.message, error.message
            return read


@case
def more_slices_than_rows():
    def slice_of(index):
        return elements(
            lambda: tf.data.TableRecordDataset(
                [FIVE], [np.int64(0)], slice_id=index, slice_count=8
            ).batch(10)
        )

    got = [[list(batch[0]) for batch in slice_of(index)] for index in range(8)]
    assert got == [[[0]], [[1]], [[2]], [[3]], [[4]], [], [], []], got


@case
def two_thousand_columns():
    rows = elements(lambda: tf.data.TableRecordDataset([WIDE], [0.0] * 2000).repeat(2).batch(4))
    assert [len(batch) for batch in rows] == [2000, 2000]
    assert [list(batch[1999]) for batch in rows] == [[1999, 2000, 2001, 1999], [2000, 2001]]
    one = elements(lambda: tf.data.TableRecordDataset([WIDE], [0.0], selected_cols="c77"))
    assert one == [(77.0,), (78.0,), (79.0,)]


@case
def strings_of_eight_megabytes():
    for make in (
        lambda: tf.data.TableRecordDataset([LARGE], [""]).batch(2),
        lambda: tf.data.TableRecordDataset([LARGE], [""]).shuffle(2).batch(2),
    ):
        texts = [text for batch in elements(make) for text in batch[0]]
        assert sorted(len(text) for text in texts) == [0, 8 << 20, (8 << 20) + 1]
        assert {text[:1] for text in texts} == {b"a", b"b", b""}


@case
def nulls_of_each_type():
    defaults = (1, np.int64(2), np.float32(3), np.float64(4), True, "s", "d", "t", "m")
    rows = elements(lambda: tf.data.TableRecordDataset([NULLS], defaults))
    assert rows[0] == (1, 2, 3, 4, True, b"s", b"d", b"t", b"m"), rows[0]
    assert rows[1] == (7, 8, 0.5, 0.25, False, b"x", b"1.50", b"2026-01-02", b"1970-01-01 08:00:00.5")
    assert rows[2] == rows[0]


@case
def damaged_files_are_named():
    # Each batch before the damage is given, whatever the size of a batch.
    damage = ["table p.flipped", ".parquet is damaged"]
    before = {size: fails(tf.errors.DataLossError, damage, FLIPPED, size) for size in (64, 8)}
    assert 0 < 8 * before[64] <= before[8] < 8 * (before[64] + 1), before
    fails(tf.errors.DataLossError, ["table p.cut", ".parquet is damaged"], CUT)
    fails(tf.errors.InvalidArgumentError, ["table p.gone: the file", "is gone"], GONE)
    fails(tf.errors.DataLossError, ["table p.short", "it has 5 rows, not 9"], SHORT)


@case
def a_session_that_is_closed_ends_a_reader():
    with tf.Graph().as_default():
        dataset = tf.data.TableRecordDataset([MANY], [np.int64(0), ""]).repeat().batch(64)
        element = dataset.make_one_shot_iterator().get_next()
        session = tf.Session()
        step, reading, outcome = session.make_callable(element), threading.Event(), []

        def read():
            try:
                while True:
                    step()
                    reading.set()
            except Exception as error:  # noqa: BLE001  which one it is is asked below
                outcome.append(error)

        thread = threading.Thread(target=read)
        thread.start()
        assert reading.wait(60)
        session.close()
        thread.join(60)
        assert not thread.is_alive()
        # A step that begins while the session closes finds the iterator at its end: TensorFlow
        # answers so for each of its datasets.
        kinds = (tf.errors.CancelledError, tf.errors.OutOfRangeError, RuntimeError)
        assert isinstance(outcome[0], kinds), outcome


@case
def iterators_that_nobody_reads_to_their_end_are_let_go():
    before = threading.active_count()
    for _ in range(20):
        with tf.Graph().as_default(), tf.Session() as session:
            dataset = tf.data.TableRecordDataset([MANY], [np.int64(0), ""]).batch(64)
            session.run(dataset.make_one_shot_iterator().get_next())
    assert threading.active_count() == before


main()
