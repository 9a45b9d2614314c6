"""Places of processes, tables of models, configs and expressions of script components."""

import io
import os
import tempfile
import zipfile

from cases import case
from made import refused

from akdl.runner import config, io_helper
from paisql.alink.operator import expression
from paisql.alink_task import cluster, model_table


@case
def a_place_is_as_alink_counts_it():
    two = {"cluster": {"worker": ["a", "b"]}, "task": {"type": "worker", "index": 1}}
    place = cluster.place_of(two)
    assert place.cluster == {"chief": ["a"], "worker": ["b"]}
    assert (place.task_type, place.task_index, place.index, place.workers) == ("worker", 0, 1, 2)
    one = {"cluster": {"worker": ["a"]}, "task": {"type": "worker", "index": 0}}
    place = cluster.place_of(one)
    assert place.cluster == {"chief": ["a"]} and place.is_chief
    served = {
        "cluster": {"chief": ["a"], "worker": ["b"], "ps": ["c"]},
        "task": {"type": "ps", "index": 0},
    }
    place = cluster.place_of(served)
    assert place.is_server and place.workers == 2 and not place.is_chief


@case
def a_model_is_found_where_scripts_put_it():
    with tempfile.TemporaryDirectory() as folder:
        refused(lambda: model_table.find_model(folder), "no SavedModel")
        refused(lambda: model_table.find_model(folder + "/none"), "no SavedModel")
        for name in ("1700000001", "1700000002"):
            os.makedirs(os.path.join(folder, name, "variables"))
            with open(os.path.join(folder, name, "saved_model.pb"), "w") as file:
                file.write(name)
            os.utime(os.path.join(folder, name), (int(name), int(name)))
        assert io_helper.find_timestamp_dir(folder).endswith("/1700000002")
        with open(os.path.join(folder, "saved_model.pb"), "w") as file:
            file.write("top")
        assert model_table.find_model(folder) == folder


@case
def a_model_table_is_whole_or_refused():
    content = io_of(os.urandom(2_500_000))
    made = model_table.slices(content, "1.zip")
    assert [len(text) for _, text in made[1:-1]] == [1398104] * 2
    assert model_table.content_of(made[::-1]) == ("1.zip", content)
    refused(lambda: model_table.content_of(made[:2] + made[3:]), "missing: 2")
    refused(lambda: model_table.content_of(made[:-1]), "ends too early")
    refused(lambda: model_table.content_of(made + made[1:2]), "once each")
    refused(lambda: model_table.content_of([]), "no whole model")
    refused(lambda: model_table.content_of([(0, "a"), (1, "?")]), "no base64")


@case
def a_model_table_is_unpacked_and_stays_in_its_folder():
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "model", "variables"))
        for name in ("saved_model.pb", "variables/a"):
            with open(os.path.join(folder, "model", name), "w") as file:
                file.write(name)
        made = model_table.slices(model_table.zipped(os.path.join(folder, "model")), "m.zip")
        path = os.path.join(folder, "bc_data_1")

        def lines(rows):
            with open(path, "w") as file:
                file.writelines("%d %s\n" % row for row in rows)

        lines(made[::-1])
        unpacked = io_helper.unpack_model_from_flink(path, os.path.join(folder, "work"))
        assert unpacked == os.path.join(folder, "work", "m")
        assert sorted(os.listdir(unpacked)) == ["saved_model.pb", "variables"]
        copied = os.path.join(folder, "copied")
        io_helper.gfile_copy_dir_content(unpacked, copied)
        with open(os.path.join(copied, "variables", "a")) as file:
            assert file.read() == "variables/a"

        content = io.BytesIO()
        with zipfile.ZipFile(content, "w") as archive:
            archive.writestr("../outside", "x")
            archive.writestr("/tmp/../rooted", "x")
        lines(model_table.slices(content.getvalue(), "../../evil.zip"))
        unpacked = io_helper.unpack_model_from_flink(path, os.path.join(folder, "work"))
        assert unpacked == os.path.join(folder, "work", "evil")
        places = [
            os.path.join(base, name)
            for base, _, names in os.walk(folder)
            for name in names
            if name in ("outside", "rooted")
        ]
        assert len(places) == 2 and all(place.startswith(unpacked + "/") for place in places)


def io_of(data):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "saved_model.pb"), "wb") as file:
            file.write(data)
        return model_table.zipped(folder)


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
