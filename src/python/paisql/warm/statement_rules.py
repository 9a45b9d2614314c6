"""Which statements of a module neither notice nor change anything of a TensorFlow imported before.

Imports of modules that do the same before and after TensorFlow, definitions, constants, and calls
of a few functions. In doubt the answer is no.
"""

import ast

from paisql.warm.cold import Cold

# Variables that nothing reads before the first session, server or GPU is made.
READ_LATE = {"CUDA_DEVICE_ORDER", "CUDA_VISIBLE_DEVICES", "TF_CONFIG"}

# print() and warnings' filters are also among them, while the import itself prints nothing.
_PRINTING = {"print", "warnings.filterwarnings", "warnings.simplefilter"}
_HARMLESS_CALLS = _PRINTING | {
    "abs",
    "bool",
    "collections.OrderedDict",
    "collections.namedtuple",
    "datetime.datetime.now",
    "dict",
    "float",
    "int",
    "len",
    "list",
    "logging.getLogger",
    "max",
    "min",
    "os.environ.get",
    "os.getcwd",
    "os.getenv",
    "os.path.abspath",
    "os.path.basename",
    "os.path.dirname",
    "os.path.exists",
    "os.path.isdir",
    "os.path.isfile",
    "os.path.join",
    "os.path.realpath",
    "range",
    "reload",  # of Python 2, which scripts have for sys alone; so is sys.setdefaultencoding
    "set",
    "str",
    "sys.setdefaultencoding",
    "time.strftime",
    "time.time",
    "tuple",
}

# What a warm process has more of, before `import tensorflow`, than a cold one.
_TELLING_ATTRIBUTES = {"modules", "meta_path", "path_hooks", "path_importer_cache", "_getframe"}

_HARMLESS_NODES = (
    ast.BinOp,
    ast.BoolOp,
    ast.Compare,
    ast.Constant,
    ast.Dict,
    ast.FormattedValue,
    ast.IfExp,
    ast.JoinedStr,
    ast.List,
    ast.Name,
    ast.Set,
    ast.Slice,
    ast.Starred,
    ast.Subscript,
    ast.Tuple,
    ast.UnaryOp,
)


class Module:
    """The statements of one module, in their order."""

    def __init__(self, reader, title, package):
        self._reader = reader
        self._title = title
        self._package = package  # None: the script itself
        self._imported = {}  # name here: dotted name of the module or of what is in it
        self._assigned = set()

    def block(self, statements):
        """True when tensorflow is imported in it, whatever way it takes."""
        return any(self._statement(statement) for statement in statements)

    def _refuse(self, node):
        raise Cold("line %d of %s comes before tensorflow" % (node.lineno, self._title))

    def _statement(self, node):
        rule = getattr(self, "_" + type(node).__name__, None)
        if rule is None:
            self._refuse(node)
        return bool(rule(node))

    def _Pass(self, node):
        pass

    def _Import(self, node):
        for alias in node.names:
            if self._reader.module(alias.name, ()):
                return True
            self._imported[alias.asname or alias.name.split(".")[0]] = (
                alias.name if alias.asname else alias.name.split(".")[0]
            )
        return False

    def _ImportFrom(self, node):
        name = node.module or ""
        if node.level:
            if not self._package:
                self._refuse(node)
            around = self._package.split(".")
            around = around[: len(around) - node.level + 1]
            if not around:
                self._refuse(node)
            name = ".".join(around + ([name] if name else []))
        if name == "__future__":
            return False
        wanted = [alias.name for alias in node.names]
        if wanted == ["*"]:
            if name.split(".")[0] != "tensorflow":
                self._refuse(node)  # it may bring any name
            return True
        if self._reader.module(name, wanted):
            return True
        for alias in node.names:
            self._imported[alias.asname or alias.name] = name + "." + alias.name
        return False

    def _FunctionDef(self, node):
        self._assigned.add(node.name)
        arguments = node.args
        self._harmless(node.decorator_list and node)
        for value in arguments.defaults + arguments.kw_defaults + [node.returns]:
            self._harmless(value)
        every = arguments.posonlyargs + arguments.args + arguments.kwonlyargs
        for argument in every + [arguments.vararg, arguments.kwarg]:
            if argument is not None:
                self._harmless(argument.annotation)

    _AsyncFunctionDef = _FunctionDef

    def _ClassDef(self, node):
        self._assigned.add(node.name)
        if node.decorator_list or node.keywords:
            self._refuse(node)
        for base in node.bases:
            self._harmless(base)
        return self.block(node.body)

    def _Assign(self, node):
        for target in node.targets:
            self._target(target)
        self._harmless(node.value)

    def _AnnAssign(self, node):
        self._target(node.target)
        self._harmless(node.annotation)
        self._harmless(node.value)

    def _target(self, node):
        if isinstance(node, ast.Name):
            self._assigned.add(node.id)
        elif isinstance(node, ast.Tuple):
            for element in node.elts:
                self._target(element)
        elif not (
            isinstance(node, ast.Subscript)
            and self._dotted(node.value) == "os.environ"
            and isinstance(node.slice, ast.Constant)
            and node.slice.value in READ_LATE
        ):
            self._refuse(node)

    def _Expr(self, node):
        self._harmless(node.value)

    def _If(self, node):
        self._harmless(node.test)
        both = [self.block(node.body), self.block(node.orelse)]
        return all(both)

    def _Try(self, node):
        reached = self.block(node.body)
        for handler in node.handlers:
            self._harmless(handler.type)
            # It may begin at any place of the body.
            self.block(handler.body)
        if reached:
            return True
        return self.block(node.orelse) or self.block(node.finalbody)

    def _harmless(self, node):
        """Refuses an expression whose evaluation may do or notice something."""
        if node is None or node == []:
            return
        if isinstance(node, ast.Attribute):
            if node.attr in _TELLING_ATTRIBUTES:
                self._refuse(node)
            self._harmless(node.value)
        elif isinstance(node, ast.Call):
            self._call(node)
        elif isinstance(node, ast.Lambda):
            for value in node.args.defaults + node.args.kw_defaults:
                self._harmless(value)
        elif isinstance(node, _HARMLESS_NODES):
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self._harmless(child)
        else:
            self._refuse(node)

    def _call(self, node):
        name = self._dotted(node.func)
        values = node.args + [keyword.value for keyword in node.keywords]
        for value in values:
            self._harmless(value)
        if name not in _HARMLESS_CALLS or (name in _PRINTING and self._reader.prints):
            self._refuse(node)
        if name.startswith("warnings.") and not (
            node.args and isinstance(node.args[0], ast.Constant) and node.args[0].value == "ignore"
        ):
            self._refuse(node)
        # A logger that TensorFlow makes itself must not be there before.
        if name == "logging.getLogger" and not all(
            isinstance(value, ast.Name) and value.id == "__name__" for value in values
        ):
            self._refuse(node)

    def _dotted(self, node):
        """The full name of a function, whatever its name here: "os.path.join"; "" for an unknown one."""
        parts = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id in self._assigned:
            return ""
        if node.id not in self._imported and parts:
            return ""
        parts.append(self._imported.get(node.id, node.id))
        return ".".join(reversed(parts))
