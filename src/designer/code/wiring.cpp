#include "designer/code/wiring.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "base/coding/digests.h"
#include "base/hex.h"
#include "base/text.h"

namespace paisql::designer {

namespace {

constexpr int kDeepest = 64;  // of folders that are passed on from node to node
constexpr size_t kMostNamePart = 40;
// The output of a SQL script, as the platform's own scripts call it.
constexpr const char* kOutputOfScript = "o1";

// What a table's name may hold.
std::string Safe(std::string_view text) {
  std::string safe;
  for (const char c : ToLower(text)) safe += (c >= 'a' && c <= 'z') || IsDigit(c) ? c : '_';
  return safe.substr(0, kMostNamePart);
}

// As Designer calls what nobody has named; the same in each run, so that a run from here on finds
// what the run before has made.
std::string TemporaryName(const Pipeline& pipeline, const PipelineNode& node, const NodeType& type,
                          const TypePort& port) {
  const auto at = std::ranges::find(type.outputs, port.name, &TypePort::name);
  const auto number = at - type.outputs.begin() + 1;
  const bool model = port.type == PortType::kModel;
  std::string of = Safe(pipeline.id) + "_" + Safe(node.id);
  // Another pipeline's node would get the same name without this.
  const bool plain = of == pipeline.id + "_" + node.id && node.id.find('_') == std::string::npos;
  if (!plain) {
    Md5 digest;
    digest.Add(pipeline.id + "\n" + node.id);
    constexpr size_t kDigits = 8;
    of += "_" + ToHex(digest.Take()).substr(0, kDigits);
  }
  return fmt::format("{}_{}_{}", model ? "xlab_m" : "pai_temp", of, number);
}

std::vector<std::string> NamesOf(const std::string& value) {
  std::vector<std::string> names;
  for (const std::string& part : Split(value, ',')) {
    if (const std::string_view name = Trim(part); !name.empty()) names.emplace_back(name);
  }
  return names;
}

bool NeedsQuotes(std::string_view part) {
  return part.empty() || IsDigit(part.front()) || !std::ranges::all_of(part, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c) || c == '_';
         });
}

std::string InQuotes(std::string_view text, char quote) {
  std::string quoted(1, quote);
  for (const char c : text) {
    if (c == quote) quoted += quote == '`' ? '`' : '\\';
    if (c == '\\' && quote == '\'') quoted += '\\';
    quoted += c;
  }
  return quoted + quote;
}

// "project.table" of odps://project/tables/table; other texts as they are.
std::string PlainTable(const std::string& name) {
  constexpr std::string_view kScheme = "odps://";
  if (!name.starts_with(kScheme)) return name;
  std::vector<std::string> kept;
  const std::vector<std::string> parts = Split(std::string_view(name).substr(kScheme.size()), '/');
  for (size_t i = 0; i < parts.size(); i += 2) kept.push_back(parts[i]);
  if (kept.size() > 3 || parts.size() % 2 == 0) return name;
  return Join(kept, ".");
}

}  // namespace

std::string ScriptFileOf(const std::string& node) { return node + "_script.py"; }

std::string TableInSql(const std::string& table) {
  std::vector<std::string> parts = Split(table, '.');
  for (std::string& part : parts) {
    if (NeedsQuotes(part) && !part.starts_with('`') && !part.starts_with("${")) {
      part = InQuotes(part, '`');
    }
  }
  return Join(parts, ".");
}

std::string PartitionCondition(const std::string& partition, std::string_view between) {
  std::vector<std::string> levels;
  for (const std::string& level : Split(partition, '/')) {
    const size_t equals = level.find('=');
    if (equals == std::string::npos) return "";
    const std::string_view value = Trim(std::string_view(level).substr(equals + 1));
    levels.push_back(InQuotes(Trim(std::string_view(level).substr(0, equals)), '`') + "=" +
                     (value.starts_with('\'') ? std::string(value) : InQuotes(value, '\'')));
  }
  return Join(levels, between);
}

Wiring::Wiring(const Pipeline& pipeline, const NodeTypes& types, std::string files)
    : pipeline_(pipeline), types_(types), files_(std::move(files)) {}

Given Wiring::OutputOf(const PortPlace& place) const { return OutputOf(place, 0); }

bool Wiring::IsMade(const PipelineNode& node, const TypePort& port) const {
  if (port.required || port.type == PortType::kEvaluation) return true;
  if (!node.Value(port.name).empty()) return true;
  if (pipeline_.HasEdgeFrom({node.id, port.name})) return true;
  return !node.Value(kCreateTable).empty();
}

Given Wiring::OutputOf(const PortPlace& place, int depth) const {
  const PipelineNode* const node = pipeline_.Find(place.node);
  const NodeType* const type = node == nullptr ? nullptr : TypeOf(*node);
  const TypePort* const port = type == nullptr ? nullptr : type->Output(place.port);
  if (port == nullptr || depth > kDeepest) return {};
  Given given{port->type, {}, "", false};
  switch (type->kind) {
    case NodeKind::kSource:
      given.names = NamesOf(node->Value("table"));
      given.partition = node->Value("partition");
      return given;
    case NodeKind::kModel:
      given.names = NamesOf(node->Value("modelName"));
      return given;
    case NodeKind::kFile: {
      const std::string path = node->Value("path");
      if (!path.empty()) {
        given.names = {path};
      } else if (!node->Value(kScriptText).empty()) {
        given.names = {"file://" + files_ + ScriptFileOf(node->id)};
      }
      return given;
    }
    default:
      break;
  }
  given.names = NamesOf(node->Value(port->name));
  if (type->kind == NodeKind::kSink) given.partition = node->Value("outputTablePartition");
  if (!given.names.empty()) return given;
  if (const TypePort* const input = type->Input(port->name)) {
    // A folder goes through the node.
    for (const PipelineEdge* edge : pipeline_.Into({node->id, input->name})) {
      const Given brought = OutputOf(edge->from, depth + 1);
      given.names.insert(given.names.end(), brought.names.begin(), brought.names.end());
    }
    return given;
  }
  if (port->type == PortType::kFolder || type->kind == NodeKind::kSink) return given;
  if (!IsMade(*node, *port)) return given;
  given.names = {TemporaryName(pipeline_, *node, *type, *port)};
  given.temporary = true;
  return given;
}

std::string Wiring::TableUrl(const std::string& table, const std::string& partition) const {
  if (table.find('/') != std::string::npos) return table;
  std::vector<std::string> parts = Split(table, '.');
  std::string url = "odps://";
  if (parts.size() == 1) {
    url += pipeline_.project + "/tables/" + table;
  } else if (parts.size() == 2) {
    url += parts[0] + "/tables/" + parts[1];
  } else {
    url += parts[0] + "/schemas/" + parts[1] + "/tables/" + parts[2];
  }
  return partition.empty() ? url : url + "/" + partition;
}

std::vector<std::string> Wiring::ByHand(const std::string& value, const TypePort& port) const {
  if (value.empty()) return {};
  const bool plain = value.find_first_of("/(") == std::string::npos;
  if (!port.urls || !plain) return {value};
  std::vector<std::string> urls;
  for (const std::string& name : NamesOf(value)) urls.push_back(TableUrl(name, ""));
  return urls;
}

void Wiring::AddInput(const PipelineNode& node, const NodeType& type, const TypePort& port,
                      std::map<std::string, std::string>& variables) const {
  std::vector<std::string> values;
  std::string partition;
  const std::vector<const PipelineEdge*> edges = pipeline_.Into({node.id, port.name});
  for (const PipelineEdge* edge : edges) {
    const Given given = OutputOf(edge->from);
    for (const std::string& name : given.names) {
      const bool table = given.type == PortType::kTable || given.type == PortType::kEvaluation;
      const bool chooses = !port.partitions.empty() && edges.size() == 1;
      if (port.urls && table) {
        values.push_back(TableUrl(name, given.partition));
      } else if (!table || given.partition.empty() || (chooses && type.kind == NodeKind::kPai)) {
        values.push_back(table && type.kind != NodeKind::kPai ? TableInSql(name) : name);
        if (table) partition = given.partition;
      } else {
        values.push_back("(SELECT * FROM " + TableInSql(name) + " WHERE " +
                         PartitionCondition(given.partition) + ")");
      }
    }
  }
  if (edges.empty()) values = ByHand(node.Value(port.name), port);
  if (values.empty()) return;
  variables[port.name] = Join(values, ",");
  if (!partition.empty() && node.Value(port.partitions).empty()) {
    variables[port.partitions] = partition;
  }
}

// A name that the user has given may stand for a table that is to stay.
bool Wiring::MakesOnlyTemporaryTables(const PipelineNode& node, const NodeType& type) const {
  bool makes = false;
  for (const TypePort& port : type.outputs) {
    if (port.type != PortType::kTable && port.type != PortType::kEvaluation) continue;
    const Given given = OutputOf({node.id, port.name});
    if (given.names.empty()) continue;
    if (!given.temporary) return false;
    makes = true;
  }
  return makes;
}

void Wiring::AddOwnValues(const PipelineNode& node, const NodeType& type,
                          std::map<std::string, std::string>& variables) const {
  const auto lacks = [&](const OwnValue& own) {
    return type.FindField(own.parameter) != nullptr && node.Value(own.parameter).empty();
  };
  // Runs of one name are compared. Each statement can name its job, by a parameter or by -jobname;
  // a component of SQL has no job.
  const bool begins_job =
      type.component != nullptr && !std::holds_alternative<pai::SqlBuild>(type.component->run);
  if (begins_job && node.Value(kJobName.parameter).empty()) {
    variables[kJobName.variable] = Safe(pipeline_.id) + "_" + Safe(node.id);
  }
  if (lacks(kLifecycle) && MakesOnlyTemporaryTables(node, type)) {
    variables[kLifecycle.variable] = std::to_string(kTemporaryDays);
  }
}

bool Wiring::MayName(const NodeType& type, std::string_view variable) {
  const auto of_input = [&](const TypePort& port) {
    return variable == port.name || variable == port.partitions;
  };
  const auto of_output = [&](const TypePort& port) {
    return variable == port.name || variable == port.name + kUrlVariable;
  };
  return std::ranges::any_of(type.inputs, of_input) ||
         std::ranges::any_of(type.outputs, of_output) ||
         std::ranges::find(kOwnValues, variable, &OwnValue::variable) != kOwnValues.end() ||
         (type.kind == NodeKind::kSql && variable == kOutputOfScript);
}

std::map<std::string, std::string> Wiring::VariablesOf(const PipelineNode& node) const {
  std::map<std::string, std::string> variables;
  const NodeType* const type = TypeOf(node);
  if (type == nullptr) return variables;
  for (const TypePort& port : type->inputs) AddInput(node, *type, port, variables);
  for (const TypePort& port : type->outputs) {
    if (type->Input(port.name) != nullptr) continue;
    const Given given = OutputOf({node.id, port.name});
    if (given.names.empty()) continue;
    // The statements that make tables name them plainly; a script gets their addresses.
    std::vector<std::string> plain;
    std::vector<std::string> urls;
    for (const std::string& name : given.names) {
      plain.push_back(port.urls ? PlainTable(name) : name);
      urls.push_back(TableUrl(name, ""));
    }
    variables[port.name] = Join(plain, ",");
    if (port.urls) variables[port.name + kUrlVariable] = Join(urls, ",");
    if (type->kind != NodeKind::kPai) variables[port.name] = TableInSql(variables[port.name]);
  }
  if (type->kind == NodeKind::kPai) AddOwnValues(node, *type, variables);
  if (type->kind == NodeKind::kSql && variables.contains("outputTable")) {
    variables[kOutputOfScript] = variables["outputTable"];
  }
  return variables;
}

}  // namespace paisql::designer
