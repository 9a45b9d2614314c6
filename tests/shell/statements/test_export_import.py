"""EXPORT and IMPORT between homes, and exports that are broken: IMPORT names what is wrong and makes nothing."""

import json
import shutil

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
