"""How a script may end, and what becomes of its rows."""

import json
import os
import shutil
import subprocess

import pytest
from paisql_home import BINARY, PaisqlHome
from test_alink import FILES, statement

OS_EXIT = "TaskError: os._exit(0) in main ends the process before its rows are complete"
# What the error says; "" where the rows are there.
ENDS = {
    "exit 0": "",
    "exit 3": "worker 0 ended with exit status 3",
    "exit text": "ends.py:22: SystemExit: there is nothing to do",
    "_exit 0": OS_EXIT,
    "early": OS_EXIT,
    "_exit 3": "worker 0 ended with exit status 3",
    "interrupt": "ends.py:28: KeyboardInterrupt",
    "stdout": "",
    "folder": "",
    "children": "",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = PaisqlHome(tmp_path_factory.mktemp("ends"))
    for name in ("ends.py", "killed.py"):
        shutil.copy(os.path.join(FILES, name), home.files)
    os.makedirs(os.path.join(home.files, "folder.py"))
    home.run("CREATE TABLE t (id BIGINT); INSERT INTO t VALUES (1), (2);").ok()
    return home


def events(home, lines):
    done = subprocess.run(
        [BINARY, "--home", home.path, "--project", "p", "--output", "jsonl", "--keep-going"],
        input="\n".join(lines),
        cwd=home.files,
        env=home.environment(),
        capture_output=True,
        text=True,
        timeout=240,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def ending(number, how, **more):
    given = {"how": how, "pid": "/dev/null", **more}
    return statement(
        outputTableName="out%d" % number,
        mainScriptFile="file://ends.py",
        userFiles="file://killed.py",
        outputSchemaStr="id long",
        userParams=json.dumps(given),
    )


def test_the_ends_of_a_script(home):
    pid = os.path.join(home.files, "pid")
    found = events(home, [ending(number, how, pid=pid) for number, how in enumerate(ENDS)])
    errors = {event["number"]: event["message"] for event in found if event["event"] == "error"}
    for number, (how, said) in enumerate(ENDS.items()):
        message = errors.get(number + 1, "")
        assert bool(said) == bool(message) and said in message, (how, message)
    counts = ["SELECT COUNT(*) FROM out%d;" % number for number in range(len(ENDS))]
    rows = [int(row[0]) for row in home.run(*counts).ok().rows]
    assert rows == [0 if said else 3 for said in ENDS.values()]
    with open(pid, encoding="utf-8") as stream:
        assert not os.path.exists("/proc/%s/exe" % stream.read())


def test_a_folder_is_no_main_script(home):
    done = home.run(ending(99, "exit 0").replace("file://ends.py", "file://folder.py"))
    done.fails("folder.py is a folder, not a file")


STREAM = """import os, sys
class Same:
    def __init__(self, record):
        self.record = record
    def SerializeToString(self):
        return self.record
def main(config):
    for chunk in config.tf_context._chunks():
        for record in chunk:
            config.output_writer.write(Same(record))
        os._exit(0) if config.user_params["hard"] else sys.exit(0)
"""


def test_the_ends_of_a_script_of_a_stream(home):
    home.write("stream.py", STREAM)
    common = (
        "PAI -name tensorflow2_stream -DinputTableName=t -DmainScriptFile=file://stream.py -DnumWorkers=1 "
        '-DoutputSchemaStr="id long" -DoutputTableName=%s -DuserParams=\'{"hard": %s}\';'
    )
    home.run(common % ("soft", "false")).ok()
    assert home.rows("SELECT COUNT(*) FROM soft;") == [("2",)]
    home.run(common % ("hard", "true")).fails(OS_EXIT)
