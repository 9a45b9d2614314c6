"""The catalog of a petabyte: 10,000 tables of 1,000 partitions of one file of 100 MB. A home's catalog.sqlite is filled
with the rows of such files, which are nowhere on the disk; statements that look at few of them are measured against the
same in a home of one such table. docs/scale.md has the numbers.

usage: tests/bench/scale_measures.py PAISQL FOLDER [TABLES [PARTITIONS [TABLES_WITH_SUMS]]]
"""

import os
import re
import sqlite3
import statistics
import subprocess
import sys
import time

FILE_BYTES = 100_000_000
BLOCK_BYTES, SUM_BYTES = 65536, 8
ROWS = 1_000_000
NOW_MS = 1_767_225_600_000
ROUNDS = 5
RULES = os.path.join(os.path.dirname(__file__), "..", "..", "src", "store", "upkeep", "verify_catalog.cpp")

# {table} is a table of which nothing has been asked yet, {part} one of its partitions, which has a file on the disk.
STATEMENTS = (
    ("open the home and end (`SET a=b;`)", "SET a=b;"),
    ("`DESC` of a table", "DESC {table};"),
    ("`DESC` of a partition", "DESC {table} PARTITION (ds='{part}');"),
    ("`SHOW PARTITIONS`", "SHOW PARTITIONS {table};"),
    ("a query of 1 partition of the table", "SELECT SUM(k) FROM {table} WHERE ds='{part}';"),
    ("a commit of 1 file", "INSERT INTO {table} PARTITION (ds='{part}') VALUES (1, 'x');"),
    (
        "a commit of a file in each partition",
        "INSERT INTO {table} PARTITION (ds) SELECT id, 'x', CONCAT('d', LPAD(CAST(id AS STRING), 4, '0')) "
        "FROM (SELECT EXPLODE(SEQUENCE(0, {last})) AS id) t;",
    ),
    ("`DROP TABLE … PURGE`, and the sweep of its files", "DROP TABLE {table} PURGE;"),
)


class Home:
    """A home of `tables` tables t00000, t00001, …, each with partitions d0000, d0001, …"""

    def __init__(self, paisql, path, tables, partitions):
        self._paisql, self.path, self.tables, self.partitions = paisql, path, tables, partitions

    def command(self, text):
        return [self._paisql, "--home", self.path, "--project", "big", "--format", "tsv", "--no-header", "-e", text]

    def run(self, text):
        """Seconds of a whole process."""
        return timed(self.command(text))

    def size(self):
        return os.path.getsize(os.path.join(self.path, "catalog.sqlite"))

    def fill(self, with_sums):
        """The first table is made by the program and is the model of the others. The last `with_sums` tables have the
        checksums that files of their size have; the others are as files from before the checksums."""
        self.run("CREATE TABLE t00000 (k BIGINT, s STRING) PARTITIONED BY (ds STRING);")
        database = sqlite3.connect(os.path.join(self.path, "catalog.sqlite"))
        database.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; PRAGMA foreign_keys = OFF;")
        with database:
            first = database.execute("SELECT id FROM tables WHERE name = 't00000'").fetchone()[0]
            database.execute("CREATE TEMP TABLE n AS WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c "
                             "WHERE i + 1 < %d) SELECT i FROM c" % max(self.tables, self.partitions))  # fmt: skip
            database.execute("UPDATE tables SET files_version = 1")
            self._copy(database, "tables", "id = %d" % first, {"id": "id + n.i", "name": "printf('t%05d', n.i)"})
            self._copy(
                database, "columns", "table_id = %d" % first, {"id": "id + 100 * n.i", "table_id": "table_id + n.i"}
            )
            database.execute(
                "INSERT INTO partitions (table_id, key, created_ms, last_modified_ms, files_version) "
                "SELECT ? + t.i, printf('d%04d', p.i), ?, ?, 1 FROM n AS t CROSS JOIN n AS p "
                "WHERE t.i < ? AND p.i < ? ORDER BY t.i, p.i",
                (first, NOW_MS, NOW_MS, self.tables, self.partitions),
            )
            sums = (FILE_BYTES + BLOCK_BYTES - 1) // BLOCK_BYTES * SUM_BYTES
            database.execute(
                "INSERT INTO data_files (table_id, partition_id, path, rows, bytes, schema_version, added_at, added_ms, "
                "block_sums) SELECT table_id, id, printf('warehouse/big/t%05d/ds=%s/17a2bc7700bef2020833ad5879713f89-"
                "%016x.parquet', table_id - ?1, key, id), ?2, ?3, 1, 1, ?4, "
                "CASE WHEN table_id - ?1 >= ?5 THEN randomblob(?6) END FROM partitions ORDER BY table_id, key",
                (first, ROWS, FILE_BYTES, NOW_MS, self.tables - with_sums, sums),
            )
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()

    def _copy(self, database, table, condition, changed):
        names = [row[1] for row in database.execute("PRAGMA table_info(%s)" % table)]
        database.execute(
            "INSERT INTO %s SELECT %s FROM %s CROSS JOIN n WHERE %s AND n.i BETWEEN 1 AND %d"
            % (table, ", ".join(changed.get(name, name) for name in names), table, condition, self.tables - 1)
        )


def timed(command):
    start = time.perf_counter()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("%s ended with %d:\n%s" % (command, done.returncode, done.stderr[-2000:]))
    return time.perf_counter() - start


def measure_statements(big, small, add):
    """Median of runs in turns; each round asks for tables of which nothing is in memory."""
    seconds = {what: ([], []) for what, _ in STATEMENTS}
    for turn in range(ROUNDS):
        for side, home in enumerate((big, small)):
            # A partition has one file on the disk in place of the one that is not: it is what the query reads.
            table, part = "t%05d" % (turn * (home.tables // (2 * ROUNDS)) + turn), "d%04d" % (home.partitions // 2)
            home.run("INSERT OVERWRITE TABLE %s PARTITION (ds='%s') VALUES (1, 'x');" % (table, part))
            for what, text in STATEMENTS:
                statement = text.format(table=table, part=part, last=home.partitions - 1)
                seconds[what][side].append(home.run(statement))
    for what, (ours, theirs) in seconds.items():
        add(what, statistics.median(ours), statistics.median(theirs), "a home of %d such tables" % small.tables, "-")


def rules():
    """The questions of `paisql verify` to the catalog: the strings of each Rule{text, sql}."""
    with open(RULES, encoding="utf-8") as source:
        found = re.findall(r'Rule\{"[^"]*",((?:\s*"(?:[^"\\]|\\.)*")+)\}', source.read())
    return ["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)) for literals in found]


def measure_verify(home, add):
    database = sqlite3.connect(os.path.join(home.path, "catalog.sqlite"))
    for what, questions in (
        ("SQLite's own check", ["PRAGMA integrity_check(100)"]),
        ("references", ["PRAGMA foreign_key_check"]),
        ("the catalog's rules", rules()),
    ):
        start = time.perf_counter()
        for question in questions:
            if database.execute(question).fetchmany(2) not in ([], [("ok",)]):
                sys.exit("the catalog breaks a rule: " + question)
        add("`paisql verify`: " + what, time.perf_counter() - start, None, "", "-")


def measure_sweep_after_a_kill(home, add, tables=20):
    """A session that was killed leaves files that nobody lists, so the next sweep looks at each file of the home."""
    database = sqlite3.connect(os.path.join(home.path, "catalog.sqlite"))
    last = home.tables * home.partitions
    paths = database.execute(
        "SELECT path FROM data_files WHERE id > ? AND id <= ? AND removed_at IS NULL", (last - tables * home.partitions, last)
    ).fetchall()  # fmt: skip
    database.close()
    for (path,) in paths:
        os.makedirs(os.path.dirname(os.path.join(home.path, path)), exist_ok=True)
        with open(os.path.join(home.path, path), "w", encoding="utf-8"):
            pass
    statement = "INSERT INTO t%05d PARTITION (ds='d0000') VALUES (1, 'x');" % (home.tables // 2 + 1)
    usual = statistics.median(home.run(statement) for _ in range(ROUNDS))
    killed = subprocess.Popen(
        home.command("")[:-2], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    killed.stdin.write(statement + "\nSELECT 'written';\n")
    killed.stdin.flush()
    while "written" not in killed.stdout.readline():
        pass
    killed.kill()
    killed.wait()
    what = "a commit of 1 file after a session was killed, %s files on the disk" % f"{len(paths):,}"
    add(what, home.run(statement), usual, "no session was killed", "-")


def measure(paisql, folder, add, note, tables=10_000, partitions=1_000, with_sums=100):
    homes = []
    for name, count, sums in (("small", ROUNDS * 2, 0), ("big", tables, with_sums)):
        home = Home(paisql, os.path.join(folder, name), count, partitions)
        start = time.perf_counter()
        home.fill(sums)
        files = count * partitions
        note(
            "The catalog of %s files (%d tables of %d partitions, %d of them with checksums) has %.2f GB, "
            "and was filled in %.0f s."
            % (f"{files:,}", count, partitions, sums, home.size() / 1e9, time.perf_counter() - start)
        )
        homes.append(home)
    small, big = homes
    measure_statements(big, small, add)
    add("`SHOW TABLES` of %s tables" % f"{tables:,}", big.run("SHOW TABLES;"), small.run("SHOW TABLES;"), "of 10", "-")
    last = "t%05d" % (tables - 1)
    if with_sums:
        add("`DESC` of a table whose files have checksums", big.run("DESC %s;" % last), None, "", "-")
    measure_sweep_after_a_kill(big, add, min(20, tables // 4))
    measure_verify(big, add)


def main():
    def add(what, ours, reference, name, budget):
        other = "%.1f ms (%s)" % (reference * 1000, name) if reference else "-"
        print("| %s | %.1f ms | %s |" % (what, ours * 1000, other), flush=True)

    paisql, folder = sys.argv[1:3]
    measure(paisql, folder, add, print, *(int(number) for number in sys.argv[3:]))


if __name__ == "__main__":
    main()
