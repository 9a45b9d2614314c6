"""Each codec of the platform, both ways, for records and for Arrow."""

import pytest


@pytest.mark.parametrize("codec", ["ZLIB", "ZSTD", "LZ4", "SNAPPY", "ARROW_LZ4"])
def test_rows_are_packed(pyodps, codec):
    printed = pyodps(
        f"""
        option = CompressOption(CompressOption.CompressAlgorithm("ODPS_{codec}".replace("ODPS_", "")))
        made = table("packed", "id bigint, name string")
        ids, names = list(range(20000)), ["name %d" % i for i in range(20000)]
        upload = tunnel.create_upload_session(made, compress_option=option)
        with upload.open_record_writer(0, compress=True) as writer:
            for i, name in zip(ids, names):
                writer.write(upload.new_record([i, name]))
        with upload.open_arrow_writer(1, compress=True) as writer:
            writer.write(pa.table({{"id": ids, "name": names}}))
        upload.commit([0, 1])
        session = tunnel.create_download_session(made, compress_option=option)
        done = []
        with session.open_record_reader(0, session.count, compress=True) as reader:
            if [record.values for record in reader] == [[i, name] for i, name in zip(ids + ids, names + names)]:
                done.append("records")
        with session.open_arrow_reader(0, session.count, compress=True) as reader:
            if reader.read().to_pydict() == {{"id": ids + ids, "name": names + names}}:
                done.append("arrow")
        print(done)
        """
    )
    assert printed == "['records', 'arrow']\n"
