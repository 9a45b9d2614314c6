"""Says what a function's class is without running its module: python -m paisql.functions.describe < request.

Request, a JSON object:

path    a file .py, or an archive (zip, tar) that holds the module; its name may be any
text    in place of a path: the module's text
class   "module.Class", or "package.module.Class"
beside  {name of a module: path} of the files that the module can import, if any
confine whether a module that has to run for the answer may open nothing but the machine's own
jars    in place of path and text: the files of a class in Java (java_programs.py)

Answer, a line of JSON:

form      "scalar", "aggregate" or "table"
annotate  what @annotate says, or null; in Java signatures with ";" between them
batch     whether it takes whole columns: batch= of @annotate, or a function in place of a class
error     in place of all: why there is no such class; beside it, where it helps:
classes   what the module has in its place
broken    true where the module has to be mended
needs     in place of all: what must be installed before a class in Java can be read
"""

import ast
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile

_BASES = {"odps.udf.BaseUDAF": "aggregate", "odps.udf.BaseUDTF": "table"}
_ANNOTATE = "odps.udf.annotate"
_NAMES = ("annotate", "BaseUDAF", "BaseUDTF")
_MOST_BYTES = 64 << 20
_LIMIT_S = 30
_DEEPEST = 20  # of names that stand for names, and of classes
_PACKAGES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class NotFound(Exception):
    """There is no such class; says why."""

    def __init__(self, why, **more):
        super().__init__(why)
        self.more = more


def describe(request):
    """The answer to a request, an object each."""
    if "jars" in request:
        from paisql.functions import java_programs

        return java_programs.describe(request)
    try:
        module, _, name = request["class"].rpartition(".")
        if not module:
            raise NotFound("'%s' does not name a module and a class, as 'module.Class' does" % name)
        beside, path = request.get("beside") or {}, request.get("path")
        data, package = (request["text"].encode(), "") if path is None else _source(path, module)
        others = _Others(beside, path if path is not None and _is_archive(path) else None)
        text = _Module(_parsed(data, module), package, others)
        found = text.find(name)
        left = found is not None and found.pop("left", None)
        if found is None or found.pop("unknown", False) or left:
            asked = _asked(data, name, beside, request.get("confine", False))
            if left and asked is None:
                raise NotFound("module '%s' does not import %s from odps.udf" % (module, left), broken=True)
            found = asked or found
        if found is None:
            raise NotFound("module '%s' has no class '%s'" % (module, name), classes=text.classes())
    except NotFound as error:
        return {"error": str(error), **error.more}
    except OSError as error:
        return {"error": str(error)}
    return found


def _is_archive(path):
    return zipfile.is_zipfile(path) or tarfile.is_tarfile(path)


def _source(path, module):
    """(the bytes of the module, the package that it belongs to)."""
    places = ["/".join(module.split(".")) + end for end in (".py", "/__init__.py")]
    package = module.rpartition(".")[0]
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            name = _nearest(archive.namelist(), places, module)
            return archive.read(name)[:_MOST_BYTES], module if name == places[1] else package
    try:
        archive = tarfile.open(path)
    except tarfile.TarError:
        with open(path, "rb") as stream:
            return stream.read(_MOST_BYTES), package
    with archive:
        names = {one.name[2:] if one.name.startswith("./") else one.name: one for one in archive if one.isfile()}
        name = _nearest(names, places, module)
        with archive.extractfile(names[name]) as stream:
            return stream.read(_MOST_BYTES), module if name == places[1] else package


def _nearest(names, places, module):
    found = [name for place in places for name in names if name == place]
    if not found:
        raise NotFound("the archive has no module '%s'" % module)
    return found[0]


def _parsed(data, module):
    from paisql.python2 import copies

    text, _ = copies.decoded(data)
    if text is None or "\0" in text:
        raise NotFound("module '%s' is not a text of Python" % module)
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        from paisql.python2 import blanks, syntax

        try:
            return ast.parse(syntax.convert(blanks.mend(text)))
        except (syntax.Unconvertible, SyntaxError, ValueError):
            line = getattr(error, "lineno", None)
            raise NotFound(
                "%s.py, line %s: %s" % (module, line, error.msg) if line else "module '%s': %s" % (module, error),
                broken=True,
            ) from None


class _Others:
    """The modules beside one, read when they are asked for: files, and those in its archive."""

    def __init__(self, paths, archive):
        self._paths, self._archive, self._found = paths, archive, {}

    def get(self, name):
        """None for a module that is not one of them, or cannot be read."""
        if name not in self._found:
            self._found[name] = None
            path = self._paths.get(name, self._archive)
            if path is not None:
                try:
                    data, package = _source(path, name)
                    self._found[name] = _Module(_parsed(data, name), package, self)
                except (NotFound, OSError):
                    pass  # the call will tell
        return self._found[name]


class _Module:
    """The names of a module's top level, as far as its text tells what they are."""

    def __init__(self, tree, package, others):
        self._meanings, self._classes, self._constants, self._functions = {}, {}, {}, {}
        self._package = package
        self._others, self._open = others, []  # modules of which it imports every name
        self._walk(tree.body)

    def _walk(self, body):
        for node in body:
            if isinstance(node, ast.Import):
                for one in node.names:
                    if one.asname:
                        self._meanings[one.asname] = one.name
                    else:
                        self._meanings[one.name.split(".")[0]] = one.name.split(".")[0]
            elif isinstance(node, ast.ImportFrom):
                module = self._imported(node)
                for one in node.names:
                    if one.name == "*" and module == "odps.udf":
                        for name in _NAMES:
                            self._meanings[name] = "odps.udf." + name
                    elif one.name == "*":
                        self._open.append(module)
                    else:
                        self._meanings[one.asname or one.name] = "%s.%s" % (module, one.name)
            elif isinstance(node, ast.ClassDef):
                self._classes[node.name] = node
            elif isinstance(node, ast.FunctionDef):
                self._functions[node.name] = node
            elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                self._assign(node.targets[0].id, node.value)
            for field in ("body", "orelse", "finalbody"):
                if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                    self._walk(getattr(node, field, ()))
            for handler in getattr(node, "handlers", ()):
                self._walk(handler.body)

    def _imported(self, node):
        """The module of "from … import", without dots in front."""
        if not node.level:
            return node.module
        parts = self._package.split(".")
        parts = parts[: len(parts) - node.level + 1]
        return ".".join([one for one in parts if one] + ([node.module] if node.module else []))

    def _assign(self, name, value):
        dotted = self._dotted(value)
        if dotted is not None:
            self._meanings[name] = dotted
        else:
            self._constants[name] = value

    def _dotted(self, node):
        """What a name or an attribute means: "odps.udf.BaseUDTF"; None for other expressions."""
        if isinstance(node, ast.Name):
            return self._meanings.get(node.id, node.id)
        if isinstance(node, ast.Attribute):
            owner = self._dotted(node.value)
            return None if owner is None else "%s.%s" % (owner, node.attr)
        return None

    def classes(self):
        return sorted(self._classes)

    def find(self, name):
        """The answer for a class or function of the module; None where it has no such one."""
        owner, node = self._resolve(name)
        return None if node is None else owner._told(node)

    def _told(self, node):
        found = {"form": self._form(node, 0), "annotate": None, "batch": isinstance(node, ast.FunctionDef)}
        for name in (
            self._dotted(getattr(one, "func", one)) for one in node.decorator_list + getattr(node, "bases", [])
        ):
            if (
                name in _NAMES
                and name not in self._constants
                and self._resolve(name) == (name, None)
                and not self._open
            ):
                found["left"] = name
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and self._resolve(self._dotted(decorator.func))[0] == _ANNOTATE:
                self._annotate(decorator, found)
        return found

    def _resolve(self, name, depth=0):
        """(the module, the node) of a class or function; (its dotted name, None) for what lies elsewhere."""
        name = self._meanings.get(name, name)
        node = self._classes.get(name) or self._functions.get(name)
        if node is not None or name is None or depth > _DEEPEST:
            return self, node
        module, _, own_name = name.rpartition(".")
        for place in [module] if module else self._open:
            other = self._others.get(place)
            found = (name, None) if other is None else other._resolve(own_name, depth + 1)
            if module or found[1] is not None or found[0] == _ANNOTATE or found[0] in _BASES:
                return found
        return name, None

    def _form(self, node, depth):
        for base in getattr(node, "bases", ()):
            owner, found = self._resolve(self._dotted(base))
            if owner in _BASES:
                return _BASES[owner]
            if found is not None and depth < _DEEPEST:
                form = owner._form(found, depth + 1)
                if form != "scalar":
                    return form
        return "scalar"

    def _annotate(self, call, found):
        named = {one.arg: one.value for one in call.keywords}
        given = call.args[0] if call.args else named.get("prototype")
        text = None if given is None else self._text(given, 0)
        if text is None:
            found["unknown"] = True
        found["annotate"] = text
        batch = call.args[1] if len(call.args) > 1 else named.get("batch")
        if batch is not None:
            found["batch"] = isinstance(batch, ast.Constant) and bool(batch.value)

    def _text(self, node, depth):
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str) else None
        if isinstance(node, ast.Name) and node.id in self._constants and depth < 10:
            return self._text(self._constants[node.id], depth + 1)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and depth < 100:
            sides = self._text(node.left, depth + 1), self._text(node.right, depth + 1)
            return None if None in sides else "".join(sides)
        return None


_ASK = """
import json, sys
sys.path[:0] = [sys.argv[1], sys.argv[3]]
from paisql.functions import odps_modules
odps_modules.install()
import importlib
if len(sys.argv) > 4:
    from paisql.functions import worker
    worker.confine(sys.argv[1], sys.argv[4])
found = importlib.import_module("described")
from odps import udf
made = getattr(found, sys.argv[2])
bases = getattr(made, "__mro__", ())
form = "aggregate" if udf.BaseUDAF in bases else "table" if udf.BaseUDTF in bases else "scalar"
batch = bool(getattr(made, "paisql_batch", not bases))
print()
print(json.dumps({"form": form, "annotate": udf.get_annotation(made), "batch": batch}))
"""


def _asked(data, name, beside, confined):
    """The answer of the module itself for a class that its text does not tell all of; None where it cannot run."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "described.py"), "wb") as stream:
            stream.write(data)
        for module, path in beside.items():
            os.symlink(path, os.path.join(folder, module + ".py"))
        command = [sys.executable, "-s", "-c", _ASK, folder, name, _PACKAGES]
        if confined:
            command.append("".join("ro %s\n" % os.path.realpath(path) for path in beside.values()))
        try:
            ran = subprocess.run(
                command,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                timeout=_LIMIT_S, cwd=folder, check=False,
            )  # fmt: skip
            return json.loads(ran.stdout.decode().rstrip().rpartition("\n")[2]) if ran.returncode == 0 else None
        except (subprocess.TimeoutExpired, ValueError):
            return None


def main():
    request = json.load(io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8"))
    print(json.dumps(describe(request)))


if __name__ == "__main__":
    main()
