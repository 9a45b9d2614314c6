#include "session/statements/rows/explain_analyze.h"

#include <fmt/format.h>

#include <chrono>
#include <unordered_map>

#include "base/text.h"
#include "plan/estimate.h"
#include "plan/explain.h"
#include "session/sink.h"
#include "session/statements/catalog/handlers.h"
#include "session/statements/rows/handlers.h"

namespace paisql::session {

namespace {

void SetActual(const engine::OperatorActual& actual, PlanLine& line) {
  line.rows = actual.rows;
  if (actual.seconds >= 0) line.ms = actual.seconds * 1000;
}

class PlanWriter : public execution::PlanObserver {
 public:
  explicit PlanWriter(PlanLines& lines) : lines_(lines) {}

  void Ran(const execution::TitledPlan& plan, const engine::Bindings& bindings,
           const engine::ExecutionReport& report) override {
    ran_ = true;
    AddTitle(plan.title, lines_);
    const plan::FactsOfScan facts = bindings.Facts();
    const plan::RowEstimates estimates(*plan.root, facts);
    for (plan::ExplainedLine& one : plan::ExplainLines(*plan.root, facts)) {
      PlanLine& line = Add(one.depth, std::move(one.text));
      if (one.relation == nullptr) continue;
      line.estimated_rows = estimates.Rows(*one.relation);
      const engine::OperatorActual* const actual = Find(*one.relation, report);
      line.in_others = actual == nullptr;
      if (actual != nullptr) SetActual(*actual, line);
    }
    for (const auto& [command, executed] : scripts_) {
      AddTitle("Operators that ran for the script '" + command + "'", lines_);
      AddExecuted(executed);
    }
    scripts_.clear();
    AddTitle("Operators that ran", lines_);
    AddExecuted(report.executed);
  }

  void RanScript(const plan::Transform& transform, const engine::ExecutionReport& report) override {
    script_operators_.insert(report.operators.begin(), report.operators.end());
    scripts_.emplace_back(Join(transform.command, " "), report.executed);
  }

  bool ran() const { return ran_; }

 private:
  // The run for a script says more of an operator than the reader of the script's files.
  const engine::OperatorActual* Find(const plan::Relation& relation,
                                     const engine::ExecutionReport& report) const {
    for (const auto* operators : {&script_operators_, &report.operators}) {
      const auto found = operators->find(&relation);
      if (found != operators->end()) return &found->second;
    }
    return nullptr;
  }

  PlanLine& Add(int depth, std::string text) {
    return lines_.emplace_back(PlanLine{PlanLine::Kind::kOperator, depth, std::move(text)});
  }

  void AddExecuted(const std::vector<engine::ExecutedOperator>& executed) {
    for (const engine::ExecutedOperator& ran : executed) {
      SetActual(ran.actual, Add(ran.depth + 1, ran.text));
    }
  }

  PlanLines& lines_;
  bool ran_ = false;
  std::unordered_map<const plan::Relation*, engine::OperatorActual> script_operators_;
  std::vector<std::pair<std::string, std::vector<engine::ExecutedOperator>>> scripts_;
};

// Reads rows without showing them; what the statement says to people stays, but for its "OK".
class CountingSink : public Sink {
 public:
  explicit CountingSink(Sink& sink) : sink_(sink) {}

  Status Rows(engine::ResultStream& rows) override {
    while (true) {
      PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
      if (!batch) return Status::Ok();
    }
  }
  Status Show(const Answer& answer) override { return sink_.Show(answer); }
  void Message(std::string_view line) override { sink_.Message(line); }
  void Done() override {}
  void JobOutput(std::string_view bytes) override { sink_.JobOutput(bytes); }

 private:
  Sink& sink_;
};

Status RunInner(const syntax::Statement& statement, Run& run, PlanLines& lines) {
  CountingSink sink(run.sink);
  PlanWriter writer(lines);
  Run inner{run.state, sink, sink, run.text, {}, &writer};
  const auto handle = [&]() -> Status {
    if (const auto* const select = syntax::If<syntax::SelectStatement>(statement)) {
      return RunSelect(*select, inner);
    }
    if (const auto* const insert = syntax::If<syntax::InsertStatement>(statement)) {
      return RunInsert(*insert, inner);
    }
    if (const auto* const several = syntax::If<syntax::MultiInsertStatement>(statement)) {
      return RunMultiInsert(*several, inner);
    }
    const auto* const create = syntax::If<syntax::CreateTableStatement>(statement);
    if (create != nullptr && create->as_query != nullptr) return RunCreateTable(*create, inner);
    return Error{ErrorCode::kUnsupported, "this statement runs no plan", statement.range,
                 "EXPLAIN ANALYZE takes SELECT, INSERT and CREATE TABLE AS"};
  };
  PAISQL_TRY(handle());
  if (!writer.ran()) AddNotes("Nothing ran: the table is there already.", lines);
  return Status::Ok();
}

}  // namespace

Status RunAnalyzed(const syntax::Statement& statement, Run& run, PlanLines& lines) {
  const auto start = std::chrono::steady_clock::now();
  PAISQL_TRY(RunInner(statement, run, lines));
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  AddNotes(fmt::format("Whole statement: {:.3f} ms", took.count()), lines);
  return Status::Ok();
}

}  // namespace paisql::session
