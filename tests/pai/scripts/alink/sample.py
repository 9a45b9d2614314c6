from pyalink.alink import *

AlinkGlobalConfiguration.setPrintProcessInfo(True)
useLocalEnv(2, config={'debug_mode': True})

import json

source = RandomTableSourceBatchOp() \
    .setNumRows(100) \
    .setNumCols(10)

colNames = source.getColNames()
label = "label"

userParams = {
    'featureCols': json.dumps(colNames),
    'labelCol': label,
    'batch_size': 16,
    'num_epochs': 1
}

tensorFlowBatchOp = TensorFlowBatchOp() \
    .setUserFiles(["https://alink-release.oss-cn-beijing.aliyuncs.com/data-files/tf_dnn_batch.py"]) \
    .setMainScriptFile("https://alink-release.oss-cn-beijing.aliyuncs.com/data-files/tf_dnn_batch.py") \
    .setUserParams(json.dumps(userParams)) \
    .setOutputSchemaStr("model_id long, model_info string") \
    .setNumWorkers(1) \
    .setNumPSs(0)

source = source.select("*, case when RAND() > 0.5 then 1. else 0. end as label") \
    .link(tensorFlowBatchOp) \
    .print()
