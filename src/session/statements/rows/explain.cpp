// EXPLAIN: the plan, with estimates. EXPLAIN ANALYZE is in explain_analyze.cpp. COST SQL: what the
// plan would read.

#include "engine/spark/run/spark_remote.h"
#include "session/statements/plan_lines.h"
#include "session/statements/rows/cost.h"
#include "session/statements/rows/explain_analyze.h"
#include "session/statements/rows/handlers.h"
#include "session/statements/writes.h"
#include "syntax/statements/tables.h"

namespace paisql::session {

namespace {

struct OwnedPlan {
  std::string title;
  plan::RelationPtr root;
};

Error NoPlan(const syntax::Statement& statement) {
  return {ErrorCode::kUnsupported, "this statement has no plan", statement.range,
          "EXPLAIN takes SELECT, INSERT, UPDATE, DELETE, MERGE, CREATE TABLE AS and CREATE VIEW"};
}

// All plans of a statement, in the order in which they run.
Result<std::vector<OwnedPlan>> Analyze(const syntax::Statement& statement,
                                       analysis::AnalysisContext& context) {
  std::vector<OwnedPlan> plans;
  if (const auto* const select = syntax::If<syntax::SelectStatement>(statement)) {
    PAISQL_ASSIGN(analysis::QueryPlan query, analysis::AnalyzeQuery(select->query, context));
    plans.push_back({"", std::move(query.root)});
  } else if (const auto* const insert = syntax::If<syntax::InsertStatement>(statement)) {
    PAISQL_ASSIGN(analysis::WritePlan plan, analysis::AnalyzeInsert(*insert, context));
    plans.push_back({WriteTitle(plan.target), std::move(plan.root)});
  } else if (const auto* const several = syntax::If<syntax::MultiInsertStatement>(statement)) {
    PAISQL_ASSIGN(auto branches, analysis::AnalyzeMultiInsert(*several, context));
    for (analysis::WritePlan& plan : branches) {
      plans.push_back({WriteTitle(plan.target), std::move(plan.root)});
    }
  } else if (const auto* const table = syntax::If<syntax::CreateTableStatement>(statement)) {
    PAISQL_ASSIGN(analysis::CreateTablePlan plan, analysis::AnalyzeCreateTable(*table, context));
    if (plan.write.root == nullptr) {
      return Error{
          ErrorCode::kSemantic, "DDL does not support explain", statement.range,
          "EXPLAIN takes SELECT, INSERT, UPDATE, DELETE, MERGE, CREATE TABLE AS and CREATE VIEW"};
    }
    plans.push_back({WriteTitle(plan.write.target), std::move(plan.write.root)});
  } else if (const auto* const view = syntax::If<syntax::CreateViewStatement>(statement)) {
    if (view->query == nullptr) return NoPlan(statement);
    PAISQL_ASSIGN(analysis::QueryPlan query, analysis::AnalyzeQuery(*view->query, context));
    plans.push_back({"Create view", std::move(query.root)});
  } else if (const auto* const change = syntax::If<syntax::RowChangeStatement>(statement)) {
    PAISQL_ASSIGN(analysis::RowChangePlan plan, analysis::AnalyzeRowChange(*change, {}, context));
    const std::vector<execution::TitledPlan> titled = TitlesOf(plan);
    plan::RelationPtr* const owners[] = {&plan.touched, &plan.rewritten, &plan.inserted};
    for (const execution::TitledPlan& one : titled) {
      for (plan::RelationPtr* const owner : owners) {
        if (owner->get() == one.root) plans.push_back({one.title, std::move(*owner)});
      }
    }
  } else {
    return NoPlan(statement);
  }
  return plans;
}

// Where a plan runs and why, and Spark's statement; "" for this machine without a choice.
std::string EngineText(const plan::Relation& root, const engine::Bindings& bindings, Run& run) {
  const engine::ExecutionSettings settings = RunOptionsOf(run).settings;
  const Result<Placement> placement = run.state.Place(root, bindings, settings);
  const EngineChoice choice =
      placement.ok() ? placement->choice : ChooseEngine(root, bindings, run.state.settings());
  if (choice.why.empty()) return "";
  const std::string refusal = placement.ok() ? placement->refusal : placement.error().detail;
  if (!choice.spark || (placement.ok() && !refusal.empty())) {
    return "Engine: this machine (" + choice.why + ")\n" +
           (refusal.empty() ? "" : "Spark refuses it: " + refusal + "\n");
  }
  const std::string remote = run.state.settings().Get("paisql.spark.remote");
  const std::string text =
      "Engine: Spark at " + engine::spark::PublicRemote(remote) + " (" + choice.why + ")\n";
  if (!placement.ok()) return text + "Spark refuses it: " + refusal + "\n";
  const Result<std::string> statement = placement->connection->Print(root, bindings, settings);
  if (!statement.ok()) return text + "Spark refuses it: " + statement.error().detail + "\n";
  return text + "Spark's statement: " + *statement + "\n";
}

// The plans, or with `cost` what they would read.
Status ShowPlans(const syntax::Statement& statement, bool cost, Run& run, Answer& answer,
                 PlanLines& lines) {
  analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(const std::vector<OwnedPlan> plans, Analyze(statement, context));
  if (run.state.checking()) {
    ShowWarnings(context, run.out);
    return Status::Ok();
  }
  execution::PlanRun plan_run(run.state, RunOptionsOf(run));
  for (const OwnedPlan& plan : plans) PAISQL_TRY(plan_run.Add({plan.title, plan.root.get()}));
  PAISQL_TRY(plan_run.List());
  if (cost) {
    std::vector<plan::Relation*> roots;
    for (const OwnedPlan& plan : plans) roots.push_back(plan.root.get());
    answer = CostOf(roots, plan_run.bindings());
    ShowWarnings(context, run.out);
    return Status::Ok();
  }
  for (const execution::TitledPlan& plan : plan_run.plans()) {
    AddPlan(plan, plan_run.bindings().Facts(), lines);
    AddNotes(EngineText(*plan.root, plan_run.bindings(), run), lines);
  }
  ShowWarnings(context, run.out);
  return Status::Ok();
}

}  // namespace

Status RunExplain(const syntax::ExplainStatement& statement, Run& run) {
  Answer answer;  // of COST
  PlanLines lines;
  PAISQL_TRY(statement.analyze
                 ? RunAnalyzed(*statement.statement, run, lines)
                 : ShowPlans(*statement.statement, statement.cost, run, answer, lines));
  if (statement.cost) {
    if (run.state.checking()) return Status::Ok();
    PAISQL_TRY(run.out.Show(answer));
    run.out.Done();
    return Status::Ok();
  }
  return ShowPlan(std::move(lines), run);
}

}  // namespace paisql::session
