"""Makes a file of Parquet of a file of ORC, or the other way.

    orc_file.py to-parquet FROM TO DATETIMES ZONE
    orc_file.py to-orc FROM TO

DATETIMES are the names of columns, with commas between them, whose values are points in time: those
that the file keeps without a zone are times of ZONE. The program that runs it is
src/session/orc_file.cpp. Status 3 says that pyarrow is not there, 4 that FROM is not a whole file.
It is run as a file of its own, with nothing of this package.
"""

import sys

NO_PYARROW = 3
BROKEN = 4

try:
    import pyarrow
    import pyarrow.compute
    import pyarrow.orc
    import pyarrow.parquet
except ImportError:
    sys.exit(NO_PYARROW)


def at_zone(column, zone):
    """Points in time, in microseconds."""
    if column.type.tz is None:
        column = pyarrow.compute.assume_timezone(column, zone, ambiguous="earliest", nonexistent="latest")
    return column.cast(pyarrow.timestamp("us", tz="UTC"), safe=False)


def with_times(batch, datetimes, zone):
    """The batch with its DATETIME columns as Parquet keeps them."""
    columns = []
    for name, column in zip(batch.schema.names, batch.columns):
        is_time = pyarrow.types.is_timestamp(column.type)
        columns.append(at_zone(column, zone) if is_time and name.lower() in datetimes else column)
    return pyarrow.RecordBatch.from_arrays(columns, names=batch.schema.names)


def to_parquet(source, target, datetimes, zone):
    """Stripe by stripe, so that memory holds one of them."""
    file = pyarrow.orc.ORCFile(source)
    wanted = {name.lower() for name in datetimes.split(",") if name}
    empty = pyarrow.RecordBatch.from_arrays(
        [pyarrow.array([], field.type) for field in file.schema], schema=file.schema
    )
    schema = with_times(empty, wanted, zone).schema
    with pyarrow.parquet.ParquetWriter(target, schema, version="2.6") as writer:
        for stripe in range(file.nstripes):
            writer.write_batch(with_times(file.read_stripe(stripe), wanted, zone))


def to_orc(source, target):
    """Row group by row group."""
    file = pyarrow.parquet.ParquetFile(source)
    with pyarrow.orc.ORCWriter(target, compression="zlib") as writer:
        for batch in file.iter_batches():
            writer.write(pyarrow.Table.from_batches([batch]))
        if file.metadata.num_rows == 0:
            writer.write(file.schema_arrow.empty_table())


def main():
    """Runs one of the two."""
    way, source, target, *rest = sys.argv[1:]
    try:
        if way == "to-parquet":
            to_parquet(source, target, *rest)
        else:
            to_orc(source, target)
    except (pyarrow.ArrowException, OSError):
        sys.exit(BROKEN)


if __name__ == "__main__":
    main()
