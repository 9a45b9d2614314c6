#include "analysis/statement/parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace paisql::analysis {
namespace {

// File formats of the platform. A table's files have the one format that there is here.
constexpr std::string_view kFileFormats[] = {"ALIORC",  "AVRO",   "CFILE",        "JSON",    "ORC",
                                             "PARQUET", "RCFILE", "SEQUENCEFILE", "TEXTFILE"};

Status CheckFileFormat(State& state, const syntax::Identifier& format) {
  const std::string name = ToUpper(format.text);
  if (std::find(std::begin(kFileFormats), std::end(kFileFormats), name) == std::end(kFileFormats)) {
    return SemanticError(format.range, fmt::format("unknown file format {}", format.text),
                         "ALIORC is the platform's own: leave STORED AS out");
  }
  state.Warn(format.range,
             fmt::format("STORED AS {} has no effect: all tables are stored in one way", name));
  return Status::Ok();
}

// A table of the home.
Status CheckStorage(State& state, const syntax::StorageClauses& storage) {
  const auto needs_external = [](const std::optional<syntax::ClauseText>& text,
                                 std::string_view clause) -> Status {
    if (!text.has_value()) return Status::Ok();
    return SemanticError(text->range, fmt::format("{} needs CREATE EXTERNAL TABLE", clause),
                         "a table without EXTERNAL keeps its rows in the home");
  };
  PAISQL_TRY(needs_external(storage.location, "LOCATION"));
  PAISQL_TRY(needs_external(storage.handler, "STORED BY"));
  if (storage.format) PAISQL_TRY(CheckFileFormat(state, *storage.format));
  if (storage.rows || storage.serde) {
    state.Warn(storage.range, "ROW FORMAT has no effect: all tables are stored in one way");
  }
  return Status::Ok();
}

Status CheckExternalClauses(const syntax::CreateTableStatement& statement) {
  if (statement.as_query == nullptr && !statement.like) return Status::Ok();
  return Error{ErrorCode::kUnsupported, "an external table needs columns of its own",
               statement.table.range,
               "write CREATE EXTERNAL TABLE t (columns) …, then INSERT INTO it"};
}

}  // namespace

Status CheckClauses(State& state, const syntax::CreateTableStatement& statement) {
  if (statement.external) {
    PAISQL_TRY(CheckExternalClauses(statement));
  } else {
    PAISQL_TRY(CheckStorage(state, statement.storage));
  }
  if (statement.lifecycle_days && *statement.lifecycle_days <= 0) {
    return SemanticError(statement.lifecycle_range, "LIFECYCLE needs a positive number of days");
  }
  return Status::Ok();
}

}  // namespace paisql::analysis
