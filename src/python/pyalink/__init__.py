"""The package that programs for PyAlink import; paisql.alink is what stands behind it."""
