"""The tests give one secret in every way in which statements, services, streams and workflows take one.
Afterwards no log, no argument of a process and no file of the home that others can read has the secret.
Meanwhile only the process that was given the secret has it in its environment."""

import os
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from conftest import BINARY, PYTHON, TIMEOUT
from fleet_home import FleetHome
from statements import Session

SECRET = "pl4nted-0f-n0b0dy"
APP = """
import allspark

class Told(allspark.BaseProcessor):
    def initialize(self):
        self.config = allspark.default_properties().get('model.model_config')
    def process(self, data):
        return str(len(self.config)), 200

Told(worker_threads=1).run()
"""
# Appended to a script that has the secret as `secret`: what processes hold it while the script runs.
LOOK = """
import glob, os
def look():
    for kind in ('environ', 'cmdline'):
        for path in glob.glob('/proc/[0-9]*/' + kind):
            try:
                with open(path, 'rb') as file:
                    found = secret.encode() in file.read()
            except OSError:
                continue
            if found:
                whose = 'own' if path.split('/')[2] == str(os.getpid()) else open(
                    os.path.dirname(path) + '/cmdline', 'rb').read().replace(b'\\0', b' ').decode()
                print('HELD', kind, whose.replace(secret, '<secret>'))
    print('LOOKED')
look()
"""
STREAM = (
    """
import os
secret = os.environ['PLAIN']
def main(**given):
    pass
"""
    + LOOK
)
FLOW = """
parameters: {api_token: SECRET}
nodes:
  named: {parameters: {password: '${api_token}'}}
  placed: {parameters: ['${api_token}', 'x${workflow.api_token}y']}
  shell: {parameters: ['${api_token}']}
  sql: {parameters: {plain: '${api_token}'}}
  odps: {kind: PYODPS3, parameters: {secret_key: '${api_token}'}}
  way:
    kind: CONTROLLER_BRANCH
    parameters: {plain: '${api_token}'}
    branches: [{when: "'${plain}' == 'x'", output: yes}, {when: "len('${plain}') > 3", output: no}]
  look: {parameters: {password: '${api_token}'}, depends: [shell, odps]}
  look_odps: {kind: PYODPS3, parameters: {secret_key: '${api_token}'}, depends: [look]}
  fails: {parameters: ['${api_token}']}
""".replace("SECRET", SECRET)


@pytest.fixture
def sql(tmp_path, monkeypatch):
    monkeypatch.setenv("PAISQL_PYTHON", str(PYTHON))
    return Session(tmp_path / "home")


@pytest.fixture
def home(tmp_path, sql):
    fleet = FleetHome(tmp_path / "home")
    yield fleet
    if fleet.rows("SELECT 1 FROM fleet"):
        fleet.end()


def holders(home):
    """Files that hold the secret, of which others may read some; and arguments of processes."""
    found = []
    for folder, _, files in os.walk(home):
        for name in files:
            path = os.path.join(folder, name)
            if not stat.S_ISREG(os.lstat(path).st_mode) or name.endswith(".lock"):
                continue
            with open(path, "rb") as file:
                if SECRET.encode() in file.read():
                    found.append(os.path.relpath(path, home))
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes()
            if SECRET.encode() in words:
                found.append(words.decode())
        except OSError:
            pass
    return found


def environments():
    """[(arguments, environment)] of all processes that this user may look into."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            found.append(
                (
                    (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"),
                    (process / "environ").read_bytes().decode(errors="replace"),
                )
            )
        except OSError:
            pass
    return found


def test_services(home, sql, models, tmp_path):
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "app.py").write_text(APP)
    statements = tmp_path / "deploy.sql"
    statements.write_text(
        f"DEPLOY SERVICE s USING PROCESSOR '{tmp_path / 'app'}' PROPERTIES ('token'='{SECRET}', "
        f"'model_config'='{{\"api_key\": \"{SECRET}\"}}');\n"
        f"DEPLOY SERVICE t USING '{models / 'numbered' / '1'}' PROPERTIES ('token'='{SECRET}t');\n"
    )
    subprocess.run(
        [BINARY, "--home", str(sql.folder), "-f", str(statements)], check=True, capture_output=True, timeout=4 * TIMEOUT
    )
    answer = home.ask("POST", "/api/predict/s", "x", token=SECRET)
    assert (answer.status, answer.text) == (200, str(len(f'{{"api_key": "{SECRET}"}}')))
    private = home.folder / "services" / "private"
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    # A processor is told its configuration by its own environment; nobody else is.
    told = [words for words in environments() if SECRET in words[1]]
    assert told and all("app.py" in words for words, _ in told), [words for words, _ in told]
    held = holders(home.folder)
    assert held and all(one.startswith("services/private/") for one in held), held
    assert {stat.S_IMODE(one.stat().st_mode) for one in private.iterdir()} == {0o600}
    assert sql.facts("s")["Token"] == [SECRET]

    # A home that is opened afterwards is closed there by whoever looks next, and another user's
    # program shows no token.
    subprocess.run(["chmod", "-R", "go+rX", str(home.folder)], check=True)
    sql.facts("s")
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    for one in private.iterdir():
        one.chmod(0)
    if os.geteuid() != 0:
        assert sql.facts("s")["Token"] == ["***"]
        assert "services/private/" in sql.run("STOP SERVICE s;", status=1)
    for one in private.iterdir():
        one.chmod(0o600)

    # What is changed and dropped leaves nothing.
    sql.run("ALTER SERVICE s SET PROPERTIES ('token'='another');")
    assert len(list(private.iterdir())) > 1
    sql.run("DROP SERVICE s; DROP SERVICE t;")
    assert holders(home.folder) == [] and list(private.iterdir()) == []


def test_workflows(sql, tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    files = {
        "flow.yaml": FLOW,
        "named.py": "assert len('${password}') == 17\n",
        "placed.py": "import sys\nassert len(sys.argv[1]) == 17 and len(sys.argv[2]) == 19\n",
        "shell.sh": "test ${#1} = 17 || exit 1\necho ${api_token} | wc -c\n",
        "sql.sql": "SELECT LENGTH('${plain}');\n",
        "odps.py": "assert len(args['secret_key']) == 17\n",
        "look.py": "secret = '${password}'\n" + LOOK,
        "look_odps.py": "secret = args['secret_key']\n" + LOOK,
        "fails.py": "import sys\nsys.exit('Traceback: ' + sys.argv[1][::-1])\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    done = subprocess.run(
        [BINARY, "--home", str(sql.folder), "flow", "run", str(folder), "--bizdate", "20260101"],
        check=False,
        text=True,
        capture_output=True,
        timeout=4 * TIMEOUT,
    )
    with closing(sqlite3.connect(sql.folder / "catalog.sqlite")) as catalog:
        states = dict(catalog.execute("SELECT name, state FROM flow_nodes"))
    assert states.pop("fails") == "FAILURE", done.stderr
    assert set(states.values()) == {"SUCCESS"}, done.stderr
    assert SECRET not in done.stdout + done.stderr
    assert holders(sql.folder) == []
    for node in ("look", "look_odps"):
        # Their secrets are in files of their own, not in what the kernel shows of a process.
        told = subprocess.run(
            [BINARY, "--home", str(sql.folder), "flow", "log", "last", node],
            check=True,
            text=True,
            capture_output=True,
            timeout=TIMEOUT,
        ).stdout
        assert told == "LOOKED\n", (node, told)
    (run,) = [one for one in (sql.folder / "flows").iterdir() if one.is_dir()]
    assert stat.S_IMODE(run.stat().st_mode) == 0o700
    assert "***" in (run / "named" / "code.py").read_text()
    explained = subprocess.run(
        [BINARY, "--home", str(sql.folder), "flow", "check", str(folder), "--bizdate", "20260101"],
        check=False,
        text=True,
        capture_output=True,
        timeout=TIMEOUT,
    )
    assert SECRET not in explained.stdout + explained.stderr


def test_statements_and_jobs(sql, tmp_path):
    (tmp_path / "script.py").write_text("import os, sys\nassert os.environ['PLAIN']\n")
    (tmp_path / "all.sql").write_text(
        "SET paisql.warm=false;\n"
        f"SET paisql.job.env.PLAIN={SECRET};\nSET odps.access.key={SECRET};\n"
        f"CREATE TABLE t AS SELECT LENGTH('access_key={SECRET}') AS n;\n"
        f"SELECT GET_JSON_OBJECT('{{\"token\": \"{SECRET}\"}}', '$.token') IS NULL;\n"
        f"PAI -name tensorflow1120 -Dscript=file://script.py -DuserDefinedParameters='--api_key={SECRET}';\n"
        f"PAI -name tensorflow1120 -Dscript=file://script.py -Dbuckets='oss://b/?role_arn={SECRET}';\n"
        f"DESC SERVICE nothing; SELECT '{SECRET}' FROM (SELECT no_such FROM t WHERE password='{SECRET}');\n"
    )
    subprocess.run(
        [BINARY, "--home", str(sql.folder), "--keep-going", "-f", "all.sql"],
        check=False,
        capture_output=True,
        timeout=4 * TIMEOUT,
        cwd=tmp_path,
    )
    assert holders(sql.folder) == []


def logs_of_jobs(home):
    return "".join(path.read_text() for path in sorted((home / "jobs").glob("*/logs/*.log")))


def test_jobs_and_streams_while_they_run(sql, tmp_path):
    (tmp_path / "script.py").write_text("import os\nsecret = os.environ['PLAIN']\n" + LOOK)
    (tmp_path / "stream.py").write_text(STREAM)
    (tmp_path / "all.sql").write_text(
        f"SET paisql.warm=false;\nSET paisql.job.env.PLAIN={SECRET};\n"
        "CREATE TABLE t AS SELECT 1 AS id;\n"
        "PAI -name tensorflow1120_py3 -Dscript=file://script.py;\n"
        "PAI -name tensorflow2_stream -DinputTableName=t -DoutputTableName=o -DoutputSchemaStr='id long' "
        f'-DmainScriptFile=file://stream.py -DuserParams=\'{{"api_key": "{SECRET}"}}\';\n'
    )
    done = subprocess.run(
        [BINARY, "--home", str(sql.folder), "--keep-going", "-f", "all.sql"],
        check=False,
        capture_output=True,
        text=True,
        timeout=4 * TIMEOUT,
        cwd=tmp_path,
    )
    told = logs_of_jobs(sql.folder)
    assert told.count("LOOKED\n") == 2, done.stderr
    # A stream's script runs in a process of the job's own program, which has its variables, too.
    held = {line for line in told.splitlines() if line.startswith("HELD ")}
    assert held and all(
        line == "HELD environ own" or (line.startswith("HELD environ ") and "/work/alink_job.py " in line)
        for line in held
    ), held
    assert SECRET not in done.stdout + done.stderr
    assert holders(sql.folder) == []
