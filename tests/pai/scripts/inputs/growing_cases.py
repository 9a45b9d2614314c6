"""TableRecordDataset over a query's rows while they come.

argv: the URL of a table, a folder of Parquet files that have the same rows in the order of their
names, and the URL whose list of files, parts.txt of that folder, this script writes.
"""

import fcntl
import itertools
import os
import random
import sys
import threading

import numpy as np
import pyarrow.parquet as pq
import tensorflow as tf
from cases import case, main

COMPLETE, FOLDER, GROWING = sys.argv[1:4]
LIST = os.path.join(FOLDER, "parts.txt")
FILES = [
    (name, pq.read_metadata(os.path.join(FOLDER, name)).num_rows)
    for name in sorted(os.listdir(FOLDER))
    if name.endswith(".parquet")
]
ROWS = sum(rows for _, rows in FILES)
DEFAULTS = (np.int64(-1), "none")


class Query:
    """Who computes the query: tells of its files one after the other."""

    def __enter__(self):
        self._stream = open(LIST, "w")
        fcntl.flock(self._stream, fcntl.LOCK_EX)
        self._left = list(FILES)
        return self

    def __exit__(self, *_):
        self._stream.close()

    def _tell(self, line):
        self._stream.write(line + "\n")
        self._stream.flush()

    def give(self, rows):
        """Tells of files with at least so many rows together."""
        while rows > 0:
            name, count = self._left.pop(0)
            self._tell("%d %s" % (count, name))
            rows -= count

    def end(self):
        for name, count in self._left:
            self._tell("%d %s" % (count, name))
        self._left = []
        self._tell("end")

    def fail(self, words):
        self._tell('failed "%s"' % words)


def source(url=GROWING):
    return tf.data.TableRecordDataset([url], DEFAULTS, num_threads=2)


class Elements:
    """The elements of make()'s dataset, in a graph of its own."""

    def __init__(self, make):
        self.graph = tf.Graph()
        with self.graph.as_default():
            # What TensorFlow reads ahead by itself, as much as it thinks fit, waits for rows that no case has given.
            options = tf.data.Options()
            options.experimental_optimization.inject_prefetch = False
            self.iterator = tf.data.make_initializable_iterator(make().with_options(options))
            self._next = self.iterator.get_next()
            self.saver = tf.train.Saver([tf.data.experimental.make_saveable_from_iterator(self.iterator)])
        self.session = tf.Session(graph=self.graph)
        self.session.run(self.iterator.initializer)

    def next(self, **options):
        return self.session.run(self._next, **options)

    def take(self, count):
        return [self.next() for _ in range(count)]

    def rest(self, most=200):
        taken = []
        try:
            while len(taken) < most:
                taken.append(self.next())
        except tf.errors.OutOfRangeError:
            pass
        return taken


def ids(batches):
    return np.concatenate([batch[0] for batch in batches]).tolist() if batches else []


def same(left, right):
    assert len(left) == len(right), (len(left), len(right))
    for a, b in zip(left, right):
        for x, y in zip(a, b):
            np.testing.assert_array_equal(x, y)


def apply(dataset, stages):
    for method, arguments in stages:
        dataset = getattr(dataset, method)(*arguments)
    return dataset


@case
def whole_batches_are_given_before_more_rows_are_waited_for():
    with Query() as query:
        query.give(300)
        rows = Elements(lambda: source().skip(9).batch(70))
        assert ids(rows.take(4)) == list(range(9, 289))
        query.end()
        assert ids(rows.rest()) == list(range(289, ROWS))


@case
def a_shuffle_begins_when_its_buffer_is_full():
    with Query() as query:
        query.give(300)
        rows = Elements(lambda: source().shuffle(100, seed=7).batch(50))
        first = ids(rows.take(4))
        assert len(set(first)) == 200 and max(first) < 300 + 50
        assert first != sorted(first)
        query.end()
        assert sorted(first + ids(rows.rest())) == list(range(ROWS))


@case
def a_shuffle_behind_take_waits_for_no_more_rows():
    with Query() as query:
        query.give(300)
        rows = Elements(lambda: source().take(200).shuffle(1000).repeat(2).batch(50))
        passes = ids(rows.rest())
        assert sorted(passes[:200]) == sorted(passes[200:]) == list(range(200))
        rows = Elements(lambda: source().shuffle(100).take(50).repeat().batch(50))
        assert len(ids(rows.take(3))) == 150
        query.end()


def random_stages(chance):
    """Stages with one shuffle that end."""

    def some(most):
        return [
            chance.choice(
                [
                    ("take", (chance.choice([-1, 0, 10, 250, 700, 5000]),)),
                    ("skip", (chance.choice([0, 1, 20, 650, 5000]),)),
                    ("repeat", (chance.randint(0, 3),)),
                    ("shard", (3, chance.randrange(3))),
                    ("prefetch", (2,)),
                ]
            )
            for _ in range(chance.randint(0, most))
        ]

    size = chance.choice([1, 7, 64, 200, 640, 1000, 1 << 40])
    again = chance.random() < 0.7
    stages = some(2) + [("shuffle", (size, chance.randint(1, 99), again))] + some(3)
    if chance.random() < 0.3:
        stages += [("repeat", (None,)), ("take", (chance.choice([1, 100, 3333]),))]
    return stages + [("batch", (chance.choice([1, 16, 500]), chance.random() < 0.3))]


@case
def rows_that_come_are_shuffled_as_those_that_are_there():
    for seed in range(24):
        chance = random.Random(seed)
        stages = random_stages(chance)
        there = Elements(lambda: apply(source(COMPLETE), stages)).rest(3000)
        with Query() as query:
            coming = Elements(lambda: apply(source(), stages))
            feeder = threading.Thread(target=query.end)
            query.give(chance.choice([0, 1, 300]))
            feeder.start()
            try:
                same(coming.rest(3000), there)
            except AssertionError as error:
                raise AssertionError("%s: %s" % (stages, error)) from None
            finally:
                feeder.join()


@case
def a_shuffle_is_saved_and_restored_while_its_query_grows():
    stages = [
        [("shuffle", (100, 5)), ("batch", (20,))],
        [("skip", (9,)), ("shuffle", (60,)), ("batch", (20,))],
        [("shuffle", (30, 5)), ("repeat", (2,)), ("shard", (2, 1)), ("batch", (10,))],
        [("shuffle", (50,)), ("repeat", ()), ("batch", (20,))],
    ]
    for steps, behind in itertools.product((1, 4, 7), stages):
        with Query() as query:
            rows = Elements(lambda: apply(source(), behind))
            query.give(300)
            rows.take(steps)
            rows.saver.save(rows.session, "./growing", write_meta_graph=False)
            again = Elements(lambda: apply(source(), behind))
            again.saver.restore(again.session, "./growing")
            if steps < 7:
                same(again.take(2), rows.take(2))
            query.end()
            same(again.rest(), rows.rest())


@case
def a_second_pass_is_restored():
    with Query() as query:
        query.end()
        rows = Elements(lambda: source().shuffle(100, seed=3).repeat().batch(50))
        rows.take(ROWS // 50 + 5)
        rows.saver.save(rows.session, "./growing", write_meta_graph=False)
        again = Elements(lambda: source().shuffle(100, seed=3).repeat().batch(50))
        again.saver.restore(again.session, "./growing")
        same(again.rest(40), rows.rest(40))


@case
def a_step_that_waits_can_be_ended():
    for stages in (
        [("shuffle", (100,)), ("batch", (10,))],
        [("shuffle", (100,)), ("repeat", ()), ("skip", (5000,)), ("batch", (10,))],
    ):
        with Query() as query:
            query.give(50)
            rows = Elements(lambda: apply(source(), stages))
            try:
                rows.next(options=tf.RunOptions(timeout_in_ms=300))
                raise AssertionError("a row of a buffer that is not full")
            except tf.errors.DeadlineExceededError:
                pass
            rows.session.close()


@case
def a_query_that_fails_ends_a_shuffle_with_its_words():
    with Query() as query:
        query.give(300)
        rows = Elements(lambda: source().shuffle(100).batch(50))
        rows.take(3)
        query.fail("no such thing")
        try:
            rows.rest()
            raise AssertionError("no error")
        except tf.errors.InvalidArgumentError as error:
            assert "its query has failed: no such thing" in error.message, error.message


main()
