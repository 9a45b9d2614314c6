"""TPC-H in the platform's dialect (tests/bench/tpch/): data, queries, and the same for raw DuckDB."""

import hashlib
import math
import re
import subprocess
import time
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "tpch"
TABLES = ["region", "nation", "supplier", "customer", "part", "partsupp", "orders", "lineitem"]
PROJECT = "tpch"
# Without this the platform refuses the sorted results of TPC-H, which have no LIMIT.
# The known answers show the zeros at the end of a DECIMAL.
SETTINGS = "SET odps.sql.validate.orderby.limit=false;SET odps.sql.decimal.tostring.trimzero=false;"
DONE = "-- done --"
UNITS = {"dd": "DAY", "mm": "MONTH", "yyyy": "YEAR"}


def queries():
    """Name to text, q01 to q22, without the semicolon."""
    return {path.stem: path.read_text(encoding="utf-8").strip().rstrip(";") for path in sorted(FOLDER.glob("q*.sql"))}


def raw_query(text):
    """The query in DuckDB's words, on one line: DECIMAL literals are bare there, dates are added with +."""
    text = re.sub(r"(\d\.\d+)BD\b", r"\1", text)
    text = re.sub(
        r"DATEADD\((DATE'[^']*'), (-?\d+), '(\w+)'\)",
        lambda m: f"CAST({m[1]} + INTERVAL ({m[2]}) {UNITS[m[3]]} AS DATE)",
        text,
    )
    return " ".join(text.split())


def generate(tpchgen, scale, folder):
    """Writes the tables as CSV files."""
    subprocess.run(
        [tpchgen, "csv", "-s", str(scale), "-o", str(folder)],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def load_script(folder):
    """The statements that make and fill the tables."""
    uploads = [f"TUNNEL UPLOAD -h true '{folder}/{table}.csv' {table};" for table in TABLES]
    return (FOLDER / "schema.sql").read_text(encoding="utf-8") + "\n".join(uploads) + "\n"


def raw_views(home, project):
    """The statements that give raw DuckDB the same files under the same names."""
    views = []
    for table in sorted(Path(home, "warehouse", project).iterdir()):
        files = sorted(str(path) for path in table.rglob("*.parquet"))
        if files:
            views.append(f"CREATE VIEW {table.name} AS SELECT * FROM read_parquet({files!r})")
    return views


class Conversation:
    """A process that reads statements from stdin, one a line, and answers before it reads the next."""

    def __init__(self, command, end):
        self.end = end  # what closes a statement
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(self, statement):
        self.process.stdin.write(statement + self.end + "\n")

    def ask(self, query):
        """Seconds and rows, each a list of cells."""
        start = time.perf_counter()
        self.tell(query)
        self.tell(f"SELECT '{DONE}'")
        self.process.stdin.flush()
        rows = []
        while (line := self.process.stdout.readline().rstrip("\n")) != DONE:
            if not line and self.process.poll() is not None:
                raise RuntimeError(f"the process ended at: {query}")
            rows.append(line.split("\t"))
        return time.perf_counter() - start, rows

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def talk_to_paisql(binary, home, project, settings):
    """Conversation with paisql over the loaded tables."""
    talk = Conversation([str(binary), "--home", str(home), "--project", project, "--format", "tsv", "--no-header"], ";")
    for setting in settings.rstrip(";").split(";"):
        talk.tell(setting.strip())
    return talk


def talk_to_raw(binary, home, project):
    """Conversation with the DuckDB library alone over the same files."""
    talk = Conversation([str(binary), "-"], "")
    for view in raw_views(home, project):
        talk.tell(view)
    return talk


def same_cell(ours, other):
    """Equal texts, or numbers that agree as far as both go: a DECIMAL here can be a DOUBLE there."""
    if ours == other:
        return True
    try:
        return math.isclose(float(ours), float(other), rel_tol=1e-12, abs_tol=0.6 * unit(ours))
    except ValueError:
        return False


def unit(number):
    """What the last digit of the text counts: 0.01 for "3.14"."""
    return 10.0 ** -len(number.partition(".")[2]) if "e" not in number else 0.0


def same_rows(ours, other):
    return len(ours) == len(other) and all(len(a) == len(b) and all(map(same_cell, a, b)) for a, b in zip(ours, other))


def check_same(name, ours, other):
    """Stops unless both sides gave the same rows. Where the order leaves it open, rows may stand elsewhere."""
    if same_rows(ours, other):
        return
    ours, other = (sorted(rows, key=lambda row: [cell[:6] for cell in row]) for rows in (ours, other))
    if not same_rows(ours, other):
        raise SystemExit(f"{name}: the answers differ")


def check_answer(name, rows):
    """Stops unless the rows are the known answer at scale 1; of a long one, its first rows and hash are kept."""
    lines = (FOLDER / "answers" / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    first = [line.split("\t") for line in lines if not line.startswith("... ")]
    good = same_rows(rows[: len(first)], first)
    if lines[-1].startswith("... "):
        whole = "".join("\t".join(row) + "\n" for row in rows)
        digest = hashlib.sha256(whole.encode()).hexdigest()
        good = good and lines[-1] == f"... {len(rows)} rows, sha256 {digest}"
    elif len(rows) != len(first):
        good = False
    if not good:
        raise SystemExit(f"{name}: the answer is not the known one")
