package paisql.functions;

import com.aliyun.odps.udf.Aggregator;
import com.aliyun.odps.udf.UDF;
import com.aliyun.odps.udf.UDTF;
import com.aliyun.odps.udf.annotation.Resolve;
import com.google.gson.JsonObject;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Says what a function's class is without running anything of it. Arguments: the class, then the JARs. Answer: a line
 * of JSON as that of paisql.functions.describe, in which ";" stands between the signatures of "annotate".
 */
final class Describe {
  private static final String RESOLVE = "write @Resolve(\"bigint,string->double\") above the class";

  private Describe() {}

  /** The class cannot be a function; the message says why. */
  private static final class NotFound extends Exception {
    private static final long serialVersionUID = 1;

    NotFound(String words) {
      super(words);
    }
  }

  public static void main(String[] arguments) {
    List<File> files = new ArrayList<>();
    for (int i = 1; i < arguments.length; i++) files.add(new File(arguments[i]));
    JsonObject answer = new JsonObject();
    try {
      Class<?> written = load(arguments[0], files);
      String form = form(written);
      answer.addProperty("form", form);
      answer.addProperty("annotate", String.join(";", signatures(written, form)));
      answer.addProperty("batch", false);
    } catch (NotFound | IllegalArgumentException | IOException error) {
      answer = new JsonObject();
      answer.addProperty("error", error.getMessage());
    }
    System.out.println();
    System.out.println(answer);
  }

  private static Class<?> load(String name, List<File> files) throws NotFound, IOException {
    try {
      return Class.forName(name, false, Jars.of(files));
    } catch (ClassNotFoundException | NoClassDefFoundError error) {
      String missing = error.getMessage().replace('/', '.');
      throw new NotFound(
          missing.equals(name) || missing.contains("wrong name")
              ? "no JAR has the class " + name
              : "the class " + name + " needs " + missing + ", which no JAR has");
    } catch (LinkageError error) {
      throw new NotFound("the class " + name + " cannot be loaded: " + error.getMessage());
    }
  }

  private static String form(Class<?> written) throws NotFound {
    if (UDTF.class.isAssignableFrom(written)) return "table";
    if (Aggregator.class.isAssignableFrom(written)) return "aggregate";
    if (UDF.class.isAssignableFrom(written)) return "scalar";
    throw new NotFound(
        "the class " + written.getName() + " extends none of UDF, UDTF and Aggregator of com.aliyun.odps.udf");
  }

  private static Iterable<String> signatures(Class<?> written, String form) throws NotFound {
    Set<String> found = new LinkedHashSet<>();
    try {
      Resolve resolve = written.getAnnotation(Resolve.class);
      if (resolve != null) {
        for (String one : resolve.value()) found.add(one.trim());
      } else if (form.equals("scalar")) {
        addEvaluates(written, found);
      }
    } catch (LinkageError | TypeNotPresentException error) {
      throw new NotFound("the class " + written.getName() + " needs what no JAR has: " + error.getMessage());
    }
    if (!found.isEmpty()) return found;
    throw new NotFound("the class " + written.getName() + " has no signature: " + RESOLVE);
  }

  private static void addEvaluates(Class<?> written, Set<String> found) throws NotFound {
    List<Method> methods = Evaluate.methods(written);
    if (methods.isEmpty()) throw new NotFound("the class " + written.getName() + " has no public method evaluate");
    for (Method method : methods) {
      List<String> names = new ArrayList<>();
      java.lang.reflect.Type[] declared = method.getGenericParameterTypes();
      int fixed = method.isVarArgs() ? declared.length - 1 : declared.length;
      for (int i = 0; i < fixed; i++) names.add(JavaTypes.nameOf(declared[i]));
      if (method.isVarArgs()) names.add("*");
      String result = JavaTypes.nameOf(method.getGenericReturnType());
      if (result != null && !names.contains(null)) found.add(String.join(",", names) + "->" + result);
    }
    if (!found.isEmpty()) return;
    throw new NotFound("the types of " + methods.get(0) + " are not types of SQL by themselves: " + RESOLVE);
  }
}
