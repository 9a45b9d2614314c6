import tensorflow as tf

tf.app.flags.DEFINE_string("tables", "", "x, y")
tf.app.flags.DEFINE_string("outputs", "", "the slope")
tf.app.flags.DEFINE_integer("steps", 1, "of training")
FLAGS = tf.app.flags.FLAGS


def main(_):
    rows = tf.python_io.TableReader(FLAGS.tables).read(100)
    x = tf.constant([row[0] for row in rows], tf.float32)
    y = tf.constant([row[1] for row in rows], tf.float32)
    slope = tf.get_variable("slope", initializer=0.0)
    train = tf.train.GradientDescentOptimizer(0.01).minimize(tf.reduce_mean((slope * x - y) ** 2))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(FLAGS.steps):
            session.run(train)
        found = float(session.run(slope))
    print("slope %.3f" % found)
    with tf.python_io.TableWriter(FLAGS.outputs) as writer:
        writer.write([(FLAGS.steps, found)], [0, 1])


if __name__ == "__main__":
    tf.app.run()
