// CREATE and DROP of projects and of schemas.

#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "session/statements/catalog/handlers.h"
#include "session/statements/confirm.h"
#include "store/external.h"
#include "store/place.h"
#include "store/transaction.h"
#include "syntax/statements/namespaces.h"

namespace paisql::session {
namespace {

// Adds what the tables of a place hold, but for those whose files stay where they are.
Status AddLoss(const std::string& place, Loss& loss, Run& run) {
  PAISQL_ASSIGN(const std::vector<store::Table> tables, run.state.catalog().ListTables(place));
  for (const store::Table& table : tables) {
    if (table.kind == store::TableKind::kView || store::IsExternal(table)) continue;
    PAISQL_ASSIGN(const Loss one, LossOf(table, run));
    loss.rows += one.rows;
    loss.bytes += one.bytes;
  }
  return Status::Ok();
}

Status CreateProject(const syntax::NamespaceStatement& statement,
                     const std::optional<store::Project>& there, Run& run) {
  if (there.has_value()) {
    if (statement.if_exists) return Status::Ok();
    return Error{ErrorCode::kInvalidMetaOperation, "project " + there->name + " already exists",
                 statement.name.range, "use IF NOT EXISTS"};
  }
  PAISQL_TRY(analysis::CheckNewObjectName(statement.name.parts.back(), "project"));
  PAISQL_TRY(analysis::CheckComment(statement.comment, statement.comment_range));
  store::CatalogTransaction transaction = run.state.catalog().Begin();
  transaction.Add(
      store::change::EnsureProject{statement.name.parts.back().text, statement.comment});
  PAISQL_TRY_AT(statement.name.range, transaction.Commit());
  return Status::Ok();
}

Status DropProject(const syntax::NamespaceStatement& statement,
                   const std::optional<store::Project>& there, Run& run) {
  const std::string& name = statement.name.parts.back().text;
  store::Catalog& catalog = run.state.catalog();
  if (!there.has_value()) {
    if (statement.if_exists) return Status::Ok();
    PAISQL_ASSIGN(const std::vector<std::string> others, names::ProjectNames(catalog));
    const std::string near = DidYouMean(name, others);
    return Error{ErrorCode::kProjectNotFound, "project " + name + " does not exist",
                 statement.name.range, near.empty() ? "SHOW PROJECTS; lists the projects" : near};
  }
  // What the statement needs was asked for of the current project.
  PAISQL_TRY(run.state.permissions().RequireRank(access::Rank::kSuperAdministrator, there->name,
                                                 "drop the project", statement.name.range));
  if (EqualsIgnoreCase(there->name, run.state.project)) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "project " + there->name + " is the current project", statement.name.range,
                 "USE another project first"};
  }
  if (statement.cascade) {
    PAISQL_ASSIGN(const std::vector<store::Schema> schemas, catalog.ListSchemas(there->name));
    Loss loss;
    for (const store::Schema& schema : schemas) {
      PAISQL_TRY_AT(statement.name.range,
                    AddLoss(store::PlaceText(there->name, schema.name), loss, run));
    }
    PAISQL_TRY(ConfirmLoss("DROP PROJECT " + there->name, loss, statement.name.range, run));
  }
  PAISQL_ASSIGN(const std::vector<store::Job> jobs, catalog.ListJobs(there->name, {}));
  store::CatalogTransaction transaction = catalog.Begin();
  transaction.Add(store::change::DropProject{there->name, statement.cascade});
  PAISQL_TRY_AT(statement.name.range, transaction.Commit());
  if (run.state.checking()) return Status::Ok();
  // A directory that stays is what paisql verify names.
  for (const store::Job& job : jobs) {
    std::error_code stays;
    std::filesystem::remove_all(run.state.home().JobPath(job.id), stays);
  }
  return Status::Ok();
}

Status RunProject(const syntax::NamespaceStatement& statement, Run& run) {
  const std::string& name = statement.name.parts.back().text;
  if (statement.name.parts.size() > 1) {
    return Error{ErrorCode::kSemantic, statement.name.ToString() + " is not a name of a project",
                 statement.name.range, "write one word"};
  }
  std::optional<store::Project> there;
  if (name.find('.') == std::string::npos) {
    PAISQL_ASSIGN_AT(statement.name.range, there, run.state.catalog().FindProject(name));
  }
  return statement.drop ? DropProject(statement, there, run) : CreateProject(statement, there, run);
}

Status CreateSchema(const syntax::NamespaceStatement& statement, const std::string& project,
                    Run& run) {
  const syntax::Identifier& name = statement.name.parts.back();
  PAISQL_TRY(analysis::CheckNewObjectName(name, "schema"));
  PAISQL_TRY(analysis::CheckComment(statement.comment, statement.comment_range));
  store::Schema schema;
  schema.project = project;
  schema.name = name.text;
  schema.comment = statement.comment;
  store::CatalogTransaction transaction = run.state.catalog().Begin();
  transaction.Add(store::change::CreateSchema{std::move(schema)});
  PAISQL_TRY_AT(statement.name.range, transaction.Commit());
  return Status::Ok();
}

Status DropSchema(const syntax::NamespaceStatement& statement, const store::Schema& schema,
                  Run& run) {
  const std::string place = store::PlaceText(schema.project, schema.name);
  // A client on another machine names the place of each of its statements anew.
  if (schema.id != 0 && !run.state.options().remote && EqualsIgnoreCase(place, run.state.Place())) {
    return Error{ErrorCode::kInvalidMetaOperation, "schema " + place + " is the current schema",
                 statement.name.range, "USE SCHEMA default first"};
  }
  if (statement.cascade) {
    Loss loss;
    PAISQL_TRY_AT(statement.name.range, AddLoss(place, loss, run));
    PAISQL_TRY(ConfirmLoss("DROP SCHEMA " + place, loss, statement.name.range, run));
  }
  store::CatalogTransaction transaction = run.state.catalog().Begin();
  transaction.Add(store::change::DropSchema{schema.project, schema.name, statement.cascade});
  PAISQL_TRY_AT(statement.name.range, transaction.Commit());
  return Status::Ok();
}

Status RunSchema(const syntax::NamespaceStatement& statement, Run& run) {
  const std::vector<syntax::Identifier>& parts = statement.name.parts;
  if (parts.size() > 2) {
    return Error{ErrorCode::kSemantic, statement.name.ToString() + " is not a name of a schema",
                 statement.name.range, "write schema, or project.schema"};
  }
  const std::string project = parts.size() > 1 ? parts.front().text : run.state.project;
  PAISQL_ASSIGN_AT(statement.name.range, const std::optional<store::Schema> there,
                   run.state.catalog().FindSchema(project, parts.back().text));
  if (!EqualsIgnoreCase(project, run.state.project)) {
    PAISQL_TRY(run.state.permissions().RequireRank(
        access::Rank::kAdministrator, project, "make and drop its schemas", statement.name.range));
  }
  if (there.has_value()) {
    if (statement.drop) return DropSchema(statement, *there, run);
    if (statement.if_exists) return Status::Ok();
    return Error{ErrorCode::kInvalidMetaOperation,
                 "schema " + there->project + "." + there->name + " already exists",
                 statement.name.range, "use IF NOT EXISTS"};
  }
  if (!statement.drop) return CreateSchema(statement, project, run);
  if (statement.if_exists) return Status::Ok();
  return Error{ErrorCode::kProjectNotFound,
               "schema " + project + "." + parts.back().text + " does not exist",
               statement.name.range, "SHOW SCHEMAS; lists the schemas"};
}

}  // namespace

Status RunNamespace(const syntax::NamespaceStatement& statement, Run& run) {
  PAISQL_TRY(statement.schema ? RunSchema(statement, run) : RunProject(statement, run));
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
