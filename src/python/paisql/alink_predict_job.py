"""The process of Alink's predictors: rows of a table through a model."""

from paisql.alink.models import job

job.run()
