import com.aliyun.odps.Instance;
import com.aliyun.odps.Odps;
import com.aliyun.odps.OdpsException;
import com.aliyun.odps.account.BearerTokenAccount;
import com.aliyun.odps.security.SecurityManager;
import com.aliyun.odps.security.User;
import com.aliyun.odps.task.SQLTask;
import java.util.ArrayList;
import java.util.List;

/** Users, roles, policies and tokens. */
final class SdkSecurity {
  private static final Odps odps = Runner.odps();

  private static SecurityManager security() throws OdpsException {
    return odps.projects().get().getSecurityManager();
  }

  public static void whoIAm() throws Exception {
    Expect.has("DisplayName", security().runQuery("whoami", true));
  }

  public static void usersAndRoles() throws Exception {
    SecurityManager security = security();
    security.runQuery("ADD USER ALIYUN$sec@example.com", false);
    security.runQuery("CREATE ROLE sec_reader", false);
    security.runQuery("GRANT sec_reader TO ALIYUN$sec@example.com", false);
    List<String> users = new ArrayList<>();
    for (User user : security.listUsers()) users.add(user.getDisplayname());
    Expect.has("sec@example.com", users.toString());
    Expect.has("sec_reader", security.runQuery("SHOW GRANTS FOR ALIYUN$sec@example.com", false));
    Expect.has("sec_reader", security.runQuery("LIST ROLES", true));
    security.runQuery("REVOKE sec_reader FROM ALIYUN$sec@example.com", false);
    security.runQuery("REMOVE USER ALIYUN$sec@example.com", false);
    security.runQuery("DROP ROLE sec_reader", false);
    Expect.yes(!security.runQuery("LIST ROLES", true).contains("sec_reader"), "the role is gone");
  }

  public static void wrongQueries() {
    OdpsException thrown = (OdpsException) Expect.fails(() -> security().runQuery("GRANT nosuch_role TO ALIYUN$nobody@example.com", false));
    Expect.yes(thrown.getMessage() != null, "it says why");
  }

  public static void tokensReadWhatTheyAllow() throws Exception {
    Instance instance = SQLTask.run(odps, "SELECT 5L AS x;");
    instance.waitForSuccess(30);
    String policy = "{\"expires_in_hours\": 24, \"policy\": {\"Version\": \"1\", \"Statement\": [{\"Action\": [\"odps:Read\"], "
        + "\"Effect\": \"Allow\", \"Resource\": \"acs:odps:*:projects/" + Runner.PROJECT + "/instances/" + instance.getId() + "\"}]}}";
    String token = security().generateAuthorizationToken(policy, "BEARER");
    Expect.yes(token.length() > 20, "it is a token");
    Odps bearer = new Odps(new BearerTokenAccount(token));
    bearer.setEndpoint(Runner.endpoint);
    bearer.setDefaultProject(Runner.PROJECT);
    Expect.yes(bearer.instances().get(instance.getId()).isTerminated(), "it has ended");
    Expect.fails(() -> bearer.tables().iterator().hasNext());
  }

  public static void logviewHasAnAddress() throws Exception {
    Instance instance = SQLTask.run(odps, "SELECT 5L AS x;");
    Expect.has(instance.getId(), odps.logview().generateLogView(instance, 24));
  }

  private SdkSecurity() {}
}
