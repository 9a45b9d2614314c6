"""What stands behind akdl, against TensorFlow's own protobuf classes. Prints {case: traceback}."""

import io
import json
import math
import os
import random
import tempfile
import traceback
import zipfile

import pyarrow as pa
import tensorflow as tf

from akdl.runner import config, io_helper
from paisql.alink.expressions import expression
from paisql.alink_task import TaskError, cluster, examples, model_table, rows, tensors
from paisql.manifest import current_job

CASES = {}
PLACE = "kept.json"  # how many of the rows of a_row_names_the_column_that_does_not_fit are alike


def case(function):
    CASES[function.__name__] = function
    return function


def refused(function, *texts):
    try:
        function()
    except TaskError as error:
        for text in texts:
            assert text in str(error), error
        return
    raise AssertionError("nothing was refused")


def example(**features):
    made = {}
    for name, value in features.items():
        made[name] = tf.train.Feature(**value)
    return tf.train.Example(features=tf.train.Features(feature=made))


def integers(*values):
    return {"int64_list": tf.train.Int64List(value=values)}


def floats(*values):
    return {"float_list": tf.train.FloatList(value=values)}


def texts(*values):
    return {"bytes_list": tf.train.BytesList(value=values)}


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
        ("f", "FLOAT#2,3#1 2 x 4 5 6", "'x' is no element of a FLOAT tensor"),
        ("f", "1 2 3 4 5 6", "'1 2 3 4 5 6' is no tensor, such as FLOAT#2,3#"),
        ("f", "词" * 50, "词...' is no tensor"),
        ("f", "FLOAT#2,#1", "is no tensor"),
        ("i", "INT#2#1 2147483648", "'2147483648' is no element of a INT tensor"),
        ("u", "UBYTE#1#256", "no element of a UBYTE tensor"),
        ("b", "BOOLEAN##1", "no element of a BOOLEAN tensor"),
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
    refused(lambda: tensors.kind_of("x", "1 2"), "'1 2' is no tensor")
    numbers = pa.RecordBatch.from_pydict({"f": [1]})
    try:
        examples.encode(numbers, tensors=tensors.lines(["f"], TENSOR_KINDS))
        raise AssertionError("nothing was refused")
    except ValueError as error:
        assert "holds no texts" in str(error)


@case
def rows_come_back_as_columns():
    decoder = examples.Decoder([("i", "l"), ("f", "f"), ("词", "u")])
    draw = random.Random(1)
    wanted = []
    for _ in range(1000):
        number, real = draw.randrange(-(2**63), 2**63), draw.choice([0.5, -1.5])
        word = b"\xff" * draw.choice([0, 1, 300])
        wanted.append((number, real, word))
        made = example(i=integers(number, 5), f=floats(real, 9.0), 词=texts(word, b"no"), other=texts())
        decoder.add(made.SerializeToString())
    arrays = decoder.take()
    assert list(zip(*(array.to_pylist() for array in arrays))) == wanted
    assert [len(array) for array in decoder.take()] == [0, 0, 0]
    decoder.close()


@case
def what_is_no_example_is_refused():
    decoder = examples.Decoder([("i", "l")])
    good = example(i=integers(300)).SerializeToString()
    draw = random.Random(2)
    for _ in range(3000):
        broken = bytearray(good)
        for _ in range(draw.randrange(1, 4)):
            broken[draw.randrange(len(broken))] = draw.randrange(256)
        broken = bytes(broken[: draw.randrange(len(broken) + 1)])
        try:
            decoder.add(broken)
        except examples.Refused:
            pass
    for short in range(1, len(good)):
        try:
            decoder.add(good[:short])
            raise AssertionError(short)
        except examples.Refused:
            pass
    decoder.close()


@case
def a_row_names_the_column_that_does_not_fit():
    class Chief:
        is_server, is_chief, index = False, True, 0

    table = current_job().outputs[0]
    written = rows.ExampleRows(table, Chief)
    good = dict(id=integers(1), small=integers(2), name=texts(b"x"), real=floats(0.5))
    sent = []

    def write(**changes):
        values = {**good, **changes}
        made = example(**{name: value for name, value in values.items() if value})
        sent.append(made)
        written.add(made.SerializeToString())

    def told(**changes):
        """What is said of a row, as soon as so many have come that they are looked at."""
        try:
            write(**changes)
            for _ in range(2000):
                write(id=integers(7))
        except TaskError as error:
            return str(error)
        raise AssertionError("nothing was refused")

    refused(lambda: write(name=None), "row 1", "no feature 'name'")
    write()
    for changes, wanted in [
        (dict(name=integers(1)), "'name' is a int64_list, and a STRING column takes a bytes_list"),
        (dict(real=integers(1)), "'real' is a int64_list, and a DOUBLE"),
        (dict(id=integers()), "'id' has no value"),
        (dict(name=None), "no feature 'name'"),
    ]:
        # The number is that among the rows that were kept.
        said = told(**changes)
        assert wanted in said and said.startswith("row "), said
    write(id=integers(-5), name=texts("词".encode()), more=floats(1.0))
    most, rows.MOST_EXAMPLE_BYTES = rows.MOST_EXAMPLE_BYTES, 1000
    refused(lambda: write(name=texts(b"x" * 1001)), "a row at most 1000", "as several rows")
    rows.MOST_EXAMPLE_BYTES = most
    written.close()
    with open(PLACE, "w") as stream:
        json.dump(sent.count(example(**{**good, "id": integers(7)})), stream)


@case
def a_place_is_as_alink_counts_it():
    two = {"cluster": {"worker": ["a", "b"]}, "task": {"type": "worker", "index": 1}}
    place = cluster.place_of(two)
    assert place.cluster == {"chief": ["a"], "worker": ["b"]}
    assert (place.task_type, place.task_index, place.index, place.workers) == ("worker", 0, 1, 2)
    one = {"cluster": {"worker": ["a"]}, "task": {"type": "worker", "index": 0}}
    place = cluster.place_of(one)
    assert place.cluster == {"chief": ["a"]} and place.is_chief
    served = {
        "cluster": {"chief": ["a"], "worker": ["b"], "ps": ["c"]},
        "task": {"type": "ps", "index": 0},
    }
    place = cluster.place_of(served)
    assert place.is_server and place.workers == 2 and not place.is_chief


@case
def a_model_is_found_where_scripts_put_it():
    with tempfile.TemporaryDirectory() as folder:
        refused(lambda: model_table.find_model(folder), "no SavedModel")
        refused(lambda: model_table.find_model(folder + "/none"), "no SavedModel")
        for name in ("1700000001", "1700000002"):
            os.makedirs(os.path.join(folder, name, "variables"))
            with open(os.path.join(folder, name, "saved_model.pb"), "w") as file:
                file.write(name)
            os.utime(os.path.join(folder, name), (int(name), int(name)))
        assert io_helper.find_timestamp_dir(folder).endswith("/1700000002")
        with open(os.path.join(folder, "saved_model.pb"), "w") as file:
            file.write("top")
        assert model_table.find_model(folder) == folder


@case
def a_model_table_is_whole_or_refused():
    content = io_of(os.urandom(2_500_000))
    made = model_table.slices(content, "1.zip")
    assert [len(text) for _, text in made[1:-1]] == [1398104] * 2
    assert model_table.content_of(made[::-1]) == ("1.zip", content)
    refused(lambda: model_table.content_of(made[:2] + made[3:]), "missing: 2")
    refused(lambda: model_table.content_of(made[:-1]), "ends too early")
    refused(lambda: model_table.content_of(made + made[1:2]), "once each")
    refused(lambda: model_table.content_of([]), "no whole model")
    refused(lambda: model_table.content_of([(0, "a"), (1, "?")]), "no base64")


@case
def a_model_table_is_unpacked_and_stays_in_its_folder():
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "model", "variables"))
        for name in ("saved_model.pb", "variables/a"):
            with open(os.path.join(folder, "model", name), "w") as file:
                file.write(name)
        made = model_table.slices(model_table.zipped(os.path.join(folder, "model")), "m.zip")
        path = os.path.join(folder, "bc_data_1")

        def lines(rows):
            with open(path, "w") as file:
                file.writelines("%d %s\n" % row for row in rows)

        lines(made[::-1])
        unpacked = io_helper.unpack_model_from_flink(path, os.path.join(folder, "work"))
        assert unpacked == os.path.join(folder, "work", "m")
        assert sorted(os.listdir(unpacked)) == ["saved_model.pb", "variables"]
        copied = os.path.join(folder, "copied")
        io_helper.gfile_copy_dir_content(unpacked, copied)
        with open(os.path.join(copied, "variables", "a")) as file:
            assert file.read() == "variables/a"

        content = io.BytesIO()
        with zipfile.ZipFile(content, "w") as archive:
            archive.writestr("../outside", "x")
            archive.writestr("/tmp/../rooted", "x")
        lines(model_table.slices(content.getvalue(), "../../evil.zip"))
        unpacked = io_helper.unpack_model_from_flink(path, os.path.join(folder, "work"))
        assert unpacked == os.path.join(folder, "work", "evil")
        places = [
            os.path.join(base, name)
            for base, _, names in os.walk(folder)
            for name in names
            if name in ("outside", "rooted")
        ]
        assert len(places) == 2 and all(place.startswith(unpacked + "/") for place in places)


def io_of(data):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "saved_model.pb"), "wb") as file:
            file.write(data)
        return model_table.zipped(folder)


@case
def a_batch_config_becomes_a_train_config():
    common = dict.fromkeys(
        "tf_context num_workers cluster task_type task_index work_dir user_params".split()
    )
    batch = config.BatchTaskConfig(dataset_file="f", dataset_length=3, output_writer=None, **common)
    train = config.TrainTaskConfig(saved_model_dir="m", **batch.__dict__)
    assert (train.dataset_file, train.saved_model_dir, train.latest_ckpt_dir) == ("f", "m", None)
    stream = config.StreamTaskConfig(dataset_fn=len, output_writer=None, more=1, **common)
    assert stream.dataset_fn is len and not hasattr(stream, "more")


@case
def a_pointed_number_is_an_integer_as_in_alink():
    for text, wanted in [
        ("case when a > 0.5 then 1. else 0. end", "case when a > 0.5 then 1 else 0 end"),
        ("1.5 + t.a + t1.b + 12.", "1.5 + t.a + t1.b + 12"),
        ("'1. ' || \"2.\" || `3.`", "'1. ' || \"2.\" || `3.`"),
        ("1.e3", "1.e3"),
    ]:
        assert expression(text) == wanted, expression(text)


results = {}
for name, function in CASES.items():
    try:
        function()
        results[name] = ""
    except Exception:
        results[name] = traceback.format_exc()
print(json.dumps(results))
