"""What tells that a file is written for Python 3 alone: syntax, modules, names and arguments.

A file with none of these signs is valid in both. Where the platform ran Python 2, such a file had its
meaning. What stands after a question for the version, or in a `try` that forgives, is not a sign.
"""

import ast
import re

from paisql.python2 import signs

_SHEBANG = r"#!.*\bpython3"
_CODING = re.compile(r"^[ \t\f]*#.*?coding[:=]", re.MULTILINE)

# Modules of the standard library that came with Python 3, and that no package of that time brought.
_MODULES = {
    "_thread", "asyncio", "builtins", "configparser", "contextvars", "copyreg", "dataclasses", "faulthandler",
    "html", "http", "ipaddress", "lzma", "pathlib", "queue", "reprlib", "secrets", "selectors", "socketserver",
    "statistics", "tkinter", "tracemalloc", "typing", "urllib.error", "urllib.parse", "urllib.request",
    "unittest.mock", "venv", "winreg", "xmlrpc", "zipapp", "zoneinfo", "collections.abc",
}  # fmt: skip

_MODULE_NAMES = {
    "collections": {"ChainMap"},
    "contextlib": {"AsyncExitStack", "ExitStack", "redirect_stderr", "redirect_stdout", "suppress"},
    "functools": {"cached_property", "lru_cache", "partialmethod", "singledispatch"},
    "importlib": {"machinery", "metadata", "reload", "resources", "util"},
    "inspect": {"getfullargspec", "signature"},
    "itertools": {"accumulate", "filterfalse", "zip_longest"},
    "json": {"JSONDecodeError"},
    "math": {"gcd", "inf", "isclose", "log2", "nan", "prod"},
    "os": {"cpu_count", "fsdecode", "fsencode", "fspath", "get_terminal_size", "replace", "scandir"},
    "random": {"choices"},
    "shlex": {"quote"},
    "shutil": {"disk_usage", "get_terminal_size", "which"},
    "subprocess": {"DEVNULL", "TimeoutExpired", "run"},
    "tempfile": {"TemporaryDirectory"},
    "threading": {"Barrier", "get_ident", "main_thread"},
    "time": {"monotonic", "perf_counter", "perf_counter_ns", "process_time", "time_ns"},
    "typing": {"Any"},
}  # fmt: skip

_BUILTINS = {
    "ascii", "BlockingIOError", "BrokenPipeError", "ChildProcessError", "ConnectionError", "ConnectionResetError",
    "ConnectionRefusedError", "FileExistsError", "FileNotFoundError", "InterruptedError", "IsADirectoryError",
    "ModuleNotFoundError", "NotADirectoryError", "PermissionError", "ProcessLookupError", "RecursionError",
    "ResourceWarning", "StopAsyncIteration", "TimeoutError",
}  # fmt: skip

_METHODS = {"casefold", "fromhex", "from_bytes", "isidentifier", "maketrans", "to_bytes"}
_ARGUMENTS = {
    "Thread": {"daemon"},
    "basicConfig": {"force", "handlers", "style"},
    "open": {"encoding", "errors", "newline", "opener", "closefd"},
    "makedirs": {"exist_ok"},
    "max": {"default"},
    "min": {"default"},
    "print": {"flush"},
}
_MODULE_ARGUMENTS = {
    "pickle": {"encoding", "errors", "fix_imports"},
    "subprocess": {"capture_output", "encoding", "errors", "text", "timeout"},
}
_SYNTAX = (
    ast.AnnAssign, ast.AsyncFor, ast.AsyncFunctionDef, ast.AsyncWith, ast.Await, ast.JoinedStr, ast.MatMult,
    ast.NamedExpr, ast.Nonlocal, ast.YieldFrom,
)  # fmt: skip


def is_valid_in_both(text):
    """Whether Python 2 and 3 both take a file, which does not look for its version itself."""
    if signs.is_for_both(text) or re.match(_SHEBANG, text):
        return False
    if not text.isascii() and not any(map(_CODING.match, text.split("\n", 2)[:2])):
        return text.startswith("\ufeff")  # Python 2 wants to know how such a file is written
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return not _Signs(tree).any()


class _Signs:
    def __init__(self, tree):
        self._bound = signs.bound_names(tree)
        future = signs.future_names(tree)
        self._has_print = "print_function" in future or "print" in self._bound
        self._newer = bool(future & {"annotations", "generator_stop"})
        self._statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        self._printing = set()
        self._tree = tree

    def any(self):
        if self._newer:
            return True
        stack = [self._tree]
        while stack:
            node = stack.pop()
            if isinstance(node, ast.Try) and any(map(signs.forgives, node.handlers)):
                stack += node.orelse + node.finalbody
                continue
            if isinstance(node, (ast.If, ast.IfExp)) and signs.asks_version(node.test):
                continue
            rule = self._RULES.get(type(node))
            if isinstance(node, _SYNTAX) or (rule is not None and rule(self, node)):
                return True
            stack += ast.iter_child_nodes(node)
        return False

    def _arguments(self, node):
        every = node.args + [one for one in (node.vararg, node.kwarg) if one is not None]
        return bool(node.kwonlyargs or node.posonlyargs or any(one.annotation for one in every))

    def _function(self, node):
        return node.returns is not None

    def _class(self, node):
        return bool(node.keywords)

    def _raise(self, node):
        return node.cause is not None

    def _dictionary(self, node):
        return any(key is None for key in node.keys)

    def _sequence(self, node):
        return any(isinstance(one, ast.Starred) for one in node.elts)

    def _name(self, node):
        if not node.id.isascii():
            return True
        if node.id == "print" and not self._has_print:
            return id(node) not in self._printing
        return node.id in _BUILTINS and node.id not in self._bound

    def _call(self, node):
        function, names = node.func, {one.arg for one in node.keywords}
        starred = [i for i, one in enumerate(node.args) if isinstance(one, ast.Starred)]
        if starred and starred[0] != len(node.args) - 1 or sum(one.arg is None for one in node.keywords) > 1:
            return True
        if isinstance(function, ast.Attribute):
            module = function.value.id if isinstance(function.value, ast.Name) else ""
            if module in self._bound and names & _MODULE_ARGUMENTS.get(module, set()):
                return True
            return function.attr in _METHODS or bool(names & _ARGUMENTS.get(function.attr, set()) - {"encoding"})
        if not isinstance(function, ast.Name) or (function.id in self._bound and function.id != "print"):
            return False
        name = function.id
        if name == "print" and not self._has_print:
            self._printing.add(id(function))
            return bool(node.keywords) or id(node) not in self._statements
        if name == "super":
            return not node.args
        if name in ("str", "bytes"):
            return len(node.args) + len(node.keywords) > 1
        return bool(names & _ARGUMENTS.get(name, set()))

    def _attribute(self, node):
        if isinstance(node.value, ast.Name):
            return node.attr in _MODULE_NAMES.get(node.value.id, ()) and node.value.id in self._bound
        return False

    def _import(self, node):
        return any(alias.name in _MODULES or alias.name.split(".")[0] in _MODULES for alias in node.names)

    def _import_from(self, node):
        module = node.module or ""
        if node.level:
            return False
        if module in _MODULES or module.split(".")[0] in _MODULES:
            return True
        names = {alias.name for alias in node.names}
        return bool(names & _MODULE_NAMES.get(module, set())) or any(
            "%s.%s" % (module, name) in _MODULES for name in names
        )

    _RULES = {
        ast.arguments: _arguments,
        ast.FunctionDef: _function,
        ast.ClassDef: _class,
        ast.Raise: _raise,
        ast.Dict: _dictionary,
        ast.List: _sequence,
        ast.Tuple: _sequence,
        ast.Set: _sequence,
        ast.Name: _name,
        ast.Call: _call,
        ast.Attribute: _attribute,
        ast.Import: _import,
        ast.ImportFrom: _import_from,
    }
