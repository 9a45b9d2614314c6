"""Functions as public code has them: their files, the statements that make them, and calls with their answers."""

import base64
import marshal

HEADER = '''#!/usr/bin/env python
# encoding: utf-8
"""
@desc: what teams write at the head of each of their files
"""
import sys, copy, json
from odps.udf import annotate
from odps.udf import BaseUDTF
from odps.distcache import get_cache_file


def execfile(filepath, globals=None, locals=None):
    if globals is None:
        globals = {}
    globals.update({"__file__": filepath, "__name__": "__main__"})
    with open(filepath, 'rb') as file:
        exec(compile(file.read(), filepath, 'exec'), globals, locals)


def set_argv(pyfile):
    import sys
    sys.argv = [pyfile]


def activate_venv(res_name):
    import os
    execfile(os.path.join('work/' + res_name, "bin", "activate_this.py"))
'''

# Texts of JSON, a package of an archive, columns that are unpacked from a list, a file that is read line by line.
LABELS = (
    HEADER
    + """

@annotate("bigint,bigint,string->string")
class fill_label(object):
    def evaluate(self, begin, end, label):
        obj = json.loads(label, encoding='UTF-8') if label else {"begin": begin, "end": end}
        for key in ("kind", "keyword"):
            if key not in obj or obj[key] is None:
                obj[key] = [] if key == "keyword" else ""
        return json.dumps(obj, ensure_ascii=False)


@annotate("string->string")
class position(object):
    def __init__(self):
        import sys
        set_argv("labels.py")
        sys.path.insert(0, 'work/places-1.0-cp37.zip')

    def evaluate(self, value):
        from places.spans import Span, Joined
        try:
            parts = eval(value).parts
            return "%d,%d" % (min(int(one.start) for one in parts), max(int(one.end) for one in parts))
        except Exception as e:
            return None


@annotate("string,string->string,bigint,bigint,bigint,string")
class pieces(BaseUDTF):
    def __init__(self):
        set_argv("labels.py")

    def process(self, seq_id, info):
        if info is not None:
            info = json.loads(info, encoding="UTF-8")
            for item in info:
                length = item[2] - item[1]
                self.forward(seq_id + "_r" if int(item[0]) < 0 else seq_id, * item, str(length))


@annotate("string->bigint")
class priority(object):
    def __init__(self):
        activate_venv("venv.tar.gz")
        self.levels = {}
        for line in get_cache_file("levels.txt"):
            name, level = line.strip().split("\\t")
            self.levels[name] = int(level)

    def evaluate(self, value):
        import activated
        if value in self.levels:
            return self.levels[value]
        return activated.LAST
"""
)

# Written for Python 2: print statements, cmp, integer division, a module beside it, the archive's folder found.
OLD = """#coding:utf-8
from odps.udf import annotate
from odps.udf import BaseUDTF
from odps.distcache import get_cache_archive
import urllib

from piles import first_base

def include_package_path(res_name):
    import os, sys
    archive_files = get_cache_archive(res_name)
    dir_names = sorted([os.path.dirname(os.path.normpath(f.name)) for f in archive_files
                       if '.dist_info' not in f.name], key=lambda v: len(v))
    sys.path.append(os.path.dirname(dir_names[0]))

@annotate("string,string,string->string")
class Coverage(object):
    def __init__(self):
        include_package_path('rounds.zip')

    def evaluate(self, name, base, one):
        print 'processing %s' % name
        depth = {b: 0 for b in 'ACGT'}
        for b, q, s in zip(*[iter(one.split('\\t'))]*3):
            if b != '0' and q != '*':
                depth[first_base(base, q)] += 1
        from rounds import half
        order = sorted(depth.items(), lambda x, y: cmp(x[1], y[1]) or cmp(y[0], x[0]), reverse=True)
        return ';'.join([name, order[0][0], str(half(sum(depth.values())))] + [str(depth[b]) for b in 'ACGT'])

@annotate(
    "string,string->string,int")
class Query(BaseUDTF):
    def process(self, name, ip):
        if not ip:
            return
        params = urllib.urlencode({
            'name' : name})
        self.forward(params, len(name.decode('utf-8')))
"""
PILES = "#coding:utf-8\ndef first_base(base, q):\n    return q[0].upper() if isinstance(q, str) else '?'\n"

# Classes without annotate, with `*`, with BaseUDF, and a package that the module itself imports from an archive.
VARIOUS = """# -*- coding: utf-8 -*-
import sys
import json
sys.path.insert(0, "work/numbers-1.21.6.zip")
sys.path.insert(1, "work/places-1.0-cp37.zip")
from places.spans import Span

from odps.udf import annotate
from odps.udf import BaseUDF, BaseUDTF
from datetime import datetime, timedelta


class Flat(BaseUDTF):
    def process(self, *args):
        if len(args) < 4:
            raise ValueError("at least 4 values")
        found = dict(kv.split(args[-1]) for kv in args[0].split(args[-2]))
        self.forward(*([found.get(name, "") for name in args[-3].split(",")] + [str(one) for one in args[1:-3]]))


@annotate('*->string')
class code(object):
    def evaluate(self, kind):
        return {"1": "21", "2": "21"}.get(kind, "11")


@annotate("String, String, Double ->Double")
class Area(object):
    def evaluate(self, points, names, factor):
        if points is None:
            return None
        return sum(x * factor for x in json.loads(points)) if factor != 0.0 else None


@annotate('string->string')
class month_before(BaseUDF):
    def evaluate(self, date_str):
        return (datetime.strptime(date_str, "%Y%m") - timedelta(days=1)).strftime("%Y%m")


@annotate("string->string")
class default_name(BaseUDF):
    def evaluate(self, name):
        return '未知' if name is None or '' == name else name[1:3] if len(str(name)) > 4 else name


@annotate("ARRAY<ARRAY<Double>>,bigint->ARRAY<Double>")
class row_of(object):
    def evaluate(self, rows, at):
        return rows[at] if rows is not None and at < len(rows) else None


if __name__ == '__main__':
    pass
"""

ARCHIVES = {
    "places-1.0-cp37.zip": {
        "places/__init__.py": "",
        "places/spans.py": "class Span:\n    def __init__(self, start, end):\n"
        "        self.start, self.end, self.parts = start, end, [self]\n\n"
        "class Joined:\n    def __init__(self, parts):\n        self.parts = parts\n",
    },
    "numbers-1.21.6.zip": {"numbers_of_others/__init__.py": ""},
    "rounds.zip": {"rounds/__init__.py": "def half(x): return round(x * 0.5, 3)\n", "rounds/sub/more.py": ""},
    "venv.tar.gz": {
        "bin/activate_this.py": "import os, sys\nsys.path[:0] = [os.path.dirname(os.path.abspath(__file__))]\n",
        "bin/activated.py": "LAST = 9\n",
    },
}
FILES = {"labels.py": LABELS, "old.py": OLD, "piles.py": PILES, "various.py": VARIOUS, "levels.txt": "a\t1\nb\t2\n"}

FUNCTIONS = {
    "fill_label": ("labels.fill_label", "labels.py"),
    "position": ("labels.position", "labels.py,places-1.0-cp37.zip"),
    "pieces": ("labels.pieces", "labels.py"),
    "priority": ("labels.priority", "labels.py,levels.txt,venv.tar.gz"),
    "flat": ("various.Flat", "various.py,places-1.0-cp37.zip"),
    "code": ("various.code", "various.py,places-1.0-cp37.zip"),
    "area": ("various.Area", "various.py,places-1.0-cp37.zip,numbers-1.21.6.zip"),
    "month_before": ("various.month_before", "various.py,places-1.0-cp37.zip"),
    "default_name": ("various.default_name", "various.py,places-1.0-cp37.zip"),
    "row_of": ("various.row_of", "various.py,places-1.0-cp37.zip"),
    "coverage": ("old.Coverage", "old.py,piles.py,rounds.zip"),
    "query": ("old.Query", "old.py,piles.py"),
}

# {the version: [(statement, the rows that its code implies)]}
CALLS = {
    "cp37": [
        (
            'SELECT fill_label(1, 2, NULL), fill_label(1, 2, \'{"kind": "数", "keyword": null}\')',
            ['{"begin": 1, "end": 2, "kind": "", "keyword": []}\t{"kind": "数", "keyword": []}'],
        ),
        ("SELECT position('Joined([Span(3, 9), Span(12, 20)])'), position('nonsense(')", ["3,20\tNULL"]),
        (
            "SELECT pieces(s, i) AS (seq_id, strand, begin, finish, length) FROM VALUES"
            " ('s', '[[1,2,9],[-1,5,8]]'), ('t', NULL) t(s, i)",
            ["s\t1\t2\t9\t7", "s_r\t-1\t5\t8\t3"],
        ),
        ("SELECT priority('a'), priority('b'), priority(NULL)", ["1\t2\t9"]),
        ("SELECT flat('k1=v1;k2=v2', 12L, true, 'k2,k3', ';', '=') AS (k2, k3, a, b)", ["v2\t\t12\tTrue"]),
        ("SELECT code('1'), code(1), code(NULL)", ["21\t11\t11"]),
        ("SELECT area('[1,2]', '', 2), area(NULL, '', 2), area('[1]', '', 0)", ["6.0\tNULL\tNULL"]),
        ("SELECT month_before('202403'), month_before('202401')", ["202402\t202312"]),
        ("SELECT default_name(NULL), default_name('数'), default_name('abcdef')", ["未知\t数\tbc"]),
        ("SELECT row_of(ARRAY(ARRAY(1.5D), NULL), 0)[0], row_of(ARRAY(ARRAY(1.5D)), 3)", ["1.5\tNULL"]),
    ],
    "cp27": [
        ("SELECT coverage('c1', 'a', 'x\\tAg\\tI\\t0\\t*\\t*\\ty\\tc\\tJ\\tz\\tc\\tJ')", ["c1;C;1.5;1;2;0;0"]),
        ("SELECT query('a 数', '1.2.3.4') AS (q, n)", ["name=a+%E6%95%B0\t3"]),
    ],
}


# A module as PyODPS DataFrame generates it for map() and apply(): the function is a payload that the module loads
# when the object is made, by importers and wrappers of its own.
_GENERATED = """
import sys
# libraries of other packages find each other
sys.setdlopenflags(10)
import base64
import marshal
import os
import types
try:
    import faulthandler
    faulthandler.enable(all_threads=True)
except ImportError:
    pass

from odps.udf import annotate
from odps.udf import BaseUDTF
from odps.distcache import get_cache_file, get_cache_table, get_cache_archive

PY2 = sys.version_info[0] == 2
try:
    from odps.distcache import get_cache_archive_filenames
except ImportError:
    raise


class UnbufferedStream(object):
    def __init__(self, stream):
        self.stream = stream

    def write(self, data):
        self.stream.write(data)
        self.stream.flush()

    def __getattr__(self, attr):
        return getattr(self.stream, attr)

sys.stdout = UnbufferedStream(sys.stdout)

try:
    import socket
except ImportError:
    class MockSocketModule(object):
        def __getattr__(self, item):
            raise AttributeError(item)
    sys.modules['socket'] = MockSocketModule()


class Importer(object):
    def __init__(self, paths):
        self._sources = {os.path.basename(path)[:-3]: path for path in paths if path.endswith('.py')}

    def find_spec(self, name, path=None, target=None):
        import importlib.util
        if name in self._sources:
            return importlib.util.spec_from_file_location(name, self._sources[name])


def loads(text):
    return types.FunctionType(marshal.loads(base64.b64decode(text)), {'__builtins__': __builtins__, 'sys': sys})


class Row(tuple):
    names = ()

    def __getattr__(self, name):
        return self[self.names.index(name)]


@annotate('bigint->bigint')
class PyOdpsFunc(object):
    def __init__(self):
        sys.meta_path.append(Importer(get_cache_archive_filenames('lib.zip')))
        self.f = loads('%(plus)s')
        self.names = tuple(it for it in ''.split(',') if it)

    def _handle_input(self, args):
        return [arg for t, arg in zip('bigint'.split(','), args)]

    def evaluate(self, arg0):
        args = arg0,
        return self.f(*self._handle_input(args), **{})


@annotate('string,bigint->string,bigint')
class PyOdpsApply(BaseUDTF):
    def __init__(self):
        self.f = loads('%(split)s')
        self.closed = False

    def process(self, arg0, arg1):
        row = Row((arg0, arg1))
        row.names = 'name,id'.split(',')
        for res in self.f(row):
            self.forward(*res)

    def close(self):
        pass
"""


def _plus(x):
    import shared_numbers

    return None if x is None else x + shared_numbers.STEP


def _split(row):
    for n in row.name.split(","):
        yield n, row.id


def generated():
    """The module with both classes, and the archive that it finds its library in."""
    names = {"plus": _plus, "split": _split}
    texts = {name: base64.b64encode(marshal.dumps(f.__code__)).decode() for name, f in names.items()}
    return _GENERATED % texts, {"shared_numbers.py": "STEP = 5\n"}
