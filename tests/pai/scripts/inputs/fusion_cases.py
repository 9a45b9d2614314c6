"""What is fused into TableRecordDataset against the same on single rows; argv: the table's URL."""

import random
import sys

import numpy as np
import tensorflow as tf
from cases import case, main

URL, PARTED = sys.argv[1:3]
ROWS = 60
DEFAULTS = (np.int64(-1), np.float32(-2), "none", False)


def source(urls=(URL,), **options):
    return tf.data.TableRecordDataset(list(urls), DEFAULTS, num_threads=2, **options)


def plain_source(*arguments, **named):
    """Rows that nothing is fused with."""
    options = tf.data.Options()
    options.experimental_optimization.shuffle_and_repeat_fusion = False
    return source(*arguments, **named).map(lambda *row: row).with_options(options)


def random_source(chance):
    """Arguments of source(): tables, partitions and ranges of rows, and a slice of them."""
    urls = [URL, PARTED, PARTED + "/d=b", PARTED + "/d=a/h=2", PARTED + "?start=7&end=44", PARTED + "/d=c"]
    chosen = [chance.choice(urls) for _ in range(chance.choice([1, 1, 2, 3]))]
    slices = chance.choice([1, 1, 2, 5])
    texts = ["name"] if URL in chosen else ["name", "d", "h"]
    columns = "id,value,%s,flag" % chance.choice(texts)
    return dict(urls=chosen, selected_cols=columns, slice_id=chance.randrange(slices), slice_count=slices)


def elements(make):
    """All elements of make()'s dataset, in a graph of its own."""
    with tf.Graph().as_default(), tf.Session() as session:
        element = make().make_one_shot_iterator().get_next()
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
            np.testing.assert_array_equal(x, y)


def random_stages(chance):
    """[(method, arguments)] that end: an endless repeat has a take after it."""
    stages = []
    for _ in range(chance.randint(0, 5)):
        count = chance.choice([0, 1, 5, 17, 40, 59, 60, 61, 1000])
        shards = chance.randint(1, 7)
        stages.append(
            chance.choice(
                [
                    ("take", (chance.choice([-1, count]),)),
                    ("skip", (chance.choice([0, 1, 20, 59, 100]),)),
                    ("repeat", (chance.randint(0, 4),)),
                    ("shard", (shards, chance.randrange(shards))),
                    ("shuffle", (chance.choice([1, 2, 10, 60, 500]), chance.randint(1, 99))),
                    ("prefetch", (2,)),
                ]
            )
        )
        if chance.random() < 0.2:
            stages += [("repeat", (None,)), ("take", (chance.choice([1, 100, 333]),))]
    size, drop = chance.choice([1, 3, 16, 64, 200]), chance.random() < 0.3
    if chance.random() < 0.7:
        return stages + [("batch", (size, drop))]
    padding = chance.choice(
        [None, (np.int64(9), np.float32(0.5), "p", True), (np.int64(-1), np.float32(0), "", False)]
    )
    shapes = chance.choice([([], [], [], []), tuple(tf.TensorShape([]) for _ in DEFAULTS)])
    return stages + [("padded_batch", (size, shapes, padding, drop))]


def apply(dataset, stages):
    for method, arguments in stages:
        dataset = getattr(dataset, method)(*arguments)
    return dataset


@case
def fused_and_plain_pipelines_give_equal_elements():
    for seed in range(60):
        chance = random.Random(seed)
        stages = random_stages(chance)
        read = random_source(chance) if seed % 2 else {}
        fused = elements(lambda: apply(source(**read), stages))
        plain = elements(lambda: apply(plain_source(**read), stages))
        try:
            same(fused, plain)
        except AssertionError as error:
            raise AssertionError("%s, %s: %s" % (read, stages, error)) from None


@case
def shuffles_without_seeds_differ_and_keep_the_rows():
    def ids(dataset):
        return np.concatenate([batch[0] for batch in elements(dataset)])

    orders = [ids(lambda: source().shuffle(1000).batch(7)) for _ in range(2)]
    assert sorted(orders[0]) == sorted(orders[1]) and list(orders[0]) != list(orders[1])
    passes = ids(lambda: source().shuffle(1000).repeat(2).batch(ROWS))
    assert sorted(passes[:ROWS]) == sorted(passes[ROWS:])
    assert list(passes[:ROWS]) != list(passes[ROWS:])
    fixed = ids(lambda: source().shuffle(9, reshuffle_each_iteration=False).repeat(2).batch(ROWS))
    assert list(fixed[:ROWS]) == list(fixed[ROWS:])
    assert list(ids(lambda: source().shuffle(True).batch(7))) == list(ids(lambda: source().batch(7)))


def saved_in_the_middle(make, steps):
    """The elements after `steps` ones: of the iterator itself, and of one that was restored."""
    with tf.Graph().as_default():
        iterator = tf.data.make_initializable_iterator(make())
        element = iterator.get_next()
        saver = tf.train.Saver([tf.data.experimental.make_saveable_from_iterator(iterator)])
        outcomes = []
        for restored in (False, True):
            with tf.Session() as session:
                session.run(iterator.initializer)
                if restored:
                    saver.restore(session, "iterator")
                else:
                    for _ in range(steps):
                        session.run(element)
                    saver.save(session, "./iterator", write_meta_graph=False)
                rest = []
                try:
                    while len(rest) < 50:
                        rest.append(session.run(element))
                except tf.errors.OutOfRangeError:
                    pass
                outcomes.append(rest)
        return outcomes


@case
def a_restored_iterator_goes_on_where_it_was():
    for steps in (0, 1, 5):
        for make in (
            lambda: source().batch(7),
            lambda: source().skip(3).repeat(3).shard(2, 1).batch(7),
            lambda: source().shuffle(20, seed=5).batch(7),
            lambda: source().skip(9).shuffle(20, seed=5).repeat().skip(2).batch(7),
            lambda: source().shuffle(20, seed=5).take(30),
            lambda: source(),
        ):
            same(*saved_in_the_middle(make, steps))
    # Without seeds, what was drawn is saved.
    same(*saved_in_the_middle(lambda: source().shuffle(30).repeat().batch(7), 4))


main()
