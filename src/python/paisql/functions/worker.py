"""The process that computes functions of users: python -m paisql.functions.worker [--zone NAME]

It stands in the folder with the functions' resources, and finds its owner at descriptor 3 (src/workers/protocol.h).
Where $PAISQL_CONFINE is set, it opens nothing but this folder, those of the variable ("ro PATH" or "rw PATH", a line
each) and the machine's own. What users' code prints goes to its stdout and stderr. A process above it ends what users'
code has left running (guard.py). --zone: the time zone in which cp27 has its DATETIMEs,
which is that of the process.

A request is a JSON object with "do" and "id", and a packed batch (packed_columns.py):

open        class, kind (scalar, aggregate, table), arguments, returns (lists of types), whole_columns, python (cp27,
            cp37, cp311; one for the life of the process), zone (of cp27's DATETIME)
evaluate    arguments -> a column
update      groups, arguments -> nothing
update_some as update; a group below 0 belongs to another process
states      groups -> buffers of the first of them, marshalled; these groups are forgotten
merge       groups, buffers -> nothing
combine     groups, groups that are merged into them and forgotten -> nothing
add         as combine, and they are not forgotten
terminate   groups -> a column; they are forgotten
results     as terminate, and they are not forgotten
release     groups, which are forgotten -> nothing
reset       every group is forgotten
process     arguments -> batches with code 1, the last one with code 0: the row of the request, results
close       -> as process, the row being -1
forget      the function is not needed any more

An error is a JSON object (failures.py).
"""

import fcntl
import json
import os
import socket
import sys
import time

from paisql.functions import failures, function_calls, function_modules, guard, packed_columns, type_names
from paisql.workers import framing

_ERROR = 1
_GIVEN, _LEAST = 3, 200  # descriptors: the one of the owner, and where it is out of the way of users' code
_CALLS = (
    "evaluate", "update", "update_some", "states", "merge", "combine", "add", "terminate", "results", "release", "reset",
    "process", "close",
)  # fmt: skip


class Server:
    """The functions that are open, and the answers to requests."""

    def __init__(self, connection, folder, zone=None):
        self._connection, self._folder, self._zone = connection, folder, zone
        self._modules, self._functions = None, {}  # the modules come with the first function

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
            if len(payload) > framing.MOST_BYTES:
                self._fail(frame.number, failures.too_large(len(payload)))
            else:
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
        if do not in _CALLS:
            raise ValueError("a worker of functions does not '%s'" % do)
        return getattr(self._functions[key], do)(frame.payload, lambda batch: self._more(frame.number, batch))

    def _more(self, number, batch):
        self._connection.send(number=number, code=1, payload=batch)

    def _opened(self, request):
        if self._modules is None:
            self._modules = function_modules.Modules(self._folder, request["python"])
        try:
            made = self._modules.find(request["class"])
        except BaseException as error:
            raise function_calls.Failed(failures.describe(error)) from None
        meaning = packed_columns.Meaning(self._modules.are_old, _zone(request.get("zone", self._zone)))
        arguments, results = (list(map(type_names.parse, request[name])) for name in ("arguments", "returns"))
        form = function_calls.FORMS[request["kind"]]
        if request["whole_columns"]:
            if form is not function_calls.Scalar:
                raise TypeError("whole columns (batch=) are for a UDF alone")
            form = function_calls.Whole
        return form(made, arguments, results, meaning)


def _flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            pass  # closed or replaced by users' code


def _zone(name):
    """The time zone of a name; None, the machine's, where there is no such one."""
    if not name:
        return None
    import zoneinfo

    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return None


def confine(folder, lines):
    """Lets this process open `folder`, what the lines of $PAISQL_CONFINE name, and the machine's own."""
    from paisql.start import confine as kernel

    chosen = [(folder, True)]
    for line in lines.splitlines():
        right, _, path = line.partition(" ")
        chosen.append((path, right == "rw"))
    chosen += [(path, False) for path in [sys.prefix, sys.base_prefix, *sys.path] if os.path.isabs(path)]
    os.environ["TMPDIR"] = os.environ["HOME"] = folder
    kernel.confine(chosen)


def _moved(descriptor):
    number = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _LEAST)
    os.close(descriptor)
    return number


def _own_end():
    """The Connection to the owner, which users' code does not close by mistake, and which its children lose."""
    number = _moved(_GIVEN)
    nothing = _moved(os.open(os.devnull, os.O_RDWR))
    os.register_at_fork(after_in_child=lambda: os.dup2(nothing, number, False))
    return framing.Connection(socket.socket(socket.AF_UNIX, fileno=number))


def main():
    guard.begin()
    connection = _own_end()
    zone = sys.argv[2] if sys.argv[1:2] == ["--zone"] else None
    if _zone(zone) is not None:  # code for Python 2 asks time.localtime what an instant is
        os.environ["TZ"] = zone
        time.tzset()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    # Its own modules are compiled once for all processes, users' modules in each folder are not worth it.
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    folder = os.getcwd()
    sys.path[:] = [one for one in sys.path if one not in ("", folder)]
    if os.environ.get("PAISQL_CONFINE"):
        try:
            confine(folder, os.environ["PAISQL_CONFINE"])
        except Exception as error:
            words = "functions of users cannot be confined: %s" % error
            connection.send(framing.ERROR, 0, _ERROR, words)
            raise SystemExit(1) from None
    sys.argv = [""]
    framing.say_hello(connection, "functions", python="%d.%d" % sys.version_info[:2])
    Server(connection, folder, zone).serve()
    _flush()
    os._exit(0)  # whatever users' code has left running


if __name__ == "__main__":
    main()
