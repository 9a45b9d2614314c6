// The lineage around a table, or a model: a graph of tables with their columns, and what makes each
// edge.

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "console/answers.h"
#include "console/lineage/lineage_graph.h"
#include "console/lineage/lineage_sight.h"
#include "console/objects/named_table.h"
#include "console/tables/table_answers.h"
#include "console/tables/tables_state.h"
#include "session/permissions.h"
#include "store/place.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr int64_t kUsualSteps = 2;
constexpr int64_t kMostSteps = 10;
// A page asks again for the rest.
constexpr int kReadMs = 1500;

json MakerJson(const FlowMaker& maker) {
  return {{"kind", MakerKindText(maker.kind)},
          {"id", maker.id},
          {"name", maker.name},
          {"node", maker.node},
          {"action", maker.action},
          {"user", maker.user},
          {"project", maker.project},
          {"at_ms", maker.at_ms}};
}

json EdgeJson(const LineageEdge& edge) {
  json columns = json::array();
  for (const ColumnFlow& column : edge.columns) {
    columns.push_back(
        {{"from", column.from_column}, {"to", column.to_column}, {"copied", column.copied}});
  }
  json makers = json::array();
  for (const FlowMaker& maker : edge.makers) makers.push_back(MakerJson(maker));
  return {{"from", edge.from},
          {"to", edge.to},
          {"columns", std::move(columns)},
          {"makers", std::move(makers)},
          {"times", edge.times}};
}

json ColumnsOfNode(const store::Table& table) {
  json columns = json::array();
  for (const auto* some : {&table.columns, &table.partition_columns}) {
    for (const store::Column& column : *some) {
      columns.push_back({{"name", column.name}, {"type", column.type.ToString()}});
    }
  }
  return columns;
}

json NodeJson(const std::string& key, int level, LineageEyes& eyes) {
  json node = {{"key", key}, {"level", level}, {"kind", "missing"}, {"columns", json::array()}};
  if (IsModelKey(key)) {
    const auto [project, name] = PlaceAndNameOfKey(key.substr(ModelKey("").size()));
    node.update({{"kind", "model"}, {"project", project}, {"schema", ""}, {"name", name}});
    return node;
  }
  const auto [place, name] = PlaceAndNameOfKey(key);
  const store::Place split = store::PlaceOf(place);
  node.update({{"project", split.project}, {"schema", split.schema}, {"name", name}});
  if (const std::optional<store::Table> table = eyes.TableOf(key)) {
    const store::Place now = store::PlaceOf(table->project);
    node.update({{"kind", ShapeText(ShapeOf(*table))},
                 {"project", now.project},
                 {"schema", now.schema},
                 {"name", table->name},
                 {"columns", ColumnsOfNode(*table)}});
  }
  return node;
}

// The key of the table or the model that is asked for.
Result<std::string> RootOfCall(const rest::Call& call, store::Catalog& catalog) {
  const std::string model = call.Get("model");
  if (!model.empty()) {
    const std::string project = store::ProjectOfPlace(ProjectOf(call));
    const session::Wanted wanted = {
        .type = "offlinemodel", .project = project, .object = model, .action = "Read"};
    PAISQL_TRY(session::Permissions(catalog, call.user, call.allowed).Require(wanted, project));
    return ModelKey(project + "." + model);
  }
  PAISQL_ASSIGN(const store::Table table, TableOfCall(call, catalog, "Describe"));
  return ToLower(table.QualifiedName());
}

Result<json> LineageJson(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  LineageReach reach;
  PAISQL_ASSIGN(reach.root, RootOfCall(call, *catalog));
  reach.before = static_cast<int>(CountOfCall(call, "before", kUsualSteps, kMostSteps));
  reach.after = static_cast<int>(CountOfCall(call, "after", kUsualSteps, kMostSteps));
  const std::string project = store::ProjectOfPlace(ProjectOf(call));
  PAISQL_ASSIGN(const TableBooks::Loan book, console.tables->books.Borrow());
  PAISQL_ASSIGN(const LineagePicture picture,
                console.tables->lineage.Look(project, console.service, *book, kReadMs));
  LineageEyes eyes(call, console, *catalog, project);
  LineageWalk walk(eyes.Sight());
  for (const auto& flows : picture.flows) {
    for (const LineageFlow& flow : *flows) walk.Add(flow);
  }
  const LineageGraph graph = walk.Take(reach);
  json nodes = json::array();
  for (const auto& [key, level] : graph.levels) nodes.push_back(NodeJson(key, level, eyes));
  json edges = json::array();
  for (const LineageEdge& edge : graph.edges) edges.push_back(EdgeJson(edge));
  return json{{"root", reach.root}, {"nodes", std::move(nodes)},  {"edges", std::move(edges)},
              {"cut", graph.cut},   {"sources", picture.sources}, {"read", picture.read}};
}

}  // namespace

rest::Answer TellLineage(const rest::Call& call, Console& console) {
  const Result<json> body = LineageJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

}  // namespace paisql::console
