"""What operators, methods and a few calls mean in Python 2, put into a text that is Python 3 already.

Each becomes a call of operations.py, by the name of helper.py, at the same place and on the same
lines. A row of _EDITS for each kind of node; on the level LENIENT those of _LENIENT alone, which
change nothing that works without them.

    a / b, a /= b         a floor division where both are integers; not after a __future__ import
    a < b, a == 'text'    numbers, text and None compare; bytes are text
    'form' % a            bytes are text
    '\\xe4\\xb8\\xad'        the text that these bytes are
    str(a), unicode(a), type(a)
    d.keys() …            lists; d.has_key(k), d.iteritems(), i.next(), t.decode(), l.sort(cmp)
    hash(t)               the same in every process (old_builtins.py)
    e.message             in `except E as e`
"""

import ast
import re

from paisql.python2 import signs
from paisql.python2.helper import HELPER

_METHODS_WITHOUT_ARGUMENTS = {"items", "keys", "values"}
_METHODS = {"decode", "encode", "sort", "translate"} | _METHODS_WITHOUT_ARGUMENTS
# Calls of these builtins with so many arguments at most.
_CALLS = {"str": (1, "text"), "unicode": (3, "text"), "bytes": (1, "text"), "type": (1, "type_of")}

_COMPARISONS = {
    ast.Lt: ("<", "less"),
    ast.LtE: ("<=", "less_or_equal"),
    ast.Gt: (">", "greater"),
    ast.GtE: (">=", "greater_or_equal"),
    ast.Eq: ("==", "equal"),
    ast.NotEq: ("!=", "unequal"),
}

# These take any iterable at once, so a list in between would be no other.
_TAKES_ALL = {"dict", "len", "list", "max", "min", "set", "sorted", "sum", "tuple"}


def convert(text, level):
    """The text with the meaning of the level (signs.LENIENT or FULL). It must be Python 3."""
    edits = _Edits(text)
    _Meaning(ast.parse(text), edits, level).visit()
    return edits.apply()


class _Edits:
    """Changes of a text at places as ast has them: lines from 1, columns in bytes of UTF-8."""

    # At one place, the end of what stands before it comes before the beginning of what follows,
    # and what wraps a word before the word.
    _END, _REPLACE, _BEGIN, _WORD = range(4)

    def __init__(self, text):
        # str.splitlines would also split at what ends no line of Python's.
        self._lines = text.encode().split(b"\n")
        self._edits = []

    def _add(self, line, column, order, removed, text):
        self._edits.append((line, column, order, len(self._edits), removed, text.encode()))

    def wrap(self, node, opening, closing=")"):
        self._add(node.lineno, node.col_offset, self._BEGIN, 0, opening)
        self._add(node.end_lineno, node.end_col_offset, self._END, 0, closing)

    def begin(self, node, text):
        self._add(node.lineno, node.col_offset, self._BEGIN, 0, text)

    def replace(self, line, column, length, text):
        self._add(line, column, self._REPLACE, length, text)

    def rename(self, name, text):
        """name: a node of ast.Name."""
        length = len(name.id.encode())
        self._add(name.lineno, name.col_offset, self._WORD, length, text)

    def replace_operator(self, line, column, length, text):
        """The same, with the blanks before it unless they begin the line."""
        before = self._lines[line - 1][:column]
        blanks = len(before) - len(before.rstrip()) if before.strip() else 0
        self.replace(line, column - blanks, length + blanks, text)

    def segment(self, node):
        """The text of a node that stands on one line, else None."""
        if node.lineno != node.end_lineno:
            return None
        return self._lines[node.lineno - 1][node.col_offset : node.end_col_offset].decode()

    def find(self, line, column, token):
        """Where the token stands after a place, with only blanks, brackets and comments between."""
        while line <= len(self._lines):
            code = self._lines[line - 1][column:].split(b"#")[0]
            found = code.find(token.encode())
            if found >= 0:
                return line, column + found
            line, column = line + 1, 0
        raise ValueError("%s is not found" % token)

    def dot_before(self, line, column):
        """Where the dot before an attribute's name stands; None when the line does not show it."""
        code = self._lines[line - 1][:column].rstrip()
        return (line, len(code) - 1) if code.endswith(b".") else None

    def apply(self):
        for line, column, _, _, removed, text in sorted(self._edits, reverse=True):
            old = self._lines[line - 1]
            self._lines[line - 1] = old[:column] + text + old[column + removed :]
        return b"\n".join(self._lines).decode()


class _Meaning:
    def __init__(self, tree, edits, level):
        self._tree, self._edits = tree, edits
        self._full = level == signs.FULL
        self._bound = signs.bound_names(tree)
        future = signs.future_names(tree)
        self._divides = self._full and "division" not in future
        self._has_bytes = "unicode_literals" not in future

    def visit(self):
        self._visit(self._tree, None, set())

    def _visit(self, node, parent, errors):
        """errors: names of the exceptions of the `except` clauses around."""
        if isinstance(node, ast.JoinedStr):
            return  # its places are not places of the file
        if isinstance(node, ast.ExceptHandler) and node.name:
            errors = errors | {node.name}
        rule = self._EDITS.get(type(node)) if self._full else self._LENIENT.get(type(node))
        if rule is not None:
            rule(self, node, parent, errors)
        for child in ast.iter_child_nodes(node):
            self._visit(child, node, errors)

    def _operator(self, name, left, symbol, whole):
        line, column = self._edits.find(left.end_lineno, left.end_col_offset, symbol)
        self._edits.replace_operator(line, column, len(symbol), ",")
        self._edits.wrap(whole, "%s.%s(" % (HELPER, name))

    def _binary(self, node, _parent, _errors):
        if isinstance(node.op, ast.Div) and self._divides:
            if not (_is_float(node.left) or _is_float(node.right)):
                self._operator("divide", node.left, "/", node)
        elif isinstance(node.op, ast.Mod) and _is_text(node.left):
            self._operator("form", node.left, "%", node)

    def _augmented(self, node, _parent, _errors):
        target = self._edits.segment(node.target)
        if not isinstance(node.op, ast.Div) or not self._divides or target is None:
            return
        if _is_float(node.value):
            return
        line, column = self._edits.find(node.target.end_lineno, node.target.end_col_offset, "/=")
        self._edits.replace_operator(line, column, 2, " = %s.divide_in_place(%s," % (HELPER, target))
        self._edits.wrap(node, "")

    def _comparison(self, node, _parent, _errors):
        if len(node.ops) != 1 or type(node.ops[0]) not in _COMPARISONS:
            return
        symbol, name = _COMPARISONS[type(node.ops[0])]
        sides = [node.left, node.comparators[0]]
        if getattr(node.left, "id", "") == "__name__":
            return
        of_text = any(_is_text(side) or _is_bytes(side) for side in sides)
        if of_text or name not in ("equal", "unequal"):
            self._operator(name, node.left, symbol, node)

    def _call(self, node, parent, errors):
        function, count = node.func, len(node.args) + len(node.keywords)
        if any(isinstance(value, ast.Starred) for value in node.args):
            return
        if isinstance(function, ast.Name):
            most, name = _CALLS.get(function.id, (0, ""))
            if name and 1 <= count <= most and function.id not in self._bound:
                self._edits.rename(function, "%s.%s" % (HELPER, name))
        elif isinstance(function, ast.Attribute) and function.attr in _METHODS:
            plain = function.attr in _METHODS_WITHOUT_ARGUMENTS
            if not plain or not (count or _takes_all(parent, node)):
                self._method(function)
        else:
            self._lenient_call(node, parent, errors)

    def _lenient_call(self, node, _parent, _errors):
        function, count = node.func, len(node.args) + len(node.keywords)
        if isinstance(function, ast.Attribute) and signs.METHODS.get(function.attr) == count:
            if not (isinstance(function.value, ast.Name) and function.value.id == "six"):
                self._method(function)

    def _method(self, function):
        """x.name becomes helper.name(x)."""
        dot = self._edits.dot_before(function.end_lineno, function.end_col_offset - len(function.attr))
        if dot is None:
            return
        self._edits.begin(function, "%s.%s(" % (HELPER, function.attr))
        self._edits.replace(*dot, function.end_col_offset - dot[1], ")")

    def _constant(self, node, _parent, _errors):
        """A string that is written as bytes."""
        if _is_text(node) and self._has_bytes and not node.value.isascii():
            written = self._edits.segment(node) or ""
            escaped = re.search(r"\\(x[89a-fA-F]|[23][0-7][0-7])", written)
            if escaped and max(node.value) < "\u0100" and written.isascii():
                if written[0] in "'\"":
                    self._edits.wrap(node, HELPER + ".of_bytes(")

    def _attribute(self, node, parent, errors):
        if (
            node.attr == "message"
            and isinstance(node.ctx, ast.Load)
            and isinstance(node.value, ast.Name)
            and node.value.id in errors
        ):
            self._method(node)

    _LENIENT = {ast.Call: _lenient_call, ast.Attribute: _attribute}
    _EDITS = {
        ast.BinOp: _binary,
        ast.AugAssign: _augmented,
        ast.Compare: _comparison,
        ast.Constant: _constant,
        ast.Call: _call,
        ast.Attribute: _attribute,
    }


def _is_float(node):
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float)
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "float"


def _is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_bytes(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, bytes)


def _takes_all(parent, node):
    return (
        isinstance(parent, ast.Call)
        and isinstance(parent.func, ast.Name)
        and parent.func.id in _TAKES_ALL
        and node in parent.args
    )
