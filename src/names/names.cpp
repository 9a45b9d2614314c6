#include "names/names.h"

#include <algorithm>

#include "base/text.h"
#include "store/place.h"

namespace paisql::names {
namespace {

// Properties of a view: its text was written while odps.namespace.schema was true, and in another
// place than its own.
constexpr const char* kReadsSchemas = "paisql.text.schemas";
constexpr const char* kTextPlace = "paisql.text.place";

}  // namespace

std::string Names::project() const { return store::ProjectOfPlace(place_); }

std::string Names::TemporaryPlace() const {
  return temporary_.empty() ? "" : store::PlaceText(project(), temporary_);
}

std::string Names::PlaceOf(const std::vector<std::string>& qualifiers) const {
  if (qualifiers.empty()) return place_;
  if (qualifiers.size() > 1) return store::PlaceText(qualifiers[0], qualifiers[1]);
  const std::string& one = qualifiers.front();
  const bool schema = reads_schemas_ && one.find('.') == std::string::npos;
  return schema ? store::PlaceText(project(), one) : one;
}

Names Names::Within(std::string place) const {
  Names within = *this;
  within.aliases_ = nullptr;
  within.place_ = std::move(place);
  within.session_tables_.clear();
  within.temporary_.clear();
  return within;
}

Names Names::Within(const store::Table& view) const {
  const auto& properties = view.traits.properties;
  const auto place = properties.find(kTextPlace);
  Names within = Within(place == properties.end() ? view.project : place->second);
  within.reads_schemas_ = properties.contains(kReadsSchemas);
  return within;
}

void CopyReading(const store::Table& from, store::Table& to) {
  for (const char* key : {kReadsSchemas, kTextPlace}) {
    const auto found = from.traits.properties.find(key);
    if (found != from.traits.properties.end()) to.traits.properties[key] = found->second;
  }
}

void NoteReading(const Names& names, store::Table& view) {
  auto& properties = view.traits.properties;
  properties.erase(kReadsSchemas);
  properties.erase(kTextPlace);
  if (names.reads_schemas()) properties[kReadsSchemas] = "true";
  if (!EqualsIgnoreCase(names.place(), view.project)) properties[kTextPlace] = names.place();
}

ErrorSubject AboutTable(std::string_view project, std::string_view table) {
  return {ErrorSubject::Kind::kTable, ToLower(std::string(project) + "." + std::string(table))};
}

Result<std::vector<std::string>> ProjectNames(store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::vector<store::Project> projects, catalog.ListProjects());
  std::vector<std::string> names;
  for (const store::Project& project : projects) names.push_back(project.name);
  return names;
}

namespace {

// Where the project of a place is there, the places of its schemas, else the projects.
Result<std::vector<std::string>> PlacesLike(store::Catalog& catalog, const std::string& place) {
  const std::string project = store::ProjectOfPlace(place);
  PAISQL_ASSIGN(const std::vector<store::Schema> schemas, catalog.ListSchemas(project));
  if (schemas.empty()) return ProjectNames(catalog);
  std::vector<std::string> names;
  for (const store::Schema& schema : schemas) {
    names.push_back(store::PlaceText(schema.project, schema.name));
  }
  return names;
}

}  // namespace

// The project is asked for only now: most names mean something.
template <typename Row>
Result<Meaning<Row>> Names::Missing(const std::string& project,
                                    Result<std::vector<std::string>> others) const {
  Meaning<Row> meaning;
  PAISQL_ASSIGN(const std::optional<store::Project> known, catalog_->FindProject(project));
  meaning.project_is_missing = !known.has_value();
  if (meaning.project_is_missing) others = PlacesLike(*catalog_, project);
  // A list that fails costs a hint, and no more.
  if (others.ok()) meaning.others = *std::move(others);
  return meaning;
}

Result<Meaning<store::Project>> Names::Place(const std::string& place) const {
  PAISQL_ASSIGN(std::optional<store::Project> found, catalog_->FindProject(place));
  if (found.has_value()) return Meaning<store::Project>{std::move(found), false, false, {}};
  return Missing<store::Project>(place, std::vector<std::string>());
}

Result<Meaning<store::Table>> Names::Table(const std::string& project,
                                           const std::string& name) const {
  const bool own = !temporary_.empty() && EqualsIgnoreCase(project, place_);
  if (own) {
    PAISQL_ASSIGN(std::optional<store::Table> table, catalog_->FindTable(TemporaryPlace(), name));
    Meaning<store::Table> meaning;
    meaning.is_temporary = table.has_value();
    if (!outlives_session_) meaning.row = std::move(table);
    if (meaning.is_temporary) return meaning;
  }
  PAISQL_ASSIGN(std::optional<store::Table> table, catalog_->FindTable(project, name));
  if (table.has_value()) {
    Meaning<store::Table> meaning;
    meaning.row = std::move(table);
    return meaning;
  }
  Result<std::vector<std::string>> others = catalog_->ListTableNames(project);
  if (own && others.ok()) {
    PAISQL_ASSIGN(const std::vector<std::string> more, catalog_->ListTableNames(TemporaryPlace()));
    others->insert(others->end(), more.begin(), more.end());
  }
  return Missing<store::Table>(project, std::move(others));
}

Result<Meaning<store::Resource>> Names::Resource(const std::string& project,
                                                 const std::string& name) const {
  const bool own = aliases_ != nullptr && EqualsIgnoreCase(project, place_);
  const auto alias = own ? aliases_->find(name) : Aliases::const_iterator();
  const std::string& real = own && alias != aliases_->end() ? alias->second : name;
  PAISQL_ASSIGN(std::optional<store::Resource> resource, catalog_->FindResource(project, real));
  if (resource.has_value()) return Meaning<store::Resource>{std::move(resource), false, false, {}};
  std::vector<std::string> names;
  Result<std::vector<store::Resource>> others = catalog_->ListResources(project);
  if (others.ok()) {
    for (const store::Resource& other : *others) names.push_back(other.name);
  }
  return Missing<store::Resource>(project, std::move(names));
}

Result<Meaning<store::Model>> Names::Model(const std::string& project,
                                           const std::string& name) const {
  PAISQL_ASSIGN(std::optional<store::Model> model, catalog_->FindModel(project, name));
  if (model.has_value()) return Meaning<store::Model>{std::move(model), false, false, {}};
  std::vector<std::string> names;
  Result<std::vector<store::Model>> others = catalog_->ListModels(project);
  if (others.ok()) {
    for (const store::Model& other : *others) names.push_back(other.name);
  }
  return Missing<store::Model>(project, std::move(names));
}

const SessionTable* Names::FindSessionTable(std::string_view name) const {
  for (const SessionTable& known : session_tables_) {
    if (EqualsIgnoreCase(known.table.name, name)) return &known;
  }
  return nullptr;
}

void Names::AddFunctions(Owner owner, const std::vector<const functions::Function*>& rows) {
  for (const functions::Function* row : rows) owned_.push_back({row, owner});
  std::stable_sort(
      owned_.begin(), owned_.end(),
      [](const OwnedFunction& a, const OwnedFunction& b) { return a.owner < b.owner; });
}

std::optional<OwnedFunction> Names::Function(std::string_view name) const {
  for (const OwnedFunction& owned : owned_) {
    if (EqualsIgnoreCase(owned.function->name, name)) return owned;
  }
  const functions::Function* builtin = functions::FindFunction(name);
  if (builtin == nullptr) return std::nullopt;
  return OwnedFunction{builtin, Owner::kBuiltin};
}

std::vector<std::string> Names::FunctionNames() const {
  std::vector<std::string> names;
  for (const OwnedFunction& owned : owned_) names.emplace_back(owned.function->name);
  for (const functions::Function* builtin : functions::AllFunctions()) {
    names.emplace_back(builtin->name);
  }
  return names;
}

}  // namespace paisql::names
