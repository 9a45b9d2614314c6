"""Learns prices of flats from their area, and exports a SavedModel.

argv: --tables=<flats> --checkpointDir=oss://…
"""

import os

import tensorflow as tf

tf.app.flags.DEFINE_string("tables", "", "flats: area, price")
tf.app.flags.DEFINE_string("checkpointDir", "", "the bucket for the model")
FLAGS = tf.app.flags.FLAGS


def main(_):
    reader = tf.python_io.TableReader(FLAGS.tables, selected_cols="area,price")
    rows = reader.read(reader.get_row_count())
    areas, prices = [[row[0]] for row in rows], [[row[1]] for row in rows]

    area = tf.placeholder(tf.float64, [None, 1], name="area")
    design = tf.concat([area, tf.ones_like(area)], axis=1)
    weights = tf.get_variable("weights", [2, 1], tf.float64, initializer=tf.zeros_initializer())
    price = tf.matmul(design, weights)
    # A line through few points needs no steps: least squares gives it at once.
    solve = weights.assign(tf.linalg.lstsq(design, tf.constant(prices, tf.float64), fast=False))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(solve, {area: areas})
        tf.saved_model.simple_save(
            session, os.path.join(FLAGS.checkpointDir, "export", "1"), {"area": area}, {"price": price}
        )
        print("weights %.2f %.2f" % tuple(session.run(weights).ravel()))


if __name__ == "__main__":
    tf.app.run()
