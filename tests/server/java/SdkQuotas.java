import com.aliyun.odps.Column;
import com.aliyun.odps.Instance;
import com.aliyun.odps.Odps;
import com.aliyun.odps.Quota;
import com.aliyun.odps.task.SQLTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What runs statements and how: quotas, the tenant, and hints that hold statements back. */
final class SdkQuotas {
  private static final Odps odps = Runner.odps();

  public static void lists() throws Exception {
    List<String> names = new ArrayList<>();
    for (Quota quota : odps.quotas()) names.add(quota.getNickname());
    Expect.same(Arrays.asList("default", "maxqa"), names);
  }

  public static void aQuota() throws Exception {
    Expect.yes(odps.quotas().exists("default"), "the quota default is there");
    Expect.yes(!odps.quotas().exists("nosuch"), "another is not");
    Quota quota = odps.quotas().get("default");
    quota.reload();
    Expect.yes(quota.getCpu() >= 100, "a core is a hundred: " + quota.getCpu());
    Expect.yes(quota.getMemory() > 0, "it has memory");
    Expect.yes(!quota.isInteractiveQuota(), "it is not that of quick queries");
    Expect.yes(odps.quotas().getWlmQuota(Runner.PROJECT, "maxqa").isInteractiveQuota(), "maxqa is");
    Expect.fails(() -> odps.quotas().get("nosuch").reload());
  }

  public static void theTenant() throws Exception {
    Expect.same(null, odps.tenant().getProperty("nosuch"));
  }

  public static void readOnly() throws Exception {
    Map<String, String> hints = new HashMap<>();
    hints.put("odps.sql.read.only", "true");
    SQLTask.run(odps, Runner.PROJECT, "SELECT 1L;", hints, null).waitForSuccess(30);
    Instance instance = SQLTask.run(odps, Runner.PROJECT, "CREATE TABLE quotas_new (a BIGINT);", hints, null);
    Exception refused = Expect.fails(() -> instance.waitForSuccess(30));
    Expect.has("ODPS-0130013", refused.getMessage());
    Expect.yes(!odps.tables().exists("quotas_new"), "nothing was made");
  }

  /** The SDK submits the statement once more for it, so only a query may be asked. */
  public static void columnsOfAResult() throws Exception {
    Instance query = SQLTask.run(odps, "SELECT 1L AS id, 'x' AS name, ARRAY(2L) AS list;");
    query.waitForSuccess(30);
    StringBuilder columns = new StringBuilder();
    for (Column column : SQLTask.getResultSchema(query).getColumns()) {
      columns.append(column.getName()).append(' ').append(column.getTypeInfo().getTypeName()).append(';');
    }
    Expect.same("id BIGINT;name STRING;list ARRAY<BIGINT>;", columns.toString());
    SdkSql.run("CREATE TABLE IF NOT EXISTS quotas_once (a BIGINT);", "TRUNCATE TABLE quotas_once;");
    Instance insert = SQLTask.run(odps, "INSERT INTO quotas_once VALUES (1L);");
    insert.waitForSuccess(30);
    Expect.has("only a query tells its columns", Expect.fails(() -> SQLTask.getResultSchema(insert)).getMessage());
    Expect.same("1", SdkSql.rows("SELECT COUNT(*) AS n FROM quotas_once;").get(0).getString(0));
  }

  private SdkQuotas() {}
}
