// CREATE PROJECT and DROP PROJECT.

#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "session/statements/catalog/handlers.h"
#include "session/statements/confirm.h"
#include "store/external.h"
#include "store/transaction.h"
#include "syntax/statements/namespaces.h"

namespace paisql::session {
namespace {

// What the tables of a project hold, but for those whose files stay where they are.
Result<Loss> LossOf(const std::string& project, Run& run) {
  PAISQL_ASSIGN(const std::vector<store::Table> tables, run.state.catalog().ListTables(project));
  Loss loss;
  for (const store::Table& table : tables) {
    if (table.kind == store::TableKind::kView || store::IsExternal(table)) continue;
    PAISQL_ASSIGN(const Loss one, LossOf(table, run));
    loss.rows += one.rows;
    loss.bytes += one.bytes;
  }
  return loss;
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
  if (EqualsIgnoreCase(there->name, run.state.project)) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "project " + there->name + " is the current project", statement.name.range,
                 "USE another project first"};
  }
  if (statement.cascade) {
    PAISQL_ASSIGN_AT(statement.name.range, const Loss loss, LossOf(there->name, run));
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

}  // namespace

Status RunNamespace(const syntax::NamespaceStatement& statement, Run& run) {
  if (statement.name.parts.size() > 1) {
    return Error{ErrorCode::kSemantic, statement.name.ToString() + " is not a name of a project",
                 statement.name.range, "write one word"};
  }
  PAISQL_ASSIGN_AT(statement.name.range, const std::optional<store::Project> there,
                   run.state.catalog().FindProject(statement.name.parts.back().text));
  PAISQL_TRY(statement.drop ? DropProject(statement, there, run)
                            : CreateProject(statement, there, run));
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
