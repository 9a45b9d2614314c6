// Asks for the permissions of a statement, as the table has them.

#include "base/text.h"
#include "pai/named_tables.h"
#include "session/statement_rights.h"
#include "session/statements/access/reach.h"
#include "session/statements/answers.h"
#include "session/statements/models/find_model.h"
#include "session/touched_tables.h"
#include "store/function_catalog.h"
#include "store/place.h"
#include "store/versions.h"
#include "syntax/statements/access.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/functions.h"
#include "syntax/statements/namespaces.h"
#include "syntax/statements/rows.h"
#include "syntax/statements/services.h"
#include "syntax/statements/show.h"
#include "syntax/statements/streams.h"
#include "syntax/statements/tables.h"

namespace paisql::session {

namespace {

using syntax::If;

// Statements that need nothing: they change the session alone, or show what everybody may know.
bool NeedsNothing(const syntax::Statement& statement) {
  using namespace syntax;  // NOLINT(google-build-using-namespace): its statements
  return IsA<EmptyStatement, SetStatement, UnsetStatement, VariableStatement, AliasStatement,
             UseStatement, HelpStatement, QuitStatement, NoEffectStatement, DropVariablesStatement>(
      statement);
}

syntax::QualifiedName NameOf(const std::string& text, const SourceRange& range) {
  syntax::QualifiedName name;
  name.range = range;
  for (const std::string& part : Split(text, '.')) {
    name.parts.push_back({std::string(Trim(part)), true, range});
  }
  return name;
}

// The names of the statement's other objects: resources, functions, models.
struct Names {
  std::vector<std::string> sources;
  std::vector<std::string> targets;
  std::vector<std::string> models;
  std::vector<std::string> made_models;
  std::string resource;
  std::string function;
  std::string stream;
  std::string project;
};

// "p" of p.x, the session's project of x.
std::string ProjectOfName(const std::string& name, Run& run) {
  const size_t dot = name.find('.');
  return dot == std::string::npos ? run.state.project : name.substr(0, dot);
}

Names NamesOf(const syntax::Statement& statement, Run& run) {
  const TouchedTables touched = FindTouchedTables(statement);
  Names names = {
      touched.reads,    touched.writes, touched.models_read, touched.models_written, "", "", "",
      run.state.project};
  if (const auto* show = If<syntax::ShowStatement>(statement)) {
    if (show->table.has_value()) names.sources = {show->table->ToString()};
    const Result<std::string> place = PlaceOf(*show, run);
    if (place.ok()) names.project = *place;
  } else if (const auto* describe = If<syntax::DescribeStatement>(statement)) {
    const std::string name = describe->name.ToString();
    names.sources = {name};
    names.models = {name};
    names.resource = names.function = names.stream = name;
    const bool project = describe->what == syntax::DescribeWhat::kProject;
    if (project) names.project = name;
    // The words of DESC SCHEMA and DESC SERVICE are [project.]name.
    const bool part = describe->what == syntax::DescribeWhat::kSchema ||
                      describe->what == syntax::DescribeWhat::kService;
    if (part) names.project = ProjectOfName(name, run);
  } else if (const auto* restore = If<syntax::RestoreTableStatement>(statement)) {
    names.sources = {restore->table.ToString()};
    const bool copies = restore->new_name.has_value();
    names.targets = {copies ? restore->new_name->ToString() : restore->table.ToString()};
  } else if (const auto* stream = If<syntax::StreamStatement>(statement)) {
    names.stream = stream->stream.ToString();
  } else if (const auto* create = If<syntax::CreateTableStatement>(statement)) {
    names.sources.clear();
    if (create->like.has_value()) names.sources = {create->like->ToString()};
  } else if (const auto* add = If<syntax::AddResourceStatement>(statement)) {
    names.sources = {add->path};
    names.resource = add->alias;
    if (add->alias.empty()) names.resource = add->path.substr(add->path.rfind('/') + 1);
  } else if (const auto* drop = If<syntax::DropResourceStatement>(statement)) {
    names.resource = drop->name;
  } else if (const auto* get = If<syntax::GetResourceStatement>(statement)) {
    names.resource = get->name;
  } else if (const auto* made = If<syntax::CreateSqlFunctionStatement>(statement)) {
    names.function = made->name.ToString();
    names.project = PlaceAndName(made->name, run).first;
  } else if (const auto* function = If<syntax::CreateFunctionStatement>(statement)) {
    names.function = function->name.ToString();
    names.project = PlaceAndName(function->name, run).first;
  } else if (const auto* reload = If<syntax::ReloadFunctionStatement>(statement)) {
    names.function = reload->name.ToString();
  } else if (const auto* gone = If<syntax::DropFunctionStatement>(statement)) {
    names.function = gone->name.ToString();
  } else if (const auto* model = If<syntax::ModelStatement>(statement)) {
    names.models = {model->name.text};
    if (model->action == syntax::ModelAction::kCreate) {
      names.project = ReadModelName(model->name.text, run).project;
    }
    if (model->action == syntax::ModelAction::kCopy) {
      names.project = ReadModelName(model->source->text, run).project;
    }
  }
  if (const auto* space = If<syntax::NamespaceStatement>(statement);
      space != nullptr && space->schema) {
    names.project = ProjectOfName(space->name.ToString(), run);
  } else if (const auto* service = If<syntax::ServiceStatement>(statement);
             service != nullptr && service->model.has_value()) {
    names.models = {service->model->text};
  }
  return names;
}

class Checker {
 public:
  Checker(const syntax::Statement& statement, Run& run)
      : statement_(statement), run_(run), names_(NamesOf(statement, run)) {}

  Status Check(const Right& right) {
    switch (right.subject) {
      case Subject::kProject:
        return Project(names_.project, right.action);
      case Subject::kTargetProject:
        for (const std::string& name : names_.targets) {
          PAISQL_TRY(Project(PlaceAndName(Name(name), run_).first, right.action));
        }
        return Status::Ok();
      case Subject::kTarget:
        return Tables(names_.targets, right.action, false);
      case Subject::kMadeTable:
        return Tables(names_.targets, right.action, true);
      case Subject::kSource:
        return Tables(names_.sources, right.action, false);
      case Subject::kRead:
      case Subject::kNamed:
        return Status::Ok();
      case Subject::kResource:
        return Resource(right.action);
      case Subject::kFunction:
        return Function(right.action);
      case Subject::kModel:
        return Models(names_.models, right.action, false);
      case Subject::kMadeModel:
        return Models(names_.made_models, right.action, true);
      case Subject::kStream:
        return Stream(right.action);
      case Subject::kManager:
        return Rank(access::Rank::kManager);
      case Subject::kAdministrator:
        return Rank(access::Rank::kAdministrator);
      case Subject::kSuper:
        return Rank(access::Rank::kSuperAdministrator);
    }
    PAISQL_UNREACHABLE("a permission without its subject");
  }

  // Who has made an object may give permissions on it.
  Result<bool> GivesOnOwn() {
    const auto* const grant = If<syntax::PrivilegeStatement>(statement_);
    if (run_.state.permissions().by_token() || grant == nullptr || !grant->object.has_value())
      return false;
    const access::ObjectType* const type = access::FindObjectType(grant->object->type.text);
    if (type == nullptr || type->name != "table") return false;
    const Result<store::Table> table = analysis::ResolveTable(
        NameOf(grant->object->name.text, grant->object->name.range), run_.state.MakeContext());
    if (!table.ok() || !EqualsIgnoreCase(table->owner, run_.state.permissions().user())) {
      return false;
    }
    PAISQL_ASSIGN(
        const store::ProjectSecurity security,
        store::SecurityBook(run_.state.catalog()).Read(store::ProjectOfPlace(table->project)));
    return access::IsSet(security, access::kCreatorGrants);
  }

 private:
  syntax::QualifiedName Name(const std::string& text) const {
    return NameOf(text, statement_.range);
  }

  Status Require(Wanted wanted) {
    wanted.range = statement_.range;
    return run_.state.permissions().Require(wanted, run_.state.project);
  }

  Status Project(const std::string& project, std::string_view action) {
    return Require({.type = "project", .project = project, .action = action});
  }

  // A name that means nothing is the statement's own error; of a target it may be a table that will
  // be made, by PAI statements for instance.
  Status Tables(const std::vector<std::string>& names, std::string_view action, bool made) {
    for (const std::string& text : names) {
      const Result<store::Table> table =
          analysis::ResolveTable(Name(text), run_.state.MakeContext());
      if (table.ok()) {
        PAISQL_TRY(RequireOn(*table, action, statement_.range, run_));
      } else if (made) {
        PAISQL_TRY(Project(PlaceAndName(Name(text), run_).first, "CreateTable"));
      } else if (IsA<syntax::RestoreTableStatement>(statement_) && action == "Drop") {
        // PURGE of a table that was dropped.
        const auto [place, name] = PlaceAndName(Name(text), run_);
        PAISQL_TRY(Require({.type = "table", .project = place, .object = name, .action = action}));
      }
    }
    return Status::Ok();
  }

  // ADD makes one of the session's own place, whatever aliases there are.
  Result<std::optional<store::Resource>> FindNamedResource() {
    if (IsA<syntax::AddResourceStatement>(statement_)) {
      PAISQL_ASSIGN(names::Meaning<store::Resource> meaning,
                    run_.state.Names().Resource(run_.state.Place(), names_.resource));
      return std::move(meaning.row);
    }
    Result<store::Resource> found =
        analysis::ResolveResource(names_.resource, statement_.range, run_.state.MakeContext());
    if (!found.ok()) return std::optional<store::Resource>();
    return std::optional<store::Resource>(*std::move(found));
  }

  Status Resource(std::string_view action) {
    PAISQL_ASSIGN(const std::optional<store::Resource> row, FindNamedResource());
    if (!row.has_value()) return Status::Ok();
    return Require({.type = "resource",
                    .project = row->project,
                    .object = row->name,
                    .action = action,
                    .owner = row->owner});
  }

  Status Function(std::string_view action) {
    syntax::QualifiedName name = Name(names_.function);
    const std::string called = name.parts.back().text;
    const auto [place, own] = PlaceAndName(name, run_);
    PAISQL_ASSIGN(const std::optional<store::UserFunction> function,
                  store::FunctionCatalog(run_.state.catalog()).Find(place, own));
    if (function.has_value()) {
      return Require({.type = "function",
                      .project = function->project,
                      .object = function->name,
                      .action = action,
                      .owner = function->owner});
    }
    name.parts.back().text = analysis::FunctionKey(called);
    const Result<store::Table> row = analysis::ResolveTable(name, run_.state.MakeContext());
    if (!row.ok()) return Status::Ok();
    return Require({.type = "function",
                    .project = row->project,
                    .object = ToLower(called),
                    .action = action,
                    .owner = row->owner});
  }

  Status Models(const std::vector<std::string>& names, std::string_view action, bool made) {
    for (const std::string& text : names) {
      const auto [project, name] = ReadModelName(text, run_);
      PAISQL_ASSIGN(const names::Meaning<store::Model> meaning,
                    run_.state.Names().Model(project, name));
      if (!meaning.row.has_value()) {
        if (made) PAISQL_TRY(Project(project, "CreateOfflineModel"));
        continue;
      }
      PAISQL_TRY(Require({.type = "offlinemodel",
                          .project = meaning.row->project,
                          .object = meaning.row->name,
                          .action = action,
                          .owner = meaning.row->owner}));
    }
    return Status::Ok();
  }

  // A stream is read and dropped as a table is.
  Status Stream(std::string_view action) {
    const auto [project, name] = PlaceAndName(Name(names_.stream), run_);
    PAISQL_ASSIGN(const std::optional<store::Stream> stream,
                  store::VersionCatalog(run_.state.catalog()).FindStream(project, name));
    if (!stream.has_value()) return Status::Ok();
    return Require({.type = "table",
                    .project = stream->project,
                    .object = stream->name,
                    .action = action,
                    .owner = stream->owner});
  }

  Status Rank(access::Rank rank) {
    return run_.state.permissions().RequireRank(
        rank, run_.state.project, "manage users, roles, policies and services", statement_.range);
  }

  const syntax::Statement& statement_;
  Run& run_;
  const Names names_;
};

}  // namespace

Status CheckRights(const syntax::Statement& statement, Run& run) {
  if (!run.state.permissions().limited()) return Status::Ok();
  PAISQL_TRY(CheckReach(statement, run));
  if (const auto* explain = If<syntax::ExplainStatement>(statement)) {
    return CheckRights(*explain->statement, run);
  }
  Checker checker(statement, run);
  PAISQL_ASSIGN(const bool own, checker.GivesOnOwn());
  if (own) return Status::Ok();
  bool known = NeedsNothing(statement);
  for (const StatementRights& row : RightsTable()) {
    if (row.type != typeid(statement)) continue;
    known = true;
    if (!row.applies(statement)) continue;
    for (const Right& right : row.rights) PAISQL_TRY(checker.Check(right));
  }
  // A statement that the table does not know yet is nobody's but the owner's.
  return known ? Status::Ok() : checker.Check({Subject::kSuper});
}

Status RequireOn(const store::Table& table, std::string_view action, const SourceRange& range,
                 Run& run) {
  return run.state.permissions().Require({.type = "table",
                                          .project = table.project,
                                          .object = table.name,
                                          .action = action,
                                          .object_id = table.id,
                                          .owner = table.owner,
                                          .range = range},
                                         run.state.project);
}

Status RequireOn(const store::Job& job, std::string_view action, const SourceRange& range,
                 Run& run) {
  return run.state.permissions().Require({.type = "instance",
                                          .project = job.project,
                                          .object = job.id,
                                          .action = action,
                                          .owner = job.owner,
                                          .range = range},
                                         run.state.project);
}

std::string RightText(const Right& right, std::string_view words) {
  const bool job = words.find("TUNNEL") == std::string_view::npos;
  const std::string action = std::string(right.action) + " on ";
  switch (right.subject) {
    case Subject::kProject:
      return action + "the project";
    case Subject::kTargetProject:
      return action + "the project of what is made";
    case Subject::kTarget:
      return action + "the table or view that it changes";
    case Subject::kSource:
      return action + "the table or view";
    case Subject::kRead:
      return action + "each table or view that the query names";
    case Subject::kResource:
      return action + "the resource";
    case Subject::kFunction:
      return action + "the function";
    case Subject::kModel:
      return action + "the model";
    case Subject::kMadeTable:
      return action + "the table that it writes, or CreateTable on its project for a new one";
    case Subject::kMadeModel:
      return action +
             "the model that it writes, or CreateOfflineModel on its project for a new one";
    case Subject::kStream:
      return action + "the stream, by a policy or as its creator";
    case Subject::kNamed:
      return action + (job                        ? "the instance"
                       : right.action == "Update" ? "the table of an upload"
                                                  : "the table of a download");
    case Subject::kManager:
      return "a role of the type admin, or the role admin";
    case Subject::kAdministrator:
      return "the role admin";
    case Subject::kSuper:
      return "the role super_administrator";
  }
  PAISQL_UNREACHABLE("a permission without its subject");
}

}  // namespace paisql::session
