"""TPC-DS in the platform's dialect: data and query texts of DuckDB's extension, edited when the benchmark runs.

As a program (with the Python of .deps/bench): tpcds.py SCALE FOLDER writes the tables as CSV files, schema.sql
and the queries q01.sql to q99.sql.
"""

import re
import subprocess
import sys
from pathlib import Path

PROJECT = "tpcds"
# The platform refuses sorted results without LIMIT, and pairs of all rows of two tables; TPC-DS has both.
SETTINGS = "SET odps.sql.validate.orderby.limit=false; SET odps.sql.allow.cartesian=true; SET hive.orderby.position.alias=true;"
TYPES = {"INTEGER": "INT", "BIGINT": "BIGINT", "VARCHAR": "STRING", "DATE": "DATE"}


def write(scale, folder):
    """Runs in the environment that has the extension."""
    import duckdb  # pylint: disable=import-outside-toplevel

    connection = duckdb.connect()
    ask = lambda sql: connection.execute(sql).fetchall()  # noqa: E731
    connection.execute("LOAD tpcds")
    connection.execute(f"CALL dsdgen(sf={scale})")
    statements = []
    for (table,) in ask("SHOW TABLES"):
        columns = ", ".join(f"{row[0]} {TYPES.get(row[1], row[1])}" for row in ask(f"DESCRIBE {table}"))
        statements.append(f"CREATE TABLE {table} ({columns});")
        statements.append(f"TUNNEL UPLOAD -h true '{folder}/{table}.csv' {table};")
        connection.execute(f"COPY {table} TO '{folder}/{table}.csv' (HEADER)")
    Path(folder, "schema.sql").write_text("\n".join(statements) + "\n", encoding="utf-8")
    for number, text in ask("SELECT query_nr, query FROM tpcds_queries()"):
        Path(folder, f"q{number:02d}.sql").write_text(text, encoding="utf-8")


def generate(python, scale, folder):
    """Writes tables, schema.sql and queries into the folder."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    subprocess.run([str(python), __file__, str(scale), str(folder)], check=True, stdout=subprocess.DEVNULL)


def queries(folder):
    """Name to text in DuckDB's words, q01 to q99, on one line and without comments and the semicolon."""
    return {path.stem: one_line(path.read_text(encoding="utf-8")) for path in sorted(Path(folder).glob("q*.sql"))}


def one_line(text):
    text = re.sub(r"--[^\n]*", " ", text)
    # A newer DuckDB takes the alias for a keyword.
    text = re.sub(r"\) AT\b", ") morning", text)
    return " ".join(text.split()).rstrip("; ")


def our_query(text):
    """The query in the platform's words: names in back-ticks, DECIMAL literals with their mark, days added by DATEADD."""
    parts = re.split(r"('[^']*')", text)
    for i in range(0, len(parts), 2):
        part = re.sub(r'"([^"]*)"', r"`\1`", parts[i])
        part = re.sub(r"(?<![\w.])(\d+\.\d+)(?![\w.])", r"\1BD", part)
        part = re.sub(
            r"(\w+\.d_date) ([+-]) (\d+)\b", lambda m: f"DATEADD({m[1]}, {m[2].strip('+')}{m[3]}, 'dd')", part
        )
        parts[i] = part
    return "".join(parts)


if __name__ == "__main__":
    write(sys.argv[1], sys.argv[2])
