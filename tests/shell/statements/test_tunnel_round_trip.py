"""A table that is downloaded and uploaded again is the same table, whatever its values and the form of the file."""

import hashlib
import random

import pytest

LETTERS = [
    "a",
    "Z",
    "7",
    "中",
    "é",
    "😀",
    ",",
    '"',
    "'",
    "\t",
    "\n",
    "\r",
    ";",
    "|",
    " ",
    "\\\\",
    "\x01",
    "N",
    "{",
    ":",
]
FLAT = ["TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL(38,18)", "DECIMAL(5,0)", "BOOLEAN", "DATE"]
FLAT += ["DATETIME", "STRING", "VARCHAR(20)", "CHAR(5)"]
STAMPS = ["TIMESTAMP", "TIMESTAMP_NTZ"]


def text(pick, longest=12):
    return "'" + "".join(pick.choice(LETTERS) for _ in range(pick.randint(0, longest))).replace("'", "\\'") + "'"


def day(pick):
    return f"{pick.choice([1, 1900, 1969, 1970, 2024, 9998]):04d}-{pick.randint(1, 12):02d}-{pick.randint(1, 28):02d}"


def clock(pick):
    return f"{pick.randint(0, 23):02d}:{pick.randint(0, 59):02d}:{pick.randint(0, 59):02d}"


def number(pick, bits):
    edge = 2 ** (bits - 1)
    return pick.choice([0, -1, edge - 1, -edge + 1, pick.randint(-edge + 1, edge - 1)])


def value(kind, pick):
    """An expression of SQL whose value is one of the type."""
    if pick.random() < 0.15:
        return f"CAST(NULL AS {kind})"
    bits = {"TINYINT": 8, "SMALLINT": 16, "INT": 32, "BIGINT": 64}.get(kind)
    if bits:
        return f"CAST('{number(pick, bits)}' AS {kind})"
    if kind in ("FLOAT", "DOUBLE"):
        wide = pick.uniform(-1, 1) * 10.0 ** pick.randint(-30, 30)
        return f"CAST('{pick.choice([0.0, -0.0, 0.1, 1e15, 123456789.125, 'NaN', 'Infinity', '-Infinity', wide])}' AS {kind})"
    if kind.startswith("DECIMAL"):
        digits = "99999" if kind.endswith(",0)") else f"{number(pick, 60)}.{pick.randint(0, 10**18 - 1):018d}"
        return f"CAST('{pick.choice(['0', '-1', digits])}' AS {kind})"
    if kind == "BOOLEAN":
        return pick.choice(["true", "false"])
    if kind == "DATE":
        return f"DATE'{day(pick)}'"
    if kind == "DATETIME":
        return f"DATETIME'{day(pick)} {clock(pick)}'"
    if kind in STAMPS:
        return f"CAST('{day(pick)} {clock(pick)}.{pick.randint(0, 10**9 - 1):09d}' AS {kind})"
    width = {"VARCHAR(20)": 12, "CHAR(5)": 5}.get(kind, 30)
    return f"CAST({text(pick, width)} AS {kind})"


def table(shell, kinds, rows, pick):
    columns = ", ".join(f"c{i} {kind}" for i, kind in enumerate(["BIGINT", *kinds]))
    lines = [", ".join([f"{i}L", *(value(kind, pick) for kind in kinds)]) for i in range(rows)]
    shell.ok(
        f"CREATE TABLE t ({columns}); CREATE TABLE u LIKE t; INSERT INTO t "
        + " UNION ALL ".join(f"SELECT {x}" for x in lines)
        + ";"
    )


CSV = [
    ("csv", ""),
    ("csv", "-fd '\\t' -ni NULL -h true"),
    ("txt", "-fd '\\u0001' -rd ';;' -t 3"),
    ("csv.gz", "-fd '||'"),
]
CSV += [("csv.zst", "-c gb18030"), ("csv", "-c UTF-16 -fd '|'"), ("csv", "-tz America/New_York")]


@pytest.mark.parametrize(
    ("kinds", "forms"),
    [(FLAT + STAMPS, CSV + [("json", ""), ("jsonl.gz", ""), ("ndjson.zst", "")]), (FLAT, [("parquet", "")])],
    ids=["text", "parquet"],
)
def test_what_was_downloaded_comes_back(shell, tmp_path, kinds, forms):
    table(shell, kinds, 60, random.Random(7))
    before = shell.ok("SELECT * FROM t ORDER BY c0 LIMIT 100;", "--format", "jsonl")
    assert before.count("\n") == 60
    for number, (ending, options) in enumerate(forms):
        path = tmp_path / f"{number}.{ending}"
        shell.ok(f"TUNNEL DOWNLOAD {options} t {path}; TUNNEL UPLOAD -ow true {options} {path} u;")
        after = shell.ok("SELECT * FROM u ORDER BY c0 LIMIT 100;", "--format", "jsonl")
        assert after == before, (ending, options)


def test_many_rows_keep_their_order_whatever_the_number_of_threads(shell, tmp_path):
    shell.ok(
        "CREATE TABLE t AS SELECT n, concat('text ', n) AS s, n / 8 AS d "
        "FROM (SELECT explode(sequence(1, 100000)) AS n) x;"
    )
    files = []
    for threads in (1, 2, 5):
        files.append(tmp_path / f"{threads}.csv")
        shell.ok(f"TUNNEL DOWNLOAD -h true -t {threads} t {files[-1]};")
    lines = files[0].read_text().splitlines()
    assert lines[0] == "n,s,d" and len(lines) == 100001
    assert lines[1:] == sorted(lines[1:], key=lambda line: int(line.split(",")[0]))
    assert all(path.read_bytes() == files[0].read_bytes() for path in files)


def test_an_error_in_a_late_row_leaves_the_old_file(shell, tmp_path):
    shell.ok(
        "CREATE TABLE t AS SELECT if(n = 90000, '中', 'a') AS s FROM (SELECT explode(sequence(1, 100000)) AS n) x;"
    )
    path = tmp_path / "out.csv"
    path.write_text("mine")
    done = shell.sql(f"TUNNEL DOWNLOAD -f -c latin1 t {path};")
    assert done.returncode == 1 and "has a character that latin1 does not have" in done.stderr
    assert path.read_text() == "mine"


def test_bad_files(shell, tmp_path):
    shell.ok("CREATE TABLE t (id BIGINT, name STRING); INSERT INTO t VALUES (1, 'a');")
    shell.ok(f"TUNNEL DOWNLOAD t {tmp_path}/t.parquet; TUNNEL DOWNLOAD t {tmp_path}/t.json.gz;")
    for name in ("t.parquet", "t.json.gz"):
        whole = (tmp_path / name).read_bytes()
        for size in (0, 3, len(whole) // 2, len(whole) - 1):
            cut = tmp_path / f"cut.{name}"
            cut.write_bytes(whole[:size])
            done = shell.sql(f"TUNNEL UPLOAD {cut} t;")
            # Nothing at all is a file without rows.
            if size == 0:
                assert done.returncode == 0, done.stderr
                continue
            assert done.returncode == 1 and "cut." in done.stderr, (name, size, done.stderr)
    (tmp_path / "none").mkdir()
    done = shell.sql(f"TUNNEL UPLOAD {tmp_path}/none t;")
    assert done.returncode == 1 and "has no files" in done.stderr
    (tmp_path / "inner" / "folder").mkdir(parents=True)
    (tmp_path / "inner" / "folder" / "a.csv").write_text("2,b\n")
    done = shell.sql(f"TUNNEL UPLOAD {tmp_path}/inner t;")
    assert done.returncode == 1 and "has no files" in done.stderr
    (tmp_path / "empty.csv").write_text("")
    shell.ok(f"TUNNEL UPLOAD {tmp_path}/empty.csv t;")
    assert shell.rows("SELECT * FROM t;") == [["1", "a"]]


def test_cells_of_8_mb(shell, tmp_path):
    most = 8 << 20
    shell.ok("CREATE TABLE t (id BIGINT, name STRING); CREATE TABLE u LIKE t;")
    wanted = [[str(most), letter, hashlib.md5(letter.encode() * most).hexdigest()] for letter in "x,"]
    (tmp_path / "most.csv").write_text(f'1,{"x" * most}\n2,"{"," * most}"\n')
    (tmp_path / "more.csv").write_text(f"1,{'x' * (most + 1)}\n")
    shell.ok(f"TUNNEL UPLOAD {tmp_path}/most.csv t;")
    for form in ("csv", "json", "parquet"):
        shell.ok(f"TUNNEL DOWNLOAD t {tmp_path}/back.{form}; TUNNEL UPLOAD -ow true {tmp_path}/back.{form} u;")
        assert shell.rows("SELECT length(name), substr(name, 1, 1), md5(name) FROM u ORDER BY id LIMIT 3;") == wanted
    done = shell.sql(f"TUNNEL UPLOAD {tmp_path}/more.csv t;")
    assert done.returncode == 1 and "longer than 8 MB" in done.stderr
