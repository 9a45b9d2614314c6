"""A program for PyAlink: rows go through SQL and a TensorFlow script, and come back.

Run it with: PYTHONPATH=src/python python3 docs/examples/alink/program.py
"""

import os

from pyalink.alink import *

here = os.path.dirname(os.path.abspath(__file__))
useLocalEnv(1)
rows = MemSourceBatchOp([[1, 2.0], [2, 8.0], [3, 4.0]], "id long, x double")
scaled = (
    rows.filter("x > 2")
    .link(
        TensorFlowBatchOp()
        .setUserFiles([os.path.join(here, "scale.py")])
        .setMainScriptFile("scale.py")
        .setOutputSchemaStr("id long, share double")
        .setNumWorkers(1)
        .setNumPSs(0)
    )
    .orderBy("id", 10)
)
for row in scaled.collect():
    print(*row)
