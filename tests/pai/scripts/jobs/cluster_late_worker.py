"""Worker 1 asks for its session when the chief's script is over; no device filters are set."""

import json
import os
import time

import tensorflow as tf

tf.app.flags.DEFINE_string("ps_hosts", "", "")
tf.app.flags.DEFINE_string("worker_hosts", "", "")
tf.app.flags.DEFINE_string("job_name", "", "")
tf.app.flags.DEFINE_integer("task_index", 0, "")
FLAGS = tf.app.flags.FLAGS


def chief():
    with open(os.path.join(os.environ["PAISQL_JOB"], "processes.json")) as stream:
        processes = json.load(stream)["processes"]
    return next(one for one in processes if (one["role"], one["index"]) == ("worker", 0))


def main(_):
    cluster = tf.train.ClusterSpec(
        {"ps": FLAGS.ps_hosts.split(","), "worker": FLAGS.worker_hosts.split(",")}
    )
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
    while FLAGS.task_index == 1 and chief()["state"] != "ended" and not chief().get("finished"):
        time.sleep(0.05)
    with tf.device("/job:ps/task:0"):
        one = tf.constant(1)
    with tf.Session(server.target) as session:
        print("worker %d has run %d" % (FLAGS.task_index, session.run(one)), flush=True)
    if FLAGS.task_index == 0:
        print("worker 0 ends", flush=True)


tf.app.run()
