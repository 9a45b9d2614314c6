"""Trains over a table, is killed with signal 9 in the middle, and goes on after its checkpoint.

Each step writes down which rows it has trained on. The words that it looks up lie in a bucket.
"""

import json
import os
import signal

import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string("tables", "", "")
flags.DEFINE_string("buckets", "", "")
flags.DEFINE_string("checkpointDir", "", "")
flags.DEFINE_integer("task_index", 0, "")
flags.DEFINE_string("shuffle", "", "")
flags.DEFINE_string("notes", "", "")
FLAGS = flags.FLAGS
KILLED_BEHIND = 23  # steps; a checkpoint is made at each fifth


def main(_):
    # Python's own open reads what has been copied out of the bucket.
    tf.gfile.Copy(FLAGS.buckets + "words.txt", "words.txt", overwrite=True)
    with open("words.txt", encoding="utf-8") as stream:
        assert stream.read() == "eins\nzwei\n"

    rows = tf.data.TableRecordDataset(FLAGS.tables, [np.int64(0)])
    if FLAGS.shuffle:
        rows = rows.shuffle(70)
    iterator = rows.batch(10).make_one_shot_iterator()
    (ids,) = iterator.get_next()
    saveable = tf.data.experimental.make_saveable_from_iterator(iterator)
    tf.add_to_collection(tf.GraphKeys.SAVEABLE_OBJECTS, saveable)
    step = tf.train.get_or_create_global_step()
    weight = tf.get_variable("weight", [], initializer=tf.zeros_initializer())
    loss = tf.reduce_mean(tf.square(weight - tf.cast(ids, tf.float32)))
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss, global_step=step)
    with tf.train.MonitoredTrainingSession(
        checkpoint_dir=FLAGS.checkpointDir, save_checkpoint_steps=5, save_checkpoint_secs=None
    ) as session:
        while not session.should_stop():
            _, trained, done = session.run([train, ids, step])
            with open(FLAGS.notes, "a") as notes:
                print(json.dumps([os.getpid(), int(done), trained.tolist()]), file=notes)
            if done == KILLED_BEHIND and not os.path.exists("killed"):
                open("killed", "w").close()
                os.kill(os.getpid(), signal.SIGKILL)


tf.app.run()
