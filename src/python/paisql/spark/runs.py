"""Statements: their functions and views are made when they are new, and the rows go as streams of Arrow."""

import base64
import json

import pyarrow as pa
from paisql.spark import file_views, fitting, kernels, printed, steps, writing
from pyspark import cloudpickle
from paisql.workers import framing
from pyspark.sql import functions

cloudpickle.register_pickle_by_value(fitting)
cloudpickle.register_pickle_by_value(kernels)
cloudpickle.register_pickle_by_value(writing)
cloudpickle.register_pickle_by_value(framing)


class Runs:
    def __init__(self, session):
        self._session, self._spark = session, session.spark
        self._steps = steps.Steps(session)
        self._views = file_views.FileViews(session.spark, session.sail)
        self._kernels = {}  # the folder of what each prints, by its name
        self._printed = ""

    def interrupt(self):
        self._spark.interruptAll()

    def rows(self, question, schema_bytes):
        """Streams of Arrow IPC in the types of the schema."""
        schema = pa.ipc.read_schema(pa.py_buffer(schema_bytes))
        frame = self._frame(question)
        for batch in frame.toArrow().to_batches():
            for piece in kernels.pieces(kernels.batch_of(batch.columns, schema)):
                yield kernels.stream_of_rows(piece)

    def write(self, question):
        """What is told of each file. The tasks write into the directory, which this machine has as well."""
        frame = self._gathered(self._frame(question), question)
        told = frame.mapInArrow(writing.writer(question), "path string, `values` array<string>, `rows` bigint")
        files = told.toArrow().to_pylist()
        if question["one_file"] and not files:  # of a statement without a task
            files = [file for batch in writing.writer(question)(()) for file in batch.to_pylist()]
        return files

    def _gathered(self, frame, question):
        """Rows of one partition come to few tasks, so that there are few files. Spark puts small tasks together, and
        divides the rows of a large partition."""
        if question["one_file"]:
            return frame.coalesce(1)
        count = len(question["partitions"])
        if count == 0 or question["sorted"]:
            return frame
        columns = [functions.col(file_views.quoted(name)) for name in frame.columns[-count:]]
        return frame.repartition(*columns) if self._session.sail else frame.hint("rebalance", *columns)

    def take_printed(self):
        return printed.take(self._printed)

    def _frame(self, question):
        self._printed = question["printed"]
        for kernel in question["kernels"]:
            self._register(kernel)
        self._views.forget_old()
        for source in question["sources"]:
            self._views.have(source)
        for step in question["steps"]:
            self._steps.run(step)
        return self._spark.sql(question["sql"])

    def _register(self, kernel):
        name = kernel["name"]
        folder = self._printed if kernel["of_users"] else ""
        if self._kernels.get(name) == folder:
            return
        returns = self._arrow_type(kernel["returns"])
        compute = kernels.scalar(
            self._session.program, name, json.dumps(kernel["open"]), base64.b64decode(kernel["schema"]), returns, folder
        )
        compute.__annotations__ = {"arrays": pa.Array, "return": pa.Array}
        function = functions.arrow_udf(compute, kernel["returns"])
        self._spark.udf.register(name, function.asNondeterministic() if kernel["volatile"] else function)
        self._kernels[name] = folder

    def _arrow_type(self, text):
        from pyspark.sql.pandas.types import to_arrow_type
        from pyspark.sql.types import _parse_datatype_string

        return to_arrow_type(_parse_datatype_string(text), timezone="UTC")
