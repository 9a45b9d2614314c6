import com.aliyun.odps.Instance;
import com.aliyun.odps.Odps;
import com.aliyun.odps.OdpsException;
import com.aliyun.odps.data.Record;
import com.aliyun.odps.task.SQLTask;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Statements that the SDK submits, their results and their errors. */
final class SdkSql {
  private static final Odps odps = Runner.odps();

  static List<Record> rows(String statement) throws OdpsException {
    Instance instance = SQLTask.run(odps, statement);
    instance.waitForSuccess(30);
    return SQLTask.getResult(instance);
  }

  static void run(String... statements) throws OdpsException {
    for (String statement : statements) SQLTask.run(odps, statement).waitForSuccess(30);
  }

  public static void rowsAsCsv() throws Exception {
    List<Record> rows = rows("SELECT 1L AS id, '杭州, \"x\"' AS name, CAST(NULL AS STRING) AS nothing;");
    Expect.same(1, rows.size());
    Expect.same("1", rows.get(0).getString(0));
    Expect.same("杭州, \"x\"", rows.get(0).getString("name"));
  }

  public static void rowsThroughTheTunnel() throws Exception {
    Instance instance = SQLTask.run(odps, "SELECT 1L AS id, 'x' AS name, 1.5 AS half, CAST(NULL AS STRING) AS nothing;");
    instance.waitForSuccess(30);
    List<Record> rows = SQLTask.getResultByInstanceTunnel(instance);
    Expect.same(1, rows.size());
    Expect.same(1L, rows.get(0).getBigint("id"));
    Expect.same("x", rows.get(0).getString("name"));
    Expect.same(1.5, rows.get(0).getDouble("half"));
    Expect.same(null, rows.get(0).getString("nothing"));
  }

  public static void hintsAreSettings() throws Exception {
    Map<String, String> hints = new HashMap<>();
    hints.put("odps.sql.type.system.odps2", "true");
    Instance instance = SQLTask.run(odps, Runner.PROJECT, "SELECT CAST(1 AS INT) AS i;", hints, null);
    instance.waitForSuccess(30);
    Expect.same(1, SQLTask.getResultByInstanceTunnel(instance).get(0).get(0));
  }

  public static void stateOfAnInstance() throws Exception {
    Instance instance = SQLTask.run(odps, "SELECT 1L;");
    instance.waitForSuccess(30);
    Expect.yes(instance.isTerminated() && instance.isSuccessful(), "the instance has ended well");
    Expect.same(Instance.TaskStatus.Status.SUCCESS, instance.getTaskStatus().get("AnonymousSQLTask").getStatus());
    Expect.has("SELECT 1L;", instance.getTasks().get(0).getCommandText());
    Expect.yes(instance.getEndTime().getTime() >= instance.getStartTime().getTime(), "it ends after it starts");
    Expect.yes(odps.instances().exists(instance.getId()), "the instance is found");
    Expect.yes(!odps.instances().exists("20200101000000000nosuch"), "another is not");
  }

  public static void errorsHaveThePlatformsText() {
    OdpsException thrown = (OdpsException) Expect.fails(() -> run("SELECT x FROM nosuch_table;"));
    Expect.has("ODPS-0130131:[1,15] Table not found", thrown.getMessage());
    thrown = (OdpsException) Expect.fails(() -> run("SELEECT 1;"));
    Expect.has("ODPS-0130161:[1,1] Parse exception", thrown.getMessage());
  }

  private SdkSql() {}
}
