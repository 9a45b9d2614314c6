"""Streams, whose rows are there at once, and upserts by key."""


def test_streams(shared_server, pyodps):
    printed = pyodps(
        """
        made = table("streamed", "x bigint, s string")
        session = tunnel.create_stream_upload_session(made, slot_num=2, zorder_columns="x")
        print(session.status, len(session.slots), len(session.schema.columns))
        writer = session.open_record_writer()
        for i in range(10):
            writer.write(session.new_record([i, "s"]))
            if i == 4:
                writer._flush()
                print(o.execute_sql("SELECT COUNT(*) FROM streamed").open_reader(tunnel=True)[0][0])
        writer.close()
        print(o.execute_sql("SELECT COUNT(*), SUM(x) FROM streamed").open_reader(tunnel=True)[0].values)
        session.reload()
        session.abort()
        print(failure(session.reload))
        parts = table("streamed_parts", "x bigint", partitions="ds string")
        session = tunnel.create_stream_upload_session(parts, partition_spec="ds=a", create_partition=True)
        with session.open_record_writer(compress=True) as writer:
            writer.write(session.new_record([1]))
        print(failure(lambda: tunnel.create_stream_upload_session(parts, partition_spec="ds=b")))
        print(failure(lambda: tunnel.create_stream_upload_session(parts, dynamic_partition=True)))
        print(failure(lambda: tunnel.create_stream_upload_session(made, schema_version="99", allow_schema_mismatch=False)))
        """
    )
    lines = printed.splitlines()
    assert lines[:3] == ["normal 2 2", "5", "[10, 45]"]
    assert lines[3].startswith("StreamSessionNotFound")
    assert lines[4].startswith("NoSuchPartition") and lines[5].startswith("InvalidArgument")
    assert lines[6].startswith("SchemaModified")
    assert shared_server.sql("SELECT x, ds FROM streamed_parts WHERE ds='a'") == "1\ta\n"


def test_upserts(shared_server, pyodps):
    shared_server.sql(
        "CREATE TABLE keyed (id BIGINT NOT NULL, part STRING NOT NULL, value STRING, n DECIMAL(10,2), "
        'PRIMARY KEY (id, part)) TBLPROPERTIES ("transactional"="true")',
        "INSERT INTO keyed VALUES (1, 'a', 'old', 1.5BD), (2, 'a', 'old', 2.5BD), (3, 'a', 'old', NULL)",
        "CREATE TABLE keyed_parts (id BIGINT NOT NULL, value STRING, PRIMARY KEY (id)) PARTITIONED BY (ds STRING) "
        'TBLPROPERTIES ("transactional"="true")',
        "INSERT INTO keyed_parts PARTITION (ds='a') VALUES (1, 'old'), (2, 'old')",
        "INSERT INTO keyed_parts PARTITION (ds='b') VALUES (1, 'other')",
    )
    printed = pyodps(
        """
        made = o.get_table("keyed")
        session = tunnel.create_upsert_session(made)
        stream = session.open_upsert_stream(compress=True)
        for values in [1, "a", "new", None], [9, "z", "first", None], [9, "z", "last", decimal.Decimal("7")]:
            stream.upsert(session.new_record(values))
        stream.delete(session.new_record([2, "a", None, None]))
        stream.upsert(session.new_record([4, "b", "x", None]))
        stream.delete(session.new_record([4, "b", None, None]))
        stream.flush()
        stream.delete(session.new_record([77, "q", None, None]))
        stream.close()
        session.commit()
        print(session.status.name)
        session.commit()
        parts = o.get_table("keyed_parts")
        session = tunnel.create_upsert_session(parts, partition_spec="ds=a")
        stream = session.open_upsert_stream()
        stream.upsert(session.new_record([1, "new"]))
        stream.delete(session.new_record([2, None]))
        stream.close()
        session.commit()
        gone = tunnel.create_upsert_session(parts, partition_spec="ds=a")
        gone.abort()
        print(failure(gone.reload))
        with made.open_writer() as writer:
            writer.write([[3, "a", "by writer", None]])
        print(failure(lambda: tunnel.create_upsert_session(table("no_key", "x bigint"))))
        """
    )
    assert printed.splitlines()[0] == "Committed".upper() or printed.splitlines()[0] == "Committed"
    assert printed.splitlines()[1].startswith("UpsertSessionNotFound")
    assert shared_server.sql("SELECT id, part, value, n FROM keyed ORDER BY id LIMIT 9") == (
        "1\ta\tnew\tNULL\n3\ta\tby writer\tNULL\n9\tz\tlast\t7\n"
    )
    assert shared_server.sql("SELECT id, value, ds FROM keyed_parts WHERE ds >= 'a' ORDER BY ds, id LIMIT 9") == (
        "1\tnew\ta\n1\tother\tb\n"
    )
