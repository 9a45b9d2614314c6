import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Connections by the driver, and what checks do with them. */
final class Jdbc {
  /** Connects. {@code more} is added to the URL: "&amp;key=value…". */
  static Connection connect(String more) throws SQLException {
    String url = "jdbc:odps:" + Runner.endpoint + "?project=" + Runner.PROJECT + "&logLevel=OFF" + more;
    return DriverManager.getConnection(url, "id", "secret");
  }

  static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : statements) statement.execute(text);
    }
  }

  /** All rows as text, cells separated by "|". */
  static List<String> rows(ResultSet result) throws SQLException {
    List<String> rows = new ArrayList<>();
    int columns = result.getMetaData().getColumnCount();
    while (result.next()) {
      StringBuilder row = new StringBuilder();
      for (int i = 1; i <= columns; i++) row.append(i == 1 ? "" : "|").append(result.getString(i));
      rows.add(row.toString());
    }
    result.close();
    return rows;
  }

  static List<String> rows(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return rows(statement.executeQuery(query));
    }
  }

  /** The named columns of all rows, cells separated by "|". */
  static List<String> columns(ResultSet result, String... names) throws SQLException {
    List<String> rows = new ArrayList<>();
    while (result.next()) {
      StringBuilder row = new StringBuilder();
      for (String name : names) row.append(row.length() == 0 ? "" : "|").append(result.getString(name));
      rows.add(row.toString());
    }
    result.close();
    return rows;
  }

  private Jdbc() {}
}
