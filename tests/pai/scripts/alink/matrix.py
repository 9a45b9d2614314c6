"""Trains on 80 of 100 random rows, and computes the 20 others with the model.

Arguments: a file for what was found; the operator and its script; workers and servers, "-" for what is not set.
"""

import json
import sys

from paisql.alink import *

kept, operator, script, workers, servers = sys.argv[1:]
useLocalEnv(3)
rows = RandomTableSourceBatchOp().setNumRows(100).setNumCols(10)
names = rows.getColNames()
# As in Alink's tests, or something that can be learnt.
chosen = "RAND() > 0.5" if "dnn" in script else "col0 > 0.5"
split = SplitBatchOp(rows.select("*, case when %s then 1. else 0. end as label" % chosen)).setFraction(0.8)
train = globals()[operator]().setUserFiles([script]).setMainScriptFile("file://" + script)
train.setUserParams({"featureCols": json.dumps(names), "labelCol": "label", "batch_size": 16, "num_epochs": 1})
if not operator.endswith("TrainBatchOp"):
    train.setOutputSchemaStr("model_id long, model_info string")
if workers != "-":
    train.setNumWorkers(int(workers))
if servers != "-":
    train.setNumPSs(int(servers))
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
with open(kept, "w") as stream:
    json.dump(found, stream)
