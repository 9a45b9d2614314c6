"""Alink's .ak files, by files that are made here from the layout as it is described."""

import datetime
import io
import json
import struct
import sys
import zipfile

import pytest
from fake_job import PYTHON_FOLDER

sys.path.insert(0, PYTHON_FOLDER)
from paisql.alink.file_formats import ak_rows  # noqa: E402


def text(value):
    """Flink's StringValue: the number of UTF-16 units and one, then each unit, seven bits a byte."""
    coded = value.encode("utf-16-be", "surrogatepass")
    units = [coded[at] << 8 | coded[at + 1] for at in range(0, len(coded), 2)]
    found = bytearray()
    for number in [len(units) + 1, *units]:
        while number > 127:
            found.append(number % 128 + 128)
            number //= 128
        found.append(number)
    return bytes(found)


def ak_file(path, schema, rows, name="data", magic=b"ALK"):
    """rows: (mask of NULLs as bytes, the values' bytes)."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("alink_meta.json", json.dumps({"schemaStr": schema, "numFiles": 1}))
        data = magic
        for mask, values in rows:
            data += struct.pack(">I", len(mask + values))[1:] + mask + values
        archive.writestr(name, data)
    path.write_bytes(stream.getvalue())
    return str(path)


def read(path, kinds):
    return list(ak_rows.read_rows(path, kinds))


MODEL = "model_id BIGINT,model_info VARCHAR"
KINDS = ["BIGINT", "STRING"]


def test_a_model_of_alink_is_read(tmp_path):
    long = "QUJD" * 350_000  # a slice of 1 MiB is so long
    path = ak_file(
        tmp_path / "model.ak",
        MODEL,
        [
            (b"\0", struct.pack(">q", 0) + text("1617959973.zip")),
            (b"\0", struct.pack(">q", 1) + text(long)),
            (b"\0", struct.pack(">q", 2**62) + text("词\0\x80😀")),
            (b"\x40", struct.pack(">q", -1)),
            (b"\x80", text("")),
        ],
    )
    assert ak_rows.read_schema(path) == MODEL
    assert list(read(path, KINDS)) == [[0, "1617959973.zip"], [1, long], [2**62, "词\0\x80😀"], [-1, None], [None, ""]]


ROWS = [
    [1, 2, 3, 4, 0.5, -1e300, True, "a", b"\0\xff", datetime.datetime(1969, 12, 31, 23, 59, 59, 999000)],
    [-128, -(2**15), -(2**31), -(2**63), float("inf"), 0.1, False, "词" * 3, b"", datetime.datetime(2026, 1, 2)],
    [None] * 10,
]
ALL = "TINYINT SMALLINT INT BIGINT FLOAT DOUBLE BOOLEAN STRING BINARY TIMESTAMP".split()


def test_what_is_written_is_read(tmp_path):
    path = str(tmp_path / "all.ak")
    ak_rows.write(path, "a INT", ALL, ROWS)
    assert list(read(path, ALL)) == ROWS
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["alink_meta.json", "data"]
        assert json.loads(archive.read("alink_meta.json"))["fileFormat"] == "binary"
        data = archive.read("data")
    ak_rows.write(path, MODEL, KINDS, [[7, "é"], [None, "b"]])
    with zipfile.ZipFile(path) as archive:
        data = archive.read("data")
    first, second = b"\0" + struct.pack(">q", 7) + text("é"), b"\x80" + text("b")
    assert data == b"ALK" + bytes([0, 0, len(first)]) + first + bytes([0, 0, len(second)]) + second


def test_what_is_no_row_is_named(tmp_path):
    path = str(tmp_path / "x.ak")

    def refused(said, function):
        with pytest.raises(ak_rows.AkError, match=said):
            function()

    def reading():
        return read(path, KINDS)

    good = (b"\0", struct.pack(">q", 1) + text("x"))
    ak_file(tmp_path / "x.ak", MODEL, [good, (b"\0", b"\1\2")])
    refused("x.ak: row 2: it is not a row of these columns", reading)
    ak_file(tmp_path / "x.ak", MODEL, [good, (b"\0", good[1] + b"z")])
    refused("row 2: it is not a row of these columns .it does not end with its last column", reading)
    ak_file(tmp_path / "x.ak", MODEL, [good], magic=b"ALX")
    refused("does not begin with ALK", reading)
    ak_file(tmp_path / "x.ak", MODEL, [(b"\0", struct.pack(">q", 1) + b"\xff" * 9)])
    refused("a text has no end", reading)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("data", b"ALK\0\0\x10abc")
        archive.writestr("alink_meta.json", '{"schemaStr": "a INT"}')
    refused("is damaged after its row 0: its last row is cut off", reading)
    (tmp_path / "x.ak").write_bytes(b"no zip")
    refused("is not an .ak file of Alink", lambda: ak_rows.read_schema(path))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("alink_meta.json", "[]")
    refused("is not an .ak file of Alink", lambda: ak_rows.read_schema(path))
    refused("row 1: value 1, 300, is not a valid TINYINT", lambda: ak_rows.write(path, "a", ["TINYINT"], [[300]]))
    refused("at most 16777215", lambda: ak_rows.write(path, "a", ["STRING"], [["x" * (1 << 24)]]))
