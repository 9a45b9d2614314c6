import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.Collections;

/** Prepared statements: parameters, and batches, which go through the tunnel. */
final class JdbcPrepared {
  public static void parametersOfQueries() throws Exception {
    try (Connection connection = Jdbc.connect("")) {
      Jdbc.run(connection, "DROP TABLE IF EXISTS prep_t", "CREATE TABLE prep_t (id BIGINT, name STRING, price DOUBLE)",
          "INSERT INTO prep_t VALUES (1, 'a', 1.5), (2, 'b', 2.5), (3, '杭州', 3.5)");
      PreparedStatement statement = connection.prepareStatement("SELECT id FROM prep_t WHERE name = ? AND price > ? AND id <> ?");
      statement.setString(1, "杭州");
      statement.setDouble(2, 0.5);
      statement.setLong(3, 7);
      Expect.same(Collections.singletonList("3"), Jdbc.rows(statement.executeQuery()));
      statement.setString(1, "b");
      Expect.same(Collections.singletonList("2"), Jdbc.rows(statement.executeQuery()));
      Expect.fails(() -> {
        statement.setString(1, "x' OR '1' = '1");
        statement.executeQuery();
      });
      statement.close();
    }
  }

  public static void parametersOfInserts() throws Exception {
    try (Connection connection = Jdbc.connect("")) {
      Jdbc.run(connection, "SET odps.sql.type.system.odps2=true", "DROP TABLE IF EXISTS prep_types",
          "CREATE TABLE prep_types (t TINYINT, s SMALLINT, i INT, b BIGINT, f FLOAT, d DOUBLE, n DECIMAL(38,18), v STRING, "
              + "day DATE, ts TIMESTAMP, ok BOOLEAN)");
      PreparedStatement statement = connection.prepareStatement("INSERT INTO prep_types VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
      statement.setByte(1, (byte) 127);
      statement.setShort(2, (short) -3);
      statement.setInt(3, 2147483647);
      statement.setLong(4, 9223372036854775807L);
      statement.setFloat(5, 3.5f);
      statement.setDouble(6, 2.25);
      statement.setBigDecimal(7, new BigDecimal("3.14159"));
      statement.setString(8, "字");
      statement.setDate(9, Date.valueOf("2026-01-02"));
      statement.setTimestamp(10, Timestamp.valueOf("2026-01-02 03:04:05.123"));
      statement.setBoolean(11, true);
      statement.execute();
      Expect.same(Collections.singletonList("127|-3|2147483647|9223372036854775807|3.5|2.25|3.14159|字|true"),
          Jdbc.rows(connection, "SELECT t, s, i, b, f, d, n, v, ok FROM prep_types"));
      Expect.same(Collections.singletonList("2026-01-02|2026-01-02 03:04:05.123"),
          Jdbc.rows(connection, "SELECT CAST(day AS STRING), CAST(ts AS STRING) FROM prep_types"));
    }
  }

  public static void batches() throws Exception {
    try (Connection connection = Jdbc.connect("")) {
      Jdbc.run(connection, "DROP TABLE IF EXISTS prep_batch", "CREATE TABLE prep_batch (id BIGINT, name STRING)");
      PreparedStatement statement = connection.prepareStatement("INSERT INTO prep_batch VALUES (?, ?)");
      for (int block = 0; block < 3; block++) {
        for (int i = 0; i < 100; i++) {
          statement.setLong(1, block * 100 + i);
          if (i != 7) statement.setString(2, "name " + i);
          statement.addBatch();
        }
        Expect.same(100, statement.executeBatch().length);
      }
      // The driver commits its upload when the statement is closed.
      statement.close();
      Expect.same(Collections.singletonList("300|297|44850"),
          Jdbc.rows(connection, "SELECT COUNT(*), COUNT(name), SUM(id) FROM prep_batch"));
    }
  }

  public static void batchesOfAPartition() throws Exception {
    try (Connection connection = Jdbc.connect("")) {
      Jdbc.run(connection, "DROP TABLE IF EXISTS prep_parts", "CREATE TABLE prep_parts (id BIGINT) PARTITIONED BY (day STRING)");
      PreparedStatement statement = connection.prepareStatement("INSERT INTO prep_parts PARTITION(day='1') VALUES (?)");
      for (long i = 0; i < 3; i++) {
        statement.setLong(1, i);
        statement.addBatch();
      }
      statement.executeBatch();
      statement.close();
      Expect.same(Arrays.asList("0|1", "1|1", "2|1"),
          Jdbc.rows(connection, "SELECT id, day FROM prep_parts WHERE day = '1' ORDER BY id LIMIT 10"));
    }
  }

  public static void wrongBatches() throws Exception {
    try (Connection connection = Jdbc.connect("")) {
      PreparedStatement statement = connection.prepareStatement("INSERT INTO prep_nosuch VALUES (?)");
      statement.setLong(1, 1);
      statement.addBatch();
      SQLException thrown = (SQLException) Expect.fails(statement::executeBatch);
      Expect.has("prep_nosuch", thrown.getMessage());
      statement.close();
    }
  }

  private JdbcPrepared() {}
}
