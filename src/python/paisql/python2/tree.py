"""lib2to3's tree of a file: what the fixes of syntax.py and parameters.py do with it."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from lib2to3 import pygram, pytree
    from lib2to3.pgen2 import driver, parse  # noqa: F401 (syntax.py's)
    from lib2to3.pgen2 import token as tokens
    from lib2to3.pgen2 import tokenize as old_tokenize  # noqa: F401

SYMBOLS = pygram.python_symbols
_LAYOUT = {tokens.NEWLINE, tokens.INDENT, tokens.DEDENT}


class Unconvertible(Exception):
    """line: the first one that is neither Python 2 nor can be converted; reason: in words."""

    def __init__(self, line, reason):
        super().__init__(reason)
        self.line, self.reason = line, reason


def is_token(node, value):
    return isinstance(node, pytree.Leaf) and node.value == value


def first_leaf(node):
    while node.children:
        node = node.children[0]
    return node


def put_before(node, text):
    leaf = first_leaf(node)
    leaf.value = text + leaf.value


def put_behind(node, text):
    while node.children:
        node = node.children[-1]
    node.value += text


def begin_suite(suite, statement, line):
    """Puts a statement in front of a suite's first one, on the same line."""
    first = suite
    if suite.type == SYMBOLS.suite:
        first = next(child for child in suite.children if child.type not in _LAYOUT)
    if first.type != SYMBOLS.simple_stmt:
        raise Unconvertible(line, "the values of `%s` have no line to stand on" % statement)
    put_before(first, statement + "; ")
