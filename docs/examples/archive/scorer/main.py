"""Scores the rows of a table with rules of this archive, and prints them with a package of requirements.txt."""

import tensorflow as tf
from rules import score
from tabulate import tabulate

tf.app.flags.DEFINE_string("tables", "", "rows to score")
tf.app.flags.DEFINE_string("outputs", "", "ids and scores")
FLAGS = tf.app.flags.FLAGS


def main(_):
    reader = tf.python_io.TableReader(FLAGS.tables, selected_cols="id,amount,age")
    scored = [(row[0], score(row[1], row[2])) for row in reader.read(reader.get_row_count())]
    writer = tf.python_io.TableWriter(FLAGS.outputs)
    writer.write(scored, (0, 1))
    writer.close()
    print(tabulate(scored, headers=["id", "score"]))


if __name__ == "__main__":
    tf.app.run()
