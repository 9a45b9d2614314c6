"""Examples as rows, and those that are refused."""

import json
import random

from cases import case
from made import example, floats, integers, refused, texts

from paisql.alink_task import TaskError, examples, example_rows
from paisql.job.manifest import TableUrl, current_job

PLACE = "kept.json"  # how many of the rows of a_row_names_the_column_that_does_not_fit are alike


class Chief:
    is_server, is_chief, index = False, True, 0


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
    table = current_job().outputs[0]
    written = example_rows.ExampleRows(table, Chief)
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
        (dict(name=integers(1)), "'name' is an int64_list, and a column of STRING takes a bytes_list"),
        (dict(real=integers(1)), "'real' is an int64_list, and a column of DOUBLE takes a float_list"),
        (dict(id=integers()), "'id' has no value"),
        (dict(name=None), "no feature 'name'"),
    ]:
        # The number is that among the rows that were kept.
        said = told(**changes)
        assert wanted in said and said.startswith("row "), said
    write(id=integers(-5), name=texts("词".encode()), more=floats(1.0))
    most, example_rows.MOST_EXAMPLE_BYTES = example_rows.MOST_EXAMPLE_BYTES, 1000
    refused(lambda: write(name=texts(b"x" * 1001)), "a row at most 1000", "as several rows")
    example_rows.MOST_EXAMPLE_BYTES = most
    written.close()
    with open(PLACE, "w") as stream:
        json.dump(sent.count(example(**{**good, "id": integers(7)})), stream)


@case
def rows_around_one_that_does_not_fit_are_kept():
    table = current_job().find_output(TableUrl("odps://p/tables/narrow"))
    flush, example_rows._FLUSH_ROWS = example_rows._FLUSH_ROWS, 1500
    written, said = example_rows.ExampleRows(table, Chief), []
    wrong = {40: {"small": integers(300)}, 41: {"name": texts(b"\xff")}, 2999: {"small": integers(-129)}}
    for number in range(5000):
        values = dict(id=integers(number), small=integers(number % 100), name=texts(b"x"))
        values.update(wrong.get(number, {}))
        try:
            written.add(example(**values).SerializeToString())
        except TaskError as error:
            said.append(str(error))
    written.close()
    example_rows._FLUSH_ROWS = flush
    # Each is told once, by its number among those that are kept.
    assert [one.split(" of ")[0] for one in said] == ["row 41", "row 41", "row 2998"], said
    assert "column 'small' (TINYINT): Integer value 300 not in range" in said[0], said
    assert said[1].endswith("column 'name' (STRING): this is not UTF-8"), said
