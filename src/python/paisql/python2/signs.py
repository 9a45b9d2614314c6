"""What tells that a file is written for Python 2: tables of signs, and the judge that reads them.

A file is on one of three levels:

    PLAIN    nothing of Python 2 in it: it runs as it is
    LENIENT  it has names that only Python 2 knows but nothing that it alone can mean, as in a file
             for both: these names are offered, and nothing else changes its meaning
    FULL     it cannot be Python 3: everything in it means what Python 2 has it mean

Syntax that only Python 2 has, and a first line that calls python2, make a file FULL. So do the signs
below in a file that does not look for the version, where it does not bind the name itself and they
do not stand behind a question for whether the name is there.
"""

import ast
import re

PLAIN, LENIENT, FULL = range(3)

# Builtins: a use, or for names that are words of every day, a call.
_BUILTINS = {
    "basestring",
    "execfile",
    "long",
    "raw_input",
    "reduce",
    "reload",
    "unichr",
    "unicode",
    "xrange",
    "StandardError",
}
_CALLED_BUILTINS = {"apply", "buffer", "cmp", "coerce", "file", "intern"}

# Methods without arguments (has_key: with one), and their level. Iterators of many libraries have
# a next() of their own.
_METHODS = {
    "has_key": FULL,
    "iteritems": FULL,
    "iterkeys": FULL,
    "itervalues": FULL,
    "viewitems": FULL,
    "viewkeys": FULL,
    "viewvalues": FULL,
    "next": LENIENT,
}
# Libraries whose objects have some of these methods under Python 3, too.
_LIBRARIES_WITH_METHODS = {"pandas", "six", "future", "past"}

MODULES = {
    "BaseHTTPServer",
    "ConfigParser",
    "Cookie",
    "HTMLParser",
    "Queue",
    "SimpleHTTPServer",
    "SocketServer",
    "StringIO",
    "Tkinter",
    "UserDict",
    "__builtin__",
    "cPickle",
    "cStringIO",
    "commands",
    "cookielib",
    "copy_reg",
    "exceptions",
    "httplib",
    "md5",
    "sets",
    "sha",
    "thread",
    "urllib2",
    "urlparse",
    "xmlrpclib",
}

_MODULE_NAMES = {
    "itertools": {"ifilter", "ifilterfalse", "imap", "izip", "izip_longest"},
    "os": {"getcwdu"},
    "string": {
        "atof", "atoi", "find", "join", "letters", "lower", "lowercase", "maketrans", "replace",
        "split", "strip", "upper", "uppercase",
    },
    "sys": {"maxint", "setdefaultencoding"},
    "types": {"DictType", "IntType", "ListType", "StringType", "StringTypes", "UnicodeType"},
    "urllib": {"quote", "quote_plus", "unquote", "urlencode", "urlopen", "urlretrieve"},
}  # fmt: skip

# A file with one of these has been thought through for Python 3 as well.
_FOR_BOTH = (
    r"\bsys\.(version_info|version\b|hexversion)|\bPY[23]\b|\bimport six\b|\bfrom (six|future|past|builtins)\b"
    r"|\bfrom sys import .*version|python_version"
)
_COMPATIBLE = ("six", "past", "future")
_VERSION_WORDS = ("version", "PY2", "PY3")
_FORGIVING = {"AttributeError", "Exception", "ImportError", "ModuleNotFoundError", "NameError"}

_SHEBANG = r"#!.*\bpython2"
_WORDS = _BUILTINS.union(
    _CALLED_BUILTINS, _METHODS, MODULES, *_MODULE_NAMES.values(), ("__nonzero__",)
)
# What is likely to be syntax that only Python 2 has; files behind an import are parsed only then.
_LOUD = (
    r"""(?mx) ^[^#\n]*\b print [ \t]* ( $ | >> | [ \t]["'\w%\[{`] )
        | \b except \b [^:\n]+ , [ \t]* \w+ [ \t]* :
        | \b raise [ \t]+ [\w.]+ [ \t]* , | \b exec [ \t]+ [\w"'] | \b 0 [0-7]+ L? \b | \b \d+ L \b
        | <> | ` | \b lambda [ \t]* \( | \b [uU][rR]["'] | \b async [ \t]* = """
)

SYNTAX = "its syntax"


class Verdict:
    """The level of a file, and the sign that tells it, with its line (0 for none)."""

    def __init__(self, level, sign="", line=0):
        self.level, self.sign, self.line = level, sign, line


def is_for_both(text):
    """Whether a file looks for the version that it runs on."""
    return re.search(_FOR_BOTH, text) is not None


def _has_words(text):
    return not _WORDS.isdisjoint(re.findall(r"\w+", text))


def may_be(text):
    """Whether a look at the words of a file lets Python 2 be possible. Never wrong about builtins,
    methods and modules; about syntax it is a guess.
    """
    return _has_words(text) or bool(re.search(_LOUD, text) or re.match(_SHEBANG, text))


def judge(text, is_own=lambda name: False):
    """The Verdict on a file's text.

    is_own(name): whether a module of this name stands among the script's own files.
    """
    if re.match(_SHEBANG, text):
        return Verdict(FULL, "its first line", 1)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        return Verdict(FULL, SYNTAX, getattr(error, "lineno", 0) or 0)
    found = _Signs(tree, is_own).found if _has_words(text) else []
    if not found:
        return Verdict(PLAIN)
    level, sign, line = max(found, key=lambda entry: (entry[0], -entry[2]))
    return Verdict(LENIENT if is_for_both(text) else level, sign, line)


class _Signs:
    """found: [(level, sign, line)] of a module's tree."""

    def __init__(self, tree, is_own):
        self.found = []
        self._is_own = is_own
        self._bound = bound_names(tree)
        self._imported = _imported_modules(tree)
        self._visit(tree)

    def _add(self, level, sign, node):
        self.found.append((level, sign, node.lineno))

    def _visit(self, node):
        if isinstance(node, ast.Try) and any(map(_forgives, node.handlers)):
            for child in node.orelse + node.finalbody:
                self._visit(child)
            return
        if isinstance(node, (ast.If, ast.IfExp)) and _asks_version(node.test):
            return
        rule = getattr(self, "_" + type(node).__name__, None)
        if rule is not None:
            rule(node)
        for child in ast.iter_child_nodes(node):
            self._visit(child)

    def _Name(self, node):
        if node.id in _BUILTINS and node.id not in self._bound:
            self._add(FULL, node.id, node)

    def _Call(self, node):
        function, count = node.func, len(node.args) + len(node.keywords)
        if isinstance(function, ast.Name):
            if function.id in _CALLED_BUILTINS and function.id not in self._bound:
                self._add(FULL, function.id + "()", node)
        elif isinstance(function, ast.Attribute) and function.attr in _METHODS:
            fits = count == (1 if function.attr == "has_key" else 0)
            if fits and function.attr not in self._bound:
                foreign = self._imported & _LIBRARIES_WITH_METHODS
                level = LENIENT if foreign else _METHODS[function.attr]
                self._add(level, ".%s()" % function.attr, node)

    def _Attribute(self, node):
        if isinstance(node.value, ast.Name) and node.value.id in self._imported:
            if node.attr in _MODULE_NAMES.get(node.value.id, ()):
                self._add(FULL, "%s.%s" % (node.value.id, node.attr), node)

    def _Import(self, node):
        for alias in node.names:
            self._module(alias.name, node)

    def _ImportFrom(self, node):
        if node.level:
            return
        self._module(node.module or "", node)
        for alias in node.names:
            if alias.name in _MODULE_NAMES.get(node.module, ()):
                self._add(FULL, "%s.%s" % (node.module, alias.name), node)

    def _module(self, name, node):
        if name in MODULES and not self._is_own(name):
            self._add(FULL, "import " + name, node)

    def _ClassDef(self, node):
        own = {child.name for child in node.body if isinstance(child, ast.FunctionDef)}
        for old, new in (("next", "__next__"), ("__nonzero__", "__bool__")):
            if old in own and new not in own and (old != "next" or "__iter__" in own):
                self._add(LENIENT, "def %s" % old, node)


def bound_names(tree):
    """The names that a module binds anywhere in it."""
    bound = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound.update(alias.asname or alias.name.split(".")[0] for alias in node.names)
            if node.names[0].name == "*" and (node.module or "").startswith(_COMPATIBLE):
                bound.update(_BUILTINS)
    return bound


def _imported_modules(tree):
    """The first parts of the names of the modules that a module imports."""
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
    return imported


def _forgives(handler):
    if handler.type is None:
        return True
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(kind, ast.Name) and kind.id in _FORGIVING for kind in types)


def _asks_version(test):
    for node in ast.walk(test):
        name = getattr(node, "attr", None) or getattr(node, "id", None) or ""
        if any(word in name for word in _VERSION_WORDS):
            return True
    return False
