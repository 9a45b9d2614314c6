"""What a training process tells of its progress (docs/internals/formats.md, "Progress")."""

import fcntl
import json
import os

import pyarrow as pa
import pytest
from conftest import case_names, run_cases
from fake_job import FakeJob, arrow, columns

SESSIONS, KERAS = "jobs/progress_cases.py", "jobs/progress_cases_v2.py"
LOSSES = "jobs/progress_loss_cases.py"


@pytest.fixture(scope="module")
def sessions(tmp_path_factory):
    job = FakeJob(tmp_path_factory.mktemp("sessions"))
    field = columns(("id", "BIGINT"))
    table = job.input("t", field, [job.file(arrow(id=pa.array(range(25), pa.int64())))])
    return run_cases(job, SESSIONS, table, job.output("o", field), timeout=300)


@pytest.fixture(scope="module")
def keras(tmp_path_factory):
    job = FakeJob(tmp_path_factory.mktemp("keras"))
    return run_cases(job, KERAS, face="tensorflow2", timeout=300)


@pytest.fixture(scope="module")
def losses(tmp_path_factory):
    return run_cases(FakeJob(tmp_path_factory.mktemp("losses")), LOSSES, timeout=300)


@pytest.mark.parametrize("name", case_names(LOSSES))
def test_losses(losses, name):
    assert losses[name] == ""


@pytest.mark.parametrize("name", case_names(SESSIONS))
def test_sessions(sessions, name):
    assert sessions[name] == ""


@pytest.mark.parametrize("name", case_names(KERAS))
def test_keras(keras, name):
    assert keras[name] == ""


def script(job, text):
    path = os.path.join(job.folder, "work", "script.py")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    return path


def heard(job, text):
    """The script's standard output and the lines that it has told; it must have succeeded."""
    done, lines = job.run_and_listen(script(job, "from paisql.monitoring import progress\n" + text))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout, lines


def test_the_last_line_is_exact(job):
    text = """
for step in range(1, 5001):
    progress.report(step=step, loss=1 / step)
    progress.add_rows_read(2, 0.25)
    progress.add_rows_written(3)
progress.report(address="http://127.0.0.1:6006")
"""
    _, lines = heard(job, text)
    assert len(lines) <= 3
    assert lines[-1].pop("read_seconds") > 0
    assert lines[-1] == {
        "step": 5000,
        "loss": 1 / 5000,
        "rows_read": 10000,
        "input_seconds": 1250.0,
        "rows_written": 15000,
        "address": "http://127.0.0.1:6006",
    }


def test_what_json_has_no_number_for_is_a_text(job):
    _, lines = heard(job, "progress.report(step=1, loss=float('nan'))")
    assert lines[-1] == {"step": 1, "loss": "nan"}
    _, lines = heard(job, "progress.report(loss=float('-inf'), address='x' * 5000)")
    assert lines[-1] == {"loss": "-inf"}
    _, lines = heard(job, "progress.report(loss=float('inf'))")
    assert lines[-1] == {"loss": "inf"}


def test_a_process_that_says_nothing_writes_nothing(job):
    assert heard(job, "print('PAISQL_PROGRESS_FD' in __import__('os').environ)") == ("False\n", [])


def test_the_pipe_is_not_the_childrens(job):
    text = """
import os, subprocess, sys
progress.report(step=1)
inode = os.fstat(progress._reporter._pipe._descriptor).st_ino
os.system("ls -l /proc/self/fd | grep -c 'pipe:.%d.'" % inode)
if os.fork() == 0:
    progress.report(step=99)
    progress.add_rows_read(5, 1)
    sys.exit()
os.wait()
child = "from paisql.monitoring import progress; progress.report(step=98); print(progress.claim())"
subprocess.run([sys.executable, "-c", child], close_fds=False)
"""
    out, lines = heard(job, text)
    assert out.split() == ["0", "False"]
    assert lines[-1] == {"step": 1}
    assert all(line == {"step": 1} for line in lines)


@pytest.mark.parametrize("close", ["os.close(descriptor)", "os.closerange(3, 1000)"])
def test_a_script_may_close_descriptors(job, close):
    text = """
import os
descriptor = progress._reporter._pipe._descriptor
%s
own = [os.open("own%%d" %% i, os.O_CREAT | os.O_RDWR) for i in range(descriptor + 1)]
assert descriptor in own
progress.report(step=1)
progress._reporter._thread.join()
progress.report(step=2)
"""
    _, lines = heard(job, text % close)
    assert lines == []
    work = os.path.join(job.folder, "work")
    assert {os.path.getsize(os.path.join(work, n)) for n in os.listdir(work) if "own" in n} == {0}


def run_on(job, text, descriptor):
    return job.run(
        script(job, "from paisql.monitoring import progress\n" + text),
        variables={"PAISQL_PROGRESS_FD": str(descriptor)},
        descriptors=(descriptor,),
    )


def test_a_full_pipe_stops_nobody(job):
    read_end, write_end = os.pipe()
    filler = b"\n" * fcntl.fcntl(write_end, fcntl.F_GETPIPE_SZ)
    assert os.write(write_end, filler) == len(filler)
    done = run_on(job, "progress.report(step=1)", write_end)
    os.close(write_end)
    assert (done.returncode, done.stderr) == (0, "")
    with os.fdopen(read_end, "rb") as stream:
        assert stream.read() == filler


def test_a_reader_that_has_gone_stops_nobody(job):
    read_end, write_end = os.pipe()
    os.close(read_end)
    text = """
import signal
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
progress.report(step=1)
progress._reporter._thread.join()
progress.report(step=2)
"""
    done = run_on(job, text, write_end)
    os.close(write_end)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_no_pipe_is_left_alone(job, tmp_path):
    with open(tmp_path / "file", "wb") as stream:
        done = run_on(job, "progress.report(step=1); print(progress.claim())", stream.fileno())
    assert (done.stdout, done.stderr) == ("False\n", "")
    assert os.path.getsize(tmp_path / "file") == 0
    assert run_on(job, "progress.report(step=1)", 2).returncode == 0
    for number in ("", "x", "77"):
        done = job.run(script(job, "print(1)"), variables={"PAISQL_PROGRESS_FD": number})
        assert (done.stdout, done.stderr) == ("1\n", "")


def test_without_a_listener_nothing_is_wrapped(job):
    text = """
import sys
import tensorflow as tf
from tensorflow.python.client import session
loaded = [n for n in sys.modules if n.startswith(("paisql.monitoring.progress_", "paisql.monitoring.training_ops"))]
assert loaded == ["paisql.monitoring.progress_hooks"], loaded
assert session.BaseSession.run.__code__.co_filename == session.__file__
assert [t for t in __import__("threading").enumerate()] == [__import__("threading").main_thread()]
"""
    done = job.run(script(job, text))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_whole_script_ends_with_its_last_step(job):
    text = """
import tensorflow as tf
w = tf.get_variable("w", [], initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(w - 3))
step = tf.train.get_or_create_global_step()
train = tf.train.GradientDescentOptimizer(0.001).minimize(loss, global_step=step)
with tf.train.MonitoredTrainingSession() as session:
    for _ in range(2000):
        value = session.run([train, loss])[1]
print(float(value))
"""
    done, lines = job.run_and_listen(script(job, text))
    assert done.returncode == 0, done.stderr
    assert lines[-1]["step"] == 2000
    assert lines[-1]["loss"] == float(done.stdout)
    assert json.dumps(lines) and all(line["loss"] >= 0 for line in lines)


def test_a_loss_is_told_with_its_step(job):
    text = """
import tensorflow as tf
rows = tf.data.Dataset.range(1000).make_one_shot_iterator().get_next()
w = tf.get_variable("w", [], initializer=tf.ones_initializer())
loss = tf.square(w - 3) + tf.cast(rows, tf.float32)  # costs a row: it is not fetched unasked
step = tf.train.get_or_create_global_step()
train = tf.train.GradientDescentOptimizer(0.001).minimize(loss, global_step=step)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    session.run(tf.assign(step, %d))
    for number in range(1, 251):
        if number %% 100:
            session.run(train)
        else:
            value = session.run([train, loss])[1]
print(float(value))
"""
    for start in (0, 5000):
        done, lines = job.run_and_listen(script(job, text % start))
        assert done.returncode == 0, done.stderr
        last = lines[-1]
        assert (last["step"], last["loss_step"]) == (start + 250, start + 200)
        assert last["loss"] == float(done.stdout)
        assert all(line.get("loss_step", 0) <= line["step"] for line in lines if "step" in line)


def test_a_loss_of_no_other_step_says_none(job):
    text = "progress.report(step=%d, loss=0.5)\nprogress.report(step=%d)\n"
    assert heard(job, text % (7, 7))[1][-1] == {"step": 7, "loss": 0.5}
    assert heard(job, text % (7, 9))[1][-1] == {"step": 9, "loss": 0.5, "loss_step": 7}
    _, lines = heard(job, "progress.report(step=9)\nprogress.report(loss=1, loss_step=4)\n")
    assert lines[-1] == {"step": 9, "loss": 1.0, "loss_step": 4}
    _, lines = heard(job, "progress.report(step=9)\nprogress.report(loss=1)\n")
    assert lines[-1] == {"step": 9, "loss": 1.0}


@pytest.mark.parametrize(
    "train",
    (
        # A loop of the script's own.
        """
for _ in range(700):
    with tf.GradientTape() as tape:
        loss = tf.square(w - 3.0)
    optimizer.apply_gradients([(tape.gradient(loss, w), w)])
""",
        # Keras's batches, whose last is after an epoch.
        """
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
model.compile(optimizer=optimizer, loss="mse")
x = tf.ones([64, 1])
model.fit(x, 3 * x, batch_size=1, epochs=2, verbose=0)
for _ in range(572):
    loss = model.train_on_batch(x, 3 * x)
""",
        """
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
model.compile(optimizer=optimizer, loss="mse")
x = tf.ones([70, 1])
loss = model.fit(x, 3 * x, batch_size=1, epochs=10, verbose=0).history["loss"][-1]
""",
    ),
)
def test_the_last_loss_of_eager_steps_is_told(job, train):
    text = """
import tensorflow as tf
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.0001)
"""
    done, lines = job.run_and_listen(script(job, text + train + "print(float(loss))"), face="tensorflow2")
    assert done.returncode == 0, done.stderr
    assert (lines[-1]["step"], lines[-1]["loss"]) == (700, float(done.stdout))


# A loop whose value is used twice: for TensorFlow, fetching the loss beside it fails. And a function
# in a branch, whose random numbers begin anew with another set of fetches.
FRAGILE = """
import hashlib
import tensorflow as tf
tf.set_random_seed(7)

w = tf.get_variable("w", [3], initializer=tf.zeros_initializer())

@tf.function
def inner(v):
    return v + tf.random_uniform([3], seed=3)

@tf.function
def outer(v):
    return tf.cond(tf.reduce_sum(v) > -1e9, lambda: inner(v), lambda: v)

looped = tf.map_fn(lambda v: v + 1.0, w, parallel_iterations=1)
random = outer(w)
seen = tf.get_variable("seen", [3], initializer=tf.zeros_initializer(), trainable=False)
step = tf.train.get_or_create_global_step()
optimizer = tf.train.GradientDescentOptimizer(0.001)
with tf.control_dependencies([seen.assign(tf.stop_gradient(looped - w))]):
    train_loop = optimizer.minimize(tf.reduce_mean(tf.square(looped)), global_step=step)
train_random = optimizer.minimize(tf.reduce_mean(tf.square(random)), global_step=step)
one = tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)
with tf.Session(config=one) as session:
    session.run(tf.global_variables_initializer())
    for _ in range(20):
        session.run(train_loop)
    for _ in range(300):
        session.run(train_random)
    print(session.run(step), hashlib.md5(session.run(w).tobytes()).hexdigest())
"""


def test_loops_and_functions_train_as_if_nobody_listened(job):
    path = script(job, FRAGILE)
    plain = job.run(path)
    assert plain.returncode == 0, plain.stderr
    heard_of, lines = job.run_and_listen(path)
    assert heard_of.returncode == 0, heard_of.stderr
    assert heard_of.stdout == plain.stdout
    assert lines[-1]["step"] == int(plain.stdout.split()[0])


def test_a_signals_handler_may_report_within_a_report(job):
    text = """
import signal
progress.report(step=1)
reporter = progress._reporter
signal.signal(signal.SIGALRM, lambda *_: progress.report(step=2))
with reporter._lock:
    signal.raise_signal(signal.SIGALRM)
"""
    assert heard(job, text)[1][-1] == {"step": 2}
