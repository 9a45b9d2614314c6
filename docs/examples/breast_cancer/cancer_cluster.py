"""Logistic regression on several processes: parameter servers and workers, or workers alone.

argv: --mode=train    --tables=<cases> --checkpointDir=oss://… --ps_hosts=… --worker_hosts=… …
      --mode=predict  --tables=<cases> --outputs=<predictions> --checkpointDir=oss://… …
"""

import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string("mode", "train", "train or predict")
flags.DEFINE_string("tables", "", "the cases")
flags.DEFINE_string("outputs", "", "the table for the predictions")
flags.DEFINE_string("checkpointDir", "", "where the model is kept")
flags.DEFINE_string("ps_hosts", "", "the parameter servers")
flags.DEFINE_string("worker_hosts", "", "the workers")
flags.DEFINE_string("job_name", "worker", "the role of this process: ps or worker")
flags.DEFINE_integer("task_index", 0, "its number within the role")
flags.DEFINE_integer("steps", 1000, "training steps of all workers together")
flags.DEFINE_float("learning_rate", 0.02, "of Adam")
FLAGS = flags.FLAGS

MEASURES = ["radius", "texture", "smoothness", "compactness", "concavity", "symmetry"]
COLUMNS = ["id"] + MEASURES + ["malignant"]


def read(epochs, batch_size):
    """The next batch of this worker's share of the table: ids [n], measures [n, 6], labels [n]."""
    dataset = tf.data.TableRecordDataset(
        [FLAGS.tables],
        record_defaults=[np.int64(0)] + [np.float64(0)] * len(MEASURES) + [np.int64(0)],
        selected_cols=",".join(COLUMNS),
        slice_id=FLAGS.task_index,
        slice_count=len(FLAGS.worker_hosts.split(",")),
    )
    dataset = dataset.repeat(epochs).batch(batch_size)
    columns = dataset.make_one_shot_iterator().get_next()
    measures = tf.cast(tf.stack(columns[1:-1], axis=1), tf.float32)
    return columns[0], measures, tf.cast(columns[-1], tf.float32)


def logits(measures):
    """One number for each row of measures: above 0 is malignant."""
    weights = tf.get_variable("weights", [len(MEASURES), 1], initializer=tf.zeros_initializer())
    bias = tf.get_variable("bias", [1], initializer=tf.zeros_initializer())
    return tf.squeeze(tf.matmul(measures, weights) + bias, axis=1)


def train():
    cluster = tf.train.ClusterSpec(
        {"ps": FLAGS.ps_hosts.split(","), "worker": FLAGS.worker_hosts.split(",")}
    )
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
    chief = FLAGS.task_index == 0
    own = "/job:worker/task:%d" % FLAGS.task_index
    with tf.device(tf.train.replica_device_setter(worker_device=own, cluster=cluster)):
        _, measures, labels = read(epochs=None, batch_size=64)
        loss = tf.losses.sigmoid_cross_entropy(labels, logits(measures))
        step = tf.train.get_or_create_global_step()
        optimizer = tf.train.AdamOptimizer(FLAGS.learning_rate)
        train_op = optimizer.minimize(loss, global_step=step)
    with tf.train.MonitoredTrainingSession(
        master=server.target,
        is_chief=chief,
        checkpoint_dir=FLAGS.checkpointDir if chief else None,
        hooks=[tf.train.StopAtStepHook(last_step=FLAGS.steps)],
    ) as session:
        number, value = 0, 0.0
        while not session.should_stop():
            _, number, value = session.run([train_op, step, loss])
        print("worker %d stops at step %d: loss %.4f" % (FLAGS.task_index, number, value))


def predict():
    ids, measures, _ = read(epochs=1, batch_size=32)
    probability = tf.sigmoid(logits(measures))
    malignant = tf.cast(probability > 0.5, tf.int64)
    writer = tf.python_io.TableWriter(FLAGS.outputs, slice_id=FLAGS.task_index)
    rows = 0
    with tf.Session() as session:
        tf.train.Saver().restore(session, tf.train.latest_checkpoint(FLAGS.checkpointDir))
        while True:
            try:
                batch = session.run([ids, malignant, probability])
            except tf.errors.OutOfRangeError:
                break
            writer.write(list(zip(*(column.tolist() for column in batch))), range(3))
            rows += len(batch[0])
    writer.close()
    print("worker %d predicted %d rows" % (FLAGS.task_index, rows))


def main(_):
    if FLAGS.mode == "train":
        train()
    else:
        predict()


if __name__ == "__main__":
    tf.app.run()
