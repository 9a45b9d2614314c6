"""Frozen graphs (a GraphDef in a .pb file) as SavedModels."""

import difflib
import os

from paisql.models.refusal import Refusal, first_line

_VARIABLES = ("Variable", "VariableV2", "VarHandleOp", "AutoReloadVariable")
_PLACEHOLDERS = ("Placeholder", "PlaceholderV2", "PlaceholderWithDefault")
_MOST_BYTES = (2 << 30) - 1
_SHOWN = 8


def convert(request):
    """Writes request["target"]; gives the path of the file. Raises Refusal.

    request["inputs"] and ["outputs"] are texts as "x:0, y" or "age=dense/x:0": tensors of the graph,
    each with the name that callers use, which else is that of its operation.
    """
    graph = _read(request["source"], request["name"])
    _check(graph, request["name"])
    names = {node.name: node for node in graph.node}
    inputs = _tensors(request, "inputs", graph, names)
    outputs = _tensors(request, "outputs", graph, names)
    _save(graph, inputs, outputs, request)
    return request["source"]


def _read(path, name):
    from google.protobuf.message import DecodeError
    from tensorflow.core.framework import graph_pb2

    graph = graph_pb2.GraphDef()
    damaged = Refusal(
        "%s is damaged, cut off or no frozen graph" % name,
        "a saved_model.pb is named by its folder; a frozen graph is a GraphDef",
    )
    if os.path.getsize(path) > _MOST_BYTES:
        raise Refusal("%s is larger than 2 GiB, which no graph is" % name, "")
    try:
        with open(path, "rb") as stream:
            graph.ParseFromString(stream.read())
    except DecodeError as error:
        raise damaged from error
    if not graph.node or not all(node.name and node.op for node in graph.node):
        raise damaged
    return graph


def _check(graph, name):
    import tensorflow as tf
    from tensorflow.python.framework import op_def_registry

    functions = {function.signature.name for function in graph.library.function}
    nodes = list(graph.node)
    for function in graph.library.function:
        nodes.extend(function.node_def)
    for node in nodes:
        if node.op in _VARIABLES:
            raise Refusal(
                "%s is not frozen: it has variables such as %s" % (name, node.name),
                "freeze it: tf.graph_util.convert_variables_to_constants; or export a SavedModel",
            )
        if node.op not in functions and op_def_registry.get(node.op) is None:
            raise Refusal(
                "%s uses the operation %s, which TensorFlow %s does not know" % (name, node.op, tf.__version__),
                "operations of further libraries, and of a newer TensorFlow, are not offered",
            )


def _shown(names):
    return ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")


def _candidates(what, graph):
    if what == "inputs":
        return [node.name + ":0" for node in graph.node if node.op in _PLACEHOLDERS]
    used = {entry.lstrip("^").split(":")[0] for node in graph.node for entry in node.input}
    return [
        node.name + ":0"
        for node in graph.node
        if node.name not in used and node.op not in _PLACEHOLDERS + ("Const", "NoOp", "Assert")
    ]


def _tensors(request, what, graph, names):
    """{name for callers: tensor}, in the order given."""
    text = request[what]
    candidates = _candidates(what, graph)
    if not text.strip():
        raise Refusal(
            "a frozen graph does not say what its %s are" % what,
            "PROPERTIES ('inputs'='x:0', 'outputs'='y:0') does; %s may be: %s" % (what, _shown(candidates) or "none"),
        )
    tensors = {}
    for part in text.split(","):
        key, _, tensor = part.strip().rpartition("=")
        node, colon, index = tensor.strip().partition(":")
        if node not in names:
            near = difflib.get_close_matches(node, names, 3, 0.5)
            raise Refusal(
                "%s has no operation '%s', which '%s' names" % (request["name"], node, what),
                "nearest: " + ", ".join(near) if near else "%s may be: %s" % (what, _shown(candidates) or "none"),
            )
        key = key.strip() or node
        if key in tensors:
            raise Refusal("'%s' names %s twice" % (what, key), "write name=tensor:0 for one of them")
        tensors[key] = "%s:%s" % (node, index if colon else "0")
    return tensors


def _save(definition, inputs, outputs, request):
    import tensorflow.compat.v1 as tf

    name = request["name"]
    graph = tf.Graph()
    with graph.as_default():
        try:
            tf.import_graph_def(definition, name="")
        except Exception as error:
            raise Refusal(
                "%s cannot be read by TensorFlow %s: %s" % (name, tf.__version__, first_line(error)),
                "freeze it with a TensorFlow that is not newer",
            ) from error

        def find(what, tensors):
            found = {}
            for key, tensor in tensors.items():
                try:
                    found[key] = graph.get_tensor_by_name(tensor)
                except (KeyError, ValueError) as error:
                    count = len(graph.get_operation_by_name(tensor.split(":")[0]).outputs)
                    raise Refusal(
                        "%s has no tensor %s, which '%s' names" % (name, tensor, what),
                        "the operation has %d outputs" % count,
                    ) from error
            return found

        signature = tf.saved_model.predict_signature_def(find("inputs", inputs), find("outputs", outputs))
        builder = tf.saved_model.Builder(request["target"])
        with tf.Session(graph=graph) as session:
            builder.add_meta_graph_and_variables(
                session, [tf.saved_model.tag_constants.SERVING], {"serving_default": signature}
            )
        builder.save()
