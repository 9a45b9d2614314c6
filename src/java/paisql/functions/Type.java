package paisql.functions;

import com.aliyun.odps.type.StructTypeInfo;
import com.aliyun.odps.type.TypeInfo;
import com.aliyun.odps.type.TypeInfoFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A type by the name that SQL gives it: "bigint", "decimal(10,2)", "map<string,array<int>>", "struct<a:int>". */
final class Type {
  final String name; // small letters, without parameters
  final List<Type> parts = new ArrayList<>(); // of elements
  final List<String> fields = new ArrayList<>(); // names of a STRUCT's
  final List<Integer> digits = new ArrayList<>(); // precision and scale, or a length
  private TypeInfo info;

  private Type(String name) {
    this.name = name;
  }

  static List<Type> parseAll(Iterable<String> texts) {
    List<Type> found = new ArrayList<>();
    for (String text : texts) found.add(parse(text));
    return found;
  }

  static Type parse(String written) {
    String text = written.trim();
    int angle = text.indexOf('<');
    if (angle >= 0) {
      Type type = new Type(text.substring(0, angle).trim().toLowerCase(Locale.ROOT));
      for (String part : split(text.substring(angle + 1, text.length() - 1))) {
        String of = part;
        if (type.name.equals("struct")) {
          int colon = part.indexOf(':');
          type.fields.add(part.substring(0, colon).replace("`", "").trim());
          of = part.substring(colon + 1);
        }
        type.parts.add(parse(of));
      }
      return type;
    }
    int round = text.indexOf('(');
    if (round < 0) return new Type(text.toLowerCase(Locale.ROOT));
    Type type = new Type(text.substring(0, round).trim().toLowerCase(Locale.ROOT));
    for (String number : text.substring(round + 1, text.length() - 1).split(",")) {
      type.digits.add(Integer.valueOf(number.trim()));
    }
    return type;
  }

  /** The pieces between commas that stand outside of brackets. */
  private static List<String> split(String text) {
    List<String> pieces = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '<' || c == '(') depth++;
      if (c == '>' || c == ')') depth--;
      if (c != ',' || depth > 0) continue;
      pieces.add(text.substring(start, at));
      start = at + 1;
    }
    pieces.add(text.substring(start));
    return pieces;
  }

  /** As the SDK has it. */
  TypeInfo info() {
    if (info == null) info = makeInfo();
    return info;
  }

  private TypeInfo makeInfo() {
    switch (name) {
      case "array":
        return TypeInfoFactory.getArrayTypeInfo(parts.get(0).info());
      case "map":
        return TypeInfoFactory.getMapTypeInfo(parts.get(0).info(), parts.get(1).info());
      case "struct":
        List<TypeInfo> infos = new ArrayList<>();
        for (Type part : parts) infos.add(part.info());
        return TypeInfoFactory.getStructTypeInfo(fields, infos);
      case "decimal":
        return digits.size() == 2
            ? TypeInfoFactory.getDecimalTypeInfo(digits.get(0), digits.get(1))
            : TypeInfoFactory.DECIMAL;
      case "varchar":
        return TypeInfoFactory.getVarcharTypeInfo(digits.get(0));
      case "char":
        return TypeInfoFactory.getCharTypeInfo(digits.get(0));
      default:
        return TypeInfoFactory.getPrimitiveTypeInfo(
            com.aliyun.odps.OdpsType.valueOf(name.toUpperCase(Locale.ROOT)));
    }
  }

  StructTypeInfo structInfo() {
    return (StructTypeInfo) info();
  }

  @Override
  public String toString() {
    return name;
  }
}
