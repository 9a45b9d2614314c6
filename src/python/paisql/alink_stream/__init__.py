"""Alink's stream components in the job's processes (docs/alink-streams.md).

A job has a process "stream" (coordinator.py) and workers (stream_worker.py), which talk over a socket of the
job's directory (protocol.py; worker_links.py is the coordinator's side, link.py a worker's). The
coordinator goes on with what an earlier one has left (beginning.py, cursor.py), finds what there is to
read (sources.py, received.py, kafka/), as a list of units (known_units.py: a file of a table or a folder,
or what came over a socket), and commits what workers write (sinks.py); each worker reads the units itself
(feed.py, units.py) and takes the rows that are its own: row i of the stream goes to worker i
modulo their number. Where the rows go through a model and no script, the workers are those of
predicting.py. The settings stand beside those of paisql.alink_task in PAISQL_ALINK:

    source              {"kind": "table", "file", "folder", "pipe", "tcp" or "kafka", ...}
    sink, schema        {"kind": "table", "file", "kafka" or "print", ...}, the columns that the script writes
    query               of a source whose rows go through a query: row_query.py
    more                further sources, [{"source", "query", "input", "follow", "bad_rows", "once"}]; `once` is
                        true of rows that are the same in each statement, though their table is another one
    output_query        the same of what the script writes
    sink_schema         the columns that it makes of them
    cursor              the URL of the table that says how far the stream is
    follow              whether the stream goes on until it is stopped
    bad_rows            "error" or "skip"
    recovery, start     "replay" or "resume", "continue" or "restart"
    commit_interval_ms  between two commits, at least
    workers             how many the statement names; a quota may have left the job fewer
    predict             of a predictor: what paisql.alink_models.table_job says of the model
"""
