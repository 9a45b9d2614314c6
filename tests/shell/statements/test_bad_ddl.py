"""Statements that change tables, of objects that are not there or not of their kind, and bad names: the codes stand in
tables."""

import re

CODES = {
    "N": "ODPS-0130131",  # there is no such table
    "K": "ODPS-0110031",  # another kind of object
    "I": "ODPS-0130061",  # the same, of CREATE TABLE … LIKE
    "P": "ODPS-0123031",  # partitions that the table does not have, or has already
    "D": "ODPS-0130271",  # there is no such partition
    "C": "ODPS-0130191",  # columns
    "X": "ODPS-0130211",  # the name is taken
    "S": "ODPS-0130071",
    "E": "ODPS-0130151",  # an unknown type
    "R": "ODPS-0130161",  # it cannot be read
    ".": None,  # it runs
}
SETUP = """
CREATE TABLE plain (a BIGINT, b STRING);
CREATE TABLE parts (a BIGINT, b STRING) PARTITIONED BY (p STRING);
ALTER TABLE parts ADD PARTITION (p='1');
CREATE TABLE other (a BIGINT, b STRING) PARTITIONED BY (p STRING);
ALTER TABLE other ADD PARTITION (p='2');
CREATE TABLE keyed (a BIGINT NOT NULL PRIMARY KEY, b STRING) TBLPROPERTIES ('transactional'='true');
CREATE VIEW seen AS SELECT a, b FROM plain;
CREATE EXTERNAL TABLE files (a BIGINT, b STRING) PARTITIONED BY (p STRING)
  STORED BY 'com.aliyun.odps.CsvStorageHandler' LOCATION '{folder}';
"""
OBJECTS = ["missing", "seen", "plain", "parts", "keyed", "files"]
# A letter for each of the objects. Rows run one after another, so those that change much stand last.
ROWS = [
    ("ALTER TABLE {} SET COMMENT 'c'", "NK...."),
    ("ALTER TABLE {} SET LIFECYCLE 3", "NK...."),
    ("ALTER TABLE {} CHANGEOWNER TO 'x'", "NK...."),
    ("ALTER TABLE {} TOUCH", "NK...."),
    ("ALTER TABLE {} ENABLE LIFECYCLE", "NK...."),
    ("ALTER TABLE {} PARTITION (p='9') DISABLE LIFECYCLE", "NKPDPD"),
    ("ALTER TABLE {} TOUCH PARTITION (p='9')", "NKPDPD"),
    ("ALTER TABLE {} CHANGE b COMMENT 'x'", "NK...."),
    ("ALTER TABLE {} CHANGE q COMMENT 'x'", "NKCCCC"),
    ("ALTER TABLE {} CHANGE b b BIGINT", "NKSSSS"),
    ("ALTER TABLE {} CHANGE a a BIGINT AFTER q", "NKCCSC"),
    ("ALTER TABLE {} CHANGE b DEFAULT a", "NKEEEE"),
    ("ALTER TABLE {} CHANGE COLUMN b RENAME TO a", "NKCCCC"),
    ("ALTER TABLE {} DROP COLUMN q", "NKCCCC"),
    ("ALTER TABLE {} DROP COLUMN a", "NK..S."),
    ("ALTER TABLE {} ADD COLUMNS (b BIGINT)", "NKSSSS"),
    ("ALTER TABLE {} ADD COLUMNS (a BIGINT FIRST)", "NK..S."),
    ("ALTER TABLE {} ADD PARTITION (q='1')", "NKPCPC"),
    ("ALTER TABLE {} ADD PARTITION (p='1')", "NKPPP."),
    ("ALTER TABLE {} DROP PARTITION (p='9')", "NKPDPD"),
    ("ALTER TABLE {} PARTITION (p='1') RENAME TO PARTITION (p='1')", "NKPPPK"),
    ("ALTER TABLE {} MERGE PARTITION (p='9') OVERWRITE PARTITION (p='1')", "NKPDPK"),
    ("ALTER TABLE {} EXCHANGE PARTITION (p='9') WITH TABLE other", "NKPDPK"),
    ("ALTER TABLE other EXCHANGE PARTITION (p='2') WITH TABLE {}", "NKSDSK"),
    ("ALTER TABLE {} CLUSTERED BY (q)", "NKSSSK"),
    ("ALTER TABLE {} NOT CLUSTERED", "NK...K"),
    ("ALTER TABLE {} SET TBLPROPERTIES ('transactional'='true')", "NKSS.S"),
    ("ALTER TABLE {} COMPACT MAJOR", "NKSS.S"),
    ("ALTER TABLE {} RENAME TO seen", "NKXXXX"),
    ("TRUNCATE TABLE {} PARTITION (p='9')", "NKSDSK"),
    ("CREATE TABLE {} (a BIGINT)", ".XXXXX"),
    ("DROP TABLE IF EXISTS missing; CREATE TABLE plain LIKE {}", "NIXXXX"),
    ("CLONE TABLE {} TO seen", "NKKKKK"),
    ("CLONE TABLE plain TO {}", ".KSSXK"),
    ("DROP VIEW {}", "K.KKKK"),
    ("DROP TABLE {}", ".N...."),
]
LONG = "n" * 129
NAMES = ["select", "`a-b`", LONG, "12"]
# A letter for each of the names.
NAME_ROWS = [
    ("CREATE TABLE {} (a BIGINT)", "RSSR"),
    ("CREATE TABLE {} AS SELECT 1 AS a", "RSSR"),
    ("CREATE TABLE {} LIKE other", "RSSR"),
    ("CREATE VIEW {} AS SELECT 1 AS a", "RSSR"),
    ("CLONE TABLE other TO {}", "RSSR"),
    ("ALTER TABLE other RENAME TO {}", "RSSR"),
    ("ALTER TABLE other ADD COLUMNS ({} BIGINT)", "RSSR"),
    ("ALTER TABLE other CHANGE COLUMN b RENAME TO {}", "RSSR"),
    ("ALTER TABLE other CHANGE b {} STRING", "RSSR"),
    ("CREATE TABLE fresh (a BIGINT, {} BIGINT)", "RSSR"),
    ("CREATE TABLE fresh (a BIGINT) PARTITIONED BY ({} STRING)", "RSSR"),
]


def answers(shell, tmp_path, statements):
    """The code of the last error of each text, None where it has none."""
    script = tmp_path / "all.sql"
    script.write_text("SET paisql.keep_going=true;\n" + "".join(text + ";\n" for text in statements))
    done = shell.run("-f", str(script))
    found = re.findall(r"FAILED: (ODPS-\d+)[^\n]*\n  --> [^\n]*all\.sql:(\d+):", done.stderr)
    codes = {int(line): code for code, line in found}
    return [codes.get(i + 2) for i in range(len(statements))]


def check(rows, fillings, got):
    wrong = []
    answer = iter(got)
    for statement, letters in rows:
        for filling, letter in zip(fillings, letters, strict=True):
            code = next(answer)
            if code != CODES[letter]:
                wrong.append(f"{statement.format(filling[:20])}: {code} in place of {CODES[letter]}")
    assert not wrong, "\n".join(wrong)


def test_objects(shell, tmp_path):
    (tmp_path / "csv").mkdir()
    shell.ok(SETUP.format(folder=tmp_path / "csv"))
    statements = [statement.format(name) for statement, _ in ROWS for name in OBJECTS]
    check(ROWS, OBJECTS, answers(shell, tmp_path, statements))


def test_names(shell, tmp_path):
    shell.ok(SETUP.format(folder=tmp_path))
    # A script with a statement that cannot be read does not begin.
    for i, name in enumerate(NAMES):
        rows = [(statement, letters[i]) for statement, letters in NAME_ROWS]
        check(rows, [name], answers(shell, tmp_path, [statement.format(name) for statement, _ in rows]))
