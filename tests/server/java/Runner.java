import com.aliyun.odps.Odps;
import com.aliyun.odps.account.AliyunAccount;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * Runs each check of the named classes against one server: {@code Runner ENDPOINT CLASS...}. A check
 * is a public static method without parameters. Prints a line for each: its name, a tab, and "ok"
 * or what went wrong.
 */
public final class Runner {
  /** Where the server is. Set before the first check runs. */
  static String endpoint;

  static final String PROJECT = "default_project";

  static Odps odps() {
    Odps odps = new Odps(new AliyunAccount("id", "secret"));
    odps.setEndpoint(endpoint);
    odps.setDefaultProject(PROJECT);
    return odps;
  }

  public static void main(String[] words) throws Exception {
    endpoint = words[0];
    PrintStream results = System.out;
    // Drivers and SDKs print by themselves; that is not a result.
    System.setOut(System.err);
    for (int i = 1; i < words.length; i++) {
      for (Method check : Class.forName(words[i]).getDeclaredMethods()) {
        int flags = check.getModifiers();
        if (!Modifier.isPublic(flags) || check.getParameterCount() > 0) continue;
        long begin = System.nanoTime();
        String outcome = outcomeOf(check);
        System.err.printf("%s.%s: %d ms%n", words[i], check.getName(), (System.nanoTime() - begin) / 1000000);
        results.println(words[i] + "." + check.getName() + "\t" + outcome);
        results.flush();
      }
    }
    // Clients may leave threads that would keep the process.
    System.exit(0);
  }

  private static String outcomeOf(Method check) throws IllegalAccessException {
    try {
      check.invoke(null);
      return "ok";
    } catch (InvocationTargetException thrown) {
      StringBuilder text = new StringBuilder();
      for (Throwable one = thrown.getCause(); one != null; one = one.getCause()) {
        text.append(one).append(" at ").append(one.getStackTrace().length == 0 ? "?" : one.getStackTrace()[0]).append("; ");
      }
      for (StackTraceElement frame : thrown.getCause().getStackTrace()) {
        if (frame.getClassName().equals(check.getDeclaringClass().getName())) {
          text.append("line ").append(frame.getLineNumber());
          break;
        }
      }
      return text.toString().replace("\n", " ").replace("\t", " ");
    }
  }
}
