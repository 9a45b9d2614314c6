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
from paisql.alink.models import ModelError
from paisql.alink.models.local_predictor import LocalPredictor
from paisql.alink.models.operators import (
    KerasSequentialClassifierPredictBatchOp,
    KerasSequentialClassifierTrainBatchOp,
    KerasSequentialRegressorPredictBatchOp,
    KerasSequentialRegressorTrainBatchOp,
    OnnxModelPredictBatchOp,
    TFSavedModelPredictBatchOp,
    TFTableModelPredictBatchOp,
    TorchModelPredictBatchOp,
)
from paisql.alink.models.pipeline import (
    KerasSequentialClassificationModel,
    KerasSequentialClassifier,
    KerasSequentialRegressionModel,
    KerasSequentialRegressor,
    OnnxModelPredictor,
    Pipeline,
    PipelineModel,
    TF2TableModelTrainer,
    TFSavedModelPredictor,
    TFTableModelClassifierModel,
    TFTableModelPredictor,
    TFTableModelRegressionModel,
    TFTableModelTrainer,
    TorchModelPredictor,
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
    "KerasSequentialClassificationModel",
    "KerasSequentialClassifier",
    "KerasSequentialClassifierPredictBatchOp",
    "KerasSequentialClassifierTrainBatchOp",
    "KerasSequentialRegressionModel",
    "KerasSequentialRegressor",
    "KerasSequentialRegressorPredictBatchOp",
    "KerasSequentialRegressorTrainBatchOp",
    "LocalPredictor",
    "MemSourceBatchOp",
    "ModelError",
    "OnnxModelPredictBatchOp",
    "OnnxModelPredictor",
    "OrderByBatchOp",
    "Pipeline",
    "PipelineModel",
    "RandomTableSourceBatchOp",
    "SampleBatchOp",
    "SelectBatchOp",
    "SplitBatchOp",
    "TF2TableModelTrainBatchOp",
    "TF2TableModelTrainer",
    "TFSavedModelPredictBatchOp",
    "TFSavedModelPredictor",
    "TFTableModelClassifierModel",
    "TFTableModelPredictBatchOp",
    "TFTableModelPredictor",
    "TFTableModelRegressionModel",
    "TFTableModelTrainBatchOp",
    "TFTableModelTrainer",
    "TableSinkBatchOp",
    "TableSourceBatchOp",
    "TensorFlow2BatchOp",
    "TensorFlowBatchOp",
    "TorchModelPredictBatchOp",
    "TorchModelPredictor",
    "UnionAllBatchOp",
    "WhereBatchOp",
    "dataframeToOperator",
    "resetEnv",
    "useLocalEnv",
]
