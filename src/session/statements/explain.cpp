#include "base/text.h"
#include "session/statements/handlers.h"
#include "session/writes.h"

namespace paisql::session {

namespace {

Status AddPlan(plan::Relation& root, std::string_view title, ReadPin& pin, Answer& answer) {
  PAISQL_TRY(pin.ListFiles({&root}));
  if (!title.empty()) answer.text += std::string(title) + "\n";
  answer.text += plan::Explain(root);
  if (!answer.text.ends_with('\n')) answer.text += '\n';
  return Status::Ok();
}

std::string InsertTitle(const analysis::InsertPlan& plan) {
  const bool overwrite = plan.mode == store::WriteMode::kOverwrite;
  return (overwrite ? "Insert overwrite " : "Insert into ") + plan.table.QualifiedName();
}

}  // namespace

Status RunExplain(const syntax::ExplainStatement& statement, Run& run) {
  if (statement.analyze) {
    return Error{ErrorCode::kUnsupported, "EXPLAIN ANALYZE is not supported yet", statement.range,
                 "use EXPLAIN"};
  }
  State& state = run.state;
  analysis::AnalysisContext context = state.MakeContext();
  ReadPin pin(state);
  Answer answer;
  answer.columns = {"plan"};
  const syntax::Statement& inner = *statement.statement;
  switch (inner.kind) {
    case syntax::StatementKind::kSelect: {
      const auto& select = syntax::As<syntax::SelectStatement>(inner);
      PAISQL_ASSIGN(const auto query, analysis::AnalyzeQuery(select.query, context));
      PAISQL_TRY(AddPlan(*query.root, "", pin, answer));
      break;
    }
    case syntax::StatementKind::kInsert: {
      const auto& insert = syntax::As<syntax::InsertStatement>(inner);
      PAISQL_ASSIGN(const auto plan, analysis::AnalyzeInsert(insert, context));
      PAISQL_TRY(AddPlan(*plan.root, InsertTitle(plan), pin, answer));
      break;
    }
    case syntax::StatementKind::kMultiInsert: {
      const auto& insert = syntax::As<syntax::MultiInsertStatement>(inner);
      PAISQL_ASSIGN(const auto plans, analysis::AnalyzeMultiInsert(insert, context));
      for (const auto& plan : plans) {
        PAISQL_TRY(AddPlan(*plan.root, InsertTitle(plan), pin, answer));
      }
      break;
    }
    case syntax::StatementKind::kCreateTable: {
      const auto& create = syntax::As<syntax::CreateTableStatement>(inner);
      PAISQL_ASSIGN(const auto plan, analysis::AnalyzeCreateTable(create, context));
      if (plan.as_root == nullptr) {
        return Error{ErrorCode::kUnsupported, "this statement has no plan", inner.range, ""};
      }
      PAISQL_TRY(AddPlan(*plan.as_root, "Create table " + plan.table.QualifiedName(), pin, answer));
      break;
    }
    default:
      return Error{ErrorCode::kUnsupported, "this statement has no plan", inner.range,
                   "EXPLAIN takes SELECT, INSERT and CREATE TABLE AS"};
  }
  ShowWarnings(context, run.sink);
  for (const std::string& line : Split(Trim(answer.text), '\n')) answer.rows.push_back({line});
  return run.sink.Show(answer);
}

}  // namespace paisql::session
