"""TableWriter and TableRecordWriter: every form of values, and what is refused; argv: --outputs."""

import importlib
import os
import resource
import subprocess
import sys

import numpy as np
import tensorflow as tf
from cases import case, main

OUT = {url.rsplit("/", 1)[1]: url for url in sys.argv[1].split("=", 1)[1].split(",")}


def fails(kind, text, call):
    try:
        call()
    except kind as error:
        assert text in str(error), error
    else:
        raise AssertionError("no error with: " + text)


def writer_of(name, **options):
    return tf.python_io.TableWriter(OUT[name], **options)


@case
def scalars_and_arrays_are_rows():
    with writer_of("forms") as writer:
        writer.write(1, [0])
        writer.write("one text", [2])
        writer.write(b"bytes", range(2, 3))
        writer.write(np.float32(0.5), [1])
        writer.write(np.array(7), [0])
        writer.write(np.array([(8, 0.25, "record")], dtype="i4,f4,O"), range(3))
        writer.write(np.array([(9, 0.75, "void")], dtype="i4,f4,O")[0], range(3))
        writer.write(np.rec.array([(10, 1.25)], names="a,b"), (0, 1))
        writer.write([np.array([11, 12])], np.array([0, 1]))
        writer.write((row for row in [(13, "generated"), [14, None]]), [0, 2])
        writer.write(np.array([["15", "x"]], object)[:, 1:], [2])
        writer.write(np.array([np.nan, 16]).reshape(2, 1).astype(np.float16), [1])
        writer.write(np.ma.array([[17.0, 0.5]], mask=[[False, True]]).astype(">f8"), [1, 0])
        writer.write(np.array([[18]], np.longdouble), [1])
        writer.write([], [0])
        writer.write(np.zeros((0, 2)), [0, 1])


@case
def many_rows_come_in_their_order():
    with writer_of("order") as writer:
        matrix = np.zeros((300, 1), np.int64)
        for begin in range(0, 6000, 300):
            matrix[:, 0] = range(begin, begin + 300)  # the same memory each time
            writer.write(matrix, [0])
        for number in range(6000, 6010):
            writer.write((number,), [0])
        writer.write([(number,) for number in range(6010, 7000)], [0])
        row = [0]
        for number in range(7000, 20000):
            row[0] = number  # the same list each time
            writer.write(row, [0])
        writer.write_columns([np.arange(20000, 150000)], [0])


@case
def arrays_are_never_cast():
    writer = writer_of("strict")
    three = np.array([[1.0, 1.0, 1.0]] * 300)
    fails(TypeError, "column 'id' (BIGINT) of table p.strict, row 0: a value of type float", lambda: writer.write(three, range(3)))
    fails(TypeError, "a value of type bool", lambda: writer.write(np.array([[True]]), [0]))
    fails(TypeError, "a value of type str", lambda: writer.write(np.array([["a"]]), [1]))
    fails(TypeError, "a value of type complex", lambda: writer.write(np.array([[1j]]), [1]))
    fails(TypeError, "row 0: a value of type list", lambda: writer.write((1, [0.5]), [0, 1]))
    fails(TypeError, "a value of type ndarray", lambda: writer.write([(1, np.zeros(2))], [0, 1]))
    fails(TypeError, "a value of type dict", lambda: writer.write({"id": 1}, [0]) or writer.write([{}], [0]))
    large = np.array([[5], [2**63]], np.uint64)
    fails(ValueError, "column 'id' (BIGINT) of table p.strict, row 1: 9223372036854775808 does not fit", lambda: writer.write(large, [0]))
    fails(ValueError, "row 0: 9007199254740993 does not fit", lambda: writer.write(np.array([[2**53 + 1]]), [1]))
    texts = [("a",)] * 299 + [("too long",)]
    fails(ValueError, "column 'short' (VARCHAR(3)) of table p.strict, row 299: 'too long' does not fit", lambda: writer.write(texts, [2]))
    # What was refused was not written, and the writer goes on.
    writer.write((1, 0.5, "abc"), range(3))
    writer.close()


@case
def rows_of_another_length_are_refused():
    writer = writer_of("lengths")
    wrong = "a row of %d values was given for 2 column indices"
    fails(ValueError, wrong % 3, lambda: writer.write((1, 2, 3), [0, 1]))
    fails(ValueError, wrong % 1, lambda: writer.write([(1, 2.0), (1,)], [0, 1]))
    fails(ValueError, wrong % 1, lambda: writer.write([(1, 2.0)] * 500 + [(1,)], [0, 1]))
    fails(ValueError, wrong % 3, lambda: writer.write(np.zeros((2, 3)), [0, 1]))
    fails(ValueError, wrong % 1, lambda: writer.write(5, [0, 1]))
    fails(ValueError, wrong % 1, lambda: writer.write("ab", [0, 1]))
    fails(ValueError, "row 1 of the values is not a row of scalars: 'ab'", lambda: writer.write([(1, 2.0), "ab"], [0, 1]))
    fails(ValueError, "column index -1: table p.lengths has the columns 0 to 1", lambda: writer.write((1,), [-1]))
    fails(ValueError, "column index 2: ", lambda: writer.write_columns([[1]], [2]))
    fails(ValueError, "appears twice in [1, 1]", lambda: writer.write((1, 2), [1, 1]))
    fails(ValueError, "different lengths: [2, 1]", lambda: writer.write_columns([[1, 2], [0.5]], [0, 1]))
    fails(ValueError, "values[0] has the shape [1, 2]", lambda: writer.write_columns([[[1, 2]]], [0]))
    writer.close()


@case
def a_tensor_of_a_graph_has_no_value():
    with tf.Graph().as_default(), writer_of("tensors") as writer:
        for values in (tf.constant([[1]]), [tf.constant([1])], (tf.constant(1),)):
            fails(TypeError, "no value outside of a session", lambda values=values: writer.write(values, [0]))
        with tf.Session() as session:
            writer.write(session.run(tf.constant([[1], [2]], tf.int64)), [0])


@case
def after_rows_were_lost_nothing_more_is_taken():
    writer = writer_of("lost")
    writer.write((300,), [0])

    def write_many():
        for number in range(100):
            writer.write((number,), [0])

    fails(ValueError, "column 't' (TINYINT) of table p.lost, row 0: 300 does not fit", write_many)
    fails(ValueError, "table p.lost, slice 0: an earlier write failed", write_many)
    writer.close()


@case
def a_column_that_is_not_null_refuses_null():
    words = "column 'id' (BIGINT) of table p.needed, row %d: NULL is not allowed in a NOT NULL column"
    writer = writer_of("needed")
    fails(ValueError, words % 0, lambda: writer.write_columns([[0.5]], [1]))
    fails(ValueError, words % 2, lambda: writer.write_columns([[1, 2, None]], [0]))
    writer.write([(1,), (None,)], [0])
    fails(ValueError, words % 1, writer.close)


@case
def two_thousand_columns():
    with writer_of("wide") as writer:
        writer.write(np.arange(600000.0).reshape(300, 2000), range(2000))
        writer.write(list(range(2000)), range(2000))
        writer.write(7, [1999])


@case
def strings_of_eight_megabytes():
    with writer_of("large") as writer:
        for number in range(6):
            writer.write(str(number) * (8 << 20), [0])
        writer.write([(b"a" * (8 << 20),), ("",), (None,)], [0])


@case
def a_nested_column_is_named():
    words = "table p.nested cannot be written by a script: its column 'a' is ARRAY<BIGINT>"
    fails(ValueError, words, lambda: writer_of("nested"))


@case
def graphs_write_columns():
    with tf.Graph().as_default(), tf.Session() as session:
        writer = tf.TableRecordWriter(OUT["graph"])
        number, value, text = [tf.placeholder(kind) for kind in (tf.int32, tf.float32, tf.string)]
        write, close = writer.write([0, 1, 2], [number, value, text]), writer.close()

        def run(*values):
            session.run(write, dict(zip((number, value, text), values)))

        run([1, 2], [[0.5], [1.5]], ["a", b"b"])
        run(3, 2.5, "c")
        wrong = tf.errors.InvalidArgumentError
        fails(wrong, "the columns have different lengths: [2, 1, 2]", lambda: run([1, 2], [0.5], ["a", "b"]))
        fails(wrong, "values[1] has the shape [1, 2]", lambda: run([1], [[0.5, 0.5]], ["a"]))
        strings = writer.write([1], [text])
        fails(wrong, "column 'value' (DOUBLE) of table p.graph, row 3: a value of type bytes", lambda: session.run(strings, {text: ["x"]}))
        fails(ValueError, "not predefined", lambda: tf.TableRecordWriter("odps://p/tables/other"))
        session.run(close)
        session.run(close)
        fails(wrong, "the writer of table p.graph is closed", lambda: run(4, 0.5, "d"))


@case
def other_names_of_the_same_things():
    import common_io
    import paiio
    import paiio.data
    from paiio.python_io import TableReader

    assert common_io.table.TableWriter is paiio.TableWriter is paiio.python_io.TableWriter
    assert TableReader is paiio.TableReader is tf.python_io.TableReader
    assert paiio.data.TableRecordDataset is paiio.TableRecordDataset is tf.data.TableRecordDataset
    assert issubclass(tf.python_io.OutOfRangeException, common_io.exception.OutOfRangeException)


@case
def keys_of_an_account_are_not_asked_for():
    # As where paiio is imported by a process whose variable names a file that is not there.
    code = "import paiio, sys; paiio.TableWriter(sys.argv[1]).close()"
    variables = dict(os.environ, ODPS_CONFIG_FILE_PATH="/no/such/file")
    command = [sys.executable, "-c", code, OUT["keyless"]]
    done = subprocess.run(command, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@case
def what_is_not_offered_says_what_to_use():
    fails(AttributeError, "tf.data.FeatureTable is not offered here: ", lambda: tf.data.FeatureTable)
    fails(AttributeError, "tf.lookup.StaticHashTable", lambda: tf.data.FeatureTable({}))
    fails(AttributeError, "module 'tensorflow.data' has no attribute 'Nothing'", lambda: tf.data.Nothing)
    assert not hasattr(tf.data, "FeatureTable")
    for module in ("pypai", "pypai.io", "aistudio_common.utils"):
        name = module.partition(".")[0]
        said = name + " is not offered here: "
        fails(ModuleNotFoundError, said, lambda m=module: importlib.import_module(m))
        fails(ModuleNotFoundError, "common_io.table", lambda m=module: importlib.import_module(m))


@case
def a_disk_that_is_full_is_named():
    writer = writer_of("full")
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, hard))
    try:
        rows = np.random.RandomState(1).randint(0, 1 << 60, (200000, 1))
        fails(OSError, "table p.full, slice 0: its rows cannot be written (File too large)", lambda: writer.write(rows, [0]))
        fails(ValueError, "an earlier write failed", lambda: writer.write(1, [0]))
        writer.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))


main()
