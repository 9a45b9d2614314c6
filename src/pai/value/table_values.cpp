#include <algorithm>

#include "base/text.h"
#include "base/whole_number.h"
#include "pai/value/table_url.h"
#include "pai/value/values.h"
#include "store/auto_partition.h"

namespace paisql::pai {

namespace {

constexpr std::string_view kTableForm = "write odps://<project>/tables/<table>[/<key>=<value>...]";

struct TableName {
  std::string project;
  std::string table;
  std::vector<std::pair<std::string, std::string>> partition;
};

// "?start=…&end=…" is for readers.
std::string WithoutRowRange(const Part& part) { return part.text.substr(0, part.text.find('?')); }

Result<TableName> ParseTableUrl(const Part& part) {
  const auto malformed = [&part] {
    return ErrorAt(ErrorCode::kInvalidCommand, part,
                   "'" + part.text + "' is not the name of a table", std::string(kTableForm));
  };
  std::optional<TableUrlParts> url = ReadTableUrl(WithoutRowRange(part));
  if (!url.has_value()) return malformed();
  const std::vector<std::string>& pieces = url->rest;
  TableName name{url->place, url->table, {}};
  for (size_t i = 0; i < pieces.size(); ++i) {
    const size_t equals = pieces[i].find('=');
    if (equals == std::string::npos || equals == 0) return malformed();
    std::string_view value = std::string_view(pieces[i]).substr(equals + 1);
    if (value.size() >= 2 && (value.front() == '\'' || value.front() == '"') &&
        value.back() == value.front()) {
      value = value.substr(1, value.size() - 2);
    }
    name.partition.emplace_back(pieces[i].substr(0, equals), value);
  }
  return name;
}

Result<store::Table> FindTable(const TableName& name, const Part& part,
                               const BuildContext& context) {
  PAISQL_ASSIGN(names::Meaning<store::Table> meaning,
                context.names.Table(name.project, name.table));
  if (meaning.project_is_missing) {
    return MissingProject(part, name.project, meaning.others);
  }
  const std::optional<store::Table>& table = meaning.row;
  if (!table.has_value()) {
    std::string hint = VariableHint(name.table);
    if (hint.empty()) hint = DidYouMean(name.table, meaning.others);
    Error error = ErrorAt(ErrorCode::kTableNotFound, part,
                          "table " + name.project + "." + name.table + " cannot be resolved", hint);
    error.about = names::AboutTable(name.project, name.table);
    return error;
  }
  if (table->kind == store::TableKind::kView) {
    return ErrorAt(ErrorCode::kInvalidObjectType, part,
                   table->QualifiedName() + " is a view, a script uses tables",
                   "read it by a query: -Dtables=\"(SELECT * FROM " + table->name + ")\"");
  }
  return *table;
}

// "08" and "8" are one partition of an integer key.
std::string Canonical(const std::string& value, const store::Column& key) {
  const std::optional<int64_t> number = ParseNumber<int64_t>(value);
  return key.type.IsInteger() && number.has_value() ? std::to_string(*number) : value;
}

Result<jobs::TableBinding> Resolve(const Part& part, const BuildContext& context) {
  PAISQL_TRY(CheckOneName(part));
  PAISQL_ASSIGN(const TableName name, ParseTableUrl(part));
  jobs::TableBinding binding;
  PAISQL_ASSIGN(binding.table, FindTable(name, part, context));
  binding.url = WithoutRowRange(part);
  const store::Table& table = binding.table;
  if (name.partition.size() > table.partition_columns.size()) {
    return ErrorAt(ErrorCode::kPartition, part,
                   table.partitioned()
                       ? "table " + table.QualifiedName() + " has fewer partition levels"
                       : "table " + table.QualifiedName() + " has no partitions",
                   "name the table without that partition");
  }
  for (size_t i = 0; i < name.partition.size(); ++i) {
    const auto& [key, value] = name.partition[i];
    const store::Column& column = table.partition_columns[i];
    if (!EqualsIgnoreCase(key, column.name)) {
      return ErrorAt(ErrorCode::kInvalidColumn, part,
                     "'" + key + "' is not the partition key number " + std::to_string(i + 1) +
                         " of table " + table.QualifiedName(),
                     "it is '" + column.name + "'");
    }
    binding.partition_values.push_back(Canonical(value, column));
  }
  if (binding.partition_values.empty()) return binding;

  const std::vector<std::optional<std::string>> match(binding.partition_values.begin(),
                                                      binding.partition_values.end());
  PAISQL_ASSIGN(const std::vector<store::Partition> found,
                context.names.catalog().ListPartitions(table.id, match));
  if (found.empty()) {
    std::vector<std::string> names;
    PAISQL_ASSIGN(const std::vector<store::Partition> all,
                  context.names.catalog().ListPartitions(table.id));
    for (const store::Partition& partition : all) names.push_back(partition.Name(table));
    // The URL may name the leading keys alone.
    std::vector<std::string> keys;
    for (size_t i = 0; i < binding.partition_values.size(); ++i) {
      keys.push_back(table.partition_columns[i].name + "=" + binding.partition_values[i]);
    }
    const std::string wanted = Join(keys, "/");
    std::string hint = VariableHint(wanted);
    if (hint.empty()) hint = DidYouMean(wanted, names);
    if (hint.empty()) hint = "SHOW PARTITIONS " + table.name + "; lists the partitions";
    return ErrorAt(ErrorCode::kPartitionNotFound, part,
                   "table " + table.QualifiedName() + " has no partition " + wanted, hint);
  }
  return binding;
}

}  // namespace

Result<jobs::TableBinding> ResolveInput(const Part& part, const BuildContext& context) {
  if (IsVolumeUrl(part.text)) {
    return ErrorAt(ErrorCode::kInvalidCommand, part, "'" + part.text + "' is a volume, not a table",
                   "name it in -Dvolumes");
  }
  return Resolve(part, context);
}

Result<jobs::TableBinding> ResolveOutput(const Part& part, const BuildContext& context,
                                         bool names_table) {
  if (IsVolumeUrl(part.text)) {
    return ErrorAt(ErrorCode::kUnsupported, part,
                   "'" + part.text + "' is a volume, and writing volumes is not offered",
                   "write files to a folder of -Dbuckets or -DcheckpointDir");
  }
  Result<jobs::TableBinding> binding = Resolve(part, context);
  if (!binding.ok() && binding.error().code == ErrorCode::kPartitionNotFound) {
    Error error = std::move(binding).error();
    error.hint = VariableHint(part.text);
    if (error.hint.empty()) {
      error.hint = "an output partition must exist: ALTER TABLE … ADD IF NOT EXISTS PARTITION (…);";
    }
    return error;
  }
  PAISQL_TRY(binding);
  const store::Table& table = binding->table;
  if (!table.traits.primary_key.empty()) {
    return ErrorAt(
        ErrorCode::kUnsupported, part,
        "table " + table.QualifiedName() +
            " has a PRIMARY KEY, and a job does not tell which rows take another's place",
        "name another table, then INSERT its rows INTO " + table.name);
  }
  if (store::AutoPartitionOf(table)) {
    return ErrorAt(ErrorCode::kUnsupported, part,
                   "only SQL writes table " + table.QualifiedName() +
                       ", whose partitions are generated (AUTO PARTITIONED BY)",
                   "name another table, then INSERT its rows INTO " + table.name);
  }
  if (!names_table && binding->partition_values.size() < table.partition_columns.size()) {
    return ErrorAt(
        ErrorCode::kPartition, part,
        "table " + table.QualifiedName() +
            " is partitioned, and an output is one of its partitions",
        "add /" + table.partition_columns[binding->partition_values.size()].name + "=<value>");
  }
  return binding;
}

std::string TableUrl(const std::string& text, const BuildContext& context) {
  const bool plain = !text.empty() && text.find_first_of("/()?'\" \t\r\n,") == std::string::npos;
  if (!plain) return text;
  std::vector<std::string> parts = Split(text, '.');
  if (parts.size() > 3) return text;
  const std::string table = parts.back();
  parts.pop_back();
  return TableUrlOf(context.names.PlaceOf(parts), table);
}

}  // namespace paisql::pai
