"""What stands for functions, methods and arguments that Python 3.7 to 3.11 dropped (python_names.py)."""

import collections
import functools
import gc

ArgSpec = collections.namedtuple("ArgSpec", "args varargs keywords defaults")


def getargspec(func):
    """inspect.getargspec: what a function takes; ValueError where that cannot say it."""
    import inspect

    full = inspect.getfullargspec(func)
    if full.kwonlyargs or full.annotations:
        raise ValueError(
            "Function has keyword-only parameters or annotations, use inspect.signature() API which can support them"
        )
    return ArgSpec(full.args, full.varargs, full.varkw, full.defaults)


def formatargspec(args, varargs=None, varkw=None, defaults=None, kwonlyargs=(), kwonlydefaults=None, annotations=None):
    """inspect.formatargspec: "(a, b=1, *c, **d)" of what getargspec() and getfullargspec() give."""
    import inspect

    kinds = inspect.Parameter
    annotations, first = annotations or {}, len(args) - len(defaults or ())

    def parameter(name, kind, default=kinds.empty):
        return kinds(name, kind, default=default, annotation=annotations.get(name, kinds.empty))

    found = [
        parameter(name, kinds.POSITIONAL_OR_KEYWORD, defaults[i - first] if i >= first else kinds.empty)
        for i, name in enumerate(args)
    ]
    found += [parameter(varargs, kinds.VAR_POSITIONAL)] if varargs else []
    found += [parameter(name, kinds.KEYWORD_ONLY, (kwonlydefaults or {}).get(name, kinds.empty)) for name in kwonlyargs]
    found += [parameter(varkw, kinds.VAR_KEYWORD)] if varkw else []
    return str(inspect.Signature(found, return_annotation=annotations.get("return", inspect.Signature.empty)))


def escape(s, quote=None):
    """cgi.escape: quotes are escaped only when that is asked for."""
    import html

    return html.escape(s, quote=bool(quote))


def linux_distribution(distname="", version="", id="", supported_dists=(), full_distribution_name=True):
    """platform.linux_distribution: (name, version, code name) as /etc/os-release has them."""
    del supported_dists
    found = {}
    for path in ("/etc/os-release", "/usr/lib/os-release"):
        try:
            with open(path, encoding="utf-8", errors="replace") as stream:
                pairs = (line.strip().partition("=") for line in stream if "=" in line)
                found = {name: value.strip("\"'") for name, _, value in pairs}
            break
        except OSError:
            continue
    name = found.get("NAME" if full_distribution_name else "ID", distname)
    return name, found.get("VERSION_ID", version), found.get("VERSION_CODENAME", id)


def read_plist(path_or_file):
    import plistlib

    if hasattr(path_or_file, "read"):
        return plistlib.load(path_or_file)
    with open(path_or_file, "rb") as stream:
        return plistlib.load(stream)


def write_plist(value, path_or_file):
    import plistlib

    if hasattr(path_or_file, "write"):
        plistlib.dump(value, path_or_file)
        return
    with open(path_or_file, "wb") as stream:
        plistlib.dump(value, stream)


def stat_float_times(newvalue=None):
    """os.stat_float_times: times of files have fractions of seconds, always."""
    del newvalue
    return True


def getcheckinterval():
    """sys.getcheckinterval: what setcheckinterval() had set changed nothing since Python 3.2."""
    return 100


def setcheckinterval(n):
    """sys.setcheckinterval: nothing since Python 3.2."""
    del n


def _all_tasks(_class, loop=None):
    import asyncio

    return asyncio.all_tasks(loop)


def _current_task(_class, loop=None):
    import asyncio

    return asyncio.current_task(loop)


def _unescape(_parser, text):
    import html

    return html.unescape(text)


def _iterator(tree, tag=None):
    return list(tree.iter(tag))


_METHODS = {
    "all_tasks": classmethod(_all_tasks),
    "children": lambda element: list(element),
    "current_task": classmethod(_current_task),
    "from_callable": classmethod(lambda class_, function: class_.from_callable(function)),
    "is_alive": lambda thread: thread.is_alive(),
    "iterator": _iterator,
    "unescape": _unescape,
}


def add_methods(module, rows):
    """Gives classes of a module the methods of rows (class, name, function) that they do not have."""
    for class_name, name, function in rows:
        owner = getattr(module, class_name)
        if hasattr(owner, name):
            continue
        kind, _, other = function.partition(":")
        _put(owner, name, getattr(owner, other) if kind == "alias" else _METHODS[function])


def _put(owner, name, value):
    try:
        setattr(owner, name, value)
    except TypeError:
        # A type in C takes no attribute by assignment; its dictionary does.
        import ctypes

        [dictionary] = [one for one in gc.get_referents(owner.__dict__) if isinstance(one, dict)]
        dictionary[name] = value
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(owner))


def _without(argument):
    """A wrapper that leaves an argument out that has changed nothing for long."""

    def wrap(function):
        @functools.wraps(function)
        def call(*arguments, **named):
            named.pop(argument, None)
            return function(*arguments, **named)

        return call

    return wrap


def _sample(function):
    """Random.sample of a set."""

    @functools.wraps(function)
    def sample(self, population, k, **named):
        if isinstance(population, (set, frozenset)) or hasattr(population, "isdisjoint"):
            population = tuple(population)
        return function(self, population, k, **named)

    return sample


def _shuffle(function):
    """Random.shuffle with numbers of another source."""

    @functools.wraps(function)
    def shuffle(self, x, random=None):
        if random is None:
            return function(self, x)
        for i in reversed(range(1, len(x))):
            j = int(random() * (i + 1))
            x[i], x[j] = x[j], x[i]
        return None

    return shuffle


def _seed(function):
    """Random.seed of anything that has a hash."""

    @functools.wraps(function)
    def seed(self, a=None, version=2):
        if not isinstance(a, (type(None), int, float, str, bytes, bytearray)):
            a = hash(a)
        return function(self, a, version)

    return seed


def _universal(function):
    """open(mode="rU"): lines end as they like, which is the default since Python 3.0."""

    @functools.wraps(function)
    def open_file(file, mode="r", *rest, **named):
        if isinstance(mode, str) and "U" in mode:
            mode = mode.replace("U", "")
            mode = mode if "r" in mode else "r" + mode
        return function(file, mode, *rest, **named)

    return open_file


def _digest(function):
    """hmac.new without a digest, which was MD5."""

    @functools.wraps(function)
    def make(*arguments, digestmod="", **named):
        given = len(arguments) > (3 if function.__name__ == "__init__" else 2)
        return function(*arguments, **(named if given else dict(named, digestmod=digestmod or "md5")))

    return make


def _etype(function):
    """traceback's functions with `etype` by name, which is taken by its place alone."""

    @functools.wraps(function)
    def tell(*arguments, **named):
        if "etype" in named:
            arguments = (named.pop("etype"), *arguments)
        return function(*arguments, **named)

    return tell


_WRAPPERS = {
    "digest": _digest,
    "etype": _etype,
    "sample": _sample,
    "seed": _seed,
    "shuffle": _shuffle,
    "universal": _universal,
}


def take_arguments(module, rows):
    """Wraps functions of rows (class or "", name, wrapper) so that they take the old arguments."""
    for class_name, name, wrapper in rows:
        owner = getattr(module, class_name) if class_name else module
        kind, _, argument = wrapper.partition(":")
        plain = getattr(owner, name)
        wrapped = (_without(argument) if kind == "without" else _WRAPPERS[wrapper])(plain)
        setattr(owner, name, wrapped)
        instance = getattr(module, "_inst", None)
        if class_name and isinstance(instance, owner) and hasattr(module, name):
            setattr(module, name, getattr(instance, name))  # random.sample is a method of an object
