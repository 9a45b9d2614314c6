#include "designer/catalog/own_types.h"

#include <utility>

#include "designer/catalog/titles.h"

namespace paisql::designer {

namespace {

using enum FieldKind;

TypePort PortRow(std::string_view name, std::string_view title, std::string_view chinese,
                 PortType type, bool required = false) {
  TypePort port;
  port.name = name;
  port.title = title;
  port.chinese = chinese;
  port.type = type;
  port.required = required;
  return port;
}

Field FieldRow(std::string_view name, std::string_view title, std::string_view chinese,
               FieldKind kind, bool required, std::string_view doc,
               FieldTab tab = FieldTab::kParameters) {
  Field field;
  field.name = name;
  field.title = title;
  field.chinese = chinese;
  field.kind = kind;
  field.required = required;
  field.doc = doc;
  field.tab = tab;
  return field;
}

NodeType TypeRow(std::string_view id, NodeKind kind, std::string_view title,
                 std::string_view chinese, std::string_view doc,
                 std::vector<std::string> names = {}) {
  NodeType type;
  type.id = id;
  type.kind = kind;
  type.title = title;
  type.chinese = chinese;
  type.doc = doc;
  type.names = {type.id};
  for (std::string& name : names) type.names.push_back(std::move(name));
  return type;
}

NodeType ReadTableType() {
  NodeType type = TypeRow(kReadTable, NodeKind::kSource, "Read MaxCompute Table", "读数据表",
                          "Gives a table or some of its partitions to what follows.",
                          {"odps-data-source", "odps_source"});
  type.outputs = {PortRow("outputTable", "Table", "输出表", PortType::kTable, true)};
  type.fields = {FieldRow("table", "Table", "表名", kTable, true,
                          "The table: table or project.table.", FieldTab::kFields),
                 FieldRow("partition", "Partition", "分区", kText, false,
                          "One partition, ds=20260101/hour=01; without it the whole table.",
                          FieldTab::kFields)};
  return type;
}

NodeType ReadFileType() {
  NodeType type =
      TypeRow(kReadFile, NodeKind::kFile, "Read File Data", "读OSS数据",
              "Gives a file or a folder to what follows, a training script for instance.",
              {"oss_source", "oss-uploader", "data_source_oss"});
  type.outputs = {PortRow("output", "File or folder", "文件或目录", PortType::kFile, true)};
  type.fields = {
      FieldRow("path", "Path", "路径", FieldKind::kFile, false,
               "oss://bucket/key, odps://project/resources/name, or file://path of this machine.",
               FieldTab::kFields),
      FieldRow(kScriptText, "Code", "代码", FieldKind::kCode, false,
               "A script that the pipeline keeps; it counts where no path is given.",
               FieldTab::kFields)};
  return type;
}

NodeType ReadModelType() {
  NodeType type = TypeRow(kReadModel, NodeKind::kModel, "Read Model", "读模型",
                          "Gives a model of the project to what follows.", {"import_model"});
  type.outputs = {PortRow("model", "Model", "模型", PortType::kModel, true)};
  type.fields = {FieldRow("modelName", "Model", "模型名", kText, true,
                          "The model: m, project.m or project/offlinemodels/m.",
                          FieldTab::kFields)};
  return type;
}

NodeType SqlType() {
  NodeType type =
      TypeRow(kSqlScript, NodeKind::kSql, "SQL Script", "SQL脚本",
              "Makes a table of what a query says of up to four tables.", {"sql-xflow-ODPS"});
  for (const char* const name : {"t1", "t2", "t3", "t4"}) {
    type.inputs.push_back(PortRow(name, name, name, PortType::kTable));
  }
  type.outputs = {PortRow("outputTable", "Table", "输出表", PortType::kTable, true)};
  Field adds =
      FieldRow(kAddCreateTable, "Make the table of the last query", "由系统添加Create Table语句",
               kBoolean, false, "false: the statements themselves make ${outputTable}.");
  adds.default_value = "true";
  type.fields = {
      FieldRow("sql", "SQL", "SQL脚本", FieldKind::kCode, true,
               "Statements; ${t1} to ${t4} are the tables that edges bring.", FieldTab::kFields),
      adds,
      FieldRow("outputTable", "Output table", "输出表名", kTable, false,
               "The table's name; without it a temporary one.", FieldTab::kOutput)};
  return type;
}

NodeType WriteTableType() {
  NodeType type = TypeRow(kWriteTable, NodeKind::kSink, "Write MaxCompute Table", "写数据表",
                          "Writes what comes in into a table of a name that stays.",
                          {"odps_sink", "data_target", "odps-data-target"});
  type.inputs = {PortRow("inputTable", "Table", "输入表", PortType::kTable, true)};
  type.outputs = {PortRow("outputTable", "Table", "输出表", PortType::kTable, true)};
  type.fields = {FieldRow("outputTable", "Table", "表名", kTable, true,
                          "The table that is written. It is made anew unless a partition is given.",
                          FieldTab::kFields),
                 FieldRow("outputTablePartition", "Partition", "分区", kText, false,
                          "The partition that is written, ds=20260101; the table is then there.",
                          FieldTab::kFields)};
  return type;
}

NodeType DeployType() {
  NodeType type = TypeRow(kDeploy, NodeKind::kDeploy, "Deploy as a service (EAS)", "部署模型 (EAS)",
                          "Serves a model, or a folder with an exported one, over HTTP.");
  TypePort model = PortRow("model", "Model", "模型", PortType::kAny, true);
  type.inputs = {model};
  type.fields = {FieldRow("model", "Model", "模型", kText, false,
                          "A model, or the place of an exported one, where no edge brings it.",
                          FieldTab::kFields),
                 FieldRow("service", "Service", "服务名", kText, true, "The name of the service.",
                          FieldTab::kParameters),
                 FieldRow("instances", "Instances", "实例数", kInteger, false,
                          "How many processes answer.", FieldTab::kTuning)};
  type.fields.back().range = "[1,100]";
  return type;
}

}  // namespace

void AddOwnTypes(std::vector<NodeType>& types, std::vector<TypeGroup>& groups) {
  const auto add = [&](TypeGroup group, std::vector<NodeType> rows) {
    for (NodeType& row : rows) {
      group.types.push_back(row.id);
      types.push_back(std::move(row));
    }
    groups.push_back(std::move(group));
  };
  add({"source", "Data Source/Target", "源/目标", {}},
      {ReadTableType(), ReadFileType(), ReadModelType(), WriteTableType()});
  add({"tools", "Custom Algorithm", "自定义算法", {}}, {SqlType(), DeployType()});
}

}  // namespace paisql::designer
