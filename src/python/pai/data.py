"""pai.data: work that the workers of a job share, and tensors computed ahead."""

from paisql.face.prefetching import make_prefetch_hook, prefetch
from paisql.tables.work_queue import WorkQueue

__all__ = ["WorkQueue", "make_prefetch_hook", "prefetch"]
