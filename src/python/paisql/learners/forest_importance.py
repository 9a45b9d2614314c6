"""How much each feature of a random forest tells: PAI's feature_importance."""

from paisql.learners import forest


def predict(task):
    """Writes the table (col, gini, entropy)."""
    forest.importance(task)
