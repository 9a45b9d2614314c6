"""Changes of rows, clones, small files and scripts: what scripts/bench asks of statements that change a table."""

import os
import sqlite3
import statistics
from contextlib import closing

KEYS = 10_000_000


def _median(take, repeats=3):
    return statistics.median(take() for _ in range(repeats))


def _fill(bench, run, rows):
    """A table whose keys lie in the order of its files, and sources of 1 % of its keys: side by side, and everywhere."""
    run(
        bench.sql(
            "CREATE TABLE changed (k BIGINT NOT NULL, v BIGINT, x DOUBLE, s STRING) "
            'TBLPROPERTIES ("transactional"="true");'
            "CREATE TABLE near_keys (k BIGINT, v BIGINT); CREATE TABLE far_keys (k BIGINT, v BIGINT);"
        )
    )
    step = rows // 20
    for begin in range(0, rows, step):
        numbers = f"SELECT {begin} + CAST(id AS BIGINT) AS k FROM (SELECT sequence(0, {step - 1}) AS ids) a LATERAL VIEW explode(ids) e AS id"
        run(
            bench.sql(
                "SET odps.sql.max.sequence.length=100000000;"
                f"INSERT INTO changed SELECT k, k % 1000, k / 7, concat('row ', k) FROM ({numbers}) n;"
            )
        )
    run(
        bench.sql(
            f"INSERT INTO near_keys SELECT k, 0 FROM changed WHERE k < {rows // 100};"
            "INSERT INTO far_keys SELECT k, 0 FROM changed WHERE k % 100 = 0;"
        )
    )


def _files(home, table):
    """Those that the table lists today: replaced ones lie beside them."""
    with closing(sqlite3.connect(f"file:{home}/catalog.sqlite?mode=ro", uri=True)) as catalog:
        found = catalog.execute(
            "SELECT f.path FROM data_files f JOIN tables t ON t.id = f.table_id WHERE t.name = ? "
            "AND f.removed_at IS NULL ORDER BY f.path",
            (table,),
        ).fetchall()
    return "[" + ", ".join(f"'{os.path.join(home, path)}'" for (path,) in found) + "]"


def _merge(bench, run, source, rows, budget):
    """MERGE of 1 % against writing the whole table again by raw DuckDB."""
    big, keys = _files(bench.home, "changed"), _files(bench.home, source)
    target = os.path.join(bench.home, "rewritten.parquet")
    rewrite = (
        f"COPY (SELECT c.k, coalesce(n.v, c.v) AS v, c.x, c.s FROM read_parquet({big}) c "
        f"LEFT JOIN read_parquet({keys}) n ON c.k = n.k) TO '{target}' (FORMAT parquet)"
    )
    merge = (
        f"MERGE INTO changed AS t USING {source} AS s ON t.k = s.k WHEN MATCHED THEN UPDATE SET t.v = s.v "
        "WHEN NOT MATCHED THEN INSERT VALUES (s.k, s.v, 0, '');"
    )
    ours = _median(lambda: run(bench.sql(merge))[0])
    raw = _median(lambda: run(bench.raw(rewrite))[0])
    where = "in few files" if source == "near_keys" else "everywhere"
    bench.add(f"MERGE of 1 % of {rows:,} rows that lie {where}", ours, raw, "raw DuckDB writes all rows again", budget)


def measure(bench, run, paisql, rows=KEYS):
    _fill(bench, run, rows)
    _merge(bench, run, "near_keys", rows, "0.5 x")
    empty = _median(lambda: run(bench.sql("SET a=b;"))[0])
    one = _median(lambda: run(bench.sql(f"UPDATE changed SET v = 1 WHERE k = {rows // 2};"))[0])
    bench.add(f"UPDATE of one row of {rows:,} by its key", one - empty, None, "", "100 ms")
    seconds = _median(lambda: run(bench.sql("CLONE TABLE changed TO cloned IF EXISTS OVERWRITE;"))[0])
    bench.add(f"CLONE of {rows:,} rows", seconds - empty, None, "", "1 s")
    _merge(bench, run, "far_keys", rows, "1.2 x")
    deletes(bench, run, rows)
    inserts(bench, run)
    script(bench, run, paisql)


def deletes(bench, run, rows):
    """A scan of the table after 5 % of its rows have gone, from everywhere, against the same rows in merged files."""
    run(bench.sql("CLONE TABLE changed TO thinned; CLONE TABLE changed TO merged;"))
    for table in ("thinned", "merged"):
        run(bench.sql(f"DELETE FROM {table} WHERE k % 20 = 3;"))
    run(bench.sql("ALTER TABLE merged COMPACT MAJOR;"))
    scan = "SELECT count(*), sum(v), max(x), max(length(s)) FROM {};"
    seconds = {"thinned": [], "merged": []}
    for _ in range(7):
        for table, taken in seconds.items():
            taken.append(run(bench.sql(scan.format(table)))[0])
    thinned, merged = (statistics.median(taken) for taken in seconds.values())
    title = f"a scan of {rows:,} rows after a DELETE of 5 %"
    bench.add(title, thinned, merged, "the same rows after COMPACT MAJOR", "1.15 x")


def inserts(bench, run, rows=1000):
    """A scan of what single-row INSERTs have written against one of the same rows in one file."""
    run(
        bench.sql(
            "CREATE TABLE one_by_one (k BIGINT, s STRING);"
            + "".join(f"INSERT INTO one_by_one VALUES ({i}, 'row {i}');" for i in range(rows))
            + "CREATE TABLE at_once AS SELECT * FROM one_by_one;"
        )
    )
    seconds = {
        table: _median(lambda table=table: run(bench.sql(f"SELECT count(*), max(s) FROM {table};"))[0], 7)
        for table in ("one_by_one", "at_once")
    }
    title = f"a scan after {rows:,} single-row INSERTs"
    bench.add(title, seconds["one_by_one"], seconds["at_once"], "the same rows in one file", "1.1 x")


def script(bench, run, paisql):
    """50 statements as one script against the same ones in one session."""
    lines = [f"INSERT INTO scripted SELECT k, {i} FROM near_keys WHERE k < {i};\n" for i in range(50)]
    run(bench.sql("CREATE TABLE scripted (k BIGINT, v BIGINT);"))
    path = os.path.join(bench.home, "fifty.sql")
    with open(path, "w", encoding="utf-8") as f:
        f.writelines(lines)
    command = [paisql, "--home", bench.home, "--project", "bench"]
    as_script = _median(lambda: run(command + ["-s", path])[0])
    one_by_one = _median(lambda: run(command + ["-f", path])[0])
    bench.add("a script of 50 statements", as_script, one_by_one, "the same one by one", "1.1 x")
    # All of them read one query: a variable of the script.
    common = (
        "SELECT a.k % 7 AS v, COUNT(DISTINCT a.k) AS n FROM near_keys a JOIN near_keys b ON a.k = b.k GROUP BY a.k % 7"
    )
    apart = os.path.join(bench.home, "apart.sql")
    with open(path, "w", encoding="utf-8") as f:
        f.write(f"@c := {common};\n")
        f.writelines(f"INSERT INTO scripted SELECT n, {i} FROM @c WHERE v = {i % 7};\n" for i in range(50))
    with open(apart, "w", encoding="utf-8") as f:
        f.writelines(f"INSERT INTO scripted SELECT n, {i} FROM ({common}) c WHERE v = {i % 7};\n" for i in range(50))
    as_script = _median(lambda: run(command + ["-s", path])[0])
    one_by_one = _median(lambda: run(command + ["-f", apart])[0])
    bench.add("the same with a query that all 50 read", as_script, one_by_one, "the query written 50 times", "0.5 x")
