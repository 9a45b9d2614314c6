"""Queries over the rows of streams: before a script, behind it, and without one."""

import json
import os
import shutil
import signal
import subprocess

import pytest
from paisql_home import BINARY, PaisqlHome
from test_alink import FILES, run_program
from test_alink_stream import processes, until


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A home with the script that passes rows on, and tables of 1000 rows."""
    made = PaisqlHome(tmp_path_factory.mktemp("queries"))
    for name in ("pass_stream.py", "stream_queries.py"):
        shutil.copy(os.path.join(FILES, name), made.files)
    made.run(
        "CREATE TABLE t (id BIGINT, x DOUBLE, name STRING);",
        "INSERT INTO t SELECT id, id / 4, CONCAT('n', id) FROM "
        "(SELECT EXPLODE(SEQUENCE(0L, 999L)) AS id) n;",
        "CREATE TABLE days (id BIGINT, at DATETIME, price DECIMAL(10,2), odd BOOLEAN, "
        "tags ARRAY<BIGINT>) PARTITIONED BY (ds STRING);",
        "INSERT INTO days PARTITION (ds='1') VALUES "
        "(1, DATETIME '2026-01-01 00:00:00', 1.50BD, true, ARRAY(1L, 2L)), (2, NULL, NULL, NULL, NULL);",
        "INSERT INTO days PARTITION (ds='2') VALUES "
        "(3, DATETIME '2026-01-03 12:00:00', 3.25BD, false, ARRAY(3L));",
        "CREATE VIEW v AS SELECT id, name FROM t WHERE id < 10;",
        "CREATE TABLE nested (m MAP<STRING, BIGINT>, id BIGINT);",
    ).ok()
    return made


def sql_stream(**parameters):
    given = dict({"outputTableName": "out"}, **parameters)
    if "outputPath" in given:
        del given["outputTableName"]
    quoted = {key: str(v).replace("\\", "\\\\").replace('"', '\\"') for key, v in given.items()}
    name = quoted.pop("name", "sql_stream")
    return "PAI -name %s %s;" % (name, " ".join('-D%s="%s"' % pair for pair in quoted.items()))


def script(**parameters):
    return sql_stream(
        name="tensorflow2_stream", mainScriptFile="file://pass_stream.py", **parameters
    )


def test_rows_of_a_table_through_a_query_without_a_script(home):
    home.run(
        sql_stream(
            inputTableName="t",
            inputQuery="SELECT id, UPPER(name) AS text, id > 500 AS late FROM input WHERE id % 10 = 7",
            outputTableName="texts",
            numWorkers=2,
        ),
        # All types, partitions as columns, and a filter that chooses among them.
        sql_stream(
            inputTableName="(SELECT *, price * 2 AS twice FROM days WHERE ds = '1')",
            follow="true",
            outputTableName="typed",
        ).replace(' -Dfollow="true"', "")
        .replace("inputTableName=", 'inputTableName="days" -DinputQuery=')
        .replace("FROM days", "FROM input"),
    ).ok()
    found = home.rows("SELECT id, text, late FROM texts ORDER BY id LIMIT 1000;")
    assert found == [
        (str(n), "N%d" % n, str(n > 500).lower()) for n in range(7, 1000, 10)
    ]
    assert home.rows("SELECT * FROM typed ORDER BY id LIMIT 9;") == home.rows(
        "SELECT *, price * 2 FROM days WHERE ds = '1' ORDER BY id LIMIT 9;"
    )
