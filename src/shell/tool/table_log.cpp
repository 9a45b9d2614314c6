#include "shell/tool/table_log.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/system/piped_process.h"
#include "base/system/process.h"
#include "base/text.h"

namespace paisql::shell {

namespace {

using nlohmann::json;

constexpr const char* kProgram = "/proc/self/exe";
// Times and days of the log are those of the platform, whatever the home has set.
constexpr const char* kZone = "SET odps.sql.timezone=Asia/Shanghai;";
constexpr const char* kPartition = "ds";

Error Unfit(std::string detail) {
  return {ErrorCode::kEnvironment,
          std::move(detail),
          {},
          "name the table of a home that can be written: --home, --sink-table"};
}

std::string DefinitionOf(std::span<const serving::LogColumn> columns) {
  std::string text;
  for (const serving::LogColumn& column : columns) {
    if (!text.empty()) text += ", ";
    text += fmt::format("`{}` {}", column.name, column.type);
    if (!column.comment.empty()) text += fmt::format(" COMMENT '{}'", column.comment);
  }
  return text;
}

}  // namespace

TableLog::TableLog(std::string home, std::string table)
    : home_(std::move(home)), table_(std::move(table)) {}

Status TableLog::Open(std::span<const serving::LogColumn> columns) {
  PAISQL_ASSIGN(const Types types,
                Run(fmt::format("CREATE TABLE IF NOT EXISTS {0} ({1}) PARTITIONED BY ({2} STRING);"
                                "ALTER TABLE {0} ADD COLUMNS IF NOT EXISTS ({1});"
                                "SHOW COLUMNS FROM {0};",
                                table_, DefinitionOf(columns), kPartition),
                    ""));
  if (!types.contains(kPartition)) {
    return Unfit(fmt::format("table {} is not partitioned by {}", table_, kPartition));
  }
  for (const serving::LogColumn& column : columns) {
    const auto found = types.find(column.name);
    if (found != types.end() && found->second == column.type) continue;
    return Unfit(fmt::format("column {} of table {} is {}, and the request log wants {}",
                             column.name, table_, found == types.end() ? "missing" : found->second,
                             column.type));
  }
  return Status::Ok();
}

Status TableLog::Write(const serving::LogBatch& batch) {
  PAISQL_TRY(Run(fmt::format("{}TUNNEL UPLOAD -h true -ss false -acp true /dev/stdin {}/{}={};",
                             kZone, table_, kPartition, batch.day),
                 batch.csv));
  return Status::Ok();
}

Result<TableLog::Types> TableLog::Run(const std::string& statements, std::string_view input) const {
  SpawnOptions options;
  options.command = {kProgram, "--output", "jsonl", "-e", statements};
  if (!home_.empty()) {
    options.command.emplace_back("--home");
    options.command.push_back(home_);
  }
  // It needs no token, and shows it to nobody.
  options.environment = EnvironmentWith({{"PAISQL_SERVE_TOKEN", ""}});
  PAISQL_ASSIGN(const PipedAnswer answer, RunPiped(std::move(options), input));
  Types types;
  std::string failure;
  for (const std::string& line : Split(answer.bytes, '\n')) {
    const json event = json::parse(line, nullptr, false);
    if (!event.is_object()) continue;
    const std::string kind = event.value("event", "");
    if (kind == "error" && failure.empty()) failure = event.value("message", "");
    if (kind != "rows") continue;
    for (const json& row : event.value("rows", json::array())) {
      if (row.size() >= 2 && row[0].is_string() && row[1].is_string()) types[row[0]] = row[1];
    }
  }
  if (answer.status == 0) return types;
  if (answer.status < 0) return Unfit("the process that writes the request log was killed");
  return Unfit(failure.empty() ? fmt::format("table {} cannot be written", table_) : failure);
}

}  // namespace paisql::shell
