#include "pai/named_tables.h"

#include <optional>

#include "base/text.h"
#include "pai/value/input_values.h"
#include "pai/value/json_text.h"
#include "pai/value/table_url.h"

namespace paisql::pai {

namespace {

bool Has(const std::string& name, std::string_view word) {
  return name.find(word) != std::string::npos;
}

// Whether a parameter of a component that is not offered is a port. Who trains writes the model,
// who predicts or evaluates reads it.
std::optional<Port> PortByName(const std::string& algorithm, const std::string& key) {
  const std::string name = ToLower(key);
  const bool table = name == "tables" || name == "outputs" || name.ends_with("tablename") ||
                     name.ends_with("tablenames") || name.ends_with("table");
  if (!table) return std::nullopt;
  const bool input = Has(name, "input") || name == "tables" || name.starts_with("init");
  const bool used_model =
      Has(name, "model") && (Has(algorithm, "predict") || Has(algorithm, "evaluat"));
  const bool reads = !Has(name, "output") && (input || used_model);
  return Port{key, reads ? PortKind::kInputTable : PortKind::kOutputTable};
}

// "odps://project/tables/table/ds=1", "project.table" or "table"; "" for something else.
std::string TableOf(std::string_view text) {
  text = Trim(text);
  if (text.find('/') == std::string_view::npos) return std::string(text);
  const std::optional<TableUrlParts> url = ReadTableUrl(text);
  return url.has_value() ? url->place + "." + url->table : "";
}

// The texts of the key in the objects of a JSON list.
std::vector<std::string> TextsOf(const std::string& value, std::string_view key) {
  std::vector<std::string> texts;
  const Result<JsonValue> json = ParseJson(value);
  if (!json.ok() || json->kind != JsonKind::kArray) return texts;
  for (const JsonValue& element : json->items) {
    if (const JsonValue* member = element.Member(key)) texts.push_back(member->text);
  }
  return texts;
}

void Add(const Port& port, const std::string& value, NamedTables& found) {
  if (!port.key.empty()) {
    for (const std::string& text : TextsOf(value, port.key)) {
      Add(Port{port.parameter, port.kind, "", port.suffix}, text, found);
    }
    return;
  }
  for (NamedInput& input : NamedInputs(value)) {
    if (input.query) {
      found.queries.push_back(std::move(input.text));
      continue;
    }
    const std::string table = TableOf(input.text);
    if (table.empty()) continue;
    (port.kind == PortKind::kInputTable ? found.reads : found.writes)
        .push_back(table + std::string(port.suffix));
  }
}

void AddPort(const Port& port, const std::string& value, NamedTables& found) {
  switch (port.kind) {
    case PortKind::kInputTable:
    case PortKind::kOutputTable:
      return Add(port, value, found);
    case PortKind::kModelIn:
      found.models_read.emplace_back(Trim(value));
      return;
    case PortKind::kModelOut:
      found.models_written.emplace_back(Trim(value));
      return;
    case PortKind::kFolder:
      return;  // what lies in folders orders nothing
  }
}

}  // namespace

NamedTables FindNamedTables(const syntax::PaiStatement& statement, const Components& components) {
  NamedTables found;
  const std::string name = statement.name.has_value() ? statement.name->text : "";
  const std::optional<Algorithm> known = components.Find(name);
  for (const syntax::PaiParameter& parameter : statement.parameters) {
    if (!known.has_value()) {
      const std::optional<Port> port = PortByName(ToLower(name), parameter.key);
      if (port.has_value()) Add(*port, parameter.value, found);
      continue;
    }
    const Parameter* const row = ParameterOf(*known->component, parameter.key);
    if (row == nullptr) continue;
    for (const Port& port : known->component->ports) {
      if (port.parameter == row->name) AddPort(port, parameter.value, found);
    }
  }
  return found;
}

}  // namespace paisql::pai
