"""An error inside a dataset's function says where in the script the operation was made.

TensorFlow looks for the operation that an error names in the session's graph alone; one that stands
in the function of a `.map` is in none.
"""

from tensorflow.python.framework import error_interpolation


def _script_operation(operation):
    """The operation of the user's function that this one was made for, or itself."""
    while getattr(operation, "_original_op", None) is not None:
        operation = operation._original_op
    return operation


def _definitions(graph, name):
    """Where the operations of this name in the graph's functions were made, as TensorFlow says it."""
    found = {}
    for function in graph._functions.values():
        inside = getattr(function, "graph", None)
        try:
            operation = inside.get_operation_by_name(name) if inside is not None else None
        except (KeyError, ValueError):
            continue
        if operation is not None:
            made_for = _script_operation(operation)
            found[error_interpolation._build_node_error_message(made_for)] = None
    return list(found)


def install():
    """Completes the messages of errors that sessions raise."""
    of_graph = error_interpolation.interpolate_graph

    def interpolate(message, graph):
        told = []
        for tag in error_interpolation.parse_message(message)[2]:
            try:
                graph.get_operation_by_name(tag.name)
            except KeyError:
                told += _definitions(graph, tag.name)
        # Its text begins with a headline and an empty line.
        lines = of_graph(message, graph).split("\n")
        return "\n".join(lines[:2] + told + lines[2:])

    error_interpolation.interpolate_graph = interpolate
