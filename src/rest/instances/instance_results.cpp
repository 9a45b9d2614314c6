#include "rest/instances/instance_results.h"

#include <nlohmann/json.hpp>

#include "base/coding/base64.h"
#include "base/text.h"
#include "engine/text/result_text.h"
#include "rest/bodies/xml_writer.h"
#include "rest/tasks/task_kinds.h"

namespace paisql::rest {

namespace {

// Clients without a tunnel get so many rows, as on the platform.
constexpr int64_t kMostRows = 10000;

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + "\"";
}

Result<std::string> CsvOf(const instances::InstanceResult& result) {
  std::string csv;
  for (const engine::ResultColumn& column : result.columns) {
    csv += (csv.empty() ? "" : ",") + Quoted(column.name);
  }
  csv += '\n';
  engine::ResultText text(result.columns);
  PAISQL_ASSIGN(const auto reader, result.Read(0, kMostRows));
  while (true) {
    PAISQL_ASSIGN(const engine::Batch batch, reader->Next());
    if (!batch) return csv;
    text.Read(batch);
    for (size_t row = 0; row < batch.row_count(); ++row) {
      for (size_t column = 0; column < result.columns.size(); ++column) {
        if (column > 0) csv += ',';
        if (text.IsNull(column, row)) {
          csv += "\\N";
          continue;
        }
        std::string cell;
        text.AppendText(column, row, engine::TextForm::kPlain, cell);
        const bool plain = result.columns[column].type.IsNumeric();
        csv += plain ? cell : Quoted(cell);
      }
      csv += '\n';
    }
  }
}

std::string DescriptorOf(const instances::InstanceResult& result) {
  nlohmann::json columns = nlohmann::json::array();
  for (const engine::ResultColumn& column : result.columns) {
    columns.push_back({{"Name", column.name}, {"Type", ToLower(column.type.ToString())}});
  }
  const bool whole = result.rows <= kMostRows;
  const nlohmann::json descriptor = {{"IsSelect", result.has_rows},
                                     {"SelectResultStatus", whole ? "FULL" : "TRUNCATED"},
                                     {"Schema", {{"Columns", columns}}}};
  return descriptor.dump();
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
  const Result<std::string> csv = CsvOf(*result);
  if (!csv.ok()) return ResultElement("text", csv.error().ToString());
  return ResultElement("csv", *csv) + Nested("ResultDescriptor", CData(DescriptorOf(*result)));
}

}  // namespace paisql::rest
