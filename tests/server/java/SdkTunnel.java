import com.aliyun.odps.Column;
import com.aliyun.odps.Instance;
import com.aliyun.odps.Odps;
import com.aliyun.odps.PartitionSpec;
import com.aliyun.odps.data.Binary;
import com.aliyun.odps.data.Record;
import com.aliyun.odps.data.RecordReader;
import com.aliyun.odps.data.RecordWriter;
import com.aliyun.odps.data.SimpleStruct;
import com.aliyun.odps.data.Struct;
import com.aliyun.odps.data.Varchar;
import com.aliyun.odps.task.SQLTask;
import com.aliyun.odps.tunnel.InstanceTunnel;
import com.aliyun.odps.tunnel.TableTunnel;
import com.aliyun.odps.tunnel.TunnelException;
import com.aliyun.odps.tunnel.io.CompressOption;
import com.aliyun.odps.tunnel.io.TunnelBufferedWriter;
import com.aliyun.odps.type.StructTypeInfo;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Rows through the tunnel of tables and of results. */
final class SdkTunnel {
  private static final Odps odps = Runner.odps();
  private static final TableTunnel tunnel = new TableTunnel(odps);

  private static void upload(String table, CompressOption option, long from, long to) throws Exception {
    TableTunnel.UploadSession session = tunnel.createUploadSession(Runner.PROJECT, table);
    RecordWriter writer = session.openRecordWriter(0, option);
    Record record = session.newRecord();
    for (long i = from; i < to; i++) {
      record.setBigint(0, i);
      record.setString(1, i % 3 == 0 ? null : "name " + i);
      writer.write(record);
    }
    writer.close();
    session.commit(new Long[] {0L});
  }

  private static List<String> download(String table, CompressOption option, long start, long count) throws Exception {
    TableTunnel.DownloadSession session = tunnel.createDownloadSession(Runner.PROJECT, table);
    List<String> rows = new ArrayList<>();
    try (RecordReader reader = session.openRecordReader(start, count, option)) {
      for (Record record = reader.read(); record != null; record = reader.read()) {
        rows.add(record.getBigint(0) + "|" + record.getString(1));
      }
    }
    return rows;
  }

  private static CompressOption raw() {
    return new CompressOption(CompressOption.CompressAlgorithm.ODPS_RAW, 0, 0);
  }

  public static void uploadAndDownload() throws Exception {
    SdkSql.run("DROP TABLE IF EXISTS tunnel_plain;", "CREATE TABLE tunnel_plain (id BIGINT, name STRING);");
    upload("tunnel_plain", raw(), 0, 1000);
    Expect.same(1000L, tunnel.createDownloadSession(Runner.PROJECT, "tunnel_plain").getRecordCount());
    Expect.same(Arrays.asList("4|name 4", "5|name 5", "6|null"), download("tunnel_plain", raw(), 4, 3));
  }

  public static void compressed() throws Exception {
    for (CompressOption.CompressAlgorithm algorithm : CompressOption.CompressAlgorithm.values()) {
      if (algorithm.name().startsWith("ODPS_ARROW")) continue;
      CompressOption option = new CompressOption(algorithm, 1, 0);
      SdkSql.run("DROP TABLE IF EXISTS tunnel_packed;", "CREATE TABLE tunnel_packed (id BIGINT, name STRING);");
      upload("tunnel_packed", option, 0, 5000);
      List<String> rows = download("tunnel_packed", option, 0, 5000);
      Expect.same(algorithm + " 5000", algorithm + " " + rows.size());
      Expect.same(algorithm + " 4999|name 4999", algorithm + " " + rows.get(4999));
    }
  }

  public static void allTypes() throws Exception {
    SdkSql.run("DROP TABLE IF EXISTS tunnel_types;",
        "CREATE TABLE tunnel_types (t TINYINT, s SMALLINT, i INT, b BIGINT, f FLOAT, d DOUBLE, n DECIMAL(20,4), v STRING, "
            + "vc VARCHAR(10), ok BOOLEAN, dt DATETIME, day DATE, ts TIMESTAMP, raw BINARY, list ARRAY<STRING>, "
            + "pairs MAP<STRING,BIGINT>, st STRUCT<a:BIGINT,b:STRING>);");
    TableTunnel.UploadSession session = tunnel.createUploadSession(Runner.PROJECT, "tunnel_types");
    Object[] values = {(byte) 1, (short) -2, 3, 4L, 1.5f, -2.5, new BigDecimal("1234.5678"), "字", new Varchar("vc"), true,
        ZonedDateTime.parse("2026-01-02T03:04:05+08:00[Asia/Shanghai]"), LocalDate.of(2026, 1, 2),
        Instant.parse("2026-01-02T03:04:05.123456789Z"), new Binary(new byte[] {1, 0, -1}), Arrays.asList("x", null),
        Collections.singletonMap("k", 7L), null};
    Record record = session.newRecord();
    for (int i = 0; i + 1 < values.length; i++) record.set(i, values[i]);
    record.set(16, new SimpleStruct((StructTypeInfo) session.getSchema().getColumn(16).getTypeInfo(), Arrays.asList(9L, "nine")));
    RecordWriter writer = session.openRecordWriter(0);
    writer.write(record);
    writer.write(session.newRecord());
    writer.close();
    session.commit(new Long[] {0L});
    TableTunnel.DownloadSession download = tunnel.createDownloadSession(Runner.PROJECT, "tunnel_types");
    try (RecordReader reader = download.openRecordReader(0, 2)) {
      Record seen = reader.read();
      for (int i = 0; i + 1 < values.length; i++) {
        if (i != 7 && i != 13) Expect.same(i + " " + text(values[i]), i + " " + text(seen.get(i)));
      }
      Expect.same("字", seen.getString(7));
      Expect.same("[1, 0, -1]", Arrays.toString(((Binary) seen.get(13)).data()));
      Expect.same(Arrays.<Object>asList(9L, "nine"), ((Struct) seen.get(16)).getFieldValues());
      Record nothing = reader.read();
      for (int i = 0; i < nothing.getColumnCount(); i++) Expect.same(null, nothing.get(i));
    }
    Expect.same("1,-2,字,2026-01-02 03:04:05,1234.5678", SdkSql.rows(
        "SELECT CONCAT_WS(',', CAST(t AS STRING), CAST(s AS STRING), v, CAST(dt AS STRING), CAST(n AS STRING)) AS x FROM tunnel_types "
            + "WHERE t IS NOT NULL;").get(0).getString(0));
  }

  private static String text(Object value) {
    return value instanceof Varchar ? ((Varchar) value).getValue() : String.valueOf(value);
  }

  public static void partitionsAndColumns() throws Exception {
    SdkSql.run("DROP TABLE IF EXISTS tunnel_parts;", "CREATE TABLE tunnel_parts (id BIGINT, name STRING) PARTITIONED BY (day STRING);");
    PartitionSpec day = new PartitionSpec("day='1'");
    odps.tables().get("tunnel_parts").createPartition(day, true);
    TableTunnel.UploadSession session = tunnel.createUploadSession(Runner.PROJECT, "tunnel_parts", day);
    for (long block = 0; block < 3; block++) {
      RecordWriter writer = session.openRecordWriter(block);
      Record record = session.newRecord();
      record.setBigint(0, block);
      record.setString(1, "block " + block);
      writer.write(record);
      writer.close();
    }
    Expect.same(3, session.getBlockList().length);
    session.commit(new Long[] {0L, 1L, 2L});
    TableTunnel.DownloadSession download = tunnel.createDownloadSession(Runner.PROJECT, "tunnel_parts", day);
    Expect.same(3L, download.getRecordCount());
    List<Column> name = Collections.singletonList(download.getSchema().getColumn("name"));
    try (RecordReader reader = download.openRecordReader(1, 2, false, name)) {
      Expect.same("block 1", reader.read().getString(0));
    }
    TunnelException thrown = (TunnelException) Expect.fails(
        () -> tunnel.createUploadSession(Runner.PROJECT, "tunnel_parts", new PartitionSpec("day='nosuch'")));
    Expect.same("NoSuchPartition", thrown.getErrorCode());
  }

  public static void overwriting() throws Exception {
    SdkSql.run("DROP TABLE IF EXISTS tunnel_over;", "CREATE TABLE tunnel_over (id BIGINT, name STRING);");
    upload("tunnel_over", raw(), 0, 10);
    TableTunnel.UploadSession session = tunnel.createUploadSession(Runner.PROJECT, "tunnel_over", true);
    RecordWriter writer = session.openRecordWriter(0);
    Record record = session.newRecord();
    record.setBigint(0, 77L);
    writer.write(record);
    writer.close();
    session.commit(new Long[] {0L});
    Expect.same(Collections.singletonList("77|null"), download("tunnel_over", raw(), 0, 1));
  }

  public static void bufferedWriter() throws Exception {
    SdkSql.run("DROP TABLE IF EXISTS tunnel_buffered;", "CREATE TABLE tunnel_buffered (id BIGINT, name STRING);");
    TableTunnel.UploadSession session = tunnel.createUploadSession(Runner.PROJECT, "tunnel_buffered");
    TunnelBufferedWriter writer = (TunnelBufferedWriter) session.openBufferedWriter();
    writer.setBufferSize(1 << 20);
    Record record = session.newRecord();
    for (long i = 0; i < 60000; i++) {
      record.setBigint(0, i);
      record.setString(1, "a name that takes some room " + i);
      writer.write(record);
    }
    writer.close();
    session.commit();
    Expect.same(60000L, tunnel.createDownloadSession(Runner.PROJECT, "tunnel_buffered").getRecordCount());
  }

  public static void rangesInParallel() throws Exception {
    Instance instance = SQLTask.run(odps, "SELECT EXPLODE(SEQUENCE(0L, 19999L)) AS x;");
    instance.waitForSuccess(30);
    InstanceTunnel.DownloadSession session = new InstanceTunnel(odps).createDownloadSession(Runner.PROJECT, instance.getId());
    Expect.same(20000L, session.getRecordCount());
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<Long>> sums = new ArrayList<>();
    for (long start = 0; start < 20000; start += 2500) {
      long first = start;
      sums.add(threads.submit(() -> {
        long sum = 0;
        try (RecordReader reader = session.openRecordReader(first, 2500)) {
          for (Record record = reader.read(); record != null; record = reader.read()) sum += record.getBigint(0);
        }
        return sum;
      }));
    }
    long sum = 0;
    for (Future<Long> one : sums) sum += one.get();
    threads.shutdown();
    Expect.same(20000L * 19999 / 2, sum);
  }

  /** The first hour of the year 1 in Shanghai is one of the year 0 in UTC. Clocks there were 5:43 ahead of UTC+8 then. */
  public static void firstAndLastTimes() throws Exception {
    SdkSql.run("DROP TABLE IF EXISTS tunnel_times;", "CREATE TABLE tunnel_times (at DATETIME);");
    TableTunnel.UploadSession session = tunnel.createUploadSession(Runner.PROJECT, "tunnel_times");
    List<Instant> times = Arrays.asList(Instant.parse("0000-12-31T16:00:00Z"), Instant.parse("9999-12-31T15:59:59Z"));
    Record record = session.newRecord();
    RecordWriter writer = session.openRecordWriter(0);
    for (Instant time : times) {
      record.set(0, time.atZone(java.time.ZoneId.of("Asia/Shanghai")));
      writer.write(record);
    }
    writer.close();
    session.commit(new Long[] {0L});
    List<Instant> seen = new ArrayList<>();
    try (RecordReader reader = tunnel.createDownloadSession(Runner.PROJECT, "tunnel_times").openRecordReader(0, 2)) {
      for (Record row = reader.read(); row != null; row = reader.read()) seen.add(((ZonedDateTime) row.get(0)).toInstant());
    }
    Expect.same(times, seen);
    record.set(0, Instant.parse("-0001-12-31T16:00:00Z").atZone(java.time.ZoneId.of("Asia/Shanghai")));
    Exception refused = Expect.fails(() -> {
      RecordWriter other = tunnel.createUploadSession(Runner.PROJECT, "tunnel_times").openRecordWriter(0);
      other.write(record);
      other.close();
    });
    Expect.has("a DATETIME is not in the years 1 to 9999", refused.getMessage());
    List<Record> told = SdkSql.rows("SELECT CONCAT_WS(',', COLLECT_LIST(CAST(at AS STRING))) AS both FROM (SELECT at FROM tunnel_times ORDER BY at LIMIT 2) t;");
    Expect.same("0001-01-01 00:05:43,9999-12-31 23:59:59", told.get(0).getString(0));
  }

  public static void resultsAreCutWhereAsked() throws Exception {
    Instance instance = SQLTask.run(odps, "SELECT EXPLODE(SEQUENCE(1L, 10001L)) AS x;");
    instance.waitForSuccess(30);
    InstanceTunnel results = new InstanceTunnel(odps);
    InstanceTunnel.DownloadSession cut = results.createDownloadSession(Runner.PROJECT, instance.getId(), true);
    Expect.same(10000L, cut.getRecordCount());
    long rows = 0;
    try (RecordReader reader = cut.openRecordReader(9990, 100)) {
      while (reader.read() != null) rows++;
    }
    Expect.same(10L, rows);
    Expect.same(10001L, results.createDownloadSession(Runner.PROJECT, instance.getId(), false).getRecordCount());
  }

  public static void errors() throws Exception {
    TunnelException thrown = (TunnelException) Expect.fails(() -> tunnel.createDownloadSession(Runner.PROJECT, "nosuch"));
    Expect.same("NoSuchTable", thrown.getErrorCode());
    SdkSql.run("CREATE TABLE IF NOT EXISTS tunnel_errors (id BIGINT, name STRING);");
    thrown = (TunnelException) Expect.fails(
        () -> tunnel.getUploadSession(Runner.PROJECT, "tunnel_errors", "2026010100000000nosuch").getStatus());
    Expect.same("NoSuchUpload", thrown.getErrorCode());
    TableTunnel.UploadSession session = tunnel.createUploadSession(Runner.PROJECT, "tunnel_errors");
    Expect.fails(() -> session.commit(new Long[] {5L}));
    session.commit(new Long[] {});
    Expect.same(0L, tunnel.createDownloadSession(Runner.PROJECT, "tunnel_errors").getRecordCount());
  }

  private SdkTunnel() {}
}
