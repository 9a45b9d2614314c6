package paisql.functions;

import com.google.gson.JsonObject;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A call has not given an answer; tells the owner why, with the frames of the user's code alone. */
final class Failed extends Exception {
  private static final long serialVersionUID = 1;
  private static final int MOST_CHARACTERS = 32 << 10;
  private static final String[] OURS = {
    "paisql.functions.", "java.lang.invoke.", "java.lang.reflect.", "jdk.internal.", "sun.reflect."
  };

  private final int row; // of the batch; -1 where none is known

  Failed(Throwable cause, int row) {
    super(withoutWrapper(cause));
    this.row = row;
  }

  private static Throwable withoutWrapper(Throwable cause) {
    return cause instanceof InvocationTargetException && cause.getCause() != null ? cause.getCause() : cause;
  }

  /** What is told of an answer that no frame holds. */
  static String tooLarge(int size) {
    String words =
        "return value of " + size + " bytes is too long, at most " + Frames.MOST_BYTES + " go at once";
    JsonObject facts = new JsonObject();
    facts.addProperty("language", "java");
    facts.addProperty("trace", words);
    facts.addProperty("type", "paisql.TooLarge");
    facts.addProperty("words", words);
    return facts.toString();
  }

  String json() {
    Throwable error = getCause();
    JsonObject facts = new JsonObject();
    facts.addProperty("language", "java");
    facts.addProperty("trace", trace(error));
    facts.addProperty("type", error.getClass().getName());
    facts.addProperty("words", cut(String.valueOf(error.getMessage())));
    for (StackTraceElement frame : error.getStackTrace()) {
      if (isOurs(frame) || isJavas(frame) || frame.getFileName() == null) continue;
      facts.addProperty("file", frame.getFileName());
      facts.addProperty("line", frame.getLineNumber());
      break;
    }
    if (row >= 0) facts.addProperty("row", row);
    return facts.toString();
  }

  private static String trace(Throwable error) {
    List<String> lines = new ArrayList<>();
    Set<Throwable> seen = new HashSet<>();
    for (Throwable one = error; one != null && seen.add(one); one = one.getCause()) {
      lines.add((one == error ? "" : "Caused by: ") + one);
      for (StackTraceElement frame : one.getStackTrace()) {
        if (!isOurs(frame)) lines.add("\tat " + frame);
      }
    }
    return cut(String.join("\n", lines));
  }

  private static String cut(String text) {
    if (text.length() <= MOST_CHARACTERS) return text;
    int half = MOST_CHARACTERS / 2;
    return text.substring(0, half) + "\n...\n" + text.substring(text.length() - half);
  }

  private static boolean isOurs(StackTraceElement frame) {
    for (String beginning : OURS) {
      if (frame.getClassName().startsWith(beginning)) return true;
    }
    return false;
  }

  private static boolean isJavas(StackTraceElement frame) {
    return frame.getClassName().startsWith("java.") || frame.getClassName().startsWith("com.aliyun.odps.");
  }
}
