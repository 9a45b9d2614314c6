"""Predictors of models of other frameworks, PyTorch and ONNX, of which this machine may have none."""

import base64
import sys
import types

import numpy as np
import pytest
from fake_job import PYTHON_FOLDER

sys.path.append(PYTHON_FOLDER)

from paisql.alink_models import ModelError
from paisql.alink.models import pipeline, stages  # noqa: E402


class StandInTensor:
    """A tensor of PyTorch as far as its documents say what it does."""

    def __init__(self, array):
        assert isinstance(array, np.ndarray) and array.flags.writeable
        self.array = array

    def cpu(self):
        return self

    def numpy(self):
        return self.array


class StandInModel:
    """forward(x, n): the sum of each row of x times n."""

    def eval(self):
        return self

    def __call__(self, x, n):
        if x.array.shape[-1] != 2:
            raise RuntimeError("Traceback of TorchScript:\nRuntimeError: shapes cannot be multiplied")
        return StandInTensor(x.array.sum(-1) * n.array), StandInTensor(x.array.astype(np.float32))


def stand_in_torch(monkeypatch):
    import contextlib

    def load(path, map_location):
        if not path.endswith(".pt"):
            raise RuntimeError("PytorchStreamReader failed\nmore")
        return StandInModel()

    torch = types.ModuleType("torch")
    torch.from_numpy, torch.no_grad = StandInTensor, contextlib.nullcontext
    torch.set_num_threads = lambda count: None
    torch.jit = types.SimpleNamespace(load=load)
    monkeypatch.setitem(sys.modules, "torch", torch)


def torch_stage(path="model.pt", columns=("x", "n"), answers="y double, x float_tensor"):
    stage = stages.TorchModelPredictor().setModelPath(path).setSelectedCols(list(columns))
    return pipeline.PipelineModel(stage.setOutputSchemaStr(answers).setReservedCols([]))


def test_arguments_of_torch_are_columns_in_their_order(monkeypatch):
    stand_in_torch(monkeypatch)
    local = pipeline.LocalPredictor(torch_stage(), "n double, x string")
    # A cell is a whole tensor, with the batch's dimension if it has one.
    assert local.map([2, "FLOAT#1,2#1 2 "]) == [6.0, "FLOAT#1,2#1.0 2.0 "]
    assert local.mapBatch([[1, "FLOAT#1,2#1 2 "], [3, "FLOAT#1,2#0 1 "]])[1][0] == 3.0
    with pytest.raises(ModelError, match="RuntimeError: shapes cannot be multiplied$"):
        local.map([2, "FLOAT#1,3#1 2 3 "])
    with pytest.raises(ModelError, match="the model gives 2 tensors, and outputSchemaStr has 1"):
        pipeline.LocalPredictor(torch_stage(answers="y double"), "n double, x string").map([2, "FLOAT#1,2#1 2 "])
    with pytest.raises(ModelError, match="is not a TorchScript file: PytorchStreamReader failed$"):
        pipeline.LocalPredictor(torch_stage("a.txt"), "n double, x string")


# y: the sums of the rows of x; v = x + x; t = s; d = 2 i; b = i > 2.
ONNX = (
    "CAg6rAIKKAoBeAoEYXhlcxIBeSIJUmVkdWNlU3VtKg8KCGtlZXBkaW1zGACgAQIKDgoBeAoBeBIBdiIDQWRkChAKAXMSAXQiCElk"
    "ZW50aXR5ChAKAWkKA3R3bxIBZCIDTXVsChQKAWkKA3R3bxIBYiIHR3JlYXRlchIBZyoNCAEQBzoBAUIEYXhlcyoMCAEQBzoBAkID"
    "dHdvWhQKAXgSDwoNCAESCQoDEgFOCgIIA1oQCgFzEgsKCQgIEgUKAxIBTloQCgFpEgsKCQgHEgUKAxIBTmIQCgF5EgsKCQgBEgUK"
    "AxIBTmIUCgF2Eg8KDQgBEgkKAxIBTgoCCANiEAoBdBILCgkICBIFCgMSAU5iEAoBZBILCgkIBxIFCgMSAU5iEAoBYhILCgkICRIF"
    "CgMSAU5CBAoAEA0="
)
TYPES_OF_ONNX = {"x": "float", "s": "string", "i": "int64", "y": "float", "v": "float", "t": "string"}


class StandInSession:
    """The model above, where onnxruntime is not installed."""

    def __init__(self, path, options, providers):
        with open(path, "rb") as stream:
            if stream.read() != base64.b64decode(ONNX):
                raise RuntimeError("INVALID_PROTOBUF")

    def _of(self, names):
        kinds = dict(TYPES_OF_ONNX, d="int64", b="bool")
        made = []
        for name in names:
            shape = ["N", 3] if name in "xv" else ["N"]
            made.append(types.SimpleNamespace(name=name, type="tensor(%s)" % kinds[name], shape=shape))
        return made

    def get_inputs(self):
        return self._of("xsi")

    def get_outputs(self):
        return self._of("yvtdb")

    def run(self, outputs, given):
        x, i = given["x"], given["i"]
        assert x.dtype == np.float32 and i.dtype == np.int64
        found = {"y": x.sum(1), "v": x + x, "t": given["s"], "d": 2 * i, "b": i > 2}
        return [found[name] for name in outputs]


def test_answers_of_onnx(monkeypatch, tmp_path):
    try:
        import onnxruntime  # noqa: F401
    except ModuleNotFoundError:
        made = types.ModuleType("onnxruntime")
        made.SessionOptions, made.InferenceSession = types.SimpleNamespace, StandInSession
        monkeypatch.setitem(sys.modules, "onnxruntime", made)
    path = tmp_path / "m.onnx"
    path.write_bytes(base64.b64decode(ONNX))

    def local(rows, **values):
        stage = stages.OnnxModelPredictor().setModelPath(str(path)).setReservedCols([])
        for name, value in values.items():
            getattr(stage, "set" + name)(value)
        return pipeline.LocalPredictor(pipeline.PipelineModel(stage), rows)

    plain = local("x string, s string, i long", OutputSchemaStr="y float, v float_tensor, t string, d long, b boolean")
    assert plain.map(["1 2 3", "词", 7]) == [6.0, "FLOAT#1,3#2.0 4.0 6.0 ", "词", 14, True]
    many = plain.mapBatch([["%d 0 1" % n, "a", n] for n in range(4)])
    assert many[3] == [4.0, "FLOAT#1,3#6.0 0.0 2.0 ", "a", 6, True] and many[0][4] is False
    named = local(
        "A string, B string, C int",
        OutputSchemaStr="o1 double, o2 vector, o3 string",
        SelectedCols=["A", "B", "C"],
        InputNames=["x", "s", "i"],
        OutputNames=["y", "v", "d"],
    )
    assert named.map(["1 2 3", "z", 2]) == [6.0, "2.0 4.0 6.0", "4"]
    with pytest.raises(ModelError, match="takes 3 elements a row, given 2"):
        named.map(["1 2", "z", 2])
    with pytest.raises(ModelError, match="CAST.i AS BIGINT."):
        local("x string, s string, i double", OutputSchemaStr="y double")
    with pytest.raises(ModelError, match="Output name not exist: q"):
        local("x string, s string, i long", OutputSchemaStr="q double")
    path.write_bytes(b"hello")
    with pytest.raises(ModelError, match="m.onnx is not an ONNX model: .*INVALID_PROTOBUF"):
        local("x string, s string, i long", OutputSchemaStr="y double")


def test_frameworks_that_lack_are_named_with_the_command(monkeypatch):
    for name, stage in (
        ("torch", torch_stage()),
        (
            "onnxruntime",
            pipeline.PipelineModel(stages.OnnxModelPredictor().setModelPath("m.onnx").setOutputSchemaStr("y double")),
        ),
    ):
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(ModelError, match="-m pip install %s brings it" % name):
            pipeline.LocalPredictor(stage, "n double, x string")
