#include "rest/instances/instance_results.h"

#include <nlohmann/json.hpp>

#include "base/coding/base64.h"
#include "base/text.h"
#include "engine/text/result_text.h"
#include "rest/xml_writer.h"

namespace paisql::rest {

namespace {

// Clients without a tunnel get so many rows, as on the platform.
constexpr size_t kMostRows = 10000;

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + "\"";
}

std::string CsvOf(const instances::InstanceResult& result) {
  std::string csv;
  for (const engine::ResultColumn& column : result.columns) {
    csv += (csv.empty() ? "" : ",") + Quoted(column.name);
  }
  csv += '\n';
  engine::ResultText text(result.columns);
  size_t rows = 0;
  for (const engine::Batch& batch : result.batches) {
    text.Read(batch);
    for (size_t row = 0; row < batch.row_count() && rows < kMostRows; ++row, ++rows) {
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
  return csv;
}

std::string DescriptorOf(const instances::InstanceResult& result) {
  nlohmann::json columns = nlohmann::json::array();
  for (const engine::ResultColumn& column : result.columns) {
    columns.push_back({{"Name", column.name}, {"Type", ToLower(column.type.ToString())}});
  }
  const bool whole = result.rows <= static_cast<int64_t>(kMostRows);
  const nlohmann::json descriptor = {{"IsSelect", result.has_rows},
                                     {"SelectResultStatus", whole ? "FULL" : "TRUNCATED"},
                                     {"Schema", {{"Columns", columns}}}};
  return descriptor.dump();
}

std::string ResultElement(std::string_view format, const std::string& text) {
  return "<Result Transform=\"Base64\" Format=\"" + std::string(format) + "\">" +
         CData(ToBase64(text)) + "</Result>";
}

}  // namespace

std::string ResultXml(const instances::Instance& instance) {
  const instances::Instance::Status status = instance.status();
  if (status.error.has_value()) return ResultElement("text", status.error->ToString());
  const auto result = instance.result();
  if (result == nullptr) return "";
  const std::string body =
      result->has_rows ? ResultElement("csv", CsvOf(*result)) : ResultElement("text", result->text);
  return body + Nested("ResultDescriptor", CData(DescriptorOf(*result)));
}

}  // namespace paisql::rest
