"""Places of processes, tables of models, configs and expressions of script components."""

import base64
import io
import json
import os
import tempfile
import tracemalloc
import zipfile

from cases import case
from made import refused

from akdl.runner import config, io_helper
from paisql.alink.expressions import expression
from paisql.alink_task import task_cluster, exported_model


@case
def a_place_is_as_alink_counts_it():
    two = {"cluster": {"worker": ["a", "b"]}, "task": {"type": "worker", "index": 1}}
    place = task_cluster.place_of(two)
    assert place.cluster == {"chief": ["a"], "worker": ["b"]}
    assert (place.task_type, place.task_index, place.index, place.workers) == ("worker", 0, 1, 2)
    one = {"cluster": {"worker": ["a"]}, "task": {"type": "worker", "index": 0}}
    place = task_cluster.place_of(one)
    assert place.cluster == {"chief": ["a"]} and place.is_chief
    served = {
        "cluster": {"chief": ["a"], "worker": ["b"], "ps": ["c"]},
        "task": {"type": "ps", "index": 0},
    }
    place = task_cluster.place_of(served)
    assert place.is_server and place.workers == 2 and not place.is_chief


@case
def a_model_is_found_where_scripts_put_it():
    with tempfile.TemporaryDirectory() as folder:
        refused(lambda: exported_model.find_model(folder), "no SavedModel")
        refused(lambda: exported_model.find_model(folder + "/none"), "no SavedModel")
        for name in ("1700000001", "1700000002"):
            os.makedirs(os.path.join(folder, name, "variables"))
            with open(os.path.join(folder, name, "saved_model.pb"), "w") as file:
                file.write(name)
            os.utime(os.path.join(folder, name), (int(name), int(name)))
        assert io_helper.find_timestamp_dir(folder).endswith("/1700000002")
        with open(os.path.join(folder, "saved_model.pb"), "w") as file:
            file.write("top")
        assert exported_model.find_model(folder) == folder


def rows_of(content, name="m.zip"):
    """The rows of a zip file: the layout as it is described, without the product."""
    parts = [content[begin : begin + 2**20] for begin in range(0, len(content), 2**20)]
    return [(0, name), *((n, base64.b64encode(part).decode()) for n, part in enumerate(parts, 1))]


def zip_of(**entries):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return content.getvalue()


def unpacked(rows, folder):
    """What unpack_model_from_flink makes of the rows, below the folder `work`."""
    path = os.path.join(folder, "bc_data_1")
    with open(path, "w") as file:
        file.writelines("%s %s\n" % row for row in rows)
    return io_helper.unpack_model_from_flink(path, os.path.join(folder, "work"))


@case
def a_model_table_is_whole_or_refused():
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "model", "variables"))
        for name, data in (("saved_model.pb", b"pb"), ("variables/a", os.urandom(2_500_000))):
            with open(os.path.join(folder, "model", name), "wb") as file:
                file.write(data)
        made = list(exported_model.rows_of(os.path.join(folder, "model"), "1.zip"))
        assert [number for number, _ in made] == [0, 1, 2, 3] and made[0][1] == "1.zip"
        assert [len(text) for _, text in made[1:-1]] == [1398104] * 2
        found = unpacked(made[::-1], folder)
        assert found == os.path.join(folder, "work", "1")
        assert sorted(os.listdir(found)) == ["saved_model.pb", "variables"]
        with open(os.path.join(found, "variables", "a"), "rb") as file:
            assert file.read() == data
        # A model that is there is replaced, and nothing else.
        os.remove(os.path.join(found, "variables", "a"))
        assert unpacked(made, folder) == found and os.path.exists(os.path.join(found, "variables", "a"))
        os.remove(os.path.join(found, "saved_model.pb"))
        refused(lambda: unpacked(made, folder), "work/1 exists and holds no SavedModel")
        for rows, text in (
            (made[:2] + made[3:], "model_id 2 are missing"),
            (made[:2] + [(2**51, made[2][1])], "model_id 2 to 2251799813685247 are missing"),
            (made[:1] + made[1::2] + [(9, "")], "model_id 2, 4 to 8 are missing"),
            (made[:-1], "its last rows are missing or damaged"),
            (made + made[1:2], "model_id 1 appears twice"),
            ([], "is empty"),
            ([(0, "a"), (1, "?")], "not base64"),
            ([("1_0", "a")], "its model_id '1_0' is not an integer"),
            ([(0, '[{"name": "a.zip", "chunks": 1000000000000}]')] + made[1:], "4 to 1000000000000 are missing"),
        ):
            refused(lambda: unpacked(rows, folder), text)
        assert os.listdir(os.path.join(folder, "work")) == ["1"]
        copied = os.path.join(folder, "copied")
        io_helper.gfile_copy_dir_content(found, copied)
        assert os.path.getsize(os.path.join(copied, "variables", "a")) == 2_500_000


@case
def a_model_table_is_unpacked_in_its_folder_alone():
    with tempfile.TemporaryDirectory() as folder:
        work = os.path.join(folder, "work")
        os.makedirs(work)
        with open(os.path.join(folder, "helper.py"), "w") as file:
            file.write("mine")
        os.symlink(folder, os.path.join(work, "linked"))
        content = zip_of(**{"helper.py": "theirs", "a": "b"})
        for name in ("", ".", "..", "../up.zip", "a/b.zip", "/tmp/x.zip", "a\\b.zip", "..\\up"):
            refused(lambda: unpacked(rows_of(content, name), folder), "which is not a name of a zip file")
        refused(lambda: unpacked(rows_of(content, "linked.zip"), folder), "exists and holds no SavedModel")
        for entry in ("../outside", "/tmp/../rooted", "a/../../outside", "..\\outside"):
            refused(lambda: unpacked(rows_of(zip_of(**{entry: "x"})), folder), "leads out of the model's folder")
        link = zipfile.ZipInfo("link")
        link.external_attr = 0o120777 << 16
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w") as archive:
            archive.writestr(link, "/etc")
        refused(lambda: unpacked(rows_of(target.getvalue()), folder), "is a link or a device")
        assert sorted(os.listdir(folder)) == ["bc_data_1", "helper.py", "work"] and os.listdir(work) == ["linked"]
        with open(os.path.join(folder, "helper.py")) as file:
            assert file.read() == "mine"
        found = unpacked(rows_of(content, "kept.v1.zip"), folder)
        assert found == os.path.join(work, "kept.v1") and sorted(os.listdir(found)) == ["a", "helper.py"]


@case
def a_model_with_a_checkpoint_is_unpacked_without_it():
    with tempfile.TemporaryDirectory() as folder:
        told = [{"name": "m.zip", "chunks": 1}, {"name": "ckpt.zip", "chunks": 1}]
        rows = [(0, json.dumps(told)), *rows_of(zip_of(a="b"))[1:], (2, "AAAA")]
        assert os.listdir(unpacked(rows, folder)) == ["a"]
        refused(lambda: unpacked(rows + [(3, "AAAA")], folder), "3 rows after that with model_id 0, which announces 2")


@case
def a_large_model_is_never_in_memory_as_a_whole():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("m", "c"):
            os.makedirs(os.path.join(folder, name))
            with open(os.path.join(folder, name, "saved_model.pb"), "wb") as file:
                file.write(os.urandom(24 << 20))
        path = os.path.join(folder, "bc_data_1")
        for write in (
            lambda kept: exported_model.emit(os.path.join(folder, "m"), kept),
            lambda kept: exported_model.emit_with_checkpoint(os.path.join(folder, "m"), os.path.join(folder, "c"), kept),
        ):
            with open(path, "w") as file:
                assert peak_of(lambda: write(Lines(file))) < 12 << 20
        assert peak_of(lambda: io_helper.unpack_model_from_flink(path, os.path.join(folder, "work"))) < 12 << 20
        assert len(os.listdir(os.path.join(folder, "work"))) == 1


class Lines:
    """An output_writer whose rows are lines of a file."""

    def __init__(self, file):
        self._file = file

    def write(self, example):
        feature = example.features.feature
        number, text = feature["model_id"].int64_list.value[0], feature["model_info"].bytes_list.value[0]
        self._file.write("%d %s\n" % (number, text.decode()))


def peak_of(function):
    """How many bytes Python has held at once for the call."""
    tracemalloc.start()
    try:
        function()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@case
def a_batch_config_becomes_a_train_config():
    common = dict.fromkeys(
        "tf_context num_workers cluster task_type task_index work_dir user_params".split()
    )
    batch = config.BatchTaskConfig(dataset_file="f", dataset_length=3, output_writer=None, **common)
    train = config.TrainTaskConfig(saved_model_dir="m", **batch.__dict__)
    assert (train.dataset_file, train.saved_model_dir, train.latest_ckpt_dir) == ("f", "m", None)
    stream = config.StreamTaskConfig(dataset_fn=len, output_writer=None, more=1, **common)
    assert stream.dataset_fn is len and not hasattr(stream, "more")


@case
def a_pointed_number_is_an_integer_as_in_alink():
    for text, wanted in [
        ("case when a > 0.5 then 1. else 0. end", "case when a > 0.5 then 1 else 0 end"),
        ("1.5 + t.a + t1.b + 12.", "1.5 + t.a + t1.b + 12"),
        ("'1. ' || \"2.\" || `3.`", "'1. ' || \"2.\" || `3.`"),
        ("1.e3", "1.e3"),
    ]:
        assert expression(text) == wanted, expression(text)
