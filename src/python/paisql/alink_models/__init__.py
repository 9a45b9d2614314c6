"""Computing with trained models, in batches and row by row (docs/alink.md, "Predicting").

The same code serves the jobs of PAI statements (table_job), LocalPredictor and the pipeline classes. No
module but torch_model and onnx_model imports a framework: TensorFlow is used by its C library.
"""

__all__ = ["ModelError"]


class ModelError(Exception):
    """What is wrong with a model, its table, or rows for it, in words for the user."""
