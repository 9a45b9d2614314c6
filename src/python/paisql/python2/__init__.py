"""Scripts written for Python 2, on the Python 3 that runs here (docs/pai-scripts.md).

A job's script and the modules beside it are judged (signs.py). What is Python 2 is converted on a
copy: first its syntax (syntax.py), then the meaning of its operators and methods (meaning.py), line
for line, so that a place in the copy is the same place in the user's file. The copy runs under the
name of the user's file (start.py, loader.py), with the builtins (old_builtins.py, operations.py), modules
(old_modules.py) and files (old_files.py) of Python 2; copies and diffs stand in the job's folder (copies.py).
Strings of tables and of sessions are text that can be decoded (text.py, strings.py).

A script for Python 3 loads signs.py of all this, and what shows its BytesWarnings (own_warnings.py).

Environment:
    PAISQL_PYTHON2  "auto" (default): files that are Python 2 are converted; "on": all of the
                    script's own files are Python 2; "off": none is; "inherited": on, in a process
                    that a Python 2 script has started
"""
