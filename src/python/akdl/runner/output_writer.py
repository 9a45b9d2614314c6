"""How a script gives rows back."""


def _serialized(example):
    """The bytes of a tf.train.Example; TypeError for anything else."""
    if not hasattr(example, "SerializeToString"):
        kind = type(example).__name__
        article = "an" if kind[0] in "aeiou" else "a"
        raise TypeError("output_writer.write takes a tf.train.Example, and %s %s was given" % (article, kind))
    return example.SerializeToString()


class DirectOutputWriter:
    """Writes rows of the component's output, of any thread; made by the component.

    An Example has a feature for each column of outputSchemaStr, whose first value counts.
    """

    def __init__(self, from_java=None, to_java=None, rows=None):
        self._rows = rows

    def write(self, example):
        """Adds a tf.train.Example as a row; an error names the column that does not fit."""
        self._rows.add(_serialized(example))

    def close(self):
        """Nothing: the component completes the rows when main has returned."""


class OutputWriter:
    """Writes rows by an operation of a graph, tf_context.output_writer_op, in a session of its own."""

    def __init__(self, output_writer_op):
        import tensorflow.compat.v1 as tf

        graph = tf.Graph()
        with graph.as_default():
            self._example = tf.placeholder(tf.string)
            self._write, self._close = output_writer_op([self._example])
        self._session = tf.Session(graph=graph)

    def write(self, example):
        """Adds a tf.train.Example as a row."""
        self._session.run(self._write, {self._example: _serialized(example)})

    def close(self):
        self._session.run(self._close)
        self._session.close()


class _Shown:
    """As DirectOutputWriter, of rows that go nowhere."""

    def write(self, example):
        print(example)

    def close(self):
        pass


def get_fake_output_writer():
    """A writer that prints the rows, to try a script without a component."""
    return _Shown()
