"""oss:// through every part of TensorFlow that touches files."""

import os
import resource

import numpy as np
import tensorflow as tf
from cases import case, main

ROOT = os.environ["PAISQL_OSS_ROOT"]


@case
def files_are_written_read_and_appended_without_folders():
    with tf.gfile.GFile("oss://bucket/new/dir/file.txt", "w") as stream:
        stream.write("one\n")
    with tf.gfile.GFile("oss://bucket/new/dir/file.txt", "a") as stream:
        stream.write("two\n")
    assert tf.gfile.GFile("oss://bucket/new/dir/file.txt").read() == "one\ntwo\n"
    assert open(os.path.join(ROOT, "bucket/new/dir/file.txt")).read() == "one\ntwo\n"


@case
def all_forms_of_a_bucket_are_one():
    with tf.gfile.GFile("oss://forms.oss-cn-beijing.aliyuncs.com//a//b.txt", "w") as stream:
        stream.write("x")
    for form in (
        "oss://forms/a/b.txt",
        "oss://forms//a/b.txt",
        "oss://forms\x01id=i\x02key=k\x02host=h/a/b.txt",
    ):
        assert tf.gfile.Exists(form), form
    assert tf.gfile.IsDirectory("oss://forms/?role_arn=acs:ram::1:role/r&host=h")
    assert not os.path.exists(os.path.join(ROOT, "..", "escaped"))
    try:
        with tf.gfile.GFile("oss://forms/../../escaped", "w") as stream:
            stream.write("x")
        raise AssertionError("written")
    except tf.errors.InvalidArgumentError as error:
        assert "leads out of its bucket by '..'" in str(error), error
    assert not os.path.exists(os.path.join(ROOT, "escaped"))
    assert tf.gfile.Exists("oss://forms/x/../a/b.txt")
    assert tf.gfile.Glob("oss://forms/a/?.txt") == ["oss://forms/a/b.txt"]


@case
def folders_and_names():
    for name in ("a.txt", "b.txt", "sub/c.txt"):
        with tf.gfile.GFile("oss://names/d/" + name, "w") as stream:
            stream.write(name)
    assert sorted(tf.gfile.ListDirectory("oss://names/d/")) in (
        ["a.txt", "b.txt", "sub"],
        ["a.txt", "b.txt", "sub/"],
    )
    assert sorted(tf.gfile.Glob("oss://names/d/*.txt")) == [
        "oss://names/d/a.txt",
        "oss://names/d/b.txt",
    ]
    walked = [
        (folder.rstrip("/"), sorted(files)) for folder, _, files in tf.gfile.Walk("oss://names/d")
    ]
    assert walked == [
        ("oss://names/d", ["a.txt", "b.txt"]),
        ("oss://names/d/sub", ["c.txt"]),
    ], walked
    tf.gfile.Rename("oss://names/d/a.txt", "oss://names/elsewhere/a.txt")
    tf.gfile.Copy("oss://names/d/b.txt", "oss://names/copies/b.txt", overwrite=True)
    assert tf.gfile.GFile("oss://names/copies/b.txt").read() == "b.txt"
    assert tf.gfile.Stat("oss://names/elsewhere/a.txt").length == 5
    assert tf.gfile.IsDirectory("oss://names/d") and not tf.gfile.IsDirectory(
        "oss://names/copies/b.txt"
    )
    tf.gfile.MakeDirs("oss://names/x/y/z")
    tf.gfile.MakeDirs("oss://names/x/y/z")
    tf.gfile.MkDir("oss://names/x/w")
    tf.gfile.Remove("oss://names/copies/b.txt")
    tf.gfile.DeleteRecursively("oss://names/d")
    assert not tf.gfile.Exists("oss://names/d")


def tree(folder):
    """{path below the folder: bytes of a file, None of a folder}."""
    found = {}
    for above, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(above, name)
            found[os.path.relpath(path, folder)] = open(path, "rb").read() if name in files else None
    return found


@case
def names_move_between_file_systems():
    """The bucket `far` is a folder of another one."""
    here, there = os.path.join(ROOT, "near"), os.path.join(ROOT, "far")
    os.makedirs(here)
    assert os.stat(here).st_dev != os.stat(there).st_dev
    whole = os.urandom(3 << 20)
    with tf.gfile.GFile("oss://near/model/big", "wb") as stream:
        stream.write(whole)
    with tf.gfile.GFile("oss://near/model/parts/small", "w") as stream:
        stream.write("small")
    os.symlink("big", os.path.join(here, "model", "latest"))
    os.chmod(os.path.join(here, "model", "big"), 0o640)
    before = tree(here)
    tf.gfile.Rename("oss://near/model", "oss://far/kept/model")
    assert tree(here) == {} and tree(there) == {"kept": None, **{"kept/" + k: v for k, v in before.items()}}
    assert os.readlink(os.path.join(there, "kept/model/latest")) == "big"
    assert os.stat(os.path.join(there, "kept/model/big")).st_mode & 0o777 == 0o640

    # Over a file that is there; what cannot be finished leaves both as they were.
    with tf.gfile.GFile("oss://near/old", "w") as stream:
        stream.write("old")
    states = tree(here), tree(there)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, limits[1]))
    try:
        for target in ("oss://near/old", "oss://near/new/folder"):
            source = "oss://far/kept/model" + ("" if target.endswith("folder") else "/big")
            try:
                tf.gfile.Rename(source, target, overwrite=True)
                raise AssertionError(target)
            except tf.errors.OpError as error:
                assert "File too large" in str(error), error
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    os.rmdir(os.path.join(here, "new"))
    assert (tree(here), tree(there)) == states
    tf.gfile.Rename("oss://far/kept/model/big", "oss://near/old", overwrite=True)
    assert tree(here) == {"old": whole}
    assert sorted(os.listdir(os.path.join(there, "kept/model"))) == ["latest", "parts"]
    try:
        tf.gfile.Rename("oss://far/none", "oss://near/none")
        raise AssertionError("moved")
    except tf.errors.NotFoundError:
        pass


@case
def keys_have_any_characters():
    for key in ("a b", "两个/文件 1.txt", "#/##/x", "..a/b..", "%41", "a?b", "a*b", "[x]", "q'\"", "-"):
        name = "oss://keys/" + key
        with tf.gfile.GFile(name, "w") as stream:
            stream.write(key)
        assert tf.gfile.GFile(name).read() == key, key
        assert os.path.basename(key) in tf.gfile.ListDirectory(os.path.dirname(name)), key
        with open(os.path.join(ROOT, "keys", key), encoding="utf-8") as stream:
            assert stream.read() == key


@case
def what_is_missing_is_not_found():
    for path in ("oss://file_not_existed", "oss://bucket/none"):
        try:
            tf.gfile.GFile(path).read()
        except tf.errors.NotFoundError:
            continue
        raise AssertionError(path)
    assert not tf.gfile.Exists("oss://nobucket/x")


@case
def checkpoints():
    with tf.Graph().as_default():
        value = tf.get_variable("v", initializer=3.0)
        saver = tf.train.Saver(max_to_keep=1)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            for step in range(3):
                saver.save(session, "oss://models/fresh/model.ckpt", global_step=step)
            session.run(value.assign(0.0))
            latest = tf.train.latest_checkpoint("oss://models/fresh/")
            assert latest == "oss://models/fresh/model.ckpt-2", latest
            saver.restore(session, latest)
            assert session.run(value) == 3.0


@case
def summaries_and_saved_models():
    with tf.Graph().as_default():
        with tf.summary.FileWriter("oss://models.host/logs/") as writer:
            writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="t", simple_value=1.0)]), 1)
        events = tf.gfile.Glob("oss://models/logs/events*")
        assert sum(1 for _ in tf.train.summary_iterator(events[0])) == 2
        x = tf.placeholder(tf.float32, [None], name="x")
        with tf.Session() as session:
            weight = tf.get_variable("w", initializer=2.0)
            session.run(tf.global_variables_initializer())
            tf.saved_model.simple_save(
                session, "oss://models/export/1", {"x": x}, {"y": x * weight}
            )
    with tf.Graph().as_default(), tf.Session() as session:
        tf.saved_model.load(session, ["serve"], "oss://models/export/1")
        assert "w:0" in [variable.name for variable in tf.global_variables()]


@case
def datasets_and_python_libraries():
    with tf.gfile.GFile("oss://data/lines.csv", "w") as stream:
        stream.write("".join("%d,%d\n" % (i, i) for i in range(100000)))
    lines = (
        tf.data.TextLineDataset("oss://data/lines.csv")
        .batch(100000)
        .make_one_shot_iterator()
        .get_next()
    )
    with tf.Session() as session:
        assert session.run(lines)[99999] == b"99999,99999"
    with tf.gfile.GFile("oss://data/a.npy", "wb") as stream:
        np.save(stream, np.arange(5))
    with tf.gfile.GFile("oss://data/a.npy", "rb") as stream:
        assert list(np.load(stream)) == [0, 1, 2, 3, 4]


@case
def an_estimator_trains():
    def input_fn():
        return tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])).repeat(3)

    columns = [tf.feature_column.numeric_column("x")]
    estimator = tf.estimator.LinearRegressor(columns, model_dir="oss://models/estimator/")
    estimator.train(input_fn)
    assert tf.train.latest_checkpoint("oss://models/estimator/").endswith("model.ckpt-3")


main()
