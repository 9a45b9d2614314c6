"""Homes that are damaged: bits of data files and of catalogs, and values of catalogs that cannot be.

A damaged data file gives an error that names its table, or the right rows. A damaged catalog gives
whatever it says or an error of ours; never a crash, and nothing beside the home is touched.
"""

import os
import random
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

from homes import SETTINGS, clone, must, run, run_command
from judge import ERROR, FOREIGN, NAMES_OF_FILES, Verdict

WIDE = """
CREATE TABLE wide (id BIGINT, few BIGINT, s STRING, d DECIMAL(20,4), x DOUBLE, t TIMESTAMP, day DATE,
  l ARRAY<BIGINT>, m MAP<STRING,BIGINT>, b BOOLEAN, n STRING);
INSERT INTO TABLE wide SELECT id, id % 7L, concat('text ', id * 7919L % 1000L), CAST(id * 13L % 9999L AS DECIMAL(20,4)),
  id / 3.0D, CAST('2024-01-01 00:00:00' AS TIMESTAMP), DATE'2024-01-01', array(id, id + 1L), map('k', id), id % 2L = 0L,
  IF(id % 3L = 0L, NULL, 'n') FROM (SELECT explode(sequence(1L, 2000L)) AS id) q;
"""
QUERIES = [
    "SELECT * FROM wide ORDER BY id LIMIT 9999;",
    "SELECT count(*), sum(id), sum(few), max(s), sum(d), sum(x), count(n) FROM wide;",
    "SELECT s, m['k'] FROM wide WHERE few = 3L ORDER BY id LIMIT 9999;",
    "CREATE TABLE copied AS SELECT * FROM wide; SELECT * FROM copied ORDER BY id LIMIT 9999;",
]


def judge_words(verdict, done):
    """Ends as programs end, and an error is one of ours."""
    if done.hung:
        verdict.say("hang", "it does not end")
    elif done.status < 0:
        verdict.say("crash", f"{signal.Signals(-done.status).name}: {done.err}")
    elif done.status != 0 and not ERROR.search(done.err):
        verdict.say("message", f"status {done.status} without a code: {done.err}")
    if FOREIGN.search(NAMES_OF_FILES.sub("", done.err)):
        verdict.say("message", "not our words: " + done.err)


def damage_bytes(data, chance):
    """Damages the bytes as a disk may; gives them and what was done."""
    kind = chance.choices(["bit", "bits", "zeros", "cut", "moved", "tail"], [12, 2, 2, 2, 1, 1])[0]
    data = bytearray(data)
    at = chance.randrange(len(data))
    if kind in ("bit", "bits"):
        for _ in range(1 if kind == "bit" else 8):
            data[at] ^= 1 << chance.randrange(8)
            at = chance.randrange(len(data))
    elif kind == "zeros":
        size = min(chance.choice([16, 512, 4096]), len(data) - at)
        data[at : at + size] = bytes(size)
    elif kind == "cut":
        del data[at:]
    elif kind == "moved":
        size = min(512, len(data) - at)
        other = chance.randrange(len(data) - size + 1)
        data[at : at + size] = data[other : other + size]
    else:
        data += chance.randbytes(100)
    return bytes(data), f"{kind} at {at}"


class ParquetDamage:
    """Cases "parquet/<seed>"."""

    def __init__(self, judge):
        self.judge = judge
        self.base = Path(judge.folder) / "wide"
        must(self.base, WIDE)
        self.right = []
        for query in QUERIES:
            shutil.rmtree(judge.home, ignore_errors=True)
            clone(self.base, judge.home)
            self.right.append(must(judge.home, query))

    def run(self, name):
        chance = random.Random(name)
        verdict = Verdict(name, fired=True)
        clone(self.base, self.judge.home)
        path = next((Path(self.judge.home) / "warehouse").rglob("*.parquet"))
        whole = path.read_bytes()
        data, verdict.what = damage_bytes(whole, chance)
        path.write_bytes(data)
        number = chance.randrange(len(QUERIES))
        done = run(self.judge.home, QUERIES[number])
        judge_words(verdict, done)
        verdict.message = done.err.strip()
        if done.status == 0:
            verdict.outcome = "right" if done.out == self.right[number] else "wrong"
            if verdict.outcome == "wrong":
                verdict.say("silent", f"other rows and status 0: {QUERIES[number]}")
        else:
            verdict.outcome = "told"
            if "wide" not in done.err:
                verdict.say("message", "the table is not named: " + done.err)
        return verdict


# Values that a cell may get; those that the column's type refuses are passed over.
VALUES = [
    "../victim",
    "../../victim",
    "warehouse/../../victim",
    "/etc/passwd",
    "",
    ".",
    "..",
    "/",
    "a\0b",
    "x" * 100_000,
    "%2e%2e",
    "NULL",
    "\x1b[31m",
    "'",
    '"; DROP TABLE tables; --',
    "-1",
    "ARRAY<" * 2000,
    "STRUCT<",
    "DECIMAL(99,99)",
    0,
    -1,
    1,
    2,
    2**31,
    2**63 - 1,
    -(2**63),
    1e308,
    None,
    b"\xff\xfe",
    b"",
]
STATEMENTS = [
    "SHOW TABLES;",
    "SELECT * FROM plain;",
    "SELECT * FROM parts;",
    "SELECT * FROM v;",
    "DESC EXTENDED plain;",
    "SHOW PARTITIONS parts;",
    "INSERT OVERWRITE TABLE plain VALUES (1, 'n');",
    "DROP TABLE parts;",
    "INSERT OVERWRITE TABLE parts PARTITION (p='1') VALUES (5);",
    "LIST RESOURCES;",
    "SHOW JOBS;",
    "ALTER TABLE plain ADD COLUMNS (z BIGINT);",
    "DROP RESOURCE kept.txt;",
    "TRUNCATE TABLE plain;",
    "SHOW CREATE TABLE parts;",
]


class CatalogDamage:
    """Cases "catalog/<seed>". The home stands in a folder beside files that must stay as they are."""

    def __init__(self, judge):
        self.judge = judge
        self.base = judge.bases / "filled"
        self.outside = Path(judge.folder) / "outside"
        self.home = str(self.outside / "home")

    def prepare(self):
        shutil.rmtree(self.outside, ignore_errors=True)
        self.outside.mkdir()
        clone(self.base, self.home)
        for name in ("victim", "victim.parquet", "victim.txt", "warehouse/victim", "beside/victim/deep"):
            path = self.outside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("must stay")

    def seen(self):
        """Everything beside the home."""
        found = {}
        for folder, folders, files in os.walk(self.outside):
            if folder == str(self.outside):
                folders.remove("home")
            found[folder] = sorted(folders)
            for name in files:
                path = os.path.join(folder, name)
                found[path] = Path(path).read_bytes()
        return found

    def run(self, name):
        chance = random.Random(name)
        verdict = Verdict(name, fired=True)
        self.prepare()
        before = self.seen()
        how = chance.choice([self.damage_file, self.change_cells, self.change_cells, self.change_header])
        verdict.what = how(chance)
        outcomes = []
        for statement in chance.sample(STATEMENTS, 3):
            done = run(self.home, SETTINGS + statement, timeout=180)
            judge_words(verdict, done)
            outcomes.append(str(done.status))
            verdict.message += done.err[:300]
        if self.judge.verify:
            done = run_command(self.home, "verify")
            if done.hung or done.status < 0:
                verdict.say("crash", f"verify: {done.status} {done.err}")
        verdict.outcome = " ".join(outcomes)
        if self.seen() != before:
            verdict.say("outside", "something beside the home was changed")
        return verdict

    def damage_file(self, chance):
        path = Path(self.home) / "catalog.sqlite"
        data, what = damage_bytes(path.read_bytes(), chance)
        path.write_bytes(data)
        if chance.random() < 0.2:
            (Path(self.home) / "catalog.sqlite-wal").write_bytes(chance.randbytes(5000))
            what += ", and a log of noise"
        return what

    def change_header(self, chance):
        pragma = chance.choice(["user_version", "application_id"])
        value = chance.choice([-1, 0, 1, 2, 3, 4, 5, 6, 2**31 - 1, -(2**31)])
        with closing(sqlite3.connect(self.home + "/catalog.sqlite")) as db:
            db.execute(f"PRAGMA {pragma} = {value}")
        return f"{pragma} = {value}"

    def change_cells(self, chance):
        changed = []
        with closing(sqlite3.connect(self.home + "/catalog.sqlite")) as db:
            db.execute("PRAGMA ignore_check_constraints = ON")
            tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            for _ in range(chance.choice([1, 1, 1, 3])):
                table = chance.choice([name for name in tables if not name.startswith("sqlite_")] * 1)
                column = chance.choice([row[1] for row in db.execute(f"PRAGMA table_info({table})")])
                # The paths are what can lead outside.
                if chance.random() < 0.3:
                    table, column = chance.choice([("data_files", "path"), ("resources", "path")])
                value = chance.choice(VALUES)
                row = chance.choice(["", " WHERE rowid = (SELECT max(rowid) FROM %s)" % table])
                try:
                    db.execute(f"UPDATE {table} SET {column} = ?{row}", (value,))
                    changed.append(f"{table}.{column} = {repr(value)[:40]}")
                    if column == "path" and chance.random() < 0.5 and table == "data_files":
                        db.execute("UPDATE data_files SET removed_at = 1 WHERE path = ?", (value,))
                        changed.append("removed")
                except sqlite3.Error:
                    pass
            db.commit()
        return ", ".join(changed)
