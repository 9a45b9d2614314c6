"""What the platform adds to TensorFlow: import pai, work queues, texts to tensors, metrics."""

import functools
import json
import os
import sys

import numpy as np
import tensorflow as tf
from cases import case, main

import pai

GIVEN = dict(argument[2:].split("=", 1) for argument in sys.argv[1:])
TABLE = GIVEN["tables"]
ROWS = list(range(100))


def run(tensor):
    with tf.Session() as session:
        return session.run(tensor)


def fails(text, tensor):
    try:
        run(tensor)
    except tf.errors.InvalidArgumentError as error:
        assert text in str(error), error
    else:
        raise AssertionError("no error with: " + text)


def rows_of(tensor, session):
    rows = []
    try:
        while True:
            rows.extend(session.run(tensor).tolist())
    except tf.errors.OutOfRangeError:
        return rows


@case
def numbers_become_a_sparse_tensor():
    made = run(tf.trans_csv_id2sparse(["2,10", "7", "8,0", "", " 9 , 3"], 20))
    assert made.indices.tolist() == [[0, 2], [0, 10], [1, 7], [2, 0], [2, 8], [4, 3], [4, 9]]
    assert made.values.tolist() == [2, 10, 7, 0, 8, 3, 9] and made.values.dtype == np.int64
    assert made.dense_shape.tolist() == [5, 20]
    ones = run(tf.trans_csv_id2sparse(["2;10"], 20, id_as_value=False, field_delim=";"))
    assert ones.values.tolist() == [1, 1]
    fails("is not below max_id:] [20]", tf.trans_csv_id2sparse(["20"], 20))
    fails("is not below max_id:] [-1]", tf.trans_csv_id2sparse(["-1"], 20))
    fails("could not correctly convert string: x", tf.trans_csv_id2sparse(["1,x"], 20))


@case
def pairs_become_a_dense_tensor():
    made = run(tf.trans_csv_kv2dense(["1:0.1,2:0.2", "0:-.1e-1", "3: +.2, 2:0.1", ""], max_id=5))
    expected = [[0, 0.1, 0.2, 0, 0], [-0.01, 0, 0, 0, 0], [0, 0, 0.1, 0.2, 0], [0] * 5]
    np.testing.assert_allclose(made, expected, rtol=1e-6)
    assert made.dtype == np.float32
    assert tf.trans_csv_kv2dense(["1:1"], 5).shape.as_list()[1] == 5
    fails("a field is not <number>:<value>:] [1]", tf.trans_csv_kv2dense(["1"], 5))
    fails("a field is not <number>:<value>:] [1:2:3]", tf.trans_csv_kv2dense(["1:2:3"], 5))
    fails("is not below max_id:] [5]", tf.trans_csv_kv2dense(["5:1"], 5))


@case
def fields_become_a_dense_tensor():
    made = run(tf.trans_csv_to_dense(["0.1,0.2 ", "-.1e-1", "0.2,  0.1, +.3"], max_id=3))
    np.testing.assert_allclose(made, [[0.1, 0.2, 0], [-0.01, 0, 0], [0.2, 0.1, 0.3]], rtol=1e-6)
    blanks = run(tf.trans_csv_to_dense(["1   2 3", " 4"], 4, field_delim=" "))
    assert blanks.tolist() == [[1, 2, 3, 0], [4, 0, 0, 0]]
    fails("more fields than max_id", tf.trans_csv_to_dense(["1,2,3"], 2))


@case
def the_functions_stand_where_scripts_look_for_them():
    from tensorflow.python.ops import string_ops, work_queue
    from tensorflow.python.ops.work_queue import WorkQueue

    assert WorkQueue is work_queue.WorkQueue is pai.data.WorkQueue
    assert string_ops.trans_csv_kv2dense is tf.trans_csv_kv2dense


@case
def a_work_queue_gives_a_dataset_all_rows_of_each_epoch():
    tf.reset_default_graph()
    queue = pai.data.WorkQueue([TABLE], num_epochs=2, num_slices=7, name="dataset")
    queue.add_summary()
    rows = tf.data.TableRecordDataset(queue.input_dataset(), record_defaults=[np.int64(0)])
    taken = rows.batch(16).make_one_shot_iterator().get_next()[0]
    with tf.Session() as session:
        found = rows_of(taken, session)
        summary = tf.Summary.FromString(session.run(tf.summary.merge_all()))
    assert sorted(found) == sorted(2 * ROWS)
    assert found[:100] != found[100:]
    assert [value.tag for value in summary.value] == ["dataset/remaining"]
    assert summary.value[0].simple_value == 0


@case
def a_work_queue_is_taken_piece_by_piece():
    queue = pai.data.WorkQueue(["a", "b"], shuffle=False, prefix="oss://x/", name="files")
    piece = queue.take()
    with tf.Session() as session:
        assert [session.run(piece), session.run(piece)] == [b"oss://x/a", b"oss://x/b"]
        assert rows_of(piece, session) == []


@case
def a_work_queue_feeds_a_reader_and_prefetched_tensors():
    tf.reset_default_graph()
    queue = pai.data.WorkQueue([TABLE], num_slices=5, name="reader")
    reader = tf.TableRecordReader()
    _, lines = reader.read_up_to(queue.input_producer(), 8)
    (column,) = tf.decode_csv(lines, [[np.int64(0)]])
    taken, more = pai.data.prefetch((column, {"twice": column * 2}), capacity=2)
    rows = []
    with tf.train.MonitoredTrainingSession(hooks=[pai.data.make_prefetch_hook()]) as session:
        while not session.should_stop():
            some, twice = session.run([taken, more["twice"]])
            assert twice.tolist() == [2 * value for value in some]
            rows.extend(some.tolist())
    assert sorted(rows) == ROWS


@case
def a_work_queue_goes_on_where_a_checkpoint_was():
    def queue():
        return pai.data.WorkQueue(["a", "b", "c", "d"], seed=3, name="saved").take()

    expected = []
    with tf.Graph().as_default(), tf.Session() as session:
        piece, saver = queue(), tf.train.Saver()
        expected.append(session.run(piece))
        expected.append(session.run(piece))
        saver.save(session, "checkpoint/queue", global_step=1)
        expected.append(session.run(piece))
        expected.append(session.run(piece))
    with tf.Graph().as_default(), tf.Session() as session:
        piece, saver = queue(), tf.train.Saver()
        saver.restore(session, tf.train.latest_checkpoint("checkpoint"))
        # What was being worked on is not finished in the checkpoint.
        assert [session.run(piece) for _ in range(3)] == expected[1:]
        assert rows_of(piece, session) == []


@case
def a_work_queue_names_what_is_wrong():
    for works, slices, words in (
        (["oss://b/a"], 3, "num_slices is for tables"),
        (["odps://p/tables/none"], 3, "not predefined"),
        ([], None, "needs works"),
        ([TABLE], 0, "one piece at least"),
    ):
        try:
            pai.data.WorkQueue(works, num_slices=slices)
        except ValueError as error:
            assert words in str(error), error
        else:
            raise AssertionError(words)


@case
def a_cluster_of_workers_is_told_by_tf_config():
    hosts = ["a:1", "b:2", "c:3"]
    pai.distribute.set_tf_config("worker", 0, hosts)
    assert json.loads(os.environ["TF_CONFIG"]) == {
        "cluster": {"chief": ["a:1"], "worker": ["b:2", "c:3"]},
        "task": {"type": "chief", "index": 0},
    }
    pai.distribute.set_tf_config("worker", "2", "a:1,b:2,c:3", has_evaluator=True)
    assert json.loads(os.environ["TF_CONFIG"]) == {
        "cluster": {"chief": ["a:1"], "worker": ["c:3"]},
        "task": {"type": "worker", "index": 0},
    }
    pai.distribute.set_tf_config("worker", 1, hosts, has_evaluator=True)
    assert json.loads(os.environ["TF_CONFIG"])["task"] == {"type": "evaluator", "index": 0}
    del os.environ["TF_CONFIG"]


def refusal(kind, call):
    """What a call says that is not offered."""
    try:
        call()
    except kind as error:
        return str(error)
    raise AssertionError("nothing was said")


@case
def a_strategy_of_many_workers_is_that_of_one_machine():
    strategy = pai.distribute.ExascaleStrategy(max_splits=10, issorted=True)
    assert strategy.num_replicas_in_sync == 1
    assert isinstance(strategy, tf.distribute.MirroredStrategy)
    said = refusal(
        NotImplementedError, lambda: pai.distribute.ExascaleStrategy(num_micro_batches=4)
    )
    assert "num_micro_batches=4" in said and "batches" in said
    config = tf.estimator.RunConfig(train_distribute=strategy)
    column = tf.feature_column.numeric_column("x")
    estimator = tf.estimator.LinearRegressor([column], config=config)
    rows = {"x": [[1.0], [2.0]]}, [[2.0], [4.0]]
    estimator.train(lambda: tf.data.Dataset.from_tensors(rows).repeat(5), steps=3)
    assert estimator.get_variable_value("global_step") == 3


@case
def horovod_is_a_world_of_one_process():
    import horovod.keras
    import horovod.tensorflow as hvd

    assert "hvd.init" in refusal(ValueError, hvd.size)
    hvd.init()
    assert (hvd.size(), hvd.rank(), hvd.local_rank(), hvd.mpi_built()) == (1, 0, 0, False)
    with tf.Graph().as_default():
        weight = tf.get_variable("w", [], initializer=tf.ones_initializer())
        optimizer = tf.train.GradientDescentOptimizer(0.1 * hvd.size())
        train = hvd.DistributedOptimizer(optimizer).minimize(weight * weight)
        total = hvd.allreduce(weight, average=False)
        hooks = [hvd.BroadcastGlobalVariablesHook(0)]
        with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
            session.run(train)
            assert abs(session.run(total) - 0.8) < 1e-6
    assert isinstance(
        horovod.keras.callbacks.MetricAverageCallback(), tf.keras.callbacks.Callback
    )
    collected = functools.partial(hvd.DistributedOptimizer, optimizer, backward_passes_per_step=2)
    assert "larger batches" in refusal(NotImplementedError, collected)


@case
def pai_soar_can_be_imported():
    import paisoar
    import tensorflow.contrib.pai_soar as soar
    from tensorflow.contrib import pai_soar

    assert soar is pai_soar
    for module in (paisoar, soar):
        said = refusal(AttributeError, lambda module=module: module.ReplicatedVarsOptimizer)
        assert "PAI-Soar's ReplicatedVarsOptimizer is not offered here" in said
    assert "parameter servers" in refusal(AttributeError, lambda: paisoar.enable)


@case
def what_is_not_offered_says_why():
    """Every name of the tables of what is not offered, as the docs promise."""
    import importlib

    import akdl
    from akdl import _absent

    import paisql.contrib.replacements as contrib
    from paisql import single
    from paisql.moved import trees
    from paisql.single import paisoar

    assert akdl.__name__ == "akdl"
    for table in (single._ABSENT, _absent._ABSENT):
        for name, why in table.items():
            try:
                importlib.import_module(name)
            except ModuleNotFoundError as error:
                assert why in str(error) and name in str(error), (name, error)
            else:
                raise AssertionError(name + " can be imported")
    for part, instead in contrib.PARTS.items():
        said = refusal((AttributeError, ImportError), lambda part=part: getattr(tf.contrib, part).anything)
        assert "tensorflow.contrib.%s is not offered here: use %s" % (part, instead) in said, (part, said)
    for name, instead in contrib.NAMES.items():
        part, _, last = name.partition(".")
        # Some are there, and what they call of TensorFlow is not: they want arguments first.
        try:
            said = refusal((AttributeError, NotImplementedError), getattr(getattr(tf.contrib, part), last))
            assert last in said and "is not offered" in said, (name, said)
        except AttributeError as error:
            assert "tensorflow.contrib.%s is not offered here: use %s" % (name, instead) in str(error), error
        except TypeError as error:
            assert "missing" in str(error) or "module" in str(error), (name, error)
    for one in trees.CLASSES:
        derived = type("Own", (one,), {})
        for made in (one, derived, getattr(tf.estimator, one.__name__)):
            said = refusal(NotImplementedError, lambda made=made: made([], n_batches_per_layer=1))
            assert "tf.estimator.%s is not offered" % one.__name__ in said and "XGBoost" in said
    for name in (*paisoar._INSTEAD, "NoSuchName"):
        said = refusal(AttributeError, lambda name=name: getattr(paisoar, name))
        assert name in said and ": use " in said, said


@case
def metrics_are_written_by_name():
    writer = tf.summary.MetricsWriter("metrics")
    writer.add_scalar("loss", np.float32(0.5), 3)
    writer.add_scalar(tag="rate", value=0.25, step=4)
    writer.close()
    (path,) = tf.gfile.Glob("metrics/*")
    told = [
        (value.tag, value.simple_value, event.step)
        for event in tf.train.summary_iterator(path)
        for value in event.summary.value
    ]
    assert told == [("loss", 0.5, 3), ("rate", 0.25, 4)]


@case
def checkpoints_in_memory_ask_for_nothing():
    tf.reset_default_graph()
    import tf_fault_tolerance as ft

    step = tf.train.get_or_create_global_step()
    done = tf.assign_add(step, 1)
    hooks = [ft.AsyncCacheCKPTRunnerHook()]
    with tf.train.MonitoredTrainingSession(chief_only_hooks=hooks) as session:
        assert session.run(done) == 1


@case
def adam_async_steps_as_adam_does():
    def trained(optimizer, use_resource, steps=3):
        with tf.Graph().as_default(), tf.Session() as session:
            weights = tf.get_variable(
                "w", initializer=[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], use_resource=use_resource
            )
            bias = tf.get_variable("b", initializer=[0.5, 0.5], use_resource=use_resource)
            rows = tf.nn.embedding_lookup(weights, [0, 2, 0])
            loss = tf.reduce_sum(tf.square(rows + bias))
            step = optimizer(0.1).minimize(loss, tf.train.get_or_create_global_step())
            session.run(tf.global_variables_initializer())
            for _ in range(steps):
                session.run(step)
            return session.run([weights, bias, tf.train.get_global_step()])

    for use_resource in (False, True):
        adam = trained(tf.train.AdamOptimizer, use_resource)
        own = trained(tf.train.AdamAsyncOptimizer, use_resource)
        np.testing.assert_allclose(own[0], adam[0], rtol=1e-5)  # row 1 has no gradient, and no moment
        np.testing.assert_allclose(own[1], adam[1], rtol=1e-5)
        assert own[2] == 3 and own[0][1].tolist() == [3.0, 4.0]

    def by_rmsprop(rate):
        return tf.train.AdamAsyncOptimizer(rate, apply_sparse_rmsprop=True)

    rows = trained(by_rmsprop, False, steps=1)[0]
    # The gradient g is divided by the root of (1 - beta2) g².
    np.testing.assert_allclose([[1, 2], [5, 6]] - rows[[0, 2]], 0.1 / np.sqrt(0.001), rtol=1e-4)


@case
def a_parameter_server_takes_no_slice():
    os.environ["PAISQL_PROCESS"] = "ps-0"
    try:
        for slice_id in (0, 5):
            reader = tf.python_io.TableReader(TABLE, slice_id=slice_id, slice_count=2)
            assert reader.get_row_count() == 0
            rows = tf.data.TableRecordDataset([TABLE], [np.int64(0)], slice_id=slice_id, slice_count=2)
            with tf.Session() as session:
                assert rows_of(rows.make_one_shot_iterator().get_next()[0], session) == []
        assert tf.python_io.TableReader(TABLE).get_row_count() == 100
        with tf.python_io.TableWriter(GIVEN["outputs"]) as writer:
            writer.write([(1,)], [0])
    finally:
        del os.environ["PAISQL_PROCESS"]
    tf.python_io.TableWriter(GIVEN["outputs"]).close()  # the slice is the worker's still


main()
