"""What a transfer has cost: clients that ask for it get the server's times, others see no trace of it."""

import requests

HEAD = "options.tunnel.enable_client_metrics = True\n"


def test_uploads_and_downloads_tell_their_cost(pyodps):
    printed = pyodps(
        HEAD
        + """
def told(metrics):
    return metrics.server_total_cost >= metrics.storage_cost + metrics.server_io_cost and metrics.tunnel_process_cost > 0

made = table("measured", "x bigint")
upload = tunnel.create_upload_session(made)
with upload.open_record_writer(0) as writer:
    for x in range(1000):
        writer.write(upload.new_record([x]))
upload.commit([0])
print(told(writer.metrics))
stream = tunnel.create_stream_upload_session(made)
with stream.open_record_writer() as writer:
    writer.write(stream.new_record([1000]))
print(told(writer.metrics))
download = tunnel.create_download_session(made)
for compress in (False, True):
    with download.open_record_reader(0, download.count, compress=compress) as reader:
        print(sum(record[0] for record in reader), told(reader.metrics))
instance = o.execute_sql("SELECT x FROM measured ORDER BY x LIMIT 3")
rows = InstanceTunnel(o).create_download_session(instance)
with rows.open_record_reader(0, rows.count) as reader:
    print([record[0] for record in reader], told(reader.metrics))
"""
    )
    assert printed.splitlines() == ["True", "True", "500500 True", "500500 True", "[0, 1, 2] True"]


def test_earlier_versions_of_the_tunnel_get_records_alone(shared_server):
    shared_server.sql("CREATE TABLE plainly AS SELECT 1L AS x")
    url = f"{shared_server.endpoint}/projects/default_project/tables/plainly"
    begun = requests.post(url, params={"downloads": ""}, timeout=60).json()

    def body(version):
        known = {"data": "", "downloadid": begun["DownloadID"]}
        return requests.get(url, params=known, headers={"x-odps-tunnel-version": version}, timeout=60).content

    assert b"ServerTotalCost" in body("6")
    assert body("5") == body("") == body("x")
    assert b"Cost" not in body("5")
