#include "console/objects/named_table.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/whole_number.h"
#include "console/answers.h"
#include "session/permissions.h"
#include "store/external.h"
#include "store/materialized.h"
#include "store/place.h"

namespace paisql::console {

namespace {

struct NamedShape {
  store::TableShape shape;
  std::string_view text;
};

constexpr NamedShape kShapes[] = {{store::TableShape::kTable, "table"},
                                  {store::TableShape::kView, "view"},
                                  {store::TableShape::kMaterialized, "materialized"},
                                  {store::TableShape::kExternal, "external"}};

Error WrongPartition(const store::Table& table) {
  return Error{ErrorCode::kPartition,
               table.QualifiedName() + " has " + std::to_string(table.partition_columns.size()) +
                   " partition columns",
               {},
               "name a value for each of them"};
}

}  // namespace

Result<std::string> PlaceOfCall(const rest::Call& call, store::Catalog& catalog) {
  const std::string place =
      store::PlaceText(ProjectOf(call), call.Get("schema", store::kDefaultSchema));
  PAISQL_ASSIGN(const std::optional<store::Project> found, catalog.FindProject(place));
  if (found.has_value()) return found->name;
  return Error{ErrorCode::kProjectNotFound,
               "project " + place + " cannot be resolved",
               {},
               "choose a project and a schema that are there"};
}

Status RequireOn(const rest::Call& call, store::Catalog& catalog, const store::Table& table,
                 std::string_view action) {
  return session::Permissions(catalog, call.user, call.allowed)
      .Require({.type = "table",
                .project = table.project,
                .object = table.name,
                .action = action,
                .object_id = table.id,
                .owner = table.owner},
               table.project);
}

Status RequireOnProject(const rest::Call& call, store::Catalog& catalog, const std::string& place,
                        std::string_view action) {
  const std::string project = store::ProjectOfPlace(place);
  return session::Permissions(catalog, call.user, call.allowed)
      .Require({.type = "project", .project = project, .action = action}, project);
}

bool OwnsProject(const rest::Call& call, store::Catalog& catalog, const std::string& project) {
  const Result<bool> owns =
      session::Permissions(catalog, call.user).Owns(store::ProjectOfPlace(project));
  return owns.ok() && *owns;
}

Result<store::Table> TableOfCall(const rest::Call& call, store::Catalog& catalog,
                                 std::string_view action) {
  PAISQL_ASSIGN(const std::string place, PlaceOfCall(call, catalog));
  const std::string name = call.Get("table");
  PAISQL_ASSIGN(std::optional<store::Table> table, catalog.FindTable(place, name));
  if (!table.has_value()) {
    return Error{ErrorCode::kTableNotFound,
                 "table " + place + "." + name + " cannot be resolved",
                 {},
                 "it may have been dropped or renamed; look for it in the list"};
  }
  PAISQL_TRY(RequireOn(call, catalog, *table, action));
  return *std::move(table);
}

Result<std::optional<std::vector<std::string>>> PartitionOfCall(const rest::Call& call,
                                                                const store::Table& table) {
  std::optional<std::vector<std::string>> values;
  const std::string text = call.Get("partition");
  if (text.empty()) return values;
  const nlohmann::json list = nlohmann::json::parse(text, nullptr, false);
  const bool fits = list.is_array() && !list.empty() &&
                    list.size() == table.partition_columns.size() &&
                    std::ranges::all_of(list, [](const auto& one) { return one.is_string(); });
  if (!fits) return WrongPartition(table);
  values = list.get<std::vector<std::string>>();
  return values;
}

int64_t CountOfCall(const rest::Call& call, std::string_view name, int64_t otherwise,
                    int64_t most) {
  const std::optional<int64_t> count = ParseNumber<int64_t>(call.Get(name));
  return !count || *count < 0 ? otherwise : std::min(*count, most);
}

store::TableShape ShapeOf(const store::Table& table) {
  if (table.kind == store::TableKind::kView) return store::TableShape::kView;
  if (store::IsExternal(table)) return store::TableShape::kExternal;
  return store::IsMaterialized(table) ? store::TableShape::kMaterialized
                                      : store::TableShape::kTable;
}

std::string_view ShapeText(store::TableShape shape) {
  for (const NamedShape& one : kShapes) {
    if (one.shape == shape) return one.text;
  }
  return "";
}

std::optional<store::TableShape> ShapeOfText(std::string_view text) {
  for (const NamedShape& one : kShapes) {
    if (one.text == text) return one.shape;
  }
  return std::nullopt;
}

}  // namespace paisql::console
