"""Layers and optimizers as texts of Python, "Dense(64, activation='relu')", without eval.

A text is one call of a Keras class that stands in keras_names.json. Its arguments are literals (numbers,
texts, True, False, None, tuples and lists of them) or further such calls. Everything else (attributes,
operators, lambdas, comprehensions, dicts, which Keras would take for serialised objects) is refused
before a class of Keras is touched. Texts come with a statement or a program, which may be another's.
"""

import ast
import difflib
import json
import os

with open(os.path.join(os.path.dirname(__file__), "keras_names.json"), encoding="utf-8") as _stream:
    # {folder after tf.keras.: classes that compute by their arguments alone}: Lambda runs code, lookups and text
    # layers read files.
    _FOLDERS = {folder: frozenset(names) for folder, names in json.load(_stream).items()}
_ROOTS = ("", "tf.keras.", "keras.", "tensorflow.keras.")
_MOST_LETTERS = 10_000


class TextError(ValueError):
    """A text that is not a layer or optimizer, in words for its author."""


class Call:
    """A call that was read: folder and name of the class, arguments and keywords."""

    def __init__(self, folder, name, arguments, keywords):
        self.folder, self.name = folder, name
        self.arguments, self.keywords = arguments, keywords


def read_layer(text):
    """The Call of a layer; TextError."""
    return _read(text, "layers", "layer")


def read_optimizer(text):
    """The Call of an optimizer; TextError. A name alone, as Keras takes it, is a call without arguments."""
    if isinstance(text, str) and text.strip().isidentifier():
        near = [name for name in _FOLDERS["optimizers"] if name.lower() == text.strip().lower()]
        if near:
            return Call("optimizers", near[0], [], {})
    return _read(text, "optimizers", "optimizer")


def _read(text, folder, what):
    if not isinstance(text, str):
        raise TextError('%r is not a valid %s: write a text such as "Dense(8)"' % (text, what))
    if len(text) > _MOST_LETTERS:
        raise TextError("a %s of %d letters is refused" % (what, len(text)))
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise TextError("%s '%s': %s" % (what, text, getattr(error, "msg", error))) from None
    try:
        call = _call(tree, text)
    except RecursionError:
        raise TextError("%s '%s' is too deep" % (what, text[:40])) from None
    if call.folder != folder:
        raise TextError("'%s' is not a valid %s, but one of tf.keras.%s" % (text, what, call.folder))
    return call


def _dotted(node):
    """Plain names as "a.b.c", or None."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join(reversed(parts + [node.id])) if isinstance(node, ast.Name) else None


def _class(name, text):
    """(folder, class) of a name that is in a list, with or without the folders before it."""
    for folder, names in _FOLDERS.items():
        for known in names:
            if name == known:
                return folder, known
    for root in _ROOTS:
        for folder, names in _FOLDERS.items():
            start = root + folder + "."
            if name.startswith(start) and name[len(start) :] in names:
                return folder, name[len(start) :]
    short = name.rpartition(".")[2]
    near = difflib.get_close_matches(short, sorted(set().union(*_FOLDERS.values())), 1)
    raise TextError(
        "'%s': '%s' is not a Keras class that a text may name%s"
        % (text, name, "; did you mean %s?" % near[0] if near and near[0] != short else "")
    )


def _call(node, text):
    if not isinstance(node, ast.Call):
        raise TextError("'%s' is not a call of a Keras class, such as Dense(64, activation='relu')" % text)
    name = _dotted(node.func)
    if name is None:
        raise TextError("'%s': what is called is not a plain name" % text)
    folder, known = _class(name, text)
    keywords = {}
    for keyword in node.keywords:
        if keyword.arg is None or keyword.arg.startswith("_"):
            raise TextError("'%s': arguments are given by their names" % text)
        keywords[keyword.arg] = _value(keyword.value, text)
    return Call(folder, known, [_value(one, text) for one in node.args], keywords)


def _value(node, text):
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float, str, bool, type(None))):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        number = _value(node.operand, text)
        if isinstance(number, (int, float)) and not isinstance(number, bool):
            return -number if isinstance(node.op, ast.USub) else number
    if isinstance(node, (ast.List, ast.Tuple)):
        values = [_value(one, text) for one in node.elts]
        return tuple(values) if isinstance(node, ast.Tuple) else values
    if isinstance(node, ast.Call):
        return _call(node, text)
    raise TextError(
        "'%s': an argument is a number, a text, True, False, None, a list of them, or a further "
        "layer, not '%s'" % (text, ast.unparse(node)[:60])
    )


def make(call):
    """The object of Keras that a Call describes. Imports TensorFlow; TextError for its refusals."""
    import tensorflow as tf

    folder = tf.keras
    for part in call.folder.split("."):
        folder = getattr(folder, part)
    arguments = [_made(value) for value in call.arguments]
    keywords = {name: _made(value) for name, value in call.keywords.items()}
    try:
        return getattr(folder, call.name)(*arguments, **keywords)
    except (TypeError, ValueError) as error:
        raise TextError("%s: %s" % (call.name, str(error).split("\n")[0])) from None


def _made(value):
    if isinstance(value, Call):
        return make(value)
    if isinstance(value, (list, tuple)):
        return type(value)(_made(one) for one in value)
    return value
