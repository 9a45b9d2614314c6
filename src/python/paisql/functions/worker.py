"""The process that computes functions of users: python -m paisql.functions.worker [OPTION]...

It stands in the folder with the functions' resources, and finds its owner at descriptor 3 (src/workers/protocol.h).

--python VERSION    cp27 (default), cp37 or cp311: what the functions are written for
--output NUMBER     the descriptor that stdout and stderr go to
--memory-mb NUMBER  the most memory of the process
--confine           the process opens nothing but its folder and the machine's own
--zone NAME         the time zone of cp27's DATETIME

A request is a JSON object with "do" and "id", and a packed batch (packed_columns.py):

open        class, kind (scalar, aggregate, table), arguments, returns (lists of types), whole_columns
evaluate    arguments -> a column
update      groups, arguments -> nothing
states      groups -> their buffers, marshalled; the groups are forgotten, as by terminate
merge       groups, buffers -> nothing
terminate   groups -> a column
process     arguments -> batches with code 1, the last one with code 0: the row of the request, results
close       -> as process, the row being -1
forget      the function is not needed any more

An error is a JSON object (failures.py).
"""

import argparse
import json
import os
import resource
import sys

from paisql.functions import failures, function_calls, function_modules, packed_columns, type_names
from paisql.workers import framing

_ERROR = 1


class Server:
    """The functions that are open, and the answers to requests."""

    def __init__(self, connection, modules, zone=None):
        self._connection, self._modules, self._zone, self._functions = connection, modules, zone, {}

    def serve(self):
        """Until the owner has gone."""
        while True:
            try:
                self._answer(self._connection.receive())
            except framing.Closed:
                return

    def _answer(self, frame):
        try:
            request = json.loads(frame.text)
            payload = self._do(request, frame)
        except function_calls.Failed as failure:
            self._fail(frame.number, str(failure))
        except framing.Closed:
            raise
        except BaseException as error:  # users' code may raise anything
            self._fail(frame.number, failures.describe(error))
        else:
            _flush()
            self._connection.send(number=frame.number, payload=payload)

    def _fail(self, number, text):
        _flush()
        self._connection.send(framing.ERROR, number, _ERROR, text)

    def _do(self, request, frame):
        do, key = request["do"], request["id"]
        if do == "open":
            self._functions[key] = self._opened(request)
            return b""
        if do == "forget":
            self._functions.pop(key, None)
            return b""
        if do not in ("evaluate", "update", "states", "merge", "terminate", "process", "close"):
            raise ValueError("a worker of functions does not '%s'" % do)
        return getattr(self._functions[key], do)(frame.payload, lambda batch: self._more(frame.number, batch))

    def _more(self, number, batch):
        self._connection.send(number=number, code=1, payload=batch)

    def _opened(self, request):
        try:
            made = self._modules.find(request["class"])
        except BaseException as error:
            raise function_calls.Failed(failures.describe(error)) from None
        meaning = packed_columns.Meaning(self._modules.are_old, self._zone)
        arguments, results = (list(map(type_names.parse, request[name])) for name in ("arguments", "returns"))
        form = function_calls.FORMS[request["kind"]]
        return form(made, arguments, results, meaning)


def _flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            pass  # closed or replaced by users' code


def _options(words):
    parser = argparse.ArgumentParser()
    parser.add_argument("--python", default="cp27", choices=["cp27", "cp37", "cp311"])
    parser.add_argument("--output", type=int)
    parser.add_argument("--memory-mb", type=int)
    parser.add_argument("--confine", action="store_true")
    parser.add_argument("--zone")
    return parser.parse_args(words)


def _begin(options):
    if options.output is not None:
        os.dup2(options.output, 1)
        os.dup2(options.output, 2)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    if options.memory_mb is not None:
        size = options.memory_mb << 20
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    if not options.zone:
        return None
    import zoneinfo

    return zoneinfo.ZoneInfo(options.zone)


def main(words):
    options = _options(words)
    connection = framing.own_end()
    zone = _begin(options)
    folder = os.getcwd()
    sys.path[:] = [one for one in sys.path if one not in ("", folder)]
    modules = function_modules.Modules(folder, options.python)
    sys.argv = [""]
    framing.say_hello(connection, "functions", python="%d.%d" % sys.version_info[:2])
    Server(connection, modules, zone).serve()


if __name__ == "__main__":
    main(sys.argv[1:])
