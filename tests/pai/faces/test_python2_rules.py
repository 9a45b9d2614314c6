"""What is Python 2, what becomes of it, and what it means. No process is started here."""

import builtins
import contextlib
import io
import os
import pickle
import sys

import pytest
from fake_job import PYTHON_FOLDER

sys.path.insert(0, PYTHON_FOLDER)

from paisql.python2 import blanks, meaning, old_builtins, old_modules, signs, syntax, text  # noqa: E402

PLAIN, LENIENT, FULL = signs.PLAIN, signs.LENIENT, signs.FULL

# What a file is, and the sign that tells it.
SIGNS = {
    "print('x')": (PLAIN, ""),
    "from __future__ import print_function, division\nprint(3 / 2)": (PLAIN, ""),
    "# xrange, and print x\nprint('unicode')": (PLAIN, ""),
    "x.decode('utf-8').split(',')": (PLAIN, ""),
    "from six.moves import xrange\nxrange(3)": (PLAIN, ""),
    "import six\nfor k, v in six.iteritems(d): pass": (PLAIN, ""),
    "from six.moves import *\nxrange(3)": (PLAIN, ""),
    "try:\n    unicode\nexcept NameError:\n    unicode = str": (PLAIN, ""),
    "try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle": (PLAIN, ""),
    "import sys\nif sys.version_info[0] < 3:\n    range = xrange": (PLAIN, ""),
    "from functools import reduce\nreduce(f, x)": (PLAIN, ""),
    "def f(file, unicode, reduce): return unicode(file)": (PLAIN, ""),
    "class D:\n    def has_key(self, k): return 1\nD().has_key(1)": (PLAIN, ""),
    "import pandas as pd\nfor c, v in frame.iteritems(): pass": (LENIENT, ".iteritems()"),
    "batches.next()": (LENIENT, ".next()"),
    "it.next(1)": (PLAIN, ""),
    "class I:\n    def __iter__(self): yield 1\n    def next(self): pass": (LENIENT, "def next"),
    "class I:\n    def __iter__(self): return self\n    def next(self): pass": (FULL, "def next"),
    "class I:\n    def __iter__(self): return self\n    def next(self): pass\n    __next__ = next": (PLAIN, ""),
    "import sys\nprint(sys.version_info)\nunicode(1)": (LENIENT, "unicode"),
    "print 'x'": (FULL, "its syntax"),
    "except_ = 1\ntry: pass\nexcept A, e: pass": (FULL, "its syntax"),
    "#!/usr/bin/env python2.7\nprint('x')": (FULL, "its first line"),
    "for i in xrange(3): print(i)": (FULL, "xrange"),
    "isinstance(x, (str, unicode))": (FULL, "unicode"),
    "n = long(3)": (FULL, "long"),
    "raw_input()": (FULL, "raw_input"),
    "reduce(f, x)": (FULL, "reduce"),
    "file('x')": (FULL, "file()"),
    "d.has_key('x')": (FULL, ".has_key()"),
    "for k, v in d.iteritems(): pass": (FULL, ".iteritems()"),
    "import sys\nreload(sys)\nsys.setdefaultencoding('utf8')": (FULL, "reload"),
    "import sys\nsys.maxint": (FULL, "sys.maxint"),
    "from itertools import izip": (FULL, "itertools.izip"),
    "import urllib2, os": (FULL, "import urllib2"),
    "import own_queue, Queue": (FULL, "import Queue"),
}

# A line of Python 2, and what it becomes.
SYNTAX = {
    "print": "print()",
    "print 'a', 1,": "print('a', 1, end=' ')",
    "print >>f, 'x', y": "print('x', y, file=f)",
    "print >>f": "print(file=f)",
    "print ('a')": "print ('a')",
    "print ('a', 1)": "print(('a', 1))",
    "print ('a %d') % 3": "print(('a %d') % 3)",
    "if x: print y; print": "if x: print(y); print()",
    "print`x`": "print(repr(x))",
    "print lambda (a, b): a": "print(lambda a_b: (lambda a, b: a)(*a_b))",
    "raise E, 'x'": "raise E('x')",
    "raise E, 'x %s' % y": "raise E('x %s' % y)",
    "raise E, v, t": "raise _python2.error(E, v).with_traceback(t)",
    "exec 'x' in d, l": "exec('x', d, l)",
    "exec 'x'": "exec('x')",
    "y = `1, 2`": "y = repr((1, 2))",
    "z = a <> b": "z = a != b",
    "z = 0777 + 10L + 0xFFL + 00": "z = 0o777 + 10 + 0xFF + 00",
    "z = ur'\\d' + 'C:\\Users' + u'\\u4e2d'": "z = r'\\d' + 'C:\\\\Users' + u'\\u4e2d'",
    "k = lambda x, (a, (b, c)): c": "k = lambda x, a_b_c: (lambda a, b, c: c)"
    "(a_b_c[0], a_b_c[1][0], a_b_c[1][1])",
    "def f(a, (b, c)=(1, 2)): return b": "def f(a, b_c=(1, 2)): (b, c) = b_c; return b",
    "z = [x for x in 1, 2 if x]": "z = [x for x in (1, 2) if x]",
    "f(async=True)": "f(async_=True)",
    "try: pass\nexcept (A, B), e: pass": "try: pass\nexcept (A, B) as e: pass",
    "try: pass\nexcept A, (n, t): print n": "try: pass\n"
    "except A as python2_error: (n, t) = python2_error; print(n)",
    "print \\\n  'x'": "print( \\\n  'x')",
    "if x:\n        print 1\n\tprint 2": "if x:\n        print(1)\n        print(2)",
    "from __future__ import print_function\nprint('x', end='')\nz = 10L":
        "from __future__ import print_function\nprint('x', end='')\nz = 10",
}  # fmt: skip

# What no line can be found for, and where.
UNCONVERTIBLE = {
    "print 'x'\ndef f(:\n    pass": 2,
    "print 'x'\nfoo bar": 2,
    "print 'x'\n\ndef f((a, b)):\n    if a: return b": 3,
}

# What a program for Python 2.7 prints; it has printed the same under CPython 2.7.18.
MEANING = {
    "print 7 / 2, -7 / 2, 7. / 2, 7 / 2L, 1 / float(4), (1 + 2) / (1 + 1)": "3 -4 3.5 3 0.25 1",
    "x = 7; x /= 2; y = [9]; y[0] /= 2; print x, y": "3 [4]",
    "from __future__ import division\nprint 7 / 2": "3.5",
    "print 'abc' > 5, None < 0, (1, 'a') < (1, 2), [] > 1, 5 < 'a'": "True True False True True",
    "print sorted([3, 'a', None, 2.5]), max(1, 'a'), min(2, None)": "[None, 2.5, 3, 'a'] a None",
    "d = {'b': 2, 'a': 1}; k = d.keys(); k.sort(); print k, d.values()[0] > 0, d.has_key('a')":
        "['a', 'b'] True True",
    "print sorted({1: 2}.iteritems()), list({1: 2}.itervalues())": "[(1, 2)] [2]",
    "print map(lambda (k, v): k * v, [(1, 2)]), zip([1], [2]), filter(None, [0, 1])":
        "[2] [(1, 2)] [1]",
    "x = range(3); x.reverse(); print x, map(None, [1, 2], [3])": "[2, 1, 0] [(1, 3), (2, None)]",
    "print reduce(lambda a, b: a + b, xrange(5)), long(3), unichr(97), unicode('u')": "10 3 a u",
    "print isinstance('a', basestring), isinstance('a', bytes), isinstance(1L, long)":
        "True True True",
    "i = iter([4]); print i.next()": "4",
    "class C:\n    def __iter__(self): return iter([1])\n    def __nonzero__(self): return False\n"
    "    def __cmp__(self, o): return 0\n    def __div__(self, o): return 'half'\n"
    "print bool(C()), C() == C(), C() / 2": "False True half",
    "import abc\nclass A(object):\n    __metaclass__ = abc.ABCMeta\nprint type(A).__name__": "ABCMeta",
    "try:\n    raise ValueError, 'bad'\nexcept ValueError, e:\n    print e.message": "bad",
    "print str(b'x'), '%s %d' % (b'x', 3), b'x' == 'x', {'x': 1}[str(b'x')]": "x x 3 True 1",
    "print u'\u4e2d'.encode('utf-8').decode('utf-8') == u'\u4e2d', 'a'.decode('gbk')": "True a",
    "print '\\xe4\\xb8\\xad'.decode('utf-8'), 'ab'.encode('hex')": "\u4e2d 6162",
    "print type('a') == str, type(str(b'a')) is str, round(2.5), round(-0.5)": "True True 3.0 -1.0",
    "print hash('user_1') % 7, hash('abc')": "5 1453079729188098211",
    "print 'a.b'.translate(None, '.'), sorted([1, 2], cmp=lambda a, b: b - a)": "ab [2, 1]",
    "exec \"print 'in', 7 / 2L\"": "in 3",
    "d = {}\nexec 'x = 9 / 2' in d\nprint d['x'], eval('3 / 2')": "4 1",
    "import hashlib, base64, zlib\n"
    "print hashlib.md5('abc').hexdigest()[:6], base64.b64encode('a'), zlib.crc32('a') % 97":
        "900150 YQ== 45",
    "import cPickle, StringIO\ns = StringIO.StringIO()\nprint >>s, 'x'\n"
    "print s.getvalue().strip(), cPickle.loads(cPickle.dumps([1]))": "x [1]",
    "import json, urllib, ConfigParser, Queue, string\n"
    "print json.loads('[1]', encoding='utf-8'), urllib.quote('a b'), string.letters[0]": "[1] a%20b a",
    "from itertools import izip\nimport urllib2, commands\nprint list(izip([1], [2]))": "[(1, 2)]",
    "import urllib2, urllib\nr = urllib2.Request('http://a', urllib.urlencode({'q': 'a b'}))\n"
    "print r.get_method(), r.get_data()": "POST q=a+b",
    "import urllib, urllib2\nprint urllib.urlopen('data:,a%20b').read().split(' ')\n"
    "for line in urllib2.urlopen('data:,x'): print line + 'y'": "['a', 'b']\nxy",
    "print input is not None, cmp(1, 2), apply(max, (1, 2)), intern('a'), coerce(1, 2.0)":
        "True -1 2 a (1.0, 2.0)",
}  # fmt: skip


@pytest.mark.parametrize("source", SIGNS)
def test_what_a_file_is(source):
    verdict = signs.judge(source, lambda name: name == "own_queue")
    assert (verdict.level, verdict.sign) == SIGNS[source]


@pytest.mark.parametrize("source", [source for source, (level, _) in SIGNS.items() if level == FULL])
def test_a_first_look_overlooks_none(source):
    assert signs.may_be(source)


@pytest.mark.parametrize("source", SYNTAX)
def test_syntax(source):
    assert syntax.convert(source) == SYNTAX[source]
    assert syntax.convert(source).count("\n") == source.count("\n")


@pytest.mark.parametrize("source", UNCONVERTIBLE)
def test_what_cannot_be_converted_is_named(source):
    with pytest.raises(syntax.Unconvertible) as caught:
        syntax.convert(source)
    assert caught.value.line == UNCONVERTIBLE[source]


def test_python_3_stays_as_it_is():
    for path in (os.__file__, pickle.__file__, __file__):
        with open(path, encoding="utf-8") as stream:
            source = stream.read()
        assert signs.judge(source).level == PLAIN
        assert meaning.convert(source, LENIENT) == source
        changed = meaning.convert(source, FULL)
        compile(changed, path, "exec")
        assert changed.count("\n") == source.count("\n")


def run(source, level=FULL):
    """What the program prints; it is a file of the level."""
    with contextlib.suppress(SyntaxError):
        source = syntax.convert(source) if level == FULL else source
    running = meaning.convert(source, level)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        globals_of_it = {"__builtins__": old_modules.builtins_of(level), "__name__": "case"}
        exec(compile(running, "case.py", "exec", dont_inherit=True), globals_of_it)
    return shown.getvalue().rstrip("\n")


@pytest.fixture(scope="module", autouse=True)
def old_names():
    old_modules.restore_names()


@pytest.mark.parametrize("source", MEANING)
def test_meaning(source):
    assert run(source) == MEANING[source]


def test_names_alone_change_nothing_else():
    source = "print(3 / 2, range(2), unicode(1), iter([5]).next(), {1: 2}.keys())"
    assert run(source, LENIENT) == "1.5 range(0, 2) 1 5 dict_keys([1])"
    assert not hasattr(builtins, "unicode")


def test_arrays_divide_as_their_dtype_says():
    numpy = pytest.importorskip("numpy")
    divide = old_builtins.operations.divide
    assert divide(numpy.array([7, -7]), 2).tolist() == [3, -4]
    assert divide(numpy.array([7.0]), 2).tolist() == [3.5]
    assert divide(numpy.int64(7), 2) == 3
    whole = numpy.array([7])
    assert old_builtins.operations.divide_in_place(whole, 2) is whole and whole[0] == 3


def test_a_text_is_a_str_that_decodes():
    value = text.from_bytes("a,\u4e2d".encode())
    assert value == "a,\u4e2d" and {value: 1}["a,\u4e2d"] == 1 and hash(value) == hash("a,\u4e2d")
    assert value.split(",") == ["a", "\u4e2d"] and "-".join([value]) == "%s" % value
    assert value.decode("utf-8") == value and type(pickle.loads(pickle.dumps(value))) is str
    other = text.from_bytes(b"\xd6\xd0")
    assert other.decode("gbk") == "\u4e2d" and text.to_bytes(other) == b"\xd6\xd0"


def test_files_give_and_take_both(tmp_path):
    path = str(tmp_path / "f")
    source = (
        "f = open(%r, 'w'); f.write(b'a,b\\n'); f.write(u'\u4e2d\\n'); f.close()\n"
        "for line in open(%r): print line.strip().decode('utf-8').split(','),\n"
        "g = file(%r, 'wb'); g.write('x'); g.close()\nprint open(%r, 'rb').read() == b'x'"
    ) % ((path,) * 4)
    assert run(source) == "['a', 'b'] ['\u4e2d'] True"


def test_odd_blanks_of_code_alone_are_mended():
    page = "if\u00a0True:\n\u3000\u3000print('a\u00a0b')  # \u00a0\nx\u200b = 1\n"
    assert blanks.mend(page) == "if True:\n  print('a\u00a0b')  # \u00a0\nx = 1\n"


def test_bytes_that_are_no_text_stay_bytes(monkeypatch):
    from paisql.python2 import strings

    assert strings.for_rows() is None
    monkeypatch.setattr(strings, "_installed", True)
    example = b"\n\x0c\n\n\n\x01a\x12\x05\n\x03\n\x01b"
    values = [b"text", None, "\u4e2d".encode(), b"\n\ntext", b"\xd6\xd0", b"a\0b", example[:14], 3]
    done = strings.for_rows()(values)
    assert done == ["text", None, "\u4e2d", "\n\ntext", *values[4:]]
    assert [type(value).__name__ for value in done[:3]] == ["Text", "NoneType", "Text"]
