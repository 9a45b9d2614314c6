#include "tools/serve/table_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/process/piped_process.h"
#include "base/process/process.h"
#include "base/text.h"
#include "fleet/control/places.h"

namespace paisql::tools {

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
  PAISQL_ASSIGN(const Answer answer,
                Run(fmt::format("CREATE TABLE IF NOT EXISTS {0} ({1}) PARTITIONED BY ({2} STRING);"
                                "ALTER TABLE {0} ADD COLUMNS IF NOT EXISTS ({1});"
                                "SHOW COLUMNS FROM {0};",
                                table_, DefinitionOf(columns), kPartition),
                    ""));
  if (!answer.failure.empty()) return Unfit(answer.failure);
  const Types& types = answer.types;
  if (!types.contains(kPartition)) {
    return Unfit(fmt::format("table {} is not partitioned by {}", table_, kPartition));
  }
  for (const serving::LogColumn& column : columns) {
    const auto found = types.find(column.name);
    if (found != types.end() && found->second == column.type) continue;
    return Unfit(fmt::format("column {} of table {} is {}, and the request log needs {}",
                             column.name, table_, found == types.end() ? "missing" : found->second,
                             column.type));
  }
  return Status::Ok();
}

Result<serving::LogWritten> TableLog::Write(const serving::LogBatch& batch) {
  PAISQL_ASSIGN(const Answer whole, Upload(batch, ""));
  if (whole.failure.empty()) return serving::LogWritten{};
  if (!whole.is_refused) return Unfit(whole.failure);
  // Nothing of it is in the table, and the good rows are not to wait for what will never be taken.
  PAISQL_ASSIGN(const Answer rest, Upload(batch, fmt::format("-dbr true -mbr {} ", batch.rows)));
  if (rest.failure.empty()) {
    return serving::LogWritten{std::clamp<int64_t>(batch.rows - rest.rows_written, 0, batch.rows),
                               whole.failure};
  }
  if (!rest.is_refused) return Unfit(rest.failure);
  return serving::LogWritten{batch.rows, rest.failure};
}

Result<TableLog::Answer> TableLog::Upload(const serving::LogBatch& batch,
                                          std::string_view flags) const {
  return Run(fmt::format("{}TUNNEL UPLOAD -h true -ss false -acp true {}/dev/stdin {}/{}={};",
                         kZone, flags, table_, kPartition, batch.day),
             batch.csv);
}

Result<TableLog::Answer> TableLog::Run(const std::string& statements,
                                       std::string_view input) const {
  SpawnOptions options;
  options.command = {kProgram, "--output", "jsonl", "-e", statements};
  if (!home_.empty()) {
    options.command.emplace_back("--home");
    options.command.push_back(home_);
  }
  // It needs no token, and shows it to nobody.
  options.environment =
      EnvironmentWith({{fleet::kTokenVariable, ""}, {fleet::kLaunchVariable, ""}});
  PAISQL_ASSIGN(const PipedAnswer piped, RunPiped(std::move(options), input));
  if (piped.status < 0) return Unfit("the process that writes the request log was killed");
  Answer answer = Read(piped.bytes);
  if (piped.status == 0) {
    answer.failure.clear();
  } else if (answer.failure.empty()) {
    answer.failure = fmt::format("table {} cannot be written", table_);
  }
  return answer;
}

TableLog::Answer TableLog::Read(std::string_view events) {
  Answer answer;
  for (const std::string& line : Split(events, '\n')) {
    const json event = json::parse(line, nullptr, false);
    if (!event.is_object()) continue;
    const std::string kind = event.value("event", "");
    if (kind == "error" && answer.failure.empty()) {
      answer.failure = event.value("message", "");
      answer.is_refused = event.value("code", "") == ErrorCodeName(ErrorCode::kTunnel);
    }
    if (kind == "statement") answer.rows_written += event.value("rows_written", int64_t{0});
    if (kind != "rows") continue;
    for (const json& row : event.value("rows", json::array())) {
      if (row.size() >= 2 && row[0].is_string() && row[1].is_string()) {
        answer.types[row[0]] = row[1];
      }
    }
  }
  return answer;
}

}  // namespace paisql::tools
