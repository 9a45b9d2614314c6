// What TBLPROPERTIES and PRIMARY KEY promise of a table's rows.

#include <algorithm>

#include <fmt/format.h>

#include "analysis/statement/parts.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "store/auto_partition.h"
#include "store/own_properties.h"

namespace paisql::analysis {
namespace {

constexpr std::string_view kTransactional = "transactional";
constexpr std::string_view kFormatVersion = "table.format.version";

// The properties that the platform knows of a transactional table, besides those two. One table
// keeps them and shows them; where they say how the platform stores rows, nothing else follows.
constexpr std::string_view kKnown[] = {
    "acid.cdc.build.async",
    "acid.cdc.mode.enable",
    "acid.data.retain.hours",
    "acid.incremental.query.out.of.time.range.enabled",
    "acid.ingest.commit.num.check.limit",
    "acid.partial.fields.update.enable",
    "acid.write.precombine.field",
    "cdc.data.retain.hours",
    "cdc.insert.into.passthrough.enable",
    "columnar.nested.type",
    "comment",
    "table.format.version",
    "write.bucket.num",
};

bool IsKnown(std::string_view key) {
  return std::find(std::begin(kKnown), std::end(kKnown), key) != std::end(kKnown);
}

// Values of properties that are whole numbers.
struct Range {
  std::string_view key;
  int64_t least;
  int64_t most;
  std::string_view cure;
};
constexpr Range kRanges[] = {
    {"acid.data.retain.hours", 0, 168, "write 0, or hours from 24 to 168"},
    {"cdc.data.retain.hours", 0, 168, "write 0, or hours from 24 to 168"},
    {"acid.ingest.commit.num.check.limit", 1, 1'000'000, "write a whole number from 1"},
    {"write.bucket.num", 1, 4096, "write a whole number from 1 to 4096"},
    {"table.format.version", 1, 2, "write '2' for a delta table"},
};

Status CheckValue(std::string_view key, const syntax::TableProperty& property) {
  for (const Range& range : kRanges) {
    if (range.key != key) continue;
    const std::optional<int64_t> value = ParseNumber<int64_t>(property.value);
    const bool hours = key.ends_with(".retain.hours");
    if (!value || *value < range.least || *value > range.most ||
        (hours && *value > 0 && *value < 24)) {
      return SemanticError(
          property.range,
          fmt::format("the table property '{}' cannot be '{}'", key, property.value),
          std::string(range.cure));
    }
  }
  return Status::Ok();
}

Error UnknownProperty(std::string_view key, const syntax::TableProperty& property) {
  std::vector<std::string> names(std::begin(kKnown), std::end(kKnown));
  names.emplace_back(kTransactional);
  std::string hint = DidYouMean(std::string(key), names);
  if (hint.empty()) hint = "a transactional table has no such property: leave it out";
  return Error{ErrorCode::kParse, fmt::format("unknown table property '{}'", key), property.range,
               std::move(hint)};
}

bool Says(const std::map<std::string, syntax::TableProperty>& properties, std::string_view key,
          std::string_view value) {
  return std::any_of(properties.begin(), properties.end(), [&](const auto& one) {
    return EqualsIgnoreCase(one.first, key) && EqualsIgnoreCase(one.second.value, value);
  });
}

Status SetPrimaryKey(const syntax::CreateTableStatement& statement, store::Table& table) {
  std::vector<std::string> names;
  for (const store::Column& column : table.columns) names.push_back(column.name);
  for (const syntax::Identifier& name : statement.primary_key) {
    const auto column = std::find_if(
        table.columns.begin(), table.columns.end(),
        [&](const store::Column& one) { return EqualsIgnoreCase(one.name, name.text); });
    if (column == table.columns.end()) {
      return SemanticError(name.range, fmt::format("column {} cannot be resolved", name.text),
                           DidYouMean(name.text, names));
    }
    if (!column->not_null) {
      return SemanticError(name.range,
                           fmt::format("primary key column {} must be NOT NULL", column->name),
                           "write NOT NULL after its type");
    }
    if (column->type.IsNested() || column->type.id() == TypeId::kJson) {
      return SemanticError(
          name.range,
          fmt::format("{} cannot be the type of a primary key column", column->type.ToString()),
          "a key has columns that compare");
    }
    const int64_t id = column - table.columns.begin() + 1;
    std::vector<int64_t>& key = table.traits.primary_key;
    if (std::find(key.begin(), key.end(), id) != key.end()) {
      return SemanticError(name.range, fmt::format("column {} is in the key twice", column->name),
                           "leave one of them out");
    }
    key.push_back(id);
  }
  return Status::Ok();
}

}  // namespace

Status SetTraits(State& state, const syntax::CreateTableStatement& statement, store::Table& table) {
  store::TableTraits& traits = table.traits;
  traits.transactional = traits.transactional ||
                         Says(statement.properties, kTransactional, "true") ||
                         Says(statement.properties, kFormatVersion, "2");
  if (!statement.primary_key.empty()) {
    const bool ignored = !traits.transactional && statement.key_is_a_note;
    if (!traits.transactional && !ignored) {
      return SemanticError(statement.primary_key_range,
                           "a table with a PRIMARY KEY must be transactional",
                           R"(write TBLPROPERTIES ("transactional"="true") after the columns)");
    }
    if (ignored) {
      state.Warn(statement.primary_key_range,
                 "PRIMARY KEY … DISABLE has no effect: only transactional tables have a key");
    } else {
      PAISQL_TRY(SetPrimaryKey(statement, table));
    }
  }
  for (const auto& [written, property] : statement.properties) {
    const std::string key = ToLower(written);
    if (key == kTransactional) {
      const bool yes = EqualsIgnoreCase(property.value, "true");
      if (!yes && !EqualsIgnoreCase(property.value, "false")) {
        return SemanticError(property.range,
                             fmt::format("'transactional' cannot be '{}'", property.value),
                             "write 'true' or 'false'");
      }
      if (yes != traits.transactional) {
        return SemanticError(property.range, "a delta table is transactional",
                             "leave 'transactional' out, or write 'true'");
      }
      continue;
    }
    // With AUTO PARTITIONED BY it says what _partitiontime is.
    if (key == store::kIngestionProperty && statement.auto_partition) continue;
    if (!traits.transactional) {
      state.Warn(property.range, fmt::format("the table property '{}' has no effect", written));
      continue;
    }
    if (!IsKnown(key)) return UnknownProperty(key, property);
    PAISQL_TRY(CheckValue(key, property));
    traits.properties[key] = property.value;
  }
  return Status::Ok();
}

Result<std::map<std::string, std::optional<std::string>>> KeptProperties(
    State& state, const store::Table& table,
    const std::map<std::string, syntax::TableProperty>& properties) {
  std::map<std::string, std::optional<std::string>> kept;
  for (const auto& [written, property] : properties) {
    const std::string key = ToLower(written);
    const bool transactional = key == kTransactional;
    const bool same =
        transactional &&
        EqualsIgnoreCase(property.value, table.traits.transactional ? "true" : "false");
    if (same) continue;
    if (transactional || key == kFormatVersion) {
      return SemanticError(property.range,
                           fmt::format("only CREATE TABLE sets the table property '{}'", key),
                           "CREATE TABLE … TBLPROPERTIES (\"transactional\"=\"true\"), then "
                           "INSERT the rows of this table");
    }
    if (!table.traits.transactional) {
      state.Warn(property.range, fmt::format("the table property '{}' has no effect", written));
      continue;
    }
    if (!IsKnown(key)) return UnknownProperty(key, property);
    PAISQL_TRY(CheckValue(key, property));
    kept[key] = property.value;
  }
  return kept;
}

Result<std::map<std::string, std::optional<std::string>>> UnsetProperties(
    State& state, const store::Table& table,
    const std::map<std::string, syntax::TableProperty>& properties, bool if_exists) {
  std::map<std::string, std::optional<std::string>> gone;
  for (const auto& [written, property] : properties) {
    const std::string key = ToLower(written);
    if (key == kTransactional || key == kFormatVersion || store::IsOwnProperty(key)) {
      return SemanticError(property.range,
                           fmt::format("the table property '{}' cannot be unset", key),
                           "CREATE TABLE … AS SELECT makes a table without it");
    }
    if (table.traits.properties.contains(key)) {
      gone[key] = std::nullopt;
    } else if (!if_exists) {
      state.Warn(property.range, fmt::format("the table has no property '{}'", written));
    }
  }
  return gone;
}

}  // namespace paisql::analysis
