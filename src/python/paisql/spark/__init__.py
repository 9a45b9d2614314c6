"""Statements on Apache Spark, or on Sail, which speaks its protocol: the client that paisql starts (src/engine/spark)."""
