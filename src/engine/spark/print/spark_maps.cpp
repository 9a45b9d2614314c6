// MAPs where Spark compares values: it compares none, so that they stand as the arrays of their
// entries, in their order, which is what the platform compares.

#include <fmt/format.h>

#include "base/text.h"
#include "engine/spark/print/spark_text.h"

namespace paisql::engine::spark {
namespace {

std::string Exchanged(const std::string& text, const DataType& type, bool back, int depth = 0) {
  if (!HasMap(type)) return text;
  const std::string one = fmt::format("e{}", depth);
  const auto part = [&](const std::string& value, const DataType& of) {
    return Exchanged(value, of, back, depth + 1);
  };
  if (type.id() == TypeId::kStruct) {
    std::vector<std::string> fields;
    for (size_t i = 0; i < type.fields().size(); ++i) {
      const std::string& name = type.field_names()[i];
      fields.push_back(QuoteText(name) + ", " +
                       part(text + "." + QuoteName(name), type.fields()[i]));
    }
    return fmt::format("if({0} IS NULL, NULL, named_struct({1}))", text, Join(fields, ", "));
  }
  if (type.id() == TypeId::kArray) {
    return fmt::format("transform({}, {} -> {})", text, one, part(one, type.element()));
  }
  const auto entries = [&](const std::string& array) {
    if (!HasMap(type.key()) && !HasMap(type.value())) return array;
    return fmt::format("transform({}, {} -> named_struct('key', {}, 'value', {}))", array, one,
                       part(one + ".key", type.key()), part(one + ".value", type.value()));
  };
  return back ? "map_from_entries(" + entries(text) + ")" : entries("map_entries(" + text + ")");
}

}  // namespace

std::string MapsAsEntries(const std::string& text, const DataType& type) {
  return Exchanged(text, type, false);
}

std::string EntriesAsMaps(const std::string& text, const DataType& type) {
  return Exchanged(text, type, true);
}

}  // namespace paisql::engine::spark
