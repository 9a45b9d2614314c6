// The uses of a table: views, workflows, instances and jobs that read it, models that were trained
// on it and their services, streams, and functions that name it or have it as a resource.

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/variables.h"
#include "base/text.h"
#include "console/answers.h"
#include "console/lineage/flow_reader.h"
#include "console/lineage/lineage_sight.h"
#include "console/objects/named_table.h"
#include "console/tables/table_answers.h"
#include "console/tables/tables_state.h"
#include "session/permissions.h"
#include "store/catalog_names.h"
#include "store/function_catalog.h"
#include "store/place.h"
#include "store/services.h"
#include "store/versions.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr size_t kMostUses = 200;
constexpr int kReadUsesMs = 1500;

json Use(std::string_view kind, const std::string& id, const std::string& name,
         const std::string& detail, int64_t at_ms) {
  return {{"kind", kind}, {"id", id}, {"name", name}, {"detail", detail}, {"at_ms", at_ms}};
}

// "odps://project/tables/name/ds=1" means the table, or a partition of it.
bool IsUrlOf(const std::string& url, const store::Table& table) {
  const store::Place place = store::PlaceOf(table.project);
  std::string begin = "odps://" + place.project;
  if (place.schema != store::kDefaultSchema) begin += "/schemas/" + place.schema;
  begin = ToLower(begin + "/tables/" + table.name);
  const std::string lower = ToLower(url);
  return lower == begin || lower.starts_with(begin + "/");
}

bool WasTrainedOn(const store::ModelVersion& version, const store::Table& table) {
  const json training = json::parse(version.training, nullptr, false);
  if (!training.is_object() || !training.contains("inputs")) return false;
  const json& inputs = training["inputs"];
  return inputs.is_array() && std::ranges::any_of(inputs, [&](const json& input) {
           return input.is_object() && input.contains("url") && input["url"].is_string() &&
                  IsUrlOf(input["url"].get<std::string>(), table);
         });
}

Status AddModels(store::Catalog& catalog, const store::Table& table, LineageEyes& eyes,
                 json& uses) {
  const std::string project = store::ProjectOfPlace(table.project);
  PAISQL_ASSIGN(const std::vector<store::Model> models, catalog.ListModels(project));
  PAISQL_ASSIGN(const std::vector<store::Service> services,
                store::ServiceCatalog(catalog).List(project));
  for (const store::Model& model : models) {
    if (!eyes.SeesKey(ModelKey(project + "." + model.name))) continue;
    for (const store::ModelVersion& version : model.versions) {
      if (!WasTrainedOn(version, table)) continue;
      const std::string name = model.name + ":" + std::to_string(version.version);
      uses.push_back(Use("model", model.name, name, "", version.created_ms));
      for (const store::Service& service : services) {
        const bool serves = std::ranges::any_of(service.versions, [&](const auto& one) {
          return one.model_id == model.id && one.model_version == version.version &&
                 one.role != store::ServiceRole::kRetired;
        });
        if (serves) uses.push_back(Use("service", service.name, service.name, name, 0));
      }
    }
  }
  return Status::Ok();
}

// The list of streams is for those who may list the project, as SHOW STREAMS is.
Status AddStreams(const rest::Call& call, store::Catalog& catalog, const store::Table& table,
                  json& uses) {
  if (!RequireOnProject(call, catalog, table.project, "List").ok()) return Status::Ok();
  PAISQL_ASSIGN(const std::vector<store::Stream> streams,
                store::VersionCatalog(catalog).ListStreams(table.project));
  for (const store::Stream& stream : streams) {
    if (stream.table_id != table.id) continue;
    uses.push_back(Use("stream", stream.name, stream.name, stream.comment, stream.created_ms));
  }
  return Status::Ok();
}

struct ReadingFunction {
  std::string place;
  std::string name;
  std::string owner;
  std::string detail;
  int64_t created_ms = 0;
};

// Functions in Python and Java read tables that are resources of theirs.
Status FindByResources(store::Catalog& catalog, const store::Table& table,
                       std::vector<ReadingFunction>& found) {
  PAISQL_ASSIGN(const std::vector<store::Resource> resources, catalog.ListResources(table.project));
  std::set<std::string> names;
  for (const store::Resource& one : resources) {
    if (one.kind != store::ResourceKind::kTable) continue;
    const std::string source = ToLower(one.source.substr(0, one.source.find(' ')));
    const bool same = source == ToLower(table.QualifiedName()) || source == ToLower(table.name);
    if (same) names.insert(ToLower(one.name));
  }
  if (names.empty()) return Status::Ok();
  PAISQL_ASSIGN(const std::vector<store::UserFunction> functions,
                store::FunctionCatalog(catalog).List(table.project));
  for (const store::UserFunction& one : functions) {
    const bool reads = std::ranges::any_of(
        one.resources, [&](const std::string& name) { return names.contains(ToLower(name)); });
    if (reads) found.push_back({one.project, one.name, one.owner, one.class_name, one.created_ms});
  }
  return Status::Ok();
}

// SQL functions name tables in their definitions.
Status FindByDefinitions(store::Catalog& catalog, const store::Table& table,
                         std::vector<ReadingFunction>& found) {
  constexpr int kPatienceMs = 10'000;
  PAISQL_ASSIGN(const auto names, store::CatalogNames::Open(catalog.home(), kPatienceMs));
  PAISQL_ASSIGN(const std::vector<std::string> functions,
                names->Functions(table.project, "", std::numeric_limits<int>::max()));
  const std::string key = ToLower(table.QualifiedName());
  for (const std::string& name : functions) {
    PAISQL_ASSIGN(const std::optional<store::Table> row,
                  catalog.FindTable(table.project, analysis::FunctionKey(name)));
    if (!row.has_value()) continue;
    const std::vector<std::string> reads = TablesOfDefinition(row->view_text, row->project);
    if (std::ranges::find(reads, key) == reads.end()) continue;
    found.push_back({row->project, name, row->owner, "SQL", row->created_ms});
  }
  return Status::Ok();
}

Status AddFunctions(const rest::Call& call, store::Catalog& catalog, const store::Table& table,
                    json& uses) {
  std::vector<ReadingFunction> found;
  PAISQL_TRY(FindByResources(catalog, table, found));
  PAISQL_TRY(FindByDefinitions(catalog, table, found));
  session::Permissions permissions(catalog, call.user, call.allowed);
  for (const ReadingFunction& one : found) {
    const session::Wanted wanted = {.type = "function",
                                    .project = one.place,
                                    .object = one.name,
                                    .action = "Read",
                                    .owner = one.owner};
    if (!permissions.Require(wanted, one.place).ok()) continue;
    uses.push_back(Use("function", one.name, one.name, one.detail, one.created_ms));
  }
  return Status::Ok();
}

// The readers that the lineage knows: the same work once, the newest first.
void AddReaders(const LineagePicture& picture, const store::Table& table, LineageEyes& eyes,
                json& uses) {
  const std::string key = ToLower(table.QualifiedName());
  std::set<std::string> seen;
  std::vector<json> readers;
  for (const auto& flows : picture.flows) {
    for (const LineageFlow& flow : *flows) {
      if (std::ranges::find(flow.reads, key) == flow.reads.end()) continue;
      if (!eyes.SeesMaker(flow.maker) || !eyes.SeesKey(flow.writes)) continue;
      const FlowMaker& maker = flow.maker;
      const std::string same = std::string(MakerKindText(maker.kind)) + " " + maker.id + " " +
                               maker.node + " " + flow.writes;
      if (!seen.insert(same).second) continue;
      json use = Use(MakerKindText(maker.kind), maker.id,
                     maker.name.empty() ? maker.id : maker.name, maker.action, maker.at_ms);
      use["node"] = maker.node;
      use["writes"] = flow.writes;
      use["user"] = maker.user;
      readers.push_back(std::move(use));
    }
  }
  std::ranges::stable_sort(readers, std::greater(),
                           [](const json& use) { return use.at("at_ms").get<int64_t>(); });
  for (json& use : readers) {
    if (uses.size() >= kMostUses) return;
    uses.push_back(std::move(use));
  }
}

Result<json> UsesJson(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  PAISQL_ASSIGN(const store::Table table, TableOfCall(call, *catalog, "Describe"));
  const std::string project = store::ProjectOfPlace(table.project);
  PAISQL_ASSIGN(const TableBooks::Loan book, console.tables->books.Borrow());
  PAISQL_ASSIGN(const LineagePicture picture,
                console.tables->lineage.Look(project, console.service, *book, kReadUsesMs));
  LineageEyes eyes(call, console, *catalog, project);
  json uses = json::array();
  PAISQL_TRY(AddModels(*catalog, table, eyes, uses));
  PAISQL_TRY(AddStreams(call, *catalog, table, uses));
  PAISQL_TRY(AddFunctions(call, *catalog, table, uses));
  AddReaders(picture, table, eyes, uses);
  return json{{"uses", std::move(uses)}, {"sources", picture.sources}, {"read", picture.read}};
}

}  // namespace

rest::Answer TellUses(const rest::Call& call, Console& console) {
  const Result<json> body = UsesJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

}  // namespace paisql::console
