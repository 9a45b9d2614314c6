import com.aliyun.odps.Column;
import com.aliyun.odps.Odps;
import com.aliyun.odps.Partition;
import com.aliyun.odps.PartitionSpec;
import com.aliyun.odps.Table;
import com.aliyun.odps.data.Record;
import com.aliyun.odps.data.RecordPack;
import com.aliyun.odps.data.RecordReader;
import com.aliyun.odps.tunnel.TableTunnel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The calls of DataX's odpsreader and odpswriter, which the registry does not have. */
final class SdkDatax {
  private static final Odps odps = Runner.odps();
  private static final TableTunnel tunnel = new TableTunnel(odps);
  private static final PartitionSpec DAY = new PartitionSpec("day='1'");

  // A job makes the session, and each of its tasks opens that again by its id.
  public static void writerAndReader() throws Exception {
    SdkSql.run("DROP TABLE IF EXISTS datax_t;", "CREATE TABLE datax_t (id BIGINT, name STRING) PARTITIONED BY (day STRING);",
        "ALTER TABLE datax_t DROP IF EXISTS PARTITION(day='1');", "ALTER TABLE datax_t ADD IF NOT EXISTS PARTITION(day='1');");
    TableTunnel.UploadSession job = tunnel.createUploadSession(Runner.PROJECT, "datax_t", DAY);
    for (long block = 0; block < 3; block++) {
      TableTunnel.UploadSession task = tunnel.getUploadSession(Runner.PROJECT, "datax_t", DAY, job.getId());
      RecordPack pack = task.newRecordPack();
      Record record = task.newRecord();
      for (long i = 0; i < 100; i++) {
        record.setBigint("id", block * 100 + i);
        record.setString("name", "name " + i);
        pack.append(record);
      }
      task.writeBlock(block, pack);
    }
    Long[] written = job.getBlockList();
    Arrays.sort(written);
    Expect.same(Arrays.asList(0L, 1L, 2L), Arrays.asList(written));
    job.commit(written);
    read();
  }

  private static void read() throws Exception {
    Table table = odps.tables().get(Runner.PROJECT, "datax_t");
    table.reload();
    List<String> partitions = new ArrayList<>();
    for (Partition partition : table.getPartitions()) partitions.add(partition.getPartitionSpec().toString());
    Expect.same(Arrays.asList("day='1'"), partitions);
    TableTunnel.DownloadSession job = tunnel.createDownloadSession(Runner.PROJECT, "datax_t", DAY);
    Expect.same(300L, job.getRecordCount());
    List<Column> columns = new ArrayList<>(table.getSchema().getColumns());
    long sum = 0;
    for (long start = 0; start < 300; start += 100) {
      TableTunnel.DownloadSession task = tunnel.getDownloadSession(Runner.PROJECT, "datax_t", DAY, job.getId());
      try (RecordReader reader = task.openRecordReader(start, 100, true, columns)) {
        for (Record record = reader.read(); record != null; record = reader.read()) sum += record.getBigint("id");
      }
    }
    Expect.same(300L * 299 / 2, sum);
  }

  private SdkDatax() {}
}
