#include "engine/spark/run/spark_question.h"

#include <nlohmann/json.hpp>

#include "base/coding/base64.h"
#include "engine/arrow/schema.h"
#include "engine/ipc/ipc_writer.h"
#include "engine/spark/print/spark_text.h"
#include "store/files/partition_value.h"

namespace paisql::engine::spark {
namespace {

using nlohmann::json;

// An Arrow schema as a message, in base64.
std::string SchemaText(const std::vector<ResultColumn>& columns) {
  const Schema schema(columns);
  IpcWriter writer(schema.get());
  std::string bytes;
  const Status written = writer.AppendSchema(bytes);
  PAISQL_ASSERT(written.ok(), "a schema of ours cannot be written");
  return ToBase64(bytes);
}

// Months are four bytes in Arrow under either name, and pyarrow knows this one.
DataType MonthsAsNumbers(const DataType& type) {
  if (type.id() == TypeId::kIntervalYearMonth) return TypeId::kInt;
  if (!type.IsNested()) return type;
  std::vector<DataType> parts;
  for (const DataType& part : type.fields()) parts.push_back(MonthsAsNumbers(part));
  if (type.id() == TypeId::kArray) return DataType::Array(parts[0]);
  if (type.id() == TypeId::kMap) return DataType::Map(parts[0], parts[1]);
  return DataType::Struct(type.field_names(), std::move(parts));
}

json KernelJson(const std::string& name, const Kernel& kernel) {
  std::vector<std::string> types;
  std::vector<ResultColumn> columns;
  for (size_t i = 0; i < kernel.arguments.size(); ++i) {
    types.push_back(kernel.arguments[i].ToString());
    columns.push_back({"v" + std::to_string(i), kernel.arguments[i], false});
  }
  return {{"name", name},
          {"open",
           {{"sql", kernel.text},
            {"state", kernel.state},
            {"arguments", types},
            {"result", kernel.result.ToString()},
            {"zone", kernel.time_zone}}},
          {"schema", SchemaText(columns)},
          {"returns", TypeText(kernel.result).value_or("STRING")},
          {"volatile", kernel.is_volatile},
          {"of_users", kernel.of_users}};
}

json SourceJson(const SparkSource& source) {
  json groups = json::array();
  for (const SparkSource::Group& group : source.groups) {
    groups.push_back({{"values", group.values}, {"files", group.files}});
  }
  return {{"view", source.view},
          {"columns", source.columns},
          {"partition_columns", source.partition_columns},
          {"groups", std::move(groups)}};
}

json StepJson(const SparkStep& step) {
  return {{"view", step.view}, {"sql", step.sql},     {"next", step.next},
          {"last", step.last}, {"error", step.error}, {"most_runs", step.most_runs}};
}

json StatementJson(const SparkStatement& statement, const char* verb,
                   const std::string& printed_folder) {
  json kernels = json::array();
  for (const auto& [name, kernel] : statement.kernels) kernels.push_back(KernelJson(name, kernel));
  json sources = json::array();
  for (const SparkSource& source : statement.sources) sources.push_back(SourceJson(source));
  json steps = json::array();
  for (const SparkStep& step : statement.steps) steps.push_back(StepJson(step));
  return {{"do", verb},
          {"steps", std::move(steps)},
          {"sql", statement.sql},
          {"printed", printed_folder},
          {"kernels", std::move(kernels)},
          {"sources", std::move(sources)}};
}

// Rows that a plan has sorted stay as they are; others may be brought together by partition.
bool IsSorted(const plan::Relation& root) {
  return !plan::CollectRelations(root, plan::RelationKind::kSort).empty();
}

// The platform's codes, for what a task refuses.
json Codes() {
  return {{"partition", ErrorCodeName(ErrorCode::kPartition)},
          {"arguments", ErrorCodeName(ErrorCode::kRuntimeArguments)},
          {"environment", ErrorCodeName(ErrorCode::kEnvironment)}};
}

std::string Text(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string QueryQuestion(const SparkStatement& statement, const std::vector<ResultColumn>& columns,
                          const std::string& printed_folder) {
  json question = StatementJson(statement, "query", printed_folder);
  std::vector<ResultColumn> sent = columns;
  for (ResultColumn& column : sent) column.type = MonthsAsNumbers(column.type);
  question["schema"] = SchemaText(sent);
  return Text(question);
}

std::string WriteQuestion(const SparkStatement& statement, const plan::Relation& root,
                          const WriteTarget& target, const std::string& printed_folder) {
  json question = StatementJson(statement, "write", printed_folder);
  std::vector<ResultColumn> columns;
  for (size_t i = 0; i < target.column_names.size(); ++i) {
    columns.push_back({target.column_names[i], root.output[i].type, false});
  }
  question["schema"] = SchemaText(columns);
  question["directory"] = target.directory;
  question["not_null"] = target.not_null;
  question["partitions"] = target.partition_names;
  question["most_value_bytes"] = store::kMaxPartitionValueBytes;
  question["one_file"] = target.keeps_empty;
  question["sorted"] = IsSorted(root);
  question["codes"] = Codes();
  return Text(question);
}

}  // namespace paisql::engine::spark
