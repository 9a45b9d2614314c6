"""What the hooks of Keras tell in TensorFlow 2; this process listens to itself."""

import json
import os
import select

READ_END, WRITE_END = os.pipe()
os.environ["PAISQL_PROGRESS_FD"] = str(WRITE_END)

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from cases import case, main  # noqa: E402

LINES = os.fdopen(READ_END, "rb", buffering=0)
X = np.arange(32, dtype=np.float32).reshape(-1, 1) / 32


def told(**expected):
    """Reads lines until one has the expected values; the newest line is the whole state.

    A line may come between a step and its loss: its loss is of an older one, which is its loss_step.
    """
    line = {}
    while select.select([READ_END], [], [], 10)[0]:
        line = json.loads(LINES.readline())
        if all(line.get(name) == value for name, value in expected.items()):
            return line
    raise AssertionError("%s was never told, the last line is %s" % (expected, line))


def near(line, loss):
    assert abs(line["loss"] - loss) < 1e-5, (line, loss)


def model(**options):
    # The same weights in each run: the losses are, too, and small.
    made = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,), kernel_initializer="zeros")])
    made.compile(optimizer=tf.keras.optimizers.SGD(0.1), loss="mse", **options)
    return made


@case
def fit_tells_steps_and_loss():
    made = model()
    history = made.fit(X, 3 * X, batch_size=8, epochs=3, verbose=0, validation_data=(X, X))
    near(told(step=12, loss_step=None), history.history["loss"][-1])
    history = made.fit(X, 3 * X, batch_size=8, epochs=1, verbose=0)
    near(told(step=16, loss_step=None), history.history["loss"][-1])


@case
def fit_adds_no_callback():
    seen = []

    class Watch(tf.keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            seen.append(sorted(logs))

    made = model(steps_per_execution=2)
    history = made.fit(X, 3 * X, batch_size=8, epochs=1, verbose=0, callbacks=[Watch()])
    assert seen == [["loss"]] and isinstance(history.history["loss"][0], float)
    near(told(step=4, loss_step=None), history.history["loss"][-1])


@case
def optimizers_of_before():
    made = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,), kernel_initializer="zeros")])
    made.compile(optimizer=tf.keras.optimizers.legacy.Adam(0.1), loss="mse")
    made.fit(X, 3 * X, batch_size=4, epochs=1, verbose=0)
    told(step=8)


@case
def train_on_batch_tells():
    made = model(metrics=["mae"])
    for _ in range(5):
        loss, _ = made.train_on_batch(X, 3 * X)
    near(told(step=5, loss_step=None), loss)


@case
def an_eager_loop():
    w = tf.Variable(1.0)
    optimizer = tf.keras.optimizers.SGD(0.1)
    for _ in range(6):
        with tf.GradientTape() as tape:
            loss = tf.square(w - 3)
        optimizer.apply_gradients([(tape.gradient(loss, w), w)])
    assert int(optimizer.iterations) == 6
    told(step=6)


@case
def a_loop_of_functions():
    w = tf.Variable(1.0)
    optimizer = tf.keras.optimizers.Adam(0.1)

    @tf.function
    def train(x):
        with tf.GradientTape() as tape:
            loss = tf.square(w - x)
        optimizer.apply_gradients([(tape.gradient(loss, w), w)])
        return loss

    @tf.function
    def evaluate(x):
        return tf.square(w - x)

    for _ in range(9):
        result = train(tf.constant(3.0))
        evaluate(tf.constant(3.0))
        assert result.shape == []
    assert int(optimizer.iterations) == 9
    told(step=9)


@case
def a_strategy_of_one_replica():
    strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
    with strategy.scope():
        w = tf.Variable(1.0)
        optimizer = tf.keras.optimizers.SGD(0.1)

    @tf.function
    def train():
        def replica():
            with tf.GradientTape() as tape:
                loss = tf.square(w - 3)
            optimizer.apply_gradients([(tape.gradient(loss, w), w)])

        for _ in tf.range(2):
            strategy.run(replica)

    for _ in range(4):
        train()
    from paisql.monitoring import progress_keras

    progress_keras._loop.finish()  # as at the end of the process
    told(step=8)


@case
def an_estimator():
    def network(features, labels, mode):
        w = tf.compat.v1.get_variable("w", [], initializer=tf.compat.v1.ones_initializer())
        loss = tf.reduce_mean(tf.square(w - 3) + 0 * features["x"])
        step = tf.compat.v1.train.get_global_step()
        train = tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(loss, step)
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)

    def rows():
        return tf.data.Dataset.from_tensors(({"x": [1.0]}, [1.0])).repeat()

    tf.estimator.Estimator(network, model_dir="estimator").train(rows, steps=11)
    told(step=11)


@case
def a_function_reads_as_before():
    @tf.function
    def double(x):
        return 2 * x

    assert double(tf.constant(2)).numpy() == 4
    assert double.get_concrete_function(tf.TensorSpec([], tf.int32)) is not None
    assert tf.function(lambda: tf.constant(1))().numpy() == 1


main()
