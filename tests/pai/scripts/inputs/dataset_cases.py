"""TableRecordDataset as the documents describe it; sys.argv[1:] are the URLs of the tables."""

import sys

import numpy as np
import tensorflow as tf
from cases import case, main

NUMBERS, PARTITIONED, TYPES, EVOLVED, EMPTY, MOMENTS = sys.argv[1:7]
ALL = (np.int64(0), np.float64(0), "", False)


def rows(dataset):
    """All elements of a dataset as a list of tuples."""
    element = dataset.make_one_shot_iterator().get_next()
    result = []
    with tf.Session() as session:
        while True:
            try:
                result.append(session.run(element))
            except tf.errors.OutOfRangeError:
                return result


def same(left, right):
    assert len(left) == len(right), (len(left), len(right))
    for a, b in zip(left, right):
        assert len(a) == len(b)
        for x, y in zip(a, b):
            np.testing.assert_array_equal(x, y)
            assert np.asarray(x).dtype == np.asarray(y).dtype


def fails(text, make):
    try:
        made = make()
        rows(made)
    except tf.errors.InvalidArgumentError as error:
        assert text in error.message, error.message
    else:
        raise AssertionError("no error with: " + text)


@case
def version_says_where_we_are():
    assert "PAI" in tf.__version__ and "PAI" in tf.VERSION
    assert tf.__version__.startswith("1.")
    assert not tf.executing_eagerly()


@case
def all_rows_as_tuples_of_scalars():
    got = rows(tf.data.TableRecordDataset([NUMBERS], ALL))
    assert len(got) == 1000
    assert got[7] == (7, 3.5, b"s7", True), got[7]
    assert isinstance(got[7], tuple)


@case
def null_becomes_the_default():
    got = rows(tf.data.TableRecordDataset([NUMBERS], (np.int64(-1), -2.0, "none", False)))
    assert got[10] == (-1, -2.0, b"none", False), got[10]


@case
def one_text_and_a_comma_list_are_filenames():
    one = rows(tf.data.TableRecordDataset(NUMBERS, ALL))
    two = rows(tf.data.TableRecordDataset(NUMBERS + "," + NUMBERS, ALL))
    same(two, one + one)


@case
def tensors_and_datasets_are_filenames():
    want = rows(tf.data.TableRecordDataset([NUMBERS], ALL))
    same(rows(tf.data.TableRecordDataset(tf.constant([NUMBERS]), ALL)), want)
    names = tf.data.Dataset.from_tensor_slices([NUMBERS])
    dataset = tf.data.TableRecordDataset(names, ALL)
    element = tf.data.make_initializable_iterator(dataset.batch(1000))
    with tf.Session() as session:
        session.run(element.initializer)
        assert len(session.run(element.get_next())[0]) == 1000
    placeholder = tf.placeholder(tf.string, [None])
    iterator = tf.data.make_initializable_iterator(
        tf.data.TableRecordDataset(placeholder, ALL).batch(10)
    )
    following = iterator.get_next()
    with tf.Session() as session:
        session.run(iterator.initializer, {placeholder: [NUMBERS]})
        assert list(session.run(following)[0]) == list(range(10))


@case
def every_form_of_a_default():
    forms = [
        ([0], [0.0], [""], [False]),
        (np.int64(0), np.float32(0), np.array(""), np.bool_(False)),
        (
            tf.constant(0, tf.int64),
            tf.constant([0.0]),
            [tf.constant("", tf.string)],
            tf.constant(False),
        ),
        (np.array([0], np.int64), np.array(0.0, np.float64), np.array([""]), np.array(False)),
    ]
    dtypes = [
        (tf.int32, tf.float32, tf.string, tf.bool),
        (tf.int64, tf.float32, tf.string, tf.bool),
        (tf.int64, tf.float32, tf.string, tf.bool),
        (tf.int64, tf.float64, tf.string, tf.bool),
    ]
    for form, want in zip(forms, dtypes):
        dataset = tf.data.TableRecordDataset([NUMBERS], form)
        assert dataset.output_types == want, dataset.output_types
        assert rows(dataset)[3][0] == 3
    named = {"id": 0, "name": ""}
    dataset = tf.data.TableRecordDataset([NUMBERS], named.values(), selected_cols=",".join(named))
    assert rows(dataset)[3] == (3, b"s3"), rows(dataset)[3]


@case
def one_column_is_a_tuple_of_one():
    dataset = tf.data.TableRecordDataset([NUMBERS], [""], selected_cols="name")
    element = dataset.make_one_shot_iterator().get_next()
    assert isinstance(element, tuple) and len(element) == 1
    mapped = dataset.map(lambda line: tf.strings.length(line))
    assert rows(mapped.batch(1000))[0][3] == 2


@case
def columns_follow_selected_cols():
    got = rows(tf.data.TableRecordDataset([NUMBERS], ("", 0), selected_cols="name,id"))
    assert got[3] == (b"s3", 3)
    got = rows(tf.data.TableRecordDataset([NUMBERS], ("", 0), selected_cols=["name", "ID"]))
    assert got[3] == (b"s3", 3)
    got = rows(tf.data.TableRecordDataset([NUMBERS], (0, 0.0), excluded_cols="name,flag"))
    assert got[3] == (3, 1.5)


@case
def slices_are_contiguous_and_complete():
    whole = rows(tf.data.TableRecordDataset([NUMBERS], ALL))
    for count in (1, 3, 7):
        parts = [
            rows(tf.data.TableRecordDataset([NUMBERS], ALL, slice_id=i, slice_count=count))
            for i in range(count)
        ]
        sizes = [len(part) for part in parts]
        assert sizes == [1000 // count + (i < 1000 % count) for i in range(count)]
        same(sum(parts, []), whole)


@case
def a_row_range_in_the_url():
    got = rows(tf.data.TableRecordDataset([NUMBERS + "?start=395&end=405"], ALL))
    assert [row[0] for row in got] == list(range(395, 405))


@case
def fused_batches_equal_unfused_ones():
    for size in (1, 7, 256, 999, 1000, 4096):
        for drop in (False, True):
            fused = tf.data.TableRecordDataset([NUMBERS, NUMBERS], ALL).batch(
                size, drop_remainder=drop
            )
            plain = (
                tf.data.TableRecordDataset([NUMBERS, NUMBERS], ALL)
                .map(lambda *row: row)
                .batch(size, drop)
            )
            assert fused.output_types == plain.output_types
            assert str(fused.output_shapes) == str(plain.output_shapes)
            if size > 1:
                same(rows(fused), rows(plain))
    first = rows(tf.data.TableRecordDataset([NUMBERS], ALL).batch(1).take(2))
    assert first[1][0].shape == (1,)


@case
def repetition_runs_across_batches():
    fused = rows(tf.data.TableRecordDataset([NUMBERS], ALL).repeat(3).batch(700))
    plain = rows(
        tf.data.TableRecordDataset([NUMBERS], ALL).map(lambda *row: row).repeat(3).batch(700)
    )
    same(fused, plain)
    endless = tf.data.TableRecordDataset([NUMBERS], ALL).repeat().batch(600).take(5)
    assert [len(batch[0]) for batch in rows(endless)] == [600] * 5
    assert rows(tf.data.TableRecordDataset([NUMBERS], ALL).repeat(0)) == []


@case
def other_transformations_work_on_rows():
    dataset = tf.data.TableRecordDataset([NUMBERS], ALL, num_threads=4, capacity=100)
    dataset = dataset.shuffle(500, seed=1).filter(lambda i, *_: i < 100).prefetch(1).batch(50)
    ids = np.concatenate([batch[0] for batch in rows(dataset)])
    # Row 10 is NULL and so 0.
    assert sorted(ids) == [0] + [i for i in range(100) if i != 10] and list(ids) != sorted(ids)
    padded = tf.data.TableRecordDataset([NUMBERS], ALL, num_threads=None, capacity=None)
    assert rows(padded.padded_batch(4, ([], [], [], [])).take(1))[0][0].shape == (4,)


@case
def a_table_that_stands_twice_and_what_is_kept_of_it():
    once = rows(tf.data.TableRecordDataset([NUMBERS], ALL))
    twice = tf.data.TableRecordDataset(NUMBERS + "," + NUMBERS, ALL)
    same(rows(twice), once + once)
    same(rows(twice.cache().repeat(2)), 4 * once)
    for _ in range(2):  # written by the first, read by the second
        same(rows(tf.data.TableRecordDataset([NUMBERS], ALL).cache("./kept")), once)
    with tf.Graph().as_default(), tf.Session() as session:
        iterator = tf.data.TableRecordDataset([NUMBERS], ALL).make_initializable_iterator()
        element = iterator.get_next()
        for _ in range(2):
            session.run(iterator.initializer)
            same([session.run(element)], once[:1])


@case
def a_partitioned_table_reads_its_data_columns():
    got = rows(tf.data.TableRecordDataset([PARTITIONED], [np.int64(0)]))
    assert [row[0] for row in got] == [1, 2, 3, 4, 5]
    got = rows(tf.data.TableRecordDataset([PARTITIONED], [np.int64(0), ""], selected_cols="v,ds"))
    assert got[0] == (1, b"a") and got[4] == (5, b"b")
    got = rows(tf.data.TableRecordDataset([PARTITIONED + "/ds=b"], [np.int64(0)]))
    assert [row[0] for row in got] == [4, 5]
    fails(
        "has no such partition",
        lambda: tf.data.TableRecordDataset([PARTITIONED + "/ds=c"], [np.int64(0)]),
    )


@case
def other_types_arrive_as_text():
    got = rows(
        tf.data.TableRecordDataset(
            [TYPES], (0, 0.0, "", "", "", ""), selected_cols="t,f,dec,d,dt,c"
        )
    )
    texts = (b"12.50", b"2026-01-02", b"2026-01-02 08:00:00", "é中".encode())
    assert got[0] == (1, 1.5) + texts, got[0]
    fails(
        "which a script cannot read",
        lambda: tf.data.TableRecordDataset([TYPES], [""], selected_cols="arr"),
    )


@case
def times_of_all_years_and_of_older_files_arrive_as_sql_shows_them():
    got = rows(tf.data.TableRecordDataset([MOMENTS], ["none", "none"]))
    assert got == [
        (b"0001-01-01 08:05:43.000000001", b"0001-01-01 00:00:00.000000001"),
        (b"9999-12-31 23:59:59.999999999", b"9999-12-31 15:59:59.999999999"),
        (b"2026-01-01 08:00:00.5", b"2026-01-01 00:00:00.5"),
        (b"1970-01-01 08:00:00", b"1970-01-01 00:00:00"),
        (b"none", b"none"),
        (b"2023-11-15 06:13:20.123456789", b"2023-11-14 22:13:20.123456"),
        (b"none", b"none"),
    ], got


@case
def older_files_show_todays_columns():
    defaults = (np.int64(0), "new", np.float64(0), np.float64(0), "")
    got = rows(tf.data.TableRecordDataset([EVOLVED], defaults))
    assert got == [
        (1, b"new", 0.0, 2.0**60, b"-5"),
        (2, b"new", 0.0, 7.0, b""),
        (3, b"x", 1.5, 0.5, b"t"),
    ], got


@case
def an_empty_table_has_no_rows():
    assert rows(tf.data.TableRecordDataset([EMPTY], [""])) == []
    assert rows(tf.data.TableRecordDataset([EMPTY], [""]).repeat().batch(3)) == []


@case
def wrong_arguments_are_named():
    table = tf.data.TableRecordDataset
    fails(
        "Column size of the record to be saved: '4' does not match the default record column "
        "size: '2'.",
        lambda: table([NUMBERS], (0, 0.0)),
    )
    fails(
        "Check failed: dtype() == expected_dtype (1 vs. 9) int64 expected, got float. Column 'id'",
        lambda: table([NUMBERS], (0.0, 0.0, "", False)),
    )
    fails("(3 vs. 7) string expected, got int32", lambda: table([NUMBERS], (0, 0.0, 0, False)))
    fails(
        "column 'nope' does not exist in table p.numbers",
        lambda: table([NUMBERS], [0], selected_cols="nope"),
    )
    fails(
        "cannot be given together",
        lambda: table([NUMBERS], [0], selected_cols="id", excluded_cols="id"),
    )
    fails(
        "table odps://p/tables/other not predefined", lambda: table(["odps://p/tables/other"], [0])
    )
    fails(NUMBERS, lambda: table(["odps://p/tables/other"], [0]))
    fails("is not the URL of a table", lambda: table(["numbers"], [0]))
    fails("slice_id goes from 0", lambda: table([NUMBERS], ALL, slice_id=2, slice_count=2))
    fails("num_threads goes from 0 to 64, not 65", lambda: table([NUMBERS], ALL, num_threads=65))
    fails("too large for int32", lambda: table([NUMBERS], (3000000000, 0.0, "", False)))


@case
def a_value_too_large_for_int32_is_an_error():
    fails(
        "column 'big' holds a value too large for int32",
        lambda: tf.data.TableRecordDataset([TYPES], [0], selected_cols="big"),
    )


main()
