"""\\dt, \\peek, charts of whole tables and of series, and the zone of all times that are shown."""

import datetime
import re

from test_data_commands import answer, bars, shown, width
from test_data_commands import fixture_prompt, fixture_sold  # noqa: F401  pylint: disable=unused-import


def test_dt_has_rows_sizes_partitions_and_comments(sold, prompt):
    sold.ok(
        "CREATE TABLE empty (a BIGINT); SET odps.sql.allow.fullscan=true; CREATE TABLE whole AS SELECT city FROM sold;",
        "--project",
        "demo",
    )
    child = prompt()
    lines = answer(child, "\\dt")
    cells = {
        line.split("|")[1].strip(): [cell.strip() for cell in line.split("|")[2:-1]]
        for line in lines
        if line.startswith("| ") and "name" not in line
    }
    kind, rows, size, partitions, _, comment = cells["sold"]
    assert [kind, rows, partitions, comment] == ["table", "4", "2", "what was sold"] and size.endswith("B")
    assert cells["empty"][:4] == ["table", "0", "0 B", ""]
    assert cells["whole"][1] == "4" and cells["whole"][3] == ""
    assert cells["dear"][:4] == ["view", "", "", ""]
    assert any(line.startswith("3 tables, 1 view, 8 rows, ") for line in lines)
    for columns in (60, 40):
        narrow = answer(prompt(columns=columns), "\\dt")
        assert all(width(line) <= columns for line in narrow), narrow
        assert any("sold" in line and " 4 " in line for line in narrow)
        assert any(line.startswith("without ") for line in narrow)


def test_peek_tells_what_a_file_holds(shell, prompt, tmp_path):
    (tmp_path / "trips.csv").write_text(
        "city,day,km,code\n北京,2026-01-02,1.5,007\n上海,2026-01-03,,010\n", encoding="utf-8"
    )
    (tmp_path / "bare file.csv").write_text("1;a\n2;b\n")
    (tmp_path / "t.parquet").write_bytes(b"PAR1....PAR1")
    (tmp_path / "t.jsonl").write_text('{"a": 1}\n')
    (tmp_path / "empty.csv").write_text("")
    child = prompt(cwd=tmp_path)
    lines = answer(child, "\\peek trips.csv")
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| ")]
    assert cells == [
        ["column", "type", "row 1", "row 2"],
        ["city", "STRING", "北京", "上海"],
        ["day", "DATE", "2026-01-02", "2026-01-03"],
        ["km", "DOUBLE", "1.5", "NULL"],
        ["code", "STRING", "007", "010"],
    ]
    assert "4 columns, 2 records" in lines[0]
    text = " ".join(shown(child, "\\peek 'bare file.csv';").split())
    assert "2 columns separated by semicolons, 2 records" in text and "BIGINT" in text
    assert "TUNNEL UPLOAD -create -h false 'bare file.csv' t;" in text
    # What the hint says, works, and makes the same types.
    answer(child, "TUNNEL UPLOAD -create 'trips.csv' trips;")
    assert "DATE" in shown(child, "\\d trips")
    answer(child, "TUNNEL UPLOAD -create -h false 'bare file.csv' bare;")
    assert "2" in shown(child, "SELECT COUNT(*) FROM bare;")
    for file, problem in (
        ("t.parquet", "is Parquet"),
        ("t.jsonl", "is JSON"),
        ("empty.csv", "is empty"),
        ("none.csv", "FAILED"),
        ("", "needs a file"),
    ):
        assert problem in " ".join(shown(child, "\\peek " + file).split())
    assert "\\peek 'trips.csv' shows it" in " ".join(shown(child, "SELECT * FROM 'trips.csv';").split())
    assert all(width(line) <= 50 for line in answer(prompt(columns=50, cwd=tmp_path), "\\peek trips.csv"))


def test_peek_reads_the_beginning_of_a_large_file(prompt, tmp_path):
    (tmp_path / "long.csv").write_text("n\n" + "7\n" * 10_000 + "late\n")
    lines = answer(prompt(cwd=tmp_path), "\\peek long.csv")
    assert "types by the first 10,000 records" in lines[0]
    assert any("BIGINT" in line for line in lines)


# \chart


def test_a_histogram_of_a_table_is_counted_by_the_engine(shell, prompt, tmp_path):
    # More rows than a result keeps, and all of them in the chart.
    shell.ok(
        "CREATE TABLE many AS SELECT CAST(n % 8 AS DOUBLE) AS v, 'k' AS k FROM "
        "(SELECT EXPLODE(SEQUENCE(1, 8000)) AS n) s;"
        "INSERT INTO many VALUES (NULL, 'k'), (CAST('inf' AS DOUBLE), 'k'), (CAST('nan' AS DOUBLE), 'k');",
        "--project",
        "demo",
    )
    child = prompt(cwd=tmp_path)
    answer(child, "SET paisql.last.rows=100;")
    for line in ("\\chart hist v from many", "\\chart hist from many", "\\chart hist v from many where v > -1;"):
        lines = answer(child, line)
        assert sum(int(one.split()[-1].replace(",", "")) for one in bars(lines)) == 8000, lines
        assert "8,000 values are counted" in lines[-1]
    assert "wrote h.svg" in shown(child, "\\chart hist v from many where v > 2 > h.svg")
    assert "rows by v" in (tmp_path / "h.svg").read_text(encoding="utf-8")
    answer(child, "SET paisql.pager=off;")
    answer(child, "SELECT v FROM many;")
    assert "8,000 values are counted" in shown(child, "\\chart hist v")
    # Once more: the counts have not become the last result.
    assert "8,000 values are counted" in shown(child, "\\chart hist v")
    assert "was not kept" in " ".join(shown(child, "\\chart bar v").split())
    answer(child, "SELECT 41 AS kept;")
    shown(child, "\\chart hist v from many")
    assert "42" in shown(child, "SELECT kept + 1 FROM _;")
    small = bars(answer(child, "\\chart hist v from many where v > 6"))
    assert len(small) == 1 and small[0].split()[-1] in ("1000", "1,000")
    for line, problem in (
        ("hist k from many", "column k is STRING"),
        ("hist w from many", "no column w"),
        ("hist v from nowhere", "ODPS-0130131"),
        ("hist v from many where v > 99", "no finite value"),
    ):
        assert problem in " ".join(shown(child, "\\chart " + line).split()), line


def test_by_draws_a_line_for_each_value(prompt, tmp_path):
    child = prompt(cwd=tmp_path)
    answer(
        child,
        "SELECT m, 'JFK' AS o, m AS n FROM (SELECT EXPLODE(SEQUENCE(1, 12)) AS m) a UNION ALL "
        "SELECT m, 'LGA' AS o, 3 * m AS n FROM (SELECT EXPLODE(SEQUENCE(1, 12)) AS m) b;",
    )
    lines = answer(child, "\\chart line m n by o")
    assert lines[0] == "n by m and o" and set(lines[-1].split()[1::2]) == {"JFK", "LGA"}
    assert any("*" in line for line in lines) and any("+" in line for line in lines[:-2])
    assert "wrote c.svg" in shown(child, "\\chart line m n by o > c.svg")
    svg = (tmp_path / "c.svg").read_text(encoding="utf-8")
    assert svg.count("<path") == 2 and ">JFK</text>" in svg
    assert "bars have no series" in shown(child, "\\chart bar m n by o")
    assert "no column q" in shown(child, "\\chart line m n by q")


# Times


def in_zone(child, zone, line, part):
    """Hours by which the first time in what the line answers is ahead of now in UTC."""
    answer(child, f"SET odps.sql.timezone={zone};")
    found = [re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", one) for one in answer(child, line) if part in one]
    assert found and found[0], line
    told = datetime.datetime.fromisoformat(found[0].group())
    now = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)
    return round((told - now).total_seconds() / 3600)


# The rule of docs/output.md: whatever tells people a time tells it in the session's zone.
TIMES = [
    ("\\watch 0.1 1", "Ctrl-C ends it"),
    ("\\dt", "| sold"),
    ("\\d sold", "Changed"),
    ("\\d sold", "Newest"),
    ("DESC sold;", "CreateTime"),
    ("DESC sold;", "LastDDLTime"),
    ("DESC sold;", "LastModifiedTime"),
    ("DESC sold PARTITION (ds='20260101');", "CreateTime"),
    ("DESC sold PARTITION (ds='20260101');", "LastModifiedTime"),
    ("DESC PROJECT demo;", "CreatedTime"),
    ("LIST RESOURCES;", "one.txt"),
    ("DESC RESOURCE one.txt;", "CreatedTime"),
    ("DESC RESOURCE one.txt;", "LastModifiedTime"),
    ("SHOW P;", "PAI"),
    ("SHOW JOBS;", "zoned"),
    ("DESC INSTANCE zoned;", "StartTime"),
    ("DESC INSTANCE zoned;", "EndTime"),
    ("SHOW BUCKETS;", "crate"),
    ("OSS LS oss://crate/;", "one.txt"),
    ("OSS STAT oss://crate/one.txt;", "Last-Modified"),
    ("SHOW ROLES;", "reader"),
    ("SELECT GETDATE() AS now;", "20"),
]


def test_all_times_are_in_the_sessions_zone(sold, prompt, tmp_path):
    (tmp_path / "one.txt").write_text("1")
    (tmp_path / "one.py").write_text("print(1)\n")
    child = prompt("--format", "table", columns=200, cwd=tmp_path, TZ="Europe/Moscow")
    for line in (
        "ADD FILE one.txt;",
        "CREATE BUCKET crate;",
        "OSS CP one.txt oss://crate/one.txt;",
        "CREATE ROLE reader;",
        "PAI -name tensorflow1120_ext -DjobName=zoned -Dscript=file://one.py;",
        "SELECT 1;",
    ):
        answer(child, line)
    wrong = [
        (line, part, zone)
        for zone, hours in (("Asia/Tokyo", 9), ("America/Phoenix", -7))
        for line, part in TIMES
        if in_zone(child, zone, line, part) != hours
    ]
    assert not wrong
