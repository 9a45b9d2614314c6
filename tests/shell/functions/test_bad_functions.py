"""Functions that fail in every way, called by statements: the error is named, nothing is written, the session lives."""

import re

import bad_functions


def run(shell, folder, lines):
    """(what the statements print, the errors, in their order)"""
    (folder / "all.sql").write_text("\n".join(lines), encoding="utf-8")
    options = "--format", "tsv", "--no-header", "--no-check-first", "--keep-going"
    done = shell.run(*options, "-f", str(folder / "all.sql"))
    text = re.sub(r"\n(?!FAILED|OK|\[|Warning)", " ", done.stderr)
    return done.stdout.splitlines(), [line for line in text.splitlines() if line.startswith("FAILED: ")]


def check(failures, expected):
    wrong = [(one, words) for one, words in zip(failures, expected) if not re.search(words, one)]
    assert not wrong
    assert len(failures) == len(expected)


def test_what_fails_while_it_runs(shell, tmp_path):
    (tmp_path / "bad.py").write_text(bad_functions.MODULE, encoding="utf-8")
    lines = [
        "SET odps.sql.python.version=cp37;",
        "ADD PY bad.py;",
        "CREATE FUNCTION good AS 'bad.Good' USING 'bad.py';",
    ]
    lines += [f"CREATE FUNCTION {name} AS 'bad.{name}' USING 'bad.py';" for name in bad_functions.FAILING]
    lines += ["CREATE TABLE source (a BIGINT);", "INSERT INTO source VALUES (7);", "CREATE TABLE target (a BIGINT);"]
    for name, (_, words) in bad_functions.FAILING.items():
        called = f"{name}(a) AS (a)" if name.startswith("table_") else f"{name}(a)"
        lines += [f"SET odps.sql.udf.timeout={1 if words == bad_functions.LATE else 1800};"]
        lines += [f"INSERT INTO target SELECT {called} FROM source;", "SET odps.sql.udf.timeout=1800;"]
        lines += ["SELECT good(COUNT(*)) FROM target;"]
    printed, failures = run(shell, tmp_path, lines)
    assert printed == ["0"] * len(bad_functions.FAILING)
    check(failures, [words for _, words in bad_functions.FAILING.values()])


def test_what_cannot_be_opened(shell, tmp_path):
    lines = ["SET odps.sql.python.version=cp37;"]
    for name, (text, found, _) in bad_functions.UNRESOLVED.items():
        head = "" if text.startswith("\0") else "from odps.udf import annotate\n" if "@" in text else ""
        (tmp_path / (name + ".py")).write_text(head + text, encoding="utf-8")
        lines += [f"ADD PY {name}.py;", f"CREATE FUNCTION {name} AS '{name}.{found}' USING '{name}.py';"]
        lines += [f"SELECT {name}(1);", "SELECT 1;"]
    printed, failures = run(shell, tmp_path, lines)
    assert printed == ["1"] * len(bad_functions.UNRESOLVED)
    check(failures, [words for _, _, words in bad_functions.UNRESOLVED.values()])
