"""External tables, LOAD and UNLOAD of files of ORC, which a program of Python reads and writes."""

import datetime
import decimal

import pytest

pyarrow = pytest.importorskip("pyarrow")
orc = pytest.importorskip("pyarrow.orc")

TABLE = """CREATE EXTERNAL TABLE foreign_rows (name STRING, at DATETIME, price DECIMAL(10,2), id INT, none STRING)
    STORED AS ORC LOCATION 'rows/';"""


@pytest.fixture(name="rows")
def fixture_rows(tmp_path):
    """A file as another program writes it: other columns, in another order, in two stripes."""
    (tmp_path / "rows").mkdir()
    table = pyarrow.table(
        {
            "ID": pyarrow.array([1, None, 3], pyarrow.int32()),
            "name": ["a", "晚", None],
            "at": pyarrow.array([datetime.datetime(2026, 1, 1, 8), None, None], pyarrow.timestamp("ns")),
            "price": pyarrow.array([decimal.Decimal("1.50"), None, None], pyarrow.decimal128(10, 2)),
            "other": [1.5, 2.5, 3.5],
        }
    )
    with orc.ORCWriter(str(tmp_path / "rows" / "a.orc"), compression="zlib") as writer:
        writer.write(table.slice(0, 2))
        writer.write(table.slice(2))
    return tmp_path


def read(shell, sql, folder):
    return shell.ok(sql, "--format", "tsv", "--no-header", cwd=folder)


def test_files_of_other_programs(shell, rows):
    shell.ok(TABLE, cwd=rows)
    assert read(shell, "SELECT * FROM foreign_rows ORDER BY name LIMIT 9;", rows) == (
        "NULL\tNULL\tNULL\t3\tNULL\na\t2026-01-01 08:00:00\t1.5\t1\tNULL\n晚\tNULL\tNULL\tNULL\tNULL\n"
    )
    # A file that changes is read anew, also by the session that has read it.
    assert (
        read(
            shell,
            "SELECT COUNT(*) FROM foreign_rows; INSERT INTO foreign_rows SELECT 'b', NULL, 2BD, 4, 'x';"
            "SELECT COUNT(*), MAX(none) FROM foreign_rows;",
            rows,
        )
        == "3\n4\tx\n"
    )


def test_what_is_written_is_read_again(shell, rows):
    values = (
        "SELECT 7L AS id, DATETIME '2026-01-01 08:00:00' AS at, 1.25BD AS price, DATE '2026-02-03' AS day, X'01' AS raw"
    )
    shell.ok(f"UNLOAD FROM ({values}) INTO LOCATION 'out/' STORED AS ORC;", cwd=rows)
    (file,) = (rows / "out").iterdir()
    assert file.suffix == ".orc" and orc.read_table(str(file)).column("id").to_pylist() == [7]
    shell.ok("CREATE TABLE t (id BIGINT, at DATETIME, price DECIMAL(10,2), day DATE, raw BINARY);", cwd=rows)
    shell.ok("LOAD INTO TABLE t FROM LOCATION 'out/' STORED AS ORC;", cwd=rows)
    assert read(shell, "SELECT id, at, price, day, HEX(raw) FROM t;", rows) == (
        "7\t2026-01-01 08:00:00\t1.25\t2026-02-03\t01\n"
    )
    shell.ok(
        "CREATE EXTERNAL TABLE parts (id BIGINT) PARTITIONED BY (ds STRING) STORED AS ORC LOCATION 'parts/';"
        "INSERT INTO parts PARTITION (ds) VALUES (1, 'x'), (2, 'y');",
        cwd=rows,
    )
    assert read(shell, "SELECT id FROM parts WHERE ds = 'y';", rows) == "2\n"


def test_files_that_are_not_whole(shell, rows):
    shell.ok(TABLE, cwd=rows)
    whole = (rows / "rows" / "a.orc").read_bytes()
    (rows / "rows" / "a.orc").write_bytes(whole[: len(whole) // 2])
    done = shell.sql("SELECT COUNT(*) FROM foreign_rows;", cwd=rows)
    assert done.returncode == 1
    assert "a.orc is not an ORC file, or is not whole" in done.stderr
    done = shell.sql(
        "UNLOAD FROM (SELECT TIMESTAMP '2026-01-01 08:00:00' AS t) INTO LOCATION 'o/' STORED AS ORC;", cwd=rows
    )
    assert "column t of type TIMESTAMP is not written into ORC files" in done.stderr
