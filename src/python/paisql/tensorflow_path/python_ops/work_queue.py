"""tensorflow.python.ops.work_queue, where the platform has WorkQueue, too."""

from paisql.tables.work_queue import WorkQueue

__all__ = ["WorkQueue"]
