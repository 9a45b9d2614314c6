"""Alink's script components as users run them: PAI statements, and the sample from Python."""

import base64
import io
import json
import os
import shutil
import subprocess
import zipfile

import pytest
from alink_models_home import check_errors
from conftest import SCRIPTS
from fake_job import LIBRARIES, PYTHON
from paisql_home import BINARY
from test_warm import run_warm, starts

FILES = os.path.join(SCRIPTS, "alink")

PREFIX = "https://alink-release.oss-cn-beijing.aliyuncs.com/data-files"

# After the sample: what it has computed.
CHECK = """
assert isinstance(source, TensorFlowBatchOp)
assert colNames == ["col%d" % number for number in range(10)]
frame = source.collectToDataframe()
assert list(frame.columns) == ["model_id", "model_info"]
import json, sys
json.dump(frame.values.tolist(), open(sys.argv[1], "w"))
"""


def model_of(rows, folder):
    """Unpacks a model by the described layout, without the product's reader."""
    ordered = sorted((int(number), text) for number, text in rows)
    assert [number for number, _ in ordered] == list(range(len(ordered)))
    assert ordered[0][1].endswith(".zip")
    content = b"".join(base64.b64decode(text) for _, text in ordered[1:])
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder)
    assert {"saved_model.pb", "variables"} <= set(os.listdir(folder))
    return str(folder)


def python(code, *arguments):
    done = subprocess.run([PYTHON, "-c", code, *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_program(home, path, *arguments):
    """Runs a user's program with the package of the installation."""
    environment = dict(
        home.environment(), PAISQL_HOME=home.path, PAISQL_PROGRAM=BINARY, PYTHONPATH=os.path.join(LIBRARIES, "python")
    )
    done = subprocess.run(
        [PYTHON, path, *arguments], cwd=home.files, env=environment, capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stderr
    return done


def statement(algorithm="tensorflow2_batch", **parameters):
    given = {"inputTableName": "t", "outputTableName": "out", "mainScriptFile": "file://told.py"}
    if algorithm.endswith("batch"):
        given["outputSchemaStr"] = "kind string, id long, x double, text string"
    given.update(parameters)
    quoted = {key: str(v).replace("\\", "\\\\").replace('"', '\\"') for key, v in given.items()}
    words = ['-D%s="%s"' % pair for pair in quoted.items()]
    return "PAI -name %s %s;" % (algorithm, " ".join(words))


@pytest.fixture
def filled(home):
    """A home with the scripts and a table t of five rows."""
    for name in os.listdir(FILES):
        if name.endswith(".py"):
            shutil.copy(os.path.join(FILES, name), home.files)
    rows = ", ".join("(%d, %s, '%s')" % (i, i / 3, "词%d" % i) for i in range(5))
    home.run("CREATE TABLE t (id BIGINT, x DOUBLE, s STRING);", "INSERT INTO t VALUES %s;" % rows).ok()
    return home


def test_the_sample_of_the_documents(filled, tmp_path):
    with open(os.path.join(filled.path, "odps_config.ini"), "w", encoding="utf-8") as stream:
        stream.write("set.paisql.alink.url.%s=%s\n" % (PREFIX, filled.files))
    with open(os.path.join(FILES, "sample.py"), encoding="utf-8") as stream:
        program = filled.write("program.py", stream.read() + CHECK)
    kept = str(tmp_path / "rows.json")
    done = run_program(filled, program, kept)
    assert done.stdout.startswith("model_id  model_info\n0         ")
    with open(kept, encoding="utf-8") as stream:
        folder = model_of(json.load(stream), tmp_path / "model")
    # The signature is the one that Alink's predictors ask for.
    code = """
import json, sys
import tensorflow as tf
loaded = tf.saved_model.load(sys.argv[1])
answer = loaded.signatures["predict"](**{"col%d" % i: tf.constant([0.5, 1.0]) for i in range(10)})
print(json.dumps({name: tensor.shape.as_list() for name, tensor in answer.items()}))
"""
    shapes = json.loads(python(code, folder).splitlines()[-1])
    assert shapes["logits"] == [2, 1] and shapes["probabilities"] == [2, 2]
    # What the environment has made for itself is gone.
    tables = filled.run("SHOW TABLES;", "USE default_project;", "SHOW TABLES;").ok().stdout
    assert "alink_" not in tables


@pytest.mark.parametrize(
    "program", ["relations.py", "operators.py", "values.py", "files.py", "file_edges.py", "carried_over.py"]
)
def test_operators_give_their_rows(filled, program):
    assert run_program(filled, os.path.join(filled.files, program)).stdout.endswith("all\n")


def test_a_program_is_told_that_its_process_has_ended(filled):
    ends = filled.write("ends.sh", "#!/bin/sh\necho 'no home here' >&2\nexit 3\n")
    os.chmod(ends, 0o700)
    program = "import os\nos.environ['PAISQL_PROGRAM'] = %r\nfrom paisql.alink import *\ntry:\n" % ends
    program += "    MemSourceBatchOp([[1]], 'a long').collect()\nexcept AlinkError as error:\n    print(error)\n"
    assert "no home here" in run_program(filled, filled.write("ended.py", program)).stdout


def test_rows_go_to_workers_and_come_back(filled):
    parameters = {"batch_size": 16, "fast": True, "lr": 1.50, "cols": '["a"]'}
    filled.run(
        statement(userFiles='["file://beside.py", "told.py"]', userParams=json.dumps(parameters), numWorkers=2),
        timeout=240,
    ).ok()
    rows = filled.rows("SELECT kind, id, x, text FROM out ORDER BY kind, id LIMIT 100;")
    # tsv doubles backslashes.
    told = [json.loads(row[3].replace("\\\\", "\\")) for row in rows if row[0] == "told"]
    texts = {"batch_size": "16", "fast": "true", "lr": "1.5", "cols": '["a"]'}
    for one in told:
        assert one["user_params"] == texts and one["workers"] == 2 and one["work_dir"]
        assert one["beside"] == "from a file beside" and one["once"] == 3
        assert list(one["tf_config"]) == ["cluster", "task"]
        assert one["tf_config"]["cluster"] == one["cluster"]
        assert {role: len(hosts) for role, hosts in one["cluster"].items()} == {"chief": 1, "worker": 1}
    assert sorted(one["task"] for one in told) == [["chief", 0], ["worker", 0]]
    # Every row, and the last one once more; a DOUBLE has been a float on its way.
    given = [(int(row[1]), row[3]) for row in rows if row[0] == "row"]
    assert given == [(number, "词%d" % number) for number in (0, 1, 2, 3, 4, 4)]
    third = next(row for row in rows if row[:2] == ("row", "1"))
    assert float(third[2]) == 0.3333333432674408
    # It runs as any job.
    jobs = filled.run("SHOW JOBS;").ok().stdout
    assert "Success" in jobs and "inputTableName" in jobs


TENSORS = """
import json
from pyalink.alink import *

rows = MemSourceBatchOp(
    [[i, "FLOAT#2,3#%d 0 0 0 -1e3 1.5 " % i, "LONG#2#1 %d" % i, "BOOLEAN##true", "STRING#2#1 2 #%da词" % i, "FLOAT"]
     for i in range(2)],
    "id long, f tensor, l tensor, b tensor, t tensor, s string",
)
run = TensorFlow2BatchOp().setUserFiles(["tensors.py"]).setMainScriptFile("tensors.py") \\
    .setSelectedCols(["s", "l", "f", "b", "t"]).setOutputSchemaStr("s string, told string")
print(json.dumps(rows.link(run).collect()))
"""


def test_tensors_are_lists_of_their_elements(filled):
    told = json.loads(run_program(filled, filled.write("tensors_program.py", TENSORS)).stdout)
    found = sorted(json.loads(row[1]) for row in told)
    assert found == [[[[i, 0, 0], [0, -1000, 1.5]], [1, i], 1, [str(i), "a词"]] for i in range(2)]
    assert [row[0] for row in told] == ["FLOAT"] * 2


def test_a_model_becomes_rows_of_a_table(filled, tmp_path):
    filled.run(statement("tf2_table_model_train", mainScriptFile="train.py", outputTableName="model")).ok()
    folder = model_of(filled.rows("SELECT * FROM model;"), tmp_path / "model")
    code = """
import sys
import tensorflow as tf
answer = tf.saved_model.load(sys.argv[1]).signatures["serving_default"](x=tf.constant([1.5, 2.0]))
print(answer["y"].numpy().tolist())
"""
    assert python(code, folder).splitlines()[-1] == "[3.0, 4.0]"


WRONG = [
    ({"userParams": "{a"}, "userParams: ", 'a"'),
    ({"userParams": "[1]"}, "userParams: a list is not an object", "[1]"),
    ({"userParams": '{"a": {"b": 1}}'}, "'a' is an object, and a script gets texts", '{\\"b'),
    ({"outputSchemaStr": "a long, A string"}, "column 'A' appears twice", "A string"),
    ({"outputSchemaStr": "a boolean"}, "a tf.train.Example gives no 'boolean' for column 'a'", "boolean"),
    ({"outputSchemaStr": "a lnog"}, "did you mean", "lnog"),
    ({"outputSchemaStr": "a long,"}, "a column is a name and a type", '"a long,"'),
    ({"inputTableName": "nix"}, "nix cannot be resolved", '"nix"'),
    ({"inputTableName": "f"}, "column 'flag' is BOOLEAN, which a tf.train.Example does not hold", '"f"'),
    ({"inputTableName": "f", "selectedCols": "price"}, "CAST(price AS DOUBLE)", "price"),
    ({"inputTableName": "f", "selectedCols": "list"}, "column 'list' is ARRAY<BOOLEAN>, which a", "list"),
    ({"selectedCols": "id,nix"}, "the input has no column 'nix'", "nix"),
    ({"selectedCols": "id,ID"}, "selectedCols: column 'ID' appears twice", "ID"),
    ({"tensorCols": "nix"}, "the input has no column 'nix'", "nix"),
    ({"tensorCols": "s", "selectedCols": "id"}, "tensorCols: the script gets no column 's'", 's"'),
    ({"tensorCols": "id"}, "tensorCols: column 'id' is BIGINT, and a tensor is a text such as FLOAT#2#1.5 2", 'id"'),
    ({"tensorShapes": "{s: 1}"}, "tensorShapes: this is not an object of lists of sizes", "s: 1"),
    ({"tensorShapes": '{"s": [-1]}'}, "tensorShapes: this is not an object of lists of sizes", "-1"),
    ({"tensorShapes": '{"nix": [2]}'}, "tensorShapes: the script gets no column 'nix'", '\\"nix'),
    ({"outputTableName": "t"}, "table p.t has the columns id BIGINT, x DOUBLE, s STRING", '"t"'),
    ({"mainScriptFile": "file://nix.py"}, "nix.py does not exist", '"file://nix.py"'),
    ({"mainScriptFile": "file://data.zip"}, "is not a .py file", '"file://data.zip"'),
    ({"userFiles": "outside.zip"}, "holds '../a.py', which leads out of its folder", "outside.zip"),
    ({"userFiles": "https://example.com/a.py"}, "SET paisql.alink.url.<prefix>=<folder>", "https://"),
    ({"numWorkers": "0"}, "a job cannot have 0 workers and 0 parameter servers", '"0"'),
    ({"numWorkers": "two"}, "'two' is not a value for numWorkers", '"two"'),
    ({"nullValues": "zero"}, "write error or omit", '"zero"'),
    ({"outputSchemaStr": ""}, "parameter 'outputSchemaStr' is missing", "tensorflow2_batch"),
    ({"numWorker": "1"}, "did you mean 'numWorkers'", "numWorker="),
]


def test_what_is_wrong_is_said_before_anything_runs(filled):
    filled.run("CREATE TABLE f (flag BOOLEAN, price DECIMAL(10,2), day DATE, list ARRAY<BOOLEAN>);").ok()
    with zipfile.ZipFile(os.path.join(filled.files, "outside.zip"), "w") as archive:
        archive.writestr("../a.py", "")
    check_errors(filled, [statement(**changes) for changes, *_ in WRONG], [case for _, *case in WRONG])
    assert filled.job_ids() == []
    filled.run("SELECT * FROM out;").fails("p.out cannot be resolved")


def test_the_url_of_a_file_is_a_folder_of_this_machine(filled):
    # The longest prefix counts, with or without its scheme; -cost starts nothing.
    filled.run(
        "SET paisql.alink.url.https://host.cn/a=/nowhere;",
        "SET paisql.alink.url.host.cn/a/b=%s;" % filled.files,
        statement(userFiles="https://host.cn/a/b/beside.py?x=1").replace("-name", "-cost -name"),
    ).ok()
    filled.run(
        "SET paisql.alink.url.https://host.cn/a=%s;" % filled.files, statement(userFiles="https://host.cn/ab/beside.py")
    ).fails("is not fetched: a statement uses no network")


WARM = "import tensorflow as tf\nfrom akdl.engine import train\n\n\ndef main(config):\n    pass\n"


def test_components_start_on_a_process_that_has_tensorflow(filled):
    """The script's own beginning decides, not that of the program which calls its main."""
    filled.write("warm.py", WARM)
    filled.write("cold.py", "import os\n\nos.environ['TF_SETTING'] = '1'\n" + WARM)
    given = dict(mainScriptFile="file://warm.py", outputSchemaStr="id long")
    texts = [statement(**given), statement(**dict(given, mainScriptFile="file://cold.py"))]
    warm, cold = (starts(filled, identity) for identity in run_warm(filled, texts))
    assert warm == {"worker-0": "warm start"}
    assert cold["worker-0"].startswith("cold start: ") and "tensorflow" in cold["worker-0"], cold


def test_graphs_are_changed_and_run_again(filled):
    with open(os.path.join(filled.path, "odps_config.ini"), "w", encoding="utf-8") as stream:
        stream.write("set.odps.sql.timezone=UTC\n")
    assert run_program(filled, os.path.join(filled.files, "graphs.py")).stdout.endswith("all\n")


NOTES = """
from pyalink.alink import *

useLocalEnv(1, config={"paisql.quota.memory": "1200MB", "debug_mode": %(debug)s})
AlinkGlobalConfiguration.setPrintProcessInfo(%(info)s)
rows = MemSourceBatchOp([[i] for i in range(3)], "id long")
script = TensorFlow2BatchOp().setUserFiles(["says.py"]).setMainScriptFile("says.py").setOutputSchemaStr("id long")
script.setNumWorkers(3).setNumPSs(0).setPythonEnv("env").linkFrom(rows).lazyPrint(1, "lazily")
rows.select("id + '1' AS n").lazyPrint(1)
BatchOperator.execute()
"""
SAYS = "def main(config):\n    print('the script says so')\n    config.dataset_length\n"


def test_notes_of_statements_reach_the_program(filled):
    filled.write("says.py", SAYS)
    os.makedirs(os.path.join(filled.files, "env/lib/python3.7/site-packages"))
    notes = (
        "env: it is of Python 3.7 and scripts run in Python",
        "the job is fitted to what there is: 2 workers instead of 3",
        "evenSplit: 1 of 2 workers get the last row again, so that all have 2 rows",
        "WARNING: implicit conversion from STRING to DOUBLE, potential data loss",
    )
    for shown in (False, True):
        program = filled.write("notes.py", NOTES % {"debug": shown, "info": shown})
        done = run_program(filled, program)
        assert done.stdout == "lazily\nid\nn\n1.0\n", done.stdout
        for note in notes:
            assert done.stderr.count(note) == 1, done.stderr
        # What the script prints, and the statements, only where they are wanted.
        assert ("the script says so\n" in done.stderr) == shown
        assert ("PAI -name tensorflow2_batch -DoutputTableName=" in done.stderr) == shown
        assert shown or len(done.stderr.splitlines()) == len(notes), done.stderr
