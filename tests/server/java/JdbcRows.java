import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Arrays;
import java.util.Collections;

/** Statements, their rows and their errors. */
final class JdbcRows {
  public static void statementsChangeTables() throws Exception {
    try (Connection connection = Jdbc.connect(""); Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS rows_made");
      Expect.same(0, Math.max(0, statement.executeUpdate("CREATE TABLE rows_made (id BIGINT, name STRING)")));
      Expect.same(2, statement.executeUpdate("INSERT INTO rows_made VALUES (1, 'a'), (2, '杭州')"));
      Expect.yes(statement.execute("SELECT * FROM rows_made ORDER BY id LIMIT 10"), "SELECT has rows");
      Expect.same(Arrays.asList("1|a", "2|杭州"), Jdbc.rows(statement.getResultSet()));
      Expect.same(1, statement.executeUpdate("INSERT OVERWRITE TABLE rows_made SELECT id, name FROM rows_made WHERE id = 2"));
    }
  }

  public static void typesOfColumns() throws Exception {
    try (Connection connection = Jdbc.connect(""); Statement statement = connection.createStatement()) {
      statement.execute("SET odps.sql.type.system.odps2=true");
      ResultSet rows = statement.executeQuery(
          "SELECT 1Y AS t, 2S AS s, 3 AS i, 4L AS b, CAST(1.5 AS FLOAT) AS f, 2.5D AS d, CAST(12.34 AS DECIMAL(10,2)) AS n, "
              + "'x' AS v, TRUE AS ok, DATETIME '2026-01-02 03:04:05' AS dt, DATE '2026-01-02' AS day, "
              + "TIMESTAMP '2026-01-02 03:04:05.123' AS ts, CAST('ab' AS BINARY) AS raw, CAST('c' AS CHAR(3)) AS ch, "
              + "CAST('vc' AS VARCHAR(5)) AS vc, CAST(NULL AS BIGINT) AS nothing");
      ResultSetMetaData about = rows.getMetaData();
      Expect.same(16, about.getColumnCount());
      int[] types = {Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.FLOAT, Types.DOUBLE, Types.DECIMAL,
          Types.VARCHAR, Types.BOOLEAN, Types.TIMESTAMP, Types.DATE, Types.TIMESTAMP, Types.BINARY, Types.CHAR,
          Types.VARCHAR, Types.BIGINT};
      for (int i = 0; i < types.length; i++) {
        Expect.same(about.getColumnName(i + 1) + " " + types[i], about.getColumnName(i + 1) + " " + about.getColumnType(i + 1));
      }
      Expect.same("DECIMAL(10,2)", about.getColumnTypeName(7));
      Expect.same(10, about.getPrecision(7));
      Expect.same(2, about.getScale(7));
      Expect.yes(rows.next(), "a row");
      Expect.same((byte) 1, rows.getByte("t"));
      Expect.same((short) 2, rows.getShort("s"));
      Expect.same(3, rows.getInt("i"));
      Expect.same(4L, rows.getLong("b"));
      Expect.same(1.5f, rows.getFloat("f"));
      Expect.same(2.5, rows.getDouble("d"));
      Expect.same(new BigDecimal("12.34"), rows.getBigDecimal("n"));
      Expect.same("x", rows.getString("v"));
      Expect.same(true, rows.getBoolean("ok"));
      Expect.same(Timestamp.valueOf("2026-01-02 03:04:05"), rows.getTimestamp("dt"));
      Expect.same("2026-01-02", rows.getDate("day").toString());
      Expect.same(Timestamp.valueOf("2026-01-02 03:04:05.123"), rows.getTimestamp("ts"));
      Expect.same("ab", new String(rows.getBytes("raw"), "UTF-8"));
      Expect.same("vc", rows.getString("vc"));
      Expect.same(0L, rows.getLong("nothing"));
      Expect.yes(rows.wasNull(), "the last value is NULL");
      Expect.yes(!rows.next(), "one row");
    }
  }

  public static void nestedTypes() throws Exception {
    try (Connection connection = Jdbc.connect("")) {
      Expect.same(Collections.singletonList("[1,2]|{\"a\":1}"),
          Jdbc.rows(connection, "SELECT ARRAY(1L, 2L) AS list, MAP('a', 1L) AS pairs"));
    }
  }


  public static void manyRows() throws Exception {
    try (Connection connection = Jdbc.connect("&enableLimit=false"); Statement statement = connection.createStatement()) {
      statement.setFetchSize(5000);
      ResultSet rows = statement.executeQuery("SELECT EXPLODE(SEQUENCE(1L, 50000L)) AS x");
      long sum = 0;
      while (rows.next()) sum += rows.getLong(1);
      Expect.same(50000L * 50001 / 2, sum);
      statement.setMaxRows(77);
      Expect.same(77, Jdbc.rows(statement.executeQuery("SELECT EXPLODE(SEQUENCE(1L, 50000L)) AS x")).size());
    }
  }


  public static void limitOfTheConnection() throws Exception {
    try (Connection connection = Jdbc.connect("&autoSelectLimit=3")) {
      Expect.same(3, Jdbc.rows(connection, "SELECT EXPLODE(SEQUENCE(1L, 10L)) AS x").size());
    }
  }

  public static void errorsHaveThePlatformsText() throws Exception {
    try (Connection connection = Jdbc.connect("")) {
      SQLException thrown = (SQLException) Expect.fails(() -> Jdbc.rows(connection, "SELECT x FROM rows_nosuch"));
      Expect.has("ODPS-0130131:[1,15] Table not found", thrown.getMessage());
      thrown = (SQLException) Expect.fails(() -> Jdbc.run(connection, "SELEECT 1"));
      Expect.has("ODPS-0130161:[1,1] Parse exception", thrown.getMessage());
      Expect.same(Collections.singletonList("1"), Jdbc.rows(connection, "SELECT 1"));
    }
  }

  public static void aWrongProjectIsRefused() {
    Exception thrown = Expect.fails(
        () -> java.sql.DriverManager.getConnection("jdbc:odps:" + Runner.endpoint + "?project=nosuch_project", "id", "secret"));
    Expect.has("nosuch_project", thrown.getMessage());
  }

  public static void settingsInTheText() throws Exception {
    try (Connection connection = Jdbc.connect("")) {
      Expect.same(Collections.singletonList("2026-01-02 00:00:00"),
          Jdbc.rows(connection, "SET odps.sql.timezone=UTC; SELECT CAST(FROM_UTC_TIMESTAMP(CAST('2026-01-02 00:00:00' AS TIMESTAMP), "
              + "'UTC') AS STRING)"));
      Jdbc.run(connection, "SET odps.sql.type.system.odps2=true");
      try (Statement statement = connection.createStatement()) {
        ResultSet rows = statement.executeQuery("SELECT 1 AS i");
        Expect.same(Types.INTEGER, rows.getMetaData().getColumnType(1));
      }
    }
  }

  public static void descriptionsHaveRows() throws Exception {
    try (Connection connection = Jdbc.connect("")) {
      Jdbc.run(connection, "CREATE TABLE IF NOT EXISTS rows_described (id BIGINT) PARTITIONED BY (day STRING)",
          "ALTER TABLE rows_described ADD IF NOT EXISTS PARTITION (day = '1')");
      Expect.has("id", Jdbc.rows(connection, "DESC rows_described").toString());
      Expect.has("rows_described", Jdbc.rows(connection, "SHOW TABLES").toString());
      Expect.has("day=1", Jdbc.rows(connection, "SHOW PARTITIONS rows_described").toString());
      Expect.has("CREATE TABLE", Jdbc.rows(connection, "SHOW CREATE TABLE rows_described").toString().toUpperCase());
    }
  }

  public static void whatRunsIsCancelled() throws Exception {
    try (Connection connection = Jdbc.connect(""); Statement statement = connection.createStatement()) {
      Thread canceller = new Thread(() -> {
        try {
          while (((com.aliyun.odps.jdbc.OdpsStatement) statement).getExecuteInstance() == null) Thread.onSpinWait();
          statement.cancel();
        } catch (SQLException thrown) {
          throw new IllegalStateException(thrown);
        }
      });
      canceller.setDaemon(true);
      canceller.start();
      SQLException thrown = (SQLException) Expect.fails(() -> statement.executeUpdate(
          "CREATE TABLE rows_long AS SELECT /*+ MAPJOIN(y) */ COUNT(*) AS n FROM (SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS a) x "
              + "CROSS JOIN (SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS b) y WHERE a * b % 7 = 3"));
      canceller.join(30000);
      Expect.yes(thrown.getMessage() != null, "the error has a text");
    }
  }

  private JdbcRows() {}
}
