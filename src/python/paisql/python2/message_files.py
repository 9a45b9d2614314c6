"""The _pb2.py files of a script that a protoc before 3.19 has made.

They build each descriptor by a call of its own, which protobuf 4 refuses ("Descriptors cannot be created
directly"). Everything that they say stands in the serialized file, too, which protobuf reads.
"""

import ast

_NAME = "_pb2.py"
_OLD = "_descriptor.FileDescriptor("
_OURS = ("google.protobuf", "google.protobuf.internal")

_CODE = """from google.protobuf import descriptor_pool as _pool
from google.protobuf.internal import builder as _builder
%s
DESCRIPTOR = _pool.Default().AddSerializedFile(%r)
_builder.BuildMessageAndEnumDescriptors(DESCRIPTOR, globals())
_builder.BuildTopDescriptorsAndMessages(DESCRIPTOR, __name__, globals())
"""


def code_of(path):
    """The code that runs in the place of such a file, under its name; None for any other file."""
    if not path.endswith(_NAME):
        return None
    with open(path, encoding="utf-8", errors="replace") as stream:
        text = stream.read()
    if _OLD not in text:
        return None
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    serialized = _serialized(tree)
    if serialized is None:
        return None
    imports = [ast.unparse(node) for node in _imports(tree.body)]
    return compile(_CODE % ("\n".join(imports), serialized), path, "exec", dont_inherit=True)


def _imports(body):
    """The imports of other files' messages, also those in a `try` for two places."""
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module not in _OURS and node.module != "__future__":
            yield node
        elif isinstance(node, ast.ImportFrom) and any(one.name.endswith("_pb2") for one in node.names):
            yield node
        elif isinstance(node, ast.Import) and any(one.name.endswith("_pb2") for one in node.names):
            yield node
        elif isinstance(node, ast.Try) and any(True for _ in _imports(node.body)):
            yield node


def _serialized(tree):
    """The bytes of serialized_pb, which is b'…' or _b('…')."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") != "FileDescriptor":
            continue
        for given in node.keywords:
            value = given.value
            if given.arg == "serialized_pb" and isinstance(value, ast.Call) and len(value.args) == 1:
                value = value.args[0]
            if given.arg == "serialized_pb" and isinstance(value, ast.Constant):
                return value.value.encode("latin1") if isinstance(value.value, str) else value.value
    return None
