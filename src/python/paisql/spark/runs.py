"""Statements: their functions and views are made when they are new, and the rows go as streams of Arrow."""

import base64
import json

import pyarrow as pa
from paisql.spark import kernels, steps, writing
from pyspark import cloudpickle
from paisql.workers import framing
from pyspark.sql import functions
from pyspark.sql.types import StructType

cloudpickle.register_pickle_by_value(kernels)
cloudpickle.register_pickle_by_value(writing)
cloudpickle.register_pickle_by_value(framing)


class Runs:
    def __init__(self, session):
        self._session, self._spark = session, session.spark
        self._kernels = set()
        self._steps = steps.Steps(session)

    def interrupt(self):
        self._spark.interruptAll()

    def rows(self, question, schema_bytes):
        """Streams of Arrow IPC in the types of the schema."""
        schema = pa.ipc.read_schema(pa.py_buffer(schema_bytes))
        frame = self._frame(question)
        for batch in frame.toArrow().to_batches():
            yield kernels.stream_of([kernels.batch_of(batch.columns, schema)], schema)

    def write(self, question):
        writer = writing.writer(question)
        frame = self._frame(question).mapInArrow(writer, "path string, `values` array<string>, `rows` bigint")
        return frame.toArrow().to_pylist()

    def _frame(self, question):
        for kernel in question["kernels"]:
            self._register(kernel)
        for source in question["sources"]:
            self._read(source)
        for step in question["steps"]:
            self._steps.run(step)
        return self._spark.sql(question["sql"])

    def _register(self, kernel):
        name = kernel["name"]
        if name in self._kernels:
            return
        returns = self._arrow_type(kernel["returns"])
        compute = kernels.scalar(
            self._session.program, name, json.dumps(kernel["open"]), base64.b64decode(kernel["schema"]), returns
        )
        compute.__annotations__ = {"arrays": pa.Array, "return": pa.Array}
        self._spark.udf.register(name, functions.arrow_udf(compute, kernel["returns"]))
        self._kernels.add(name)

    def _arrow_type(self, text):
        from pyspark.sql.pandas.types import to_arrow_type
        from pyspark.sql.types import _parse_datatype_string

        return to_arrow_type(_parse_datatype_string(text), timezone="UTC")

    def _read(self, source):
        schema = ", ".join("`%s` %s" % (name.replace("`", "``"), kind) for name, kind in source["columns"])
        frame = None
        for group in source["groups"]:
            part = self._spark.read.schema(schema or StructType([])).parquet(*group["files"])
            for name, value in zip(source["partition_columns"], group["values"]):
                part = part.withColumn(name, functions.lit(value))
            frame = part if frame is None else frame.unionAll(part)
        frame.createOrReplaceTempView(source["view"])
