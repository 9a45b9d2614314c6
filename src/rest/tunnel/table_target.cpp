#include "rest/tunnel/table_target.h"

#include <map>

#include "base/text.h"
#include "rest/named.h"
#include "store/place.h"

namespace paisql::rest {

namespace {

std::string WithoutQuotes(std::string text) {
  const bool quoted = text.size() >= 2 && text.front() == text.back() &&
                      (text.front() == '\'' || text.front() == '"');
  return quoted ? text.substr(1, text.size() - 2) : text;
}

// "ds=1,hh='2'": the values by the names in small letters.
std::map<std::string, std::string> ValuesOf(const std::string& text) {
  std::map<std::string, std::string> values;
  for (const std::string& level : Split(text, text.find(',') == std::string::npos ? '/' : ',')) {
    const size_t equals = level.find('=');
    if (equals == std::string::npos) continue;
    const std::string name(Trim(level.substr(0, equals)));
    values[ToLower(name)] = WithoutQuotes(std::string(Trim(level.substr(equals + 1))));
  }
  return values;
}

// A value for each level; with `first_only` for the first ones, as far as they are named.
Result<std::vector<std::string>> PartitionOf(const store::Table& table, const std::string& text,
                                             bool first_only) {
  const auto wrong = [&](const std::string& detail) {
    return Error{ErrorCode::kPartition, table.QualifiedName() + detail, {}, ""};
  };
  if (!table.partitioned()) {
    if (text.empty()) return std::vector<std::string>();
    return wrong(" is not partitioned");
  }
  const std::map<std::string, std::string> values = ValuesOf(text);
  std::vector<std::string> partition;
  for (const store::Column& column : table.partition_columns) {
    const auto found = values.find(ToLower(column.name));
    if (found == values.end() && first_only) break;
    if (found == values.end()) return wrong(" is partitioned: give a value of " + column.name);
    partition.push_back(found->second);
  }
  if (values.size() != partition.size()) return wrong(" has no partitions as " + text);
  return partition;
}

}  // namespace

std::string QuotedName(const std::string& name) { return "`" + name + "`"; }

std::string QuotedText(const std::string& text) {
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + "'";
}

std::string TableTarget::Name() const { return QuotedName(table.name); }

std::string TableTarget::Levels(std::string_view between) const {
  std::string levels;
  for (size_t i = 0; i < partition.size(); ++i) {
    if (i > 0) levels += between;
    levels += QuotedName(table.partition_columns[i].name) + "=" + QuotedText(partition[i]);
  }
  return levels;
}

bool IsAbout(const Call& call, std::string_view place, std::string_view name) {
  const bool in_schema = call.path[2] == "schemas";
  const std::string& project = call.path[1];
  const std::string schema = in_schema ? call.path[3] : SchemaOf(call);
  if (!EqualsIgnoreCase(call.path[in_schema ? 5 : 3], name)) return false;
  // The project's own name as a schema's is its default one, as PlaceOf has it.
  return EqualsIgnoreCase(store::PlaceText(project, schema), place) ||
         (EqualsIgnoreCase(schema, project) && EqualsIgnoreCase(project, place));
}

namespace {

Result<TableTarget> WholeTable(const Call& call, store::Catalog& catalog) {
  Call named = call;
  const bool in_schema = call.path[2] == "schemas";
  if (in_schema) named.query["curr_schema"] = call.path[3];
  PAISQL_ASSIGN(const std::string place, PlaceOf(named, catalog));
  TableTarget target;
  PAISQL_ASSIGN(target.table, TableOf(catalog, place, call.path[in_schema ? 5 : 3]));
  return target;
}

}  // namespace

Result<TableTarget> TargetOf(const Call& call, store::Catalog& catalog, bool needs_partition) {
  PAISQL_ASSIGN(TableTarget target, WholeTable(call, catalog));
  if (!needs_partition) return target;
  PAISQL_ASSIGN(target.partition, PartitionOf(target.table, call.Get("partition"), false));
  return target;
}

Result<TableTarget> TargetWithin(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(TableTarget target, WholeTable(call, catalog));
  PAISQL_ASSIGN(target.partition, PartitionOf(target.table, call.Get("partition"), true));
  return target;
}

Status RequirePartition(const TableTarget& target, store::Catalog& catalog) {
  if (target.partition.empty()) return Status::Ok();
  std::vector<std::optional<std::string>> match(target.partition.begin(), target.partition.end());
  PAISQL_ASSIGN(const std::vector<store::Partition> found,
                catalog.ListPartitions(target.table.id, match));
  if (!found.empty()) return Status::Ok();
  return Error{ErrorCode::kPartitionNotFound, "partition not found: " + target.Levels(","), {}, ""};
}

}  // namespace paisql::rest
