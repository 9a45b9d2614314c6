"""The component gbdt_importance: what each feature of a model of boosted trees gains."""

from paisql.learners import model_folder
from paisql.learners.gbdt import write_importance


def predict(task):
    """Writes (col, importance) of the model's features."""
    model, _ = model_folder.load(task.models["modelName"])
    write_importance(task.outputs["outputTableName"], model.booster, model.features.names)
