"""Operators over files, a module a format: Alink's own .ak, CSV and text, Parquet and TFRecords."""
