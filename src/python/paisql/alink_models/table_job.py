"""The job of a predictor: input table, model, output table (docs/alink.md, "Predicting").

The statement's part is the JSON in the variable PAISQL_ALINK:

    kind      "table", "saved_model", "torch", "onnx", "classifier" or "regressor"
    input     the URL of the input table; selected, reserved: names of its columns
    model     the URL of the model table; or path, and place: how the statement names it
    output    the URL of the output table
    schema    outputSchemaStr; or prediction and detail: columns of a Keras predictor
    inputs, outputs  names of the model's, or null
    signature, tag, batch, nulls, threads
    axes      the dimension of each output that is the batch's, or null
"""

import collections
import concurrent.futures
import os
import sys
import tempfile
import traceback


from paisql.alink_models import ModelError, choices
from paisql.alink_task import task_settings
from paisql.job.manifest import TableUrl, current_job
from paisql.tables import columns as column_rules
from paisql.tables import staged_file
from paisql.tables.rows import RowRange

_CHUNK_ROWS = 65536


def run_task(work, *refusals):
    """Calls work(settings) with the statement's part of the job.

    What is wrong with a model or rows, a ModelError or one of `refusals`, and a file that the system does not
    give or take, end the process with 1 and one line; any other error with 1 and its traceback.
    """
    try:
        work(task_settings())
        return
    except (ModelError, *refusals) as error:
        sys.stderr.write("ModelError: %s\n" % error)
    except OSError as error:
        place = error.filename if error.filename is not None else "a file"
        sys.stderr.write("ModelError: %s: %s\n" % (place, error.strerror or error))
    except Exception:
        traceback.print_exc()
    sys.stderr.flush()
    sys.exit(1)


def run():
    """Runs the job of a predictor."""
    run_task(_run)


def model_rows(url, labelled):
    """The rows of a model table, as tuples, one chunk in memory at a time."""
    names = ["model_id", "model_info"] + (["label_value"] if labelled else [])
    for arrays in RowRange(url, names).chunks(chunk_rows=64):
        yield from zip(*(array.to_pylist() for array in arrays))


def columns_taken(task, there):
    """{column that the model of a task takes: that of the columns `there`, in letters of any case}.

    ModelError where the model was trained on a column that is not there.
    """
    known, taken = {name.lower(): name for name in there}, {}
    for name in task.selected:
        if name.lower() not in known:
            raise ModelError(
                "the input has no column '%s', which the model was trained on: it has %s" % (name, ", ".join(there))
            )
        taken[name] = known[name.lower()]
    return taken


def _run(settings):
    with tempfile.TemporaryDirectory(dir=os.getcwd(), prefix="model-") as folder:
        task = choices.open_task(settings, model_rows, folder)
        _compute(settings, task)


def _compute(settings, task):
    """Reads, computes and writes at once; the order of the rows stays."""
    output = current_job().find_output(TableUrl(settings["output"]))
    fields = [(column.name, column_rules.file_type(column.type)) for column in output.columns]
    reserved = settings["reserved"]
    table = current_job().find_input(TableUrl(settings["input"]))
    taken = columns_taken(task, [column.name for column in table.columns + table.partition_columns])
    names = list(dict.fromkeys([*taken.values(), *reserved]))
    rows = RowRange(settings["input"], names)
    known = {column.name: column for column in rows.columns}
    task.check({name: column_rules.file_type(known[column].type) for name, column in taken.items()})
    made = staged_file.StagedFile(output.staging, 0, fields)

    def computed(arrays, first_row):
        by_name = dict(zip(known, arrays))
        count = len(arrays[0])
        answers = task.predict({name: by_name[column] for name, column in taken.items()}, count, first_row)
        found = {name.lower(): by_name[name] for name in reserved}
        found.update((name.lower(), array) for name, array in zip(task.types, answers))
        return [found[name.lower()].cast(kind) for name, kind in fields]

    waiting, row = collections.deque(), 1
    threads = max(len(os.sched_getaffinity(0)), 1)
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        for arrays in rows.chunks(chunk_rows=_CHUNK_ROWS if task.batches else 1024):
            waiting.append(pool.submit(computed, arrays, row))
            row += len(arrays[0])
            if len(waiting) > threads:
                made.append(waiting.popleft().result())
        while waiting:
            made.append(waiting.popleft().result())
    made.close()
