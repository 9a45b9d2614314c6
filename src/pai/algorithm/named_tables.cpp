#include "pai/algorithm/named_tables.h"

#include <optional>

#include "base/text.h"
#include "pai/algorithm/algorithms.h"
#include "pai/value/input_values.h"

namespace paisql::pai {

namespace {

enum class Use { kNone, kRead, kWrite };

bool Has(const std::string& name, std::string_view word) {
  return name.find(word) != std::string::npos;
}

// Of a parameter that holds tables, both names in lower case. Who trains writes the model, who
// predicts or evaluates reads it.
Use UseByName(const std::string& algorithm, const std::string& parameter) {
  if (Has(parameter, "output")) return Use::kWrite;
  if (Has(parameter, "input") || parameter == "tables" || parameter.starts_with("init")) {
    return Use::kRead;
  }
  if (Has(parameter, "model")) {
    const bool reads = Has(algorithm, "predict") || Has(algorithm, "evaluat");
    return reads ? Use::kRead : Use::kWrite;
  }
  return Use::kWrite;
}

Use UseOf(const std::string& algorithm, const std::optional<Algorithm>& known,
          const std::string& key) {
  const std::string name = ToLower(key);
  if (!known.has_value()) {
    const bool table = name == "tables" || name == "outputs" || name.ends_with("tablename") ||
                       name.ends_with("tablenames") || name.ends_with("table");
    return table ? UseByName(ToLower(algorithm), name) : Use::kNone;
  }
  const Parameter* parameter = FindParameter(known->family->parameters, key);
  if (parameter == nullptr) return Use::kNone;
  const bool table =
      parameter->type == ParameterType::kTable || parameter->type == ParameterType::kTables;
  if (!table) return Use::kNone;
  return ToLower(parameter->name).starts_with("output") ? Use::kWrite : Use::kRead;
}

// "odps://project/tables/table/ds=1", "project.table" or "table"; "" for something else.
std::string TableOf(std::string_view text) {
  constexpr std::string_view kScheme = "odps://";
  text = Trim(text);
  if (!EqualsIgnoreCase(text.substr(0, kScheme.size()), kScheme)) {
    return text.find('/') == std::string_view::npos ? std::string(text) : "";
  }
  const std::vector<std::string> parts = Split(text.substr(kScheme.size()), '/');
  const bool table = parts.size() >= 3 && EqualsIgnoreCase(parts[1], "tables");
  return table ? parts[0] + "." + parts[2] : "";
}

}  // namespace

NamedTables FindNamedTables(const syntax::PaiStatement& statement) {
  NamedTables found;
  const std::string algorithm = statement.name.has_value() ? statement.name->text : "";
  const std::optional<Algorithm> known = FindAlgorithm(algorithm);
  for (const syntax::PaiParameter& parameter : statement.parameters) {
    const Use use = UseOf(algorithm, known, parameter.key);
    if (use == Use::kNone) continue;
    for (NamedInput& input : NamedInputs(parameter.value)) {
      if (input.query) {
        found.queries.push_back(std::move(input.text));
        continue;
      }
      std::string table = TableOf(input.text);
      if (table.empty()) continue;
      (use == Use::kRead ? found.reads : found.writes).push_back(std::move(table));
    }
  }
  return found;
}

}  // namespace paisql::pai
