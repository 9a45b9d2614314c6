#include "analysis/statement/parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace paisql::analysis {
namespace {

struct ClauseCure {
  std::string_view clause;
  std::string_view cure;
};
constexpr std::string_view kExternalCure =
    "external tables are not offered: load the data with TUNNEL UPLOAD";
constexpr ClauseCure kClauseCures[] = {
    {"AUTO PARTITIONED BY",
     "write PARTITIONED BY (d STRING), and PARTITION (d) with the value last in each INSERT"},
    {"STORED BY", kExternalCure},
    {"LOCATION", kExternalCure},
    {"PRIMARY KEY", "rows are not merged by a key: INSERT OVERWRITE the rows that you need"},
};

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

}  // namespace

// A property that changes what statements mean is refused, any other is told to have no effect.
Status CheckProperties(State& state,
                       const std::map<std::string, syntax::TableProperty>& properties) {
  for (const auto& [key, property] : properties) {
    const bool transactional = EqualsIgnoreCase(key, "transactional");
    if (transactional && EqualsIgnoreCase(property.value, "false")) continue;
    if (transactional || EqualsIgnoreCase(key, "table.format.version")) {
      return Error{
          ErrorCode::kUnsupported,
          fmt::format("the table property '{}'='{}' is not supported", key, property.value),
          property.range,
          "leave it out, and INSERT OVERWRITE the rows that UPDATE, DELETE or MERGE would "
          "change"};
    }
    state.Warn(property.range, fmt::format("the table property '{}' has no effect", key));
  }
  return Status::Ok();
}

Status CheckClauses(State& state, const syntax::CreateTableStatement& statement) {
  if (!statement.unsupported_clause.empty()) {
    Error error =
        UnsupportedError(statement.unsupported_range,
                         fmt::format("{} is not supported", statement.unsupported_clause));
    for (const ClauseCure& row : kClauseCures) {
      if (row.clause == statement.unsupported_clause) error.hint = row.cure;
    }
    return error;
  }
  if (statement.external) {
    return Error{ErrorCode::kUnsupported, "external tables are not supported",
                 statement.table.range, "load the data with TUNNEL UPLOAD"};
  }
  PAISQL_TRY(CheckProperties(state, statement.properties));
  if (statement.stored_as) PAISQL_TRY(CheckFileFormat(state, *statement.stored_as));
  if (statement.lifecycle_days && *statement.lifecycle_days <= 0) {
    return SemanticError(statement.lifecycle_range, "LIFECYCLE needs a positive number of days");
  }
  return Status::Ok();
}

}  // namespace paisql::analysis
