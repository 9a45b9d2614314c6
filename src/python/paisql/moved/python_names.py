"""Names that Python 3.7 to 3.11 dropped from the standard library, which scripts of TensorFlow 1 use.

The tables follow the sections "Removed" of What's New in Python 3.7, 3.8, 3.9, 3.10 and 3.11 (and what
"Porting to" says of arguments). A name is found when it is asked for; a module that nobody imports is
not touched. NOT_OFFERED has the rest of these sections, with the reason.
"""

import sys

from paisql.imports import after_import, alias_modules
from paisql.moved import names

_OWN = "paisql.moved.python_calls"

_ABSTRACT = (
    "AsyncGenerator AsyncIterable AsyncIterator Awaitable ByteString Callable Collection Container Coroutine "
    "Generator Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping "
    "MutableSequence MutableSet Reversible Sequence Set Sized ValuesView"
)

# module: {module with the names today: names, `old=new` when renamed}
NAMES = {
    "aifc": {"aifc": "openfp=open"},
    "asyncio": {"types": "coroutine"},
    "base64": {"base64": "decodestring=decodebytes encodestring=encodebytes"},
    "cgi": {"urllib.parse": "parse_qs parse_qsl", _OWN: "escape"},
    "collections": {"collections.abc": _ABSTRACT},
    "fractions": {"math": "gcd"},
    "inspect": {_OWN: "formatargspec getargspec"},
    "os": {_OWN: "stat_float_times", "errno": "errno=."},
    "platform": {"os": "popen", _OWN: "dist=linux_distribution linux_distribution"},
    "plistlib": {
        "plistlib": "readPlistFromBytes=loads writePlistToBytes=dumps",
        _OWN: "readPlist=read_plist writePlist=write_plist",
    },
    "re": {"re": "_pattern_type=Pattern"},
    "sunau": {"sunau": "openfp=open"},
    "sys": {_OWN: "getcheckinterval setcheckinterval"},
    "tarfile": {"stat": "filemode"},
    "typing": {"typing": "_ForwardRef=ForwardRef", "builtins": "GenericMeta=type"},
    "time": {"time": "clock=process_time"},
    "wave": {"wave": "openfp=open"},
}

# Methods and arguments: {module: (class, method, function of python_calls that makes it of the module)}.
METHODS = {
    "array": [("array", "fromstring", "alias:frombytes"), ("array", "tostring", "alias:tobytes")],
    "asyncio": [("Task", "all_tasks", "all_tasks"), ("Task", "current_task", "current_task")],
    "html.parser": [("HTMLParser", "unescape", "unescape")],
    "inspect": [("Signature", "from_builtin", "from_callable"), ("Signature", "from_function", "from_callable")],
    "threading": [("Thread", "isAlive", "is_alive")],
    "xml.etree.ElementTree": [
        ("Element", "getchildren", "children"),
        ("Element", "getiterator", "iterator"),
        ("ElementTree", "getiterator", "iterator"),
    ],
}

# Arguments that are taken again: {module: [(class or "", function, its wrapper in python_calls)]}.
ARGUMENTS = {
    "asyncio": [
        *(("", name, "without:loop") for name in "as_completed gather shield sleep wait wait_for".split()),
        *(
            (name, "__init__", "without:loop")
            for name in "BoundedSemaphore Condition Event Lock Queue Semaphore".split()
        ),
    ],
    "bz2": [("BZ2File", "__init__", "without:buffering")],
    "builtins": [("", "open", "universal")],
    "collections": [("", "namedtuple", "without:verbose")],
    "fileinput": [("FileInput", "__init__", "without:bufsize"), ("", "input", "without:bufsize")],
    "hmac": [("", "new", "digest"), ("HMAC", "__init__", "digest")],
    "io": [("", "open", "universal")],
    "json.decoder": [("JSONDecoder", "__init__", "without:encoding")],
    "random": [("Random", "sample", "sample"), ("Random", "shuffle", "shuffle"), ("Random", "seed", "seed")],
    "traceback": [("", "format_exception", "etype"), ("", "print_exception", "etype")],
}

MODULES = {
    "_dummy_thread": "_thread",
    "_dummy_threading": "threading",
    "dummy_threading": "threading",
    "xml.etree.cElementTree": "xml.etree.ElementTree",
}

# What the same sections name beside C functions, platforms and build options.
NOT_OFFERED = {
    "arguments by name of bool(), float(), list(), tuple() and int()": "they are types in C",
    "asyncio.selectors, windows_utils, CoroWrapper, wait() of coroutines": "no training script was seen with them",
    "binascii.b2a_hqx and its like, binhex, formatter, macpath, parser, symbol, fpectl": "nothing takes their place",
    "collections.namedtuple: _source, and what verbose printed": "the source is not made any more",
    "gettext.lgettext and its like": "they gave bytes in the locale's encoding",
    "nntplib xpath, smtpd.MailmanProxy, sqlite3.Cache, symtable has_exec, ssl.SSLSocket()": "no training script was seen with them",
    "plistlib.Dict, Plist": "plain dictionaries",
    "re.sub with an unknown escape, flags after a pattern's begin": "they are errors of the pattern",
    "sys.callstats, getcounts, set_coroutine_wrapper": "they asked a special build",
    "tarfile.add(exclude=)": "the argument filter",
    "typing.NamedTuple _field_types": "__annotations__",
    "xml XMLParser.doctype, html=": "they did nothing",
}


class _Finder:
    """Modules that are gone, after all other finders."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname in MODULES:
            return alias_modules.spec_for(fullname, MODULES[fullname])
        return None


def install():
    """Each module of the tables gets its names now, or when it is imported."""
    from paisql.moved import python_calls

    for name, rows in NAMES.items():
        after_import.run(name, lambda module, rows=rows: names.add(module, names.targets(rows)))
    for name, rows in METHODS.items():
        after_import.run(name, lambda module, rows=rows: python_calls.add_methods(module, rows))
    for name, rows in ARGUMENTS.items():
        after_import.run(name, lambda module, rows=rows: python_calls.take_arguments(module, rows))
    sys.meta_path.append(_Finder())
