"""Parameters that are tuples: the function takes the whole, and has its parts on the same line."""

from paisql.python2.tree import SYMBOLS, begin_suite, is_token, put_before, put_behind, pytree, tokens

_TUPLES = {SYMBOLS.tfpdef, SYMBOLS.vfpdef}
_TUPLE_LISTS = {SYMBOLS.tfplist, SYMBOLS.vfplist}
_PARAMETER_LISTS = {SYMBOLS.typedargslist, SYMBOLS.varargslist}


def _names_of(node):
    return [leaf.value for leaf in node.leaves() if leaf.type == tokens.NAME]


def _parts_of(node, outer):
    """Each name of a tuple of parameters, as an expression over the tuple's own name."""
    inner = node.children[1] if is_token(node.children[0], "(") else node
    parts = inner.children if inner.type in _TUPLE_LISTS else [inner]
    found, index = [], 0
    for part in parts:
        if is_token(part, ","):
            continue
        place = "%s[%d]" % (outer, index)
        found += _parts_of(part, place) if part.children else [place]
        index += 1
    return found


def _tuples_among(parameters):
    nodes = parameters.children if parameters.type in _PARAMETER_LISTS else [parameters]
    return [node for node in nodes if node.type in _TUPLES]


def fix_lambda(node):
    if len(node.children) != 4:
        return
    parameters, body = node.children[1], node.children[3]
    names, values = [], []
    for each in _tuples_among(parameters):
        own = _names_of(each)
        whole = "_".join(own)
        names += own
        parts = _parts_of(each, whole)
        flat = all(part.count("[") == 1 for part in parts)
        values += ["*" + whole] if flat else parts
        each.replace(pytree.Leaf(tokens.NAME, whole, prefix=each.prefix))
    if names:
        put_before(body, "(lambda %s: " % ", ".join(names))
        put_behind(body, ")(%s)" % ", ".join(values))


def fix_function(node):
    parameters = next(child for child in node.children if child.type == SYMBOLS.parameters)
    if len(parameters.children) != 3:
        return
    for each in reversed(_tuples_among(parameters.children[1])):
        whole, line = "_".join(_names_of(each)), each.get_lineno()
        begin_suite(node.children[-1], "%s = %s" % (str(each).strip(), whole), line)
        each.replace(pytree.Leaf(tokens.NAME, whole, prefix=each.prefix))
