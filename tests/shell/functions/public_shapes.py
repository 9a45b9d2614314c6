"""Functions as public code has them: their files, the statements that make them, and calls with their answers."""

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


class Greeter:
    def __init__(self):
        self.word = "Hi"

    def evaluate(self, name):
        return f"{self.word} {name}"

# what an adapter adds to a model: a class of its own around the user's
from odps.udf import annotate
from odps.udf import BaseUDAF

@annotate('string->string')
class Handler(Greeter):
    pass

class Total:
    def new_buffer(self):
        return [0]

    def iterate(self, buffer, number):
        buffer[0] += number or 0

    def merge(self, buffer, other):
        buffer[0] += other[0]

    def terminate(self, buffer):
        return buffer[0]

@annotate('bigint->bigint')
class TotalHandler(BaseUDAF):
    def __init__(self):
        self._implementation = Total()

    def new_buffer(self):
        return self._implementation.new_buffer()

    def iterate(self, buffer, *args):
        return self._implementation.iterate(buffer, *args)

    def merge(self, buffer, partial):
        return self._implementation.merge(buffer, partial)

    def terminate(self, buffer):
        return self._implementation.terminate(buffer)


if __name__ == '__main__':
    pass
"""

# Buffers of sets, of dicts in dicts and of sorted lists, which merge() changes in place or replaces in part.
GROUPS = (
    HEADER
    + """
from odps.udf import BaseUDAF
import numpy as np
import re


@annotate('string,string->string')
class stats(BaseUDAF):
    def new_buffer(self):
        return {"t": 0, "max_len": 0, "avg_len": 0, "kind_set": set(), "by_kind": {}}

    def iterate(self, buffer, seq, label):
        label = json.loads(label, encoding="UTF-8")
        buffer["t"] += 1
        buffer["avg_len"] += len(seq)
        if buffer["max_len"] < len(seq):
            buffer["max_len"] = len(seq)
        for kind in label.get("kinds", []):
            buffer["kind_set"].add(kind)
            if kind not in buffer["by_kind"]:
                buffer["by_kind"][kind] = []
            buffer["by_kind"][kind].append(len(seq))

    def merge(self, buffer, pbuffer):
        for item in pbuffer.items():
            if item[0] == "max_len":
                if item[1] > buffer[item[0]]:
                    buffer[item[0]] = item[1]
            elif "_set" in item[0]:
                buffer[item[0]] = buffer[item[0]] | item[1]
            elif item[0] == "by_kind":
                for kind in item[1]:
                    buffer[item[0]].setdefault(kind, []).extend(item[1][kind])
            else:
                buffer[item[0]] += item[1]

    def terminate(self, buffer):
        new_buffer = copy.deepcopy(buffer)
        if buffer["t"] > 0:
            new_buffer["avg_len"] /= buffer["t"]
        new_buffer["kind_set"] = len(buffer["kind_set"])
        new_buffer["by_kind"] = {kind: sorted(v) for kind, v in sorted(buffer["by_kind"].items())}
        return json.dumps(new_buffer)


@annotate('string,string->string')
class score(BaseUDAF):

    def new_buffer(self):
        return [[]]

    def iterate(self, buffer, score, ratio):
        if None in (score,ratio):
            return None
        buffer[0].append(ratio)

    def merge(self, buffer, pbuffer):
        buffer[0] += pbuffer[0]

    def terminate(self, buffer):
        found = np.array([[float(re.findall(r"\\-?\\d+\\.?\\d*", i)[0]) for i in one.split(',')] for one in buffer[0]])
        return ','.join([str(i) for i in found.sum(axis=0).tolist()])


@annotate("Double,Double,Bigint->ARRAY<ARRAY<Double>>")
class nearest(BaseUDAF):
    def __init__(self):
        self.most = 20

    def new_buffer(self):
        return list()

    def iterate(self, buffer, x=0, val=0, most=20):
        self.most = most
        for i in range(len(buffer)):
            if abs(x) < buffer[i][0]:
                buffer.insert(i, [abs(x), val])
                if len(buffer) > most:
                    buffer.pop()
                return
        if len(buffer) >= most:
            return
        buffer.append([abs(x), val])

    def merge(self, buffer, pbuffer):
        buffer += pbuffer
        buffer.sort()
        del buffer[self.most:]

    def terminate(self, buffer):
        return buffer


@annotate("bigint->double")
class mean(BaseUDAF):
    def new_buffer(self):
        return [0, 0]

    def iterate(self, buffer, number):
        if number is not None:
            buffer[0] += number
            buffer[1] += 1

    def merge(self, buffer, pbuffer):
        buffer[0] += pbuffer[0]
        buffer[1] += pbuffer[1]

    def terminate(self, buffer):
        if buffer[1] == 0:
            return 0
        return float(buffer[0]) / buffer[1]


@annotate("*-> string")
class star(BaseUDTF):
    def process(self, *args):
        [self.forward(arg) for arg in args]

    def close(self):
        self.forward("ok")


@annotate("-> string")
class empty(BaseUDTF):
    def process(self):
        self.forward("empty")

    def close(self):
        self.forward("ok")


@annotate(" array<string>, array<bigint> -> map<string, bigint> ")
class zipped:
    def evaluate(self, a, b):
        return None if None in (a, b) else dict(zip(a, b))
"""
)

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
FILES = {
    "labels.py": LABELS,
    "old.py": OLD,
    "piles.py": PILES,
    "various.py": VARIOUS,
    "groups_of.py": GROUPS,
    "levels.txt": "a\t1\nb\t2\n",
}

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
    "greet": ("various.Handler", "various.py,places-1.0-cp37.zip"),
    "total": ("various.TotalHandler", "various.py,places-1.0-cp37.zip"),
    **{
        name: ("groups_of." + name, "groups_of.py")
        for name in ("stats", "score", "nearest", "mean", "star", "empty", "zipped")
    },
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
        (
            "SELECT stats(s, l) FROM VALUES ('ACGT', '{\"kinds\": [1, 2]}'), ('AC', '{\"kinds\": [2]}'), ('A', '{}') t(s, l)",
            [
                '{"t": 3, "max_len": 4, "avg_len": 2.3333333333333335, "kind_set": 2, "by_kind": {"1": [4], "2": [2, 4]}}'
            ],
        ),
        (
            "SELECT score(s, r) FROM VALUES ('x', 'a:1,b:2.5'), ('y', 'a:3,b:-1'), (NULL, 'a:1000,b:1') t(s, r)",
            ["4.0,1.5"],
        ),
        (
            "SELECT TO_JSON(nearest(x, v, 2L)) FROM VALUES (3D, 1D), (-1D, 2D), (2D, 3D) t(x, v)",
            ["[[1.0,2.0],[2.0,3.0]]"],
        ),
        (
            "SELECT g, mean(n) FROM VALUES (1, 1), (1, 2), (2, NULL) t(g, n) GROUP BY g ORDER BY g LIMIT 5",
            ["1\t1.5", "2\t0.0"],
        ),
        ("SELECT mean(n) FROM VALUES (1) t(n) WHERE n > 1", ["0.0"]),
        ("SELECT total(n), MAX(greet('Ann')) FROM VALUES (1), (2), (NULL) t(n)", ["3\tHi Ann"]),
        ("SELECT star(a, b) AS c FROM VALUES ('a', 'b'), ('c', NULL) t(a, b)", ["a", "b", "c", "NULL", "ok"]),
        ("SELECT empty() AS c FROM VALUES (1), (2) t(a)", ["empty", "empty", "ok"]),
        ("SELECT zipped(ARRAY('a', 'b'), ARRAY(1L, 2L)), zipped(ARRAY('a'), NULL)", ['{"a":1,"b":2}\tNULL']),
        ("SELECT row_of(ARRAY(ARRAY(1.5D), NULL), 0)[0], row_of(ARRAY(ARRAY(1.5D)), 3)", ["1.5\tNULL"]),
    ],
    "cp27": [
        ("SELECT coverage('c1', 'a', 'x\\tAg\\tI\\t0\\t*\\t*\\ty\\tc\\tJ\\tz\\tc\\tJ')", ["c1;C;1.5;1;2;0;0"]),
        ("SELECT query('a 数', '1.2.3.4') AS (q, n)", ["name=a+%E6%95%B0\t3"]),
    ],
}
