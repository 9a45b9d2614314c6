import com.aliyun.odps.Odps;
import com.aliyun.odps.data.Record;
import com.aliyun.odps.tunnel.TableTunnel;
import com.aliyun.odps.tunnel.streams.UpsertStream;
import java.util.List;

/** Rows that are written without blocks: by streams, and by keys. */
final class SdkWriters {
  private static final Odps odps = Runner.odps();
  private static final TableTunnel tunnel = new TableTunnel(odps);

  public static void streams() throws Exception {
    SdkSql.run("DROP TABLE IF EXISTS writers_stream;", "CREATE TABLE writers_stream (id BIGINT, name STRING);");
    TableTunnel.StreamUploadSession session = tunnel.buildStreamUploadSession(Runner.PROJECT, "writers_stream").build();
    TableTunnel.StreamRecordPack pack = session.newRecordPack();
    for (long i = 0; i < 10; i++) {
      Record record = session.newRecord();
      record.setBigint(0, i);
      record.setString(1, "name " + i);
      pack.append(record);
    }
    pack.flush();
    Expect.same("10", SdkSql.rows("SELECT COUNT(*) AS n FROM writers_stream;").get(0).getString(0));
    pack.append(session.newRecord());
    pack.flush(new TableTunnel.FlushOption());
    Expect.same("11", SdkSql.rows("SELECT COUNT(*) AS n FROM writers_stream;").get(0).getString(0));
  }

  public static void upserts() throws Exception {
    SdkSql.run("DROP TABLE IF EXISTS writers_keyed;",
        "CREATE TABLE writers_keyed (id BIGINT NOT NULL, name STRING, PRIMARY KEY (id)) TBLPROPERTIES ('transactional'='true');",
        "INSERT INTO writers_keyed VALUES (1, 'old'), (2, 'old');");
    TableTunnel.UpsertSession session = tunnel.buildUpsertSession(Runner.PROJECT, "writers_keyed").build();
    UpsertStream stream = session.buildUpsertStream().build();
    Record record = session.newRecord();
    for (long i = 2; i < 6; i++) {
      record.set("id", i);
      record.set("name", "new " + i);
      stream.upsert(record);
    }
    record.set("id", 5L);
    stream.delete(record);
    stream.flush();
    stream.close();
    session.commit(false);
    session.close();
    Expect.same("1 old,2 new 2,3 new 3,4 new 4", rows());
  }

  private static String rows() throws Exception {
    List<Record> rows = SdkSql.rows(
        "SELECT WM_CONCAT(',', x) WITHIN GROUP (ORDER BY x) AS x FROM (SELECT CONCAT(CAST(id AS STRING), ' ', name) AS x FROM "
            + "writers_keyed) t;");
    return rows.get(0).getString(0);
  }

  private SdkWriters() {}
}
