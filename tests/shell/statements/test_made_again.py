"""SHOW CREATE TABLE runs again: tables of random clauses are shown, dropped, made by the text, and shown as before."""

import random

TYPES = [
    "BIGINT",
    "INT",
    "STRING",
    "DOUBLE",
    "BOOLEAN",
    "DATETIME",
    "DATE",
    "TIMESTAMP",
    "DECIMAL(20,3)",
    "VARCHAR(9)",
    "CHAR(3)",
    "BINARY",
    "JSON",
    "ARRAY<INT>",
    "MAP<STRING,ARRAY<BIGINT>>",
    "STRUCT<x:INT,`y z`:STRING>",
]
DEFAULTS = {
    "BIGINT": "-7",
    "INT": "0",
    "STRING": "'it\\'s not a \\\\ 名字'",
    "DOUBLE": "1.5",
    "BOOLEAN": "true",
    "DATE": "DATE '2026-01-02'",
    "DATETIME": "DATETIME '2026-01-02 03:04:05'",
    "DECIMAL(20,3)": "2.125BD",
}
COMMENTS = ["plain", "it\\'s", 'two "words"', "名字", "line\\nbreak", "a \\\\ and ;", "-- no", "`tick`"]
NAMES = ["a", "b2", "_c", "order", "group", "50_floor", "Mixed", "comment", "first", "select"]


def comment(dice):
    return f" COMMENT '{dice.choice(COMMENTS)}'" if dice.random() < 0.5 else ""


def column(dice, name):
    kind = dice.choice(TYPES)
    default = f" DEFAULT {DEFAULTS[kind]}" if kind in DEFAULTS and dice.random() < 0.4 else ""
    null = " NOT NULL" if dice.random() < 0.3 else ""
    return f"`{name}` {kind}{null}{default}{comment(dice)}"


def create(dice, table, folder):
    names = dice.sample(NAMES, dice.randint(2, 8))
    columns = [column(dice, name) for name in names]
    clauses = [comment(dice)]
    external = dice.random() < 0.2
    partitioned = dice.random() < 0.5
    if external:
        columns = [f"`{name}` {dice.choice(['BIGINT', 'STRING', 'DOUBLE'])}{comment(dice)}" for name in names]
    else:
        columns.append("sorted_by BIGINT NOT NULL")
    if partitioned:
        clauses.append(f" PARTITIONED BY (`p q` STRING{comment(dice)}, r BIGINT)".replace("p q", "p_q"))
    if external:
        stored = ["STORED BY 'com.aliyun.odps.CsvStorageHandler'", "STORED AS PARQUET", "STORED AS JSON"]
        clauses.append(f" {dice.choice(stored)} LOCATION '{folder}/{table}'")
    elif dice.random() < 0.3:
        keyed = dice.random() < 0.5
        if keyed:
            columns.append("PRIMARY KEY (sorted_by)")
        hours = ", 'acid.data.retain.hours'='48'" if dice.random() < 0.5 else ""
        clauses.append(f" TBLPROPERTIES ('transactional'='true'{hours})")
    elif dice.random() < 0.5:
        order = f" SORTED BY ({dice.choice(['sorted_by DESC', 'sorted_by'])})" if dice.random() < 0.5 else ""
        buckets = f" INTO {dice.randint(1, 4096)} BUCKETS" if dice.random() < 0.5 else ""
        clauses.append(f" {dice.choice(['', 'RANGE '])}CLUSTERED BY (sorted_by){order}{buckets}")
    if dice.random() < 0.4:
        clauses.append(f" LIFECYCLE {dice.randint(1, 999)}")
    word = "EXTERNAL " if external else ""
    return f"CREATE {word}TABLE {table} ({', '.join(columns)}){''.join(clauses)};"


def shown(shell, tables):
    out = shell.rows("".join(f"SHOW CREATE TABLE {table};" for table in tables))
    texts = [row[0].replace("\\\\", "\0").replace("\\n", "\n").replace("\\t", "\t").replace("\0", "\\") for row in out]
    assert len(texts) == len(tables)
    return texts


def test_every_table_is_made_again_by_its_text(shell, tmp_path):
    dice = random.Random(20260729)
    tables = [f"t{i}" for i in range(60)]
    for table in tables:
        (tmp_path / table).mkdir()
    script = tmp_path / "first.sql"
    script.write_text("\n".join(create(dice, table, tmp_path) for table in tables))
    done = shell.run("-f", str(script))
    assert done.returncode == 0, done.stderr
    before = shown(shell, tables)
    script = tmp_path / "again.sql"
    script.write_text("".join(f"DROP TABLE {table};\n" for table in tables) + "\n".join(before))
    done = shell.run("-f", str(script))
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    assert shown(shell, tables) == before
