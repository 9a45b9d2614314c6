"""Homes that are damaged, newer, full, read-only or oddly named."""

import os
import subprocess

import pytest

NOBODY = 65534


@pytest.fixture
def filled(shell):
    shell.ok("CREATE TABLE t (a BIGINT, s STRING); INSERT INTO TABLE t VALUES (1, 'x'), (2, 'y');")
    return shell


def data_file(shell):
    return next((shell.home / "warehouse").rglob("*.parquet"))


def fails_as_environment(shell, *texts):
    done = shell.sql("SHOW TABLES;")
    assert done.returncode == 3, done.stderr
    assert done.stderr.startswith(("FAILED: PAISQL-0001", "FAILED: PAISQL-0003"))
    assert "\nhint: " in done.stderr
    for text in texts:
        assert text in done.stderr


@pytest.mark.parametrize("size", [10, 100, 4096, 50_000])
def test_truncated_catalog(filled, size):
    os.truncate(filled.home / "catalog.sqlite", size)
    before = (filled.home / "catalog.sqlite").read_bytes()
    fails_as_environment(filled, "is damaged")
    assert (filled.home / "catalog.sqlite").read_bytes() == before


@pytest.mark.parametrize("lost", ["removed", "empty"])
def test_a_lost_catalog_costs_no_data(filled, lost):
    """With an empty catalog every data file would be nobody's, and a sweep would remove it."""
    catalog = filled.home / "catalog.sqlite"
    saved = catalog.read_bytes()
    if lost == "removed":
        catalog.unlink()
    else:
        os.truncate(catalog, 0)
    fails_as_environment(filled, "data files but no catalog")
    assert data_file(filled).exists()
    catalog.write_bytes(saved)
    assert filled.rows("SELECT count(*) FROM t;") == [["2"]]


def test_a_catalog_that_is_something_else(shell):
    shell.home.mkdir()
    (shell.home / "catalog.sqlite").write_bytes(b"no database at all" * 500)
    fails_as_environment(shell, "is damaged")


def test_paths_that_are_no_folder(shell):
    shell.home.mkdir()
    (shell.home / "warehouse").write_text("a file")
    fails_as_environment(shell, "warehouse")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT a, s FROM t;",
        "INSERT OVERWRITE TABLE t SELECT a, s FROM t;",
        "TUNNEL DOWNLOAD t out.csv;",
        "CREATE TABLE u AS SELECT a FROM t;",
    ],
)
@pytest.mark.parametrize("damage", ["removed", "truncated", "overwritten"])
def test_damaged_data_files_are_named(filled, tmp_path, query, damage):
    path = data_file(filled)
    saved = path.read_bytes()
    if damage == "removed":
        path.unlink()
    else:
        path.write_bytes(saved[:100] if damage == "truncated" else bytes(len(saved)))
    done = filled.sql(query, cwd=tmp_path)
    assert done.returncode == 3
    assert "FAILED: PAISQL-0003" in done.stderr and str(path) in done.stderr
    assert "is missing" in done.stderr if damage == "removed" else "is damaged" in done.stderr
    assert "\nhint: `paisql verify`" in done.stderr and "put the file back" in done.stderr
    assert not (tmp_path / "out.csv").exists()
    path.write_bytes(saved)
    assert filled.rows("SELECT count(*), sum(a) FROM t;") == [["2", "3"]]


def test_rows_of_a_lost_file_can_be_replaced(filled):
    data_file(filled).unlink()
    filled.ok("INSERT OVERWRITE TABLE t VALUES (7, 'z');")
    assert filled.rows("SELECT a FROM t;") == [["7"]]


class AnotherUser:
    """Runs the program as somebody who may read the home and write nothing of it."""

    def __init__(self, shell):
        self.shell = shell
        self.root = os.geteuid() == 0
        for folder, _, files in os.walk(shell.home):
            for name in files:
                os.chmod(os.path.join(folder, name), 0o444)
            os.chmod(folder, 0o555)

    def drop(self):
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)

    def sql(self, text, *arguments):
        return self.shell.sql(
            text, "--format", "tsv", "--no-header", *arguments, preexec_fn=self.drop if self.root else None, cwd="/"
        )


@pytest.fixture
def reader(filled, tmp_path):
    if os.geteuid() == 0:
        for folder in [tmp_path, *tmp_path.parents]:
            if not os.stat(folder).st_mode & 0o001:
                os.chmod(folder, os.stat(folder).st_mode | 0o011)
    yield AnotherUser(filled)
    for folder, _, _ in os.walk(filled.home):
        os.chmod(folder, 0o755)


def test_a_read_only_home_answers_and_refuses_to_write(reader, filled):
    done = reader.sql("SELECT count(*), sum(a) FROM t; SHOW TABLES; SET x=1;")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "2\t3\nt\n"
    for statement in [
        "INSERT INTO TABLE t VALUES (3, 'z')",
        "CREATE TABLE u (a BIGINT)",
        "DROP TABLE t",
        "TRUNCATE TABLE t",
        "ADD FILE /etc/passwd",
        "CREATE VIEW v AS SELECT 1 AS a",
    ]:
        done = reader.sql(statement + ";")
        assert done.returncode == 3, statement + done.stderr
        assert "read-only" in done.stderr and "\nhint: " in done.stderr
    assert reader.sql("SELECT 1;", "--project", "unheard").returncode == 3
    assert reader.sql("SELECT sum(a) FROM t;").stdout == "3\n"


@pytest.mark.parametrize("name", ["a home", "家 目录", "it's [a] {home}*?", "50%25"])
def test_names_of_homes(shell, tmp_path, name):
    folder = tmp_path / name
    shell.home = folder
    environment = {**os.environ, "PAISQL_HOME": str(folder)}
    command = [
        shell.command()[0],
        "--format",
        "tsv",
        "--no-header",
        "-e",
        "CREATE TABLE t (a BIGINT); INSERT INTO TABLE t VALUES (1); SELECT a FROM t;",
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=180)
    assert (done.returncode, done.stdout) == (0, "1\n"), done.stderr
    assert shell.rows("SELECT count(*) FROM t;") == [["1"]]
