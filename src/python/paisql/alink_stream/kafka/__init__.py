"""Kafka as the source and the output of a stream (docs/alink-streams.md, "Kafka").

The coordinator alone talks to the brokers (source.py). It writes the messages that it takes, as lines of
JSON, into files of the job's directory, which are units that grow, as those of a socket are; workers read
these (segments.py). Which messages stand in which file, and in which order, is noted as runs: so many messages of a
partition, one after the other (runs.py). The runs of what is not committed are part of the cursor, so that
the next stream can take the same messages in the same order once more: taken_over.py reads what an earlier one has
left, again.py writes its units. client.py is all that knows the
Python package confluent-kafka, which need not be installed.
"""
