"""The side of Alink's script components that runs in the job's processes (docs/alink.md).

A user's script sees the package akdl; the code that serves it is here. The statement's part of the
task is the JSON in the variable PAISQL_ALINK, or, where that is longer than the system hands over, in job.json:

    kind         "batch" or "train"
    main         the file name of the script that has main(task_config)
    input        the URL of the input table, columns: the names that the script gets
    output       the URL of the output table
    user_params  {name: text}
    even         whether all workers get as many rows
    nulls        "error" or "omit", convert: whether BOOLEAN, DECIMAL and times are converted
    intra_op     threads within an operation
    python_env   of pythonEnv, if it is given: python_env.py
    tensor_shapes  {name: shape} of ARRAYs that hold tensors, for tensor_shapes.txt
    tensor_cols  names of columns whose texts are tensors; the first row says their types and shapes
"""

from paisql.job import own_process


class TaskError(Exception):
    """What is wrong with a script or its data, in words for its author."""


def task_settings():
    """The statement's part of the task."""
    return own_process.statement_part("PAISQL_ALINK")
