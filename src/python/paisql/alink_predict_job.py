"""The process of Alink's predictors: rows of a table, or of a stream, through a model."""

import json
import os

if "source" in json.loads(os.environ["PAISQL_ALINK"]):
    from paisql.alink_stream import predicting

    predicting.run()
else:
    from paisql.alink.models import job

    job.run()
