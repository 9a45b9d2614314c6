"""Runs many small cases in one process, because importing TensorFlow takes seconds.

A script marks functions with @case and calls main(); the last line on stdout is a JSON object with
"" or the traceback of each case.
"""

import json
import traceback

_cases = []


def case(function):
    _cases.append(function)
    return function


def fails(kind, text, function):
    """AssertionError unless function() raises an error of this class whose words have the text."""
    try:
        function()
    except kind as error:
        assert text in str(error), error
        return
    raise AssertionError("nothing was refused")


def main():
    outcome = {}
    for function in _cases:
        try:
            function()
            outcome[function.__name__] = ""
        except BaseException:  # noqa: BLE001  a case may raise anything
            outcome[function.__name__] = traceback.format_exc()
    print("\n" + json.dumps(outcome))
