// EXPLAIN: the plan, with estimates. EXPLAIN ANALYZE is in explain_analyze.cpp.

#include "plan/explain.h"

#include <fmt/format.h>

#include "base/redact.h"
#include "base/text.h"
#include "plan/estimate.h"
#include "session/statements/explain_analyze.h"
#include "session/statements/handlers.h"
#include "session/writes.h"

namespace paisql::session {

namespace {

void AddPlan(const plan::Relation& root, std::string_view title, Answer& answer) {
  if (!title.empty()) answer.text += std::string(title) + "\n";
  const plan::RowEstimates estimates(root);
  answer.text += plan::Explain(root, [&](const plan::Relation& relation) {
    return fmt::format("estimated rows: {}", estimates.Rows(relation));
  });
}

struct TitledPlan {
  std::string title;
  plan::RelationPtr root;
};

std::string InsertTitle(const analysis::InsertPlan& plan) {
  const bool overwrite = plan.mode == store::WriteMode::kOverwrite;
  return (overwrite ? "Insert overwrite " : "Insert into ") + plan.table.QualifiedName();
}

Error NoPlan(const syntax::Statement& statement) {
  return {ErrorCode::kUnsupported, "this statement has no plan", statement.range,
          "EXPLAIN takes SELECT, INSERT, CREATE TABLE AS and CREATE VIEW"};
}

// All plans of a statement, in the order in which they run.
Result<std::vector<TitledPlan>> Analyze(const syntax::Statement& statement,
                                        analysis::AnalysisContext& context) {
  std::vector<TitledPlan> plans;
  switch (statement.kind) {
    case syntax::StatementKind::kSelect: {
      const auto& select = syntax::As<syntax::SelectStatement>(statement);
      PAISQL_ASSIGN(analysis::QueryPlan query, analysis::AnalyzeQuery(select.query, context));
      plans.push_back({"", std::move(query.root)});
      return plans;
    }
    case syntax::StatementKind::kInsert: {
      const auto& insert = syntax::As<syntax::InsertStatement>(statement);
      PAISQL_ASSIGN(analysis::InsertPlan plan, analysis::AnalyzeInsert(insert, context));
      plans.push_back({InsertTitle(plan), std::move(plan.root)});
      return plans;
    }
    case syntax::StatementKind::kMultiInsert: {
      const auto& insert = syntax::As<syntax::MultiInsertStatement>(statement);
      PAISQL_ASSIGN(auto branches, analysis::AnalyzeMultiInsert(insert, context));
      for (analysis::InsertPlan& plan : branches) {
        plans.push_back({InsertTitle(plan), std::move(plan.root)});
      }
      return plans;
    }
    case syntax::StatementKind::kCreateTable: {
      const auto& create = syntax::As<syntax::CreateTableStatement>(statement);
      PAISQL_ASSIGN(analysis::CreateTablePlan plan, analysis::AnalyzeCreateTable(create, context));
      if (plan.as_root == nullptr) {
        return Error{ErrorCode::kSemantic, "DDL does not support explain", statement.range,
                     "EXPLAIN takes SELECT, INSERT, CREATE TABLE AS and CREATE VIEW"};
      }
      plans.push_back({"Create table " + plan.table.QualifiedName(), std::move(plan.as_root)});
      return plans;
    }
    case syntax::StatementKind::kCreateView: {
      const auto& create = syntax::As<syntax::CreateViewStatement>(statement);
      PAISQL_ASSIGN(analysis::QueryPlan query, analysis::AnalyzeQuery(*create.query, context));
      plans.push_back({"Create view", std::move(query.root)});
      return plans;
    }
    default:
      return NoPlan(statement);
  }
}

Status ShowPlans(const syntax::Statement& statement, Run& run, Answer& answer) {
  analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(const std::vector<TitledPlan> plans, Analyze(statement, context));
  if (run.state.checking()) {
    ShowWarnings(context, run.sink);
    return Status::Ok();
  }
  ReadPin pin(run.state);
  std::vector<plan::Relation*> roots;
  for (const TitledPlan& plan : plans) roots.push_back(plan.root.get());
  PAISQL_TRY(pin.ListFiles(roots));
  for (const TitledPlan& plan : plans) AddPlan(*plan.root, plan.title, answer);
  ShowWarnings(context, run.sink);
  return Status::Ok();
}

}  // namespace

Status RunExplain(const syntax::ExplainStatement& statement, Run& run) {
  Answer answer;
  answer.columns = {"plan"};
  PAISQL_TRY(statement.analyze ? RunAnalyzed(*statement.statement, run, answer)
                               : ShowPlans(*statement.statement, run, answer));
  answer.text = Redact(answer.text);
  for (const std::string& line : Split(Trim(answer.text), '\n')) answer.rows.push_back({line});
  return run.sink.Show(answer);
}

}  // namespace paisql::session
