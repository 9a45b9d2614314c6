"""Random UPDATE, DELETE and MERGE through paisql and through the duckdb package: the table holds the same rows after
each statement. And the statements by which TPC-H and TPC-DS refresh their tables."""

import os
import random
import subprocess
from pathlib import Path

import pytest

duckdb = pytest.importorskip("duckdb", reason="the duckdb package is not installed")

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PAISQL_BINARY", str(ROOT / "build" / "paisql"))
TIMEOUT = 180
MARK = "-- rows "
STATEMENTS = 60
COLUMNS = "k BIGINT, g BIGINT, v BIGINT, s STRING"
# Rows of a partitioned table are those of one more column.
TABLES = {
    "plain": (COLUMNS, ""),
    "parts": (COLUMNS, "PARTITIONED BY (ds STRING)"),
    "keyed": (COLUMNS.replace("k BIGINT", "k BIGINT NOT NULL PRIMARY KEY"), ""),
}
WORDS = ["a", "bee", "c", "dee", "eel"]


def literal(value):
    if value is None:
        return "NULL"
    return f"'{value}'" if isinstance(value, str) else str(value)


def values(rows):
    return ", ".join("(" + ", ".join(map(literal, row)) + ")" for row in rows)


def listed(changes):
    return ", ".join(f"{column} = {value}" for column, value in changes.items())


# Of MERGE's clauses, and whose columns each may name.
KINDS = {"MATCHED": "tn", "NOT MATCHED": "n", "NOT MATCHED BY SOURCE": "t"}


def merge_text(source, on, clauses):
    parts = [f"MERGE INTO t USING {source} ON {on}"]
    for kind, condition, action in clauses:
        when = f"WHEN {kind}" + (f" AND {condition}" if condition else "")
        if action == "DELETE":
            parts.append(f"{when} THEN DELETE")
        elif kind != "NOT MATCHED":
            parts.append(f"{when} THEN UPDATE SET {listed(action)}")
        else:
            parts.append(f"{when} THEN INSERT ({', '.join(action)}) VALUES ({', '.join(action.values())})")
    return " ".join(parts)


class Writer:
    """Writes statements that both understand, the same for the same seed."""

    def __init__(self, table, seed):
        self.table = table
        self.rng = random.Random(seed)
        self.next = 1000

    def sometimes(self, value):
        return None if self.rng.random() < 0.12 else value

    def row(self, key):
        rng = self.rng
        row = (
            key,
            self.sometimes(rng.randrange(5)),
            self.sometimes(rng.randrange(-20, 20)),
            self.sometimes(rng.choice(WORDS)),
        )
        return row + ((rng.choice("123"),) if self.table == "parts" else ())

    def rows(self, count):
        keys = [self.rng.randrange(60) for _ in range(count)]
        return [self.row(key if self.table == "keyed" else self.sometimes(key)) for key in keys]

    def source(self):
        """A subquery whose keys are unique, and NULLs; some are new."""
        keys = self.rng.sample(range(90), self.rng.randrange(1, 25))
        keys += [None] * (0 if self.table == "keyed" else self.rng.randrange(3))
        rows = [self.row(key)[:4] for key in keys]
        if any(set(cells) == {None} for cells in zip(*rows, strict=True)):
            rows[0] = (rows[0][0], 1, 1, "a")  # a column of NULLs has no type
        return f"(SELECT * FROM (VALUES {values(rows)}) AS made (k, g, v, s)) AS n"

    def number(self, *names):
        rng = self.rng
        column = rng.choice([f"{name}.{column}" for name in names for column in "kgv"])
        return rng.choice(
            [
                column,
                f"{column} + {rng.randrange(-9, 9)}",
                f"coalesce({column}, {rng.randrange(9)}) * 2",
                f"CASE WHEN {column} > 3 THEN {column} ELSE -1 END",
                str(rng.randrange(50)),
                "NULL",
            ]
        )

    def text(self, *names):
        column = self.rng.choice(names) + ".s"
        return self.rng.choice(
            [column, f"upper({column})", f"{column} || '+'", "'new'", "NULL", f"substr({column}, 1, 9)"]
        )

    def condition(self, *names, subqueries=True):
        rng = self.rng
        name = rng.choice(names)
        column = f"{name}.{rng.choice('kgv')}"
        plain = [
            f"{column} > {rng.randrange(-5, 30)}",
            f"{column} IS NULL",
            f"{column} % 3 = {rng.randrange(3)}",
            f"{column} BETWEEN {rng.randrange(10)} AND {rng.randrange(5, 40)}",
            f"{name}.s IN ('a', 'eel', 'new')",
            f"NOT ({column} < {rng.randrange(20)})",
            f"{column} = {name}.g",
        ]
        asked = [
            f"{column} IN (SELECT o.k FROM other o WHERE o.v > {rng.randrange(-10, 10)})",
            f"{column} NOT IN (SELECT o.k FROM other o WHERE o.k IS NOT NULL AND o.g < {rng.randrange(5)})",
            f"EXISTS (SELECT 1 FROM other o WHERE o.k = {name}.k AND o.g >= {rng.randrange(4)})",
            f"{column} < (SELECT max(o.v) FROM other o)",
        ]
        one = rng.choice(plain + (asked if subqueries else []))
        if rng.random() < 0.3:
            one = f"({one} {rng.choice(['AND', 'OR'])} {rng.choice(plain)})"
        return one

    def changes(self, *names):
        """What SET gives some columns."""
        new = {"g": self.number(*names), "v": self.number(*names), "s": self.text(*names)}
        if self.rng.random() < 0.2:
            new["v"] = f"(SELECT max(o.v) FROM other o WHERE o.g = {names[0]}.g)"
        chosen = self.rng.sample(sorted(new), self.rng.randrange(1, 4))
        return {name: new[name] for name in chosen}

    def insert(self):
        partition = " PARTITION (ds)" if self.table == "parts" else ""
        rows = self.rows(self.rng.randrange(1, 12))
        ours = f"INSERT INTO t{partition} VALUES {values(rows)}"
        if self.table != "keyed":
            return ours, f"INSERT INTO t VALUES {values(rows)}"
        last = {row[0]: row for row in rows}
        keys = ", ".join(map(str, last))
        return ours, f"DELETE FROM t WHERE k IN ({keys}); INSERT INTO t VALUES {values(last.values())}"

    def script(self):
        """Several INSERTs of one script, each over what those before it have brought."""
        ours, theirs = [f"@made{self.rng.randrange(9)} := 1"], []
        for _ in range(self.rng.randrange(2, 4)):
            if self.rng.random() < 0.25:
                rows = {row[0]: row for row in self.rows(self.rng.randrange(15, 40))}.values()
                ours.append(f"INSERT OVERWRITE TABLE t VALUES {values(rows)}")
                theirs.append(f"DELETE FROM t; INSERT INTO t VALUES {values(rows)}")
                continue
            mine, other = self.insert()
            ours.append(mine)
            theirs.append(other)
        return "; ".join(ours), "; ".join(theirs)

    def update(self):
        return f"UPDATE t SET {listed(self.changes('t'))} WHERE {self.condition('t')}"

    def update_from(self):
        where = f"t.k = n.k AND {self.condition('t', 'n')}"
        return f"UPDATE t SET {listed(self.changes('t', 'n'))} FROM {self.source()} WHERE {where}"

    def delete(self):
        return f"DELETE FROM t WHERE {self.condition('t')} AND t.k % 4 = {self.rng.randrange(4)}"

    def merge(self):
        rng = self.rng
        on = "t.k = n.k"
        if rng.random() < 0.3:
            on += " AND " + self.condition("t", "n", subqueries=False)
        clauses = []
        for kind, names in KINDS.items():
            count = rng.randrange(3)
            for i in range(count):
                last = i == count - 1 and rng.random() < 0.5 and kind != "NOT MATCHED BY SOURCE"
                clauses.append((kind, None if last else self.condition(*names), self.action(kind, names)))
        clauses = clauses or [("MATCHED", None, "DELETE")]
        source = self.source()
        return merge_text(source, on, clauses), self.merge_by_hand(source, on, clauses)

    def action(self, kind, names):
        """DELETE, or the values of columns."""
        if kind == "NOT MATCHED":
            new = {"k": "n.k", "g": self.number("n"), "v": self.number("n"), "s": self.text("n")}
            return new | ({"ds": f"'{self.rng.choice('1234')}'"} if self.table == "parts" else {})
        return "DELETE" if self.rng.random() < 0.25 else self.changes(*names)

    def merge_by_hand(self, source, on, clauses):
        """What MERGE means, said by joins: DuckDB's own has no subqueries in its clauses."""
        columns = ["k", "g", "v", "s"] + (["ds"] if self.table == "parts" else [])

        def choose(wanted, value, otherwise):
            parts = []
            for kind, condition, action in clauses:
                if (kind == "NOT MATCHED") != wanted:
                    continue
                side = {"MATCHED": "n.there AND ", "NOT MATCHED BY SOURCE": "n.there IS NULL AND "}.get(kind, "")
                parts.append(f"WHEN {side}({condition or 'true'}) THEN {value(action)}")
            return f"CASE {' '.join(parts)} ELSE {otherwise} END" if parts else otherwise

        def new(column, otherwise):
            return lambda action: otherwise if action == "DELETE" else action.get(column, otherwise)

        kept = ", ".join(choose(False, new(c, f"t.{c}"), f"t.{c}") + f" AS {c}" for c in columns)
        gone = choose(False, lambda action: str(action == "DELETE").lower(), "false")
        made = ", ".join(choose(True, new(c, "NULL"), "NULL") + f" AS {c}" for c in columns)
        comes = choose(True, lambda _: "true", "false")
        marked = source.replace("(SELECT *", "(SELECT *, true AS there", 1)
        # Of rows with one key that which has changed wins over a new one, and that over the others.
        changed = choose(False, lambda _: "3", "1")
        rows = (
            f"SELECT {kept}, {changed} AS weight FROM t LEFT JOIN {marked} ON {on} WHERE NOT {gone} "
            f"UNION ALL SELECT {made}, 2 FROM {marked} WHERE NOT EXISTS (SELECT 1 FROM t WHERE {on}) AND {comes}"
        )
        one = " QUALIFY row_number() OVER (PARTITION BY k ORDER BY weight DESC) = 1" if self.table == "keyed" else ""
        return f"CREATE OR REPLACE TABLE t AS SELECT {', '.join(columns)} FROM ({rows}){one}"

    def statement(self):
        """As each of the two wants it."""
        scripts = [self.script] if self.table == "keyed" else []
        make = self.rng.choice([self.insert, self.update, self.update_from, self.delete, *scripts] + [self.merge] * 4)
        made = make()
        return made if isinstance(made, tuple) else (made, made)


def run(home, script):
    done = subprocess.run(
        [BINARY, "--home", str(home), "--format", "tsv", "--no-header", "-f", str(script)],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def answers(home, folder, statements, query):
    """The rows that the query gives after each statement."""
    lines = []
    for number, statement in enumerate(statements):
        # SHOW ends a script, and gives no row here.
        ends = ["SHOW TABLES LIKE 'none_*';"] if statement.startswith("@") else []
        lines += [f"{statement};", *ends, f"SELECT '{MARK}{number}';", f"{query};"]
    script = folder / "changes.sql"
    script.write_text("SET odps.sql.allow.fullscan=true;\n" + "\n".join(lines) + "\n", encoding="utf-8")
    found = []
    for line in run(home, script).splitlines():
        if line.startswith(MARK):
            found.append([])
        else:
            found[-1].append(tuple(line.split("\t")))
    return [sorted(rows) for rows in found]


def texts(rows):
    return sorted(tuple("NULL" if cell is None else str(cell) for cell in row) for row in rows)


@pytest.mark.parametrize("table", TABLES)
def test_same_rows_after_each_change(table, tmp_path):
    columns, partitions = TABLES[table]
    more = ", ds STRING" if partitions else ""
    writer = Writer(table, 29)
    others = values([row[:4] for row in writer.rows(20)])
    first = values({row[0]: row for row in writer.rows(80)}.values())
    statements = [writer.statement() for _ in range(STATEMENTS)]

    reference = duckdb.connect()
    reference.execute(f"CREATE TABLE t ({COLUMNS}{more})".replace("STRING", "VARCHAR"))
    reference.execute(f"CREATE TABLE other ({COLUMNS})".replace("STRING", "VARCHAR"))
    reference.execute(f"INSERT INTO other VALUES {others}")
    reference.execute(f"INSERT INTO t VALUES {first}")
    setup = tmp_path / "setup.sql"
    into = "PARTITION (ds)" if partitions else ""
    setup.write_text(
        f"CREATE TABLE t ({columns}) {partitions} TBLPROPERTIES ('transactional'='true');\n"
        f"CREATE TABLE other ({COLUMNS});\nINSERT INTO other VALUES {others};\nINSERT INTO t {into} VALUES {first};\n",
        encoding="utf-8",
    )
    run(tmp_path / "home", setup)
    found = answers(tmp_path / "home", tmp_path, [ours for ours, _ in statements], "SELECT * FROM t")
    before = texts(reference.execute("SELECT * FROM t").fetchall())
    changed = 0
    for (ours, theirs), rows in zip(statements, found, strict=True):
        reference.execute(theirs)
        expected = texts(reference.execute("SELECT * FROM t").fetchall())
        assert rows == expected, f"{ours}\nbefore: {before}"
        changed += expected != before
        before = expected
    # Statements that change nothing prove nothing.
    assert changed > STATEMENTS * 2 // 3
    assert before


# Data maintenance of TPC-DS, of the tables around store sales: LF_SS and DF_SS, DF_I, and a dimension that keeps its
# history. Tables have the columns that these statements name.
STORE_TABLES = {
    "date_dim": "d_date_sk BIGINT, d_date DATE",
    "customer": "c_customer_sk BIGINT, c_customer_id STRING",
    "store": "s_store_sk BIGINT, s_store_id STRING, s_rec_end_date DATE",
    "item": "i_item_sk BIGINT, i_item_id STRING, i_rec_start_date DATE, i_rec_end_date DATE, i_current_price DECIMAL(7,2)",
    "store_sales": "ss_sold_date_sk BIGINT, ss_item_sk BIGINT, ss_customer_sk BIGINT, ss_store_sk BIGINT, "
    "ss_ticket_number BIGINT, ss_quantity BIGINT, ss_sales_price DECIMAL(7,2)",
    "store_returns": "sr_returned_date_sk BIGINT, sr_item_sk BIGINT, sr_ticket_number BIGINT, sr_return_quantity BIGINT",
    "inventory": "inv_date_sk BIGINT, inv_item_sk BIGINT, inv_quantity_on_hand BIGINT",
    "s_purchase": "purc_purchase_id BIGINT, purc_store_id STRING, purc_customer_id STRING, purc_purchase_date STRING",
    "s_purchase_lineitem": "plin_purchase_id BIGINT, plin_item_id STRING, plin_quantity BIGINT, plin_sale_price DECIMAL(7,2)",
    "s_item": "item_item_id STRING, item_list_price DECIMAL(7,2)",
}
MAINTENANCE = """
CREATE VIEW ssv AS SELECT d_date_sk AS ss_sold_date_sk, i_item_sk AS ss_item_sk, c_customer_sk AS ss_customer_sk,
  s_store_sk AS ss_store_sk, purc_purchase_id AS ss_ticket_number, plin_quantity AS ss_quantity,
  plin_sale_price AS ss_sales_price
FROM s_purchase LEFT OUTER JOIN customer ON purc_customer_id = c_customer_id
  LEFT OUTER JOIN store ON purc_store_id = s_store_id
  LEFT OUTER JOIN date_dim ON CAST(purc_purchase_date AS DATE) = d_date
  JOIN s_purchase_lineitem ON purc_purchase_id = plin_purchase_id
  LEFT OUTER JOIN item ON plin_item_id = i_item_id
WHERE i_rec_end_date IS NULL AND s_rec_end_date IS NULL;
INSERT INTO store_sales SELECT * FROM ssv;
DELETE FROM store_returns WHERE sr_ticket_number IN (SELECT ss_ticket_number FROM store_sales, date_dim
  WHERE ss_sold_date_sk = d_date_sk AND d_date BETWEEN DATE'2000-01-10' AND DATE'2000-01-20');
DELETE FROM store_sales WHERE
  ss_sold_date_sk >= (SELECT min(d_date_sk) FROM date_dim WHERE d_date BETWEEN DATE'2000-01-10' AND DATE'2000-01-20') AND
  ss_sold_date_sk <= (SELECT max(d_date_sk) FROM date_dim WHERE d_date BETWEEN DATE'2000-01-10' AND DATE'2000-01-20');
DELETE FROM inventory WHERE
  inv_date_sk >= (SELECT min(d_date_sk) FROM date_dim WHERE d_date BETWEEN DATE'2000-01-05' AND DATE'2000-01-25') AND
  inv_date_sk <= (SELECT max(d_date_sk) FROM date_dim WHERE d_date BETWEEN DATE'2000-01-05' AND DATE'2000-01-25');
UPDATE item SET i_rec_end_date = DATE'2000-02-01' FROM s_item WHERE i_item_id = item_item_id AND i_rec_end_date IS NULL;
INSERT INTO item SELECT (SELECT max(i_item_sk) FROM item) + row_number() OVER (ORDER BY item_item_id), item_item_id,
  DATE'2000-02-02', NULL, item_list_price FROM s_item
"""
SUMS = """
SELECT 'sales' AS t, count(*) AS n, sum(ss_quantity) AS a, sum(ss_item_sk) AS b, count(ss_customer_sk) AS c FROM store_sales
UNION ALL SELECT 'returns', count(*), sum(sr_return_quantity), sum(sr_item_sk), sum(sr_ticket_number) FROM store_returns
UNION ALL SELECT 'inventory', count(*), sum(inv_quantity_on_hand), sum(inv_item_sk), sum(inv_date_sk) FROM inventory
UNION ALL SELECT 'item', count(*), sum(i_item_sk), count(i_rec_end_date), count(DISTINCT i_item_id) FROM item
"""


def store_rows():
    rng = random.Random(11)
    days = [f"2000-01-{day:02d}" for day in range(1, 32)]
    items = [(sk, f"I{sk // 2}", "1999-01-01", None if sk % 2 else "1999-12-31", f"{sk}.50") for sk in range(2, 42)]
    purchases = [(1000 + n, f"S{rng.randrange(3)}", f"C{rng.randrange(12)}", rng.choice(days)) for n in range(40)]
    return {
        "date_dim": [(2451545 + n, day) for n, day in enumerate(days)],
        "customer": [(n, f"C{n}") for n in range(10)],
        "store": [(n, f"S{n}", None) for n in range(3)] + [(9, "S1", "1999-06-06")],
        "item": items,
        "store_sales": [
            (
                2451545 + rng.randrange(31),
                rng.randrange(2, 42),
                rng.randrange(10),
                rng.randrange(3),
                n,
                n % 7,
                f"{n}.25",
            )
            for n in range(200)
        ],
        "store_returns": [(2451550 + n % 20, n % 40, n * 2, n % 3) for n in range(90)],
        "inventory": [(2451545 + n % 31, n % 40, n) for n in range(300)],
        "s_purchase": purchases,
        "s_purchase_lineitem": [
            (rng.choice(purchases)[0], f"I{rng.randrange(1, 25)}", n, f"{n}.75") for n in range(120)
        ],
        "s_item": [(f"I{n}", f"{n}.99") for n in range(1, 21, 3)],
    }


def typed(row, columns):
    """The cells as literals of their types."""
    cells = []
    for value, column in zip(row, columns.split(", "), strict=True):
        kind = column.split()[1]
        cells.append(literal(value) if value is None or kind in ("BIGINT", "STRING") else f"CAST('{value}' AS {kind})")
    return "(" + ", ".join(cells) + ")"


def test_tpcds_keeps_its_tables(tmp_path):
    rows = store_rows()
    reference = duckdb.connect()
    setup = []
    for table, columns in STORE_TABLES.items():
        filled = f"INSERT INTO {table} VALUES {', '.join(typed(row, columns) for row in rows[table])}"
        reference.execute(f"CREATE TABLE {table} ({columns.replace('STRING', 'VARCHAR')})")
        reference.execute(filled)
        setup += [f"CREATE TABLE {table} ({columns}) TBLPROPERTIES ('transactional'='true');", f"{filled};"]
    script = tmp_path / "setup.sql"
    script.write_text("SET odps.sql.type.system.odps2=true;\n" + "\n".join(setup), encoding="utf-8")
    run(tmp_path / "home", script)
    statements = [" ".join(text.split()) for text in MAINTENANCE.split(";\n")]
    query = " ".join(SUMS.split())
    found = answers(tmp_path / "home", tmp_path, statements, query)
    seen = set()
    for statement, ours in zip(statements, found, strict=True):
        reference.execute(statement)
        assert ours == texts(reference.execute(query).fetchall()), statement
        seen.add(tuple(ours))
    assert len(seen) == len(statements), "a statement changed nothing"
    price = "SELECT sum(i_current_price * i_item_sk), max(i_rec_start_date) FROM item"
    assert answers(tmp_path / "home", tmp_path, ["SELECT 1 WHERE false"], price) == [
        texts(reference.execute(price).fetchall())
    ]
