"""useLocalEnv and getMLEnv as PyAlink has them: an MLEnv, four handles of one environment.

PyAlink's handles are Flink's environments. Here they have of these what programs for Alink call: the
parallelism, and execute(); tables and streams are made by operators.
"""

import collections

from paisql.alink import environment, not_offered

__all__ = ["MLEnv", "getMLEnv", "useLocalEnv"]


class MLEnv(collections.namedtuple("MLEnv", ["benv", "btenv", "senv", "stenv"])):
    """The handles of an environment: benv, btenv, senv, stenv = useLocalEnv(2)."""

    __slots__ = ()


class _Handle:
    """What stands for an environment of Flink."""

    flink, instead = "", ""

    def __init__(self, owner):
        self._owner = owner

    def get_parallelism(self):
        return self._owner.parallelism

    def set_parallelism(self, parallelism):
        """The environment's, from which components take the numbers of their workers; gives itself."""
        self._owner.parallelism = parallelism
        return self

    def execute(self, job_name=None):
        """Runs what waits, as the execute() of operators. ValueError when the environment has ended."""
        if environment.current() is not self._owner:
            raise ValueError("this environment has ended: resetEnv() or another useLocalEnv() came after it")
        self._run()

    def _run(self):
        self._owner.execute()

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        raise not_offered.NotOffered(not_offered.message("%s.%s" % (self.flink, name), self.instead))

    def __repr__(self):
        return "%s(parallelism=%s)" % (self.flink, self._owner.parallelism)


class _Batch(_Handle):
    flink, instead = "ExecutionEnvironment", "MemSourceBatchOp makes an operator of rows"


class _BatchTables(_Batch):
    flink = "BatchTableEnvironment"
    instead = "BatchOperator.sqlQuery and TableSourceBatchOp read tables"


class _Stream(_Handle):
    flink, instead = "StreamExecutionEnvironment", "MemSourceStreamOp makes a stream of rows"

    def _run(self):
        from paisql.alink.streams import StreamOperator

        StreamOperator.execute()


class _StreamTables(_Stream):
    flink, instead = "StreamTableEnvironment", "TableSourceStreamOp makes a stream of a table"


def useLocalEnv(parallelism=1, flinkHome=None, config=None):
    """Begins a new environment, and ends the one before; gives its MLEnv.

    config     settings by name, and debug_mode (environment.Environment)
    flinkHome  has no effect: there is no Flink here
    """
    environment.begin(parallelism, config)
    return getMLEnv()


def getMLEnv():
    """The MLEnv of the environment in use; useLocalEnv(1) is that of a program that makes none."""
    owner = environment.current()
    if owner.handles is None:
        owner.handles = MLEnv(_Batch(owner), _BatchTables(owner), _Stream(owner), _StreamTables(owner))
    return owner.handles
