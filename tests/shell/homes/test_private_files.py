"""Who may read what the program makes: homes, jobs, history, and what scripts are given."""

import json
import os
import sqlite3
import stat
import subprocess
import sys

import pytest
from conftest import ROOT

AS_NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
NAMED = {"PAISQL_PYTHON": sys.executable}


def modes(folder, but=()):
    """The modes of all files and folders, by their paths within it."""
    found = {".": stat.S_IMODE(os.stat(folder).st_mode)}
    for path, folders, files in os.walk(folder):
        for name in folders + files:
            whole = os.path.join(path, name)
            inner = os.path.relpath(whole, folder)
            if not os.path.islink(whole) and not inner.startswith(tuple(but)):
                found[inner] = stat.S_IMODE(os.stat(whole).st_mode)
    return found


def open_to_others(found):
    return {path: oct(mode) for path, mode in found.items() if mode & 0o077}


def run_job(shell, tmp_path, script, *before, umask=0o022, environment=None, parameters=""):
    """Runs a PAI statement whose Python is this one; gives what was printed."""
    (tmp_path / "script.py").write_text(script)
    statement = f"PAI -name tensorflow1120 -Dscript=file://script.py {parameters};"
    text = ["SET paisql.warm=false;", *before, statement]
    done = shell.run(
        *[word for one in text for word in ("-e", one)],
        cwd=tmp_path,
        umask=umask,
        env={**os.environ, **NAMED, **(environment or {})},
    )
    assert done.returncode == 0, done.stderr
    return done


FILL = """
CREATE TABLE t (a BIGINT) PARTITIONED BY (p STRING);
INSERT INTO t PARTITION (p='1') SELECT a FROM VALUES (1), (2) v(a);
CREATE TABLE o (a BIGINT);
ADD FILE r.txt;
SELECT TRANSFORM(a) USING 'cat' AS (b) FROM t WHERE p='1';
"""


@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_a_home_is_for_its_owner_alone(shell, tmp_path, umask):
    (tmp_path / "r.txt").write_text("r")
    (tmp_path / "r.txt").chmod(0o666)
    shell.ok(FILL, cwd=tmp_path, umask=umask)
    run_job(shell, tmp_path, "print('x')", umask=umask)
    found = modes(shell.home)
    assert len(found) > 15
    assert open_to_others(found) == {}
    assert found["."] == 0o700 and found["catalog.sqlite"] == 0o600


def test_what_a_script_stages_is_private_too(shell, tmp_path):
    pytest.importorskip("pyarrow")
    source = str(ROOT / "src" / "python")
    folder = tmp_path / "staging"
    folder.mkdir(mode=0o700)
    script = (
        "import sys, pyarrow; sys.path.insert(0, sys.argv[1])\n"
        "from paisql.tables.staged_file import StagedFile\n"
        "one = StagedFile(sys.argv[2], 0, [('a', pyarrow.int64())])\n"
        "one.append([pyarrow.array([1])]); one.close()\n"
    )
    subprocess.run([sys.executable, "-c", script, source, str(folder)], check=True, umask=0)
    assert sorted(os.listdir(folder)) == ["0.json", "0.parquet"]
    assert open_to_others(modes(folder)) == {}
    folder.chmod(0o755)
    subprocess.run([sys.executable, "-c", script, source, str(folder)], check=True, umask=0o077)
    assert stat.S_IMODE(os.stat(folder / "0.parquet").st_mode) == 0o644


def test_a_script_has_the_users_umask(shell, tmp_path):
    script = "import os; print('umask %o' % os.umask(0))"
    for mask in (0o022, 0o007):
        assert f"umask {mask:o}" in run_job(shell, tmp_path, script, umask=mask).stderr
    shell.ok("CREATE TABLE one AS SELECT a FROM VALUES (1) v(a);")
    text = "SELECT TRANSFORM(a) USING 'sh -c \"umask\"' AS (b) FROM one;"
    assert shell.ok(text, "--format", "tsv", "--no-header", umask=0o027).strip() == "0027"


def test_a_home_that_was_opened_stays_open(shell, tmp_path):
    """What is made in it from then on is as open as its folder; job folders never are."""
    (tmp_path / "r.txt").write_text("r")
    shell.ok(FILL, cwd=tmp_path)
    subprocess.run(["chmod", "-R", "go+rX", str(shell.home)], check=True)
    shell.ok("INSERT OVERWRITE TABLE t PARTITION (p='2') SELECT 3;")
    run_job(shell, tmp_path, "print('x')")
    found = modes(shell.home)
    assert found["."] == 0o755
    assert all(
        mode & 0o044 == 0o044
        for path, mode in found.items()
        if path.endswith(".parquet") or path.startswith("catalog.sqlite")
    )
    jobs = [path for path in found if path.startswith("jobs/") and path.count("/") == 1]
    assert jobs and all(found[path] == 0o700 for path in jobs)
    # The user's mask bounds it.
    shell.ok("CREATE TABLE u AS SELECT a FROM VALUES (1) v(a);", umask=0o077)
    closed = [path for path, mode in modes(shell.home).items() if path.endswith(".parquet") and mode == 0o600]
    assert len(closed) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="needs to become another user")
def test_another_user_reads_an_opened_home_only(shell, tmp_path):
    shell.ok("CREATE TABLE t AS SELECT a FROM VALUES (1) v(a);")
    part = tmp_path
    while part != part.parent:  # the way to the home, which pytest keeps closed
        if part.owner() == "root" and not os.stat(part).st_mode & 0o001:
            part.chmod(0o755)
        part = part.parent

    def read():
        command = AS_NOBODY + shell.command("--format", "tsv", "--no-header", "-e", "SELECT * FROM t;")
        return subprocess.run(
            command, capture_output=True, text=True, check=False, cwd="/", env={**os.environ, "HOME": "/"}
        )

    try:
        subprocess.run(AS_NOBODY + shell.command("--version"), check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("another user cannot start the program here")
    assert read().returncode == 3
    subprocess.run(["chmod", "-R", "go+rX", str(shell.home)], check=True)
    done = read()
    assert done.returncode == 0 and done.stdout == "1\n", done.stderr
    shell.ok("INSERT OVERWRITE TABLE t SELECT 2;")
    assert read().stdout == "2\n"
    assert os.path.exists(shell.home / "leases" / "readers")


SECRETS = ["LTAI5tSecretSecret1", "s3cretKey", "hiddenToken", "hiddenWord"]
STATEMENT = (
    '-Dbuckets="oss://b/?role_arn=acs:ram::1:role/hiddenWord&access_key_id='
    'LTAI5tSecretSecret1&access_key_secret=s3cretKey" '
    '-DuserDefinedParameters="--sts_token=hiddenToken --lr=0.1"'
)


def assert_nothing_kept(home, but=()):
    for path, _, files in os.walk(home):
        for name in files:
            whole = os.path.join(path, name)
            if name in but:
                continue
            with open(whole, "rb") as stream:
                content = stream.read()
            for secret in SECRETS:
                assert secret.encode() not in content, whole


def test_secrets_of_a_statement_are_given_and_not_kept(shell, tmp_path):
    (shell.home / "oss" / "b").mkdir(parents=True)
    shell.home.chmod(0o700)
    script = "import sys, os; print('GOT', ' '.join(sys.argv[1:]), os.environ['API_TOKEN'])"
    done = run_job(
        shell,
        tmp_path,
        script,
        "SET odps.access.key=s3cretKey;",
        "SET paisql.job.env.API_TOKEN=hiddenToken;",
        parameters=STATEMENT,
    )
    got = [line for line in done.stderr.splitlines() if line.startswith("GOT")]
    assert got == ["GOT --buckets=oss://b/ --sts_token=hiddenToken --lr=0.1 hiddenToken"]
    # The script has printed what it was given; its own log is its own.
    assert_nothing_kept(shell.home, but=("worker-0.log",))
    job = os.listdir(shell.home / "jobs")[0]
    with open(shell.home / "jobs" / job / "job.json", encoding="utf-8") as stream:
        note = json.load(stream)
    assert (shell.home / "jobs" / job / "lease").read_text() == note["lease"]
    assert note["user_arguments"] == ["--sts_token=***", "--lr=0.1"]
    assert note["settings"]["paisql.job.env.API_TOKEN"] == "***"
    shown = shell.ok(f"SHOW JOBS; SHOW P; DESC INSTANCE {job};", "--format", "tsv")
    assert "access_key_secret=***" in shown and "--lr=0.1" in shown
    assert not any(secret in shown for secret in SECRETS)


def test_a_job_is_not_run_again_without_its_secret(shell, tmp_path):
    (shell.home / "oss" / "b").mkdir(parents=True)
    environment = {**os.environ, **NAMED}
    run_job(shell, tmp_path, "print('x')", parameters=STATEMENT)
    job = os.listdir(shell.home / "jobs")[0]
    done = shell.sql(f"RERUN {job};", cwd=tmp_path, env=environment)
    assert done.returncode == 1 and "a secret, which is not kept: --sts_token=***" in done.stderr
    # What the script never gets is not missed.
    run_job(shell, tmp_path, "print('x')", parameters=STATEMENT.split(" -DuserDefined")[0])
    job = (set(os.listdir(shell.home / "jobs")) - {job}).pop()
    assert shell.sql(f"RERUN {job};", cwd=tmp_path, env=environment).returncode == 0


def test_a_job_is_not_run_again_without_a_variable(shell, tmp_path):
    environment = {**os.environ, **NAMED}
    named = "SET paisql.job.env.PLAIN_NAME=hiddenWord;"
    script = "import os; print('GOT', os.environ.get('PLAIN_NAME'))"
    assert "GOT hiddenWord" in run_job(shell, tmp_path, script, named).stderr
    assert_nothing_kept(shell.home, but=("worker-0.log",))
    job = os.listdir(shell.home / "jobs")[0]
    again = f"SET paisql.warm=false; RERUN {job};"
    done = shell.sql(again, cwd=tmp_path, env=environment)
    assert done.returncode == 1 and "GOT" not in done.stderr
    assert "a secret by SET paisql.job.env.PLAIN_NAME, which is not kept" in done.stderr
    done = shell.sql(f"SET PAISQL.job.env.PLAIN_NAME=today; {again}", cwd=tmp_path, env=environment)
    assert done.returncode == 0 and "GOT today" in done.stderr
    assert "hiddenWord" not in shell.ok(named + "SHOW FLAGS;")
    assert "hiddenWord" not in shell.sql(f"SELECT nothing; {named}").stderr


def test_what_a_statement_has_lost_is_named(shell, tmp_path):
    run_job(shell, tmp_path, "print('x')")
    job = os.listdir(shell.home / "jobs")[0]
    with sqlite3.connect(shell.home / "catalog.sqlite") as catalog:
        catalog.execute(
            "UPDATE jobs SET statement = replace(statement, ';', '') || ' -Dtables=\"odps://p/tables/t/sk=***\"'"
        )
    done = shell.sql(f"RERUN {job};", cwd=tmp_path, env={**os.environ, **NAMED})
    assert done.returncode == 1 and "(-Dtables had a secret, which is not kept)" in done.stderr


def test_rows_of_older_versions_are_shown_without_secrets(shell):
    shell.ok("SELECT 1;")
    with sqlite3.connect(shell.home / "catalog.sqlite") as catalog:
        values = {
            "id": "20260101000000000gaaaaaaaa",
            "project_id": 1,
            "kind": "pai",
            "name": "n",
            "statement": f"PAI -name x {STATEMENT};",
            "owner": "me",
            "state": "failed",
            "message": "token=hiddenToken",
            "created_ms": 1,
            "started_ms": 1,
            "ended_ms": 1,
            "supervisor_pid": 0,
            "supervisor_start": 0,
            "boot_id": "",
            "parameters": json.dumps({"accessKeySecret": "s3cretKey", "lr": "1"}),
        }
        catalog.execute(
            f"INSERT INTO jobs ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", list(values.values())
        )
    text = "SHOW JOBS; SHOW P; DESC INSTANCE 20260101000000000gaaaaaaaa; STATUS 20260101000000000gaaaaaaaa;"
    for form in ("table", "json"):
        shown = shell.ok(text, "--format", form)
        assert not any(secret in shown for secret in SECRETS), shown


def test_lists_plans_and_errors_show_no_secrets(shell, tmp_path):
    shell.ok("CREATE TABLE t AS SELECT 'x' AS password FROM VALUES (1) v(a);")
    shown = shell.ok(
        "SET odps.access.key=s3cretKey; SET a.b=1; SHOW FLAGS;EXPLAIN SELECT * FROM t WHERE password = 'hiddenWord';"
    )
    assert "odps.access.key=***" in shown and "a.b=1" in shown and "password" in shown
    assert not any(secret in shown for secret in SECRETS)
    script = tmp_path / "wrong.sql"
    script.write_text("SELECT nothing, 'access_key_secret=s3cretKey' FROM t WHERE token='hiddenToken';")
    done = shell.run("-f", str(script))
    assert done.returncode == 1 and "nothing" in done.stderr and "^" in done.stderr
    assert not any(secret in done.stderr for secret in SECRETS)
    done = shell.sql("SELECT TRANSFORM(password) USING 'false --token hiddenToken' AS (a) FROM t;")
    assert done.returncode == 1 and not any(secret in done.stderr for secret in SECRETS)


SHOW = "import os\nfor name in sorted(os.environ): print('VAR', name, os.environ[name])"
SESSION = {
    "AWS_SECRET_ACCESS_KEY": "s3cretKey",
    "MY_VARIABLE": "mine",
    "TF_X": "1",
    "LC_ALL": "C",
    "https_proxy": "http://proxy",
    "NVIDIA_X": "2",
    "OMP_NUM_THREADS": "3",
}


def variables(done):
    lines = [line.split(" ", 2) for line in done.stderr.splitlines() if line.startswith("VAR ")]
    return {line[1]: line[2] if len(line) > 2 else "" for line in lines}


def test_jobs_get_a_chosen_environment(shell, tmp_path):
    given = variables(run_job(shell, tmp_path, SHOW, environment=SESSION))
    assert {
        "PATH",
        "HOME",
        "TF_X",
        "LC_ALL",
        "https_proxy",
        "NVIDIA_X",
        "OMP_NUM_THREADS",
        "PYTHONPATH",
        "PAISQL_JOB",
    } <= set(given)
    assert "AWS_SECRET_ACCESS_KEY" not in given and "MY_VARIABLE" not in given
    given = variables(
        run_job(
            shell,
            tmp_path,
            SHOW,
            "SET paisql.job.env.MY_VARIABLE=set here;",
            "SET paisql.job.env.PYTHONPATH=/own;",
            environment=SESSION,
        )
    )
    assert given["MY_VARIABLE"] == "set here" and "AWS_SECRET_ACCESS_KEY" not in given
    assert given["PYTHONPATH"].endswith(":/own")
    given = variables(run_job(shell, tmp_path, SHOW, "SET paisql.job.environment=all;", environment=SESSION))
    assert given["AWS_SECRET_ACCESS_KEY"] == "s3cretKey" and given["MY_VARIABLE"] == "mine"


def test_a_supervisor_has_no_more_than_its_job(shell, tmp_path):
    script = (
        "import os\nwith open('/proc/%d/environ' % os.getppid()) as stream:\n"
        "    print('PARENT', 's3cretKey' in stream.read())"
    )
    assert "PARENT False" in run_job(shell, tmp_path, script, environment=SESSION).stderr


def test_transforms_get_a_chosen_environment(shell):
    shell.ok("CREATE TABLE one AS SELECT a FROM VALUES (1) v(a);")
    text = "SELECT TRANSFORM(a) USING 'env' AS (b) FROM one;"
    for before, wanted in (
        ("", set()),
        ("SET paisql.job.env.X1=y;", {"X1=y"}),
        ("SET paisql.job.environment=all;", {"MY_VARIABLE=mine"}),
    ):
        out = shell.ok(before + text, "--format", "tsv", "--no-header", env={**os.environ, **SESSION})
        lines = set(out.splitlines())
        assert wanted <= lines and "TF_X=1" in lines
        assert ("AWS_SECRET_ACCESS_KEY=s3cretKey" in lines) == ("all" in before)


def test_variables_that_cannot_be_named_are_refused(shell):
    for name in ("PAISQL_JOB", "a b", "1x", ""):
        done = shell.sql(f"SET paisql.job.env.{name}=x;")
        assert done.returncode == 1, name
    assert shell.sql("SET paisql.job.environment=some;").returncode == 1
