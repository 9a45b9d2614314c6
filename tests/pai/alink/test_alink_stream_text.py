"""Lines of text as rows of a stream: what is a row does not depend on what stands beside it."""

import random
import sys

import pyarrow as pa
import pytest
from fake_job import PYTHON_FOLDER

sys.path.insert(0, PYTHON_FOLDER)

from paisql.alink_stream import text_rows, units, whole_lines  # noqa: E402
from paisql.alink_task import TaskError  # noqa: E402
from paisql.job import csv_records  # noqa: E402

KINDS = {"id": "BIGINT", "n": "INT", "x": "DOUBLE", "f": "FLOAT", "s": "STRING"}
SCHEMA = pa.schema(
    [("id", pa.int64()), ("n", pa.int32()), ("x", pa.float64()), ("f", pa.float32()), ("s", pa.string())]
)

NUMBERS = (
    "1 +1 -1 007 -007 -0 0x 0x1F 1. .5 -.5 1.5 1e 1e5 1E5 1e+5 1e-5 1.e2 .e2 . - + 1_0 1_0.5 1_000 1e1_0 1.2.3 e5 1d 1f "
    "0x1p3 0b1 nan NaN -nan +nan inf -inf +inf Inf Infinity INFINITY infin nan() nan(a_1) nan(-) 1e400 -1e400 1e-400 "
    "٣ ३.5 １ ² ıinf ſ 9223372036854775807 -9223372036854775808 00000000000000000000000000001"
).split() + [
    "- 1",
    " 1",
    "1 ",
    "\t1 ",
    "\n1",
    "1\n",
    "1\r",
    "\xa01",
    "\x0b1",
    "1\x0c",
    "\u20031",
    "  ",
    "1 2",
    "0" * 5000 + "1",
]


def rows_of(kind, data, schema=SCHEMA):
    """(rows as texts, since NaN is unlike itself, how many lines were skipped)"""
    rows = text_rows.TextRows("f", kind, schema, skip=True)
    return list(map(str, rows.read(data).to_pylist())), rows.skipped


def beside_a_bad_line(kind, data, schema=SCHEMA):
    found, skipped = rows_of(kind, b"?\n" + data, schema)
    return found, skipped - 1


@pytest.mark.parametrize("name", ["id", "n", "x", "f"])
def test_a_number_is_the_same_whatever_stands_beside_it(name):
    schema = pa.schema([SCHEMA.field(name), ("s", pa.string())])
    taken = []
    for text in NUMBERS:
        line = b'"%s",\n' % text.encode()
        alone = rows_of("csv", line, schema)
        assert beside_a_bad_line("csv", line, schema) == alone, text
        taken += [text] * len(alone[0])
    assert {"1", "007", " 1", "\t1 "} <= set(taken)
    assert not {"1_000", "٣", "１", "1\n", "\xa01", "- 1", "1 2", "0x"} & set(taken)
    assert ("1e5" in taken) == (name in "xf") and ("0x1F" in taken) == (name in ("id", "n"))


def error_of(kind, data, schema=SCHEMA):
    with pytest.raises(TaskError) as told:
        text_rows.TextRows("f", kind, schema, skip=False).read(data)
    return str(told.value)


LINES = {
    "csv": [
        b"1,2,3,4,a",
        b"0x1F,0xFFFFFFFF,1,1,",
        b"0xFFFFFFFFFFFFFFFF, 7,\t-nan(1), 1.00000017881393432617187499,",
        b"1,1,1e400,4e38,x",
    ]
    + [
        b'1,1,1,1,5" disk',
        b'1,1,1,1,"e"f',
        b'1,1,1,1,"e"f"g',
        b'"1"5,1,1,1,"e" ',
        b'1,1,1,1,"a""\n\r""b"',
        b",,,,",
        b'"","","","",""',
    ]
    + [
        b"1_000,1,1,1,a",
        "٣,1,1,1,a".encode(),
        b"1,1,1_0.5,1,a",
        b"1,4294967296,1,1,a",
        b"9223372036854775808,1,1,1,a",
        b"1,1,1,1,\xff",
    ]
    + [b"1,1,1,1,a\rb", b"1,1,1,1,a\r2,2,2,2,b", b"1,1,1,1"],
    "jsonl": [
        b'{"id": 1}',
        b'{"x": 9007199254740993, "f": 16777217}',
        b'{"x": ' + b"1" * 400 + b"}",
        b'{"x": NaN, "s": "\\u0000"}',
    ]
    + [b'{"s": "a", "more": ' + b"[" * depth + b"]" * depth + b"}" for depth in (10, 100_000)]
    + [
        b'{"s": "\xff"}',
        b'{"more": "\xff"}',
        b'{"\xff": 1}',
        b"null",
        b" null",
        b'{"id": 1} null',
        b'{"id": 1}\r{"id": 2}',
        b"[" * 100_000,
    ]
    + [
        b'{"s": "\\ud800"}',
        b'{"id": 9223372036854775808}',
        b'{"id": 1.0}',
        b'{"id": "1"}',
        b'{"s": {"a": 1}}',
        b'{"id": 1',
        b'"a"',
    ],
}
BAD = {"csv": 11, "jsonl": 15}


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_a_line_is_the_same_row_whatever_stands_beside_it(kind):
    kept = 0
    for line in LINES[kind]:
        alone = rows_of(kind, line + b"\n")
        assert beside_a_bad_line(kind, line + b"\n") == alone, line[:60]
        assert len(alone[0]) + alone[1] == 1, line[:60]
        kept += len(alone[0])
    assert kept == len(LINES[kind]) - BAD[kind]
    together = b"\n".join(LINES[kind]) + b"\n"
    assert rows_of(kind, together) == ([row for line in LINES[kind] for row in rows_of(kind, line)[0]], BAD[kind])


@pytest.mark.parametrize(
    "kind, line, why",
    [
        ("jsonl", b'{"s": "\xff"}', "the line is not UTF-8"),
        ("jsonl", b"[" * 100_000, "this is not JSON, and nested more deeply than its error could say"),
        ("jsonl", b"null", "this is not an object of JSON"),
        ("jsonl", b'{"s": "\\ud800"}', "column 's': the text has half a character"),
        ("jsonl", b'{"n": 4294967296}', "column 'n': 4294967296 is not a valid int32"),
        ("csv", b"1_000,1,1,1,a", "column 'id': '1_000' is not a valid int64"),
        ("csv", b"1,1,1,1_0,a", "column 'f': '1_0' is not a valid float"),
        ("csv", b"9223372036854775808,1,1,1,a", "column 'id': '9223372036854775808' is not a valid int64"),
        ("csv", b'1,1,1,1,"a"b', "text follows a closing quote"),
    ],
)
def test_what_is_no_row_says_why(kind, line, why):
    good = {"csv": b"1,1,1,1,a\n", "jsonl": b'{"id": 1}\n'}[kind]
    assert error_of(kind, good + line + b"\n") == "f:2: %s (-DbadRows=skip leaves such lines out)" % why


def text_unit(path, text, kind):
    path.write_bytes(text)
    return {"number": 0, "kind": kind, "path": str(path), "rows": None, "bytes": len(text)}


def read(unit, bad_rows="error", names=tuple(KINDS)):
    """(values of the last column, how often lines were said to be skipped)"""
    said = []
    columns = [{"name": name, "type": KINDS[name]} for name in names]
    settings = {"source": {"kind": "file", "columns": columns}, "columns": list(names), "bad_rows": bad_rows}
    reader = units.UnitReader(settings, lambda name, count: said.append(count))
    return [value for _, arrays in reader.batches(unit, 0, None) for value in arrays[-1].to_pylist()], said


def test_a_quote_within_a_field_opens_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(whole_lines, "LONGEST_LINE_BYTES", 3 << 20)
    text = b'1,5" disk\n' + b'2,"a,\n""b"\n3,"""c"\n4,d\n' * 300_000
    unit = text_unit(tmp_path / "a.csv", text, "csv")
    for bad_rows in ("error", "skip"):
        found, said = read(unit, bad_rows, ("id", "s"))
        assert found == ['5" disk'] + ['a,\n"b', '"c', "d"] * 300_000 and said == []


def test_a_quote_that_does_not_close_is_a_bad_line(tmp_path):
    unit = text_unit(tmp_path / "a.csv", b'1,a\n2,"b\n3,c\n', "csv")
    with pytest.raises(TaskError, match="a.csv:2: a quote is not closed"):
        read(unit, names=("id", "s"))
    assert read(unit, "skip", ("id", "s")) == (["a"], [1])


def cut_records(cutter):
    """[(number of the first line, fields or what is wrong)] of what a csv_records.Cutter has cut."""
    return [(number, str(values)) for number, values in cutter.records()]


def test_lines_are_cut_wherever_they_are_torn():
    chosen = random.Random(7)
    for _ in range(5000):
        data = bytes(chosen.choice(b'"""a,,\n\n\r') for _ in range(chosen.randrange(30)))
        whole = csv_records.Cutter()
        assert whole.cut(data, True) == len(data)
        lines, taken, found, place = whole_lines.of_kind("csv"), b"", [], 0
        ended = False
        while not ended:
            step, ended = chosen.randrange(1, 7), place >= len(data)
            block = lines.end() if ended else lines.add(data[place : place + step])
            place += step
            taken += block
            found += cut_records(lines.cutter) if block else []
            assert taken + lines.rest == data[:place]
        assert found == cut_records(whole), data
    lines = whole_lines.of_kind("csv")
    assert (lines.add('\ufeff"a\n'.encode()), lines.add(b'"\n1')) == (b"", b'"a\n"\n')
    lines = whole_lines.of_kind("jsonl")
    assert (lines.add(b'1,a\n2,"b\nc'), lines.end(), lines.rest) == (b'1,a\n2,"b\n', b"c", b"")
