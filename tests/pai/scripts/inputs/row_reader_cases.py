"""TableReader and TableRecordReader on inputs that are wide, large, empty, damaged; argv: URLs."""

import sys

import numpy as np
import paisql.data
import tensorflow as tf
from cases import case, main

FIVE, WIDE, LARGE, NULLS, FLIPPED, CUT, SHORT, EMPTY, NESTED, QUOTED, GONE = sys.argv[1:12]
PARTS = [FIVE, EMPTY, QUOTED + "?start=1&end=3"]


def fails(kind, texts, call):
    try:
        call()
    except kind as error:
        for text in texts:
            assert text in str(error), error
    else:
        raise AssertionError("no error with: %s" % texts)


def rows(url, size=64, **options):
    """All rows by read(size)."""
    result = []
    with tf.python_io.TableReader(url, **options) as reader:
        try:
            while True:
                result += reader.read(size, allow_smaller_final_batch=True)
        except tf.python_io.OutOfRangeException:
            return result


def records(urls, size=64, **options):
    """All (key, line) by read_up_to(size), or by read() without a size."""
    result = []
    with tf.Graph().as_default(), tf.Session() as session:
        queue = tf.FIFOQueue(10, tf.string, shapes=[[]])
        reader = tf.TableRecordReader(**options)
        step = reader.read_up_to(queue, size) if size else reader.read(queue)
        session.run([queue.enqueue_many([urls])])
        session.run(queue.close())
        try:
            while True:
                keys, lines = session.run(step)
                result += zip(keys, lines) if size else [(keys, lines)]
        except tf.errors.OutOfRangeError:
            return result


def lines(*arguments, **options):
    return [line for _, line in records(*arguments, **options)]


@case
def records_have_keys_and_come_table_by_table():
    expected = [b"%d" % number for number in range(5)] + [b"1", b"2"]
    for size in (None, 1, 3, 64):
        got = records(PARTS, size, selected_cols="id")
        assert [line for _, line in got] == expected, (size, got)
    keys = [key.decode() for key, _ in records([FIVE + "?start=3", QUOTED], selected_cols="id")]
    assert keys[:3] == [FIVE + "?start=3:3", FIVE + "?start=3:4", QUOTED + ":0"], keys


@case
def a_reader_counts_and_begins_again():
    with tf.Graph().as_default(), tf.Session() as session:
        queue = tf.FIFOQueue(10, tf.string, shapes=[[]])
        reader = tf.TableRecordReader(selected_cols=["id"], name="reader")
        line = reader.read(queue)[1]
        session.run(queue.enqueue_many([[FIVE + "?end=1", FIVE]]))
        assert [session.run(line) for _ in range(3)] == [b"0", b"0", b"1"]
        assert session.run(reader.num_records_produced()) == 3
        assert session.run(reader.num_work_units_completed()) == 1
        session.run(reader.reset())
        session.run(queue.enqueue([FIVE + "?start=4"]))
        assert session.run(line) == b"4" and session.run(reader.num_records_produced()) == 1


@case
def what_decode_csv_would_misread_stands_in_quotes():
    texts = [b"plain", b'say "hi"', b"two\nlines", b"a,b", b"a;b", b""]
    for delimiter in (",", ";", "\x02"):
        got = lines([QUOTED], csv_delimiter=delimiter)
        with tf.Graph().as_default(), tf.Session() as session:
            decoded = tf.decode_csv(got, [[0], ["none"]], field_delim=delimiter)
            assert session.run(decoded)[1].tolist() == [*texts[:5], b"none"], got
    assert lines([FIVE], selected_cols="id", csv_delimiter="1")[:3] == [b"0", b'"1"', b"2"]
    assert lines([QUOTED], csv_delimiter=";")[3:5] == [b"3;a,b", b'4;"a;b"']
    assert lines([QUOTED], csv_delimiter=b";") == lines([QUOTED], csv_delimiter=";")
    for refused in ("", ",,", '"', "\n", "\r", "\0", "词", b"\xff", None, 1):
        fails(
            tf.errors.InvalidArgumentError,
            ["csv_delimiter is %r" % (refused,), "one character of ASCII"],
            lambda: tf.TableRecordReader(csv_delimiter=refused),
        )


@case
def more_slices_than_rows():
    slices = [rows(FIVE, slice_id=index, slice_count=8) for index in range(8)]
    assert slices == [[(0,)], [(1,)], [(2,)], [(3,)], [(4,)], [], [], []], slices
    slices = [lines([FIVE], slice_id=index, slice_count=8) for index in (0, 4, 7)]
    assert slices == [[b"0"], [b"4"], []], slices


@case
def an_empty_table_has_no_rows():
    reader = tf.python_io.TableReader(EMPTY)
    assert reader.get_row_count() == 0 and list(reader) == []
    fails(tf.errors.OutOfRangeError, ["end of the table"], reader.read)
    reader.seek(0)
    fails(tf.errors.OutOfRangeError, ["row 1 of 0 rows"], lambda: reader.seek(1))
    assert records([EMPTY]) == []
    assert list(paisql.data.batches(EMPTY)) == []


@case
def two_thousand_columns():
    got = rows(WIDE, 2)
    assert [len(row) for row in got] == [2000] * 3 and got[2][1999] == 2001.0
    assert rows(WIDE, selected_cols="c77,c3") == [(77, 3), (78, 4), (79, 5)]
    text = lines([WIDE])
    assert text[0].split(b",")[:3] == [b"0", b"1", b"2"] and text[0].count(b",") == 1999


@case
def strings_of_eight_megabytes():
    expected = [8 << 20, 0, (8 << 20) + 1]
    assert [len(row[0] or b"") for row in rows(LARGE, 1)] == expected
    assert [len(line) for line in lines([LARGE], 2)] == expected
    assert [len(batch["s"]) for batch in paisql.data.batches(LARGE, rows=2)] == [2, 1]


@case
def nulls_of_each_type():
    values = (7, 8, 0.5, 0.25, False, b"x", b"1.50", b"2026-01-02", b"1970-01-01 08:00:00.5")
    assert rows(NULLS) == [(None,) * 9, values, (None,) * 9]
    text = b"7,8,0.5,0.25,false,x,1.50,2026-01-02,1970-01-01 08:00:00.5"
    assert lines([NULLS]) == [b"," * 8, text, b"," * 8]


@case
def damaged_files_are_named():
    def read(url):
        reader = tf.python_io.TableReader(url)
        return reader.read(reader.get_row_count())

    damage = ["table p.flipped: the file ", ".parquet is damaged"]
    fails(tf.errors.DataLossError, damage, lambda: read(FLIPPED))
    fails(
        tf.errors.DataLossError,
        [".parquet is damaged: its bytes are not those that were written"],
        lambda: read(CUT),
    )
    fails(tf.errors.DataLossError, ["table p.short", "5 rows, not 9"], lambda: read(SHORT))
    fails(ValueError, ["table p.gone: the file", "is gone"], lambda: read(GONE))
    fails(ValueError, damage, lambda: list(paisql.data.batches(FLIPPED)))

    fails(tf.errors.DataLossError, damage, lambda: records([FLIPPED]))
    fails(tf.errors.DataLossError, ["table p.cut", "is damaged"], lambda: records([CUT]))
    fails(tf.errors.DataLossError, ["table p.short", "5 rows, not 9"], lambda: records([SHORT]))
    gone = ["table p.gone: the file", "is gone"]
    fails(tf.errors.InvalidArgumentError, gone, lambda: records([GONE]))


@case
def rows_before_the_damage_are_given():
    reader, count = tf.python_io.TableReader(FLIPPED, capacity=100), 0
    try:
        while True:
            count += len(reader.read(100))
    except tf.errors.DataLossError:
        assert count > 1000
    with tf.Graph().as_default(), tf.Session() as session:
        queue = tf.FIFOQueue(10, tf.string, shapes=[[]])
        _, taken = tf.TableRecordReader().read_up_to(queue, 100)
        session.run(queue.enqueue([FLIPPED]))
        found = []
        try:
            while True:
                found += session.run(taken).tolist()
        except tf.errors.DataLossError:
            assert len(found) > 1000 and found[1000] == b"1000,name 1000"
        fails(tf.errors.DataLossError, ["is damaged"], lambda: session.run(taken))


@case
def nested_columns_are_named():
    words = ["column 'a' of table p.nested is ARRAY<BIGINT>", "leave it out"]
    fails(ValueError, words, lambda: tf.python_io.TableReader(NESTED))
    fails(tf.errors.InvalidArgumentError, words, lambda: records([NESTED]))
    fails(ValueError, words, lambda: paisql.data.batches(NESTED))
    for name, kind in (("m", "MAP<STRING,BIGINT>"), ("s", "STRUCT<X:BIGINT>")):
        words = ["column '%s' of table p.nested is %s" % (name, kind)]
        reader = lambda name=name: tf.python_io.TableReader(NESTED, selected_cols="id," + name)
        fails(ValueError, words, reader)
    assert rows(NESTED, excluded_cols="a,m,s") == [(1,)]
    assert lines([NESTED], selected_cols="id") == [b"1"]


@case
def wrong_arguments_are_named():
    reader = tf.python_io.TableReader(FIVE)
    fails(ValueError, ["1 at least is read"], lambda: reader.read(0))
    fails(tf.errors.OutOfRangeError, ["row -1 of 5 rows"], lambda: reader.seek(-1))
    reader.close()
    reader.close()
    fails(ValueError, ["is closed"], reader.read)
    fails(ValueError, ["'x' does not exist"], lambda: rows(FIVE, selected_cols="x"))
    fails(ValueError, ["slice_id goes from 0"], lambda: rows(FIVE, slice_id=3, slice_count=3))
    invalid = tf.errors.InvalidArgumentError
    fails(invalid, ["'x' does not exist"], lambda: records([FIVE], selected_cols="x"))
    fails(invalid, ["slice_id goes from 0"], lambda: records([FIVE], slice_id=3, slice_count=3))
    fails(invalid, ["odps://p/tables/other not predefined"], lambda: records(["odps://p/tables/other"]))
    fails(invalid, ["is not the URL of a table"], lambda: records(["five.csv"]))
    fails(invalid, ["cannot be given together"], lambda: records([FIVE], selected_cols="id", excluded_cols="id"))


@case
def a_text_number_stays_the_same_number():
    values = np.array([float(line) for line in lines([WIDE], selected_cols="c1999")])
    assert values.tolist() == [1999, 2000, 2001]


main()
