"""Statements that take milliseconds, an upload, and statements of many parts: what scripts/bench asks of them."""

import csv
import itertools
import json
import os
import statistics
import tempfile

import tpch

STATEMENTS = (
    ("`SELECT 1`", "SELECT 1", "SELECT 1"),
    (
        "GROUP BY over two VALUES",
        "SELECT a, count(*) FROM VALUES (1), (2) t(a) GROUP BY a",
        "SELECT a, count(*) FROM (VALUES (1), (2)) t(a) GROUP BY a",
    ),
    (
        "join of two small tables",
        "SELECT s.a, t.b FROM small_s s JOIN small_t t ON s.a = t.a",
        "SELECT s.a, t.b FROM small_s s JOIN small_t t ON s.a = t.a",
    ),
)


def small(talk_ours, talk_raw, repeats, add):
    """Warm statements, both sides in turns."""
    for what, ours, raw in STATEMENTS:
        talk_ours.ask(ours), talk_raw.ask(raw)
        pairs = [(talk_ours.ask(ours)[0], talk_raw.ask(raw)[0]) for _ in range(repeats)]
        add(f"{what}, warm", *(statistics.median(side) for side in zip(*pairs)), "raw DuckDB", "-")


def write_records(path, rows):
    """A CSV file of 19 columns as public data sets have them: numbers, short texts, times."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        for i in range(rows):
            out.writerow(
                [
                    2013,
                    i % 12 + 1,
                    i % 28 + 1,
                    500 + i % 1900,
                    515 + i % 1900,
                    i % 97 - 20,
                    800 + i % 1500,
                    819 + i % 1500,
                    i % 130 - 40,
                    ("UA", "AA", "B6", "DL")[i % 4],
                    i % 8500,
                    f"N{10000 + i * 7919 % 80000}",
                    ("EWR", "LGA", "JFK")[i % 3],
                    ("IAH", "MIA", "BQN", "ATL", "ORD")[i % 5],
                    227 + i % 300,
                    1400 + i % 3000,
                    5 + i % 19,
                    i % 60,
                    f"2013-{i % 12 + 1:02d}-{i % 28 + 1:02d} {i % 24:02d}:00:00",
                ]
            )


UPLOAD_COLUMNS = ("BIGINT",) * 9 + ("STRING", "BIGINT", "STRING", "STRING", "STRING") + ("BIGINT",) * 4 + ("DATETIME",)


def upload(sql, run, raw, folder, rows, repeats, add):
    """TUNNEL UPLOAD against reading the same file and writing it by COPY; of both, the time without the start."""
    path, target = os.path.join(folder, "records.csv"), os.path.join(folder, "records.parquet")
    write_records(path, rows)
    columns = ", ".join(f"c{i} {kind}" for i, kind in enumerate(UPLOAD_COLUMNS))
    run(sql(f"CREATE TABLE uploaded ({columns});"))
    types = ", ".join(
        f"'c{i}': '{kind.replace('STRING', 'VARCHAR').replace('DATETIME', 'TIMESTAMP')}'"
        for i, kind in enumerate(UPLOAD_COLUMNS)
    )
    copy = (
        f"COPY (SELECT * FROM read_csv('{path}', columns = {{{types}}}, header = false)) TO '{target}' (FORMAT parquet)"
    )

    def once():
        empty_ours, empty_raw = run(sql("SELECT 1;"))[0], run(raw("SELECT 1"))[0]
        ours = run(sql(f"TRUNCATE TABLE uploaded; TUNNEL UPLOAD '{path}' uploaded;"))[0]
        return ours - empty_ours, run(raw(copy))[0] - empty_raw

    def back():
        empty_ours, empty_raw = run(sql("SELECT 1;"))[0], run(raw("SELECT 1"))[0]
        ours = run(sql(f"TUNNEL DOWNLOAD -f uploaded '{path}.ours';"))[0]
        text = f"COPY (SELECT * FROM read_parquet('{target}')) TO '{path}.raw' (FORMAT csv, HEADER false)"
        return ours - empty_ours, run(raw(text))[0] - empty_raw

    once()
    pairs = [once() for _ in range(repeats)]
    add(
        f"TUNNEL UPLOAD of {rows:,} rows of 19 columns",
        *(statistics.median(side) for side in zip(*pairs)),
        "raw `COPY` of the file",
        "1.3 x",
    )
    back()
    pairs = [back() for _ in range(repeats)]
    add(
        f"TUNNEL DOWNLOAD of {rows:,} rows of 19 columns",
        *(statistics.median(side) for side in zip(*pairs)),
        "raw `COPY` into a file",
        "1.3 x",
    )
    run(sql("DROP TABLE uploaded;"))


def listed(count, item, separator=", "):
    return separator.join(item(i) for i in range(count))


# Name, a number of parts, the statement of so many parts.
GROWING = (
    (
        "GROUP BY of {} expressions",
        5000,
        lambda n: "SELECT count(*) FROM VALUES (1) t(a) GROUP BY " + listed(n, "a + {}".format),
    ),
    ("{} aggregates", 5000, lambda n: "SELECT " + listed(n, "sum(a + {})".format) + " FROM VALUES (1) t(a)"),
    (
        "WITH of {} definitions, one read",
        4000,
        lambda n: "WITH " + listed(n, "c{0} AS (SELECT {0} AS a)".format) + " SELECT a FROM c0",
    ),
    ("IN of {} numbers", 100_000, lambda n: "SELECT count(*) FROM VALUES (1) t(a) WHERE a IN (" + listed(n, str) + ")"),
    (
        "VALUES of {} rows",
        100_000,
        lambda n: "SELECT count(*) FROM VALUES " + listed(n, "({0}, 'v{0}')".format) + " t(a, b)",
    ),
)


def growth(talk, repeats, add):
    """A statement against the same one of half the parts: 2 x is linear."""
    for name, parts, statement in GROWING:
        half, whole = statement(parts // 2), statement(parts)
        talk.ask(half)
        pairs = [(talk.ask(whole)[0], talk.ask(half)[0]) for _ in range(repeats)]
        add(
            name.format(f"{parts:,}"),
            *(statistics.median(side) for side in zip(*pairs)),
            "half of it",
            "2.2 x (linear)",
        )


def sets(talk_ours, talk_raw, repeats, add):
    """CUBE of 9 columns, 512 grouping sets."""
    columns = [f"c{i}" for i in range(9)]
    keys = ", ".join(columns)
    talk_raw.ask(
        "CREATE TABLE cubed AS SELECT "
        + ", ".join(f"concat('k', i % {n + 2}) AS c{n}" for n in range(9))
        + " FROM range(1000) t(i)"
    )
    ours = f"SELECT count(*) FROM (SELECT {keys}, count(*) AS n FROM cubed GROUP BY CUBE({keys})) t"
    pairs = [(talk_ours.ask(ours), talk_raw.ask(ours)) for _ in range(repeats)]
    if pairs[0][0][1] != pairs[0][1][1]:
        raise SystemExit("CUBE: the answers differ")
    add(
        "CUBE of 9 columns",
        *(statistics.median(side[0] for side in sides) for sides in zip(*pairs)),
        "raw DuckDB",
        "1 x",
    )


def cube_script():
    """The statements that make the table of the cube."""
    values = ", ".join("(" + ", ".join(f"'k{i % (n + 2)}'" for n in range(9)) + ")" for i in range(1000))
    columns = ", ".join(f"c{n} STRING" for n in range(9))
    return f"CREATE TABLE cubed ({columns}); INSERT INTO cubed VALUES {values};"


def services(run, paisql, labels, repeats, add):
    """`eas create` of a file with so many labels against one of half of them: 2 x is linear."""
    model = os.path.join(os.path.dirname(__file__), "..", "data", "models", "linear")
    with tempfile.TemporaryDirectory(prefix="paisql-bench-eas-") as folder:
        homes = itertools.count()

        def create(count):
            path = os.path.join(folder, "service.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(
                    {
                        "name": "bench",
                        "model_path": os.path.abspath(model),
                        "processor": "tensorflow_cpu_1.15",
                        "metadata": {"instance": 0},
                        "labels": {f"k{i}": f"v{i}" for i in range(count)},
                    },
                    file,
                )
            return run([str(paisql), "--home", os.path.join(folder, f"home{next(homes)}"), "eas", "create", path])[0]

        pairs = [(create(labels), create(labels // 2)) for _ in range(repeats)]
    add(
        f"`eas create` of a service with {labels:,} labels",
        *(statistics.median(side) for side in zip(*pairs)),
        "half of it",
        "2.2 x (linear)",
    )


def measure(bench, run, home, paisql, raw_binary):
    """All of it."""
    run(
        bench.sql(
            "CREATE TABLE small_s (a BIGINT); CREATE TABLE small_t (a BIGINT, b STRING);"
            "INSERT INTO small_s VALUES (1), (2), (3); INSERT INTO small_t VALUES (1, 'x'), (3, 'y');" + cube_script()
        )
    )
    ours = tpch.talk_to_paisql(paisql, home, "bench", tpch.SETTINGS)
    raw = tpch.Conversation([str(raw_binary), "-"], "")
    for view in tpch.raw_views(home, "bench"):
        if "small_" in view:
            raw.tell(view)
    small(ours, raw, 200, bench.add)
    growth(ours, 5, bench.add)
    sets(ours, raw, 5, bench.add)
    services(run, paisql, 64_000, 3, bench.add)
    ours.close()
    raw.close()
    upload(bench.sql, run, bench.raw, home, 336_776, 5, bench.add)
    upload(bench.sql, run, bench.raw, home, 5_400_000, 3, bench.add)  # 500 MB: several blocks
