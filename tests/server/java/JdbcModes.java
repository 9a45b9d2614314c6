import java.sql.Connection;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;

/** The ways of the driver to run statements, as its URL chooses them. */
final class JdbcModes {
  private static final List<String> ONE = Collections.singletonList("1");

  public static void interactiveFallsBack() throws Exception {
    try (Connection connection = Jdbc.connect("&interactiveMode=true&alwaysFallback=true")) {
      Expect.same(ONE, Jdbc.rows(connection, "SELECT 1L AS x"));
      Jdbc.run(connection, "CREATE TABLE IF NOT EXISTS modes_t (x BIGINT)");
    }
  }

  public static void commandsThroughTheirOwnRequests() throws Exception {
    try (Connection connection = Jdbc.connect("&enableCommandApi=true")) {
      Jdbc.run(connection, "CREATE TABLE IF NOT EXISTS modes_t (x BIGINT)");
      Expect.has("modes_t", Jdbc.rows(connection, "SHOW TABLES;").toString());
      Expect.has("x", Jdbc.rows(connection, "DESC modes_t;").toString());
      Expect.has(Runner.PROJECT, Jdbc.rows(connection, "WHOAMI;").toString());
      Expect.same(ONE, Jdbc.rows(connection, "SELECT 1L AS x"));
    }
  }

  public static void namedLogviewAndTunnel() throws Exception {
    String address = Runner.endpoint.replace("/api", "");
    try (Connection connection = Jdbc.connect("&logview=" + address + "&tunnelEndpoint=" + address)) {
      Expect.same(ONE, Jdbc.rows(connection, "SELECT 1L AS x"));
    }
  }

  public static void settingsOfTheUrl() throws Exception {
    try (Connection connection = Jdbc.connect("&settings={\"odps.sql.type.system.odps2\":\"true\"}");
        Statement statement = connection.createStatement()) {
      Expect.same(java.sql.Types.INTEGER, statement.executeQuery("SELECT 1 AS i").getMetaData().getColumnType(1));
    }
  }

  public static void schemasOfAProject() throws Exception {
    try (Connection connection = Jdbc.connect("&odpsNamespaceSchema=true&schema=modes_schema")) {
      Jdbc.run(connection, "CREATE SCHEMA IF NOT EXISTS modes_schema", "CREATE TABLE IF NOT EXISTS inside (x BIGINT)");
      Expect.has("inside", Jdbc.columns(connection.getMetaData().getTables(null, "modes_schema", "%", null), "TABLE_SCHEM", "TABLE_NAME").toString());
      Expect.has("modes_schema", Jdbc.columns(connection.getMetaData().getSchemas(), "TABLE_SCHEM").toString());
      Expect.same(Collections.singletonList("0"), Jdbc.rows(connection, "SELECT COUNT(*) FROM modes_schema.inside"));
    }
    try (Connection connection = Jdbc.connect("")) {
      Expect.fails(() -> Jdbc.rows(connection, "SELECT COUNT(*) FROM inside"));
    }
  }

  private JdbcModes() {}
}
