#include "designer/catalog/pai_types.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "designer/catalog/titles.h"
#include "pai/components.h"

namespace paisql::designer {

namespace {

using pai::Parameter;
using pai::ParameterType;
using pai::PortKind;

struct GroupRow {
  std::string_view title;  // of the product's groups
  std::string_view id;
  std::string_view shown;
  std::string_view chinese;
  bool evaluates = false;
};

constexpr std::array kGroups = {
    GroupRow{"Preparing tables", "preparing", "Data Preprocessing", "数据预处理"},
    GroupRow{"Statistics", "statistics", "Statistical Analysis", "统计分析"},
    GroupRow{"Learning and predicting", "learning", "Machine Learning", "机器学习"},
    GroupRow{"Evaluating predictions", "evaluation", "Evaluation", "评估", true},
    GroupRow{"Texts", "texts", "Text Analysis", "文本分析"},
    GroupRow{"Graphs", "graphs", "Network Analysis", "网络分析"},
};

// What only says where and for how long a job runs.
constexpr std::array<std::string_view, 14> kTuning = {
    "lifecycle", "coreNum", "memSizePerCore",        "workerNum",           "workerMem",
    "splitSize", "cluster", "gpuRequired",           "cpuRequired",         "memRequired",
    "jobName",   "tags",    "maxTrainingTimeInHour", "enableDynamicCluster"};

FieldKind KindOf(const Parameter& parameter) {
  if (!parameter.words.empty()) return FieldKind::kChoice;
  switch (parameter.type) {
    case ParameterType::kTable:
      return FieldKind::kTable;
    case ParameterType::kTables:
      return FieldKind::kTables;
    case ParameterType::kBuckets:
    case ParameterType::kOssFolder:
      return FieldKind::kFolder;
    case ParameterType::kVolumes:
      return FieldKind::kVolumes;
    case ParameterType::kScript:
    case ParameterType::kFile:
      return FieldKind::kFile;
    case ParameterType::kFiles:
      return FieldKind::kFiles;
    case ParameterType::kInteger:
    case ParameterType::kGpu:
      return FieldKind::kInteger;
    case ParameterType::kNumber:
      return FieldKind::kNumber;
    case ParameterType::kColumn:
      return FieldKind::kColumn;
    case ParameterType::kColumns:
      return FieldKind::kColumns;
    case ParameterType::kJson:
      return FieldKind::kJson;
    case ParameterType::kBoolean:
      return FieldKind::kBoolean;
    default:
      return FieldKind::kText;
  }
}

Field FieldOf(const Parameter& parameter, const NodeType& type) {
  Field field;
  field.name = parameter.name;
  field.title = parameter.name;
  field.chinese = ChineseOfParameter(parameter.name);
  if (field.chinese.empty()) field.chinese = field.name;
  field.kind = KindOf(parameter);
  field.default_value = parameter.default_value;
  field.choices = pai::WordsOf(parameter);
  field.range = parameter.range;
  field.required = parameter.required;
  field.doc = parameter.help;
  field.no_effect = parameter.no_effect;
  const bool tuning = std::ranges::find(kTuning, parameter.name) != kTuning.end();
  const bool columns = field.kind == FieldKind::kColumn || field.kind == FieldKind::kColumns;
  if (type.Output(field.name) != nullptr && type.Input(field.name) == nullptr) {
    field.tab = FieldTab::kOutput;
    field.required = false;  // a temporary name will do
  } else if (tuning || !parameter.used()) {
    field.tab = FieldTab::kTuning;
  } else if (columns || type.Input(field.name) != nullptr) {
    field.tab = FieldTab::kFields;
    if (type.Input(field.name) != nullptr) field.required = false;  // an edge will do
  }
  if (columns) {
    const auto first = std::ranges::find(type.inputs, PortType::kTable, &TypePort::type);
    if (first != type.inputs.end()) field.of = first->name;
  }
  return field;
}

TypePort PortOf(const Parameter& parameter, PortType type) {
  TypePort port;
  port.name = parameter.name;
  port.title = parameter.name;
  port.chinese = ChineseOfParameter(parameter.name);
  if (port.chinese.empty()) port.chinese = port.name;
  port.type = type;
  port.required = parameter.required;
  port.many = parameter.type == ParameterType::kTables || parameter.type == ParameterType::kBuckets;
  return port;
}

// A script of a job is a port, too: a file brings it.
void AddScriptPorts(const pai::Component& component, NodeType& type) {
  for (const Parameter& parameter : component.parameters) {
    if (parameter.type != ParameterType::kScript) continue;
    type.inputs.push_back(PortOf(parameter, PortType::kFile));
  }
}

void AddPorts(const pai::Component& component, bool evaluates, NodeType& type) {
  for (const pai::Port& row : component.ports) {
    const Parameter* const parameter = pai::ParameterOf(component, row.parameter);
    // What stands in JSON names no single thing, and volumes have no type of their own.
    if (parameter == nullptr || !row.key.empty()) continue;
    if (parameter->type == ParameterType::kVolumes) continue;
    const bool table = row.kind == PortKind::kInputTable || row.kind == PortKind::kOutputTable;
    const bool model = row.kind == PortKind::kModelIn || row.kind == PortKind::kModelOut;
    TypePort port = PortOf(*parameter, table   ? PortType::kTable
                                       : model ? PortType::kModel
                                               : PortType::kFolder);
    port.urls = table && !component.classic && parameter->type == ParameterType::kTables;
    port.partitions = row.partitions;
    port.suffix = row.suffix;
    if (row.kind == PortKind::kOutputTable || row.kind == PortKind::kModelOut) {
      if (evaluates && table) port.type = PortType::kEvaluation;
      port.many = false;
      type.outputs.push_back(std::move(port));
      continue;
    }
    // A job writes its checkpoints where it also finds those of the run before.
    if (row.kind == PortKind::kFolder && parameter->type == ParameterType::kOssFolder) {
      type.outputs.push_back(port);
      type.outputs.back().required = false;
    }
    type.inputs.push_back(std::move(port));
  }
}

// The tables that a script writes have to be there before it runs.
void AddCreateTable(NodeType& type) {
  if (type.component->tensorflow == 0 || type.Output("outputs") == nullptr) return;
  Field field;
  field.name = kCreateTable;
  field.title = "SQL that makes the output table";
  field.chinese = "输出表建表语句";
  field.kind = FieldKind::kCode;
  field.doc =
      "CREATE TABLE ${outputs} (…): runs before the script, after a table of the same name is "
      "dropped. Without it the output table has to be there.";
  field.tab = FieldTab::kFields;
  type.fields.push_back(std::move(field));
}

NodeType TypeOf(const pai::Component& component, bool evaluates) {
  NodeType type;
  type.kind = NodeKind::kPai;
  type.component = &component;
  // The newest version of TensorFlow stands last.
  type.id = component.tensorflow > 0 ? component.names.back() : component.names.front();
  type.names = {type.id};
  for (const std::string_view name : component.names) {
    if (name != type.id) type.names.emplace_back(name);
  }
  const Titles titles = TitlesOf(component.names.front());
  type.title = titles.title.empty() ? component.title : titles.title;
  type.chinese = titles.chinese.empty() ? std::string(component.title) : titles.chinese;
  type.doc = component.help;
  AddScriptPorts(component, type);
  AddPorts(component, evaluates, type);
  for (const Parameter& parameter : component.parameters) {
    type.fields.push_back(FieldOf(parameter, type));
  }
  AddCreateTable(type);
  return type;
}

}  // namespace

void AddPaiTypes(std::vector<NodeType>& types, std::vector<TypeGroup>& groups) {
  std::vector<const pai::Component*> grouped;
  for (const GroupRow& row : kGroups) {
    TypeGroup group{std::string(row.id), std::string(row.shown), std::string(row.chinese), {}};
    for (const pai::ComponentGroup& rows : pai::ClassicGroups()) {
      if (rows.title != row.title) continue;
      for (const pai::Component& component : rows.rows) {
        // The rows that statements are checked by are the same, at another place.
        const auto known = pai::OfferedComponents().Find(component.names.front());
        if (!known.has_value()) continue;
        grouped.push_back(known->component);
        types.push_back(TypeOf(*known->component, row.evaluates));
        group.types.push_back(types.back().id);
      }
    }
    groups.push_back(std::move(group));
  }
  TypeGroup frameworks{"deep_learning", "Deep Learning", "深度学习", {}};
  TypeGroup alink{"alink", "Alink", "Alink", {}};
  for (const pai::Component& component : pai::OfferedComponents().rows()) {
    if (std::ranges::find(grouped, &component) != grouped.end()) continue;
    types.push_back(TypeOf(component, false));
    const bool own = component.tensorflow > 0 || component.title == "TensorBoard";
    (own ? frameworks : alink).types.push_back(types.back().id);
  }
  groups.push_back(std::move(frameworks));
  groups.push_back(std::move(alink));
}

}  // namespace paisql::designer
