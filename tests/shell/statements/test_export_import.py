"""EXPORT and IMPORT between homes, and exports that are broken: IMPORT names what is wrong and makes nothing."""

import json
import shutil
from pathlib import Path

import pytest

MAKE = """
CREATE TABLE t (a BIGINT, b STRING) PARTITIONED BY (p STRING);
INSERT INTO t PARTITION (p='1') VALUES (1, 'one'), (2, 'two');
CREATE VIEW v AS SELECT a FROM t WHERE p = '1';
"""


@pytest.fixture
def exported(shell, tmp_path):
    shell.ok(MAKE + f"EXPORT TABLE t TO '{tmp_path}/x';")
    return tmp_path / "x"


def _cut(folder):
    file = next(folder.glob("data/*/*.parquet"))
    file.write_bytes(file.read_bytes()[:-1])


def _change_a_byte(folder):
    file = next(folder.glob("data/*/*.parquet"))
    data = bytearray(file.read_bytes())
    data[20] ^= 1
    file.write_bytes(bytes(data))


def _lose_a_file(folder):
    next(folder.glob("data/*/*.parquet")).unlink()


def _change_the_statement(folder):
    (folder / "ddl/0001.sql").write_text("CREATE TABLE t (other STRING);")


def _leave(folder):
    manifest = json.loads((folder / "export.json").read_text())
    manifest["objects"][0]["ddl"] = "../../secret.sql"
    (folder / "export.json").write_text(json.dumps(manifest))


def _break_the_list(folder):
    (folder / "export.json").write_text("{")


def _lose_the_list(folder):
    (folder / "export.json").unlink()


@pytest.mark.parametrize(
    "damage, words",
    [
        (_cut, "bytes instead of"),
        (_change_a_byte, "is not what EXPORT has written"),
        (_lose_a_file, "is missing"),
        (_change_the_statement, "ddl/0001.sql is not what EXPORT has written"),
        (_leave, "it names the file ../../secret.sql"),
        (_break_the_list, "export.json cannot be read"),
        (_lose_the_list, "it has no export.json"),
    ],
)
def test_a_broken_export_makes_nothing(shell, exported, damage, words):
    damage(exported)
    done = shell.sql(f"IMPORT TABLE made FROM '{exported}';")
    assert done.returncode == 1
    assert words in done.stderr
    assert shell.rows("SHOW TABLES;") == [["t"], ["v"]]


def test_a_project_goes_into_another_home(shell, tmp_path):
    folder = tmp_path / "all"
    shell.ok(MAKE + f"EXPORT PROJECT TO '{folder}';")
    other = type(shell)(tmp_path / "other_home")
    shutil.move(folder, tmp_path / "moved")
    other.ok(f"IMPORT PROJECT kept FROM '{tmp_path}/moved';")
    assert other.rows("SELECT a FROM kept.v ORDER BY a LIMIT 9;") == [["1"], ["2"]]
    assert shell.rows("SHOW CREATE TABLE t;") == other.rows("SHOW CREATE TABLE kept.t;")
    done = other.sql(f"IMPORT PROJECT kept FROM '{tmp_path}/moved';")
    assert done.returncode == 1
    assert "already exists" in done.stderr


MAKE_ALL = """
CREATE SCHEMA s;
CREATE TABLE t (a BIGINT COMMENT 'of a', b STRING DEFAULT 'x') COMMENT 'c' PARTITIONED BY (p STRING) LIFECYCLE 9;
INSERT INTO t PARTITION (p='1') VALUES (1, 'one'), (2, 'two');
CREATE TABLE k (id BIGINT NOT NULL, v STRING, PRIMARY KEY (id)) TBLPROPERTIES ('transactional'='true');
INSERT INTO k VALUES (1, 'a'), (2, 'b');
USE SCHEMA s;
CREATE TABLE inner_one (a BIGINT);
USE SCHEMA default;
CREATE SQL FUNCTION z_one(@a BIGINT) AS @a + 1;
CREATE SQL FUNCTION a_two(@a BIGINT) AS z_one(@a) + 1;
CREATE VIEW z_first (x COMMENT 'of x') COMMENT 'v' AS SELECT a FROM t WHERE p = '1';
CREATE VIEW a_last AS SELECT a_two(x) AS y FROM z_first;
CREATE MATERIALIZED VIEW m AS SELECT id, z_one(id) AS more FROM k;
CREATE STREAM behind ON TABLE k;
CREATE STREAM ahead ON TABLE k VERSION AS OF 2 COMMENT 'has read all';
ADD FILE '{file}' AS words.txt COMMENT 'some words';
ADD TABLE t PARTITION (p='1') AS rows_of_t;
CREATE MODEL churn FROM '{models}/linear' COMMENT 'of May';
ALTER MODEL churn ADD VERSION FROM '{models}/words' COMMENT 'of June';
ALTER MODEL churn SET DEFAULT_VERSION 2;
"""

# What two homes are compared by. Times, owners and places of files differ.
STATEMENTS = ["t", "k", "default_project.s.inner_one", "a_last", "z_first", "m"]
ANSWERS = [
    "SELECT * FROM t WHERE p = '1' ORDER BY a LIMIT 9;",
    "SELECT * FROM k ORDER BY id LIMIT 9;",
    "SELECT * FROM m ORDER BY id LIMIT 9;",
    "SELECT * FROM a_last ORDER BY y LIMIT 9;",
    "SHOW TABLES;",
    "SHOW TABLES IN SCHEMA s;",
    "SHOW STREAMS;",
    "READ OFFLINEMODEL churn;",
]


def test_everything_of_a_project_goes_into_another_home(shell, tmp_path):
    (tmp_path / "words.txt").write_text("one\ntwo\n")
    models = Path(__file__).parents[2] / "data" / "models"
    shell.ok(MAKE_ALL.format(file=tmp_path / "words.txt", models=models))
    shell.ok(f"EXPORT PROJECT TO '{tmp_path}/all';")
    other = type(shell)(tmp_path / "other_home")
    other.ok(f"IMPORT PROJECT FROM '{tmp_path}/all';")
    for name in STATEMENTS:
        assert shell.rows(f"SHOW CREATE TABLE {name};") == other.rows(f"SHOW CREATE TABLE {name};")
    for text in ANSWERS:
        assert shell.rows(text) == other.rows(text)
    for function in ("z_one", "a_two"):
        assert shell.rows(f"DESC FUNCTION {function};") == other.rows(f"DESC FUNCTION {function};")
    assert [row[:3] + row[4:] for row in shell.rows("SHOW RESOURCES;")] == [
        row[:3] + row[4:] for row in other.rows("SHOW RESOURCES;")
    ]
    assert ["SourceTable", "default_project.t partition(p=1)"] in other.rows("DESC RESOURCE rows_of_t;")
    other.ok(f"GET RESOURCE words.txt '{tmp_path}/back.txt';")
    assert (tmp_path / "back.txt").read_text() == "one\ntwo\n"
    facts = ("DefaultVersion", "Version", "Comment", "Signature", "Inputs", "Outputs", "Size")
    assert [row for row in shell.rows("DESC MODEL churn;") if row[0] in facts] == [
        row for row in other.rows("DESC MODEL churn;") if row[0] in facts
    ]
    # A stream that had read all goes on with what comes now; the other one has all rows before it.
    other.ok("INSERT INTO k VALUES (3, 'c');")
    assert other.rows("SELECT id FROM ahead ORDER BY id LIMIT 9;") == [["3"]]
    assert other.rows("SELECT id FROM behind ORDER BY id LIMIT 9;") == [["1"], ["2"], ["3"]]


@pytest.mark.parametrize("kept", ["resources/0001", "models/0001/1/saved_model.pb"])
def test_a_changed_file_of_a_project_makes_nothing(shell, tmp_path, kept):
    models = Path(__file__).parents[2] / "data" / "models"
    shell.ok(f"ADD FILE '{__file__}' AS f; CREATE MODEL m FROM '{models}/linear'; EXPORT PROJECT TO '{tmp_path}/all';")
    file = tmp_path / "all" / kept
    file.write_bytes(b"x" + file.read_bytes()[1:])
    other = type(shell)(tmp_path / "other_home")
    done = other.sql(f"IMPORT PROJECT FROM '{tmp_path}/all';")
    assert done.returncode == 1
    assert f"{kept} is not what EXPORT has written" in done.stderr
    assert other.rows("SHOW MODELS;") == other.rows("SHOW RESOURCES;") == []
