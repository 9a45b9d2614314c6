"""What runs in the processes of Alink's script components, without a program around it."""

import json
import os
import shutil

import pyarrow as pa
import pytest
from conftest import case_names, run_cases
from fake_job import PYTHON_FOLDER, FakeJob, arrow, columns

MODULES = ("alink_cases", "encoding_cases", "output_cases")
OUTPUT = columns(("id", "BIGINT"), ("small", "TINYINT"), ("name", "STRING"), ("real", "DOUBLE"))


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    job = FakeJob(tmp_path_factory.mktemp("alink"))
    job.output("out", OUTPUT)
    job.output("narrow", OUTPUT[:3])
    found = run_cases(job, "alink_tasks/together.py", *MODULES, face="tensorflow2")
    found["rows"], found["narrow"] = job.staged("out"), job.staged("narrow")
    with open(os.path.join(job.folder, "work", "kept.json"), encoding="utf-8") as stream:
        found["alike"] = json.load(stream)
    return found


@pytest.mark.parametrize("name", case_names(*("alink_tasks/%s.py" % name for name in MODULES)))
def test_case(results, name):
    assert results[name] == ""


def test_only_whole_rows_are_kept(results):
    alike = [(7, 2, "x", 0.5)] * results["alike"]
    assert results["rows"] == [(1, 2, "x", 0.5), *alike, (-5, 2, "词", 0.5)]


def test_rows_around_one_that_does_not_fit_are_kept(results):
    good = [number for number in range(5000) if number not in (40, 41, 2999)]
    assert results["narrow"] == [(number, number % 100, "x") for number in good]


class Task:
    """Runs a script without TensorFlow as one process of a job."""

    def __init__(self, folder, rows):
        self.job = FakeJob(folder)
        table = arrow(id=pa.array([row[0] for row in rows], pa.int64()), s=[row[1] for row in rows])
        fields = columns(("id", "BIGINT"), ("s", "STRING"))
        # Two files, of which a worker's rows come by turns.
        half = len(rows) // 2
        files = [self.job.file(table.slice(0, half)), self.job.file(table.slice(half))]
        self.input = self.job.input("t", fields, files)
        self.other = self.job.input("other", fields, files)
        self.output = self.job.output("out", columns(("id", "BIGINT")))
        self.work = os.path.join(self.job.folder, "work")
        shutil.copy(os.path.join(PYTHON_FOLDER, "paisql", "programs", "alink_job.py"), self.work)

    def run(self, text, workers=1, index=0, role="worker", face="tensorflow2", servers=0, **settings):
        with open(os.path.join(self.work, "main.py"), "w", encoding="utf-8") as stream:
            stream.write(text)
        cluster = {"worker": ["127.0.0.1:%d" % (1 + number) for number in range(workers)]}
        if role == "ps" or servers:
            cluster["ps"] = ["127.0.0.1:99"]
        task = {"kind": "batch", "main": "main.py", "input": self.input, "output": self.output}
        task.update(columns=["id", "s"], user_params={}, even=True, nulls="error", intra_op=4)
        variables = {
            "PAISQL_ALINK": json.dumps({**task, "convert": False, **settings}),
            "PAISQL_PROCESS": "%s-%d" % (role, index),
            "TF_CONFIG": json.dumps({"cluster": cluster, "task": {"type": role, "index": index}}),
        }
        entry = os.path.join(self.work, "alink_job.py")
        return self.job.run(entry, face=face, variables=variables)


# Counts records by their frames.
COUNT = """import struct
def main(task_config):
    with open(task_config.dataset_file, "rb") as stream:
        data = stream.read()
    ids, at = [], 0
    while at < len(data):
        size = struct.unpack_from("<Q", data, at)[0]
        ids.append(data[at + 12 : at + 12 + size].count(b"row"))
        texts = data[at + 12 : at + 12 + size].split(b"row")
        print(texts[1][:1].decode(), end="")
        at += 16 + size
    assert len(ids) == task_config.dataset_length
"""


@pytest.fixture
def task(tmp_path):
    return Task(tmp_path, [(number, "row%d!" % number) for number in range(8)])


def test_rows_are_dealt_in_turn_and_the_last_one_makes_workers_even(task):
    dealt = [task.run(COUNT, workers=3, index=index) for index in range(3)]
    assert [done.stdout for done in dealt] == ["036", "147", "257"], dealt
    assert "evenSplit: 1 of 3 workers get the last row again" in dealt[0].stderr
    assert dealt[1].stderr == "" and task.job.staged("out") == []
    assert not os.path.exists(os.path.join(task.work, "worker-0", "dataset.tfrecords"))


def test_every_row_goes_once_where_workers_need_not_be_even(task):
    assert task.run(COUNT, workers=3, index=2, even=False).stdout == "25"
    assert task.run(COUNT).stdout == "01234567"


def test_a_parameter_server_runs_main_without_rows(task):
    done = task.run(COUNT, workers=2, role="ps")
    assert (done.returncode, done.stdout) == (0, "")


def test_an_empty_table_is_an_empty_dataset(tmp_path):
    # To look at an empty table's columns pyarrow would import pandas, which takes longer than all else.
    looks = "import atexit, sys\natexit.register(lambda: print('pandas' in sys.modules))\n"
    done = Task(tmp_path, []).run(looks + COUNT, workers=2)
    assert (done.returncode, done.stdout, done.stderr) == (0, "False\n", "")


def test_errors_are_those_of_the_script(task):
    none = task.run("x = 1\n")
    assert none.returncode == 1
    assert "TaskError: main.py has no function main(task_config)" in none.stderr
    wrong = task.run("def main():\n    pass\n").stderr
    alone = "is called with task_config alone: def main(task_config))\n"
    assert wrong.endswith("main() takes 0 positional arguments but 1 was given (main(), main.py:1, " + alone), wrong
    wrong = task.run("def add(a, b):\n    pass\ndef main(a, b):\n    pass\n").stderr
    assert wrong.endswith("missing 1 required positional argument: 'b' (main(a, b), main.py:3, " + alone), wrong
    # That of another function is the script's own.
    wrong = task.run("def add(a, b):\n    pass\ndef main(config):\n    add(config)\n").stderr
    assert wrong.endswith("add() missing 1 required positional argument: 'b'\n"), wrong
    wrong = task.run("def main(config):\n    config.output_writer.write({'a': 1})\n").stderr
    assert wrong.endswith("TypeError: output_writer.write takes a tf.train.Example, and a dict was given\n"), wrong
    raised = task.run("def main(config):\n    n = 1\n    raise ValueError('so')\n").stderr
    assert raised.startswith("Traceback") and raised.endswith("ValueError: so\n")
    assert raised.count('File "') == 1 and 'main.py", line 3, in main' in raised
    broken = task.run("def main(config)\n").stderr
    assert 'main.py", line 1' in broken and broken.rstrip().endswith("SyntaxError: expected ':'")


def test_nulls_are_an_error_that_names_the_column(tmp_path):
    rows = [(1, "row1!"), (2, "row2!"), (3, None), (4, "row4!")]
    done = Task(tmp_path, rows).run(COUNT)
    assert done.returncode == 1
    wanted = "TaskError: column 's' is NULL in row 3 of the input, and a tf.train.Example has no NULL"
    assert wanted in done.stderr and "-DnullValues=omit" in done.stderr


def test_a_model_that_nobody_exports_is_an_error(task):
    done = task.run("def main(config):\n    assert config.saved_model_dir\n", kind="train")
    assert done.returncode == 1 and "exported no SavedModel" in done.stderr and "; it does not exist" in done.stderr
    assert task.job.staged("out") is None
    done = task.run("import os\ndef main(config):\n    os.mkdir(config.saved_model_dir)\n", kind="train")
    assert done.stderr.endswith("in it or in a folder of it; it is empty\n"), done.stderr
    made = """import os
def main(config):
    os.makedirs(config.saved_model_dir + "/a/b", exist_ok=True)
    os.mkdir(config.saved_model_dir + "/none")
    for name in ("m.keras", "a/x.txt", "a/b/deep"):
        open(os.path.join(config.saved_model_dir, name), "w").close()
"""
    said = "it has m.keras, a/x.txt, none/, and m.keras is not a SavedModel: tf.saved_model.save(model, task_config.saved_model_dir) writes one"
    done = task.run(made, kind="train")
    assert done.stderr.endswith(said + "\n"), done.stderr


# Errors whose causes are told after their own words; the last one ends the job.
HINTS = """import tensorflow as tf
from paisql.alink_task import hints
def parse(config, **spec):
    for record in tf.data.TFRecordDataset(config.dataset_file).batch(2):
        tf.io.parse_example(record, {name: tf.io.FixedLenFeature([], kind) for name, kind in spec.items()})
def main(config):
    for work in (
        lambda: parse(config, id=tf.float32),
        lambda: parse(config, s=tf.int64),
        lambda: parse(config, nix=tf.int64, id=tf.int64),
        lambda: parse(config, ID=tf.int64),
        lambda: open(config.saved_model_dir + "/m.keras", "w"),
        lambda: open("/nix"),
        lambda: tf.constant([1, 2]) + tf.constant([1, 2, 3]),
    ):
        try:
            work()
        except Exception as error:
            hints.add_to(error, main, config)
            print(hints.of(error))
    parse(config, idd=tf.int64)
"""


def test_errors_of_tensorflow_are_told_in_words_of_columns(task):
    done = task.run(HINTS, kind="train", face="tensorflow2")
    assert done.stdout.splitlines() == [
        "column id is a BIGINT, which is an int64_list: parse it as tf.int64, or CAST it to DOUBLE in the input",
        "column s is a STRING, which is a bytes_list: parse it as tf.string, or CAST it to BIGINT in the input",
        "the rows have the columns id, s",
        "the rows have the columns id, s; did you mean id?",
        "task_config.saved_model_dir is made by the export of a SavedModel, which m.keras is not: "
        "tf.saved_model.save(model, task_config.saved_model_dir)",
        "None",
        "None",
    ]
    assert "could not be found. (the rows have the columns id, s; did you mean id?) [Op:" in done.stderr, done.stderr


# Numbers as Examples, written without TensorFlow: a feature 'id' of an int64_list with one number.
NUMBERS = """class Row:
    def __init__(self, number):
        self.number = number
    def SerializeToString(self):
        value = bytes([self.number % 128 + 128, self.number // 128])
        numbers = b"\\x1a" + bytes([len(value) + 2]) + b"\\x0a" + bytes([len(value)]) + value
        feature = b"\\x0a\\x02id\\x12" + bytes([len(numbers)]) + numbers
        entry = b"\\x0a" + bytes([len(feature)]) + feature
        return b"\\x0a" + bytes([len(entry)]) + entry
def main(config):
    for number in [1] * 40 + [300] + [1] * 9 + [400]:
        config.output_writer.write(Row(number))
"""


def test_a_number_that_is_too_large_has_its_row(task):
    tiny = task.job.output("tiny", columns(("id", "TINYINT")))
    done = task.run(NUMBERS, output=tiny)
    assert done.returncode == 1
    assert "TaskError: row 41 of output_writer: column 'id' (TINYINT): Integer value 300" in done.stderr, done.stderr
    whole = task.job.output("whole", columns(("id", "SMALLINT")))
    assert task.run(NUMBERS, output=whole).returncode == 0
    assert task.job.staged("whole")[40] == (300,)


# Its model and its checkpoint are files that nobody loads.
CHECKPOINT = """import os
def main(config):
    print(config.latest_ckpt_dir and os.path.relpath(config.latest_ckpt_dir, config.work_dir))
    for folder, name in ((config.saved_model_dir, "saved_model.pb"), (config.latest_ckpt_dir, "checkpoint")):
        if folder and config.user_params.get(name) != "none":
            os.makedirs(folder)
            open(os.path.join(folder, name), "w").close()
"""


def test_a_training_keeps_its_checkpoint_when_it_is_asked_to(task):
    model = task.job.output("model", columns(("model_id", "BIGINT"), ("model_info", "STRING")))

    def train(asked, **user_params):
        shutil.rmtree(os.path.join(task.work, "worker-0"), ignore_errors=True)
        user_params["ALINK:save_latest_checkpoint"] = asked
        return task.run(CHECKPOINT, kind="train", output=model, user_params=user_params)

    lost = train("false", **{"saved_model.pb": "none"})
    assert lost.stdout == "None\n" and "exported no SavedModel" in lost.stderr
    lost = train("true", checkpoint="none")
    assert lost.stdout == "latest_ckpt\n" and "has kept no checkpoint in" in lost.stderr
    kept = train("true")
    assert kept.returncode == 0, kept.stderr
    rows = task.job.staged("model")
    assert [number for number, _ in rows] == [0, 1, 2]
    assert [one["name"] for one in json.loads(rows[0][1])][1] == "latest_ckpt.zip"


def test_one_worker_is_the_chief_of_a_cluster(task):
    done = task.run(
        """import json, os
def main(config):
    print(os.environ["TF_CONFIG"])
    assert json.loads(os.environ["TF_CONFIG"])["cluster"] == config.cluster
"""
    )
    assert json.loads(done.stdout) == {"cluster": {"chief": ["127.0.0.1:1"]}, "task": {"type": "chief", "index": 0}}


def test_a_file_of_rows_is_written_for_scripts_that_ask_for_it(task):
    done = task.run(
        """import os
def main(config):
    print(config.dataset_length, "dataset.tfrecords" in os.listdir(config.work_dir))
    print(os.path.getsize(config.dataset_file) > 0)
"""
    )
    assert done.stdout == "8 False\nTrue\n", done.stderr


def test_files_of_users_are_found_whatever_their_names(task):
    names = ["worker-config.json", "ps-1.txt", "stream-", "alink_job.py.txt"]
    for name in names:
        open(os.path.join(task.work, name), "w").close()
    os.mkdir(os.path.join(task.work, "worker-7"))
    done = task.run("import os\ndef main(config):\n    print(sorted(os.listdir(config.work_dir)))\n")
    assert done.stdout == str(sorted([*names, "main.py"])) + "\n", done.stderr


def test_further_inputs_are_files_of_lines(task):
    done = task.run(
        """def main(config):
    assert sorted(config.user_params) == ["ALINK:bc_1", "ALINK:bc_2", "a"]
    with open(config.user_params["ALINK:bc_2"]) as stream:
        print(config.user_params["ALINK:bc_2"].rsplit("/")[-1], stream.read(), end="")
""",
        broadcasts=[task.input, task.other],
        user_params={"a": "b"},
    )
    lines = "".join("%d row%d!\n" % (number, number) for number in range(8))
    assert done.stdout == "bc_data_2 " + lines, done.stderr


# What the API of TensorFlow 1 gives is a dataset of its own class.
STREAM_OF_ONE = """import tensorflow as tf
def main(config):
    dataset = config.tf_context.flink_stream_dataset()
    assert isinstance(dataset, tf.data.TFRecordDataset)
    try:
        dataset.repeat()
    except Exception as error:
        assert str(error) == "repeat func can not set!"
    spec = {"id": tf.FixedLenFeature([], tf.int64)}
    parsed = dataset.map(lambda record: tf.parse_single_example(record, spec)["id"])
    step = parsed.batch(3).make_one_shot_iterator().get_next()
    with tf.Session() as session:
        print(session.run(step), session.run(step))
"""


def test_a_script_of_tensorflow_1_reads_the_stream(task):
    done = task.run(STREAM_OF_ONE, workers=2, index=1, face="tensorflow1")
    assert done.stdout == "[1 3 5] [7]\n", done.stderr


# Importing run_config switches eager execution off, importing runner.config does not; all modules
# of akdl can be imported, and none takes its names from another's star import.
IMPORTS = """import ast, importlib, os, pkgutil
import tensorflow as tf
import akdl.runner.config
def main(config):
    assert tf.executing_eagerly()
    import akdl
    names = [one.name for one in pkgutil.walk_packages(akdl.__path__, "akdl.")]
    for name in names:
        module = importlib.import_module(name)
        with open(module.__file__) as stream:
            for node in ast.walk(ast.parse(stream.read())):
                if isinstance(node, ast.ImportFrom):
                    assert all(alias.name != "*" for alias in node.names), name
    assert "akdl.engine.train" in names and not tf.executing_eagerly()
    print("imported")
"""


def test_all_of_akdl_can_be_imported(task):
    done = task.run(IMPORTS)
    assert done.stdout.endswith("imported\n"), done.stderr
