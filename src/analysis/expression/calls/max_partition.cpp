// Known before the statement runs, so that it chooses partitions like any constant.

#include "analysis/expression/calls/special_calls.h"

#include <algorithm>
#include <set>

#include "analysis/analyzer.h"
#include "analysis/expression/coercion.h"
#include "analysis/expression/constants.h"
#include "base/text.h"
#include "store/external.h"

namespace paisql::analysis {
namespace {

Result<store::Table> PartitionedTable(State& state, const std::string& written,
                                      const SourceRange& range) {
  syntax::QualifiedName name;
  name.range = range;
  for (const std::string& part : Split(written, '.')) {
    name.parts.push_back({std::string(Trim(part)), false, range});
  }
  PAISQL_ASSIGN(store::Table table, ResolveTable(name, state.context));
  std::set<std::string> any;
  if (state.context.read_guard != nullptr && state.within_views == 0) {
    PAISQL_TRY((*state.context.read_guard)(table, range, &any));
  }
  if (table.partitioned()) return table;
  return SemanticError(range, "table " + table.QualifiedName() + " is not partitioned",
                       "max_pt needs a table with partitions");
}

// The first levels of the partitions that hold a row.
Result<std::vector<std::string>> FilledFirstLevels(store::Catalog& catalog,
                                                   const store::Table& table) {
  PAISQL_ASSIGN(const store::FileListing listing, catalog.ListFiles(table, std::nullopt));
  const bool external = store::IsExternal(table);
  std::set<int64_t> filled;
  for (const store::DataFile& file : listing.files) {
    if (file.rows > 0) filled.insert(file.partition_id);
  }
  PAISQL_ASSIGN(const std::vector<store::Partition> partitions, catalog.ListPartitions(table.id));
  std::vector<std::string> values;
  for (const store::Partition& partition : partitions) {
    // What lies in the folders of an external table, only a run knows.
    if (external || filled.contains(partition.id)) values.push_back(partition.values[0]);
  }
  return values;
}

}  // namespace

Result<plan::ExpressionPtr> MaxPartition(State& state, const plan::Call& call) {
  const plan::Expression& argument = *call.arguments[0];
  const std::optional<Value> name = Fold(argument);
  if (!name || name->is_null()) {
    return SemanticError(argument.range, "max_pt needs the name of a table",
                         "write it as a text: max_pt('project.table')");
  }
  PAISQL_ASSIGN(const store::Table table, PartitionedTable(state, name->as_text(), argument.range));
  PAISQL_ASSIGN(const std::vector<std::string> values,
                FilledFirstLevels(state.names.catalog(), table));
  if (values.empty()) {
    Error error{ErrorCode::kPartitionNotFound,
                "no partition holds data in table " + table.QualifiedName(), argument.range,
                "fill a partition, or name one instead of max_pt"};
    error.about = {ErrorSubject::Kind::kPartitionedRows, ToLower(table.QualifiedName())};
    return error;
  }
  const bool numbers = table.partition_columns[0].type.IsInteger();
  const auto less = [&](const std::string& a, const std::string& b) {
    return numbers ? std::stoll(a) < std::stoll(b) : a < b;
  };
  return MakeConstant(Value::String(*std::max_element(values.begin(), values.end(), less)),
                      call.range);
}

}  // namespace paisql::analysis
