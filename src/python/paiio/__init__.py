"""paiio, the table functions as they are named in notebooks (pai-table-io: 6).

There the file that ODPS_CONFIG_FILE_PATH names has the keys of an account. A job reads the tables
of its statement, which needs none: neither the variable nor the file is looked at.
"""

import sys
import types

import tensorflow as _tf

TableRecordDataset = _tf.data.TableRecordDataset
TableReader = _tf.python_io.TableReader
TableWriter = _tf.python_io.TableWriter


def _module(name, **names):
    module = types.ModuleType("paiio." + name)
    module.__dict__.update(names)
    sys.modules[module.__name__] = module
    return module


data = _module("data", TableRecordDataset=TableRecordDataset)
python_io = _module("python_io", TableReader=TableReader, TableWriter=TableWriter)
