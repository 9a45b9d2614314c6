"""Functions of Spark whose values the program paisql computes. This module travels to the cluster's processes as it
is: what it needs, it imports where it runs, and it knows nothing of the rest of the package."""

import json
import os
import sys
import threading
import types
import uuid

from paisql.spark.fitting import fit
from paisql.workers.framing import ARROW, ERROR, MOST_BYTES as MOST_FRAME_BYTES, Closed, Refused, Worker

_HOLDER = "paisql_kernel_programs"  # a module of the process, which all functions find
ENVIRONMENT = "PAISQL-0001"


class KernelError(Exception):
    """The text is a mark, and JSON with the platform's code and words."""

    def __init__(self, told):
        super().__init__("paisql-error:" + told)


def error(code, message, hint=""):
    """A failure in the platform's words."""
    return KernelError(json.dumps({"code": code, "message": message, "hint": hint}))


class Program:
    """A process of `paisql --kernels`, for one thread at a time."""

    def __init__(self, path):
        self._path, self._opened = path, {}
        try:
            self._worker = Worker([path, "--kernels"], "kernels", dict(os.environ, PAISQL_KERNELS="1"))
        except OSError as failure:
            raise error(
                ENVIRONMENT,
                "%s cannot start the program %s: %s" % (os.uname().nodename, path, failure.strerror),
                "each machine of the cluster needs paisql there, or where SET paisql.spark.program says",
            ) from None

    def compute(self, name, opening, stream):
        """The frame that answers: `stream` and the result are streams of Arrow IPC."""
        if name not in self._opened:
            opened = self._ask(opening)
            if opened.kind == ERROR:
                return opened
            self._opened[name] = opened.code
        return self._ask('{"run": %d}' % self._opened[name], stream, ARROW)

    def _ask(self, text, *payload):
        try:
            return self._worker.ask(text, *payload)
        except (Closed, Refused) as failure:
            raise error(
                ENVIRONMENT,
                ("the program %s has ended on %s %s" % (self._path, os.uname().nodename, failure)).rstrip(),
                "run the statement again; the cluster may have too little memory for it",
            ) from None


def compute(path, name, opening, stream, printed):
    """By a program of this process that nobody else uses now. A child of a fork has programs of its own. What functions
    of users print goes to a file in the folder `printed`."""
    holder = sys.modules.setdefault(_HOLDER, types.ModuleType(_HOLDER))
    if getattr(holder, "pid", 0) != os.getpid():
        holder.pid, holder.free, holder.lock = os.getpid(), [], threading.Lock()
    with holder.lock:
        program = holder.free.pop() if holder.free else None
    if program is None:
        program = Program(path)
    answer = program.compute(name, opening, stream)
    with holder.lock:
        holder.free.append(program)  # one that has ended is nobody's any more
    if answer.kind == ERROR:
        note(printed, answer.payload.decode("utf-8", "replace"))
        raise KernelError(answer.text)
    note(printed, answer.text)
    return answer.payload


def note(folder, printed):
    """In a folder of the home, which all machines see. What cannot be written there is in the log of this process."""
    if not printed:
        return
    try:
        if not os.path.isdir(folder):
            os.mkdir(folder)
        path = os.path.join(folder, uuid.uuid4().hex)
        with open(path + ".part", "w", encoding="utf-8") as file:
            file.write(printed)
        os.rename(path + ".part", path + ".json")
    except OSError:
        sys.stderr.write(printed + "\n")


def batch_of(arrays, schema):
    import pyarrow as pa

    return pa.RecordBatch.from_arrays([fit(array, field.type) for array, field in zip(arrays, schema)], schema=schema)


def stream_of(batches, schema):
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema) as writer:
        for batch in batches:
            writer.write_batch(batch)
    return sink.getvalue().to_pybytes()


MOST_BYTES = 64 << 20  # of the rows in one question or answer, whose frames hold 256 MB


def pieces(batch):
    """The batch in parts of at most MOST_BYTES, as far as single rows allow it."""
    if batch.nbytes <= MOST_BYTES or batch.num_rows <= 1:
        return [batch]
    half = batch.num_rows // 2
    return pieces(batch.slice(0, half)) + pieces(batch.slice(half))


def stream_of_rows(batch):
    """A stream of one of the pieces; an error where a single row does not fit into a frame."""
    stream = stream_of([batch], batch.schema)
    if len(stream) > MOST_FRAME_BYTES - (1 << 20):
        text = "a row, or the rows of one group, have %d bytes, and Spark's functions take at most 255 MB" % len(stream)
        raise error("ODPS-0121135", text, "make smaller groups or values, or SET paisql.engine=duckdb")
    return stream


def scalar(path, name, opening, schema_bytes, result, printed):
    """A function of arrays; `result` is the Arrow type in which Spark wants the values."""

    def values_of(*arrays):
        import pyarrow as pa

        schema = pa.ipc.read_schema(pa.py_buffer(schema_bytes))
        values = []
        for piece in pieces(batch_of(arrays, schema)):
            answer = compute(path, name, opening, stream_of_rows(piece), printed)
            values += pa.ipc.open_stream(answer).read_all().column(0).chunks
        return fit(pa.chunked_array(values), result) if values else pa.nulls(0, result)

    return values_of
