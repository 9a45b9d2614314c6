"""Tables of a job as a PyTorch dataset; paisql.data.torch_dataset makes it. Imports torch."""

import numpy as np
import torch
from torch.utils import data as torch_data


class _Writable:
    """Another face of an array's memory: torch takes read-only arrays with a warning only.

    The rows of a batch are nobody else's, so who writes into a tensor changes that batch alone.
    """

    def __init__(self, array):
        self._array = array  # owns the memory
        interface = dict(array.__array_interface__)
        interface["data"] = (interface["data"][0], False)
        self.__array_interface__ = interface


def _tensor(array):
    """A tensor of the array's memory; texts, which no tensor holds, stay an array of bytes."""
    if array.dtype == object:
        return array
    return torch.from_numpy(array if array.flags.writeable else np.asarray(_Writable(array)))


class TableBatches(torch_data.IterableDataset):
    """Yields a batch of rows at a time; see paisql.data.torch_dataset.

    Each worker process of a DataLoader reads a part of neighbouring rows of its own. Iterating
    again begins at the first row again.
    """

    def __init__(self, source, epochs, as_tuple):
        super().__init__()
        self._source = source
        self._epochs = epochs
        self._as_tuple = as_tuple
        self._row_count = None
        source.check()

    @property
    def row_count(self):
        """Rows of one epoch, of all workers together; waits for those of a query."""
        if self._row_count is None:
            self._row_count = self._source.row_count()
        return self._row_count

    def __iter__(self):
        worker = torch_data.get_worker_info()
        part = (0, 1) if worker is None else (worker.id, worker.num_workers)
        epoch = 0
        while self._epochs is None or epoch < self._epochs:
            empty = True
            for batch in self._source.batches(part):
                empty = False
                yield self._tensors(batch)
            if empty:
                return  # without rows an endless dataset ends, too
            epoch += 1

    def _tensors(self, batch):
        tensors = {name: _tensor(array) for name, array in batch.items()}
        return tuple(tensors.values()) if self._as_tuple else tensors
