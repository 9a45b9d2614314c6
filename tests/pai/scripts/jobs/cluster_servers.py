"""A parameter server and workers in the oldest form: tf.train.Server and a monitored session.

With --crash_at_step=N, worker 0 kills itself after step N when it runs for the first time.
"""

import os
import signal

import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string("checkpointDir", "", "")
flags.DEFINE_string("ps_hosts", "", "")
flags.DEFINE_string("worker_hosts", "", "")
flags.DEFINE_string("job_name", "", "")
flags.DEFINE_integer("task_index", 0, "")
flags.DEFINE_integer("crash_at_step", 0, "")
FLAGS = flags.FLAGS
STEPS = 60


def crash_once():
    try:
        os.close(os.open("crashed", os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)


def train(cluster, server):
    own = "/job:worker/task:%d" % FLAGS.task_index
    with tf.device(tf.train.replica_device_setter(worker_device=own, cluster=cluster)):
        total = tf.get_variable("total", [], initializer=tf.zeros_initializer())
        step = tf.train.get_or_create_global_step()
        with tf.control_dependencies([total.assign_add(2.0)]):
            advance = step.assign_add(1)
    chief = FLAGS.task_index == 0
    with tf.train.MonitoredTrainingSession(
        master=server.target,
        is_chief=chief,
        config=tf.ConfigProto(device_filters=["/job:ps", own]),
        checkpoint_dir=FLAGS.checkpointDir if chief else None,
        save_checkpoint_steps=10,
        save_checkpoint_secs=None,
        hooks=[tf.train.StopAtStepHook(last_step=STEPS)],
    ) as session:
        first = session.run(step)
        print("worker %d begins at step %d" % (FLAGS.task_index, first), flush=True)
        at = first
        while not session.should_stop():
            if FLAGS.crash_at_step and not chief and not os.path.exists("crashed"):
                session.run(step)  # the chief is to come to its crash, however slow it is
                continue
            at = session.run(advance)
            if chief and FLAGS.crash_at_step and at >= FLAGS.crash_at_step:
                crash_once()
    print("worker %d ends at step %d" % (FLAGS.task_index, at), flush=True)


def main(_):
    cluster = tf.train.ClusterSpec(
        {"ps": FLAGS.ps_hosts.split(","), "worker": FLAGS.worker_hosts.split(",")}
    )
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        print("ps serves", flush=True)
        server.join()
    train(cluster, server)


tf.app.run()
