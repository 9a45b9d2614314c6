"""Runs the script of a workflow's node, which may be Python 2: as a module, or by run().

    python -m paisql.python2.script SETTING FILE CODE [ARGUMENT]...

SETTING   "on": the script and the modules beside it are Python 2; "auto": those that show it are;
          "off": none is
FILE      the user's, whose name tracebacks show and whose folder modules are imported from
CODE      the file with what runs, in which names may have been replaced

Copies of what is converted are not kept: a node's code may hold secrets.
"""

import os
import sys
import types


def run(setting, file, code, names=None):
    """Runs the script as __main__, with `names` among its globals, to its end.

    An exception that it does not catch is shown as Python shows it, without the frames of this
    program, and ends the process with status 1. SystemExit goes through.
    """
    with open(code, "rb") as stream:
        data = stream.read()
    main = types.ModuleType("__main__")
    vars(main).update(names or {}, __file__=file)
    sys.modules["__main__"] = main
    try:
        exec(_compiled(setting, file, data, main), vars(main))
    except SystemExit:
        raise
    except BaseException as failure:
        _show(failure)
        if isinstance(failure, KeyboardInterrupt):
            raise SystemExit(130) from None
        raise SystemExit(1) from None


def _compiled(setting, file, data, main):
    if setting != "off":
        from paisql.python2 import copies, loader

        found = copies.current = copies.Copies(os.path.dirname(file), None, setting, False)
        loader.install(found)
        copy = found.take_entry(file, data)
        if copy is not None:
            builtins = loader.builtins_for(copy)
            if builtins is not None:
                vars(main)["__builtins__"] = builtins
            data = copy.data
    return compile(data, file, "exec", dont_inherit=True)


def _show(failure):
    """To stderr, with what stdout holds before it."""
    sys.stdout.flush()
    trace = failure.__traceback__
    here = os.path.dirname(os.path.abspath(__file__))
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith(here):
        trace = trace.tb_next
    sys.excepthook(type(failure), failure.with_traceback(trace), trace)
    sys.stderr.flush()


def main(setting, file, code, *arguments):
    sys.argv = [file, *arguments]
    sys.path[0] = os.path.dirname(file)
    run(setting, file, code)


if __name__ == "__main__":
    main(*sys.argv[1:])
