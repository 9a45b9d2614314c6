import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** What a connection says about the database, as DBeaver and other tools ask for it. */
final class JdbcMetadata {
  private static Connection connection() throws Exception {
    Connection connection = Jdbc.connect("");
    Jdbc.run(connection,
        "CREATE TABLE IF NOT EXISTS meta_sale (id BIGINT COMMENT 'a key', name STRING, price DECIMAL(10,2), at DATETIME, "
            + "tags ARRAY<STRING>) COMMENT 'sales' PARTITIONED BY (day STRING, city STRING)",
        "CREATE VIEW IF NOT EXISTS meta_view AS SELECT id, name FROM meta_sale WHERE day > '2020'");
    return connection;
  }

  public static void versions() throws Exception {
    try (Connection connection = Jdbc.connect("")) {
      DatabaseMetaData about = connection.getMetaData();
      Expect.same("MaxCompute/ODPS", about.getDatabaseProductName());
      Expect.same("3.4.2", about.getDriverVersion());
      Expect.same("`", about.getIdentifierQuoteString());
      Expect.yes(connection.isValid(5), "the connection is valid");
      Expect.same("id", about.getUserName());
    }
  }

  public static void catalogs() throws Exception {
    try (Connection connection = connection()) {
      List<String> catalogs = Jdbc.columns(connection.getMetaData().getCatalogs(), "TABLE_CAT");
      Expect.same(Collections.singletonList(Runner.PROJECT), catalogs);
    }
  }

  public static void schemas() throws Exception {
    try (Connection connection = connection()) {
      List<String> schemas = Jdbc.columns(connection.getMetaData().getSchemas(), "TABLE_SCHEM", "TABLE_CATALOG");
      Expect.same(Collections.singletonList(Runner.PROJECT + "|" + Runner.PROJECT), schemas);
    }
  }

  public static void tables() throws Exception {
    try (Connection connection = connection()) {
      DatabaseMetaData about = connection.getMetaData();
      List<String> tables = Jdbc.columns(about.getTables(null, null, "meta\\_%", null), "TABLE_NAME", "TABLE_TYPE", "REMARKS");
      Expect.same(Arrays.asList("meta_sale|TABLE|sales", "meta_view|VIEW|"), sorted(tables));
      tables = Jdbc.columns(about.getTables(Runner.PROJECT, null, "meta\\_%", new String[] {"VIEW"}), "TABLE_NAME");
      Expect.same(Collections.singletonList("meta_view"), tables);
      tables = Jdbc.columns(about.getTables("nosuch_project", null, "%", null), "TABLE_NAME");
      Expect.same(Collections.emptyList(), tables);
      Expect.same(Arrays.asList("TABLE", "VIEW"), Jdbc.columns(about.getTableTypes(), "TABLE_TYPE"));
    }
  }

  public static void columns() throws Exception {
    try (Connection connection = connection()) {
      ResultSet found = connection.getMetaData().getColumns(Runner.PROJECT, Runner.PROJECT, "meta_sale", "%");
      Expect.same(
          Arrays.asList("1|id|BIGINT|YES|a key", "2|name|STRING|YES|", "3|price|DECIMAL(10,2)|YES|", "4|at|DATETIME|YES|",
              "5|tags|ARRAY<STRING>|YES|", "6|day|STRING|YES|", "7|city|STRING|YES|"),
          Jdbc.columns(found, "ORDINAL_POSITION", "COLUMN_NAME", "TYPE_NAME", "IS_NULLABLE", "REMARKS"));
      Expect.fails(() -> connection.getMetaData().getColumns(null, null, "meta_nosuch", null));
    }
  }

  public static void keysAndProcedures() throws Exception {
    try (Connection connection = connection()) {
      DatabaseMetaData about = connection.getMetaData();
      Expect.same(Collections.emptyList(), Jdbc.rows(about.getPrimaryKeys(null, null, "meta_sale")));
      Expect.same(Collections.emptyList(), Jdbc.rows(about.getImportedKeys(null, null, "meta_sale")));
      Expect.same(Collections.emptyList(), Jdbc.rows(about.getProcedures(null, null, "%")));
      Expect.yes(Jdbc.columns(about.getTypeInfo(), "TYPE_NAME").contains("BIGINT"), "BIGINT is a type");
    }
  }

  public static void functions() throws Exception {
    try (Connection connection = connection()) {
      Jdbc.rows(connection.getMetaData().getFunctions(null, null, null));
    }
  }

  private static List<String> sorted(List<String> list) {
    Collections.sort(list);
    return list;
  }

  private JdbcMetadata() {}
}
