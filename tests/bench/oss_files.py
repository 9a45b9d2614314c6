"""Reads and writes of oss:// in a job, against the same without it: scripts/bench runs this as a script.

The buckets are `folder`, whose files are also reached by their paths, and `endpoint`, whose objects are
also reached by pyarrow and by boto3. Prints a line `measured {what: seconds}`, medians of runs in turns.
"""

import json
import os
import statistics
import time

import pyarrow.fs
import tensorflow as tf

BYTES = 64 << 20
PIECE = 1 << 20
RUNS = 3
DATA = os.urandom(PIECE)
ROOT = os.environ["PAISQL_OSS_ROOT"]

with open(os.path.join(ROOT, "endpoint"), encoding="utf-8") as stream:
    THERE = json.load(stream)


def write_by(opened):
    with opened as stream:
        for _ in range(BYTES // PIECE):
            stream.write(DATA)


def read_by(opened):
    with opened as stream:
        count = 0
        while piece := stream.read(PIECE):
            count += len(piece)
        assert count == BYTES, count


def arrow():
    return pyarrow.fs.S3FileSystem(
        access_key=THERE["access_key_id"],
        secret_key=THERE["access_key_secret"],
        region=THERE["region"],
        scheme="http",
        endpoint_override=THERE["host"],
        request_timeout=THERE["request_timeout_sec"],
    )


def boto3_file(name):
    """(upload, download) of a local file by boto3, or None where there is none."""
    try:
        import boto3
    except ImportError:
        return None
    client = boto3.client(
        "s3",
        endpoint_url="http://" + THERE["host"],
        region_name=THERE["region"],
        aws_access_key_id=THERE["access_key_id"],
        aws_secret_access_key=THERE["access_key_secret"],
    )
    return (
        lambda: client.upload_file(name, THERE["bucket"], "boto3"),
        lambda: client.download_file(THERE["bucket"], "boto3", name + ".back"),
    )


def main():
    plain = os.path.join(ROOT, "folder", "plain")
    there = arrow()
    path = THERE["bucket"] + "/arrow"
    ways = {
        "folder write": lambda: write_by(tf.gfile.GFile("oss://folder/oss", "wb")),
        "plain write": lambda: write_by(tf.gfile.GFile(plain, "wb")),
        "folder read": lambda: read_by(tf.gfile.GFile("oss://folder/oss", "rb")),
        "plain read": lambda: read_by(tf.gfile.GFile(plain, "rb")),
        "endpoint write": lambda: write_by(tf.gfile.GFile("oss://endpoint/oss", "wb")),
        "pyarrow write": lambda: write_by(there.open_output_stream(path)),
        "endpoint read": lambda: read_by(tf.gfile.GFile("oss://endpoint/oss", "rb")),
        "pyarrow read": lambda: read_by(there.open_input_stream(path)),
    }
    client = boto3_file(plain)
    if client is not None:
        ways["boto3 write"], ways["boto3 read"] = client
    seconds = {what: [] for what in ways}
    for _ in range(RUNS + 1):
        for what, call in ways.items():
            begin = time.perf_counter()
            call()
            seconds[what].append(time.perf_counter() - begin)
    print("measured", json.dumps({what: statistics.median(runs[1:]) for what, runs in seconds.items()}))


main()
