"""Which loss a job has last: this process listens to itself, one pipe for all cases."""

import json
import os
import select

READ_END, WRITE_END = os.pipe()
os.environ["PAISQL_PROGRESS_FD"] = str(WRITE_END)

import collections  # noqa: E402

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from cases import case, main  # noqa: E402

LINES = os.fdopen(READ_END, "rb", buffering=0)
tf.logging.set_verbosity(tf.logging.ERROR)


def told(step):
    """Reads lines until one is of this step; the newest line is the whole state."""
    line = {}
    while select.select([READ_END], [], [], 10)[0]:
        line = json.loads(LINES.readline())
        if line.get("step") == step:
            return line
    raise AssertionError("step %d was never told, the last line is %s" % (step, line))


def initialised():
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session


class Keep(tf.train.SessionRunHook):
    """Fetches a loss, the graph's when none is given, with each run and keeps the newest value."""

    def __init__(self, loss=None):
        self.loss, self.value = loss, None

    def before_run(self, run_context):
        loss = tf.losses.get_losses()[0] if self.loss is None else self.loss
        return tf.train.SessionRunArgs(loss)

    def after_run(self, run_context, run_values):
        self.value = run_values.results


@case
def the_last_loss_that_a_script_fetches_is_told():
    Pair = collections.namedtuple("Pair", "train loss")
    ordered = collections.OrderedDict
    forms = {
        1500: (lambda t, l: [t, l], lambda result: result[1]),
        1510: (lambda t, l: (l, t), lambda result: result[0]),
        1520: (lambda t, l: {"loss": l, "train": t}, lambda result: result["loss"]),
        1530: (lambda t, l: [[t], {"a": (l, l)}], lambda result: result[1]["a"][0]),
        1540: (lambda t, l: ["loss:0", t.name], lambda result: result[0]),
        1550: (Pair, lambda result: result.loss),
        1560: (lambda t, l: ordered(b=t, a=l), lambda result: result["a"]),
    }
    for steps, (fetches, loss_in) in forms.items():
        with tf.Graph().as_default():
            w = tf.get_variable("w", [], initializer=tf.ones_initializer())
            loss = tf.identity(tf.square(w - 3), name="loss")
            train = tf.train.GradientDescentOptimizer(0.001).minimize(loss)
            with initialised() as session:
                same = fetches(train, loss)
                for step in range(steps):  # some scripts write their fetches anew each time
                    result = session.run(same if step % 2 else fetches(train, loss))
            assert told(step=steps)["loss"] == loss_in(result), steps


@case
def the_last_loss_of_a_monitored_session_is_told():
    with tf.Graph().as_default():
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        loss = tf.square(w - 3)
        step = tf.train.get_or_create_global_step()
        train = tf.train.GradientDescentOptimizer(0.001).minimize(loss, global_step=step)
        hooks = [tf.train.StopAtStepHook(last_step=1600), tf.train.NanTensorHook(loss)]
        with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
            while not session.should_stop():
                _, value = session.run([train, loss])
        assert told(step=1600)["loss"] == value
    with tf.Graph().as_default():
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        loss = tf.square(w - 3)
        step = tf.train.get_or_create_global_step()
        train = tf.train.GradientDescentOptimizer(0.001).minimize(loss, global_step=step)
        kept = Keep(loss)
        # The script itself fetches none, a hook does.
        hooks = [tf.train.StopAtStepHook(last_step=1700), kept]
        with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
            while not session.should_stop():
                session.run(train)
        assert told(step=1700)["loss"] == kept.value


@case
def the_last_loss_of_an_estimator_is_told():
    def model(features, labels, mode):
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        loss = tf.reduce_mean(tf.square(w - 3) + 0 * features["x"])
        step = tf.train.get_global_step()
        train = tf.train.GradientDescentOptimizer(0.0001).minimize(loss, global_step=step)
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)

    def rows():
        return tf.data.Dataset.from_tensors(({"x": [1.0]}, [1.0])).repeat()

    kept = Keep()
    estimator = tf.estimator.Estimator(model, model_dir="estimator_losses")
    estimator.train(rows, steps=1650, hooks=[kept])
    assert told(step=1650)["loss"] == kept.value


@case
def a_short_job_that_fetches_no_loss_has_its_last():
    with tf.Graph().as_default():
        w = tf.get_variable("w", [], initializer=tf.ones_initializer())
        train = tf.train.GradientDescentOptimizer(0.001).minimize(tf.square(w - 3))
        with initialised() as session:
            for _ in range(600):
                value = session.run(w)
                session.run(train)
        assert abs(told(step=600)["loss"] - float(np.square(value - np.float32(3)))) < 1e-5


main()
