"""The paisql process that runs the operators of a program, and what is set for all of them."""

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile

from paisql.alink import expressions, global_configuration, waiting
from paisql.alink.answers import AlinkError, Answer
from paisql.job import own_files

__all__ = ["AlinkError", "resetEnv"]


_INTERRUPT_SECONDS = 15  # a stream that is stopped has 5 s for what it has written
_TIME_ZONE, _USUAL_ZONE = "odps.sql.timezone", "Asia/Shanghai"
_SHOWN_LETTERS = 300  # of a statement in an error


def _program():
    found = own_files.program()
    if found is None:
        named = os.environ.get("PAISQL_PROGRAM")
        raise AlinkError(
            "PAISQL-0001",
            "the program paisql is not found%s" % (" at %s" % named if named else ""),
            "PAISQL_PROGRAM names it",
        )
    return found


class Environment:
    """A paisql process; statements run one after the other, on the thread that asks.

    parallelism  Alink's: what decides the numbers of workers that components leave open
    config       settings by name (paisql.*, odps.*), and debug_mode: statements are shown
    """

    def __init__(self, parallelism=1, config=None):
        self.parallelism = parallelism
        self.lazy = waiting.Waiting()  # functions of no argument, run by execute()
        self.sinks = waiting.Waiting()  # of streams, for StreamOperator.execute()
        self.at_once = None  # while sinks of endless streams are begun: the statements of their streams
        self.registered = {}  # operators by the names that registerTableName has given them
        self.handles = None  # what programs get of it (ml_env.py)
        self._config = dict(config or {})
        self._debug = bool(self._config.pop("debug_mode", False))
        self._process, self._names, self._made, self._errors = None, 0, [], None
        self._settings, self._told = None, set()
        self._held = None  # the pipe by which the process knows that this program is there

    def another(self):
        """One with the same settings, and a process of its own, for statements that run beside those of this one."""
        return Environment(self.parallelism, dict(self._config, debug_mode=self._debug))

    def _start(self):
        self._errors, self._settings = tempfile.TemporaryFile(), None
        # However this program ends, its end of the pipe closes, and the statement and its job end.
        ours, theirs = os.pipe()
        self._let_go()
        self._held = os.fdopen(theirs, "wb", buffering=0)
        try:
            self._process = subprocess.Popen(
                [_program(), "--output", "jsonl", "--keep-going", "--owner-fd", str(ours)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                encoding="utf-8",
                pass_fds=[ours],
            )
        finally:
            os.close(ours)
        self.run("SET paisql.variables=off")  # texts of programs are not templates
        # Alink sorts without a limit, joins by any predicate, and reads whole tables.
        self.run("SET odps.sql.validate.orderby.limit=false")
        self.run("SET odps.sql.allow.cartesian=true")
        self.run("SET odps.sql.allow.fullscan=true")
        for name, value in self._config.items():
            self.run("SET %s=%s" % (name, value))

    def _let_go(self):
        held, self._held = self._held, None
        if held is not None:
            held.close()

    def run(self, statement, with_columns=False, shown=None, told=None, quiet=False):
        """Runs one statement; gives its rows as lists, or (columns, rows) with [(name, type)].

        Its warnings and notes go to standard error, each text once.
        shown  the statement as debug_mode and errors show it, where it has secrets
        told   called with what its job prints, line by line; without it standard error has that, if it is wanted
        quiet  whether its warnings and notes are about this program's own files, and not shown
        AlinkError for the first error of the statement, and, before anything runs, for a text that is not exactly one statement.
        """
        _refuse_parts(statement, shown or statement)
        if self._process is None:
            self._start()
        if self._debug:
            sys.stderr.write((shown or statement) + ";\n")
        answer = Answer(told or global_configuration.pass_on, (lambda note: None) if quiet else self._tell)
        try:
            self._process.stdin.write(statement + "\n;\n")
            self._process.stdin.flush()
            for event in self._events():
                answer.take(event)
        except BrokenPipeError:
            raise self._ended() from None
        except AlinkError:
            raise  # the process has ended
        except BaseException:
            # KeyboardInterrupt in most cases: the answer of the statement would be the next one's.
            self._interrupt()
            raise
        columns, rows = answer.result()
        return (columns, rows) if with_columns else rows

    def _tell(self, note):
        """Shows a note of a statement on standard error, each text once."""
        if note not in self._told:
            self._told.add(note)
            sys.stderr.write(note + "\n")

    def _events(self):
        """The events of the statement that was written."""
        for line in self._process.stdout:
            event = json.loads(line)
            yield event
            if event["event"] == "statement" and event["state"] != "begin":
                return
        raise self._ended()

    def _interrupt(self):
        """Ends the process and the statement that it runs, as Ctrl-C does, which it gets itself at a terminal."""
        process, self._process = self._process, None
        if not has_terminal():
            process.send_signal(signal.SIGINT)
        for _ in range(2):
            try:
                process.communicate(timeout=_INTERRUPT_SECONDS)
                return
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
            except (OSError, ValueError):
                break
        process.kill()
        process.wait()

    def interrupt(self):
        """Ends the statement that another thread runs, which gets an AlinkError."""
        process = self._process
        if process is not None:
            process.send_signal(signal.SIGINT)

    def kill(self):
        """Ends the process at once; the job of its statement ends as one whose session has gone."""
        process = self._process
        if process is not None:
            process.kill()

    def _ended(self):
        status = self._process.wait()
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace").strip()
        self._process, self._made = None, []
        return AlinkError("PAISQL-0001", "paisql has ended with status %d" % status, said)

    @property
    def time_zone(self):
        """The zone in which times are shown."""
        named = {name.lower(): value for name, value in self.settings()}
        return named.get(_TIME_ZONE, _USUAL_ZONE)

    def settings(self):
        """[(name, value)] of what is set, by the program and by the home's odps_config.ini."""
        if self._process is None or self._settings is None:
            self._settings = [(row[0], row[1]) for row in self.run("SHOW FLAGS")]
        return self._settings

    def new_table(self):
        """The name of a table that lives as long as the environment; nothing is made yet."""
        self._names += 1
        name = "alink_%d_%d_%d" % (os.getpid(), id(self) & 0xFFFFFF, self._names)
        self.owns(name)
        return name

    def owns(self, name):
        """Has a table dropped when the environment ends."""
        self._made.append(name)

    def execute(self):
        """Runs what lazy operators wait for. What stands after one that fails, and that itself, wait for the next time."""
        self.lazy.run(lambda action: action())

    def execute_new(self):
        """execute() for a caller that needs rows; what failed before would keep it from them, and is not run again."""
        self.lazy.run(lambda action: action(), again=False)

    def close(self):
        """Drops the environment's own tables and ends its process."""
        names, self._made = self._made, []
        for name in names:
            try:
                self.run("DROP TABLE IF EXISTS %s PURGE" % name)
            except AlinkError:
                if self._process is None:
                    break  # it has ended; what it has left are tables alink_<pid>_...
        process, self._process = self._process, None
        if process is not None:
            try:
                process.communicate()
            except (OSError, ValueError):
                process.kill()  # its pipes are gone
            process.wait()
        self._let_go()


def _refuse_parts(statement, shown):
    """AlinkError for a text that is not one whole statement: the answers of all later ones would be others'."""
    fault = expressions.fault_of(statement)
    if fault is not None:
        if len(shown) > _SHOWN_LETTERS:
            shown = shown[:_SHOWN_LETTERS] + "..."
        raise AlinkError("ODPS-0130161", "Parse exception - %s, in: %s" % (fault, shown))


def has_terminal():
    """Whether Ctrl-C goes to this program and to what it has started."""
    try:
        return os.isatty(0) and os.tcgetpgrp(0) == os.getpgrp()
    except OSError:
        return False


_current = None


def current():
    """The environment in use; useLocalEnv(1) is that of a program that makes none."""
    global _current
    if _current is None:
        _current = Environment()
    return _current


def begin(parallelism, config=None):
    """Begins a new environment, and ends the one before."""
    global _current
    resetEnv()
    _current = Environment(parallelism, config)


def resetEnv():
    """Ends the environment and its process, and drops its own tables; the next operator that runs begins a new one."""
    global _current
    ended, _current = _current, None
    if ended is not None:
        ended.close()


atexit.register(resetEnv)
