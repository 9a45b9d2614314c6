"""Tables and what scripts read and write them with.

dataset.py is TableRecordDataset, over the operation of table_source.py; fused_rows.py and batch_form.py take the
steps after it into it. table_reader.py, table_writer.py and record_ops.py are the other readers and writers, over rows.py (what a table URL
means, and its rows as Arrow columns), cells.py and written_rows.py (Python's values), and staged_file.py.
"""
