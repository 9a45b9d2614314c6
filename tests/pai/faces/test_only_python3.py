"""Which files are valid in Python 2 and 3 both (paisql.python2.only_python3)."""

import sys

import pytest
from fake_job import PYTHON_FOLDER

sys.path.append(PYTHON_FOLDER)
from paisql.python2 import only_python3  # noqa: E402

BOTH = [
    "x = 7 / 2\n",
    "print('a')\nprint('a', 'b')\n",
    "from __future__ import print_function\nprint('a', file=f)\nx = print\n",
    "# coding: utf-8\nx = '\u4e2d'\n",
    "def f(a, *b, **c): return a(*b, **c)\n",
    "class A(object):\n    def f(self): super(A, self).f()\n",
    "with a, b: pass\nx = {k: v for k, v in d}\n",
    "try:\n    from urllib.parse import quote\nexcept ImportError:\n    from urllib import quote\n",
    "try:\n    import queue\nexcept ImportError:\n    import Queue as queue\n",
    "import enum, json, tensorflow.python.ops\nx = json.dumps(1)\n",
    "import tensorflow as tf\ntf.gfile.Open('a').read()\nf(encoding='x')\n",
    "import pickle\npickle.dump(x, f, protocol=2)\nd.load(f, encoding='x')\n",
    "import random as time\nFileNotFoundError = IOError\n",
]
ONLY_3 = [
    "x = f'{y}'\n", "x: int = 1\n", "def f(a: int): pass\n", "def f() -> int: pass\n", "def f(*, a): pass\n",
    "def f(a, /): pass\n", "def f():\n    nonlocal x\n", "def f():\n    yield from x\n", "async def f(): pass\n",
    "x = a @ b\n", "if (n := 1): pass\n", "raise E from e\n", "class A(metaclass=B): pass\n", "super().f()\n",
    "f(*a, *b)\n", "f(*a, b)\n", "f(**a, **b)\n", "x = [*a]\n", "a, *b = c\n", "x = {**a}\n",
    "print('a', file=f)\n", "x = print('a')\n", "map(print, x)\n", "x = '\u4e2d'\n", "# \u4e2d\n",
    "import pathlib\n", "import urllib.request\n", "from urllib.parse import quote\n", "from typing import List\n",
    "from collections.abc import Iterable\n", "import time\ntime.perf_counter()\n", "from functools import lru_cache\n",
    "open('a', encoding='utf-8')\n", "import os\nos.makedirs('a', exist_ok=True)\n", "str(b, 'utf-8')\n",
    "max(x, default=1)\n", "except_ = FileNotFoundError\n", "int.from_bytes(b, 'big')\n", "#!/usr/bin/env python3\n",
    "from __future__ import annotations\n", "import subprocess\nsubprocess.run(x)\n", "print('a', flush=True)\n",
    "import sys\nif sys.version_info[0] > 2: pass\n", "import six\n", "print 'x'\n",
    "import pickle\npickle.load(f, encoding='latin1')\n", "import subprocess\nsubprocess.check_output(x, text=True)\n",
    "import threading\nthreading.Thread(target=f, daemon=True)\n", "import logging\nlogging.basicConfig(handlers=x)\n", "import unittest.mock\n",
]  # fmt: skip


@pytest.mark.parametrize("text", BOTH)
def test_valid_in_both(text):
    assert only_python3.is_valid_in_both(text)


@pytest.mark.parametrize("text", ONLY_3)
def test_not_valid_in_both(text):
    assert not only_python3.is_valid_in_both(text)
