"""What statements say of random values of every type is what the same classes say when they are called by hand."""

import hashlib
import importlib
import os
import sys

import pytest

from conftest import ROOT

ROWS = 2100  # more than a chunk of the engine
HERE = os.path.dirname(os.path.abspath(__file__))


@pytest.fixture(scope="module")
def classes():
    """The module, whose package odps is the one of the workers."""
    face = str(ROOT / "src" / "python" / "paisql" / "functions" / "face")
    kept = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "odps"}
    sys.path[:0] = [face, HERE]
    try:
        yield importlib.import_module("random_values")
    finally:
        sys.path[:] = [one for one in sys.path if one not in (face, HERE)]
        for name in [name for name in sys.modules if name.partition(".")[0] == "odps"]:
            del sys.modules[name]
        sys.modules.update(kept)


def test_values_of_every_type(shell, classes, tmp_path):
    names = ["k%d" % at for at in range(len(classes.KINDS))]
    text = open(os.path.join(HERE, "random_values.py"), encoding="utf-8").read()
    text = text.replace("@types", ",".join(classes.KINDS))
    text = text.replace("@fields", ",".join("%s:%s" % pair for pair in zip(names, classes.KINDS)))
    (tmp_path / "random_values.py").write_text(text, encoding="utf-8")
    made = "".join(
        f"CREATE FUNCTION {name} AS 'random_values.{name}' USING 'random_values.py'; "
        for name in ("Told", "Numbers", "Given", "Again", "Gathered")
    )
    every, fields = ", ".join(names), ", ".join("v." + name for name in names)
    found = shell.rows(
        "SET odps.sql.python.version=cp311; SET odps.sql.type.system.odps2=true; SET odps.sql.decimal.odps2=true; "
        f"ADD PY {tmp_path / 'random_values.py'}; {made}"
        f"CREATE TABLE stored AS SELECT id, {every} FROM (SELECT numbers({ROWS}) AS id) n "
        f"LATERAL VIEW given(id) g AS {every}; "
        f"SELECT id, MD5(told({every})) FROM stored ORDER BY id LIMIT {ROWS}; "
        f"SELECT id, MD5(told({fields})) FROM (SELECT id, gathered({every}) AS v FROM stored WHERE id % 7 = 0) s "
        f"ORDER BY id LIMIT {ROWS}; "
        f"SELECT id, MD5(told({every})) FROM (SELECT again(id, {every}) AS (id, {every}) FROM stored WHERE id < 200) a "
        f"ORDER BY id LIMIT {ROWS};"
    )
    telling = classes.Told()
    told = [telling.evaluate(*classes.given(number)) for number in range(ROWS)]
    digests = [hashlib.md5(one.encode()).hexdigest() for one in told]
    numbers = [*range(ROWS), *range(0, ROWS, 7), *(one for one in range(200) for _ in range(one % 3))]
    expected = [[str(number), digests[number]] for number in numbers]
    wrong = [int(row[0]) for row, other in zip(found, expected) if row != other]
    assert not wrong, "%d rows, the first one: %s" % (len(wrong), told[wrong[0]])
    assert len(found) == len(expected)
