"""Predictors, stages and pipelines as programs use them; paisql.alink_models computes."""
