"""Trains on 100 random rows with the workers and servers of the arguments, "-" for what is not set."""

import json
import sys

from paisql.alink import *

useLocalEnv(3)
rows = RandomTableSourceBatchOp().setNumRows(100).setNumCols(10)
names = rows.getColNames()
train = (
    TFTableModelTrainBatchOp()
    .setUserFiles(["tf_dnn_train.py"])
    .setMainScriptFile("file://tf_dnn_train.py")
    .setUserParams({"featureCols": json.dumps(names), "labelCol": "label", "batch_size": 16, "num_epochs": 1})
)
if sys.argv[2] != "-":
    train.setNumWorkers(int(sys.argv[2]))
if sys.argv[3] != "-":
    train.setNumPSs(int(sys.argv[3]))
split = SplitBatchOp(rows.select("*, case when RAND() > 0.5 then 1. else 0. end as label")).setFraction(0.8)
with open(sys.argv[1], "w") as stream:
    json.dump(split.link(train).collect(), stream)
