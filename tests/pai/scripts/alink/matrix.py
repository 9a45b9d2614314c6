"""Trains on 80 of 100 random rows, and computes the 20 others with the model.

Arguments: a file for what was found, the workers and the servers, "-" for what is not set.
"""

import json
import sys

from paisql.alink import *

useLocalEnv(3)
rows = RandomTableSourceBatchOp().setNumRows(100).setNumCols(10)
names = rows.getColNames()
labelled = rows.select("*, case when RAND() > 0.5 then 1. else 0. end as label")
split = SplitBatchOp(labelled).setFraction(0.8)
train = (
    TFTableModelTrainBatchOp()
    .setUserFiles(["tf_dnn_train.py"])
    .setMainScriptFile("file://tf_dnn_train.py")
    .setUserParams(
        {"featureCols": json.dumps(names), "labelCol": "label", "batch_size": 16, "num_epochs": 1}
    )
)
if sys.argv[2] != "-":
    train.setNumWorkers(int(sys.argv[2]))
if sys.argv[3] != "-":
    train.setNumPSs(int(sys.argv[3]))
split.link(train)
predict = (
    TFTableModelPredictBatchOp()
    .setOutputSchemaStr("logits double, logistic double")
    .setOutputSignatureDefs(["logits", "logistic"])
    .setSignatureDefKey("predict")
    .setSelectedCols(names)
    .linkFrom(train, split.getSideOutput(0))
)
found = {"model": train.collect(), "columns": predict.getColNames(), "answers": predict.collect()}
with open(sys.argv[1], "w") as stream:
    json.dump(found, stream)
