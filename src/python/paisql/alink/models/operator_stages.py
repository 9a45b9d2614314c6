"""Stages of pipelines that compute columns, and learn nothing: each is an operator."""

from paisql.alink import relational
from paisql.alink.conversions import json_columns, tensors, vectors
from paisql.alink.models import local_modules, stage_settings
from paisql.alink.on_streams import row_forms
from paisql.alink.operator import BatchOperator
from paisql.alink.streams import StreamOperator
from paisql.alink_models import ModelError

__all__ = [
    "ColumnsToVector",
    "JsonValue",
    "Select",
    "TensorToVector",
    "ToTensor",
    "ToVector",
    "VectorToColumns",
    "VectorToTensor",
]


class OperatorStage(BatchOperator):
    """A stage whose operator is `operator`; alink: its class in Alink, after the package of pipelines."""

    operator, alink, has_model = None, None, False

    def fit(self, rows):
        return self

    def transform(self, rows):
        """The operator of the rows with its columns."""
        form = row_forms.OF_BATCH[self.operator] if isinstance(rows, StreamOperator) else self.operator
        made = form()
        made._values.update(self._values)
        return made.linkFrom(rows)

    def local_steps(self):
        raise ModelError(
            "stage %s is SQL, which LocalPredictor does not compute: PipelineModel.transform does" % type(self).__name__
        )

    def kept(self):
        """What a file has of it: (values, None)."""
        return dict(self._values), None

    @classmethod
    def loaded(cls, values, model):
        made = cls()
        made._values.update(stage_settings.known_values(cls, values))
        return made


def _stage(operator, alink):
    """The base of a stage of an operator."""
    return type(
        "_" + alink.rpartition(".")[2],
        (OperatorStage,),
        {"operator": operator, "alink": alink, "parameters": operator.parameters, "aliases": operator.aliases},
    )


class Select(_stage(relational.SelectBatchOp, "sql.Select")):
    """Expressions of SQL; LocalPredictor takes those that are names of columns, also with AS, and *."""

    def transform(self, rows):
        if isinstance(rows, StreamOperator):
            return rows.select(self.needed("clause"))
        return super().transform(rows)

    def local_steps(self):
        return [local_modules.columns_module().SelectStep(self.needed("clause"))]


class ToTensor(_stage(tensors.ToTensorBatchOp, "dataproc.ToTensor")):
    """A vector, or a text of numbers, as a tensor."""

    def local_steps(self):
        column = self.needed("selectedCol")
        return [
            local_modules.columns_module().TensorStep(
                column,
                self.value("outputCol") or column,
                self.value("reservedCols"),
                self.value("tensorShape"),
                self.value("tensorDataType"),
            )
        ]


class VectorToTensor(ToTensor):
    """A dense vector as a tensor; DOUBLE without tensorDataType, as in Alink."""

    operator, alink = tensors.VectorToTensorBatchOp, "dataproc.VectorToTensor"
    parameters = tensors.VectorToTensorBatchOp.parameters


class ToVector(_stage(vectors.ToVectorBatchOp, "dataproc.ToVector")):
    """A text of numbers, or a tensor, as a vector."""


class TensorToVector(_stage(tensors.TensorToVectorBatchOp, "dataproc.TensorToVector")):
    """The values of a tensor as a vector."""


class JsonValue(_stage(json_columns.JsonValueBatchOp, "dataproc.JsonValue")):
    """Values of a JSON text as columns."""


class ColumnsToVector(_stage(vectors.ColumnsToVectorBatchOp, "dataproc.format.ColumnsToVector")):
    """Columns of numbers as a vector."""


class VectorToColumns(_stage(vectors.VectorToColumnsBatchOp, "dataproc.format.VectorToColumns")):
    """The values of a vector as columns."""
