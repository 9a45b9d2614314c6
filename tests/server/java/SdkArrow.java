import com.aliyun.credentials.api.ICredentials;
import com.aliyun.credentials.api.ICredentialsProvider;
import com.aliyun.odps.Column;
import com.aliyun.odps.Instance;
import com.aliyun.odps.Odps;
import com.aliyun.odps.PartitionSpec;
import com.aliyun.odps.data.ArrowRecordReader;
import com.aliyun.odps.data.ArrowRecordWriter;
import com.aliyun.odps.storage.MaxStorageClient;
import com.aliyun.odps.storage.read.InstanceReadSession;
import com.aliyun.odps.storage.read.TableReadSession;
import com.aliyun.odps.storage.write.TableArrowWriter;
import com.aliyun.odps.storage.write.TableWriteSession;
import com.aliyun.odps.table.InstanceIdentifier;
import com.aliyun.odps.table.TableIdentifier;
import com.aliyun.odps.table.arrow.ArrowReader;
import com.aliyun.odps.table.read.split.InputSplit;
import com.aliyun.odps.task.SQLTask;
import com.aliyun.odps.tunnel.TableTunnel;
import com.aliyun.odps.tunnel.io.CompressOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.pojo.Schema;

/** Rows as Arrow: the tunnel's writers and readers, its previews, and the storage API. */
final class SdkArrow {
  private static final Odps odps = Runner.odps();
  private static final TableTunnel tunnel = new TableTunnel(odps);

  private static CompressOption raw() {
    return new CompressOption(CompressOption.CompressAlgorithm.ODPS_RAW, 0, 0);
  }

  /** Rows from..to-1 of columns id and name, where every third name is NULL. */
  private static void fill(VectorSchemaRoot root, long from, long to) {
    BigIntVector ids = (BigIntVector) root.getVector("id");
    VarCharVector names = (VarCharVector) root.getVector("name");
    root.allocateNew();
    for (int i = 0; i < to - from; i++) {
      ids.setSafe(i, from + i);
      if ((from + i) % 3 != 0) names.setSafe(i, ("name " + (from + i)).getBytes(StandardCharsets.UTF_8));
    }
    root.setRowCount((int) (to - from));
  }

  private static void add(VectorSchemaRoot root, List<String> rows) {
    for (int i = 0; i < root.getRowCount(); i++) {
      StringBuilder row = new StringBuilder();
      for (FieldVector vector : root.getFieldVectors()) row.append(row.length() == 0 ? "" : "|").append(vector.getObject(i));
      rows.add(row.toString());
    }
  }

  private static void upload(TableTunnel.UploadSession session, CompressOption option, long rows) throws Exception {
    try (BufferAllocator memory = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(session.getArrowSchema(), memory)) {
      ArrowRecordWriter writer = session.openArrowRecordWriter(0, option);
      for (long from = 0; from < rows; from += 1000) {
        fill(root, from, Math.min(rows, from + 1000));
        writer.write(root);
      }
      writer.close();
    }
    session.commit(new Long[] {0L});
  }

  private static List<String> download(
      TableTunnel.DownloadSession session, long start, long count, List<Column> columns, CompressOption option) throws Exception {
    List<String> rows = new ArrayList<>();
    try (BufferAllocator memory = new RootAllocator();
        ArrowRecordReader reader = session.openArrowRecordReader(start, count, columns, memory, option)) {
      for (VectorSchemaRoot root = reader.read(); root != null; root = reader.read()) {
        add(root, rows);
        root.close();
      }
    }
    return rows;
  }

  public static void tunnelPlainAndPacked() throws Exception {
    for (CompressOption.CompressAlgorithm algorithm : new CompressOption.CompressAlgorithm[] {
        CompressOption.CompressAlgorithm.ODPS_RAW, CompressOption.CompressAlgorithm.ODPS_ARROW_LZ4_FRAME}) {
      CompressOption option = new CompressOption(algorithm, 1, 0);
      SdkSql.run("DROP TABLE IF EXISTS arrow_plain;", "CREATE TABLE arrow_plain (id BIGINT, name STRING);");
      upload(tunnel.createUploadSession(Runner.PROJECT, "arrow_plain"), option, 2500);
      TableTunnel.DownloadSession session = tunnel.createDownloadSession(Runner.PROJECT, "arrow_plain");
      Expect.same(2500L, session.getRecordCount());
      List<String> rows = download(session, 0, 2500, null, option);
      Expect.same(algorithm + " 2500 1|name 1 2499|null", algorithm + " " + rows.size() + " " + rows.get(1) + " " + rows.get(2499));
      List<Column> name = Collections.singletonList(session.getSchema().getColumn("name"));
      Expect.same(Arrays.asList("name 7", "name 8"), download(session, 7, 2, name, option));
    }
  }

  public static void tunnelOfAPartition() throws Exception {
    PartitionSpec day = new PartitionSpec("day='1'");
    SdkSql.run("DROP TABLE IF EXISTS arrow_parts;", "CREATE TABLE arrow_parts (id BIGINT, name STRING) PARTITIONED BY (day STRING);");
    odps.tables().get("arrow_parts").createPartition(day);
    upload(tunnel.createUploadSession(Runner.PROJECT, "arrow_parts", day), raw(), 3);
    TableTunnel.DownloadSession session = tunnel.createDownloadSession(Runner.PROJECT, "arrow_parts", day);
    Expect.same(Arrays.asList("0|null", "1|name 1", "2|name 2"), download(session, 0, 3, null, raw()));
  }

  public static void allTypes() throws Exception {
    SdkSql.run("DROP TABLE IF EXISTS arrow_types;",
        "CREATE TABLE arrow_types AS SELECT 1Y AS t, 2S AS s, 3 AS i, 4L AS b, CAST(1.5 AS FLOAT) AS f, -2.5 AS d, 12.34BD AS n, '字' AS v, "
            + "TRUE AS ok, DATETIME'2026-01-02 03:04:05' AS dt, DATE'2026-01-02' AS day, TIMESTAMP'2026-01-02 03:04:05.123' AS ts, "
            + "CAST('raw' AS BINARY) AS raw, ARRAY('x', NULL) AS list, MAP('k', 7L) AS pairs, NAMED_STRUCT('a', 9L) AS st;");
    TableTunnel.DownloadSession session = tunnel.createDownloadSession(Runner.PROJECT, "arrow_types");
    String row = download(session, 0, 1, null, raw()).get(0);
    Expect.has("1|2|3|4|1.5|-2.5|12.34", row);
    Expect.has("|字|true|", row);
    Expect.has("[\"x\",null]|[{\"key\":\"k\",\"value\":7}]|{\"a\":9}", row);
  }

  public static void preview() throws Exception {
    SdkSql.run("DROP TABLE IF EXISTS arrow_seen;", "CREATE TABLE arrow_seen (id BIGINT, name STRING);",
        "INSERT INTO arrow_seen VALUES (1, 'a'), (2, 'b'), (3, NULL);");
    List<String> rows = new ArrayList<>();
    try (ArrowStreamReader reader = tunnel.preview(Runner.PROJECT, null, "arrow_seen", null, 2L)) {
      while (reader.loadNextBatch()) add(reader.getVectorSchemaRoot(), rows);
    }
    Expect.same(Arrays.asList("1|a", "2|b"), rows);
  }

  private static MaxStorageClient storage() {
    ICredentials who = new ICredentials() {
      public String getAccessKeyId() {
        return "id";
      }

      public String getAccessKeySecret() {
        return "secret";
      }

      public String getSecurityToken() {
        return null;
      }

      public String getProviderName() {
        return "check";
      }
    };
    ICredentialsProvider provider = new ICredentialsProvider() {
      public ICredentials getCredentials() {
        return who;
      }

      public String getProviderName() {
        return "check";
      }

      public void close() {}
    };
    return MaxStorageClient.builder().endpoint(Runner.endpoint).project(Runner.PROJECT)
        .credentialsProvider(provider).bufferAllocator(new RootAllocator()).build();
  }

  private static List<String> all(ArrowReader reader) throws IOException {
    List<String> rows = new ArrayList<>();
    while (reader.nextBatch()) add(reader.getCurrentValue(), rows);
    reader.close();
    return rows;
  }

  public static void storageOfATable() throws Exception {
    SdkSql.run("DROP TABLE IF EXISTS arrow_stored;", "CREATE TABLE arrow_stored (id BIGINT, name STRING);");
    TableIdentifier table = TableIdentifier.of(Runner.PROJECT, "default", "arrow_stored");
    try (MaxStorageClient client = storage()) {
      TableWriteSession writing = client.createTableWriteSessionBuilder(table).build();
      TableArrowWriter writer = (TableArrowWriter) writing.createWriterBuilder("one", 1).build();
      VectorSchemaRoot root = writer.createVectorSchemaRoot();
      fill(root, 0, 4);
      writer.writeBatch(root);
      root.close();
      writer.close();
      writing.commit();
      List<String> rows = new ArrayList<>();
      TableReadSession reading = client.createTableReadSessionBuilder(table).withFilter("id > 0").build();
      for (InputSplit split : reading.getSplits()) rows.addAll(all(reading.createReaderBuilder(split).build()));
      Expect.same(Arrays.asList("1|name 1", "2|name 2", "3|null"), rows);
      Expect.same(Arrays.asList("0|null"), all(client.previewTable(table, null, null, 1)));
    }
  }

  public static void storageOfAResult() throws Exception {
    Instance instance = SQLTask.run(odps, "SELECT EXPLODE(SEQUENCE(1L, 5L)) AS x;");
    instance.waitForSuccess(30);
    try (MaxStorageClient client = storage()) {
      InstanceReadSession reading =
          client.createInstanceReadSessionBuilder(InstanceIdentifier.of(Runner.PROJECT, instance.getId())).build();
      Expect.same(5L, reading.getRecordCount());
      Expect.same(Arrays.asList("3", "4"), all(reading.createReaderBuilder().withOffset(2).withCount(2).build()));
    }
  }

  private SdkArrow() {}
}
