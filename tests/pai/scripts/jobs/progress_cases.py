"""What the hooks of sessions tell: this process listens to itself, one pipe for all cases."""

import json
import os
import select
import sys
import threading

READ_END, WRITE_END = os.pipe()
os.environ["PAISQL_PROGRESS_FD"] = str(WRITE_END)

import collections  # noqa: E402

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from cases import case, main  # noqa: E402

LINES = os.fdopen(READ_END, "rb", buffering=0)
TABLE, OUTPUT = sys.argv[1:3]
tf.logging.set_verbosity(tf.logging.ERROR)


def told(**expected):
    """Reads lines until one has the expected values; the newest line is the whole state."""
    line = {}
    while select.select([READ_END], [], [], 10)[0]:
        line = json.loads(LINES.readline())
        if all(line.get(name) == value for name, value in expected.items()):
            return line
    raise AssertionError("%s was never told, the last line is %s" % (expected, line))


def linear(global_step=False, dtype=tf.float32, **variable_options):
    """(loss, train op): w -> w - 0.1 * 2 * (w - 3), from w = 1 on; loss is (w - 3) ** 2."""
    w = tf.get_variable("w", [], dtype, tf.ones_initializer(), **variable_options)
    loss = tf.reduce_mean(tf.square(w - 3))
    step = tf.train.get_or_create_global_step() if global_step else None
    return loss, tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)


def loss_after(steps):
    """The loss that the last of so many steps of linear() computes."""
    w = np.float32(1)
    for _ in range(steps - 1):
        w -= np.float32(0.1) * np.float32(2) * (w - np.float32(3))
    return float(np.square(w - np.float32(3)))


def near(line, loss):
    assert abs(line["loss"] - loss) < 1e-5, (line, loss)


def initialised():
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session


@case
def a_plain_loop_counts_its_runs():
    with tf.Graph().as_default():
        loss, train = linear()
        with initialised() as session:
            for _ in range(7):
                assert session.run(train) is None
                session.run(loss)
        near(told(step=7, loss_step=None), loss_after(7))


@case
def the_global_step_goes_on_where_it_was():
    with tf.Graph().as_default():
        _, train = linear(global_step=True)
        with initialised() as session:
            session.run(tf.assign(tf.train.get_global_step(), 1000))
            for _ in range(150):
                session.run(train)
        told(step=1150)


@case
def a_resource_variable_counts_too():
    with tf.Graph().as_default():
        step = tf.get_variable("step", [], tf.int64, tf.zeros_initializer(), use_resource=True, trainable=False)
        w = tf.get_variable("w", [], initializer=tf.ones_initializer(), use_resource=True)
        loss = tf.reduce_mean(tf.square(w - 3))
        train = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=step)
        with initialised() as session:
            for _ in range(23):
                session.run([train])
            assert session.run(step) == 23
        told(step=23)


@case
def a_monitored_session_and_its_hooks():
    with tf.Graph().as_default():
        loss, train = linear(global_step=True)
        hooks = [tf.train.StopAtStepHook(last_step=12), tf.train.NanTensorHook(loss)]
        with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
            while not session.should_stop():
                session.run(train)
        near(told(step=12, loss_step=None), loss_after(12))


@case
def a_group_and_a_dependency_are_train_ops():
    with tf.Graph().as_default():
        _, train = linear()
        grouped = tf.group(train, tf.no_op())
        with tf.control_dependencies([grouped]):
            barrier = tf.constant(5)
        with initialised() as session:
            for _ in range(4):
                assert session.run(barrier) == 5
            session.run(grouped)
        near(told(step=5, loss_step=None), loss_after(5))


@case
def estimators_with_an_optimizer_of_their_own():
    class Own(tf.train.Optimizer):
        def __init__(self):
            super().__init__(False, "Own")

        def apply_gradients(self, grads_and_vars, global_step=None, name=None):
            return tf.group(*[tf.assign_sub(v, 0.1 * g) for g, v in grads_and_vars])

    def model(features, labels, mode):
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        loss = tf.reduce_mean(tf.square(w - 3) + 0 * features["x"])
        gradients = tf.gradients(loss, [w])
        train = Own().apply_gradients(zip(gradients, [w]))
        step = tf.train.get_global_step()
        train = tf.group(train, tf.assign_add(step, 1))
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)

    def rows():
        return tf.data.Dataset.from_tensors(({"x": [1.0]}, [1.0])).repeat()

    estimator = tf.estimator.Estimator(model, model_dir="estimator")
    estimator.train(rows, steps=9)
    near(told(step=9, loss_step=None), loss_after(9))
    estimator.train(rows, steps=3)
    near(told(step=12, loss_step=None), loss_after(12))


@case
def gradients_by_hand_have_their_loss():
    with tf.Graph().as_default():
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        loss = tf.reduce_mean(tf.square(w - 3))
        clipped, _ = tf.clip_by_global_norm(tf.gradients(loss, [w]), 100.0)
        train = tf.train.GradientDescentOptimizer(0.1).apply_gradients(zip(clipped, [w]))
        with initialised() as session:
            for _ in range(6):
                session.run(train)
        near(told(step=6, loss_step=None), loss_after(6))


@case
def usual_losses_can_be_fetched_beside_the_step():
    x = np.arange(8, dtype=np.float32).reshape(4, 2)
    labels = np.array([0, 1, 1, 0])

    def logits(features):
        return tf.layers.dense(features, 2, kernel_regularizer=tf.keras.regularizers.l2(0.1))

    def sparse(features, y):
        loss = tf.losses.sparse_softmax_cross_entropy(y, logits(features))
        return loss + tf.losses.get_regularization_loss()

    def by_hand(features, y):
        one_hot = tf.one_hot(y, 2)
        each = tf.nn.softmax_cross_entropy_with_logits_v2(labels=one_hot, logits=logits(features))
        return tf.reduce_mean(each)

    def binary(features, y):
        truth = tf.cast(tf.expand_dims(y, 1), tf.float32)
        return tf.losses.sigmoid_cross_entropy(truth, tf.layers.dense(features, 1))

    def squares(features, y):
        return tf.losses.mean_squared_error(tf.one_hot(y, 2), logits(features))

    def logs(features, y):
        return tf.losses.log_loss(tf.one_hot(y, 2), tf.nn.sigmoid(logits(features)))

    for number, make in enumerate((sparse, by_hand, binary, squares, logs), 20):
        with tf.Graph().as_default():
            features = tf.placeholder(tf.float32, [None, 2])
            y = tf.placeholder(tf.int64, [None])
            loss = make(features, y)
            train = tf.train.GradientDescentOptimizer(0.001).minimize(loss)
            feeds = {features: x, y: labels}
            with initialised() as session:
                for _ in range(number):
                    session.run(train, feeds)
                value, _ = session.run([loss, train], feeds)
                near(told(step=number + 1, loss_step=None), value)
                session.run(train, feeds)
                line = told(step=number + 2)
                assert line["loss"] < value, make


@case
def not_a_number_is_told_as_such():
    with tf.Graph().as_default():
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        loss = tf.log(-w)
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        with initialised() as session:
            for _ in range(8):
                session.run(train)
        assert told(step=8)["loss"] == "nan"


@case
def a_loss_that_would_need_more_is_left_out():
    with tf.Graph().as_default():
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        weight = tf.placeholder(tf.float32, [])
        rows = tf.data.Dataset.range(100).make_one_shot_iterator().get_next()
        others = (weight, tf.cast(rows, tf.float32), tf.check_numerics(0 / (w - w), "nan"))
        with initialised() as session:
            for steps, other in enumerate(others, 1):
                # Of a sum, the gradient for w needs the part with w only.
                train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.square(w - 3) + other)
                for _ in range(steps * 5):
                    session.run(train)
                told(step=steps * 5)
            assert session.run(rows) == 0  # no row was consumed by the runs before


@case
def a_feed_in_the_middle_keeps_the_loss_out():
    with tf.Graph().as_default():
        raw = tf.placeholder(tf.float32, [])
        middle = raw * 2
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        loss = tf.square(w * middle - 3) + raw
        train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
        with initialised() as session:
            for _ in range(3):
                session.run(train, {middle: 1.0})
            told(step=3)
            value, _ = session.run([loss, train], {raw: 0.5})
            near(told(step=4, loss_step=None), value)


@case
def results_have_the_shape_that_was_asked_for():
    Pair = collections.namedtuple("Pair", "train loss")
    with tf.Graph().as_default():
        loss, train = linear(global_step=True)
        sparse = tf.SparseTensor([[0, 0]], [1.0], [1, 1])
        with initialised() as session:

            def same(fetches, check):
                result = session.run(fetches)
                assert type(result) is type(check), (result, check)
                names = [op.name for op in session.graph.get_operations()]
                assert names == OPERATIONS
                return result

            OPERATIONS = [op.name for op in session.graph.get_operations()]
            assert session.run(train) is None
            assert session.run(train.name) is None
            assert same([train], []) == [None]
            assert same((train, loss), ())[0] is None
            assert isinstance(same([train, [loss, {"a": loss}]], [])[1][1]["a"], np.float32)
            pair = same(Pair(train, loss), Pair(0, 0))
            assert pair.train is None and isinstance(pair.loss, np.float32)
            ordered = same(collections.OrderedDict(b=train, a=loss), collections.OrderedDict())
            assert list(ordered) == ["b", "a"]
            same({"t": train, "s": sparse, "w": "w:0"}, {})
            assert same([], []) == []
            options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
            metadata = tf.RunMetadata()
            session.run(train, options=options, run_metadata=metadata)
            assert metadata.step_stats.dev_stats
            for wrong in (None, 5, [train, None], [train, "no such thing"]):
                try:
                    session.run(wrong)
                except (TypeError, ValueError) as error:
                    assert str(wrong) in str(error) or "Argument `fetch`" in str(error)
                else:
                    raise AssertionError(wrong)
            step = session.run(tf.train.get_global_step())
        assert step == 9
        told(step=9)


@case
def errors_of_a_step_stay_what_they_are():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [], name="x")
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.square(w * x - 3))
        with initialised() as session:
            for _ in range(2):
                try:
                    session.run(train)
                except tf.errors.InvalidArgumentError as error:
                    assert "'x'" in error.message
                else:
                    raise AssertionError("the placeholder was not fed")
            session.run(train, {x: 1})
        told(step=1)


@case
def callables_and_partial_runs_still_work():
    with tf.Graph().as_default():
        loss, train = linear(global_step=True)
        x = tf.placeholder(tf.float32, [])
        with tf.control_dependencies([train]):
            after = x + 2
        with initialised() as session:
            plain = session.make_callable([train, loss])
            fed = session.make_callable([train, x + 1], feed_list=[x])
            handle = session.partial_run_setup([after], [x])
            assert plain()[0] is None
            assert session.partial_run(handle, after, {x: 1}) == 3
            assert fed(1)[1] == 2
            assert session.run(tf.train.get_global_step()) == 3
        told(step=3)


@case
def threads_that_do_not_train_are_passed_by():
    with tf.Graph().as_default():
        queue = tf.train.range_input_producer(100, shuffle=False).dequeue()
        loss, train = linear(global_step=True)
        with initialised() as session:
            coordinator = tf.train.Coordinator()
            threads = tf.train.start_queue_runners(session, coordinator)
            numbers = [session.run([queue, train])[0] for _ in range(30)]
            coordinator.request_stop()
            coordinator.join(threads)
        assert numbers == list(range(30))
        told(step=30)


@case
def the_train_op_that_counts_tells_the_step():
    with tf.Graph().as_default():
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        v = tf.get_variable("v", [], initializer=tf.ones_initializer())
        loss = tf.square(w * v - 3)
        step = tf.train.get_or_create_global_step()
        optimizer = tf.train.GradientDescentOptimizer(0.01)
        often = optimizer.minimize(loss, var_list=[w])
        rarely = optimizer.minimize(loss, var_list=[v], global_step=step)
        with initialised() as session:
            for _ in range(6):
                for _ in range(5):
                    session.run(often)
                session.run(rarely)
        told(step=6)


@case
def replicas_that_wait_for_each_other():
    server = tf.train.Server.create_local_server()
    with tf.Graph().as_default():
        rows = tf.data.Dataset.range(1000).make_one_shot_iterator().get_next()
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        loss = tf.reduce_mean(tf.square(w - 3)) + 0 * tf.cast(rows, tf.float32)
        optimizer = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(0.1), 1)
        step = tf.train.get_or_create_global_step()
        train = optimizer.minimize(loss, global_step=step)
        hooks = [optimizer.make_session_run_hook(True), tf.train.StopAtStepHook(last_step=15)]
        runs = 0
        with tf.train.MonitoredTrainingSession(server.target, hooks=hooks, stop_grace_period_secs=0) as session:
            while not session.should_stop():
                row, _ = session.run([rows, train])
                assert row == runs  # neither did the chief's own thread consume one
                runs += 1
        # The chief's thread counts the steps; it may have begun one more.
        while told()["step"] not in (runs - 1, runs, runs + 1):
            pass


@case
def keras_in_a_graph():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
    model.compile(optimizer=tf.keras.optimizers.SGD(0.1), loss="mse")
    x = np.arange(32, dtype=np.float32).reshape(-1, 1) / 32
    history = model.fit(x, 3 * x, batch_size=8, epochs=3, verbose=0)
    near(told(step=12, loss_step=None), history.history["loss"][-1])
    loss = model.train_on_batch(x, 3 * x)
    near(told(step=13, loss_step=None), loss)


@case
def rows_of_tables_are_counted():
    before = told_rows()
    dataset = tf.data.TableRecordDataset(TABLE, [np.int64(0)]).batch(4).repeat(2)
    element = dataset.make_one_shot_iterator().get_next()
    with tf.Session() as session:
        try:
            while True:
                session.run(element)
        except tf.errors.OutOfRangeError:
            pass
    line = told(rows_read=before + 50)
    assert line["input_seconds"] > 0
    with tf.python_io.TableReader(TABLE) as reader:
        reader.read(25)
    told(rows_read=before + 75)
    queue = tf.train.string_input_producer([TABLE], num_epochs=1)
    key, value = tf.TableRecordReader().read_up_to(queue, 100)
    with tf.Session() as session:
        session.run(tf.local_variables_initializer())
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(session, coordinator)
        assert len(session.run(value)) == 25
        coordinator.request_stop()
        coordinator.join(threads)
    told(rows_read=before + 100)
    with tf.python_io.TableWriter(OUTPUT) as writer:
        writer.write([(i,) for i in range(5000)], [0])
        writer.write([(i,) for i in range(7)], [0])
    told(rows_written=5007)


def told_rows():
    from paisql.monitoring import progress

    progress.report(step=-1)
    return told(step=-1).get("rows_read", 0)


@case
def a_failure_of_the_hooks_ends_them_only():
    from paisql.monitoring import progress_optimizers, training_ops

    with tf.Graph().as_default():
        loss, train = linear()
        training_ops.training_of(tf.get_default_graph()).of_fetches = None
        with initialised() as session:
            assert session.run([train, loss])[0] is None
            thread = threading.Thread(target=session.run, args=(train,))
            thread.start()
            thread.join()
    assert not progress_optimizers.hooks.live


main()
