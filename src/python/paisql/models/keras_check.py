"""Reads a Keras file's configuration as data, and refuses what would run code or reach files.

Keras calls what is named while it loads: a layer's function is called on the inputs that its nodes say,
at once if they are constants. So everything is looked at, wherever it is nested.
"""

from paisql.models import keras_names
from paisql.models.refusal import Refusal

EXPORT = "export it as a SavedModel where it was trained: model.export('folder')"
_CODE_CLASSES = ("Lambda", "__lambda__")
# Keras opens what these name.
_FILES = ("vocabulary", "vocabulary_file", "ckpt_to_load_from", "filepath", "idf_weights")
# What of a layer Keras finds by its name.
_NAMED = ("activation", "initializer", "regularizer", "constraint")
_CONSTANT = "_CONSTANT_VALUE"


def check(config, name):
    """Raises Refusal."""
    rest = [config]
    while rest:
        thing = rest.pop()
        if isinstance(thing, list):
            rest.extend(thing)
        elif isinstance(thing, dict):
            rest.extend(thing.values())
            _check_object(thing, name)
            _check_values(thing, name)


def missing(name, custom):
    return Refusal("%s needs the custom object %s, which only the script that trained it has" % (name, custom), EXPORT)


def _unsafe(name, what):
    return Refusal("%s needs %s; it is not read, as that may run code or reach files" % (name, what), EXPORT)


def _lambda(name):
    return Refusal(
        "%s has a Lambda layer, Python code that would run when the file is read; it is not read" % name, EXPORT
    )


def _check_values(thing, name):
    for key, value in thing.items():
        if key == "inbound_nodes" and isinstance(value, list):
            for node in value:
                _check_node(node, name)
        if not isinstance(value, str):
            continue
        # Wrappers of cells hold byte code, too.
        if key.endswith("_type") and value == "lambda":
            raise _lambda(name)
        if key in _FILES:
            raise _unsafe(name, "the file %s (%s)" % (value, key))
        if key.endswith(_NAMED) and keras_names.is_reader(value):
            raise _unsafe(name, "the function %s (%s)" % (value, key))


def _check_object(thing, name):
    kind = thing.get("class_name")
    if not isinstance(kind, str):
        return
    short = kind.rpartition(">")[2]
    if short in _CODE_CLASSES:
        raise _lambda(name)
    if keras_names.is_reader(short):
        raise _unsafe(name, kind)
    _check_operation(short, thing.get("config"), name)
    module = thing.get("module")
    if isinstance(module, str):
        _check_module(thing, kind, module, name)
        return
    registered = thing.get("registered_name")
    if registered is None or "config" not in thing:
        return
    if ">" in str(registered) or module is None and "module" in thing:
        raise missing(name, str(registered))


def _check_module(thing, kind, module, name):
    """Keras imports the module and takes what has the name there: also what the module imported."""
    if module != "builtins" and not keras_names.is_module(module):
        raise Refusal("%s needs %s of the Python module %s, which is not part of Keras" % (name, kind, module), EXPORT)
    if kind == "function":
        # Keras writes "function" beside the name of one of its own.
        for function in (thing.get("config"), thing.get("registered_name")):
            if function in (None, "function"):
                continue
            if not (isinstance(function, str) and keras_names.is_function(function)):
                raise _unsafe(name, "the function %s of %s" % (function, module))
        return
    # Where the module has no such class, Keras takes what has the registered name.
    registered = str(thing.get("registered_name") or kind)
    if module == "builtins" or not keras_names.is_class(kind) or registered.rpartition(">")[2] != kind:
        raise _unsafe(name, "%s of %s, which is not a class of this Keras'" % (registered, module))


def _check_operation(kind, config, name):
    """Layers that stand for any function, method or operation of TensorFlow's."""
    config = config if isinstance(config, dict) else {}
    if kind in ("TFOpLambda", "SlicingOpLambda"):
        what, good = config.get("function"), keras_names.computes
    elif kind in ("InstanceMethod", "InstanceProperty"):
        what, good = config.get("attr_name"), keras_names.is_method
    elif kind == "ClassMethod":
        what, good = config.get("method_name"), keras_names.is_method
        if config.get("cls_symbol") not in ("RaggedTensor", "SparseTensor"):
            raise _unsafe(name, "the class %s" % config.get("cls_symbol"))
    elif kind == "TensorFlowOpLayer":
        node = config.get("node_def")
        what, good = node.get("op") if isinstance(node, dict) else node, keras_names.is_operation
    else:
        return
    if not isinstance(what, str) or not good(what):
        raise _unsafe(name, "TensorFlow's %s" % what)


def _check_node(node, name):
    """A call whose inputs are all constants would be computed at once, while the file is read."""
    entries = list(_entries(node))
    constants = [entry for entry in entries if entry[0] == _CONSTANT]
    if not constants:
        return
    # Keras calls with the last input's arguments; `1 - x` has its tensor there.
    last = entries[-1][3] if len(entries[-1]) == 4 else {}
    beside = [entry for entry in entries + list(_entries(last)) if entry[0] != _CONSTANT]
    if not beside or any(isinstance(entry[2], dict) for entry in constants):
        raise _unsafe(name, "a call of constants alone")


def _entries(node):
    """The innermost lists, [layer, node, tensor, arguments], as Keras finds them."""
    if isinstance(node, list) and len(node) in (3, 4) and isinstance(node[0], str):
        yield node
    elif isinstance(node, (list, dict)):
        for part in node.values() if isinstance(node, dict) else node:
            yield from _entries(part)
