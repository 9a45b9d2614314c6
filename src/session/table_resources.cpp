#include "session/table_resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/files/new_file.h"
#include "base/text.h"
#include "session/state.h"
#include "store/place.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"

namespace paisql::session {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kPartition = " partition(";

// The source of a resource, "p.t partition(a=1/b=2)", in its parts.
struct Source {
  std::string place;
  std::string table;
  std::string partition{};
};

// Names of columns and their values.
using Levels = std::vector<std::pair<std::string, std::string>>;

Source SourceOf(const std::string& text) {
  Source source;
  const size_t clause = text.find(kPartition);
  const std::string name = text.substr(0, clause);
  const size_t dot = name.rfind('.');
  source.place = name.substr(0, dot);
  source.table = name.substr(dot + 1);
  if (clause == std::string::npos) return source;
  const size_t begin = clause + kPartition.size();
  source.partition = text.substr(begin, text.rfind(')') - begin);
  return source;
}

// The levels of the partition that Partition::Name has named so; nullopt where it is not there. A
// value may have a '/', too, and only the partition itself knows then where its levels end.
Result<std::optional<Levels>> LevelsOf(const std::string& name, const store::Table& table,
                                       store::Catalog& catalog) {
  Levels levels;
  if (name.empty()) return std::optional(std::move(levels));
  const std::vector<std::string> parts = Split(name, '/');
  const std::vector<store::Column>& columns = table.partition_columns;
  if (columns.empty() || parts.size() <= columns.size()) {
    for (const std::string& level : parts) {
      const size_t equals = level.find('=');
      if (equals == std::string::npos) continue;
      levels.emplace_back(level.substr(0, equals), level.substr(equals + 1));
    }
    return std::optional(std::move(levels));
  }
  PAISQL_ASSIGN(const std::vector<store::Partition> partitions, catalog.ListPartitions(table.id));
  const auto found = std::ranges::find_if(
      partitions, [&](const store::Partition& one) { return one.Name(table) == name; });
  if (found == partitions.end()) return std::optional<Levels>();
  for (size_t i = 0; i < columns.size(); ++i) {
    levels.emplace_back(columns[i].name, found->values[i]);
  }
  return std::optional(std::move(levels));
}

std::string QueryOf(const Source& source, const std::optional<Levels>& partition,
                    const store::Table& table) {
  std::string columns;
  for (const auto* list : {&table.columns, &table.partition_columns}) {
    for (const store::Column& column : *list) {
      columns += (columns.empty() ? "" : ", ") + syntax::QuoteName(column.name);
    }
  }
  const store::Place place = store::PlaceOf(source.place);
  std::string query = "SELECT " + columns + " FROM " + syntax::QuoteName(place.project) + "." +
                      syntax::QuoteName(place.schema) + "." + syntax::QuoteName(source.table);
  if (!partition.has_value()) return query + " WHERE FALSE";
  for (const auto& [name, value] : *partition) {
    query += query.find(" WHERE ") == std::string::npos ? " WHERE " : " AND ";
    query += syntax::QuoteName(name) + " = " + syntax::QuoteLiteral(value);
  }
  return query;
}

std::string FactsOf(const store::Table& table, const std::vector<store::StagedFile>& files,
                    const std::string& zone) {
  Json facts = {{"columns", Json::array()}, {"files", Json::array()}, {"zone", zone}};
  for (const auto* list : {&table.columns, &table.partition_columns}) {
    for (const store::Column& column : *list) {
      facts["columns"].push_back({{"name", column.name}, {"type", column.type.ToString()}});
    }
  }
  for (const store::StagedFile& file : files) facts["files"].push_back(file.path);
  return facts.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

TableResources::TableResources(State& state) : state_(state), staging_(state) {}

Status TableResources::Read(store::Resource& resource) {
  const Source source = SourceOf(resource.source);
  PAISQL_ASSIGN(const names::Meaning<store::Table> found,
                state_.Names().Table(source.place, source.table));
  if (!found.row.has_value()) {
    return Error{ErrorCode::kTableNotFound,
                 fmt::format("the table {} of the resource {} does not exist", resource.source,
                             resource.name),
                 {},
                 "make the table again, or DROP RESOURCE " + resource.name};
  }
  const store::Table& table = *found.row;
  // Also where its rows are there: the user may have lost a permission since.
  PAISQL_ASSIGN(const std::optional<Levels> levels,
                LevelsOf(source.partition, table, state_.catalog()));
  PAISQL_ASSIGN(analysis::SnapshotPlan plan, Analyze(QueryOf(source, levels, table)));
  // A view and an external table have no state that the catalog knows: they are read each time.
  std::string state;
  if (table.kind != store::TableKind::kView && !store::IsExternal(table)) {
    PAISQL_ASSIGN(const store::FileListing listing,
                  state_.catalog().ListFiles(table, std::nullopt));
    state = fmt::format("{}:{}:{}:{}", table.id, table.schema_version, listing.changed_at,
                        state_.Execution().time_zone);
  }
  Rows& known = rows_[resource.source];
  if (state.empty() || known.state != state) {
    PAISQL_ASSIGN(known, ReadRows(std::move(plan), table, std::move(state)));
  }
  resource.path = known.path;
  resource.sha256 = known.path;
  return Status::Ok();
}

Result<analysis::SnapshotPlan> TableResources::Analyze(const std::string& query) {
  PAISQL_ASSIGN(const std::unique_ptr<syntax::Query> parsed,
                syntax::ParseQuery(query, &state_.leash()));
  analysis::AnalysisContext context = state_.MakeContext();
  context.allow_full_scan = true;
  Result<analysis::SnapshotPlan> plan = analysis::AnalyzeSnapshot(*parsed, context);
  if (plan.ok()) return plan;
  // Its places are in this query, which the user has not written.
  Error error = std::move(plan).error();
  error.range = {};
  for (Error& other : error.others) other.range = {};
  return error;
}

Result<TableResources::Rows> TableResources::ReadRows(analysis::SnapshotPlan plan,
                                                      const store::Table& table,
                                                      std::string state) {
  store::Table rows;
  rows.columns = std::move(plan.columns);
  if (plans_ == nullptr) roots_.clear();
  roots_.push_back(std::move(plan.root));
  std::optional<execution::PlanRun> own;
  execution::PlanRun* run = plans_;
  if (run == nullptr) {
    execution::RunOptions options;
    options.settings = state_.Execution();
    run = &own.emplace(state_, std::move(options));
    PAISQL_TRY(run->Prepare());
  }
  const execution::TitledPlan titled{"Resource", roots_.back().get()};
  PAISQL_TRY(run->Add(titled));
  PAISQL_ASSIGN(const std::vector<store::StagedFile> files,
                run->Write(titled, rows, {}, &staging_));
  PAISQL_ASSIGN(const std::string folder, staging_.MakeFolder());
  Rows made{std::move(state), folder + "/rows.json"};
  PAISQL_TRY(WriteNewFile(made.path, FactsOf(table, files, state_.Execution().time_zone),
                          NewFileKind::kOwnPassing));
  return made;
}

}  // namespace paisql::session
