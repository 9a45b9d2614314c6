"""Operators over tables in their form on streams, where they are called ...StreamOp.

Where the rows end, the SQL of the operator over tables computes them. What makes each row by itself goes
on endless streams, too, as a part of the statement's query (stream_flow.py).
"""
