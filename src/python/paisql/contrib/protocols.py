"""Stand-ins for the modules *_pb2.py of tf.contrib, whose generated code is too old to be run.

The description that such a module holds is the same as ever; protobuf makes the messages of it.
"""

import ast
import importlib.abc

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.internal import enum_type_wrapper


def _description(path):
    """The FileDescriptorProto that stands as a bytes literal in a generated module."""
    with open(path, encoding="utf-8") as stream:
        tree = ast.parse(stream.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "serialized_pb":
            literal = next(
                part
                for part in ast.walk(node.value)
                if isinstance(part, ast.Constant) and isinstance(part.value, (str, bytes)) and part.value != "latin1"
            )
            value = literal.value
            return value if isinstance(value, bytes) else value.encode("latin1")
    raise ImportError("%s holds no description of its messages" % path)


def _import_dependencies(description):
    import importlib

    for name in description.dependency:
        importlib.import_module(name[: -len(".proto")].replace("/", ".") + "_pb2")


class Loader(importlib.abc.Loader):
    """Fills a module with the messages and enums that the kept *_pb2.py at `path` describes."""

    def __init__(self, path):
        self._path = path

    def exec_module(self, module):
        serialized = _description(self._path)
        description = descriptor_pb2.FileDescriptorProto.FromString(serialized)
        _import_dependencies(description)
        pool = descriptor_pool.Default()
        try:
            found = pool.FindFileByName(description.name)
        except KeyError:
            pool.AddSerializedFile(serialized)
            found = pool.FindFileByName(description.name)
        module.DESCRIPTOR = found
        for name, message in found.message_types_by_name.items():
            setattr(module, name, message_factory.GetMessageClass(message))
        for name, enum in found.enum_types_by_name.items():
            setattr(module, name, enum_type_wrapper.EnumTypeWrapper(enum))
            for value in enum.values:
                setattr(module, value.name, value.number)
        for name, extension in found.extensions_by_name.items():
            setattr(module, name, extension)
