"""Files that Spark writes are those of this machine: their types, their partitions, and what is refused."""

import pyarrow.parquet as parquet
import pytest

TYPES = """b BOOLEAN, t TINYINT, s SMALLINT, i INT, g BIGINT, f FLOAT, d DOUBLE, d4 DECIMAL(4, 1), d12 DECIMAL(12, 2),
  d38 DECIMAL(38, 18), st STRING, v VARCHAR(5), c CHAR(4), j JSON, bi BINARY, da DATE, dt DATETIME, ts TIMESTAMP,
  tn TIMESTAMP_NTZ, a ARRAY<TINYINT>, m MAP<STRING, DECIMAL(4, 1)>,
  r STRUCT<x: DATETIME, y: ARRAY<STRUCT<z: TIMESTAMP>>>, md MAP<BIGINT, DATETIME>"""
VALUES = """true, 1Y, 2S, 3, 4L, CAST(1.5 AS FLOAT), 2.5, 3.5BD, CAST('1.25' AS DECIMAL(12, 2)),
  CAST('1.5' AS DECIMAL(38, 18)), 'é', CAST('abc' AS VARCHAR(5)), CAST('ab' AS CHAR(4)), JSON '{"a": [1]}',
  CAST('x' AS BINARY), DATE '2024-01-02', DATETIME '2024-01-02 03:04:05', TIMESTAMP '2024-01-02 03:04:05.123456789',
  TIMESTAMP_NTZ '2024-01-02 03:04:05.123456789', ARRAY(1Y, NULL), MAP('k', 3.5BD), NAMED_STRUCT('x',
  DATETIME '2024-01-02 03:04:05', 'y', ARRAY(NAMED_STRUCT('z', TIMESTAMP '2024-01-02 03:04:05.5'))),
  MAP(1L, DATETIME '1969-12-31 23:59:59')"""


def on(session, engine, sql):
    session.run("SET paisql.engine=%s" % engine)
    return session.run(sql)


def files_of(home, table):
    return sorted((home / "warehouse" / "test" / table).rglob("*.parquet"))


def leaves(path):
    """Each column's path, and its physical and logical type as far as readers tell them apart."""
    schema = parquet.ParquetFile(path).schema
    columns = [schema.column(number) for number in range(len(schema.names))]
    found = {}
    for column in columns:
        logical = str(column.logical_type).replace("JSON", "String")
        if column.physical_type in ("INT32", "INT64") and logical in ("None", "Int(bitWidth=32, isSigned=true)", "Int(bitWidth=64, isSigned=true)"):  # fmt: skip
            logical = "number"
        found[column.path] = column.physical_type, logical, column.max_definition_level, column.max_repetition_level
    return found


def test_each_engine_reads_what_the_other_wrote(session, tmp_path):
    session.run("SET odps.sql.type.system.odps2=true")
    for table in ("here", "there", "mixed", "back"):
        session.run("CREATE TABLE %s (%s)" % (table, TYPES))
    nulls = "SELECT * FROM here WHERE b IS NULL"
    on(session, "duckdb", "INSERT INTO here SELECT %s" % VALUES)
    on(session, "duckdb", "INSERT INTO here (b) VALUES (NULL)")
    on(session, "spark", "INSERT INTO there SELECT * FROM here")
    on(session, "duckdb", "INSERT INTO back SELECT * FROM there")
    on(session, "spark", "INSERT INTO mixed SELECT * FROM back WHERE b")
    on(session, "duckdb", "INSERT INTO mixed " + nulls)

    expected = on(session, "duckdb", "SELECT * FROM here ORDER BY b LIMIT 9")
    assert len(expected) == 2 and None not in expected[1]
    for table in ("here", "there", "mixed", "back"):
        for engine in ("duckdb", "spark"):
            assert on(session, engine, "SELECT * FROM %s ORDER BY b LIMIT 9" % table) == expected, (table, engine)
    theirs = leaves(files_of(tmp_path / "home", "there")[0])
    assert theirs == leaves(files_of(tmp_path / "home", "here")[0])
    assert theirs["r.y.list.element.z"][0] == "FIXED_LEN_BYTE_ARRAY"


def test_partitions_are_named_as_here(session, tmp_path):
    rows = "SELECT 1, 'a /=%', 'é' = 'é' UNION ALL SELECT 2, 'b', true UNION ALL SELECT 3, 'b', false"
    for engine, table in (("duckdb", "here"), ("spark", "there")):
        session.run("CREATE TABLE %s (k BIGINT) PARTITIONED BY (x STRING, y STRING)" % table)
        on(session, engine, "INSERT INTO %s PARTITION (x, y) SELECT a, b, CAST(c AS STRING) FROM (%s) t (a, b, c)" % (table, rows))  # fmt: skip
    names = [[path.parent.relative_to(tmp_path / "home" / "warehouse" / "test" / table) for path in files_of(tmp_path / "home", table)]
             for table in ("here", "there")]  # fmt: skip
    assert names[0] == names[1] and str(names[0][0]) == "x=a%20%2F%3D%25/y=true"
    for engine in ("duckdb", "spark"):
        for table in ("here", "there"):
            found = on(session, engine, "SELECT x, y, k FROM %s WHERE x <> '' ORDER BY k LIMIT 9" % table)
            assert found == [["a /=%", "true", 1], ["b", "true", 2], ["b", "false", 3]]


@pytest.mark.parametrize(
    "rows",
    (
        "SELECT 1L, CAST(NULL AS STRING)",
        "SELECT 1L, 'é'",
        "SELECT 1L, ''",
        "SELECT 1L, REPEAT('x', 129)",
        "SELECT 1L, '__HIVE_DEFAULT_PARTITION__'",
        "SELECT CAST(NULL AS BIGINT), 'x'",
        "SELECT 1L, 'fine' UNION ALL SELECT 2L, CONCAT('tab', CHR(9), 'x')",
    ),
)
def test_refused_rows_leave_no_file(session, tmp_path, rows):
    session.run("CREATE TABLE p (k BIGINT NOT NULL) PARTITIONED BY (x STRING)")
    statement = "INSERT INTO p PARTITION (x) SELECT * FROM (%s) t" % rows
    session.run("SET paisql.engine=duckdb")
    here = session.fails(statement)
    session.run("SET paisql.engine=spark")
    there = session.fails(statement)
    assert (there.code, there.message, there.hint) == (here.code, here.message, here.hint)
    assert not list((tmp_path / "home").rglob("*.parquet"))


def test_too_many_partitions(session, tmp_path):
    session.run("CREATE TABLE p (k BIGINT) PARTITIONED BY (x STRING)")
    failure = session.fails(
        "INSERT INTO p PARTITION (x) SELECT id, CAST(id AS STRING) FROM (SELECT EXPLODE(SEQUENCE(1L, 10001L)) AS id) t"
    )
    assert "more than 10000 partitions" in failure.message and failure.code == "ODPS-0123031"
    assert not list((tmp_path / "home").rglob("*.parquet"))


def test_a_query_of_many_partitions(session, both):
    session.run("CREATE TABLE p (k BIGINT) PARTITIONED BY (x STRING)")
    fill = "INSERT INTO p PARTITION (x) SELECT id, CAST(id AS STRING) FROM (SELECT EXPLODE(SEQUENCE(1L, %dL)) AS id) t"
    on(session, "duckdb", fill % 1001)
    session.run("SET paisql.engine=spark")
    failure = session.fails("SELECT SUM(k) FROM p WHERE x <> ''")
    assert failure.code == "ODPS-0121125" and "1001 partitions does not run on Sail" in failure.message
    assert both("SELECT SUM(k), MIN(x), MAX(x) FROM p WHERE x LIKE '1%'")


def test_tables_of_other_kinds(session, both):
    session.run("CREATE TABLE keyed (k BIGINT NOT NULL PRIMARY KEY, v STRING) TBLPROPERTIES ('transactional'='true')")
    session.run("INSERT INTO keyed SELECT * FROM VALUES (1L, 'a'), (2L, 'b') t (k, v)")
    session.run("INSERT INTO keyed SELECT k + 1, CONCAT(v, '2') FROM keyed")
    assert both("SELECT * FROM keyed ORDER BY k LIMIT 9") == [[1, "a"], [2, "a2"], [3, "b2"]]
    session.run("CREATE MATERIALIZED VIEW counted AS SELECT v, COUNT(*) AS n FROM keyed GROUP BY v")
    assert len(both("SELECT * FROM counted ORDER BY v LIMIT 9")) == 3
    session.run("CREATE TABLE empty AS SELECT * FROM keyed WHERE k > 9")
    session.run("INSERT OVERWRITE TABLE empty SELECT k, v FROM keyed WHERE k = 2")
    assert both("SELECT * FROM empty") == [[2, "a2"]]


def test_nan_is_found_again(session, tmp_path):
    """It counts for no statistics of a file, and is greater than all numbers."""
    session.run(
        "CREATE TABLE n (k BIGINT, d DOUBLE, f FLOAT, a ARRAY<DOUBLE>, s STRUCT<x: DOUBLE, y: MAP<BIGINT, FLOAT>>)"
    )
    rows = "(1, 0.1, CAST(0.1 AS FLOAT)), (2, CAST('NaN' AS DOUBLE), CAST('NaN' AS FLOAT))"
    nested = "ARRAY(d), NAMED_STRUCT('x', d, 'y', MAP(k, f))"
    on(session, "spark", "INSERT INTO n SELECT k, d, f, %s FROM VALUES %s AS t(k, d, f)" % (nested, rows))
    for engine in ("spark", "duckdb"):
        assert on(session, engine, "SELECT k, d FROM n ORDER BY k LIMIT 9") == [[1, 0.1], [2, "NaN"]], engine
        for condition in ("d > 5", "f > 5", "d >= 0.2 AND f <> CAST(0.1 AS FLOAT)", "NOT d BETWEEN 0 AND 5"):
            assert on(session, engine, "SELECT k FROM n WHERE " + condition) == [[2]], (engine, condition)
    columns = parquet.ParquetFile(files_of(tmp_path / "home", "n")[0]).metadata.row_group(0)
    counted = {columns.column(i).path_in_schema for i in range(columns.num_columns) if columns.column(i).is_stats_set}
    assert counted == {"k", "s.y.key_value.key"}
