// UPDATE, DELETE and MERGE: no table here is transactional, which is the platform's own answer.

#include "session/statements/rows/handlers.h"

namespace paisql::session {

namespace {

constexpr const char* kProperties = R"( Set tblproperties ("transactional" = "true"))";

std::string Refusal(syntax::RowChange change) {
  switch (change) {
    case syntax::RowChange::kUpdate:
      return std::string("trying to update a non-transactional table is not allowed.") +
             kProperties;
    case syntax::RowChange::kDelete:
      return std::string("trying to delete from a non-transactional table is not allowed.") +
             kProperties;
    case syntax::RowChange::kMerge:
      return "merge into target table must be transactional table";
  }
  PAISQL_UNREACHABLE("a change of rows without a refusal");
}

}  // namespace

Status RunRowChange(const syntax::RowChangeStatement& statement, Run& run) {
  const analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(const store::Table table, analysis::ResolveTable(statement.table, context));
  if (table.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType, table.QualifiedName() + " is a view",
                 statement.table.range, "change the tables below it"};
  }
  return Error{ErrorCode::kSemantic, Refusal(statement.change), statement.table.range,
               "transactional tables are not offered: write INSERT OVERWRITE TABLE " + table.name +
                   " SELECT … with the rows as they shall be"};
}

}  // namespace paisql::session
