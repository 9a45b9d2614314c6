"""Alink's operators in Python, on paisql's tables: `from paisql.alink import *` (docs/alink.md).

Operators build a graph; print, collectToDataframe and execute run it. Relational ones become SQL of a
paisql process that belongs to the environment (useLocalEnv), script components PAI statements of it.
"""

from paisql.alink.environment import (
    AlinkError,
    AlinkGlobalConfiguration,
    resetEnv,
    useLocalEnv,
)
from paisql.alink.operator import BatchOperator, dataframeToOperator
from paisql.alink.relational import (
    DistinctBatchOp,
    FirstNBatchOp,
    GroupByBatchOp,
    JoinBatchOp,
    OrderByBatchOp,
    SampleBatchOp,
    SelectBatchOp,
    SplitBatchOp,
    UnionAllBatchOp,
    WhereBatchOp,
)
from paisql.alink.scripts import (
    TensorFlow2BatchOp,
    TensorFlowBatchOp,
    TF2TableModelTrainBatchOp,
    TFTableModelTrainBatchOp,
)
from paisql.alink import streams as _streams
from paisql.alink.streams import *  # noqa: F403
from paisql.alink.tables import (
    MemSourceBatchOp,
    RandomTableSourceBatchOp,
    TableSinkBatchOp,
    TableSourceBatchOp,
)

__all__ = [
    "AlinkError",
    "AlinkGlobalConfiguration",
    "BatchOperator",
    "DistinctBatchOp",
    "FirstNBatchOp",
    "GroupByBatchOp",
    "JoinBatchOp",
    "MemSourceBatchOp",
    "OrderByBatchOp",
    "RandomTableSourceBatchOp",
    "SampleBatchOp",
    "SelectBatchOp",
    "SplitBatchOp",
    "TF2TableModelTrainBatchOp",
    "TFTableModelTrainBatchOp",
    "TableSinkBatchOp",
    "TableSourceBatchOp",
    "TensorFlow2BatchOp",
    "TensorFlowBatchOp",
    "UnionAllBatchOp",
    "WhereBatchOp",
    "dataframeToOperator",
    "resetEnv",
    "useLocalEnv",
    *_streams.__all__,
]
