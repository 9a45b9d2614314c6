#include "session/statements/access/named.h"

#include <algorithm>

#include "access/principal.h"
#include "base/text.h"
#include "session/statements/answers.h"
#include "store/function_catalog.h"
#include "store/instances/instance_book.h"
#include "store/place.h"

namespace paisql::session {

namespace {

Error Unknown(const std::string& what, const SourceRange& range, const std::string& near,
              const std::string& cure) {
  return Error{ErrorCode::kInvalidMetaOperation, what + " does not exist", range,
               near.empty() ? cure : near};
}

Result<FoundObject> FindTableObject(const access::ObjectType& type, const std::string& name,
                                    const SourceRange& range, Run& run) {
  syntax::QualifiedName written;
  written.range = range;
  for (const std::string& part : Split(name, '.')) written.parts.push_back({part, true, range});
  PAISQL_ASSIGN(const store::Table table, analysis::ResolveTable(written, run.state.MakeContext()));
  if (!EqualsIgnoreCase(store::ProjectOfPlace(table.project), run.state.project)) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 table.QualifiedName() + " belongs to another project", range,
                 "USE " + store::ProjectOfPlace(table.project) +
                     "; first: a project gives permissions on what it has"};
  }
  FoundObject found{&type, table.name, table.id, table.owner, {}, table.project};
  for (const auto* columns : {&table.columns, &table.partition_columns}) {
    for (const store::Column& column : *columns) found.columns.push_back(column.name);
  }
  return found;
}

}  // namespace

Result<store::Project> ThisProject(Run& run) {
  PAISQL_ASSIGN(std::optional<store::Project> project,
                run.state.catalog().FindProject(run.state.project));
  if (project.has_value()) return *std::move(project);
  return Error{ErrorCode::kProjectNotFound,
               "project " + run.state.project + " does not exist",
               {},
               "SHOW PROJECTS; lists the projects"};
}

Status ChangeSecurity(Run& run, const std::function<Status(store::ProjectSecurity*)>& change) {
  return store::SecurityBook(run.state.catalog()).Change(run.state.project, change);
}

Result<store::ProjectSecurity> ReadSecurity(Run& run) {
  return store::SecurityBook(run.state.catalog()).Read(run.state.project);
}

Result<std::string> UserNamed(const std::string& name, const SourceRange& range, Run& run) {
  PAISQL_ASSIGN(const store::Project project, ThisProject(run));
  PAISQL_ASSIGN_AT(range, std::string user, access::ReadUser(name, AccountOf(project)));
  return user;
}

Result<std::string> RequireUser(const store::ProjectSecurity& security, const std::string& name,
                                const SourceRange& range, Run& run) {
  PAISQL_ASSIGN(const std::string user, UserNamed(name, range, run));
  std::vector<std::string> names;
  for (const store::ProjectUser& known : security.users) {
    if (EqualsIgnoreCase(known.name, user)) return known.name;
    names.push_back(known.name);
  }
  return Unknown("user '" + user + "'", range, DidYouMean(user, names),
                 "ADD USER " + user + "; makes it, LIST USERS; lists them");
}

Result<std::string> RequireRole(const store::ProjectSecurity& security, const std::string& name,
                                const SourceRange& range) {
  if (access::IsBuiltinRole(name)) return ToLower(name);
  std::vector<std::string> names = {std::string(access::kAdministrator),
                                    std::string(access::kSuperAdministrator)};
  for (const store::ProjectRole& role : security.roles) {
    if (EqualsIgnoreCase(role.name, name)) return role.name;
    names.push_back(role.name);
  }
  return Unknown("role '" + name + "'", range, DidYouMean(name, names),
                 "CREATE ROLE " + name + "; makes it, LIST ROLES; lists them");
}

Result<const access::ObjectType*> RequireObjectType(const std::string& word,
                                                    const SourceRange& range) {
  if (const access::ObjectType* type = access::FindObjectType(word)) return type;
  constexpr std::pair<std::string_view, const char*> kOthers[] = {
      {"PACKAGE", "a home's projects see each other: GRANT Select ON TABLE t TO USER u"},
      {"VOLUME", "keep files in a bucket: GRANT Read ON BUCKET b TO ROLE r"},
      {"XFLOW", "all components are there for all users: leave it out"},
  };
  for (const auto& [name, cure] : kOthers) {
    if (!EqualsIgnoreCase(word, name)) continue;
    return Error{ErrorCode::kUnsupported,
                 "permissions on " + std::string(name) + " are not supported", range, cure};
  }
  std::vector<std::string> names = {"bucket"};
  for (const access::ObjectType& type : access::ObjectTypes()) names.emplace_back(type.name);
  const std::string near = DidYouMean(ToLower(word), names);
  return Error{ErrorCode::kInvalidObjectType, "'" + word + "' is not a type of object", range,
               near.empty() ? "there are " + Join(names, ", ") : near};
}

namespace {

// An instance of the home's servers, which keep their own book.
Result<std::optional<store::InstanceRow>> FindInstanceOfServer(const std::string& id, Run& run) {
  PAISQL_ASSIGN(const store::Home home, store::Home::Open(run.state.options().home_path));
  PAISQL_ASSIGN(const auto book, store::InstanceBook::Look(home));
  if (book == nullptr) return std::optional<store::InstanceRow>();
  PAISQL_ASSIGN(std::optional<store::InstanceRow> row, book->Find(id));
  const bool here =
      row.has_value() && EqualsIgnoreCase(store::ProjectOfPlace(row->project), run.state.project);
  if (!here) row.reset();
  return row;
}

}  // namespace

Result<FoundObject> FindObject(const access::ObjectType& type, const std::string& name,
                               const SourceRange& range, Run& run) {
  store::Catalog& catalog = run.state.catalog();
  const std::string& project = run.state.project;
  if (type.name == "table") return FindTableObject(type, name, range, run);
  if (type.name == "project") {
    if (EqualsIgnoreCase(name, project)) return FoundObject{&type, project, 0, "", {}};
    return Error{ErrorCode::kInvalidMetaOperation,
                 "'" + name + "' is not the current project, " + project, range,
                 "USE " + name + "; first: a project gives permissions on itself"};
  }
  if (type.name == "resource") {
    PAISQL_ASSIGN(const store::Resource resource, FindResource(name, range, run));
    return FoundObject{&type, resource.name, 0, resource.owner, {}};
  }
  if (type.name == "instance") {
    PAISQL_ASSIGN_AT(range, const std::optional<store::Job> job, catalog.FindJob(name));
    if (job.has_value()) return FoundObject{&type, job->id, 0, job->owner, {}};
    PAISQL_ASSIGN_AT(range, const auto of_server, FindInstanceOfServer(name, run));
    if (of_server.has_value()) return FoundObject{&type, of_server->id, 0, of_server->user, {}};
    return Unknown("instance '" + name + "'", range, "", "SHOW P; lists instances");
  }
  if (type.name == "offlinemodel") {
    PAISQL_ASSIGN_AT(range, const names::Meaning<store::Model> model,
                     run.state.Names().Model(project, name));
    if (model.row.has_value()) return FoundObject{&type, model.row->name, 0, model.row->owner, {}};
    return Unknown("model '" + name + "'", range, DidYouMean(name, model.others),
                   "SHOW MODELS; lists them");
  }
  PAISQL_ASSIGN_AT(range, const std::optional<store::UserFunction> own,
                   store::FunctionCatalog(catalog).Find(run.state.Place(), name));
  if (own.has_value()) return FoundObject{&type, own->name, 0, own->owner, {}};
  PAISQL_ASSIGN_AT(range, const std::optional<store::Table> function,
                   catalog.FindTable(run.state.Place(), analysis::FunctionKey(name)));
  if (function.has_value()) return FoundObject{&type, name, 0, function->owner, {}};
  return Unknown("function '" + name + "'", range, "",
                 "SHOW FUNCTIONS; lists them; built-in functions are everybody's");
}

}  // namespace paisql::session
