# -*- coding: utf-8 -*-
"""Counts the words of a table's texts. Written for Python 2, as it ran on the platform for years."""

import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_string("tables", "", "texts")
flags.DEFINE_string("outputs", "", "words and how often they come")
FLAGS = flags.FLAGS


def main(_):
    counts = {}
    reader = tf.python_io.TableReader(FLAGS.tables, selected_cols="text")
    try:
        while True:
            for row in reader.read(100):
                for word in unicode(row[0], "utf-8").split():
                    if not counts.has_key(word):
                        counts[word] = 0
                    counts[word] += 1
    except tf.python_io.OutOfRangeException:
        pass
    reader.close()

    writer = tf.python_io.TableWriter(FLAGS.outputs)
    ordered = sorted(counts.iteritems(), cmp=lambda a, b: cmp(b[1], a[1]) or cmp(a[0], b[0]))
    writer.write([(word.encode("utf-8"), count) for word, count in ordered], (0, 1))
    writer.close()
    print "%d words, %d of them once" % (len(counts), len([1 for n in counts.itervalues() if n == 1]))


if __name__ == "__main__":
    tf.app.run()
