#include "designer/code/node_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "designer/code/pai_text.h"
#include "syntax/lexer/lexer.h"

namespace paisql::designer {

namespace {

constexpr std::string_view kSqlHeader = "CREATE OR REPLACE TABLE ${outputTable} LIFECYCLE 28 AS\n";
static_assert(kTemporaryDays == 28);
constexpr std::string_view kDrop = "DROP TABLE IF EXISTS ${";

bool AddsCreateTable(const PipelineNode& node) {
  return !EqualsIgnoreCase(node.Value(kAddCreateTable), "false");
}

// Where the last statement of a text begins.
size_t LastStatement(const std::string& text) {
  const std::vector<syntax::StatementText> statements = syntax::SplitStatements(text);
  return statements.empty() ? text.size() : statements.back().offset;
}

std::string SqlCode(const PipelineNode& node) {
  const auto found = node.parameters.find("sql");
  std::string text = found == node.parameters.end() ? "" : found->second;
  if (AddsCreateTable(node) && !Trim(text).empty()) text.insert(LastStatement(text), kSqlHeader);
  return text;
}

std::string VariableText(const OwnValue& own) { return std::string("${") + own.variable + "}"; }

// The parameters of the statement that have a value: first in the order of the component's rows,
// then those without a row. A component without a parameter for its job's name has -jobname.
PaiText StatementOfPai(const PipelineNode& node, const NodeType& type,
                       const std::map<std::string, std::string>& variables) {
  PaiText statement{node.component, {}};
  for (const Field& field : type.fields) {
    if (field.name == kCreateTable) continue;
    const bool port = type.Input(field.name) != nullptr || type.Output(field.name) != nullptr;
    const auto url = variables.find(field.name + kUrlVariable);
    const auto own = node.parameters.find(field.name);
    const bool has_own = own != node.parameters.end() && !own->second.empty();
    const auto* const ours = std::ranges::find(kOwnValues, field.name, &OwnValue::parameter);
    if (ours != kOwnValues.end() && variables.contains(ours->variable)) {
      statement.parameters.emplace_back(field.name, VariableText(*ours));
    } else if (url != variables.end()) {
      statement.parameters.emplace_back(field.name, "${" + url->first + "}");
    } else if (variables.contains(field.name) && (port || !has_own)) {
      statement.parameters.emplace_back(field.name, "${" + field.name + "}");
    } else if (has_own) {
      statement.parameters.emplace_back(field.name, own->second);
    }
  }
  const bool names_job = type.FindField(kJobName.parameter) != nullptr;
  if (!names_job) {
    statement.job = node.Value(kJobName.parameter);
    if (statement.job.empty() && variables.contains(kJobName.variable)) {
      statement.job = VariableText(kJobName);
    }
  }
  for (const auto& [name, value] : node.parameters) {
    if (type.FindField(name) != nullptr || (name == kJobName.parameter && !names_job)) continue;
    statement.parameters.emplace_back(name, value);
  }
  return statement;
}

// Rows of the run before are in the way of a component that makes its tables.
std::string Drops(const PipelineNode& node, const NodeType& type, const Wiring& wiring) {
  std::string text;
  const bool makes = !node.Value(kCreateTable).empty();
  for (const TypePort& port : type.outputs) {
    const bool table = port.type == PortType::kTable || port.type == PortType::kEvaluation;
    if (!table || !node.Value(port.partitions).empty()) continue;
    const Given given = wiring.OutputOf({node.id, port.name});
    if (given.names.size() != 1) continue;
    // A table that somebody has named keeps its rows until new ones are there.
    if (port.urls ? !makes : !given.temporary) continue;
    text += std::string(kDrop) + port.name + "}" + port.suffix + ";\n";
  }
  return text;
}

std::string PaiCode(const PipelineNode& node, const NodeType& type, const Wiring& wiring) {
  std::string text = Drops(node, type, wiring);
  if (const std::string makes = node.Value(kCreateTable); !makes.empty()) {
    text += makes + (makes.ends_with(';') ? "\n" : ";\n");
  }
  return text + WritePai(StatementOfPai(node, type, wiring.VariablesOf(node))) + ";\n";
}

std::string SinkCode(const PipelineNode& node) {
  const std::string table = TableInSql(node.Value("outputTable"));
  const std::string partition = node.Value("outputTablePartition");
  if (!partition.empty()) {
    return fmt::format("INSERT OVERWRITE TABLE {} PARTITION ({})\nSELECT * FROM ${{inputTable}};\n",
                       table, PartitionCondition(partition, ", "));
  }
  // One statement: where the query fails, the rows of before stay.
  return fmt::format("CREATE OR REPLACE TABLE {} AS SELECT * FROM ${{inputTable}};\n", table);
}

std::string DeployCode(const PipelineNode& node, const Wiring& wiring) {
  const std::map<std::string, std::string> variables = wiring.VariablesOf(node);
  const auto model = variables.find("model");
  const std::string named = model == variables.end() ? "" : model->second;
  const std::string service = TableInSql(node.Value("service"));
  std::string properties;
  if (const std::string instances = node.Value("instances"); !instances.empty()) {
    properties = " PROPERTIES ('metadata.instance'='" + instances + "')";
  }
  const bool place =
      named.find('/') != std::string::npos && named.find("/offlinemodels/") == std::string::npos;
  if (place) {
    return fmt::format("DROP SERVICE IF EXISTS {0};\nDEPLOY SERVICE {0} USING '${{model}}'{1};\n",
                       service, properties);
  }
  return fmt::format(
      "DEPLOY SERVICE IF NOT EXISTS {0} USING MODEL ${{model}}{1};\n"
      "ALTER SERVICE {0} USING MODEL ${{model}}{1};\n",
      service, properties);
}

void ReadSql(const std::string& text, PipelineNode& node) {
  std::string sql = text;
  const size_t header = sql.find(kSqlHeader);
  if (header != std::string::npos) {
    sql.erase(header, kSqlHeader.size());
    node.parameters.erase(std::string(kAddCreateTable));
  } else if (!Trim(sql).empty()) {
    node.parameters[std::string(kAddCreateTable)] = "false";
  }
  node.parameters["sql"] = sql;
  if (sql.empty()) node.parameters.erase("sql");
}

// Whether the value only stands for what an edge brings, what a port is called, or what the canvas
// gives; a variable of the pipeline may have the name of a parameter.
bool IsBrought(const NodeType& type, const std::string& name, const std::string& value) {
  const auto is_ours = [&](const OwnValue& own) {
    return own.parameter == name && value == VariableText(own);
  };
  if (std::ranges::any_of(kOwnValues, is_ours)) return true;
  const auto chooses = [&](const TypePort& port) { return port.partitions == name; };
  const bool port = type.Input(name) != nullptr || type.Output(name) != nullptr ||
                    std::ranges::any_of(type.inputs, chooses);
  return port && (value == "${" + name + "}" || value == "${" + name + kUrlVariable + "}");
}

void ReadPaiCode(const std::string& text, const NodeType& type, PipelineNode& node) {
  std::string makes;
  for (const syntax::StatementText& statement : syntax::SplitStatements(text)) {
    if (const std::optional<PaiText> pai = ReadPai(statement.text)) {
      if (EqualsIgnoreCase(pai->name, node.component)) node.component = pai->name;
      for (const auto& [name, value] : pai->parameters) {
        if (!IsBrought(type, name, value)) node.parameters[name] = value;
      }
      if (!pai->job.empty() && pai->job != VariableText(kJobName)) {
        node.parameters.emplace(kJobName.parameter, pai->job);
      }
    } else if (!statement.text.starts_with(kDrop)) {
      makes += statement.text + ";\n";
    }
  }
  if (type.FindField(kCreateTable) != nullptr && !makes.empty()) {
    makes.pop_back();
    node.parameters[std::string(kCreateTable)] = makes;
  }
}

}  // namespace

std::string NodeCode(const PipelineNode& node, const NodeType* type, const Wiring& wiring) {
  if (type == nullptr) return WritePai({node.component, {}}) + ";\n";
  switch (type->kind) {
    case NodeKind::kSql:
      return SqlCode(node);
    case NodeKind::kPai:
      return PaiCode(node, *type, wiring);
    case NodeKind::kSink:
      return SinkCode(node);
    case NodeKind::kDeploy:
      return DeployCode(node, wiring);
    default:
      return "";
  }
}

bool ReadCode(const std::string& text, const NodeType* type, PipelineNode& node) {
  if (type == nullptr) return false;
  if (type->kind == NodeKind::kSql) {
    ReadSql(text, node);
    return true;
  }
  if (type->kind != NodeKind::kPai) return false;
  ReadPaiCode(text, *type, node);
  return true;
}

HeaderPlace HeaderOf(const PipelineNode& node) {
  const auto found = node.parameters.find("sql");
  if (found == node.parameters.end() || !AddsCreateTable(node)) return {};
  const std::string& text = found->second;
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(LastStatement(text));
  return {static_cast<int>(std::ranges::count(kSqlHeader, '\n')),
          static_cast<int>(std::count(text.begin(), end, '\n'))};
}

std::string StatementOf(const PipelineNode& node, const NodeType* type, const Wiring& wiring) {
  return PutNames(NodeCode(node, type, wiring), wiring.VariablesOf(node));
}

}  // namespace paisql::designer
