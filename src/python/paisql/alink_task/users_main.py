"""The user's main: it is called, and what goes wrong in it is shown as its author sees it."""

import os
import sys
import traceback

from paisql.alink_task import TaskError, hints

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Folders of frames that are not the user's.
_OWN = tuple(os.path.join(_PACKAGE, name) for name in ("alink_run", "alink_stream", "alink_task"))


def call(main, config):
    """The user's main; exit(0) in it is its end. A child that it has forked and that comes back ends here."""
    process, leave = os.getpid(), os._exit

    def leave_before_the_end(status):
        if os.getpid() == process and status == 0:
            sys.stderr.write(
                "TaskError: os._exit(0) in main ends the process before its rows are complete; return from main, "
                "or sys.exit(0)\n"
            )
            sys.stderr.flush()
            status = 1
        leave(status)

    os._exit = leave_before_the_end
    try:
        main(config)
    except SystemExit as end:
        if end.code not in (None, 0):
            raise
    except Exception as error:
        hints.add_to(error, main, config)
        raise
    finally:
        os._exit = leave
    if os.getpid() != process:
        # What it shares with its parent, rows among it, is the parent's.
        os._exit(0)


def show(error):
    """Prints the traceback of an error. Frames of ours are left out: the first one is that of the user's script."""
    place = error.__traceback__
    while place is not None and not _is_users(place.tb_frame.f_code.co_filename):
        place = place.tb_next
    lines = traceback.format_exception(type(error), error, place)
    if isinstance(error, TaskError):
        # Its class says nothing to a reader of the last line.
        lines[-1] = "TaskError: %s\n" % error
    lines[-1] = _with_hint(lines[-1], hints.of(error))
    if place is None:
        lines.insert(0, "Traceback (most recent call last):\n")
    sys.stderr.write("".join(lines))


def _with_hint(said, hint):
    """An error's own words with a hint in their first line, which is what the job's error has of them."""
    if hint is None:
        return said
    first, end, rest = said.partition("\n")
    words, operation, name = first.partition(" [Op:")
    return "%s (%s)%s%s%s%s" % (words, hint, operation, name, end, rest)


def _is_users(path):
    folder = os.path.dirname(os.path.abspath(path))
    return folder not in _OWN and os.path.basename(path) != "alink_job.py" and "importlib" not in path
