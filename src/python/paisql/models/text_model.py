"""SavedModels written as text (saved_model.pbtxt) as the usual, binary ones."""

import os
import shutil

from paisql.models.refusal import Refusal, first_line


def convert(request):
    """Writes request["target"] from the folder request["source"]; gives the path of the text. Raises Refusal."""
    from google.protobuf import text_format
    from tensorflow.core.protobuf import saved_model_pb2

    path = os.path.join(request["source"], "saved_model.pbtxt")
    model = saved_model_pb2.SavedModel()
    try:
        with open(path, encoding="utf-8") as stream:
            text_format.Parse(stream.read(), model)
    except (text_format.ParseError, UnicodeDecodeError) as error:
        raise Refusal(
            "%s/saved_model.pbtxt is damaged, cut off or no SavedModel: %s" % (request["name"], first_line(error)),
            "export the model again",
        ) from error
    shutil.copytree(
        request["source"],
        request["target"],
        ignore=lambda _, names: [name for name in names if name == "saved_model.pbtxt"],
    )
    with open(os.path.join(request["target"], "saved_model.pb"), "wb") as stream:
        stream.write(model.SerializeToString())
    return path
