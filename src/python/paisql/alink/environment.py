"""The paisql process that runs the operators of a program, and what is set for all of them."""

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile

from paisql import own_files

__all__ = [
    "AlinkError",
    "AlinkGlobalConfiguration",
    "resetEnv",
]


_INTERRUPT_SECONDS = 15  # a stream that is stopped has 5 s for what it has written


class AlinkError(Exception):
    """A statement failed: `code` is the platform's, `hint` says what would be right, "" for none."""

    def __init__(self, code, message, hint=""):
        super().__init__("%s: %s%s" % (code, message, " (%s)" % hint if hint else ""))
        self.code, self.message, self.hint = code, message, hint
        self.notes = []  # lines that the statement told before


class _Downloader:
    """Alink's way to what its components need, which is part of this installation: nothing is to do."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *arguments, **named: None


class AlinkGlobalConfiguration:
    """What holds for all environments of this program. Plugins are kept and have no effect."""

    _print_process_info = False
    _plugins = {}  # what setPluginDir and its like were told

    @classmethod
    def setPrintProcessInfo(cls, value):
        """Whether what scripts print is shown on standard error."""
        cls._print_process_info = bool(value)
        return cls

    @classmethod
    def isPrintProcessInfo(cls):
        return cls._print_process_info

    @classmethod
    def setPluginDir(cls, pluginDir):
        cls._plugins["dir"] = pluginDir

    @classmethod
    def getPluginDir(cls):
        return cls._plugins.get("dir")

    @classmethod
    def setPluginUrl(cls, url):
        cls._plugins["url"] = url

    @classmethod
    def getPluginUrl(cls):
        return cls._plugins.get("url")

    @classmethod
    def setAutoPluginDownload(cls, autoPluginDownload):
        cls._plugins["auto"] = bool(autoPluginDownload)

    @classmethod
    def getAutoPluginDownload(cls):
        return cls._plugins.get("auto", False)

    @classmethod
    def getPluginDownloader(cls):
        return _Downloader()


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
        self.lazy = []  # functions of no argument, run by execute()
        self.sinks = []  # of streams, for StreamOperator.execute()
        self.at_once = None  # while sinks of endless streams are begun: the statements of their streams
        self.registered = {}  # operators by the names that registerTableName has given them
        self.handles = None  # what programs get of it (ml_env.py)
        self._config = dict(config or {})
        self._debug = bool(self._config.pop("debug_mode", False))
        self._process, self._names, self._made, self._errors = None, 0, [], None

    def another(self):
        """One with the same settings, and a process of its own, for statements that run beside those of this one."""
        return Environment(self.parallelism, dict(self._config, debug_mode=self._debug))

    def _start(self):
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [_program(), "--output", "jsonl", "--keep-going"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            encoding="utf-8",
        )
        self.run("SET paisql.variables=off")  # texts of programs are no templates
        # Alink sorts without a limit, joins by any predicate, and reads whole tables.
        self.run("SET odps.sql.validate.orderby.limit=false")
        self.run("SET odps.sql.allow.cartesian=true")
        self.run("SET odps.sql.allow.fullscan=true")
        for name, value in self._config.items():
            self.run("SET %s=%s" % (name, value))

    def run(self, statement, with_columns=False, shown=None, told=None):
        """Runs one statement; gives its rows as lists, or (columns, rows) with [(name, type)].

        shown  the statement as debug_mode shows it, where it has secrets
        told   called with what its job prints, line by line; without it standard error has that, if it is wanted
        AlinkError for the first error of the statement.
        """
        if self._process is None:
            self._start()
        if self._debug:
            sys.stderr.write((shown or statement) + ";\n")
        columns, rows, notes, error = [], [], [], None
        try:
            self._process.stdin.write(statement + "\n;\n")
            self._process.stdin.flush()
            for event in self._events():
                kind = event["event"]
                if kind == "rows":
                    columns = columns or event.get("columns", [])
                    rows.extend(event["rows"])
                elif kind == "output":
                    (told or pass_on)(event["text"])
                elif kind == "message":
                    notes.append(event["text"])
                elif kind == "error" and error is None:
                    error = AlinkError(event["code"], event["message"], event.get("hint", ""))
        except BrokenPipeError:
            raise self._ended() from None
        except AlinkError:
            raise  # the process has ended
        except BaseException:
            # KeyboardInterrupt in most cases: the answer of the statement would be the next one's.
            self._interrupt()
            raise
        if error is not None:
            error.notes = notes
            raise error
        named = [(column["name"], column["type"]) for column in columns]
        rows = _typed(rows, named)
        return (named, rows) if with_columns else rows

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
        return self._config.get("odps.sql.timezone", "Asia/Shanghai")

    def settings(self):
        """[(name, value)] of what is set, by the program and by the home's odps_config.ini."""
        return [(row[0], row[1]) for row in self.run("SHOW FLAGS")]

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
        """Runs what lazy operators wait for."""
        waiting, self.lazy = self.lazy, []
        for action in waiting:
            action()

    def close(self):
        """Drops the environment's own tables and ends its process."""
        if self._process is None and not self._made:
            return
        try:
            for name in self._made:
                self.run("DROP TABLE IF EXISTS %s" % name)
            self._process.stdin.close()
            self._process.stdout.read()
            self._process.wait()
        except (AlinkError, OSError, ValueError):
            pass  # it has ended before; what it has left are tables alink_<pid>_...
        self._process, self._made = None, []


def pass_on(text):
    """Shows what a script prints, where the program wants to see it."""
    if AlinkGlobalConfiguration.isPrintProcessInfo():
        sys.stderr.write(text)


def has_terminal():
    """Whether Ctrl-C goes to this program and to what it has started."""
    try:
        return os.isatty(0) and os.tcgetpgrp(0) == os.getpgrp()
    except OSError:
        return False


def _typed(rows, columns):
    """FLOAT and DOUBLE as floats: what JSON has no number for comes as a text."""
    floats = [i for i, (_, kind) in enumerate(columns) if kind in ("FLOAT", "DOUBLE")]
    for row in rows if floats else ():
        for i in floats:
            if row[i] is not None:
                row[i] = float(row[i])
    return rows


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
    if _current is not None:
        _current.close()
    _current = None


atexit.register(resetEnv)
