"""A prediction server as one writes it in Python: FastAPI and uvicorn around a SavedModel.

usage: python_server.py FOLDER PORT SITE_PACKAGES

SITE_PACKAGES has FastAPI and uvicorn; TensorFlow is this interpreter's. POST /predict takes
{"instances": [{input: value, ...}, ...]}.
"""

import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import tensorflow as tf  # noqa: E402

sys.path.append(sys.argv[3])
import uvicorn  # noqa: E402
from fastapi import FastAPI, Request  # noqa: E402

app = FastAPI()
model = tf.saved_model.load(sys.argv[1])
serve = model.signatures["serving_default"]
inputs = serve.structured_input_signature[1]


@app.post("/predict")
async def predict(request: Request):
    rows = (await request.json())["instances"]
    feeds = {name: tf.constant([row[name] for row in rows], spec.dtype) for name, spec in inputs.items()}
    return {"predictions": serve(**feeds)["y"].numpy().tolist()}


uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[2]), log_level="warning", access_log=False)
