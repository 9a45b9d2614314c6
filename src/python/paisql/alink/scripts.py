"""Components that run a user's script: each is a PAI statement of the environment's paisql."""

import json

from paisql.alink import environment, tensor_columns
from paisql.alink.operator import BatchOperator

__all__ = [
    "TF2TableModelTrainBatchOp",
    "TFTableModelTrainBatchOp",
    "TensorFlow2BatchOp",
    "TensorFlowBatchOp",
]

_COMMON = {
    "userFiles": None,
    "mainScriptFile": None,
    "userParams": None,
    "selectedCols": None,
    "numWorkers": None,
    "numPSs": None,
    "intraOpParallelism": None,
    "pythonEnv": None,
    # Not Alink's: docs/alink.md.
    "evenSplit": None,
    "nullValues": None,
    "convertTypes": None,
    "tensorCols": None,
}


def _quoted(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"')


def _text(value):
    """A parameter's value as the statement has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return json.dumps(value)
    return str(value)


class _ScriptBatchOp(BatchOperator):
    parameters = _COMMON
    keeps_rows = True
    algorithm = ""

    def fill(self, table):
        if not self.inputs:
            raise ValueError("%s has an input, and none is linked" % type(self).__name__)
        self.needed("mainScriptFile")
        # Every worker gets all rows of the inputs behind the first one.
        tables = [one.table() for one in self.inputs]
        given = {"outputTableName": table, **self._rows_given(tables[0])}
        if tables[1:]:
            given["broadcastTableNames"] = ",".join(tables[1:])
        given["parallelism"] = environment.current().parallelism
        for name in self.parameters:
            value = self.value(name)
            if value is None:
                continue
            if isinstance(value, (list, tuple)):
                names = name in ("selectedCols", "tensorCols")
                value = ",".join(value) if names else json.dumps(list(value))
            given[name] = value
        words = ["-D%s=%s" % (name, _quoted(_text(value))) for name, value in given.items()]
        environment.current().run("PAI -name %s %s" % (self.algorithm, " ".join(words)))

    def _rows_given(self, table):
        """The input's parameters; columns of tensors reach the script as lists of their elements."""
        given = {"inputTableName": table}
        if self.value("tensorCols") is None:
            columns, first = self.inputs[0].rows(1)
            names = tensor_columns.found(columns, first[0]) if first else []
            given["tensorCols"] = ",".join(tensor_columns.chosen(names, self.value("selectedCols")))
        return {name: value for name, value in given.items() if value}


class TensorFlowBatchOp(_ScriptBatchOp):
    parameters = dict(_COMMON, outputSchemaStr=None)
    aliases = {
        "schemaStr": "outputSchemaStr",
        "schema": "outputSchemaStr",
        "tableSchema": "outputSchemaStr",
        "userFile": "userFiles",
        "scriptFiles": "userFiles",
    }
    algorithm = "tensorflow_batch"

    def fill(self, table):
        self.needed("outputSchemaStr")
        super().fill(table)


class TensorFlow2BatchOp(TensorFlowBatchOp):
    algorithm = "tensorflow2_batch"


class TFTableModelTrainBatchOp(_ScriptBatchOp):
    aliases = {"userFile": "userFiles", "scriptFiles": "userFiles"}
    algorithm = "tf_table_model_train"


class TF2TableModelTrainBatchOp(TFTableModelTrainBatchOp):
    algorithm = "tf2_table_model_train"
