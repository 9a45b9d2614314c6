"""What scripts of TensorFlow 1's time rely on: dropped names, undefined flags, errors in place of aborts."""

import importlib
import os
import sys
import warnings

import tensorflow as tf
from absl import flags as absl_flags
from cases import case, fails, main

from paisql.moved import library_names, names, python_names

warnings.simplefilter("ignore", DeprecationWarning)
FLAGS = tf.app.flags.FLAGS
Refused = tf.errors.InvalidArgumentError


def _each_name(table):
    """Every name of a table is found in its module, and by `from module import name`."""
    missing = []
    for module, rows in table.items():
        found = importlib.import_module(module)
        for name in names.targets(rows):
            if not hasattr(found, name):
                missing.append("%s.%s" % (module, name))
    assert not missing, missing


@case
def names_that_python_dropped():
    _each_name(python_names.NAMES)
    for module, rows in python_names.METHODS.items():
        for owner, name, _ in rows:
            assert hasattr(getattr(importlib.import_module(module), owner), name), (module, owner, name)
    for module, today in python_names.MODULES.items():
        public = [name for name in dir(importlib.import_module(today)) if not name.startswith("_")]
        assert hasattr(importlib.import_module(module), public[0]), module


@case
def names_that_libraries_dropped():
    _each_name(library_names.NAMES)
    for module in library_names.MODULES:
        importlib.import_module(module)


@case
def dropped_functions_do_what_they_did():
    import array
    import bz2
    import cgi
    import fileinput
    import inspect
    import json
    import os
    import random
    import re
    import threading
    import time
    import xml.etree.cElementTree as tree
    from collections import Iterable, Mapping
    from html.parser import HTMLParser

    assert isinstance([], Iterable) and isinstance({}, Mapping)
    numbers = array.array("b", [1])
    numbers.fromstring(b"\2")
    assert numbers.tostring() == b"\1\2"
    assert inspect.getargspec(lambda a, b=1, *c, **d: 0) == (["a", "b"], "c", "d", (1,))
    assert json.loads('{"a": 1}', encoding="utf-8") == {"a": 1}
    assert cgi.escape("<\"") == "&lt;\"" and cgi.escape("\"", quote=True) == "&quot;"
    assert cgi.parse_qs("a=1") == {"a": ["1"]} and HTMLParser().unescape("&lt;") == "<"
    node = tree.fromstring("<a><b/></a>")
    assert [each.tag for each in node.getchildren()] == ["b"] and len(node.getiterator()) == 2
    assert threading.current_thread().isAlive() and time.clock() > 0 and os.errno.ENOENT == 2
    assert isinstance(re.compile("a"), re._pattern_type)
    assert random.sample({5}, 1) == [5]
    random.seed((1, 2))
    values = [1, 2, 3]
    random.shuffle(values, lambda: 0.0)
    assert values == [2, 3, 1], values
    bz2.BZ2File("words.bz2", "w", buffering=0).close()
    open("words", "w").close()
    assert not list(fileinput.input("words", bufsize=8))


@case
def dropped_arguments_are_taken_again():
    import asyncio
    import codecs
    import collections
    import hashlib
    import hmac
    import inspect
    import io
    import traceback

    with open("lines", "wb") as stream:
        stream.write(b"a\r\nb\r")
    for opens in (open, io.open, codecs.open):
        for mode in ("rU", "U", "Ur"):
            with opens("lines", mode) as stream:
                assert stream.read().splitlines() == ["a", "b"], (opens, mode)
    with open("lines", "rbU") as stream:
        assert stream.read() == b"a\r\nb\r"
    fails(FileNotFoundError, "no-such", lambda: open("no-such", mode="rU"))
    md5 = hmac.new(b"k", b"v", hashlib.md5).hexdigest()
    assert md5 == hmac.new(b"k", b"v").hexdigest() == hmac.HMAC(b"k", b"v").hexdigest()
    assert hmac.new(b"k", b"v", digestmod="sha1").digest_size == 20 == hmac.new(b"k", b"v", "sha1").digest_size
    told = traceback.format_exception(etype=ValueError, value=ValueError("x"), tb=None)
    assert told == ["ValueError: x\n"] == traceback.format_exception(ValueError, ValueError("x"), None)
    assert traceback.format_exception(ValueError("x")) == told
    assert collections.namedtuple("P", "x y", verbose=True)(1, 2).y == 2
    spec = inspect.getfullargspec(lambda a, b=1, *c, d=2, **e: 0)
    assert inspect.formatargspec(*spec) == "(a, b=1, *c, d=2, **e)"

    async def waits():
        lock = asyncio.Lock(loop=None)
        async with lock:
            await asyncio.sleep(0, loop=None)
        return await asyncio.gather(asyncio.sleep(0, 3), loop=None)

    assert asyncio.new_event_loop().run_until_complete(waits()) == [3]


@case
def numpy_takes_what_it_took():
    import numpy

    ragged = numpy.array([[1, 2], [3]])
    assert ragged.dtype == object and ragged.shape == (2,) and ragged[1] == [3]
    assert numpy.asarray([[1], []]).shape == (2,) and numpy.array([[1, 2], [3, 4]]).shape == (2, 2)
    fails(ValueError, "inhomogeneous", lambda: numpy.array([[1, 2], [3]], dtype=float))
    fails(ValueError, "", lambda: tf.constant([[1, 2], [3]]))
    assert numpy.histogram([1, 2], 2, normed=True)[0].sum() == 2.0 and len(numpy.linspace(0, 1, 5.0)) == 5
    before = numpy.get_printoptions()
    numpy.set_printoptions(threshold=numpy.nan)
    assert numpy.get_printoptions()["threshold"] == sys.maxsize
    numpy.set_printoptions(**before)


@case
def keras_is_found_by_its_old_parts():
    from keras.engine.topology import InputSpec, Layer
    from keras.layers.convolutional import Conv2D
    from keras.layers.core import Activation, Dense, Dropout
    from keras.layers.normalization import BatchNormalization
    from keras.utils import np_utils
    from keras.utils.np_utils import to_categorical

    import keras

    assert Dense is keras.layers.Dense and issubclass(Conv2D, Layer) and issubclass(BatchNormalization, Layer)
    assert np_utils.to_categorical([1]).tolist() == to_categorical([1]).tolist() == [[0.0, 1.0]]
    assert InputSpec is keras.layers.InputSpec and Activation and Dropout
    assert keras.backend.get_session is not None


@case
def libraries_do_what_they_did():
    import numpy
    import pandas
    import scipy.misc
    import yaml
    from PIL import Image, ImageDraw, ImageFont
    from sklearn.ensemble.forest import RandomForestClassifier
    from sklearn.externals import joblib
    from sklearn.feature_extraction.text import CountVectorizer

    assert yaml.load("a: [1]") == {"a": [1]} and list(yaml.load_all("1")) == [1]
    frame = pandas.DataFrame({"x": [1, 2], "y": [3, 4]}, index=["p", "q"])
    assert frame.ix[0, "y"] == 3 and frame.ix["q", 0] == 2 and frame.ix[1].tolist() == [2, 4]
    assert frame.ix[0:1, "x"].tolist() == [1] and frame.ix[[0, 1], [1]].values.tolist() == [[3], [4]]
    frame.ix[0, "y"] = 9
    assert frame.as_matrix(["y"]).tolist() == [[9], [4]] and frame.get_value("p", "y") == 9
    assert pandas.DataFrame({"x": [1, 2]}, index=[5, 6]).ix[5, "x"] == 1
    assert pandas.rolling_mean(pandas.Series([1, 3]), 2).tolist()[1] == 2
    assert pandas.DataFrame.from_items([("b", [1]), ("a", [2])]).columns.tolist() == ["b", "a"]
    frame.to_csv("frame.csv")
    assert pandas.DataFrame.from_csv("frame.csv").equals(frame) and pandas.Series([2, 1]).order().tolist() == [1, 2]
    both = pandas.concat([frame, frame], axis=1, join_axes=[pandas.Index(["q"])])
    assert both.values.tolist() == [[2, 4, 2, 4]]
    picture = Image.new("L", (4, 2), 7)
    assert picture.resize((2, 2), Image.ANTIALIAS).size == (2, 2)
    assert ImageDraw.Draw(picture).textsize("a")[0] == ImageFont.load_default().getsize("a")[0] > 0
    scipy.misc.imsave("picture.png", numpy.full((2, 4), 7, numpy.uint8))
    assert scipy.misc.imread("picture.png").tolist() == [[7] * 4] * 2
    assert scipy.misc.imresize(numpy.zeros((2, 4, 3), numpy.uint8), (6, 8)).shape == (6, 8, 3)
    words = CountVectorizer().fit(["one two"])
    assert words.get_feature_names() == ["one", "two"]
    assert joblib.dump and RandomForestClassifier.__name__ == "RandomForestClassifier"


@case
def a_flag_is_absent_until_it_is_defined_or_read():
    sys.argv[1:] = ["--task_index=0", "--job_name=worker", "--mine=3", "--tables=odps://p/tables/t"]
    assert not hasattr(FLAGS, "task_index") and getattr(FLAGS, "task_index", None) is None
    assert not [name for name in ("tables", "mine", "volumes") if hasattr(FLAGS, name)]
    assert FLAGS.task_index == 0 and FLAGS.job_name == "worker" and FLAGS.checkpointDir == ""
    assert hasattr(FLAGS, "task_index") and getattr(FLAGS, "mine") == "3"
    tf.app.flags.DEFINE_integer("task_index", 5, "")
    tf.app.flags.DEFINE_string("tables", "", "")
    assert FLAGS.task_index == 0 and FLAGS.tables == "odps://p/tables/t"
    fails(AttributeError, "nothing", lambda: FLAGS.nothing)


@case
def trees_exist_and_say_why_they_cannot_be_made():
    from tensorflow.estimator import BoostedTreesClassifier
    from tensorflow.python.estimator.canned import boosted_trees
    from tensorflow_estimator.python.estimator import estimator_lib

    assert BoostedTreesClassifier is tf.estimator.BoostedTreesClassifier is estimator_lib.BoostedTreesClassifier
    for kind in ("Classifier", "Estimator", "Regressor"):
        name = "BoostedTrees" + kind
        made = getattr(tf.estimator, name)
        assert isinstance(made, type) and made is getattr(boosted_trees, name) and "XGBoost" in made.__doc__
        fails(NotImplementedError, "tf.estimator.%s is not offered" % name, lambda made=made: made([], 1))
        fails(NotImplementedError, name, type("Own", (made,), {}))


@case
def counts_of_a_job_are_told_to_who_defines_them():
    flags = absl_flags.FlagValues()
    for name in ("worker_count", "ps_count", "psCount", "steps"):
        absl_flags.DEFINE_integer(name, 1, "", flag_values=flags)
    hosts = ["--worker_hosts=a:1,a:2", "--ps_hosts=a:3"]
    sys.argv[1:] = hosts
    flags(["script.py", *hosts, "--psCount=7"])
    assert (flags.worker_count, flags.ps_count, flags.psCount, flags.steps) == (2, 1, 7, 1)
    alone = absl_flags.FlagValues()
    absl_flags.DEFINE_integer("worker_count", 3, "", flag_values=alone)
    sys.argv[1:] = []
    alone(["script.py"])
    assert alone.worker_count == 3


# As TensorFlow Probability does: a part that looks for the version when it is first used.
PROBABILITY = {
    "internal/lazy_loader.py": "class LazyLoader:\n    def __init__(self, check):\n        self.check = check\n"
    "    def _load(self):\n        return self.check()\n",
    "internal/__init__.py": "",
    "__init__.py": "from tensorflow_probability.python.internal import lazy_loader\n"
    "def _version():\n    import tensorflow.compat.v1 as tf\n    return tf.__version__\n"
    "distributions = lazy_loader.LazyLoader(_version)\nseen_while_loading = distributions._load()\n",
}


@case
def tensorflow_probability_sees_what_computes():
    for name, text in PROBABILITY.items():
        path = os.path.join("libraries/tensorflow_probability/python", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
    sys.path.append("libraries")
    from tensorflow_probability import python

    assert python.distributions._load() == python.seen_while_loading == tf.compat.v2.__version__
    assert tf.__version__ == tf.VERSION == "1.15.0+PAI." + tf.compat.v2.__version__


def _server(cluster, job="worker", index=0):
    return lambda: tf.train.Server(tf.train.ClusterSpec(cluster), job_name=job, task_index=index)


@case
def a_job_of_empty_addresses_is_none():
    cluster = tf.train.ClusterSpec({"worker": ["localhost:1"], "ps": "".split(",")})
    assert cluster.jobs == ["worker"]
    tf.train.Server({"worker": ["localhost:0"], "ps": [""]})


@case
def what_aborts_tensorflow_is_an_error():
    own = "localhost:0"
    for cluster, job, text in (
        ({"worker": [own, "localhost"]}, "worker", "'localhost' for task 1"),
        ({"worker": [own, ""]}, "worker", "'' for task 1"),
        ({"worker": [own, " "]}, "worker", "' ' for task 1"),
        ({"worker": ["grpc://" + own]}, "worker", "host:port"),
        ({"worker": ["localhost:70000"]}, "worker", "host:port"),
        ({"": [own]}, "", "the job ''"),
        ({"wor/ker": [own]}, "wor/ker", "the job 'wor/ker'"),
        ({"1": [own]}, "1", "the job '1'"),
    ):
        fails(Refused, text, _server(cluster, job))
    fails(Refused, "task -1", _server({"worker": {-1: own}}, index=-1))
    threads = tf.ConfigProto(intra_op_parallelism_threads=-5)
    fails(Refused, "-5 threads", lambda: tf.Session(config=threads))
    pool = tf.ConfigProto()
    pool.session_inter_op_thread_pool.add().num_threads = -1
    fails(Refused, "-1 threads", lambda: tf.Session(config=pool))
    queue = tf.FIFOQueue(3, [tf.string])
    fails(Refused, "-1 was given", lambda: tf.TextLineReader().read_up_to(queue, -1))
    count = tf.placeholder_with_default(tf.constant(-1, tf.int64), None)
    with tf.Session() as session:
        session.run(queue.enqueue("/dev/null"))
        many = tf.TextLineReader().read_up_to(queue, count)
        fails(Refused, "a number of records", lambda: session.run(many))
        numbers = tf.FIFOQueue(3, [tf.int32])
        put = numbers.enqueue_many(tf.placeholder_with_default(1, None))
        fails(Refused, "one dimension", lambda: session.run(put))
        session.run(numbers.enqueue_many(tf.placeholder_with_default([1, 2], None)))
        assert session.run([numbers.dequeue(), numbers.size()])[0] == 1


main()
