"""Functions of users in their process: python -m paisql.functions.worker."""

import collections
import datetime
import decimal
import json
import os
import tempfile

import pyarrow
import pytest
from function_worker import Failure, FunctionWorker
from paisql.workers import framing
from pyarrow import parquet

SHAPES = """
from odps.udf import BaseUDAF, BaseUDTF, annotate


@annotate("bigint,bigint->bigint")
class Add(object):
    def evaluate(self, left, right):
        return None if left is None or right is None else left + right


@annotate("*->string")
class Joined(object):
    def evaluate(self, *values):
        return None if None in values else "".join(map(str, values))


@annotate("array<string>,array<bigint>->map<string,bigint>")
class Paired(object):
    def evaluate(self, keys, values):
        return None if keys is None or values is None else dict(zip(keys, values))


@annotate("bigint->double")
class Mean(BaseUDAF):
    def new_buffer(self):
        return [0, 0]

    def iterate(self, buffer, value):
        if value is not None:
            buffer[0] += value
            buffer[1] += 1

    def merge(self, buffer, other):
        buffer[0] += other[0]
        buffer[1] += other[1]

    def terminate(self, buffer):
        return float(buffer[0]) / buffer[1] if buffer[1] else None


@annotate("string->string")
class Pieces(BaseUDTF):
    def process(self, text):
        for piece in (text or "").split("|"):
            if piece:
                self.forward(piece)

    def close(self):
        self.forward("end")


@annotate("->string")
class Nothing(BaseUDTF):
    def process(self):
        self.forward("row")
"""


def test_values_of_rows(worker):
    shapes = worker({"shapes.py": SHAPES})
    add = shapes.open("shapes.Add", "bigint,bigint->bigint")
    assert add.evaluate([1, None, 3], [10, 20, None]) == [11, None, None]
    assert add.evaluate([], []) == []
    joined = shapes.open("shapes.Joined", "bigint,string,double->string")
    assert joined.evaluate([1, 2, None], ["a", "\u6570", "c"], [0.5, 1.0, 2.0]) == ["1a0.5", "2\u65701.0", None]
    paired = shapes.open("shapes.Paired", "array<string>,array<bigint>->map<string,bigint>")
    assert paired.evaluate([["a", "b"], None, []], [[1, None], [2], []]) == [{"a": 1, "b": None}, None, {}]
    add.forget()
    assert joined.evaluate([], [], []) == []


def test_rows_of_groups(worker):
    mean = worker({"shapes.py": SHAPES}).open("shapes.Mean", "bigint->double", "aggregate")
    mean.update([1, 2, 1, 9], [10, 5, 20, None])
    mean.update([2], [7])
    states = mean.states([1, 2])
    mean.merge([5, 5], states)
    assert mean.terminate([5, 9, 100]) == [10.5, None, None]
    assert mean.terminate([5, 1, 2]) == [None, None, None]


def test_groups_that_are_kept(worker):
    mean = worker({"shapes.py": SHAPES}).open("shapes.Mean", "bigint->double", "aggregate")
    mean.update_some([1, -1, 2], [10, 1000, 30])
    mean.pairs("add", [3, 3], [1, 2])
    assert mean.results([1, 2, 3, 1, 9]) == [10, 30, 20, 10, None]
    mean.pairs("combine", [1], [2])
    assert mean.results([1, 2]) == [20, None]
    mean.groups("release", [1, 77])
    assert mean.results([1, 3]) == [None, 20]
    mean.groups("reset", [])
    assert mean.terminate([3]) == [None]
    with pytest.raises(Failure) as failed:
        mean.update_some([-1, 5, 6], [0, 1, 2**40])
        mean.merge([5, 5], [mean.states([6])[0], b"no buffer"])
    assert failed.value.told["row"] == 1


# A Text of Python 2 is a class of its own, which marshal does not write.
OLD_GROUPS = """
from odps.udf import BaseUDAF, annotate

@annotate("string->string")
class Words(BaseUDAF):
    def new_buffer(self):
        return {"words": []}
    def iterate(self, buffer, word):
        buffer["words"].append(word)
    def merge(self, buffer, other):
        buffer["words"] += [word.decode("utf-8").encode("utf-8") for word in other["words"]]
    def terminate(self, buffer):
        return "-".join(buffer["words"])
"""


def test_buffers_of_python_2(worker):
    words = worker({"words.py": OLD_GROUPS}, python="cp27").open("words.Words", "string->string", "aggregate")
    words.update([1, 1, 2], ["a", "\u6570", "c"])
    words.merge([2], words.states([1]))
    assert words.terminate([2]) == ["c-a-\u6570"]


# 40 buffers of 1 MB are more than an answer takes.
LARGE = """
from odps.udf import BaseUDAF, annotate

@annotate("bigint->bigint")
class Large(BaseUDAF):
    def new_buffer(self):
        return [0, ""]
    def iterate(self, buffer, number):
        buffer[:] = [number, "x" * (1 << 20)]
    def merge(self, buffer, other):
        buffer[:] = other
    def terminate(self, buffer):
        return buffer[0] + len(buffer[1])
"""


def test_large_buffers_come_in_parts(worker):
    large = worker({"large.py": LARGE}).open("large.Large", "bigint->bigint", "aggregate")
    groups = list(range(1, 41))
    large.update(groups, groups)
    first = large.states(groups)
    assert 20 < len(first) < 40
    rest = large.states(groups[len(first) :])
    assert len(first) + len(rest) == 40
    large.merge([7], rest[-1:])
    assert large.terminate([7, 1]) == [40 + (1 << 20), 0]


def test_many_rows_of_a_row(worker):
    shapes = worker({"shapes.py": SHAPES})
    pieces = shapes.open("shapes.Pieces", "string->string", "table")
    assert pieces.process(["a|b", None, "c"]) == [(0, "a"), (0, "b"), (2, "c")]
    many = "|".join(["x"] * 20000)
    assert pieces.process(["y", many]) == [(0, "y")] + [(1, "x")] * 20000
    assert pieces.finish() == [(-1, "end")]
    assert shapes.open("shapes.Nothing", "->string", "table").process(rows=2) == [(0, "row"), (1, "row")]


def test_a_process_that_ends_itself(worker):
    code = "import os\nclass Ends:\n    def evaluate(self, a):\n        os._exit(a)\n"
    ends = worker({"ends.py": code}).open("ends.Ends", "bigint->bigint")
    with pytest.raises(framing.Closed):
        ends.evaluate([7])


def test_what_raises_names_file_line_and_row(worker):
    code = "class Divides:\n    def evaluate(self, a):\n        return 10 // a\n"
    divides = worker({"f.py": code}).open("f.Divides", "bigint->bigint")
    with pytest.raises(Failure) as error:
        divides.evaluate([1, 2, 0, 4])
    told = error.value.told
    assert (told["type"], told["file"], told["line"], told["row"]) == ("ZeroDivisionError", "f.py", 3, 2)
    assert told["trace"].startswith('Traceback (most recent call last):\n  File "f.py", line 3, in evaluate\n')
    assert "paisql" not in told["trace"]
    assert divides.evaluate([5]) == [2]  # the process goes on


def test_prints_go_to_the_output(worker):
    code = "import sys\nclass P:\n    def evaluate(self, a):\n        print('saw', a)\n        sys.stderr.write('\u6570\\n')\n"
    prints = worker({"p.py": code})
    assert prints.open("p.P", "string->string").evaluate(["x"]) == [None]
    assert prints.output() == "saw x\n\u6570\n"


OLD = """# coding: utf-8
from odps.udf import annotate

@annotate("bigint,bigint->bigint")
class Half(object):
    def evaluate(self, a, b):
        return a / b

@annotate("string->bigint")
class Length(object):
    def evaluate(self, text):
        print "text", text
        return len(text.decode("utf-8"))

@annotate("datetime->datetime")
class Later(object):
    def evaluate(self, value):
        return value + 1500
"""


def test_functions_for_python_2(worker):
    old = worker({"old.py": OLD}, python="cp27", zone="Asia/Shanghai")
    assert old.open("old.Half", "bigint,bigint->bigint").evaluate([7], [2]) == [3]
    assert old.open("old.Length", "string->bigint").evaluate(["\u6570a"]) == [2]
    at = datetime.datetime(2020, 1, 2, 3, 4, 5, 6000)
    later = old.open("old.Later", "datetime->datetime")
    assert later.evaluate([at]) == [datetime.datetime(2020, 1, 2, 3, 4, 6, 506000)]
    assert old.output() == "text \u6570a\n"


def test_a_file_for_both_divides_as_its_version_does(worker, tmp_path):
    code = "class D(object):\n    def evaluate(self, a):\n        return str(a / 2)\n"
    for python, expected in (("cp27", "3"), ("cp311", "3.5")):
        (tmp_path / python).mkdir()
        one = FunctionWorker(tmp_path / python, {"d.py": code}, python=python)
        assert one.open("d.D", "bigint->string").evaluate([7]) == [expected]
        one.close()


MISTYPED = [
    ("->string", "1.5", "TypeError: return value expected <class 'str'> but <class 'float'> found"),
    ("->bigint", "'1'", "TypeError: return value expected <class 'int'> but <class 'str'> found"),
    ("->bigint", "1 << 63", "OverflowError: Python int too large to convert to bigint: 9223372036854775808"),
    ("->tinyint", "128", "OverflowError: Python int too large to convert to tinyint: 128"),
    ("->array<string>", "['a', 2]", "TypeError: return value expected <class 'str'> but <class 'int'> found"),
    ("->map<string,bigint>", "{'a': 1.0}", "TypeError: return value expected <class 'int'> but <class 'float'> found"),
    ("->struct<a:bigint,b:string>", "(1,)", "TypeError: return value expected a tuple of 2 values but 1 found"),
    ("->decimal(10,2)", "1.5", "TypeError: return value expected <class 'decimal.Decimal'> but <class 'float'> found"),
    ("->boolean", "1", "TypeError: return value expected <class 'bool'> but <class 'int'> found"),
]


def test_values_of_other_types(worker):
    code = "class F%d:\n    seen = 0\n    def evaluate(self):\n        self.seen += 1\n        return %s if self.seen == 3 else None\n"
    files = {"f.py": "".join(code % (i, value) for i, (_, value, _) in enumerate(MISTYPED))}
    values = worker(files)
    for i, (signature, _, words) in enumerate(MISTYPED):
        with pytest.raises(Failure) as error:
            values.open("f.F%d" % i, signature).evaluate(rows=4)
        assert error.value.told["trace"] == words
        assert error.value.told["row"] == 2


Row = collections.namedtuple("Row", "a b")
VALUES = {
    "boolean": [True, False],
    "tinyint": [-128, 127],
    "smallint": [-32768, 32767],
    "int": [-(1 << 31), (1 << 31) - 1],
    "bigint": [-(1 << 63), (1 << 63) - 1],
    "float": [0.5, -1.5],
    "double": [0.1, float("inf")],
    "string": ["", "a", "\u6570\u636e", "x" * 5000],
    "varchar(10)": ["ab", "\u00e9"],
    "decimal(38,18)": [decimal.Decimal("-1.500"), decimal.Decimal("12345678901234567890.000000000000000001")],
    "binary": [b"", b"\x00\xff"],
    "date": [datetime.date(1, 1, 1), datetime.date(9999, 12, 31)],
    "datetime": [datetime.datetime(1, 1, 1), datetime.datetime(2020, 2, 29, 23, 59, 59, 999000)],
    "timestamp": [datetime.datetime(1969, 12, 31, 23, 59, 59, 999999)],
    "array<array<string>>": [[], [[], None, ["a", None]], [["\u6570"]]],
    "map<string,array<bigint>>": [{}, {"a": [1, None], "b": None}],
    "struct<a:bigint,b:array<string>>": [Row(1, ["x"]), Row(None, None)],
}


def test_each_type_there_and_back(worker):
    same = worker({"same.py": "class Same:\n    def evaluate(self, a):\n        return a\n"})
    for kind, values in VALUES.items():
        one = same.open("same.Same", "%s->%s" % (kind, kind))
        rows = values * 70  # more than a word of the bitmap
        assert one.evaluate(rows) == rows
        for place in range(len(values) + 1):
            rows = values[:place] + [None] + values[place:]
            assert one.evaluate(rows) == rows, kind
        assert one.evaluate([None] * 65) == [None] * 65
        assert one.evaluate([]) == []


def test_texts_of_any_bytes(worker):
    same = worker({"same.py": "class Same:\n    def evaluate(self, a):\n        return a\n"})
    one = same.open("same.Same", "string->string")
    for values in (["a\0b", "c"], ["\0", ""], [""], ["", ""], ["\udcff\udce6", "\u6570"], ["a\0", None, "\udcff"]):
        assert one.evaluate(values) == values
    half = worker({"half.py": "class Half:\n    def evaluate(self, a):\n        return chr(0xd800) if a else 'x'\n"})
    with pytest.raises(Failure) as error:
        half.open("half.Half", "bigint->string").evaluate([0, 0, 1])
    assert (error.value.told["type"], error.value.told["row"]) == ("UnicodeEncodeError", 2)


def test_numbers_of_other_classes(worker):
    code = "import numpy\nclass N(int):\n    pass\nclass F:\n    seen = 0\n    def evaluate(self):\n        self.seen += 1\n"
    code += "        return %s if self.seen == 2 else %s\n"
    cases = [  # the value of row 1, those of the others, a signature; what is found, or the error's class
        ("True", "5", "->bigint", [5, 1, 5]),
        ("N(7)", "5", "->bigint", [5, 7, 5]),
        ("3", "0.5", "->double", [0.5, 3.0, 0.5]),
        ("numpy.float64(2.5)", "0.5", "->double", [0.5, 2.5, 0.5]),
        ("1e300", "0.5", "->float", [0.5, float("inf"), 0.5]),
        ("numpy.int64(3)", "5", "->bigint", "TypeError"),
        ("1.0", "5", "->bigint", "TypeError"),
        ("'x'", "5", "->bigint", "TypeError"),
        ("[1]", "0.5", "->double", "TypeError"),
        ("1 << 1100", "0.5", "->double", "OverflowError"),
    ]
    for number, (value, others, signature, expected) in enumerate(cases):
        classes = worker({"n%d.py" % number: code % (value, others)})
        one = classes.open("n%d.F" % number, signature)
        if isinstance(expected, list):
            assert one.evaluate(rows=3) == expected, value
            continue
        with pytest.raises(Failure) as error:
            one.evaluate(rows=3)
        assert (error.value.told["type"], error.value.told["row"]) == (expected, 1), value


DISTCACHE = """
import json
from odps import distcache
from odps.udf import get_execution_context, int as to_int

class Reads:
    def __init__(self):
        with distcache.get_cache_file("words.txt") as stream:
            self.words = stream.read().split()
        with distcache.get_cache_file("words.txt", "b") as stream:
            self.size = len(stream.read())
        self.rows = list(distcache.get_cache_table("facts"))
        self.files = [stream.read().decode() for stream in distcache.get_cache_archive("a.zip", "inner")]

    def evaluate(self, name):
        get_execution_context().get_counters().get_counter("g", "calls").increment(1)
        if name == "bad":
            distcache.get_cache_file("none.txt")
        if name == "path":
            distcache.get_cache_archive_filenames("a.zip", "../..")
        counted = json.loads(get_execution_context().get_counters_as_json_string(), encoding="utf-8")
        return repr([self.words, self.size, self.rows, self.files, counted["g"]["counters"], to_int(1 << 64)])
"""


def test_resources(worker, tmp_path):
    table = pyarrow.table({"k": ["a", None], "v": [1, 2]})
    parquet.write_table(table, tmp_path / "facts.parquet")
    facts = {
        "columns": [
            {"name": name, "type": kind} for name, kind in (("k", "STRING"), ("v", "BIGINT"), ("pt", "STRING"))
        ],
        "files": [{"path": str(tmp_path / "facts.parquet"), "partition": {"pt": "1"}}],
        "partitions": ["pt=1"],
    }
    files = {
        "r.py": DISTCACHE,
        "words.txt": "a b",
        "facts": json.dumps(facts),
        "work/a.zip/inner/x/y": "Y",
        "work/a.zip/z": "Z",
    }
    reads = worker(files).open("r.Reads", "string->string")
    told = [["a", "b"], 3, [("a", 1, "1"), (None, 2, "1")], ["Y"], [{"name": "calls", "value": 1}], None]
    assert reads.evaluate(["x"]) == [repr(told)]
    for asked, words in (
        ("bad", "Invalid resource name: none.txt"),
        ("path", "Invalid relative path, file not exists: ../.."),
    ):
        with pytest.raises(Failure) as error:
            reads.evaluate([asked])
        assert error.value.told["words"] == words
        assert error.value.told["trace"].count("File ") == 1


def test_what_cannot_be_opened(worker):
    broken = worker(
        {
            "s.py": "class S:\n    def evaluate(self, a)\n",
            "i.py": "class I:\n    def __init__(self):\n        raise KeyError('k')\n",
            "n.py": "from odps.udf import BaseUDF, nothing\n",
        }
    )
    for name, kind in (
        ("s.S", "SyntaxError"),
        ("none.N", "ModuleNotFoundError"),
        ("i.N", "AttributeError"),
        ("i.I", "KeyError"),
        ("n.N", "ImportError"),
    ):
        with pytest.raises(Failure) as error:
            broken.open(name, "string->string")
        assert error.value.told["type"] == kind
        assert "importlib" not in error.value.told["trace"]


def test_a_buffer_that_cannot_be_kept(worker):
    code = SHAPES + "\nclass Odd(Mean):\n    def new_buffer(self):\n        return [object()]\n"
    odd = worker({"odd.py": code}).open("odd.Odd", "bigint->double", "aggregate")
    with pytest.raises(Failure) as error:
        odd.states([1])
    assert error.value.told["words"] == "unmarshallable object"


def test_a_class_in_an_archive(worker):
    inside = worker({"work/p.zip/pkg/__init__.py": "", "work/p.zip/pkg/m.py": SHAPES})
    assert inside.open("pkg.m.Add", "bigint,bigint->bigint").evaluate([1], [2]) == [3]


def test_confined(worker, tmp_path):
    with tempfile.TemporaryDirectory(dir="/var/tmp") as closed:
        secret = os.path.join(closed, "secret")
        with open(secret, "w", encoding="utf-8") as stream:
            stream.write("x")
        code = "class Opens:\n    def evaluate(self, path):\n        return open(path).read()\n"
        confined = "rw %s\n" % tmp_path
        try:
            opens = worker({"o.py": code, "mine": "y"}, PAISQL_CONFINE=confined).open("o.Opens", "string->string")
        except framing.Refused as refusal:
            pytest.skip(str(refusal))
        assert opens.evaluate(["mine"]) == ["y"]
        with pytest.raises(Failure) as error:
            opens.evaluate([secret])
        assert error.value.told["type"] == "PermissionError"


# What each type takes from a function, beside None; everything else of ODD is an error of the row.
ODD = {
    "True": bool, "7": int, "1.5": float, "'a'": str, "b'a'": bytes, "bytearray(b'a')": bytearray, "[]": list,
    "()": tuple, "{}": dict, "datetime.date(2020, 1, 1)": datetime.date, "decimal.Decimal(1)": decimal.Decimal,
    "datetime.datetime(2020, 1, 1)": datetime.datetime, "1j": complex, "object()": object, "{1}": set,
    "iter([])": type(iter([])), "len": type(len),
}  # fmt: skip
TAKES = {
    "boolean": (bool,), "tinyint": (int, bool), "smallint": (int, bool), "int": (int, bool), "bigint": (int, bool),
    "float": (float, int, bool), "double": (float, int, bool), "string": (str,), "varchar(10)": (str,),
    "char(3)": (str,), "binary": (bytes, bytearray), "decimal(10,2)": (decimal.Decimal,),
    "date": (datetime.date, datetime.datetime), "datetime": (datetime.datetime,), "timestamp": (datetime.datetime,),
    "timestamp_ntz": (datetime.datetime,), "array<string>": (list, tuple), "map<string,bigint>": (dict,),
    "struct<a:bigint>": (),  # a tuple of one
}  # fmt: skip


def test_each_type_refuses_values_of_others(worker):
    code = "import datetime, decimal\nclass F:\n    def evaluate(self, a):\n        return (%s,)[a] if a is not None else None\n"
    odd = worker({"f.py": code % ", ".join(ODD)})
    for kind, taken in TAKES.items():
        one = odd.open("f.F", "bigint->" + kind)
        for at, (text, found) in enumerate(ODD.items()):
            if found in taken:
                assert len(one.evaluate([None, at])) == 2, (kind, text)
                continue
            with pytest.raises(Failure) as error:
                one.evaluate([None, None, at])
            told = error.value.told
            assert (told["type"], told["row"]) == ("TypeError", 2), (kind, text)
            assert told["words"].startswith("return value expected ") and " found" in told["words"], (kind, text)
