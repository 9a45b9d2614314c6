"""Random queries over partitioned tables and over plain copies of them: pruning never changes rows.

The copies have no partitions, so nothing is pruned there. Everything runs in a few processes, with a
line between the answers of two queries.
"""

import os
import random
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PAISQL_BINARY", str(ROOT / "build" / "paisql"))
SEEDS = range(6)
QUERIES = 120
MARK = "== next =="

SETUP = """
SET odps.sql.allow.fullscan=true;
CREATE TABLE pt (n BIGINT, v STRING) PARTITIONED BY (ds STRING, h BIGINT);
CREATE TABLE qt (n BIGINT, v STRING) PARTITIONED BY (ds STRING, h BIGINT);
CREATE TABLE dim (k STRING, b BIGINT);
INSERT INTO TABLE dim VALUES ('d1', 1), ('d2', 2), (NULL, 3), ('zz', NULL), ('d3', 3);
INSERT INTO TABLE pt PARTITION (ds, h) SELECT x, concat('v', cast(x % 3 AS STRING)), concat('d', cast(x % 5 AS STRING)), x % 4
  FROM (SELECT 1) o LATERAL VIEW posexplode(split(repeat('a,', 59), ',')) p AS x, y;
INSERT INTO TABLE qt PARTITION (ds, h) SELECT if(x % 7 = 0, NULL, x), concat('v', cast(x % 4 AS STRING)), concat('d', cast(x % 6 AS STRING)), x % 3
  FROM (SELECT 1) o LATERAL VIEW posexplode(split(repeat('a,', 29), ',')) p AS x, y;
CREATE TABLE pc AS SELECT n, v, ds, h FROM pt;
CREATE TABLE qc AS SELECT n, v, ds, h FROM qt;
CREATE VIEW pt_view AS SELECT n, v, ds, h FROM pt WHERE h <> 3;
CREATE VIEW pc_view AS SELECT n, v, ds, h FROM pc WHERE h <> 3;
CREATE VIEW qt_view AS SELECT n, v, ds, h FROM qt WHERE ds > 'd0';
CREATE VIEW qc_view AS SELECT n, v, ds, h FROM qc WHERE ds > 'd0';
"""


class Generator:
    """Queries with {P} and {Q} for the two tables."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, *choices):
        return self.random.choice(choices)

    def day(self):
        return "'" + self.pick("d0", "d1", "d2", "d3", "d4", "d9") + "'"

    def subquery(self):
        return self.pick(
            "SELECT k FROM dim",
            "SELECT k FROM dim WHERE k IS NOT NULL",
            "SELECT ds FROM {Q} WHERE n > 20",
            "SELECT max(ds) FROM {Q}",
            "SELECT k FROM dim ORDER BY k DESC LIMIT 2",
            "SELECT k FROM dim WHERE b = 1",
            "SELECT ds FROM {Q} WHERE h = 1 GROUP BY ds HAVING count(*) > 3",
            "SELECT k FROM dim WHERE false",
        )

    def scalar(self):
        return self.pick(
            "(SELECT max(ds) FROM {Q})",
            "(SELECT min(k) FROM dim)",
            "(SELECT max(ds) FROM {Q} WHERE h = 0)",
            "(SELECT k FROM dim WHERE b = 2)",
            "(SELECT max(k) FROM dim WHERE false)",
        )

    def leaf(self, t):
        r = self.random
        return self.pick(
            f"{t}.ds = {self.day()}",
            f"{t}.ds <> {self.day()}",
            f"{t}.ds > {self.day()}",
            f"{t}.h = {r.randint(0, 4)}",
            f"{t}.ds IN ({self.day()}, {self.day()})",
            f"{t}.ds NOT IN ({self.day()}, {self.day()})",
            f"{t}.h BETWEEN {r.randint(0, 2)} AND {r.randint(1, 4)}",
            f"{t}.ds LIKE 'd{self.pick('%', '1%', '_')}'",
            f"{t}.ds IS NULL",
            f"{t}.ds IS NOT NULL",
            f"substr({t}.ds, 2) > '1'",
            f"concat({t}.ds, 'x') = 'd2x'",
            f"CAST({t}.h AS STRING) = '2'",
            f"CAST(substr({t}.ds, 2) AS BIGINT) = {t}.h",
            f"{t}.n > {r.randint(0, 50)}",
            f"{t}.v = 'v1'",
            f"{t}.h + 1 = {r.randint(1, 4)}",
            f"coalesce({t}.ds, 'd1') = 'd1'",
            f"CASE WHEN {t}.h = 1 THEN 'a' ELSE {t}.ds END = 'a'",
            f"{t}.ds = {self.scalar()}",
            f"{t}.ds > {self.scalar()}",
            f"{t}.ds IN ({self.subquery()})",
            f"{t}.ds NOT IN ({self.subquery()})",
            f"EXISTS (SELECT 1 FROM dim WHERE dim.k = {t}.ds)",
            f"NOT EXISTS (SELECT 1 FROM dim WHERE dim.b = {t}.h)",
            f"{t}.n = {t}.h",
            f"if({t}.h > 1, {t}.ds, 'd1') = 'd1'",
        )

    def condition(self, tables, depth=2):
        if depth == 0 or self.random.random() < 0.3:
            return self.leaf(self.pick(*tables))
        left, right = self.condition(tables, depth - 1), self.condition(tables, depth - 1)
        return self.pick(f"({left} AND {right})", f"({left} OR {right})", f"NOT ({left})", f"({left} AND {right})")

    def relation(self):
        """A FROM item with columns n, v, ds, h."""
        return self.pick(
            "{P}",
            "{P}",
            "{P}",
            "{P}_view",
            f"(SELECT n, v, ds, h FROM {{P}} x WHERE {self.condition(['x'], 1)})",
            "(SELECT max(n) AS n, min(v) AS v, ds, h FROM {P} GROUP BY ds, h)",
            "(SELECT n, v, concat('d', cast(h AS STRING)) AS ds, CAST(substr(ds, 2) AS BIGINT) AS h FROM {P})",
            "(SELECT n, v, ds, h FROM {P} UNION ALL SELECT n, v, ds, h FROM {Q})",
            "(SELECT n, v, ds, h FROM {P} UNION SELECT n, v, v AS ds, h FROM {Q})",
            "(SELECT ds, h, n, v FROM {P} MINUS SELECT ds, h, n, v FROM {Q} WHERE h = 1)",
            "(SELECT DISTINCT n, v, ds, h FROM {P})",
            "(SELECT n, v, ds, row_number() OVER (PARTITION BY ds ORDER BY n) AS h FROM {P})",
            "(SELECT count(*) AS n, max(v) AS v, ds, h FROM {P} GROUP BY ds, h GROUPING SETS ((ds, h), (ds)))",
            "(SELECT n, v, ds, h FROM {P} ORDER BY n LIMIT 17)",
        )

    def on(self):
        return self.pick(
            "a.ds = b.ds",
            "a.ds = b.ds AND a.h = b.h",
            "a.n = b.n",
            "a.ds = b.v",
            f"a.ds = b.ds AND {self.condition(['a', 'b'], 1)}",
            "concat('v', substr(a.ds, 2)) = b.v",
            f"a.h = b.h AND {self.leaf('b')}",
        )

    def query(self):
        kind = self.random.randrange(10)
        if kind < 3:
            return f"SELECT a.n, a.ds, a.h FROM {self.relation()} a WHERE {self.condition(['a'])}"
        if kind < 6:
            join = self.pick("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "LEFT JOIN", "RIGHT JOIN")
            where = f"WHERE {self.condition(['a', 'b'])}" if self.random.random() < 0.7 else ""
            return (
                f"SELECT a.n, a.ds, b.n, b.ds, b.h FROM {self.relation()} a {join} "
                f"{self.relation().replace('{P}', '{Q}') if kind == 5 else '{Q}'} b ON {self.simple_on(join)} {where}"
            )
        if kind == 6:
            join = self.pick("LEFT SEMI JOIN", "LEFT ANTI JOIN")
            return f"SELECT a.n, a.ds FROM {self.relation()} a {join} {{Q}} b ON {self.simple_on(join)} WHERE {self.condition(['a'])}"
        if kind == 7:
            join = self.pick("JOIN", "LEFT JOIN", "RIGHT JOIN")
            side = self.pick(
                "dim",
                "(SELECT max(k) AS k, 1 AS b FROM dim)",
                "(SELECT * FROM VALUES ('d1', 1), ('d3', 2) s(k, b))",
                "(SELECT k, b FROM dim WHERE b < 3)",
            )
            return (
                f"SELECT a.n, a.ds, b.k FROM {self.relation()} a {join} {side} b ON a.ds = b.k WHERE {self.leaf('a')}"
            )
        if kind == 8:
            return (
                f"WITH w AS (SELECT n, v, ds, h FROM {self.relation()} x), m AS (SELECT max(ds) AS ds FROM {{Q}} WHERE h < 2) "
                f"SELECT a.n, a.ds FROM w a WHERE {self.leaf('a')} AND a.ds >= (SELECT ds FROM m) "
                f"UNION ALL SELECT a.n, a.ds FROM w a WHERE {self.condition(['a'], 1)}"
            )
        return (
            f"SELECT a.n, a.ds, b.ds, c.k FROM {{P}} a, {{Q}} b, dim c WHERE a.ds = b.ds AND b.ds = c.k "
            f"AND {self.condition(['a', 'b'], 1)}"
        )

    def simple_on(self, join):
        # Subqueries in ON of outer joins are refused by name.
        while True:
            on = self.on()
            if "SELECT" not in on or join == "JOIN":
                return on


@pytest.fixture(scope="module", name="home")
def filled_home(tmp_path_factory):
    home = tmp_path_factory.mktemp("pruning") / "home"
    subprocess.run([BINARY, "--home", str(home), "-e", SETUP], check=True, capture_output=True, timeout=120)
    return home


def answers(home, queries):
    """Sorted rows of each query, or the first line of its error."""
    results = []
    todo = list(queries)
    while todo:
        script = "SET odps.sql.allow.fullscan=true;" + "".join(f"{q};SELECT '{MARK}';" for q in todo)
        done = subprocess.run(
            [BINARY, "--home", str(home), "--format", "tsv", "--no-header", "-e", script],
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )
        parts = done.stdout.split(MARK + "\n")
        finished = [sorted(part.splitlines()) for part in parts[:-1]]
        results += finished
        todo = todo[len(finished) :]
        if done.returncode != 0 and todo:
            error = next(line for line in done.stderr.splitlines() if line.startswith("FAILED"))
            results.append("FAILED " + error.split(" ")[1].split(":")[0])
            todo = todo[1:]
    return results


@pytest.mark.parametrize("seed", SEEDS)
def test_pruned_rows_are_those_of_a_full_scan(home, seed):
    generator = Generator(seed)
    queries = [generator.query() for _ in range(QUERIES)]
    pruned = answers(home, [q.format(P="pt", Q="qt") for q in queries])
    whole = answers(home, [q.format(P="pc", Q="qc") for q in queries])
    different = [(q, a, b) for q, a, b in zip(queries, pruned, whole) if a != b]
    assert not different, f"{len(different)} differ, first: {different[0]}"
    failed = sum(isinstance(a, str) for a in pruned)
    assert failed < QUERIES / 4 and sum(bool(a) for a in pruned) - failed > QUERIES / 4
