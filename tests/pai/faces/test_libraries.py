"""The libraries of the training lock: they are there, and cost nothing until they are used."""

import ast
import os

import pyarrow as pa

from fake_job import ROOT, arrow, columns

SCRIPTS = os.path.join(ROOT, "tests", "pai", "scripts")

IMPORTS = """
import importlib
for name in ("pandas scipy.sparse sklearn.linear_model yaml six absl.flags tqdm requests PIL.Image "
             "h5py").split():
    importlib.import_module(name)
import pandas
frame = pandas.DataFrame({"a": [1]})
print(len(frame.append(frame)), [name for name, _ in frame.iteritems()])
"""


def test_the_libraries_of_that_time_are_there(job):
    script = os.path.join(job.folder, "work", "script.py")
    with open(script, "w", encoding="utf-8") as stream:
        stream.write(IMPORTS)
    done = job.run(script)
    assert done.stdout == "2 ['a']\n", done.stderr


def test_tensorflow_imports_no_library_before_its_time(job):
    done = job.run(os.path.join(SCRIPTS, "faces/idle_libraries.py"))
    assert "all libraries work" in done.stdout, done.stderr


ARROW = """
import os, sys
import common_io
import pyarrow as pa
with common_io.table.TableWriter(sys.argv[1]) as writer:
    writer.write([(1,), (2,)], [0])
with common_io.table.TableReader(sys.argv[1].replace("out", "in")) as reader:
    print(len(reader.read(2)), "pandas" in sys.modules)
numbers = pa.array([1.0, 2.0])
is_child = os.fork() == 0
if is_child:
    print(numbers.to_pandas().sum())
else:
    os.wait()
import pandas
print(pa.array(pandas.Series([1.0, float("nan")])).null_count, pa.Table.from_pandas(pandas.DataFrame({"a": [1]})).num_rows)
if is_child:
    os._exit(0)
"""


def test_rows_need_no_pandas_until_the_script_has_it(job):
    job.input("in", columns(("id", "BIGINT")), [job.file(arrow(id=pa.array([1, 2])))])
    job.output("out", columns(("id", "BIGINT")))
    script = os.path.join(job.folder, "work", "script.py")
    with open(script, "w", encoding="utf-8") as stream:
        stream.write(ARROW)
    done = job.run(script, "odps://p/tables/out")
    assert done.stdout.splitlines() == ["2 False", "3.0", "1 1", "1 1"], done.stderr


# As protoc 3.4 writes a message of one field, and one that has it.
_OLD_MESSAGES = """import sys
_b=sys.version_info[0]<3 and (lambda x:x) or (lambda x:x.encode('latin1'))
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from google.protobuf import reflection as _reflection
from google.protobuf import symbol_database as _symbol_database
%s
_sym_db = _symbol_database.Default()
DESCRIPTOR = _descriptor.FileDescriptor(name='%s', package='old', syntax='proto2', serialized_pb=_b(%r)%s)
_PART = _descriptor.Descriptor(name='%s', full_name='old.%s', filename=None, file=DESCRIPTOR, containing_type=None,
  fields=[_descriptor.FieldDescriptor(name='n', full_name='old.n', index=0, number=1, type=5, cpp_type=1, label=1,
    has_default_value=False, default_value=0, message_type=None, enum_type=None, containing_type=None,
    is_extension=False, extension_scope=None, options=None)],
  extensions=[], nested_types=[], enum_types=[], options=None, is_extendable=False, syntax='proto2',
  extension_ranges=[], oneofs=[])
"""

_MAKE = """
from google.protobuf import descriptor_pb2
def serialized(name, message, field, **more):
    file = descriptor_pb2.FileDescriptorProto(name=name, package='old', syntax='proto2', **more)
    file.message_type.add(name=message).field.add(**field)
    return file.SerializeToString().decode('latin1')
print(repr([serialized('part.proto', 'Part', dict(name='n', number=1, type=5, label=1)),
    serialized('whole.proto', 'Whole', dict(name='part', number=1, type=11, label=1, type_name='.old.Part'),
        dependency=['part.proto'])]))
"""


def test_messages_of_an_old_protoc_are_read(job):
    work = os.path.join(job.folder, "work")

    def write(name, text):
        with open(os.path.join(work, name), "w", encoding="utf-8") as stream:
            stream.write(text)

    write("make.py", _MAKE)
    part, whole = ast.literal_eval(job.run(os.path.join(work, "make.py")).stdout)
    write("part_pb2.py", _OLD_MESSAGES % ("", "part.proto", part, "", "Part", "Part"))
    imports = "import part_pb2 as part__pb2"
    needs = ", dependencies=[part__pb2.DESCRIPTOR,]"
    write("whole_pb2.py", _OLD_MESSAGES % (imports, "whole.proto", whole, needs, "Whole", "Whole"))
    write("main.py", "import whole_pb2, part_pb2\nmade = whole_pb2.Whole(part=part_pb2.Part(n=3))\n"
          "print(whole_pb2.Whole.FromString(made.SerializeToString()).part.n, whole_pb2.Whole.__module__)\n")  # fmt: skip
    for setting in ("auto", "on"):
        done = job.run(os.path.join(work, "main.py"), variables={"PAISQL_PYTHON2": setting})
        assert done.stdout == "3 whole_pb2\n", done.stderr
