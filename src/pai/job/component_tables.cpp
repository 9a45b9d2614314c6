#include "pai/job/component_tables.h"

#include <algorithm>

#include "base/text.h"
#include "pai/value/input_values.h"
#include "pai/value/table_url.h"

namespace paisql::pai {

namespace {

constexpr int kSecondsInHour = 3600;
constexpr int kProcessCpu = 6 * jobs::kWholeCore;
constexpr int kProcessMemoryMb = 30000;

std::string ColumnsText(const std::vector<store::Column>& columns) {
  std::vector<std::string> parts;
  for (const store::Column& one : columns) parts.push_back(one.name + " " + one.type.ToString());
  return Join(parts, ", ");
}

// The keys and values of a partition, in their order.
using Levels = std::vector<std::pair<std::string, std::string>>;

Result<Levels> LevelsOf(const syntax::PaiParameter* partition) {
  Levels levels;
  if (partition == nullptr) return levels;
  std::string text(Trim(partition->value));
  std::replace(text.begin(), text.end(), ',', '/');
  for (const std::string& level : Split(text, '/')) {
    if (Trim(level).empty()) continue;
    const size_t equals = level.find('=');
    const std::string key(Trim(std::string_view(level).substr(0, equals)));
    if (equals == std::string::npos || key.empty()) {
      return Wrong(partition->value_range, "'" + level + "' is not a partition",
                   "write <key>=<value>, with / between the levels");
    }
    levels.emplace_back(key, Trim(std::string_view(level).substr(equals + 1)));
  }
  return levels;
}

// The partition of a table that is there.
Status PutLevels(const Levels& levels, const syntax::PaiParameter* partition,
                 jobs::TableBinding& binding) {
  const std::vector<store::Column>& keys = binding.table.partition_columns;
  if (levels.empty()) return Status::Ok();
  std::vector<std::string> names;
  for (const store::Column& key : keys) names.push_back(key.name);
  bool fits = levels.size() == keys.size();
  for (size_t i = 0; fits && i < levels.size(); ++i) {
    fits = EqualsIgnoreCase(levels[i].first, keys[i].name);
    binding.partition_values.push_back(levels[i].second);
  }
  if (fits) return Status::Ok();
  return Wrong(partition->value_range,
               "table " + binding.table.QualifiedName() + " does not have such a partition",
               names.empty() ? "its rows have no partitions" : "its keys are " + Join(names, ", "));
}

}  // namespace

Part Whole(const syntax::PaiParameter& parameter) {
  return {std::string(Trim(parameter.value)), parameter.value_range};
}

Error Wrong(const SourceRange& range, const std::string& what, std::string hint) {
  return Error{ErrorCode::kInvalidCommand, what, range, std::move(hint)};
}

store::Column NewColumn(std::string name, DataType type) {
  store::Column column;
  column.name = std::move(name);
  column.type = std::move(type);
  return column;
}

jobs::RoleSpec ProcessesOf(std::string role, int64_t count, int gpu) {
  return {std::move(role),
          static_cast<int>(count),
          gpu,
          kProcessCpu,
          kProcessMemoryMb,
          true,
          true,
          true};
}

ProcessCounts CountsOf(std::optional<int64_t> workers, std::optional<int64_t> servers,
                       int64_t parallelism) {
  parallelism = std::max<int64_t>(parallelism, 1);
  if (workers && servers) return {*workers, *servers};
  if (parallelism == 1) return {workers.value_or(1), servers.value_or(0)};
  if (workers) return {*workers, std::max<int64_t>(parallelism - *workers, 0)};
  const int64_t kept = servers.value_or(std::max<int64_t>(parallelism / 4, 1));
  return {parallelism - kept, kept};
}

void SetLimits(const Parameters& parameters, jobs::JobSpec* spec) {
  spec->limits.hung_seconds = parameters.Number("maxHungTimeBeforeGCInSeconds");
  spec->limits.training_seconds = parameters.Number("maxTrainingTimeInHour") * kSecondsInHour;
}

void SetWorkers(const Parameters& parameters, int64_t count, jobs::JobSpec* spec) {
  spec->roles = {ProcessesOf("worker", count, jobs::kWholeCard)};
  SetLimits(parameters, spec);
}

Result<jobs::TableBinding> OneInput(const syntax::PaiParameter& given,
                                    const BuildContext& context) {
  syntax::PaiParameter named = given;
  const std::string url = TableUrl(std::string(Trim(given.value)), context);
  if (url != Trim(given.value)) named.value = url;
  PAISQL_ASSIGN(std::vector<jobs::TableBinding> inputs, ResolveInputs(named, context));
  if (inputs.size() == 1) return std::move(inputs[0]);
  return Error{ErrorCode::kInvalidCommand, given.key + " is one table", given.value_range,
               "join tables in a query: -D" + given.key + "=\"(SELECT ... FROM a JOIN b ...)\""};
}

Result<SqlInput> OneSqlInput(const syntax::PaiParameter& given, const BuildContext& context) {
  PAISQL_ASSIGN(const jobs::TableBinding input, OneInput(given, context));
  return SqlInputOf(input, input.is_query ? NamedInputs(given.value).front().text : "");
}

Result<jobs::TableBinding> OneOutput(const syntax::PaiParameter& given,
                                     std::vector<store::Column> columns,
                                     const BuildContext& context,
                                     const syntax::PaiParameter* partition) {
  const std::string url = TableUrl(std::string(Trim(given.value)), context);
  PAISQL_ASSIGN(const Levels levels, LevelsOf(partition));
  Result<jobs::TableBinding> bound =
      ResolveOutput({url, given.value_range}, context, !levels.empty());
  const std::optional<TableUrlParts> parts = ReadTableUrl(url);
  const bool plain = parts.has_value() && parts->rest.empty();
  if (!bound.ok() && bound.error().code == ErrorCode::kTableNotFound && plain) {
    jobs::TableBinding binding;
    binding.url = url;
    binding.table.project = parts->place;
    binding.table.name = parts->table;
    binding.table.columns = std::move(columns);
    for (const auto& [key, value] : levels) {
      binding.table.partition_columns.push_back(NewColumn(key, TypeId::kString));
      binding.partition_values.push_back(value);
      binding.url += "/" + key + "=" + value;
    }
    return binding;
  }
  PAISQL_TRY(bound);
  const store::Table& table = bound->table;
  const bool same = std::equal(table.columns.begin(), table.columns.end(), columns.begin(),
                               columns.end(), [](const store::Column& a, const store::Column& b) {
                                 return EqualsIgnoreCase(a.name, b.name) && a.type == b.type;
                               });
  if (!same) {
    return Error{ErrorCode::kInvalidCommand,
                 "table " + table.QualifiedName() + " has the columns " +
                     ColumnsText(table.columns) + ", and what is written has " +
                     ColumnsText(columns),
                 given.value_range, "name another table, or drop this one"};
  }
  if (!bound->partition_values.empty()) return bound;
  PAISQL_TRY(PutLevels(levels, partition, *bound));
  for (const auto& [key, value] : levels) bound->url += "/" + key + "=" + value;
  return bound;
}

std::optional<int64_t> LifecycleOf(const Parameters& parameters) {
  if (parameters.Find("lifecycle") == nullptr) return std::nullopt;
  const int64_t days = parameters.Number("lifecycle");
  return days > 0 ? std::optional<int64_t>(days) : std::nullopt;
}

Result<store::Column> ColumnNamed(const Part& part, const std::vector<store::Column>& columns) {
  const auto found = std::find_if(
      columns.begin(), columns.end(),
      [&part](const store::Column& one) { return EqualsIgnoreCase(one.name, part.text); });
  if (found != columns.end()) return *found;
  std::vector<std::string> names;
  for (const store::Column& one : columns) names.push_back(one.name);
  std::string hint = DidYouMean(part.text, names);
  if (hint.empty()) hint = "it has " + Join(names, ", ");
  return Error{ErrorCode::kInvalidCommand, "the input has no column '" + part.text + "'",
               part.range, hint};
}

Result<std::vector<store::Column>> ColumnsNamed(const syntax::PaiParameter* given,
                                                const store::Table& table,
                                                const BuildContext& context) {
  if (given == nullptr) return table.columns;
  std::vector<store::Column> columns;
  for (const Part& part : SplitValue(*given, context)) {
    PAISQL_ASSIGN(store::Column column, ColumnNamed(part, table.columns));
    const bool twice = std::any_of(columns.begin(), columns.end(), [&column](const auto& other) {
      return EqualsIgnoreCase(other.name, column.name);
    });
    if (twice) {
      return Error{ErrorCode::kInvalidCommand,
                   given->key + ": column '" + part.text + "' appears twice", part.range,
                   "leave one of them out"};
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

}  // namespace paisql::pai
