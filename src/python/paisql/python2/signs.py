"""What tells that a file is written for Python 2: tables of signs, and the judge that reads them.

A file is on one of three levels:

    PLAIN    nothing of Python 2 in it: it runs as it is
    LENIENT  it has names that only Python 2 knows but nothing that it alone can mean, as in a file
             for both: these names are offered, and nothing else changes its meaning
    FULL     it cannot be Python 3: everything in it means what Python 2 has it mean

Syntax that only Python 2 has, and a first line that calls python2, make a file FULL. So do the signs
below in a file that does not look for the version, where it does not bind the name itself and they
do not stand after a question for whether the name is there.
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

# Methods that take so many arguments. Iterators of many libraries have a next() of their own.
METHODS = {
    "has_key": 1,
    "iteritems": 0,
    "iterkeys": 0,
    "itervalues": 0,
    "next": 0,
    "viewitems": 0,
    "viewkeys": 0,
    "viewvalues": 0,
}
# Libraries whose objects have some of these methods under Python 3, too.
_LIBRARIES_WITH_METHODS = {"pandas", "six", "future", "past"}

# Modules of another name, or in several parts.
MOVED = {
    "BaseHTTPServer": ("http.server",),
    "ConfigParser": ("configparser",),
    "Cookie": ("http.cookies",),
    "HTMLParser": ("html.parser",),
    "Queue": ("queue",),
    "SimpleHTTPServer": ("http.server",),
    "SocketServer": ("socketserver",),
    "Tkinter": ("tkinter",),
    "UserDict": ("collections",),
    "__builtin__": ("builtins",),  # old_builtins.py has it
    "cPickle": ("pickle",),
    "commands": ("subprocess",),
    "cookielib": ("http.cookiejar",),
    "copy_reg": ("copyreg",),
    "exceptions": ("builtins",),
    "httplib": ("http.client",),
    "md5": ("hashlib",),
    "sets": ("builtins",),
    "sha": ("hashlib",),
    "thread": ("_thread",),
    "urllib2": ("urllib.request", "urllib.error", "urllib.parse"),
    "urlparse": ("urllib.parse",),
    "xmlrpclib": ("xmlrpc.client",),
}
MODULES = MOVED.keys() | {"StringIO", "cStringIO"}
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
# What a file must have for its tree to be looked at; words of comments are among them.
_METHOD_WORDS = frozenset(METHODS)
_DOTTED_WORDS = {"%s.%s" % (module, name) for module, names in _MODULE_NAMES.items() for name in names}
_IMPORTED_WORDS = MODULES.union(*_MODULE_NAMES.values())
_CALLS = r"\b(?:%s)[ \t]*\(" % "|".join(sorted(_CALLED_BUILTINS))
_CLASS_WORDS = r"\bdef (?:next|__nonzero__)\b"
# What is likely to be syntax that only Python 2 has; files after an import are parsed only then.
_LOUD = r"""(?mx) ^[^#\n]*\b print [ \t]* ( $ | >> | [ \t]["'\w%\[{`] )
        | \b except \b [^:\n]+ , [ \t]* \w+ [ \t]* :
        | \b raise [ \t]+ [\w.]+ [ \t]* , | \b exec [ \t]+ [\w"'] | \b 0 [0-7]+ L? \b | \b \d+ L \b
        | <> | ` | \b lambda [ \t]* \( | \b [uU][rR]["'] | \b async [ \t]* = """

SYNTAX = "its syntax"


class Verdict:
    """The level of a file, and the sign that tells it, with its line (0 for none)."""

    def __init__(self, level, sign="", line=0):
        self.level, self.sign, self.line = level, sign, line


def is_for_both(text):
    """Whether a file looks for the version that it runs on."""
    return re.search(_FOR_BOTH, text) is not None


def has_words(text):
    """Whether a file has words that may be signs. Never wrong where it has none."""
    if re.match(_SHEBANG, text):
        return True
    words = set(re.findall(r"[\w.]+", text))
    if not (words.isdisjoint(_BUILTINS) and words.isdisjoint(_DOTTED_WORDS)):
        return True
    if not _METHOD_WORDS.isdisjoint(word.rpartition(".")[2] for word in words if "." in word):
        return True
    lines = re.findall(r"^[ \t]*(?:from|import)[ \t](.*)", text, re.MULTILINE)
    if not _IMPORTED_WORDS.isdisjoint(re.findall(r"\w+", " ".join(lines))):
        return True
    return re.search(_CALLS, text) is not None or re.search(_CLASS_WORDS, text) is not None


def may_be(text):
    """The same, with a guess about its syntax."""
    return has_words(text) or re.search(_LOUD, text) is not None


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
    found = _Signs(tree, is_own).found if has_words(text) else []
    if not found:
        return Verdict(PLAIN)
    level, sign, line = max(found, key=lambda entry: (entry[0], -entry[2]))
    return Verdict(LENIENT if is_for_both(text) else level, sign, line)


class _Signs:
    """found: [(level, sign, line)] of a module's tree."""

    def __init__(self, tree, is_own):
        self._is_own = is_own
        self._bound, self._imported = set(), set()
        # (name that must not be bound, or ""; module that must be, or ""; level, sign, line)
        self._candidates = []
        self._visit(tree, False)
        foreign = self._imported & _LIBRARIES_WITH_METHODS
        self.found = [
            (LENIENT if foreign and sign.startswith(".") else level, sign, line)
            for name, module, level, sign, line in self._candidates
            if name not in self._bound and (not module or module in self._imported)
        ]

    def _visit(self, node, forgiven):
        """forgiven: what stands here is not a sign, since the file asks for it."""
        stack = [(node, forgiven)]
        while stack:
            node, forgiven = stack.pop()
            kind = type(node)
            _bind(node, kind, self._bound)
            if kind is ast.Try and any(map(forgives, node.handlers)):
                stack += [(child, forgiven) for child in node.orelse + node.finalbody]
                stack += [(child, True) for child in node.body + node.handlers]
                continue
            if kind in _CHOICES and asks_version(node.test):
                forgiven = True
            rule = self._RULES.get(kind)
            if rule is not None:
                rule(self, node, forgiven)
            stack += [(child, forgiven) for child in ast.iter_child_nodes(node)]

    def _add(self, name, level, sign, node, forgiven, module=""):
        if not forgiven:
            self._candidates.append((name, module, level, sign, node.lineno))

    def _name(self, node, forgiven):
        if node.id in _BUILTINS:
            self._add(node.id, FULL, node.id, node, forgiven)

    def _call(self, node, forgiven):
        function, count = node.func, len(node.args) + len(node.keywords)
        if isinstance(function, ast.Name):
            if function.id in _CALLED_BUILTINS:
                self._add(function.id, FULL, function.id + "()", node, forgiven)
        elif isinstance(function, ast.Attribute) and METHODS.get(function.attr) == count:
            name = function.attr
            self._add(name, LENIENT if name == "next" else FULL, ".%s()" % name, node, forgiven)

    def _attribute(self, node, forgiven):
        if isinstance(node.value, ast.Name):
            module = node.value.id
            if node.attr in _MODULE_NAMES.get(module, ()):
                self._add("", FULL, "%s.%s" % (module, node.attr), node, forgiven, module)

    def _import(self, node, forgiven):
        for alias in node.names:
            self._module(alias.name, node, forgiven)

    def _import_from(self, node, forgiven):
        if node.level:
            return
        self._module(node.module or "", node, forgiven)
        for alias in node.names:
            if alias.name in _MODULE_NAMES.get(node.module, ()):
                self._add("", FULL, "%s.%s" % (node.module, alias.name), node, forgiven)

    def _module(self, name, node, forgiven):
        self._imported.add(name.split(".")[0])
        if name in MODULES and not self._is_own(name):
            self._add("", FULL, "import " + name, node, forgiven)

    def _class(self, node, forgiven):
        own = {child.name: child for child in node.body if isinstance(child, ast.FunctionDef)}
        bound = own.keys() | bound_names(ast.Module([one for one in node.body if isinstance(one, ast.Assign)], []))
        for old, new in (("next", "__next__"), ("__nonzero__", "__bool__")):
            if old in own and new not in bound and (old != "next" or "__iter__" in own):
                # What says that it is an iterator is not one under Python 3: no loop can ever have run.
                level = FULL if old == "next" and _returns_self(own["__iter__"]) else LENIENT
                self._add("", level, "def %s" % old, node, forgiven)

    _RULES = {
        ast.Name: _name,
        ast.Call: _call,
        ast.Attribute: _attribute,
        ast.Import: _import,
        ast.ImportFrom: _import_from,
        ast.ClassDef: _class,
    }


_CHOICES = {ast.If, ast.IfExp}


def _bind(node, kind, bound):
    """Adds the names that a node itself binds."""
    if kind is ast.Name:
        if type(node.ctx) is not ast.Load:
            bound.add(node.id)
    elif kind in (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef):
        bound.add(node.name)
    elif kind is ast.arg:
        bound.add(node.arg)
    elif kind is ast.Import or kind is ast.ImportFrom:
        bound.update(alias.asname or alias.name.split(".")[0] for alias in node.names)
        if kind is ast.ImportFrom and node.names[0].name == "*":
            bound.update(_BUILTINS if (node.module or "").startswith(_COMPATIBLE) else ())


def future_names(tree):
    """What the file imports from __future__."""
    return {
        alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
        for alias in node.names
    }


def bound_names(tree):
    """The names that a module binds anywhere in it."""
    bound = set()
    for node in ast.walk(tree):
        _bind(node, type(node), bound)
    return bound


def _returns_self(function):
    returned = (node.value for node in ast.walk(function) if isinstance(node, ast.Return))
    return any(isinstance(value, ast.Name) and value.id == "self" for value in returned)


def forgives(handler):
    """Whether an `except` clause takes the error of a name that is not there."""
    if handler.type is None:
        return True
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(kind, ast.Name) and kind.id in _FORGIVING for kind in types)


def asks_version(test):
    """Whether a condition looks for the version of Python."""
    for node in ast.walk(test):
        name = getattr(node, "attr", None) or getattr(node, "id", None) or ""
        if any(word in name for word in _VERSION_WORDS):
            return True
    return False
