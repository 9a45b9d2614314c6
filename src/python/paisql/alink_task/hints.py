"""What an error that main has raised means for the author of a script: a cause and a cure after its own words.

A row of _MEANINGS fits the error's text; users_main.show() prints what it says in the line that the job's error has.
"""

import difflib
import inspect
import os
import re

# Of each kind of list in a tf.train.Example, as TensorFlow calls its type: the list, the dtype, the cast in SQL.
_LISTS = {
    "float": ("a float_list", "tf.float32", "DOUBLE"),
    "int64": ("an int64_list", "tf.int64", "BIGINT"),
    "string": ("a bytes_list", "tf.string", "STRING"),
}


def add_to(error, main, config):
    """Keeps for of() what an error means that main(config) has raised, if that is known."""
    meant = _of_call(error, main) or _of_text(error, config)
    if meant:
        error.paisql_hint = meant


def of(error):
    """What add_to() has kept of an error, or None."""
    return getattr(error, "paisql_hint", None)


def _of_call(error, main):
    """Where main does not take its one argument: it has no frame in the traceback then."""
    place = error.__traceback__
    while place is not None and place.tb_frame.f_globals is globals():
        place = place.tb_next
    is_call = place is not None and place.tb_next is None
    if not isinstance(error, TypeError) or not is_call:
        return None
    code = getattr(inspect.unwrap(main), "__code__", None)
    where = "" if code is None else ", %s:%d," % (os.path.basename(code.co_filename), code.co_firstlineno)
    return "main%s%s is called with task_config alone: def main(task_config)" % (inspect.signature(main), where)


def _of_text(error, config):
    text = str(error)
    for pattern, meaning in _MEANINGS:
        match = re.search(pattern, text)
        if match is not None:
            return meaning(match, config)
    return None


def _columns(config):
    """{name: SQL type} of the columns that the script gets."""
    return dict(config.tf_context._columns)


def _of_other_kind(match, config):
    name, given, asked = match.groups()
    if given not in _LISTS or asked not in _LISTS:
        return None
    kind, (held, dtype, _) = _columns(config).get(name), _LISTS[given]
    of_kind = "of " + given if kind is None else "a " + kind if kind[0] not in "AI" else "an " + kind
    return "column %s is %s, which is %s: parse it as %s, or CAST it to %s in the input" % (
        name,
        of_kind,
        held,
        dtype,
        _LISTS[asked][2],
    )


def _of_missing(match, config):
    name, columns = match[1], list(_columns(config))
    if name in columns:
        return "column %s is NULL in this row, and nullValues=omit leaves it out: give a default_value" % name
    lower = {one.lower(): one for one in columns}
    near = difflib.get_close_matches(name.lower(), lower, 1)
    meant = "; did you mean %s?" % lower[near[0]] if near else ""
    return "the rows have the columns %s%s" % (", ".join(columns), meant)


def _of_folder(match, config):
    folder = getattr(config, "saved_model_dir", None)
    if folder is None or not match[1].startswith(folder) or os.path.isdir(folder):
        return None
    return (
        "task_config.saved_model_dir is made by the export of a SavedModel, which %s is not: "
        "tf.saved_model.save(model, task_config.saved_model_dir)" % os.path.basename(match[1])
    )


# (a regular expression, a function of its match and of the task's config that gives a hint or None)
_MEANINGS = (
    (
        r"Key: (.+?)(?:, Index: \d+)?\.\s+Data types don't match\. Data type: (\w+) but expected type: (\w+)",
        _of_other_kind,
    ),
    (r"Feature: (.+?) \(data type: \w+\) is required but could not be found", _of_missing),
    (r"No such file or directory: '(.+)'", _of_folder),
)
