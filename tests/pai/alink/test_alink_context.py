"""task_config.tf_context as scripts of flink-ai-extended call it, and what akdl has not."""

import json
import os

from conftest import SCRIPTS
from stream_job import StreamJob
from test_alink_task import Task


def test_scripts_find_all_of_the_context(tmp_path):
    task = Task(tmp_path, [(number, "row%d!" % number) for number in range(8)])
    with open(os.path.join(SCRIPTS, "alink", "context.py"), encoding="utf-8") as stream:
        done = task.run(stream.read(), workers=3, index=1, servers=1)
    assert done.returncode == 0, done.stderr
    assert task.job.staged("out", 1) == [(1,), (4,), (7,)]


# Stops when it has seen the last row that is there; what it writes then comes, too.
STOPPING = """
class Row:
    def __init__(self, record):
        self.record = record
    def SerializeToString(self):
        return self.record
def main(config):
    last = None
    for chunk in config.tf_context._chunks():
        for record in chunk:
            config.output_writer.write(Row(record))
            if b"last" in record:
                config.tf_context.stop_job()
                last = record
    if last is not None:
        config.output_writer.write(Row(last))
    try:
        config.tf_context.from_java()
    except Exception as error:
        print(error)
"""


def test_a_script_stops_an_endless_stream(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    texts = ["a", "b", "c", "last"]
    with open(folder / "a.jsonl", "w", encoding="utf-8") as stream:
        stream.writelines(json.dumps({"id": i, "s": text}) + "\n" for i, text in enumerate(texts))
    source = {"kind": "folder", "path": str(folder), "format": ""}
    job = StreamJob(tmp_path, source, STOPPING, workers=1, follow=True).start()
    try:
        job.wait()
    finally:
        job.end()
    assert [row["id"] for row in job.rows()] == [0, 1, 2, 3, 3]
    assert "its rows lie in no file" in job.log("worker-0")


ABSENT = """
import akdl.models.tf
for name in ("models.tf.lstnet", "models.tf.deepar.deepar_main", "models.tf.tft", "models.tf.easytransfer",
             "models.tf.easyrec", "entry.base_entry"):
    try:
        __import__("akdl." + name)
        print("imported", name)
    except ModuleNotFoundError as error:
        package = "akdl." + name.replace(".deepar_main", "").replace(".base_entry", "")
        assert error.name == package and str(error).startswith(package + " is not part of the akdl of paisql: ")
        assert "in userFiles under a name of its own" in str(error), error
try:
    import akdl.nix
except ModuleNotFoundError as error:
    assert str(error) == "No module named 'akdl.nix'"
def main(config):
    pass
"""


def test_what_akdl_has_not_is_said(tmp_path):
    done = Task(tmp_path, [(1, "a")]).run(ABSENT)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr + done.stdout
