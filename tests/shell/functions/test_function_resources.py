"""What functions find as their resources, through SQL: archives of all kinds, files replaced meanwhile, walls."""

import contextlib
import ctypes
import io
import os
import signal
import tarfile
import tempfile
import threading
import zipfile

import pytest

INSIDE = {"pkg/__init__.py": "", "pkg/inner/__init__.py": "", "pkg/inner/mod.py": "X = 5\n", "pkg/inner/d.txt": "data"}

MODULE = """
import os, sys
from odps.udf import annotate
from odps import distcache

@annotate('string->string')
class Archive(object):
    def evaluate(self, name):
        sys.path.insert(0, 'work/' + name)
        from pkg.inner import mod
        found = [os.path.relpath(one) for one in distcache.get_cache_archive_filenames(name, 'pkg/inner')]
        [text] = [stream.read() for stream in distcache.get_cache_archive(name, 'pkg/inner/d.txt')]
        return '%s|%s|%s|%s|%s' % (mod.X, os.path.relpath(mod.__file__), len(found), text.decode(), os.environ['USER'])

@annotate('string->string')
class Reads(object):
    def evaluate(self, path):
        try:
            with open(path) as stream:
                return stream.read()
        except OSError as error:
            return type(error).__name__

@annotate('->bigint')
class Sums(object):
    def evaluate(self):
        return sum(row[0] for row in distcache.get_cache_table('facts'))

@annotate('string,string->string')
class Waits(object):
    def evaluate(self, reached, go):
        open(reached, 'w').close()
        open(go).close()
        with distcache.get_cache_file('d.txt') as stream:
            return stream.read()
"""


def pack(folder, name, inside=None):
    inside = INSIDE if inside is None else inside
    path = folder / name
    if name.rpartition(".")[2] in ("zip", "whl", "jar"):
        with zipfile.ZipFile(path, "w") as archive:
            for one, text in inside.items():
                archive.writestr(one, text)
        return
    with tarfile.open(path, "w" if name.endswith(".tar") else "w:gz") as archive:
        for one, text in inside.items():
            entry = tarfile.TarInfo(one)
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode()))


def run(shell, folder, lines, *options):
    (folder / "all.sql").write_text("SET odps.sql.python.version=cp37;\n" + "\n".join(lines), encoding="utf-8")
    options = "--format", "tsv", "--no-header", "--no-check-first", *options
    return shell.run(*options, "-f", str(folder / "all.sql"))


def ok(*arguments):
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(name="folder")
def folder_with_module(tmp_path):
    (tmp_path / "r.py").write_text(MODULE, encoding="utf-8")
    return tmp_path


def test_archives_of_all_kinds(shell, folder):
    names = ["a.zip", "a-1.0-py3-none-any.whl", "a.jar", "a.tar", "a.tar.gz", "a.tgz"]
    lines = ["ADD PY r.py;"]
    for at, name in enumerate(names):
        pack(folder, name)
        lines += [f"ADD ARCHIVE {name};", f"CREATE FUNCTION f{at} AS 'r.Archive' USING 'r.py,{name}';"]
        lines += [f"SELECT f{at}('{name}');"]
    assert ok(shell, folder, lines) == [f"5|work/{name}/pkg/inner/mod.py|3|data|admin" for name in names]


def test_an_archive_that_leads_out_of_its_folder(shell, folder):
    pack(folder, "up.zip", {"ok.py": "", "../../../up.py": ""})
    pack(folder, "root.tar", {str(folder / "root.py"): ""})
    (folder / "broken.zip").write_bytes(b"PK\3\4garbage" * 10)
    lines = ["ADD PY r.py;"]
    names = ["up.zip", "root.tar", "broken.zip"]
    for at, name in enumerate(names):
        lines += [f"ADD ARCHIVE {name};", f"CREATE FUNCTION f{at} AS 'r.Archive' USING 'r.py,{name}';"]
        lines += [f"SELECT f{at}('{name}');"]
    done = run(shell, folder, lines, "--keep-going")
    for name, words in zip(names, ["leads out of its folder", "leads out of its folder", "cannot be unpacked"]):
        assert f"the archive {name} " in done.stderr and words in done.stderr
    assert not list(folder.rglob("up.py")) and not (folder / "root.py").exists()


def test_one_name_for_two_modules(shell, tmp_path):
    lines = []
    for project in ("one", "two"):
        (tmp_path / project).mkdir()
        text = f"from odps.udf import annotate\n@annotate('->string')\nclass C:\n    def evaluate(self): return '{project}'\n"
        (tmp_path / project / "same.py").write_text(text, encoding="utf-8")
        lines += [f"CREATE PROJECT {project};", f"USE {project};", f"ADD PY {project}/same.py;"]
        lines += ["CREATE FUNCTION f AS 'same.C' USING 'same.py';"]
    lines += ["SELECT one:f(), two:f(), one:f();", "ADD PY one/same.py AS same.py -f;", "SELECT one:f(), two:f();"]
    assert ok(shell, tmp_path, lines) == ["one\ttwo\tone", "one\tone"]


def await_open(pipe):
    """Until the function has opened it, and so evaluates."""
    with open(pipe, encoding="utf-8") as stream:
        assert stream.read() == ""


@contextlib.contextmanager
def waiting(shell, folder, start=""):
    """(a statement whose function waits, the pipe that lets it go on)"""
    pipes = [str(folder / name) for name in ("reached", "go")]
    for pipe in pipes:
        os.mkfifo(pipe)
    lines = [start, "SELECT waits('{}', '{}');".format(*pipes)]
    (folder / "wait.sql").write_text("SET odps.sql.python.version=cp37;\n" + "\n".join(lines), encoding="utf-8")
    process = shell.start("--format", "tsv", "--no-header", "-f", str(folder / "wait.sql"))
    guard = threading.Timer(120, process.kill)
    guard.start()
    try:
        await_open(pipes[0])
        yield process, pipes[1]
    finally:
        guard.cancel()
        process.kill()
        process.communicate()


@pytest.mark.parametrize(
    "change, after",
    [
        ("ADD FILE new/d.txt -f;", ["new"]),
        ("DROP RESOURCE d.txt; ADD FILE new/d.txt;", ["new"]),
        ("DROP FUNCTION waits; DROP RESOURCE d.txt; DROP RESOURCE r.py;", None),
    ],
)
def test_a_statement_keeps_the_resources_that_it_began_with(shell, folder, change, after):
    for name, text in (("d.txt", "old"), ("new/d.txt", "new")):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    make = ["ADD PY r.py;", "ADD FILE d.txt;", "CREATE FUNCTION waits AS 'r.Waits' USING 'r.py,d.txt';"]
    ok(shell, folder, make)
    with waiting(shell, folder) as (process, go):
        ok(shell, folder, [change])
        with open(go, "w", encoding="utf-8"):
            pass
        printed, said = process.communicate(timeout=100)
        assert (printed, process.returncode) == ("old\n", 0), said
    done = run(shell, folder, ["SELECT waits('/dev/null', '/dev/null');"])
    assert done.stdout.splitlines() == (after or []), done.stderr
    assert after is not None or "waits" in done.stderr and done.returncode != 0


PAUSE, SPIN, DEAF = "signal.pause()", "while True: pass", "signal.signal(2, signal.SIG_IGN)\n        signal.pause()"
PLACES = [("evaluate", SPIN), ("evaluate", DEAF)]
PLACES += [(place, PAUSE) for place in ("import", "__init__", "evaluate", "process", "close")]


@pytest.mark.parametrize(("place", "body"), PLACES)
def test_an_interruption_ends_it_wherever_it_is(shell, tmp_path, place, body):
    reached = str(tmp_path / "reached")
    os.mkfifo(reached)
    table = place in ("process", "close")
    text = "import signal\nfrom odps.udf import BaseUDTF, annotate\ndef wait():\n    if True:\n"
    text += f"        open({reached!r}, 'w').close()\n        {body}\n"
    text += "wait()\n" if place == "import" else ""
    text += f"@annotate('bigint->bigint')\nclass C({'BaseUDTF' if table else 'object'}):\n"
    for method in ("process", "close") if table else ("__init__", "evaluate"):
        arguments = "self, a" if method in ("process", "evaluate") else "self"
        text += f"    def {method}({arguments}):\n        {'wait()' if method == place else 'return None'}\n"
    (tmp_path / "c.py").write_text(text, encoding="utf-8")
    ok(shell, tmp_path, ["ADD PY c.py;", "CREATE FUNCTION f AS 'c.C' USING 'c.py';", "CREATE TABLE t (a BIGINT);"])
    process = shell.start("-e", f"SET odps.sql.python.version=cp37; INSERT INTO t SELECT f(1L) {'AS (a)' * table};")
    guard = threading.Timer(120, process.kill)
    guard.start()
    await_open(reached)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    guard.cancel()
    assert "interrupted" in said and process.returncode not in (0, -signal.SIGKILL), said
    assert shell.rows("SELECT COUNT(*) FROM t") == [["0"]]


def test_a_confined_session(shell, folder):
    if ctypes.CDLL(None).syscall(444, None, ctypes.c_long(0), ctypes.c_long(1)) <= 0:
        pytest.skip("this kernel has no Landlock")
    (folder / "d.txt").write_text("mine", encoding="utf-8")
    with tempfile.TemporaryDirectory(dir="/var/tmp") as closed:
        shell = type(shell)(os.path.join(closed, "home"))
        for name in ("other", "open"):
            os.mkdir(os.path.join(closed, name))
            with open(os.path.join(closed, name, "f"), "w", encoding="utf-8") as stream:
                stream.write(name)
        lines = ["ADD PY r.py;", "ADD FILE d.txt;", "CREATE FUNCTION reads AS 'r.Reads' USING 'r.py,d.txt';"]
        lines += ["CREATE TABLE facts (a BIGINT);", "INSERT INTO facts VALUES (40), (2);", "ADD TABLE facts;"]
        lines += ["CREATE FUNCTION sums AS 'r.Sums' USING 'r.py,facts';"]
        paths = [f"{closed}/other/f", f"{closed}/open/f", f"{closed}/home/catalog.sqlite", "d.txt"]
        ask = "SELECT " + ", ".join(f"SUBSTR(reads('{path}'), 1, 20)" for path in paths if "catalog" not in path) + ";"
        confined = ask.replace(";", f", reads('{paths[2]}');")
        lines += [ask, "SET paisql.job.confine=true;", confined]
        lines += [f"SET paisql.job.confine.folders={closed}/open:/nowhere;", confined]
        lines += ["SELECT sums();"]
        assert [line.split("\t") for line in ok(shell, folder, lines)] == [
            ["other", "open", "mine"],
            ["PermissionError", "PermissionError", "mine", "PermissionError"],
            ["PermissionError", "open", "mine", "PermissionError"],
            ["42"],
        ]


def test_rows_of_a_table_that_may_not_be_read_any_more(shell, folder):
    make = ["ADD PY r.py;", "CREATE TABLE facts (a BIGINT);", "INSERT INTO facts VALUES (40), (2);", "ADD TABLE facts;"]
    make += ["CREATE FUNCTION sums AS 'r.Sums' USING 'r.py,facts';", "ADD USER bob;", "GRANT admin TO bob;"]
    make += ["GRANT CreateInstance ON PROJECT default_project TO USER bob;", "GRANT Read ON FUNCTION sums TO USER bob;"]
    make += [f"GRANT Read ON RESOURCE {name} TO USER bob;" for name in ("r.py", "facts")]
    ok(shell, folder, make)
    process = shell.start("--user", "bob", "--format", "tsv", "--no-header")
    guard = threading.Timer(120, process.kill)
    guard.start()
    try:
        process.stdin.write("SET odps.sql.python.version=cp37;\nSELECT sums();\n")
        process.stdin.flush()
        assert process.stdout.readline() == "42\n"
        shell.ok("REVOKE admin FROM bob;")
        printed, said = process.communicate("SELECT sums();\n")
    finally:
        guard.cancel()
        process.kill()
    assert printed == "" and "'odps:Select' on {acs:odps:*:projects/default_project/tables/facts}" in said
