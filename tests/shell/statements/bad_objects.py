"""A home with an object of every kind, the letters that stand for codes of errors, and a run of many statements that are
refused: for test_bad_objects.py."""

import re
import shutil
import sqlite3

from conftest import ROOT

CODES = {
    "N": "ODPS-0130131",  # there is no such table, view or stream
    "J": "ODPS-0420111",  # there is no such project or schema
    "U": "ODPS-0410100",  # there is no such resource or service
    "M": "ODPS-1228011",  # there is no such model
    "I": "ODPS-1226011",  # there is no such instance
    "L": "ODPS-1229011",  # there is no such algorithm
    "B": "ODPS-0123019",  # there is no such bucket
    "A": "ODPS-0110041",  # there is no such user, role or function, or it is there already
    "X": "ODPS-0130211",  # the name is taken
    "K": "ODPS-0110031",  # another kind of object
    "V": "ODPS-0130061",  # the same, in INSERT, LIKE and SHOW PARTITIONS
    "P": "ODPS-0123031",  # partitions that the table does not have, or has already
    "D": "ODPS-0130271",  # there is no such partition
    "C": "ODPS-0130191",  # columns
    "T": "ODPS-0130151",  # types
    "S": "ODPS-0130071",
    "G": "ODPS-0110021",  # parameters of a command
    "O": "ODPS-0121125",  # it is not offered
    "Z": "ODPS-0130013",  # the user lacks a permission
    "W": "ODPS-0420095",  # the project does not have the user
    "R": "ODPS-0130161",  # it cannot be read
    ".": None,  # it runs
}
OBJECTS = [
    "missing", "plain", "parts", "keyed", "seen", "given", "summed", "files", "sliced", "flowing", "twice",
    "words.txt", "pail", "spare", "shelf", "reader", "bob", "guess", "gone", "shelf.missing", "nowhere.plain",
]  # fmt: skip
NAMES = ["select", "`a-b`", "n" * 129, "12", "``", "'x'", "a$b"]
SETUP = """
CREATE TABLE plain (a BIGINT, b STRING);
CREATE TABLE other (a BIGINT, b STRING) PARTITIONED BY (p STRING);
ALTER TABLE other ADD PARTITION (p='2');
CREATE TABLE parts (a BIGINT, b STRING) PARTITIONED BY (p STRING);
ALTER TABLE parts ADD PARTITION (p='1') PARTITION (p='3');
CREATE TABLE keyed (a BIGINT NOT NULL PRIMARY KEY, b STRING) TBLPROPERTIES ('transactional'='true');
CREATE VIEW seen AS SELECT a, b FROM plain;
CREATE VIEW given (@x BIGINT) AS SELECT a, b FROM plain WHERE a > @x;
CREATE MATERIALIZED VIEW summed AS SELECT a, b FROM plain;
CREATE EXTERNAL TABLE files (a BIGINT, b STRING) STORED AS CSV LOCATION '{folder}/csv';
CREATE EXTERNAL TABLE sliced (a BIGINT, b STRING) PARTITIONED BY (p STRING) STORED AS CSV LOCATION '{folder}/sliced';
CREATE TABLE watched (a BIGINT, b STRING) TBLPROPERTIES ('transactional'='true');
CREATE STREAM flowing ON TABLE watched;
CREATE SQL FUNCTION twice (@x BIGINT) AS @x * 2;
ADD FILE {folder}/words.txt;
CREATE BUCKET pail; CREATE PROJECT spare; CREATE SCHEMA shelf; CREATE ROLE reader; ADD USER bob; ADD USER carol;
GRANT CreateInstance ON PROJECT default_project TO USER carol;
CREATE MODEL guess FROM '{folder}/model';
CREATE TABLE gone (a BIGINT); DROP TABLE gone;
EXPORT TABLE plain TO '{folder}/exported'; EXPORT PROJECT spare TO '{folder}/project';
"""
FAILED = re.compile(r"FAILED: (ODPS-\d+)([^\n]*)((?:\n(?! *-->)[^\n]*)*)\n *--> [^\n]*all\.sql:(\d+):")


def prepare(shell, folder):
    for name in ("csv", "sliced/p=1"):
        (folder / name).mkdir(parents=True)
        (folder / name / "a.csv").write_text("1,x\n")
    (folder / "words.txt").write_text("a\n")
    (folder / "rows.csv").write_text("1,x\n")
    (folder / "job.py").write_text("")
    policy = '{"Version": "1", "Statement": [{"Effect": "Allow", "Action": "odps:Read", "Resource": "acs:odps:*:*"}]}'
    (folder / "policy.json").write_text(policy)
    shutil.copytree(ROOT / "tests/data/models/linear", folder / "model")
    shell.ok(SETUP.format(folder=folder))


def state(home):
    """All that the catalog says, and the files of tables."""
    numbers = re.compile(r'INSERT INTO "(counters|sqlite_sequence)"')  # they count what was tried, too
    with sqlite3.connect(home / "catalog.sqlite") as database:
        said = [line for line in database.iterdump() if not numbers.match(line)]
    said += sorted(str(path) for path in (home / "warehouse").rglob("*"))
    return said


def fill(form, thing, folder):
    return form.replace("{folder}", str(folder)).replace("{}", thing)


def errors(shell, folder, statements, *arguments):
    """The code and the words of each statement's error, None where it has none. They stand one a line."""
    script = folder / "all.sql"
    script.write_text("SET paisql.keep_going=true;\n" + "".join(text + ";\n" for text in statements))
    done = shell.run(*arguments, "-f", str(script))
    assert done.returncode in (0, 1), done.stderr[-2000:]
    found = {}
    for match in FAILED.finditer(done.stderr):
        found.setdefault(int(match[4]), (match[1], match[2]))
    return [found.get(i + 2) for i in range(len(statements))]
