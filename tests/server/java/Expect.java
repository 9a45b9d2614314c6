import java.util.Objects;

/** What checks say about what they see. A failure names both sides. */
final class Expect {
  interface Work {
    void run() throws Exception;
  }

  static void same(Object wanted, Object seen) {
    if (!Objects.equals(wanted, seen)) {
      throw new AssertionError("wanted <" + wanted + ">, saw <" + seen + ">");
    }
  }

  static void has(String part, String text) {
    if (text == null || !text.contains(part)) {
      throw new AssertionError("wanted <" + part + "> in <" + text + ">");
    }
  }

  static void yes(boolean truth, String what) {
    if (!truth) throw new AssertionError(what);
  }

  /** Runs work that fails, and returns how. */
  static Exception fails(Work work) {
    try {
      work.run();
    } catch (Exception thrown) {
      return thrown;
    }
    throw new AssertionError("it did not fail");
  }

  private Expect() {}
}
