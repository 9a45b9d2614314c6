import com.aliyun.odps.Odps;
import com.aliyun.odps.data.Record;
import com.aliyun.odps.sqa.ExecuteMode;
import com.aliyun.odps.sqa.FallbackPolicy;
import com.aliyun.odps.sqa.SQLExecutor;
import com.aliyun.odps.sqa.SQLExecutorBuilder;
import java.util.HashMap;
import java.util.List;

/** The SDK's executor, which newer drivers and odpscmd are made of. */
final class SdkExecutor {
  private static final Odps odps = Runner.odps();

  private static List<Record> rows(SQLExecutorBuilder builder, String query) throws Exception {
    SQLExecutor executor = builder.build();
    try {
      executor.run(query, new HashMap<>());
      return executor.getResult();
    } finally {
      executor.close();
    }
  }

  private static SQLExecutorBuilder builder() {
    return SQLExecutorBuilder.builder().odps(odps).useInstanceTunnel(true);
  }

  public static void offline() throws Exception {
    List<Record> rows = rows(builder().executeMode(ExecuteMode.OFFLINE), "SELECT 7L AS x;");
    Expect.same(7L, rows.get(0).getBigint("x"));
  }

  public static void offlineWithoutTunnel() throws Exception {
    List<Record> rows = rows(builder().executeMode(ExecuteMode.OFFLINE).useInstanceTunnel(false), "SELECT 7L AS x, 'a' AS y;");
    Expect.same("7", String.valueOf(rows.get(0).get("x")));
  }

  public static void interactiveFallsBack() throws Exception {
    SQLExecutorBuilder interactive =
        builder().executeMode(ExecuteMode.INTERACTIVE).fallbackPolicy(FallbackPolicy.alwaysFallbackPolicy());
    Expect.same(7L, rows(interactive, "SELECT 7L AS x;").get(0).getBigint("x"));
  }

  public static void quickQueries() throws Exception {
    SQLExecutor executor = builder().executeMode(ExecuteMode.INTERACTIVE_V2).quotaName("default").build();
    executor.run("SELECT 7L AS x;", new HashMap<>());
    Expect.same(7L, executor.getResult().get(0).getBigint("x"));
    Expect.yes(executor.getInstance().getId().endsWith("_mcqa"), "its id says how it ran: " + executor.getInstance().getId());
    executor.run("CREATE TABLE IF NOT EXISTS executor_t (x BIGINT);", new HashMap<>());
    executor.getResult();
    Expect.fails(() -> {
      executor.run("SELECT x FROM executor_nosuch;", new HashMap<>());
      executor.getResult();
    });
    executor.close();
  }

  public static void commands() throws Exception {
    SdkSql.run("CREATE TABLE IF NOT EXISTS executor_t (x BIGINT);");
    SQLExecutorBuilder commands = builder().executeMode(ExecuteMode.OFFLINE).enableCommandApi(true);
    Expect.has("executor_t", text(rows(commands, "SHOW TABLES;")));
    Expect.has("x", text(rows(commands, "DESC executor_t;")));
    Expect.has(Runner.PROJECT, text(rows(commands, "WHOAMI;")));
  }

  private static String text(List<Record> rows) {
    StringBuilder text = new StringBuilder();
    for (Record row : rows) {
      for (int i = 0; i < row.getColumnCount(); i++) {
        Object value = row.get(i);
        text.append(value instanceof byte[] ? new String((byte[]) value) : String.valueOf(value)).append(' ');
      }
    }
    return text.toString();
  }

  private SdkExecutor() {}
}
