"""SHOW CREATE TABLE and EXPORT TABLE print statements that make the same thing again."""

import itertools
import json

TYPES = [
    "TINYINT",
    "BIGINT",
    "DOUBLE",
    "DECIMAL(20,3)",
    "STRING",
    "VARCHAR(7)",
    "CHAR(3)",
    "BINARY",
    "BOOLEAN",
    "DATE",
    "DATETIME",
    "TIMESTAMP",
    "TIMESTAMP_NTZ",
    "JSON",
    "ARRAY<MAP<STRING,STRUCT<a:BIGINT,`order`:STRING>>>",
]
# As SQL writes them.
TEXTS = ["", "'plain'", "'it\\'s; -- no \\\\ end'", "'两\\n行 \"x\" `y`'"]
NAMES = ["a", "`order`", "`select`", "`_9`"]
CLAUSES = [
    "",
    "PARTITIONED BY (ds STRING COMMENT 'it\\'s', `group` BIGINT)",
    "LIFECYCLE 7",
    'TBLPROPERTIES ("transactional"="true")',
]


def statements():
    """Each type, text, name and clause in some table, with those beside it in another order."""
    made = {}
    cells = itertools.cycle(itertools.product(CLAUSES, TEXTS, NAMES))
    for i, kind in enumerate(TYPES * 5):
        clause, text, name = next(cells)
        comment = f" COMMENT {text}" if text else ""
        columns = f"{name} {kind}{comment}, n BIGINT NOT NULL, d BIGINT DEFAULT {i}, s STRING DEFAULT 'it\\'s'"
        made[f"t{i}"] = f"CREATE TABLE t{i} ({columns}){comment} {clause}"
    made["keyed"] = (
        "CREATE TABLE keyed (`key` BIGINT NOT NULL, `order` STRING NOT NULL, v DOUBLE, PRIMARY KEY (`key`, `order`)) "
        'PARTITIONED BY (ds STRING) TBLPROPERTIES ("transactional"="true")'
    )
    for i, text in enumerate(TEXTS):
        comment = f" COMMENT {text}" if text else ""
        query = "SELECT n, s AS x FROM t0 WHERE s <> ';' -- and\n  UNION ALL SELECT 1, 'it\\'s'"
        made[f"v{i}"] = f"CREATE VIEW v{i} (`order`{comment}, b){comment} AS {query}"
    return made


def described(shell, names, what):
    lines = shell.ok("".join(f"{what} {name};" for name in names), "--format", "json").splitlines()
    documents = [json.loads(line) for line in lines if line.startswith("[")]
    if len(documents) == len(names):
        return documents
    return lines


def test_what_is_shown_makes_the_same_table_again(shell):
    made = statements()
    names = list(made)
    tables = [name for name in names if not name.startswith("v")]
    views = [name for name in names if name.startswith("v")]
    shell.ok(";\n".join(made.values()) + ";")
    shell.ok("".join(f"ALTER TABLE {t} ADD PARTITION (ds='it\\'s',`group`=7);" for t in tables[16:32]))
    shown = described(shell, names, "SHOW CREATE TABLE")
    exported = described(shell, names, "EXPORT TABLE")
    columns = described(shell, names, "DESC")
    assert len(shown) == len(exported) == len(columns) == len(names)
    drops = "".join(f"DROP VIEW {name};" for name in views) + "".join(f"DROP TABLE {name};" for name in tables)
    again = "\n".join(row["statement"] for document in exported for row in document)
    shell.ok(drops + again)
    assert described(shell, names, "SHOW CREATE TABLE") == shown
    assert described(shell, names, "EXPORT TABLE") == exported
    assert described(shell, names, "DESC") == columns
    assert sum("ADD IF NOT EXISTS" in row["statement"] for document in exported for row in document) == 16
