"""Functions in Java as their worker computes them, and what their classes say of themselves."""

import datetime
import decimal
import os
import shutil
import tempfile
import zipfile

import java_functions
import pytest
from function_worker import Failure
from paisql.functions import describe
from paisql.workers import framing

java_functions.require()


@pytest.fixture(scope="module")
def jar(tmp_path_factory):
    folder = tmp_path_factory.mktemp("jar")
    return java_functions.build_jar(folder / "kept", folder)  # the home gives its files names of its own


@pytest.fixture(scope="module")
def worker(jar, tmp_path_factory):
    made = java_functions.JavaWorker(tmp_path_factory.mktemp("worker"), jar, {"words.txt": "well"})
    yield made
    made.close()


def told(name, *jars):
    return describe.describe({"class": name, "jars": [str(one) for one in jars]})


def test_what_classes_say(jar):
    assert told("com.example.Plus", jar) == {"form": "scalar", "annotate": "bigint,bigint->bigint", "batch": False}
    kinds = told("com.example.Kinds", jar)["annotate"].split(";")
    assert {"boolean->string", "array<string>->array<string>", "map<string,bigint>->map<string,bigint>"} <= set(kinds)
    assert {"string->string", "decimal->decimal", "datetime->datetime", "bigint,int->string"} <= set(kinds)
    assert "string,*->string" in kinds and not any("struct" in one for one in kinds)
    assert told("com.example.Sized", jar)["annotate"].endswith(";string->bigint")
    assert told("com.example.Words", jar)["form"] == "table"
    assert told("com.example.Mean", jar)["form"] == "aggregate"


def test_what_is_not_there(jar, tmp_path, monkeypatch):
    assert told("com.example.Gone", jar) == {"error": "no JAR has the class com.example.Gone"}
    assert "extends none of UDF, UDTF and Aggregator" in told("java.lang.String", jar)["error"]
    (tmp_path / "broken.jar").write_bytes(b"PK not a zip")
    assert "broken.jar is not a JAR" in told("com.example.Plus", tmp_path / "broken.jar")["error"]
    with zipfile.ZipFile(jar) as whole, zipfile.ZipFile(tmp_path / "part.jar", "w") as part:
        part.writestr("com/example/Mean.class", whole.read("com/example/Mean.class"))
        part.writestr("com/example/Other.class", whole.read("com/example/Plus.class"))
    assert told("com.example.Mean", tmp_path / "part.jar")["form"] == "aggregate"
    assert "no JAR has the class" in told("com.example.Other", tmp_path / "part.jar")["error"]
    monkeypatch.setenv("PAISQL_JAVA_SDK", str(tmp_path))
    assert "scripts/setup --java installs it" in told("com.example.Plus", jar)["needs"]
    monkeypatch.setenv("PAISQL_JAVA", str(tmp_path))
    assert "PAISQL_JAVA names" in told("com.example.Plus", jar)["needs"]


def test_a_worker_without_sdk(jar, tmp_path):
    with pytest.raises(framing.Refused, match="scripts/setup --java installs it"):
        java_functions.JavaWorker(tmp_path, jar, PAISQL_JAVA_SDK=str(tmp_path))


def test_numbers(worker):
    plus = worker.open("com.example.Plus", "bigint,bigint->bigint")
    assert plus.evaluate([1, None, -(2**63)], [2, 3, 5]) == [3, None, 5 - 2**63]
    assert plus.evaluate([], []) == []
    assert plus.evaluate(list(range(5000)), [1] * 5000) == list(range(1, 5001))
    assert plus.evaluate([None] * 70, [1] * 70) == [None] * 70


_NOON = datetime.datetime(2026, 1, 2, 12, 30, 0, 250000)


@pytest.mark.parametrize(
    "signature, values, results",
    [
        ("boolean->string", [True, None], ["boolean true", "boolean null"]),
        ("tinyint->string", [-7, None], ["byte -7", "byte null"]),
        ("double->string", [0.5, None], ["double 0.5", "double null"]),
        ("string->string", ["añb", "", None, "x" * 70], ["AÑB", "", None, "X" * 70]),
        ("varchar(10)->string", ["ab", None], ["AB", None]),
        ("decimal(20,2)->decimal(20,2)", [decimal.Decimal("-1.25"), None], [decimal.Decimal("-2.50"), None]),
        ("datetime->datetime", [_NOON, None], [_NOON + datetime.timedelta(seconds=1), None]),
        ("timestamp->timestamp", [_NOON, None], [_NOON, None]),
        ("date->date", [datetime.date(1969, 12, 31), None], [datetime.date(1970, 1, 1), None]),
        ("binary->binary", [b"\xff\x00", b"", None], [b"\xff\x00", b"", None]),
        ("array<string>->array<string>", [["a", None], [], None], [["a", None, "end"], ["end"], None]),
        (
            "map<string,bigint>->map<string,bigint>",
            [{"a": 1, "b": None}, {}, None],
            [{"a": 1, "b": None, "size": 2}, {"size": 0}, None],
        ),
    ],
)
def test_types(worker, signature, values, results):
    assert worker.open("com.example.Kinds", signature).evaluate(values) == results


def test_other_overloads(worker):
    primitive = worker.open("com.example.Kinds", "bigint,int->string")
    assert primitive.evaluate([1, 2], [3, 4]) == ["primitive 4", "primitive 6"]
    with pytest.raises(Failure) as failure:
        primitive.evaluate([1, 1], [1, None])
    assert failure.value.told["row"] == 1 and "argument 2 is NULL, which int cannot be" in failure.value.told["words"]
    assert worker.open("com.example.Kinds", "string,string,string->string").evaluate(["a"], ["b"], ["c"]) == ["a2bc"]
    with pytest.raises(Failure) as failure:
        worker.open("com.example.Plus", "string->string")
    assert "has no evaluate for the types [string]" in failure.value.told["words"]


def test_structs(worker):
    sized = worker.open("com.example.Sized", "struct<a:bigint,b:string>->struct<a:bigint,b:string>")
    assert sized.evaluate([(1, "x"), None]) == [(2, "x!"), None]
    assert worker.open("com.example.Sized", "string->bigint").evaluate(["abc", None]) == [3, None]


def test_tables(worker):
    words = worker.open("com.example.Words", "string,string->string,bigint", "table")
    assert words.process(["a b", None, "c"], [" ", " ", " "]) == [(0, "a", 0), (0, "b", 1), (2, "c", 0)]
    with pytest.raises(Failure) as failure:
        words.process(["d", "e stop"], [" ", " "])
    assert failure.value.told["row"] == 1 and failure.value.told["file"] == "Words.java"
    with pytest.raises(Failure) as failure:
        words.process(["d twist"], [" "])
    assert "return value expected java.lang.String but java.lang.Integer found" in failure.value.told["words"]
    assert words.process(["f " * 20000], [" "])[-1] == (0, "f", 19999)
    assert words.finish() == [(-1, "all", 20006)]


def test_aggregates(worker):
    mean = worker.open("com.example.Mean", "double->double", "aggregate")
    mean.update_some([1, 2, -1, 1, 2, 3, -1], [1.0, 10.0, 50.0, 3.0, None, None, None])
    states = mean.states([1, 2])
    mean.update([1], [9.0])
    mean.merge([1, 4], states)
    assert mean.terminate([1, 4, 3, 5]) == [pytest.approx(13 / 3), 10.0, None, None]
    assert mean.terminate([1]) == [None]


def test_groups_of_aggregates(worker):
    mean = worker.open("com.example.Mean", "double->double", "aggregate")
    mean.update_some([1, -1, 2, 3], [1.0, 50.0, 3.0, 8.0])
    mean.pairs("add", [1, 4], [2, 3])
    assert mean.results([1, 2, 3, 4]) == [2.0, 3.0, 8.0, 8.0]
    mean.pairs("combine", [1], [3])
    assert mean.results([1, 3]) == [4.0, None]
    mean.groups("release", [1])
    assert mean.results([1, 2, 9]) == [None, 3.0, None]
    mean._worker.ask("reset", mean._key)
    assert mean.terminate([2, 4]) == [None, None]
    mean.forget()


def test_failures(worker):
    wrong = worker.open("com.example.Wrong", "string->bigint")
    assert wrong.evaluate(["abc"]) == [3]
    assert "set up well" in worker.output()
    with pytest.raises(Failure) as failure:
        wrong.evaluate(["abc", "raise"])
    told_of = failure.value.told
    assert told_of["type"] == "java.lang.IllegalArgumentException" and told_of["row"] == 1
    assert told_of["file"] == "Wrong.java" and told_of["language"] == "java"
    first, second = told_of["trace"].splitlines()
    assert first == "java.lang.IllegalArgumentException: bad words"
    assert second.startswith("\tat com.example.Wrong.evaluate(Wrong.java:")
    with pytest.raises(Failure) as failure:
        wrong.evaluate(["type"])
    assert "return value expected java.lang.Long but java.lang.String found" in failure.value.told["words"]
    with pytest.raises(Failure) as failure:
        wrong.evaluate(["recurse"])
    assert failure.value.told["type"] == "java.lang.StackOverflowError"
    assert wrong.evaluate(["abcd"]) == [4]


@pytest.mark.parametrize("what, status", [("exit", 7), ("fill", 3)])
def test_a_process_that_ends(jar, tmp_path, what, status):
    made = java_functions.JavaWorker(tmp_path, jar, {"words.txt": ""}, memory=64)
    with pytest.raises(framing.Closed):
        made.open("com.example.Wrong", "string->bigint").evaluate([what])
    assert made.process.wait(20) == status


def test_confined(jar, tmp_path):
    with tempfile.TemporaryDirectory(dir="/var/tmp") as closed:
        secret = os.path.join(closed, "secret")
        with open(secret, "w", encoding="utf-8") as stream:
            stream.write("x")
        inside = tmp_path / "inside"
        inside.mkdir()
        shutil.copy(jar, inside / "f.jar")
        lines = "rw %s\n" % inside
        try:
            made = java_functions.JavaWorker(inside, "f.jar", {"words.txt": "well"}, PAISQL_CONFINE=lines)
        except framing.Refused as refusal:
            pytest.skip(str(refusal))
        opens = made.open("com.example.Wrong", "string->bigint")
        assert opens.evaluate(["file words.txt"]) == [4]
        with pytest.raises(Failure) as failure:
            opens.evaluate(["file " + secret])
        assert failure.value.told["type"] == "java.nio.file.AccessDeniedException"
        made.close()


def test_a_class_that_is_not_there(worker):
    with pytest.raises(Failure) as failure:
        worker.open("com.example.Gone", "string->bigint")
    assert failure.value.told["type"] == "java.lang.ClassNotFoundException"


def test_the_worker_is_compiled_without_a_cache(jar, tmp_path):
    (tmp_path / "cache").write_text("no folder")
    made = java_functions.JavaWorker(tmp_path, jar, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert made.open("com.example.Plus", "bigint,bigint->bigint").evaluate([1], [2]) == [3]
    made.close()
    assert os.path.isfile(tmp_path / "cache")
