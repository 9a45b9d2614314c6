"""The process of Alink's predictors: rows of a table, or of a stream, through a model."""

from paisql.alink_task import task_settings

if "source" in task_settings():
    from paisql.alink_stream import predicting

    predicting.run()
else:
    from paisql.alink_models import table_job

    table_job.run()
