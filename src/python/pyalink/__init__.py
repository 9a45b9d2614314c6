"""The package that programs for PyAlink import; paisql.alink has the code."""
