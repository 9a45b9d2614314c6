"""The prepared homes of which each case gets a copy of its own."""

import os
import re
import shutil
import sqlite3
import stat
import sys
from contextlib import closing

import pyarrow
from pyarrow import parquet

from homes import FILLED, must
from interposer import ROOT


def make(folder):
    """Makes every prepared home below `folder`, and the files that statements name."""
    write_files(folder)
    home = folder / "filled"
    must(
        home,
        FILLED + f"ADD FILE {folder}/kept.txt; CREATE BUCKET linked LOCATION '{folder}/elsewhere';"
        f"CREATE MODEL kept FROM '{folder}/model'; EXPORT TABLE parts TO '{folder}/exported';"
        f"FS -mkv shelf; FS -put {folder}/kept.txt /shelf/gone;"
        f"ADD PY {folder}/sums.py; CREATE FUNCTION added AS 'sums.Plus' USING 'sums.py';"
        "CREATE FUNCTION each AS 'sums.Each' USING 'sums.py';",
    )
    (folder / "kept.txt").write_text("a newer content of the resource\n")
    (folder / "sums.py").write_text(FUNCTIONS + "# newer\n")
    make_old(home, folder / "old")
    make_dirty(home, folder / "dirty")
    return folder


def write_files(folder):
    (folder / "kept.txt").write_text("the first content\n")
    (folder / "added.txt").write_text("added\n" * 1000)
    (folder / "sums.py").write_text(FUNCTIONS)
    # Two blocks of one MiB; the last field of a record is left out.
    (folder / "wide.csv").write_text("".join(f"{i},r{i},{'w' * 100_000}\n" for i in range(15)))
    (folder / "rows.csv").write_text("".join(f"{i},r{i}\n" for i in range(100)))
    (folder / "elsewhere").mkdir(exist_ok=True)
    shutil.copytree(ROOT / "tests/data/models/linear", folder / "model")
    write_python(folder)


FUNCTIONS = """from odps.udf import BaseUDTF, annotate

@annotate("bigint,bigint->bigint")
class Plus(object):
    def evaluate(self, a, b):
        return a + b

@annotate("bigint,bigint->bigint")
class Less(object):
    def evaluate(self, a, b):
        return a - b

@annotate("bigint->bigint")
class Each(BaseUDTF):
    def process(self, a):
        self.forward(a)
        self.forward(a + 100)
"""

# What stands for Python in jobs: writes the rows of the job's output as TableWriter would. Functions
# have a real one, whose own calls do not fail.
PYTHON = """#!/bin/sh -e
case " $* " in *" paisql.functions."*) unset LD_PRELOAD; exec {python} "$@";; esac
if [ -n "${{PAISQL_LEARNER:-}}" ]; then
  mkdir -p "$PAISQL_JOB/model"
  cp -r {folder}/model/* "$PAISQL_JOB/model/"
  exit 0
fi
staging=$(sed -n 's/.*"staging": *"\\([^"]*\\)".*/\\1/p' "$PAISQL_JOB/outputs/0.json")
cp {folder}/rows.parquet "$staging/0.parquet"
printf '{{"rows": 2, "bytes": %s, "process": "worker-0"}}' "$(stat -c %s {folder}/rows.parquet)" >"$staging/0.json"
"""


def write_python(folder):
    rows = pyarrow.table({"a": pyarrow.array([71, 72], pyarrow.int64()), "b": ["t", "f"]})
    parquet.write_table(rows, folder / "rows.parquet")
    (folder / "job.py").write_text("pass\n")
    python = folder / "python"
    python.write_text(PYTHON.format(folder=folder, python=sys.executable))
    python.chmod(python.stat().st_mode | stat.S_IXUSR)


def migrations():
    """The steps of the catalog's schema, as the program has them."""
    text = (ROOT / "src/store/catalog/migrations.cpp").read_text()
    return re.findall(r'R"sql\((.*?)\)sql"', text, re.S)


def make_old(filled, home):
    """The same home in the state in which the first version of the program would have left it."""
    shutil.copytree(filled, home)
    shutil.rmtree(home / "models")  # the first version had none
    path = home / "catalog.sqlite"
    with closing(sqlite3.connect(path)) as today:
        application = today.execute("PRAGMA application_id").fetchone()[0]
    os.rename(path, home / "newer.sqlite")
    with closing(sqlite3.connect(path)) as old:
        old.executescript(migrations()[0])
        old.execute("ATTACH ? AS newer", (str(home / "newer.sqlite"),))
        tables = [
            name
            for (name,) in old.execute(
                "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            )
        ]
        for table in tables:
            columns = ", ".join(row[1] for row in old.execute(f"PRAGMA main.table_info({table})"))
            old.execute(f"DELETE FROM main.{table}")
            old.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM newer.{table}")
        old.commit()
        old.execute("DETACH newer")
        old.execute("PRAGMA journal_mode = WAL")
        old.execute(f"PRAGMA application_id = {application}")
        old.execute("PRAGMA user_version = 1")
        old.commit()
    os.unlink(home / "newer.sqlite")


def make_dirty(filled, home):
    """What dead sessions leave: leases, staged files, orphans, and files that were replaced."""
    shutil.copytree(filled, home)
    dead = "0" * 31 + "1"
    (home / "leases" / dead).write_text("0" * 20 + "\n")
    staged = home / "staging" / dead / "write-0"
    staged.mkdir(parents=True)
    (staged / "half.parquet").write_bytes(b"PAR1half")
    (home / "staging" / ("0" * 31 + "2")).mkdir()
    orphan = home / "warehouse/default_project/plain" / ("0" * 32 + ".parquet")
    orphan.write_bytes(b"PAR1")
    lonely = home / "warehouse/default_project/parts/p=never"
    lonely.mkdir()
    (lonely / ("0" * 32 + ".parquet")).write_bytes(b"PAR1")
    resource = home / "resources/default_project" / ("0" * 32)
    resource.mkdir()
    (resource / "x.txt").write_text("orphan")
    # Replaced rows whose files the sweep of their own session could not take: their lease was pinned.
    with closing(sqlite3.connect(home / "catalog.sqlite")) as catalog:
        (path,) = catalog.execute("SELECT path FROM data_files LIMIT 1").fetchone()
        for number in range(3):
            copy = f"warehouse/default_project/parts/p=gone{number}/" + "f" * 32 + ".parquet"
            os.makedirs(os.path.dirname(home / copy), exist_ok=True)
            shutil.copyfile(home / path, home / copy)
            catalog.execute(
                "INSERT INTO data_files (table_id, partition_id, path, rows, bytes, schema_version, added_at, "
                "removed_at) VALUES (99, 0, ?, 1, 1, 1, 1, 2)",
                (copy,),
            )
        catalog.commit()
