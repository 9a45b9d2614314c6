"""Rows as Examples, against TensorFlow's own protobuf classes."""

import json
import math
import random
import tempfile

import pyarrow as pa
import tensorflow as tf
from cases import case
from made import example, floats, integers, refused, texts

from paisql.alink_task import example_config, examples, tensors


def random_batch(count):
    draw = random.Random(count)
    wide = [draw.choice([0, 1, -1, 127, 128, 2**31, -(2**63), 2**63 - 1]) for _ in range(count)]
    real = [draw.choice([0.0, -0.0, math.inf, 1e-40, draw.random()]) for _ in range(count)]
    words = ["词" * draw.choice([0, 1, 42, 43, 5000, 6000]) for _ in range(count)]
    return {
        "c": pa.array([value % 100 - 50 for value in wide], pa.int8()),
        "s": pa.array([value % 1000 for value in wide], pa.int16()),
        "i": pa.array([value % 100000 for value in wide], pa.int32()),
        "l": pa.array(wide, pa.int64()),
        "f": pa.array(real, pa.float32()),
        "g": pa.array(real, pa.float64()),
        "n" * 200: pa.array(words, pa.string()),
        "z": pa.array([word.encode() for word in words], pa.large_binary()),
        "ll": pa.array([wide[:n % 20] for n in range(count)], pa.list_(pa.int64())),
        "lg": pa.array([real[:n % 40] for n in range(count)], pa.large_list(pa.float64())),
        "lu": pa.array([words[:n % 3] for n in range(count)], pa.list_(pa.string())),
        "li": pa.array([[value % 100] for value in wide], pa.list_(pa.int8())),
    }


def expected(batch, row):
    made = {}
    for name, array in batch.items():
        value, kind = array[row].as_py(), array.type
        values = [value]
        if pa.types.is_list(kind) or pa.types.is_large_list(kind):
            values, kind = value, kind.value_type
        if pa.types.is_integer(kind):
            made[name] = integers(*values)
        elif pa.types.is_floating(kind):
            made[name] = floats(*values)
        else:
            made[name] = texts(*(v.encode() if isinstance(v, str) else v for v in values))
    return example(**made)


@case
def examples_are_those_of_tensorflow():
    batch = random_batch(300)
    whole = pa.RecordBatch.from_pydict(batch)
    # A part of a batch begins within its buffers.
    records = examples.encode(whole.slice(3), 1, 2)
    with tempfile.NamedTemporaryFile() as file:
        file.write(records)
        file.flush()
        # The iterator checks the checksums.
        read = list(tf.compat.v1.io.tf_record_iterator(file.name))
    numbers = list(range(4, 300, 2))
    assert len(read) == len(numbers)
    for number, record in zip(numbers, read):
        wanted = expected(batch, number)
        assert tf.train.Example.FromString(record) == wanted, number
        assert len(record) == len(wanted.SerializeToString())


@case
def nulls_are_found_or_left_out():
    batch = pa.RecordBatch.from_pydict({"a": [1, 2], "b": pa.array(["x", None])})
    try:
        examples.encode(batch)
        raise AssertionError("a NULL was encoded")
    except examples.NullCell as null:
        assert (null.column, null.row) == ("b", 1)
    lists = pa.RecordBatch.from_pydict({"a": [[1], [2, None]]})
    try:
        examples.encode(lists)
        raise AssertionError("a NULL was encoded")
    except examples.NullCell as null:
        assert (null.column, null.row) == ("a", 1)
    records = examples.encode(lists, 1, 1, omit_nulls=True)
    assert tf.train.Example.FromString(records[12:-4]) == example(a=integers(2))
    records = examples.encode(batch, 1, 1, omit_nulls=True)
    assert tf.train.Example.FromString(records[12:-4]) == example(a=integers(2))
    try:
        examples.encode(pa.RecordBatch.from_pydict({"day": pa.array([1], pa.date32())}))
        raise AssertionError("a date was encoded")
    except ValueError as error:
        assert "column 'day'" in str(error)


TENSOR_KINDS = {
    "f": ("FLOAT", [2, 3]),
    "d": ("DOUBLE", [2]),
    "i": ("INT", [2]),
    "l": ("LONG", [2]),
    "u": ("UBYTE", [1]),
    "b": ("BOOLEAN", []),
    "s": ("STRING", [3]),
}
TENSOR_TEXTS = {
    "f": "FLOAT#2,3#1 -2.5 1e-3 +4 nan 1e40 ",
    "d": "DOUBLE#2#0.1 2",
    "i": "INT#2#-2147483648 2147483647 ",
    "l": "LONG#2#-9223372036854775808 9223372036854775807",
    "u": "UBYTE#1#255",
    "b": "BOOLEAN##true",
    # The letter outside the first plane counts twice, as Java has it.
    "s": "STRING#3#2 3 0 #词x😀#",
}


@case
def tensors_are_lists_of_their_elements():
    names = ["id"] + list(TENSOR_TEXTS)
    columns = {name: pa.array([text]) for name, text in TENSOR_TEXTS.items()}
    for kind in (pa.string(), pa.large_string(), pa.binary()):
        given = {name: array.cast(kind) for name, array in columns.items()}
        batch = pa.RecordBatch.from_pydict({"id": pa.array([7]), **given})
        told = tensors.lines(names, TENSOR_KINDS)
        feature = tf.train.Example.FromString(examples.encode(batch, tensors=told)[12:-4]).features.feature
        assert feature["id"].int64_list.value[:] == [7]
        found = list(feature["f"].float_list.value)
        assert found[:4] == [1, -2.5, tf.constant(1e-3).numpy(), 4] and math.isnan(found[4]) and found[5] == math.inf
        assert feature["d"].float_list.value[:] == [tf.constant(0.1).numpy(), 2]
        assert feature["i"].int64_list.value[:] == [-(2**31), 2**31 - 1]
        assert feature["l"].int64_list.value[:] == [-(2**63), 2**63 - 1]
        assert feature["u"].int64_list.value[:] == [255] and feature["b"].int64_list.value[:] == [1]
        assert feature["s"].bytes_list.value[:] == ["词x".encode(), "😀#".encode(), b""]
    empty = pa.RecordBatch.from_pydict({"e": ["FLOAT#0,3#"]})
    record = examples.encode(empty, tensors=tensors.lines(["e"], {"e": ("FLOAT", [0, 3])}))
    assert tf.train.Example.FromString(record[12:-4]).features.feature["e"].HasField("float_list")


@case
def what_is_no_such_tensor_is_refused():
    for name, text, why in [
        ("f", "FLOAT#3,2#1 2 3 4 5 6", "its shape is [3, 2], and that of the first row [2, 3]"),
        ("f", "LONG#2,3#1 2 3 4 5 6", "it is a tensor of 'LONG', and that of the first row one of FLOAT"),
        ("f", "FLOAT#2,3#1 2 3 4 5", "it has 5 elements for the shape [2, 3]"),
        ("f", "FLOAT#2,3#1 2 x 4 5 6", "'x' is not an element of a FLOAT tensor"),
        ("f", "1 2 3 4 5 6", "'1 2 3 4 5 6' is not a tensor, such as FLOAT#2,3#"),
        ("f", "词" * 50, "词...' is not a tensor"),
        ("f", "FLOAT#2,#1", "is not a tensor"),
        ("i", "INT#2#1 2147483648", "'2147483648' is not an element of a INT tensor"),
        ("u", "UBYTE#1#256", "not an element of a UBYTE tensor"),
        ("b", "BOOLEAN##1", "not an element of a BOOLEAN tensor"),
        ("s", "STRING#3#1 1 #ab", "its lengths do not fit its shape or its letters"),
        ("s", "STRING#3#1 1 1 #ab", "its lengths do not fit"),
        ("s", "STRING#3#1 0 0 #😀", "its lengths do not fit"),
        ("s", "STRING#3#a", "its lengths do not fit"),
    ]:
        batch = pa.RecordBatch.from_pydict({name: [TENSOR_TEXTS[name], text]})
        try:
            examples.encode(batch, tensors=tensors.lines([name], TENSOR_KINDS))
            raise AssertionError("nothing was refused")
        except examples.BadTensor as bad:
            assert (bad.column, bad.row) == (name, 1) and why in bad.why, (why, bad.why)
    refused(lambda: tensors.kind_of("x", "BYTE#1#1"), "column 'x': a tf.train.Example has", "no place for tensors of BYTE")
    refused(lambda: tensors.kind_of("x", "1 2"), "'1 2' is not a tensor")
    numbers = pa.RecordBatch.from_pydict({"f": [1]})
    try:
        examples.encode(numbers, tensors=tensors.lines(["f"], TENSOR_KINDS))
        raise AssertionError("nothing was refused")
    except ValueError as error:
        assert "holds no texts" in str(error)


@case
def the_types_of_examples_are_told_in_alinks_words():
    kinds = {
        "TINYINT": "INT_8", "INT": "INT_32", "FLOAT": "FLOAT_32", "DOUBLE": "FLOAT_64", "STRING": "STRING",
        "BINARY": "STRING", "DATE": "STRING", "DECIMAL(10,2)": "FLOAT_32", "VARCHAR(9)": "STRING",
        "ARRAY<INT>": "INT_TENSOR", "ARRAY<BIGINT>": "LONG_TENSOR", "ARRAY<STRING>": "STRING_TENSOR",
        "ARRAY<DOUBLE>": "DOUBLE_TENSOR",
    }
    columns = [("c%d" % number, kind) for number, kind in enumerate(kinds)]
    told = json.loads(example_config.of_output(columns))
    assert told == {"names": [name for name, _ in columns], "types": list(kinds.values()), "objectType": "ROW"}
    told = json.loads(example_config.of_input([("x", "DOUBLE"), ("t", "STRING"), ("s", "STRING")], ["t"]))
    assert told["types"] == ["FLOAT_32", "TENSOR", "STRING"]
