"""Statements: their functions and views are made when they are new, and the rows go as streams of Arrow."""

import base64
import json
import threading

import pyarrow as pa
from paisql.spark import file_views, fitting, kernels, printed, steps, told_errors, writing
from pyspark import cloudpickle
from paisql.workers import framing
from pyspark.sql import functions

cloudpickle.register_pickle_by_value(fitting)
cloudpickle.register_pickle_by_value(kernels)
cloudpickle.register_pickle_by_value(writing)
cloudpickle.register_pickle_by_value(framing)


class Runs:
    """The questions of a session, one at a time. Any thread may interrupt one, by its number."""

    def __init__(self, session):
        self._session, self._spark = session, session.spark
        self._steps = steps.Steps(session)
        self._views = file_views.FileViews(session)
        self._kernels = {}  # the folder of what each prints, by its name
        self._printed = ""
        self._number, self._running = 0, False
        self._stopped = 0  # the number of a question that is to end
        self._over = threading.Event()

    def begin(self, number):
        self._over.clear()
        self._running = True  # first: with its number alone the question would seem to have ended
        self._number = number

    def end(self):
        self._running = False
        self._over.set()

    def has_ended(self, number):
        return number < self._number or number == self._number and not self._running

    def interrupt(self, number, seconds):
        """Again and again until the question is over: an operation may begin after an attempt. No other question of
        this session runs, so all of its operations are the question's."""
        self._stopped = number
        while not self.has_ended(number):
            if self._number == number:
                try:
                    self._spark.interruptAll()
                except Exception as error:  # of a cluster that is gone: the question ends by that itself
                    told_errors.log("interrupt: %s\n" % error)
            self._over.wait(seconds)

    def rows(self, question, schema_bytes):
        """Streams of Arrow IPC in the types of the schema, as they come: memory holds a few of them."""
        schema = pa.ipc.read_schema(pa.py_buffer(schema_bytes))
        for batch in self._batches(self._frame(question)):
            for piece in kernels.pieces(kernels.batch_of(batch.columns, schema)):
                yield kernels.stream_of_rows(piece)

    def write(self, question):
        """What is told of each file. The tasks write into the directory, which this machine has as well."""
        frame = self._gathered(self._frame(question), question)
        told = frame.mapInArrow(writing.writer(question), "path string, `values` array<string>, `rows` bigint")
        files = [file for batch in self._batches(told) for file in batch.to_pylist()]
        if question["one_file"] and not files:  # of a statement without a task
            files = [file for batch in writing.writer(question)(()) for file in batch.to_pylist()]
        return files

    def _batches(self, frame):
        """As they come; who stops reading closes the generator."""
        self._check()
        client = self._spark.client
        found = client.to_table_as_iterator(frame._plan.to_proto(client), {})
        try:
            for table in found:
                self._check()
                if isinstance(table, pa.Table):  # the schema comes as well
                    yield from table.to_batches()
        finally:
            found.close()

    def is_stopped(self, number):
        return self._stopped == number

    def _check(self):
        if self.is_stopped(self._number):
            raise told_errors.Interrupted

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
            self._check()
            self._views.have(source)
        for step in question["steps"]:
            self._check()
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
