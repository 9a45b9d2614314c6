"""Components that run a user's script: each is a PAI statement of the environment's paisql."""

from paisql.alink import environment, pai_statement, tensor_columns
from paisql.alink.operator import BatchOperator
from paisql.alink.parameters import ANY, COUNT, INTEGER, NAMES, PATH, TEXT, TRUTH

__all__ = ["TF2TableModelTrainBatchOp", "TFTableModelTrainBatchOp", "TensorFlow2BatchOp", "TensorFlowBatchOp"]

# What scripts have on tables and on streams.
COMMON = {
    "userFiles": ANY,
    "mainScriptFile": PATH,
    "userParams": ANY,
    "selectedCols": NAMES,
    "numWorkers": COUNT,
    "numPSs": COUNT,
    "intraOpParallelism": INTEGER,
    "pythonEnv": PATH,
    # Not Alink's: docs/alink.md.
    "nullValues": TEXT,
    "convertTypes": TRUTH,
    "tensorCols": NAMES,
}


class _ScriptBatchOp(BatchOperator):
    parameters = dict(COMMON, evenSplit=TRUTH)  # not Alink's, either
    keeps_rows = True
    algorithm = ""

    def fill(self, table):
        if not self.inputs:
            raise ValueError("%s needs an input: link one" % type(self).__name__)
        self.needed("mainScriptFile")
        # Every worker gets all rows of the inputs after the first one.
        tables = [one.table() for one in self.inputs]
        given = {"outputTableName": table, **self._rows_given(tables[0])}
        if tables[1:]:
            given["broadcastTableNames"] = ",".join(tables[1:])
        given["parallelism"] = environment.current().parallelism
        given.update(pai_statement.parameter_values(self))
        environment.current().run(pai_statement.text(self.algorithm, given))

    def _rows_given(self, table):
        """The input's parameters; columns of tensors reach the script as lists of their elements."""
        given = {"inputTableName": table}
        if self.value("tensorCols") is None:
            columns, first = self.inputs[0].rows(1)
            names = tensor_columns.found(columns, first[0]) if first else []
            given["tensorCols"] = ",".join(tensor_columns.chosen(names, self.value("selectedCols")))
        return {name: value for name, value in given.items() if value}


class TensorFlowBatchOp(_ScriptBatchOp):
    parameters = dict(_ScriptBatchOp.parameters, outputSchemaStr=TEXT)
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
