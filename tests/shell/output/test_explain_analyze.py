"""EXPLAIN ANALYZE: the statement runs, and every operator tells what it did."""

import re

import pytest

TIME = r"\d+\.\d{3} ms"


@pytest.fixture(name="tables")
def filled_tables(shell):
    shell.ok(
        "CREATE TABLE fact (k BIGINT, v BIGINT) PARTITIONED BY (ds STRING);"
        "CREATE TABLE dim (k BIGINT, name STRING);"
        "INSERT INTO TABLE fact PARTITION (ds) SELECT pos % 10, pos, concat('d', cast(pos % 4 AS STRING))"
        " FROM (SELECT 1) t LATERAL VIEW posexplode(split(repeat('a,', 999), ',')) p AS pos, x;"
        "INSERT INTO TABLE dim VALUES (1, 'a'), (2, 'b'), (3, 'c');"
    )
    return shell


def plan_of(shell, query):
    """The lines of the plan, and those of the operators that ran."""
    lines = shell.ok("EXPLAIN ANALYZE " + query).splitlines()
    assert re.fullmatch(rf"Whole statement: {TIME}", lines[-1])
    cut = lines.index("Operators that ran")
    return lines[:cut], lines[cut + 1 : -1]


def rows_of(lines, start):
    """What the operator whose line begins so has handed on."""
    line = next(line for line in lines if line.strip().startswith(start))
    return int(re.search(rf"\(estimated rows: \d+, rows: (\d+)(?:, time: {TIME})?\)$", line)[1])


def test_scan_and_filter(tables):
    plan, ran = plan_of(tables, "SELECT v FROM fact WHERE ds = 'd1' AND v < 101;")
    assert rows_of(plan, "Filter") == 25 and rows_of(plan, "Project") == 25
    assert "partitions read: 1 of 4" in plan[-1]
    assert all(re.search(rf"\(rows: \d+, time: {TIME}\)$", line) for line in ran)
    assert any(line.strip().startswith("read default_project.fact") for line in ran)


@pytest.mark.parametrize("kind", ["TIMESTAMP", "TIMESTAMP_NTZ"])
def test_times_are_compared_while_files_are_read(shell, kind):
    """The bounds of a file's row groups are asked only about a constant in the files' own form."""
    shell.ok(
        f"CREATE TABLE moments (t {kind});"
        f"INSERT INTO moments VALUES ({kind}'0001-01-01 00:00:00'), ({kind}'9999-12-31 00:00:00');"
    )
    _, ran = plan_of(shell, f"SELECT count(*) FROM moments WHERE t < {kind}'2026-01-01 00:00:00';")
    read = next(line for line in ran if "read default_project.moments" in line)
    assert "[t<" in read and "(rows: 1," in read


def test_groups_and_order(tables):
    plan, _ = plan_of(tables, "SELECT k, count(*) c FROM fact WHERE ds > 'd1' GROUP BY k ORDER BY c LIMIT 3;")
    assert rows_of(plan, "Limit") == 3
    assert rows_of(plan, "Aggregate") == 10


def test_join(tables):
    plan, ran = plan_of(tables, "SELECT name, v FROM fact f JOIN dim d ON f.k = d.k WHERE ds > '';")
    assert rows_of(plan, "Filter") == 300
    assert rows_of(plan, "Scan default_project.dim") == 3
    assert any("hash join inner" in line and "k#" in line for line in ran)


def test_join_of_a_table_with_itself(tables):
    """Two scans of one table are told apart by their places, or not at all."""
    plan, _ = plan_of(tables, "SELECT count(*) FROM dim a JOIN dim b ON a.k = b.k WHERE b.name > 'a';")
    assert rows_of(plan, "Aggregate") == 1 and rows_of(plan, "Join") == 2


def test_left_join(tables):
    plan, _ = plan_of(tables, "SELECT d.name, f.v FROM dim d LEFT JOIN fact f ON f.v = d.k AND f.ds > '';")
    assert rows_of(plan, "Project") == 3


def test_union(tables):
    plan, _ = plan_of(tables, "SELECT k FROM dim UNION ALL SELECT k FROM dim WHERE k > 1;")
    assert rows_of(plan, "Union all") == 5


def test_shared_definition(tables):
    plan, _ = plan_of(
        tables,
        "WITH q AS (SELECT k, count(*) c FROM fact WHERE ds > '' GROUP BY k) "
        "SELECT a.k FROM q a JOIN q b ON a.k = b.k;",
    )
    assert rows_of(plan, "With") == 10 and rows_of(plan, "Aggregate") == 10


def test_window(tables):
    plan, _ = plan_of(tables, "SELECT k, row_number() OVER (PARTITION BY name ORDER BY k) r FROM dim;")
    assert rows_of(plan, "Project") == 3


def test_insert_writes(tables):
    plan, ran = plan_of(tables, "INSERT INTO TABLE dim SELECT k + 10, name FROM dim;")
    assert plan[0] == "Insert into default_project.dim" and rows_of(plan, "Project") == 3
    assert "copy to file" in ran[0]
    assert tables.rows("SELECT count(*) FROM dim;") == [["6"]]


def test_each_branch_of_a_multi_insert(tables):
    tables.ok("CREATE TABLE low LIKE dim; CREATE TABLE high LIKE dim;")
    out = tables.ok(
        "EXPLAIN ANALYZE FROM dim INSERT INTO TABLE low SELECT k, name WHERE k < 2 "
        "INSERT OVERWRITE TABLE high SELECT k, name WHERE k > 1;"
    )
    assert out.count("Operators that ran") == 2
    assert "Insert into default_project.low" in out
    assert "Insert overwrite default_project.high" in out
    assert tables.rows("SELECT (SELECT count(*) FROM low), (SELECT count(*) FROM high);") == [["1", "2"]]


def test_create_table_as(tables):
    plan, _ = plan_of(tables, "CREATE TABLE copied AS SELECT name FROM dim;")
    assert plan[0] == "Create table default_project.copied"
    assert tables.rows("SELECT count(*) FROM copied;") == [["3"]]
    again = tables.ok("EXPLAIN ANALYZE CREATE TABLE IF NOT EXISTS copied AS SELECT name FROM dim;")
    assert again.startswith("Nothing ran: the table is there already.\n")


def test_a_failing_insert_changes_nothing(tables):
    failed = tables.sql(
        "SET odps.function.strictmode=true; EXPLAIN ANALYZE INSERT INTO TABLE dim SELECT 1 DIV (k - 2), name FROM dim;"
    )
    assert failed.returncode == 1 and "ODPS-0121145" in failed.stderr
    assert tables.rows("SELECT count(*) FROM dim;") == [["3"]]


def test_a_profile_does_not_stay_on(tables):
    out = tables.ok("EXPLAIN ANALYZE SELECT k FROM dim; SELECT max(k) AS m FROM dim;", "--format", "tsv")
    assert out.endswith("m\n3\n")


def test_what_runs_no_plan(tables):
    failed = tables.sql("EXPLAIN ANALYZE CREATE VIEW seen AS SELECT k FROM dim;")
    assert failed.returncode == 1
    assert "ODPS-0121125:[1,17]" in failed.stderr and "hint: EXPLAIN ANALYZE takes" in failed.stderr
