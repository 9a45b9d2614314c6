#include "rest/instances/instance_results.h"

#include <nlohmann/json.hpp>

#include "base/coding/base64.h"
#include "base/text.h"
#include "instances/statements.h"
#include "rest/bodies/xml_writer.h"
#include "rest/records/result_csv.h"
#include "rest/tasks/task_kinds.h"

namespace paisql::rest {

namespace {

std::string DescriptorOf(const instances::InstanceResult& result) {
  nlohmann::json columns = nlohmann::json::array();
  for (const engine::ResultColumn& column : result.columns) {
    columns.push_back({{"Name", column.name}, {"Type", ToLower(column.type.ToString())}});
  }
  const bool whole = result.rows <= kMostCsvRows;
  const nlohmann::json descriptor = {{"IsSelect", result.has_rows},
                                     {"SelectResultStatus", whole ? "FULL" : "TRUNCATED"},
                                     {"Schema", {{"Columns", columns}}}};
  return descriptor.dump();
}

// What a query gives, as the SDK for Java reads it (SQLTask.getResultSchema).
std::string LineageOf(const instances::InstanceResult& result) {
  nlohmann::json columns = nlohmann::json::array();
  for (const engine::ResultColumn& column : result.columns) {
    columns.push_back({{"name", column.name}, {"type", ToLower(column.type.ToString())}});
  }
  nlohmann::json table = {{"columns", std::move(columns)}};
  return nlohmann::json{{"outputTables", nlohmann::json::array({std::move(table)})}}.dump();
}

std::string ResultElement(std::string_view format, const std::string& text) {
  return "<Result Transform=\"Base64\" Format=\"" + std::string(format) + "\">" +
         CData(ToBase64(text)) + "</Result>";
}

// As clients read the text of this kind of task.
std::string TextOf(const instances::Instance& instance, const std::string& text) {
  const TaskKind* const kind = FindTaskKindOfType(instance.submission().kind);
  return kind == nullptr || kind->result == nullptr ? text : kind->result(text);
}

}  // namespace

std::string ResultXml(const instances::Instance& instance) {
  const instances::Instance::Status status = instance.status();
  if (status.error.has_value()) return ResultElement("text", status.error->ToString());
  const auto result = instance.result();
  if (result == nullptr) return "";
  if (!result->has_rows) {
    return ResultElement("text", TextOf(instance, result->text)) +
           Nested("ResultDescriptor", CData(DescriptorOf(*result)));
  }
  if (instances::WantsLineage(instance.submission())) {
    return ResultElement("text", LineageOf(*result));
  }
  const Result<std::string> csv = ResultCsv(*result);
  if (!csv.ok()) return ResultElement("text", csv.error().ToString());
  return ResultElement("csv", *csv) + Nested("ResultDescriptor", CData(DescriptorOf(*result)));
}

}  // namespace paisql::rest
