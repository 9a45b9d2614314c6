"""What scripts do with oss://, on a bucket at an endpoint: oss://s3/ is whole, oss://bad/ fails as its
objects are named (s3_server.py), oss://local/ is a folder. Prints {case: "" or traceback}.
"""

import os

import numpy as np
import pyarrow.fs  # noqa: F401  starts the client that the plugin uses, too
import tensorflow as tf
from cases import case, main

tf.logging.set_verbosity(tf.logging.ERROR)
gfile = tf.gfile


def write(name, text, mode="w"):
    with gfile.GFile(name, mode) as stream:
        stream.write(text)


def read(name):
    with gfile.GFile(name, "rb") as stream:
        return stream.read()


def fails(error, call, *words):
    try:
        call()
    except error as caught:
        for word in words:
            assert word in str(caught), str(caught)
        return
    raise AssertionError("nothing failed")


@case
def files_are_written_read_and_appended_to():
    write("oss://s3/a/b.txt", "one\n")
    assert read("oss://s3/a/b.txt") == b"one\n"
    write("oss://s3/a/b.txt", "two\n", "a")
    write("oss://s3/a/new.txt", "n", "a")
    assert read("oss://s3//a/./x/../b.txt") == b"one\ntwo\n"
    assert gfile.Stat("oss://s3/a/b.txt").length == 8
    assert gfile.Stat("oss://s3/a/b.txt").mtime_nsec > 1.5e18
    with gfile.GFile("oss://s3/a/b.txt") as stream:
        stream.seek(4)
        assert (stream.read(2), stream.tell(), stream.size()) == ("tw", 6, 8)
    write("oss://s3/a/empty", "")
    assert read("oss://s3/a/empty") == b"" and gfile.Exists("oss://s3/a/empty")
    unclosed = gfile.GFile("oss://s3/a/unclosed", "w")
    unclosed.write("kept")
    unclosed.flush()
    assert read("oss://s3/a/unclosed") == b"kept"
    unclosed.write(", and more")
    del unclosed
    assert read("oss://s3/a/unclosed") == b"kept, and more"


@case
def keys_have_any_characters():
    names = ["a b", "数据", "a+b%20c", "a#b", "a&b=c", "a'b", "x?y", "~"]
    for name in names:
        write("oss://s3/odd/%s/%s.txt" % (name, name), name)
        assert read("oss://s3/odd/%s//%s.txt" % (name, name)) == name.encode(), name
    assert sorted(gfile.ListDirectory("oss://s3/odd")) == sorted(names)
    fails(tf.errors.InvalidArgumentError, lambda: write("oss://s3/../x", ""), "leads out")


@case
def folders_are_prefixes():
    gfile.MakeDirs("oss://s3/dir/deep/empty")
    write("oss://s3/dir/f.txt", "f")
    write("oss://s3/dir2/f.txt", "other")
    assert gfile.IsDirectory("oss://s3/dir/deep/empty/") and gfile.IsDirectory("oss://s3/dir")
    assert not gfile.IsDirectory("oss://s3/dir/f.txt") and not gfile.IsDirectory("oss://s3/di")
    assert sorted(gfile.ListDirectory("oss://s3/dir/")) == ["deep", "f.txt"]
    assert gfile.ListDirectory("oss://s3/dir/deep/empty") == []
    fails(tf.errors.NotFoundError, lambda: gfile.ListDirectory("oss://s3/nowhere"))
    assert sorted(gfile.Glob("oss://s3/dir*/*.txt")) == ["oss://s3/dir/f.txt", "oss://s3/dir2/f.txt"]
    walked = [name for name, _, _ in gfile.Walk("oss://s3/dir")]
    assert len(walked) == 3, walked
    gfile.MkDir("oss://s3/made")
    gfile.MkDir("oss://s3/made")
    fails(tf.errors.OpError, lambda: gfile.MakeDirs("oss://s3/dir/f.txt"))
    fails(tf.errors.FailedPreconditionError, lambda: gfile.Remove("oss://s3/dir"))
    fails(tf.errors.NotFoundError, lambda: gfile.Remove("oss://s3/dir/none"))
    gfile.Remove("oss://s3/dir2/f.txt")
    assert gfile.Exists("oss://s3/dir2"), "a folder stays when its last file goes"
    gfile.DeleteRecursively("oss://s3/dir")
    assert not gfile.Exists("oss://s3/dir") and not gfile.Exists("oss://s3/dir/deep")


@case
def names_are_changed_and_files_copied():
    write("oss://s3/r/a", "a")
    gfile.Rename("oss://s3/r/a", "oss://s3/r/sub/b")
    assert read("oss://s3/r/sub/b") == b"a" and not gfile.Exists("oss://s3/r/a")
    write("oss://s3/r/c", "c")
    fails(tf.errors.AlreadyExistsError, lambda: gfile.Rename("oss://s3/r/c", "oss://s3/r/sub/b"))
    gfile.Rename("oss://s3/r/c", "oss://s3/r/sub/b", overwrite=True)
    assert read("oss://s3/r/sub/b") == b"c"
    gfile.MakeDirs("oss://s3/r/sub/empty")
    gfile.Rename("oss://s3/r/sub", "oss://s3/moved")
    assert sorted(gfile.ListDirectory("oss://s3/moved")) == ["b", "empty"]
    assert not gfile.Exists("oss://s3/r/sub")
    gfile.Copy("oss://s3/moved/b", "oss://local/copy")
    gfile.Rename("oss://local/copy", "oss://s3/moved/back")
    assert read("oss://s3/moved/back") == b"c" and not gfile.Exists("oss://local/copy")


@case
def what_is_large_goes_and_comes_in_parts():
    data = np.random.RandomState(1).bytes(40 << 20)
    with gfile.GFile("oss://s3/large", "wb") as stream:
        for at in range(0, len(data), 1 << 20):
            stream.write(data[at : at + (1 << 20)])
        stream.flush()
    assert read("oss://s3/large") == data
    with gfile.GFile("oss://s3/large", "rb") as stream:
        for at in (30 << 20, 5, (40 << 20) - 3, 0, 300000, 299999):
            stream.seek(at)
            assert stream.read(100000) == data[at : at + 100000], at
    assert gfile.Stat("oss://s3/large").length == len(data)


@case
def checkpoints_summaries_and_models():
    with tf.Graph().as_default():
        value = tf.get_variable("v", initializer=tf.zeros([600, 1000]) + 3.0)
        saver = tf.train.Saver(max_to_keep=1)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            for step in range(2):
                saver.save(session, "oss://s3/ck/model.ckpt", global_step=step)
            session.run(value.assign(tf.zeros([600, 1000])))
            latest = tf.train.latest_checkpoint("oss://s3/ck/")
            assert latest == "oss://s3/ck/model.ckpt-1", latest
            saver.restore(session, latest)
            assert session.run(value).min() == 3.0
        assert len(gfile.Glob("oss://s3/ck/model*")) == 3
    with tf.Graph().as_default():
        writer = tf.summary.FileWriter("oss://s3/logs/")
        summary = tf.Summary(value=[tf.Summary.Value(tag="t", simple_value=1.0)])
        events = []
        for step in range(2):
            writer.add_summary(summary, step)
            writer.flush()
            events = gfile.Glob("oss://s3/logs/events*")
            # It is seen while the file is still open.
            assert sum(1 for _ in tf.train.summary_iterator(events[0])) == 2 + step
        writer.close()
        x = tf.placeholder(tf.float32, [None], name="x")
        with tf.Session() as session:
            weight = tf.get_variable("w", initializer=2.0)
            session.run(tf.global_variables_initializer())
            tf.saved_model.simple_save(session, "oss://s3/export/1", {"x": x}, {"y": x * weight})
    with tf.Graph().as_default(), tf.Session() as session:
        tf.saved_model.load(session, ["serve"], "oss://s3/export/1")
        assert session.run("w:0") == 2.0


@case
def an_estimator_trains_and_exports():
    def input_fn():
        return tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])).repeat(3)

    columns = [tf.feature_column.numeric_column("x")]
    estimator = tf.estimator.LinearRegressor(columns, model_dir="oss://s3/estimator/")
    estimator.train(input_fn)
    assert tf.train.latest_checkpoint("oss://s3/estimator/").endswith("model.ckpt-3")
    spec = tf.feature_column.make_parse_example_spec(columns)
    serving = tf.estimator.export.build_parsing_serving_input_receiver_fn(spec)
    path = estimator.export_saved_model("oss://s3/exported", serving)
    assert gfile.Exists(path.decode() + "/saved_model.pb"), path
    assert [name for name in gfile.ListDirectory("oss://s3/exported") if "temp" in name] == []


@case
def datasets_and_numpy_read_objects():
    write("oss://s3/lines.csv", "".join("%d,%d\n" % (i, i) for i in range(200000)))
    lines = tf.data.TextLineDataset("oss://s3/lines.csv").batch(200000)
    with tf.Session() as session:
        read_lines = session.run(lines.make_one_shot_iterator().get_next())
    assert len(read_lines) == 200000 and read_lines[-1] == b"199999,199999"
    with gfile.GFile("oss://s3/a.npy", "wb") as stream:
        np.save(stream, np.arange(5))
    with gfile.GFile("oss://s3/a.npy", "rb") as stream:
        assert list(np.load(stream)) == [0, 1, 2, 3, 4]


@case
def what_an_endpoint_does_not_do_is_an_error():
    unavailable, denied = tf.errors.UnavailableError, tf.errors.PermissionDeniedError
    url = os.environ["FAULTY"]
    fails(unavailable, lambda: read("oss://bad/500"), "oss://bad/500", "HTTP 500", url)
    fails(unavailable, lambda: write("oss://bad/503", "x"), "cannot be written", "too much to do")
    fails(unavailable, lambda: gfile.Remove("oss://bad/500"), "oss://bad/500")
    fails(denied, lambda: read("oss://bad/403"), "denies it to these keys", "CREATE BUCKET")
    fails(unavailable, lambda: read("oss://bad/mute"), "did not answer within", "request_timeout")
    # Half an object does not count as an object.
    fails(tf.errors.DataLossError, lambda: read("oss://bad/cut"), "broke off in the middle")
    fails(tf.errors.DataLossError, lambda: read("oss://bad/less"), "broke off in the middle")
    fails(unavailable, lambda: read("oss://bad/silent"), "did not answer within")
    fails(tf.errors.FailedPreconditionError, lambda: read("oss://gone/x"), "does not exist")
    fails(denied, lambda: read("oss://open/x"), "chmod 600")
    # What is only asked for says so, too, and not that there is nothing.
    fails(denied, lambda: gfile.Exists("oss://bad/403"))
    fails(denied, lambda: gfile.ListDirectory("oss://wrongkey/"), "access_key_secret is not that")
    for name in os.listdir(os.environ["PAISQL_OSS_ROOT"]):
        assert "testkeysecret" not in name


main()
