"""Scripts written for Python 2, from end to end: statements, archives, tracebacks, warm starts.

Those that need no TensorFlow do not import it, which keeps them fast.
"""

import glob
import os
import tarfile

from test_warm import log, result, run_warm, starts, statement

TRAIN = """#!/usr/bin/env python
# -*- coding: utf-8 -*-
import sys
reload(sys)
sys.setdefaultencoding('utf-8')
import tensorflow as tf
from parts import users

tf.app.flags.DEFINE_string('tables', '', '')
tf.app.flags.DEFINE_string('outputs', '', '')
FLAGS = tf.app.flags.FLAGS

def first(line, uid):
    return line.split(',')[0] + '_' + uid

def main(_):
    for uid, line, count in tf.python_io.TableReader(FLAGS.tables).read(2):
        print uid, '%s' % uid, uid == 'u1', users.NUMBERS.get(uid), uid.decode('utf-8'), \\
            '/'.join(line.split(',')), isinstance(uid, str), isinstance(uid, bytes)
    rows = tf.data.TableRecordDataset([FLAGS.tables], record_defaults=['', '', 0])
    rows = rows.map(lambda u, l, n: (u, tf.py_func(first, [l, u], tf.string), n / 2))
    batch = rows.batch(2).make_one_shot_iterator().get_next()
    loss = tf.summary.scalar('loss', tf.constant(1.0))
    writer = tf.python_io.TableWriter(FLAGS.outputs)
    with tf.Session() as session:
        while True:
            try:
                ids, lines, counts = session.run(batch)
            except tf.errors.OutOfRangeError, error:
                break
            writer.write([(str(i), "%s" % l, n) for i, l, n in zip(ids, lines, counts)], range(3))
        print [users.NUMBERS.has_key(i) for i in ids], session.run(tf.constant('x')) == 'x'
        tf.summary.FileWriter('summaries').add_summary(session.run(loss))
    writer.close()
    print tf.train.BytesList(value=['text']).value[0].decode('utf-8'), tf.shape([1]).shape[0] / 2

if __name__ == '__main__':
    tf.app.run()
"""

PARTS = {
    "parts/__init__.py": "",
    "parts/users.py": "import numbers_of\nfrom lists.more import LAST\n"
    "NUMBERS = dict((name, number / 2) for name, number in numbers_of.ALL.iteritems())\n",
    "parts/numbers_of.py": "ALL = {'u1': 3, u'u2': 5}\n",
    "parts/lists/__init__.py": "",
    "parts/lists/more.py": "LAST = map(str, xrange(3))[-1]\n",
}


def archive(home, files):
    path = os.path.join(home.files, "code.tar.gz")
    with tarfile.open(path, "w:gz") as packed:
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(home.files, "code", name)), exist_ok=True)
            packed.add(home.write(os.path.join("code", name), text), name)
    return "-Dscript=file://code.tar.gz -DentryFile=%s" % next(iter(files))


def job_file(home, name):
    """The text of a file of the home's only job."""
    [path] = glob.glob(os.path.join(home.path, "jobs", "*", name))
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def test_an_archive_of_python_2_trains_on_tables(home):
    url = home.table("users", "u STRING, l STRING, n BIGINT", [
        ("u1", '"a,b"', 5), ("u2", '"\u4e2d,d"', 7), ("u3", '"x,y"', 8),
    ])  # fmt: skip
    home.run("CREATE TABLE done (u STRING, l STRING, n BIGINT);").ok()
    options = archive(home, {"train.py": TRAIN, **PARTS})
    outcome = home.run(
        "PAI -name tensorflow1120_ext %s -Dtables=%s -Doutputs=odps://p/tables/done;" % (options, url)
    ).ok()
    said = [line for line in outcome.stderr.splitlines() if line.startswith("paisql:")]
    assert len(said) == 1 and "train.py is written for Python 2 (its syntax, line 18)" in said[0]
    printed = outcome.stderr.splitlines()
    assert "u1 u1 True 1 u1 a/b True True" in printed
    assert "u2 u2 False 2 u2 \u4e2d/d True True" in printed
    assert "[False] True" in printed and "text 0" in printed
    assert "BytesWarning" not in outcome.stderr
    assert home.rows("SELECT * FROM done ORDER BY u LIMIT 9;") == [
        ("u1", "a_u1", "2"), ("u2", "\u4e2d_u2", "3"), ("u3", "x_u3", "4"),
    ]  # fmt: skip
    changes = job_file(home, "python2/train.py.diff")
    assert said[0].endswith("python2/train.py.diff")
    assert "-            except tf.errors.OutOfRangeError, error:\n" in changes
    assert "+            except tf.errors.OutOfRangeError as error:\n" in changes
    assert "_python2.divide(" in job_file(home, "python2/parts/users.py")


def test_a_traceback_shows_the_users_file_and_lines(home):
    files = {
        "run.py": "import helper, traceback\nprint 'begins'\ntry:\n    helper.fail(1)\n"
        "except ValueError, e:\n    traceback.print_exc()\nhelper.fail(0)\n",
        "helper.py": "def fail(n):\n    print n,\n    raise ValueError, 'bad %s' % n\n",
    }
    outcome = home.run("PAI -name tensorflow %s;" % archive(home, files)).fails(
        "Algo Job Failed - helper.py:3: ValueError: bad 0"
    )
    work = glob.glob(os.path.join(home.path, "jobs", "*", "work"))[0]
    assert (
        'Traceback (most recent call last):\n  File "%s/run.py", line 7, in <module>\n'
        '    helper.fail(0)\n  File "%s/helper.py", line 3, in fail\n'
        "    raise ValueError, 'bad %%s' %% n\nValueError: bad 0\n" % (work, work)
    ) in outcome.stderr
    assert 'File "%s/helper.py", line 3, in fail\n    raise ValueError, ' % work in outcome.stderr
    assert "paisql/python2" not in job_file(home, "logs/worker-0.log")


def test_what_cannot_be_converted_is_named_with_its_line(home):
    outcome = home.pai("print 'x'\nprint 'y'\ndef f(:\n    pass\n")
    outcome.fails('work/script.py", line 3\n    def f(:\n', "cannot be converted: the line is not")
    assert "Algo Job Failed - script.py:3: SyntaxError: this file is written for Python 2" in outcome.stderr
    home.pai("print('x')\ndef f(:\n    pass\n").fails("line 2", "SyntaxError: invalid syntax")


def test_a_script_for_both_means_what_the_algorithm_ran(home):
    script = "print(str(b'u1'), 7 / 2)\n"
    for algorithm in ("tensorflow1120_py3", "tensorflow1150"):
        assert "\nb'u1' 3.5\n" in home.pai(script, algorithm=algorithm).ok().stderr
    outcome = home.pai(script, algorithm="tensorflow140").ok()
    assert "\nu1 3\n" in outcome.stderr
    assert "script.py is valid in Python 2 and 3 and divides as Python 2 does" in outcome.stderr
    for text, printed in (("print(f'{7 / 2}')\n", "3.5"), ("print('same')", "same")):
        said = home.pai(text, algorithm="tensorflow140").ok().stderr.splitlines()
        assert said[1:] == [printed, "OK"]


def test_one_module_for_python_3_alone_makes_all_of_a_script_that(home):
    files = {"run.py": "import part\nprint(7 / 2, part.half)\n", "part.py": "half: float = 3 / 2\n"}
    assert "\n3.5 1.5\n" in home.run("PAI -name tensorflow %s;" % archive(home, files)).ok().stderr


WRITE = """import tensorflow as tf
FLAGS = tf.app.flags.FLAGS
rows = tf.python_io.TableReader(FLAGS.tables).read(1)
with tf.python_io.TableWriter(FLAGS.outputs) as writer:
    writer.write([(%s,) for row in rows], [0])
"""


def test_no_table_gets_the_text_of_bytes(home):
    url = home.table("users", "u STRING", [("u5",)])
    home.run("CREATE TABLE done (u STRING);").ok()

    def write(value, *before, algorithm="tensorflow1120"):
        script = WRITE % value
        return home.pai(script, *before, algorithm=algorithm, tables=url, outputs="odps://p/tables/done")

    write("str(row[0])").ok()
    assert home.rows("SELECT * FROM done;") == [("u5",)]
    refused = write("'x,%s' % row[0]", algorithm="tensorflow1120_py3")
    refused.fails(
        "ValueError: column 'u' (STRING) of table p.done, row 0: x,b'u5' is the text", "paisql.bytes.text=write"
    )
    assert home.rows("SELECT * FROM done;") == [("u5",)]
    write("str(row[0])", "SET paisql.bytes.text=write;", algorithm="tensorflow1120_py3").ok()
    assert home.rows("SELECT * FROM done;") == [("b'u5'",)]


def test_the_setting_says_what_is_python_2(home):
    script = "import sys\nprint(str(b'u1'), 7 / 2, len(sys.argv))\n"
    assert "b'u1' 3.5 1\n" in home.pai(script, "SET paisql.python2=off;").ok().stderr
    outcome = home.pai(script, "SET paisql.python2=on;").ok()
    assert "\nu1 3 1\n" in outcome.stderr
    assert "script.py is written for Python 2 (paisql.python2=on) and runs" in outcome.stderr
    off = home.pai("print 'x'\n", "SET paisql.python2=off;")
    off.fails("Missing parentheses", "SET paisql.python2=on;")
    home.run("SET paisql.python2=maybe;").fails("ODPS-0110021")


def test_bytes_where_text_is_meant_are_warned_of_once(home):
    script = "import os\nfor i in range(3):\n    x = str(b'u1')\n    y = b'a' == 'a'\n"
    outcome = home.pai(script, algorithm="tensorflow1120_py3").ok()
    text = outcome.stderr
    assert text.count("script.py:3: BytesWarning: str() on a bytes instance\n  x = str(b'u1')\n") == 1
    assert text.count("script.py:4: BytesWarning: Comparison between bytes and string\n") == 1
    assert text.count("SET paisql.python2=on;") == 1


def test_every_way_into_own_files_is_converted(home):
    files = {
        "run.py": "import importlib, multiprocessing, subprocess, sys\n"
        "def half(n):\n    print 'child', n / 2\n    return n / 2\n"
        "if __name__ == '__main__':\n"
        "    for way in 'fork', 'spawn':\n"
        "        pool = multiprocessing.get_context(way).Pool(1)\n"
        "        print way, pool.map(half, [7])\n"
        "    execfile('other.py')\n    print other\n"
        "    print importlib.import_module('oth' + 'er').other\n"
        "    print subprocess.check_output([sys.executable, 'other.py']),\n"
        "    import inspect\n    print inspect.getsource(half).splitlines()[1].strip()\n",
        "other.py": "other = 9 / 2\nif __name__ == '__main__': print 'alone', other\n",
    }
    outcome = home.run("PAI -name tensorflow %s;" % archive(home, files)).ok()
    for line in ("fork [3]", "spawn [3]", "child 3", "alone 4", "4"):
        assert line in outcome.stderr.splitlines(), outcome.stderr
    assert "print('child', _python2.divide(n, 2))" in outcome.stderr
    assert outcome.stderr.count("paisql:") == 1


def test_a_module_that_python_3_refuses_is_converted_when_it_is_met(home):
    files = {
        "run.py": "import importlib\nname = 'old'\nprint(importlib.import_module(name).half, 3 / 2)\n",
        "old.py": "print 'old'\nhalf = 3 / 2\n",
    }
    outcome = home.run("PAI -name tensorflow1150 %s;" % archive(home, files)).ok()
    assert "old\n1 1.5\n" in outcome.stderr and "old.py is written for Python 2" in outcome.stderr


def test_odd_blanks_of_a_page_are_plain_ones(home):
    outcome = home.pai("if\u00a0True:\n\u3000print('a\u00a0b', 3 / 2)\n").ok()
    assert "a\u00a0b 1.5\n" in outcome.stderr
    assert "script.py has blanks that Python does not know" in outcome.stderr


def test_it_starts_warm(home):
    text = (
        "import sys\nreload(sys)\nsys.setdefaultencoding('utf-8')\nimport tensorflow as tf\n"
        "import inspect\nprint 'two', 7 / 2, [entry.function for entry in inspect.stack()]\n"
        "raise ValueError, 'not today'\n"
    )
    [identity] = run_warm(home, [statement(home, "old", text)])
    assert starts(home, identity) == {"worker-0": "warm start"}
    assert result(home, identity)["exit_status"] == 1
    said, *others = log(home, identity).splitlines()
    assert said.startswith("paisql: old.py is written for Python 2 (its syntax, line 6)")
    entry = glob.glob(os.path.join(home.path, "jobs", identity, "work", "*.py"))[0]
    assert others == [
        "two 3 ['<module>']",
        "Traceback (most recent call last):",
        '  File "%s", line 7, in <module>' % entry,
        "    raise ValueError, 'not today'",
        "ValueError: not today",
    ]
