import com.aliyun.odps.Instance;
import com.aliyun.odps.Odps;
import com.aliyun.odps.OdpsException;
import com.aliyun.odps.XFlows;
import com.aliyun.odps.task.SQLCostTask;
import com.aliyun.odps.task.SQLTask;
import java.util.Collections;
import java.util.Map;

/** The calls of odpscmd, which the registry does not have: what it shows while statements run, and after. */
final class SdkConsole {
  private static final Odps odps = Runner.odps();
  private static final String TASK = "console_task";

  private static Instance submit(String statement) throws OdpsException {
    return SQLTask.run(odps, Runner.PROJECT, statement, TASK, Collections.singletonMap("odps.sql.type.system.odps2", "true"), null);
  }

  public static void progressAndSummary() throws Exception {
    SdkSql.run("DROP TABLE IF EXISTS console_out;", "CREATE TABLE console_out (x BIGINT);");
    Instance instance = submit("INSERT INTO console_out SELECT EXPLODE(SEQUENCE(1L, 100L)) AS x;");
    while (!instance.isTerminated()) Expect.yes(instance.getTaskProgress(TASK) != null, "there is a progress");
    Expect.yes(Instance.getStageProgressFormattedString(instance.getTaskProgress(TASK)) != null, "its stages are shown");
    Instance.TaskSummary summary = instance.getTaskSummary(TASK);
    Expect.has("console_out", summary.getSummaryText());
    Expect.has("\"Outputs\"", summary.getJsonSummary());
    Expect.yes(instance.getTaskResults().containsKey(TASK), "the task has a result");
    Expect.same(TASK, instance.getTaskNames().iterator().next());
    Expect.yes(instance.getTaskDetailJson2(TASK) != null, "it has details");
  }

  public static void cost() throws Exception {
    SdkSql.run("CREATE TABLE IF NOT EXISTS console_cost (x BIGINT);", "INSERT INTO console_cost VALUES (1);");
    Instance instance = SQLCostTask.run(odps, "SELECT SUM(x) FROM console_cost;");
    instance.waitForSuccess(30);
    Map.Entry<String, String> result = instance.getTaskResults().entrySet().iterator().next();
    Expect.has("Input", result.getValue());
  }

  public static void killing() throws Exception {
    Instance instance = submit("SELECT /*+ MAPJOIN(y) */ COUNT(*) FROM (SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS a) x CROSS JOIN "
        + "(SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS b) y WHERE a * b % 7 = 3;");
    instance.stop();
    while (!instance.isTerminated()) Thread.onSpinWait();
    Expect.same(Instance.TaskStatus.Status.CANCELLED, instance.getTaskStatus().get(TASK).getStatus());
    Expect.fails(instance::stop);
  }

  private static Instance component(String name, String... parameters) throws OdpsException {
    XFlows.XFlowInstance job = new XFlows.XFlowInstance();
    job.setProject("algo_public");
    job.setXflowName(name);
    for (int i = 0; i < parameters.length; i += 2) job.setParameter(parameters[i], parameters[i + 1]);
    Instance instance = odps.xFlows().execute(job);
    while (!instance.isTerminated()) Thread.onSpinWait();
    return instance;
  }

  public static void components() throws Exception {
    SdkSql.run("DROP TABLE IF EXISTS console_a;", "DROP TABLE IF EXISTS console_b;", "DROP TABLE IF EXISTS console_in;",
        "CREATE TABLE console_in AS SELECT EXPLODE(SEQUENCE(1L, 100L)) AS x;");
    Instance instance = component("split", "inputTableName", Runner.PROJECT + ".console_in", "output1TableName",
        Runner.PROJECT + ".console_a", "output2TableName", Runner.PROJECT + ".console_b", "fraction", "0.25");
    Expect.yes(instance.isSuccessful(), "the component ends well");
    Expect.yes(odps.xFlows().isXFlowInstance(instance), "it is an instance of a component");
    Expect.same("100", SdkSql.rows("SELECT COUNT(*) AS n FROM (SELECT x FROM console_a UNION ALL SELECT x FROM console_b) t;")
        .get(0).getString(0));
    Expect.fails(() -> {
      if (!component("nosuch_component", "inputTableName", Runner.PROJECT + ".console_in").isSuccessful()) {
        throw new OdpsException("it failed");
      }
    });
  }

  private SdkConsole() {}
}
