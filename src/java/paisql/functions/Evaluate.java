package paisql.functions;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/** The method evaluate of a UDF that takes values of some types, chosen among those of its name. */
final class Evaluate {
  static final String NAME = "evaluate";

  private final MethodHandle handle; // (Object[]) -> Object
  private final UnaryOperator<Object>[] adapters; // null: values as they are
  private final Class<?>[] primitives; // a NULL cannot go there
  private final Class<?> rest; // of the elements of an array for any number of arguments; else null
  private final int fixed;

  private Evaluate(Object object, Method method, Plan plan) throws IllegalAccessException {
    method.setAccessible(true);
    handle =
        MethodHandles.lookup()
            .unreflect(method)
            .asFixedArity()
            .bindTo(object)
            .asSpreader(Object[].class, method.getParameterCount())
            .asType(MethodType.methodType(Object.class, Object[].class));
    adapters = plan.adapters;
    primitives = plan.classes;
    rest = plan.rest;
    fixed = method.getParameterCount() - (rest == null ? 0 : 1);
  }

  /** The methods of the name, without those that the compiler has added; sorted by their text. */
  static List<Method> methods(Class<?> written) {
    List<Method> found = new ArrayList<>();
    for (Method method : written.getMethods()) {
      if (method.getName().equals(NAME) && !method.isBridge() && !method.isSynthetic()) found.add(method);
    }
    found.sort(Comparator.comparing(Method::toString));
    return found;
  }

  static Evaluate find(Object object, List<Type> arguments) throws ReflectiveOperationException {
    Method best = null;
    Plan plan = null;
    for (Method method : methods(object.getClass())) {
      Plan made = Plan.of(method, arguments);
      if (made == null || plan != null && made.cost >= plan.cost) continue;
      best = method;
      plan = made;
    }
    if (best != null) return new Evaluate(object, best, plan);
    throw new NoSuchMethodException(object.getClass().getName() + " has no evaluate for the types " + arguments);
  }

  /** `values` may be changed. */
  Object call(Object[] values) throws Throwable {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null) {
        if (primitives[i].isPrimitive()) {
          throw new NullPointerException(
              "argument " + (i + 1) + " is NULL, which " + primitives[i] + " cannot be: write its class in evaluate");
        }
      } else if (adapters[i] != null) {
        values[i] = adapters[i].apply(values[i]);
      }
    }
    if (rest == null) return (Object) handle.invokeExact(values);
    Object more = Array.newInstance(rest, values.length - fixed);
    for (int i = fixed; i < values.length; i++) Array.set(more, i - fixed, values[i]);
    Object[] all = new Object[fixed + 1];
    System.arraycopy(values, 0, all, 0, fixed);
    all[fixed] = more;
    return (Object) handle.invokeExact(all);
  }

  /** How a method takes values of types. */
  private static final class Plan {
    final UnaryOperator<Object>[] adapters;
    final Class<?>[] classes;
    Class<?> rest;
    int cost;

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Plan(int count) {
      adapters = new UnaryOperator[count];
      classes = new Class<?>[count];
    }

    /** null where it does not. */
    static Plan of(Method method, List<Type> arguments) {
      Class<?>[] wanted = method.getParameterTypes();
      int fixed = method.isVarArgs() ? wanted.length - 1 : wanted.length;
      if (method.isVarArgs() ? arguments.size() < fixed : arguments.size() != fixed) return null;
      Plan plan = new Plan(arguments.size());
      if (method.isVarArgs()) {
        plan.rest = wanted[fixed].getComponentType();
        plan.cost = 1000;
      }
      for (int i = 0; i < arguments.size(); i++) {
        Class<?> one = i < fixed ? wanted[i] : plan.rest;
        JavaTypes.Way way = JavaTypes.way(arguments.get(i), one);
        if (way == null) return null;
        plan.classes[i] = one;
        plan.adapters[i] = way.adapter;
        plan.cost += way.cost;
      }
      return plan;
    }
  }
}
