"""Files outside of the home: what UNLOAD writes comes back by LOAD in every format, packed files, files with other
columns, and files that another program writes while they are read."""

import gzip
import json
import os
import random
import re
import threading
from collections import Counter

import pytest

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

QUOTED = "WITH SERDEPROPERTIES ('odps.text.option.use.quote'='true', 'odps.text.option.null.indicator'='NULL')"
FORMATS = {
    "csv": f"STORED BY 'com.aliyun.odps.CsvStorageHandler' {QUOTED}",
    "tsv": f"STORED BY 'com.aliyun.odps.TsvStorageHandler' {QUOTED}",
    "stored as csv": f"STORED AS CSV {QUOTED}",
    "text": "STORED AS TEXTFILE",
    "bars": "ROW FORMAT DELIMITED FIELDS TERMINATED BY '|' STORED AS TEXTFILE",
    "json": "STORED AS JSON",
    "json serde": "ROW FORMAT SERDE 'org.apache.hive.hcatalog.data.JsonSerDe' STORED AS TEXTFILE",
    "parquet": "STORED AS PARQUET",
    "orc": "STORED AS ORC",
}
COLUMNS = (
    "id BIGINT, tiny TINYINT, small SMALLINT, whole INT, word STRING, some VARCHAR(20), two CHAR(2), yes BOOLEAN, "
    "price DECIMAL(20,4), size DOUBLE, ratio FLOAT, day DATE, at DATETIME"
)
WORDS = [
    "",
    "a",
    "晚",
    "NULL",
    "a,b",
    "it's",
    '"',
    '""',
    "x y",
    " ",
    "\\",
    "\\N",
    "tab\there",
    "line\nhere",
    "\r",
    "|",
    "é",
]
# Text without quotes has no way to write its own delimiter, a new line or its text for NULL.
PLAIN_WORDS = ["", "a", "晚", "NULL", "it's", "x y", "é", "-1"]


def text_of(word):
    escaped = word.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\r", "\\r")
    return "'" + escaped.replace("\t", "\\t") + "'"


def random_rows(seed, words):
    dice = random.Random(seed)

    def maybe(text):
        return "NULL" if dice.random() < 0.2 else text

    for number in range(60):
        yield ", ".join(
            [
                str(number),
                maybe(f"CAST({dice.randint(-128, 127)} AS TINYINT)"),
                maybe(f"CAST({dice.randint(-(2**15), 2**15 - 1)} AS SMALLINT)"),
                maybe(f"CAST({dice.randint(-(2**31), 2**31 - 1)} AS INT)"),
                maybe(text_of(dice.choice(words) + dice.choice(words))),
                maybe(f"CAST({text_of(dice.choice(words))} AS VARCHAR(20))"),
                maybe(f"CAST({text_of(dice.choice(['', 'a', 'ab', '晚']))} AS CHAR(2))"),
                maybe(dice.choice(["TRUE", "FALSE"])),
                maybe(f"CAST('{dice.randint(-(10**9), 10**9)}.{dice.randint(0, 9999):04}' AS DECIMAL(20,4))"),
                maybe(f"CAST('{dice.uniform(-1e300, 1e300)!r}' AS DOUBLE)"),
                maybe(f"CAST('{dice.randint(-9999, 9999) / 64}' AS FLOAT)"),
                maybe(f"DATE '{dice.randint(1, 9999):04}-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}'"),
                maybe(
                    f"DATETIME '{dice.randint(1970, 2100)}-0{dice.randint(1, 9)}-1{dice.randint(0, 9)} 0{dice.randint(0, 9)}:00:59'"
                ),
            ]
        )


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_unloaded_is_loaded_again(shell, tmp_path, name):
    words = PLAIN_WORDS if name in ("text", "bars") else WORDS
    values = "), (".join(random_rows(name, words))
    rows = shell.rows(
        "SET odps.sql.type.system.odps2=true;"
        f"CREATE TABLE t ({COLUMNS}); CREATE TABLE back ({COLUMNS}); INSERT INTO t VALUES ({values});"
        f"UNLOAD FROM t INTO LOCATION '{tmp_path}/out' {FORMATS[name]};"
        f"LOAD OVERWRITE TABLE back FROM LOCATION '{tmp_path}/out' {FORMATS[name]};"
        "SELECT COUNT(*) FROM back;"
        "SELECT * FROM (SELECT * FROM t EXCEPT ALL SELECT * FROM back) x ORDER BY id LIMIT 9;"
        "SELECT * FROM (SELECT * FROM back EXCEPT ALL SELECT * FROM t) x ORDER BY id LIMIT 9;"
    )
    assert rows == [["60"]]


ROWS = [(number, f"n{number}") for number in range(300)]
TEXTS = {
    "csv": ("STORED AS CSV", "".join(f"{a},{b}\n" for a, b in ROWS)),
    "tsv": ("STORED BY 'com.aliyun.odps.TsvStorageHandler'", "".join(f"{a}\t{b}\n" for a, b in ROWS)),
    "text": ("STORED AS TEXTFILE", "".join(f"{a}\x01{b}\n" for a, b in ROWS)),
    "json": ("STORED AS JSON", "".join(json.dumps({"a": a, "b": b}) + "\n" for a, b in ROWS)),
}
PACKED = {"gz": gzip.compress, "zst": lambda data: pyarrow.compress(data, codec="zstd", asbytes=True)}


@pytest.mark.parametrize("ending", PACKED)
@pytest.mark.parametrize("name", TEXTS)
def test_packed_text(shell, tmp_path, name, ending):
    form, text = TEXTS[name]
    whole = PACKED[ending](text.encode())
    file = tmp_path / "rows" / f"r.{ending}"
    file.parent.mkdir()
    file.write_bytes(whole)
    shell.ok(f"CREATE EXTERNAL TABLE packed (a BIGINT, b STRING) {form} LOCATION '{file.parent}';")
    query = "SELECT COUNT(*), SUM(a), MAX(b) FROM packed;"
    assert shell.rows(query) == [["300", "44850", "n99"]]
    file.write_bytes(whole[: len(whole) // 2])
    done = shell.sql(query)
    assert done.returncode == 1 and "ODPS-0130025" in done.stderr
    assert f"{file} is damaged or not whole" in done.stderr
    # Its bytes say whether a file is packed, not its name.
    file.write_bytes(text.encode())
    assert shell.rows(query) == [["300", "44850", "n99"]]


def test_parquet_with_other_columns(shell, tmp_path):
    shell.ok("CREATE TABLE t (a BIGINT, b STRING);")

    def load(**files):
        folder = tmp_path / f"rows{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        for name, columns in files.items():
            parquet.write_table(pyarrow.table(columns), folder / f"{name}.parquet")
        return shell.sql(f"LOAD OVERWRITE TABLE t FROM LOCATION '{folder}' STORED AS PARQUET;"), folder

    def rows():
        return shell.rows("SELECT a, b FROM t ORDER BY b LIMIT 9;")

    # Another order, other cases, columns more and less, other types: by file.
    done, _ = load(one={"B": ["x"], "A": [1]}, two={"c": [1.5], "b": ["y"]}, three={"b": ["z"], "a": ["3"], "d": [[1]]})
    assert done.returncode == 0, done.stderr
    assert rows() == [["1", "x"], ["NULL", "y"], ["3", "z"]]
    done, folder = load(one={"a": [1], "b": ["x"]}, two={"x": [1], "y": ["x"]})
    assert done.returncode == 1 and "ODPS-0130191" in done.stderr
    assert f"{folder}/two.parquet has no column of the table: its columns are x, y" in done.stderr
    done, folder = load(one={"a": [[1]], "b": ["x"]})
    assert done.returncode == 1 and f"column a of {folder}/one.parquet is a nested type" in done.stderr
    done, _ = load(one={"a": ["one"], "b": ["x"]})
    assert done.returncode == 1 and "'one' cannot be casted from String to Bigint" in done.stderr
    done, folder = load()
    assert done.returncode == 0 and rows() == []
    folder.rmdir()
    done = shell.sql(f"LOAD INTO TABLE t FROM LOCATION '{folder}' STORED AS PARQUET;")
    assert "ODPS-0123019" in done.stderr and f"there is nothing at {folder}" in done.stderr
    # An external table reads by names, too.
    parquet.write_table(pyarrow.table({"x": [1]}), tmp_path / "x.parquet")
    shell.ok(f"CREATE EXTERNAL TABLE e (a BIGINT) STORED AS PARQUET LOCATION '{tmp_path}/x.parquet';")
    done = shell.sql("SELECT COUNT(*) FROM e;")
    assert done.returncode == 1 and "has no column of default_project.e: its columns are x" in done.stderr


SIZE = 10_000


def body(form, value):
    if form == "CSV":
        return f"{value},1\n".encode() * SIZE
    sink = pyarrow.BufferOutputStream()
    rows = pyarrow.table({"v": [value] * SIZE, "k": list(range(SIZE))})
    parquet.write_table(rows, sink, compression="snappy" if value % 2 else "none", row_group_size=2000)
    return sink.getvalue().to_pybytes()


def rename(path, data):
    path.with_name("_new").write_bytes(data)
    os.replace(path.with_name("_new"), path)


def vanish(path, data):
    path.unlink(missing_ok=True)
    rename(path, data)


def in_place(path, data):
    path.write_bytes(data)


@pytest.mark.parametrize("change", [rename, vanish, in_place])
@pytest.mark.parametrize("form", ["CSV", "PARQUET"])
def test_files_that_change_while_they_are_read(shell, tmp_path, form, change):
    path = tmp_path / "rows" / "a.data"
    path.parent.mkdir()
    bodies = [body(form, value) for value in (1, 2, 3)]
    path.write_bytes(bodies[0])
    shell.ok(f"CREATE EXTERNAL TABLE e (v BIGINT, k BIGINT) STORED AS {form} LOCATION '{path.parent}';")
    stop = threading.Event()

    def write():
        turn = 0
        while not stop.is_set():
            turn += 1
            change(path, bodies[turn % 3])

    writer = threading.Thread(target=write)
    writer.start()
    seen = Counter()
    try:
        for _ in range(4):
            done = shell.sql("SELECT COUNT(*), COUNT(DISTINCT v) FROM e;", "--format", "tsv", "--no-header")
            seen[done.stdout if done.returncode == 0 else done.stderr] += 1
    finally:
        stop.set()
        writer.join()
    for said in seen:
        # All rows of one state, none of a file that is not there, or an error that names the file. A file that is
        # written where it lies may be found half written.
        if match := re.fullmatch(r"(\d+)\t([01])\n", said):
            assert change is in_place or (match[1], match[2]) in ((str(SIZE), "1"), ("0", "0")), seen
        else:
            assert "ODPS-0130025" in said and str(path) in said, seen


def test_a_file_that_changes_under_an_insert_leaves_nothing(shell, tmp_path):
    """The file is written anew between the listing and the reading: a slow first file holds the statement there."""
    folder = tmp_path / "rows"
    folder.mkdir()
    os.mkfifo(tmp_path / "slow")
    (folder / "a.csv").write_text("1\n")
    shell.ok(f"CREATE TABLE t (v BIGINT); CREATE EXTERNAL TABLE e (v BIGINT) STORED AS CSV LOCATION '{folder}';")
    transform = f"SELECT TRANSFORM (v) USING 'cat {tmp_path}/slow' AS (v BIGINT) FROM e"
    reader = shell.start("-e", f"INSERT INTO t {transform};")
    with open(tmp_path / "slow", "w") as pipe:  # opens once the program reads it, so e is read by then
        (folder / "a.csv").write_text("2\n3\n")
        pipe.write("7\n")
    out, err = reader.communicate(timeout=60)
    assert reader.returncode == 0, err + out
    assert shell.rows("SELECT v FROM t;") == [["7"]]
    assert shell.rows("SELECT SUM(v) FROM e;") == [["5"]]
