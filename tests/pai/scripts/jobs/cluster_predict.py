"""Prediction by workers alone: each reads its slice of the table and writes its slice of the output."""

import tensorflow as tf

flags = tf.app.flags
for name in ("tables", "outputs", "ps_hosts", "worker_hosts", "job_name"):
    flags.DEFINE_string(name, "", "")
flags.DEFINE_integer("task_index", 0, "")
FLAGS = flags.FLAGS


def main(_):
    workers = len(FLAGS.worker_hosts.split(","))
    dataset = tf.data.TableRecordDataset(
        FLAGS.tables, [0, ""], slice_id=FLAGS.task_index, slice_count=workers
    ).batch(4)
    number, name = tf.data.make_one_shot_iterator(dataset).get_next()
    writer = tf.TableRecordWriter(FLAGS.outputs, slice_id=FLAGS.task_index)
    double = tf.cast(number, tf.int64) * 2
    write = writer.write(indices=[0, 1, 2], values=[double, name, tf.fill(tf.shape(number), name[0])])
    close = writer.close()
    with tf.Session() as session:
        batches = 0
        try:
            while True:
                session.run(write)
                batches += 1
        except tf.errors.OutOfRangeError:
            session.run(close)
    print("worker %d of %d, ps_hosts=%r: %d batches" % (FLAGS.task_index, workers, FLAGS.ps_hosts, batches))


tf.app.run()
