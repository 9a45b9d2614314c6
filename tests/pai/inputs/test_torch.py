"""paisql.data.torch_dataset, with PyTorch where it is installed, else with a stand-in for it."""

import importlib.util
import pickle
import sys
import types
import warnings

import numpy as np
import pyarrow as pa
import pytest
from fake_job import PYTHON_FOLDER, arrow, columns

sys.path.append(PYTHON_FOLDER)

import paisql.data  # noqa: E402
from paisql.job import manifest  # noqa: E402


class StandInTensor:
    """A tensor over a NumPy array, as torch.from_numpy documents it."""

    def __init__(self, array):
        assert isinstance(array, np.ndarray) and array.dtype != object
        if not array.flags.writeable:
            warnings.warn("The given NumPy array is not writable", UserWarning, stacklevel=2)
        self._array = array

    def numpy(self):
        return self._array


def stand_in():
    torch, utils, data = (types.ModuleType(n) for n in ("torch", "torch.utils", "torch.utils.data"))
    torch.from_numpy, torch.utils, utils.data = StandInTensor, utils, data
    data.IterableDataset = type("IterableDataset", (), {})
    data.get_worker_info = lambda: None
    return {"torch": torch, "torch.utils": utils, "torch.utils.data": data}


def forget():
    """The module is imported again, with the PyTorch that is there then."""
    sys.modules.pop("paisql.tables.torch_rows", None)
    vars(paisql.tables).pop("torch_rows", None)


@pytest.fixture
def torch_data(monkeypatch):
    forget()
    if importlib.util.find_spec("torch") is None:
        for name, module in stand_in().items():
            monkeypatch.setitem(sys.modules, name, module)
    import torch.utils.data

    yield torch.utils.data
    forget()


@pytest.fixture
def url(job, monkeypatch):
    monkeypatch.setenv("PAISQL_JOB", job.folder)
    manifest.current_job.cache_clear()
    fields = columns(("id", "BIGINT"), ("small", "TINYINT"), ("value", "DOUBLE"), ("ok", "BOOLEAN"), ("s", "STRING"))

    def part(begin, end):
        ids = np.arange(begin, end)
        return arrow(
            id=pa.array(ids, pa.int64()),
            small=pa.array(ids % 100, pa.int8()),
            value=pa.array(ids / 2, pa.float64()),
            ok=pa.array(ids % 3 == 0, pa.bool_()),
            s=pa.array(["s%d" % i for i in ids]),
        )

    yield job.input("t", fields, [job.file(part(0, 70), row_group_size=20), job.file(part(70, 101))])
    manifest.current_job.cache_clear()


def ids(batches):
    return [int(i) for batch in batches for i in batch["id"].numpy()]


def test_batches_are_tensors(torch_data, url):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dataset = paisql.data.torch_dataset(url, rows=40)
        batches = list(dataset)
    assert isinstance(dataset, torch_data.IterableDataset) and dataset.row_count == 101
    assert [len(batch["s"]) for batch in batches] == [40, 40, 21]
    kinds = {name: column.numpy().dtype.name for name, column in batches[0].items() if name != "s"}
    assert kinds == {"id": "int64", "small": "int8", "value": "float64", "ok": "bool"}
    assert ids(batches) == list(range(101)) and batches[2]["s"][-1] == b"s100"
    assert batches[1]["value"].numpy()[0] == 20.0 and list(batches[0]["ok"].numpy()[:2]) == [True, False]
    # Nobody else has the memory of a batch.
    batches[0]["id"].numpy()[:] = -1
    assert ids(dataset) == list(range(101))


def test_tuples_epochs_and_the_arguments_of_batches(torch_data, url):
    pairs = list(paisql.data.torch_dataset(url, ["value", "id"], rows=50, as_tuple=True, epochs=2, drop_remainder=True))
    assert [len(pair) for pair in pairs] == [2] * 4
    assert pairs[2][0].numpy()[1] == 0.5 and pairs[2][1].numpy()[1] == 1
    endless = iter(paisql.data.torch_dataset([url, url], "id", rows=202, epochs=None))
    assert [ids([next(endless)]) for _ in range(2)] == [list(range(101)) * 2] * 2
    assert list(paisql.data.torch_dataset(url + "?start=5&end=5", "id", epochs=None)) == []
    half = paisql.data.torch_dataset(url, "id", slice_id=1, slice_count=2)
    assert ids(half) == list(range(51, 101)) and half.row_count == 50


@pytest.mark.parametrize("workers", [1, 3, 200])
def test_workers_share_the_rows(torch_data, url, monkeypatch, workers):
    dataset = paisql.data.torch_dataset(url, "id", rows=16, slice_id=0, slice_count=2, epochs=2)
    found = []
    for worker in range(workers):
        info = types.SimpleNamespace(id=worker, num_workers=workers)
        monkeypatch.setattr(torch_data, "get_worker_info", lambda info=info: info)
        own = ids(pickle.loads(pickle.dumps(dataset)))
        half = len(own) // 2
        assert own[:half] == own[half:] == list(range(len(found), len(found) + half))
        found += own[:half]
    assert found == list(range(51))


def test_a_data_loader_with_workers(torch_data, url):
    if not hasattr(torch_data, "DataLoader"):
        pytest.skip("PyTorch is not installed")
    dataset = paisql.data.torch_dataset(url, rows=16)
    for workers in (0, 2):
        loader = torch_data.DataLoader(dataset, batch_size=None, num_workers=workers)
        assert sorted(ids(loader)) == list(range(101))


def test_what_cannot_be_made(torch_data, url):
    with pytest.raises(ValueError, match="column 'nope' does not exist"):
        paisql.data.torch_dataset(url, ["nope"])
    with pytest.raises(ValueError, match="given once at least"):
        paisql.data.torch_dataset(url, epochs=0)
    with pytest.raises(ValueError, match="at least one row"):
        paisql.data.torch_dataset(url, rows=0)


def test_without_pytorch(url, monkeypatch):
    forget()
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ModuleNotFoundError, match="-m pip install torch brings it") as caught:
        paisql.data.torch_dataset(url)
    assert caught.value.name == "torch" and sys.executable in str(caught.value)
