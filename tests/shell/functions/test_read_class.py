"""What paisql.functions.describe says of modules, which it does not run."""

import ctypes
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import pytest
from function_worker import SOURCES
from paisql.functions import describe

HEAD = "raise RuntimeError('it ran')\n"


def told(text, name="m.C"):
    return describe.describe({"text": text, "class": name})


@pytest.mark.parametrize(
    "text, form, annotate",
    [
        ("from odps.udf import annotate\n@annotate('a->b')\nclass C(object):\n    pass", "scalar", "a->b"),
        ("from odps.udf import *\n@annotate(' * ->' 'b')\nclass C(BaseUDTF):\n    pass", "table", " * ->b"),
        ("import odps.udf\n@odps.udf.annotate('a->b')\nclass C(odps.udf.BaseUDTF):\n    pass", "table", "a->b"),
        ("from odps import udf as u\n@u.annotate('a->b')\nclass C(u.BaseUDAF):\n    pass", "aggregate", "a->b"),
        ("from odps.udf import BaseUDAF as B\nclass A(B):\n    pass\nclass C(A):\n    pass", "aggregate", None),
        (
            "try:\n    from odps.udf import annotate as n\nexcept ImportError:\n    pass\nT = 'a->' + 'b'\n@n(T)\nclass C:\n    pass",
            "scalar",
            "a->b",
        ),
        (
            "from odps.udf import annotate\n@annotate('a->b')\nclass C:\n    def f(self):\n        print 'x'",
            "scalar",
            "a->b",
        ),
        ("class C(object):\n    pass", "scalar", None),
    ],
)
def test_what_a_text_says(text, form, annotate):
    assert told(HEAD + text) == {"form": form, "annotate": annotate, "batch": False}


def test_whole_columns():
    assert told("from odps.udf import annotate\n@annotate('a->b', batch=True)\nclass C:\n    pass")["batch"] is True


def test_a_signature_that_must_be_computed():
    text = "from odps.udf import annotate\n@annotate('%s->%s' % ('bigint', 'double'))\nclass C:\n    pass\n"
    assert told(text)["annotate"] == "bigint->double"
    assert told(HEAD + text)["annotate"] is None


def test_what_is_not_there():
    assert "no class 'D'" in told("class C: pass", "m.D")["error"]
    assert told("class C: pass\nclass A: pass", "m.D")["classes"] == ["A", "C"]
    assert "line 2" in told("class C:\n  x = (\n")["error"] and told("class C:\n  x = (\n")["broken"]
    assert "'C' does not name" in told("", "C")["error"]


def test_a_class_that_is_made_when_the_module_runs():
    text = "from odps.udf import *\ndef make(s, *bases):\n    return annotate(s)(type('X', bases or (object,), {}))\n"
    made = {"C": "make('a->b')", "D": "make('a->b,c', BaseUDTF)", "E": "make('a->b', BaseUDAF)"}
    text += "".join("globals()['%s'] = %s\n" % pair for pair in made.items())
    assert told(text) == {"form": "scalar", "annotate": "a->b", "batch": False}
    assert told(text, "m.D") == {"form": "table", "annotate": "a->b,c", "batch": False}
    assert told(text, "m.E")["form"] == "aggregate"
    assert "no class 'F'" in told(text, "m.F")["error"]
    assert "no class 'C'" in told(text + HEAD)["error"]


@pytest.mark.parametrize(
    "text, name",
    [
        ("@annotate('a->b')\nclass C(object):\n    pass", "annotate"),
        ("from odps.udf import annotate\n@annotate('a->b')\nclass C(BaseUDTF):\n    pass", "BaseUDTF"),
        ("import odps.udf\nclass C(BaseUDAF):\n    pass", "BaseUDAF"),
    ],
)
def test_names_that_are_not_imported(text, name):
    assert told(text) == {"error": "module 'm' does not import %s from odps.udf" % name, "broken": True}
    made = "from odps import udf\nfor n in ('annotate', 'BaseUDTF', 'BaseUDAF'):\n    globals()[n] = getattr(udf, n)\n"
    assert "form" in told(made + text)


def test_modules_beside(tmp_path):
    common = "from odps.udf import annotate, BaseUDTF\nclass Base(BaseUDTF):\n    pass\n@annotate('a->b')\nclass K:\n    pass\nS = 'c->d'\n"
    (tmp_path / "common.py").write_text(common + "from more import *\n", encoding="utf-8")
    (tmp_path / "more.py").write_text("from common import *\nclass Far(Base): pass\n", encoding="utf-8")
    beside = {name: str(tmp_path / (name + ".py")) for name in ("common", "more", "gone")}

    def found(text, **more):
        return describe.describe({"text": text, "class": "m.C", "beside": beside, **more})

    assert found("from common import Base\nclass C(Base): pass")["form"] == "table"
    assert found("import common\nclass C(common.Base): pass")["form"] == "table"
    assert found("from more import *\n@annotate('x->y')\nclass C(Far): pass") == {
        "form": "table",
        "annotate": "x->y",
        "batch": False,
    }
    assert found("from common import K as C")["annotate"] == "a->b"
    assert found("from common import S, annotate\n@annotate(S)\nclass C: pass")["annotate"] == "c->d"
    assert found("from gone import Base\nclass C(Base): pass")["form"] == "scalar"


def test_modules_of_a_package(tmp_path):
    texts = {
        "pkg/__init__.py": "from .m import C as Out\nfrom . import m\nclass In(m.Base):\n    pass\n",
        "pkg/m.py": "from odps.udf import *\nfrom pkg.sub.base import Base\n@annotate('a->b')\nclass C(Base):\n    pass\n",
        "pkg/sub/__init__.py": "",
        "pkg/sub/base.py": "from ..roots import Root as R\nclass Base(R):\n    pass\n",
        "pkg/roots.py": "import odps.udf\nclass Root(odps.udf.BaseUDAF):\n    pass\n",
    }
    with zipfile.ZipFile(tmp_path / "a", "w") as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
    for name, annotate in (("pkg.m.C", "a->b"), ("pkg.Out", "a->b"), ("pkg.In", None)):
        told_here = describe.describe({"path": str(tmp_path / "a"), "class": name})
        assert told_here == {"form": "aggregate", "annotate": annotate, "batch": False}


def test_archives(tmp_path):
    text = "from odps.udf import annotate\n@annotate('a->b')\nclass C:\n    pass"
    with zipfile.ZipFile(tmp_path / "a", "w") as archive:
        archive.writestr("pkg/m.py", text)
    with tarfile.open(tmp_path / "b", "w:gz") as archive:
        member = tarfile.TarInfo("./pkg/m.py")
        member.size = len(text)
        archive.addfile(member, io.BytesIO(text.encode()))
    for name in ("a", "b"):
        request = {"path": str(tmp_path / name), "class": "pkg.m.C"}
        assert describe.describe(request)["annotate"] == "a->b"
        assert "no module" in describe.describe(dict(request, **{"class": "pkg.n.C"}))["error"]


def test_the_program(tmp_path):
    (tmp_path / "m").write_text("class C: pass", encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "paisql.functions.describe"],
        input=json.dumps({"path": str(tmp_path / "m"), "class": "m.C"}).encode(),
        stdout=subprocess.PIPE, env=dict(os.environ, PYTHONPATH=SOURCES), cwd=tmp_path, check=True,
    )  # fmt: skip
    assert json.loads(ran.stdout)["form"] == "scalar"


def test_a_module_that_has_to_run_is_confined(tmp_path):
    if ctypes.CDLL(None).syscall(444, None, ctypes.c_long(0), ctypes.c_long(1)) <= 0:
        pytest.skip("this kernel has no Landlock")
    with tempfile.NamedTemporaryFile("w", dir="/var/tmp") as secret:
        secret.write("bigint->string")
        secret.flush()
        text = "from odps.udf import annotate\n@annotate(open(%r).read())\nclass C:\n    pass\n" % secret.name
        request = {"text": text, "class": "m.C"}
        assert describe.describe(request)["annotate"] == "bigint->string"
        assert describe.describe(dict(request, confine=True))["annotate"] is None
        beside = {"b": tmp_path / "b"}
        beside["b"].write_text("T = 'a->b'")
        text = "from odps.udf import annotate\nimport b\n@annotate(b.T.lower())\nclass C:\n    pass\n"
        request = {"text": text, "class": "m.C", "beside": {"b": str(beside["b"])}, "confine": True}
        assert describe.describe(request)["annotate"] == "a->b"
