#include "session/statements/scripts/script_run.h"

#include <algorithm>

#include "base/assert.h"
#include "base/text.h"
#include "plan/fold.h"
#include "session/statements/scripts/handlers.h"
#include "session/statements/scripts/rules.h"

namespace paisql::session {

namespace {

// A script about variables alone, at a prompt, sets them for the statements that follow.
bool OnlySets(const syntax::Script& script) {
  return std::ranges::all_of(script.steps, [](const syntax::StepPtr& step) {
    if (step->kind == syntax::StepKind::kAssign) return true;
    return step->kind == syntax::StepKind::kStatement &&
           KindOf(*syntax::As<syntax::StatementStep>(*step).statement) == StatementKind::kVariables;
  });
}

}  // namespace

ScriptRun::ScriptRun(std::shared_ptr<const syntax::Script> script, Run& run)
    : run_(run),
      state_(run.state),
      script_(std::move(script)),
      serial_(run.state.settings().GetBoolean("odps.sql.step.script.mode")),
      keeps_(run.state.options().interactive && OnlySets(*script_) && !script_->explains),
      outside_(run.state.script_variables),
      keyed_staging_(run.state),
      write_(run.state.catalog()) {}

ScriptRun::~ScriptRun() {
  ForgetPlans();
  if (keeps_) return;
  state_.script_variables = outside_;
  for (KeptRelation* const kept : kept_) kept->Forget();
}

execution::PlanRun& ScriptRun::Plans() {
  if (plans_ == nullptr) {
    plans_ = std::make_unique<execution::PlanRun>(state_, RunOptionsOf(run_));
    // Plans come later, and each is prepared by itself.
    const Status ready = plans_->Prepare();
    PAISQL_ASSERT(ready.ok(), "no plan has failed to be prepared");
    state_.table_resources().UsePlans(plans_.get());
  }
  return *plans_;
}

void ScriptRun::ForgetPlans() {
  if (plans_ == nullptr) return;
  state_.table_resources().UsePlans(nullptr);
  plans_.reset();
}

Status ScriptRun::Execute() {
  PAISQL_TRY(CheckRules(*script_, serial_));
  const bool drafts = !serial_ || script_->explains;
  if (drafts && ChangesTables(*script_)) PAISQL_TRY(BeginDraft());
  PAISQL_TRY(RunSteps(script_->steps));
  PAISQL_TRY(TakeErrors());
  if (script_->explains) return ShowExplained();
  if (!serial_) PAISQL_TRY(Finish());
  if (!run_.outcome.query) run_.out.Done();
  return Status::Ok();
}

Status ScriptRun::RunSteps(const std::vector<syntax::StepPtr>& steps) {
  for (const syntax::StepPtr& step : steps) PAISQL_TRY(Attempt(*step));
  return Status::Ok();
}

Status ScriptRun::RunStep(const syntax::Step& step) {
  PAISQL_TRY(state_.CheckInterrupted());
  switch (step.kind) {
    case syntax::StepKind::kStatement:
      return RunStatement(*syntax::As<syntax::StatementStep>(step).statement);
    case syntax::StepKind::kAssign:
      return Assign(syntax::As<syntax::AssignStep>(step));
    case syntax::StepKind::kIf:
      return RunIf(syntax::As<syntax::IfStep>(step));
    case syntax::StepKind::kLoop:
      return RunLoop(syntax::As<syntax::LoopStep>(step));
    case syntax::StepKind::kBlock:
      return RunSteps(syntax::As<syntax::BlockStep>(step).steps);
  }
  PAISQL_UNREACHABLE("a step of unknown kind");
}

// A check does not know which branch runs, unless the condition is a constant.
Status ScriptRun::RunIf(const syntax::IfStep& step) {
  analysis::AnalysisContext context = state_.MakeContext();
  PAISQL_ASSIGN(analysis::QueryPlan plan, analysis::AnalyzeCondition(*step.condition, context));
  ShowWarnings(context, run_.out);
  const bool constant = plan.root->kind == plan::RelationKind::kProject &&
                        plan::Fold(*plan::As<plan::Project>(*plan.root).expressions.front());
  if (checking() && (!constant || Mentions(step.condition->range, assumed_))) {
    if (script_->explains) {
      PAISQL_TRY(CheckReads(*plan.root));
      Explain(LineOf("If", step.condition->range), plan);
    }
    return CheckBranches(step);
  }
  PAISQL_ASSIGN(const analysis::Variable value, ValueOf(std::move(plan), step.condition->range));
  const bool holds = value.value && !value.value->is_null() && value.value->as_bool();
  if (holds) return Attempt(*step.then);
  return step.otherwise == nullptr ? Status::Ok() : Attempt(*step.otherwise);
}

Status ScriptRun::RunLoop(const syntax::LoopStep& step) {
  const auto bound = [&](const syntax::Expression& expression) -> Result<int64_t> {
    analysis::AnalysisContext context = state_.MakeContext();
    PAISQL_ASSIGN(analysis::QueryPlan plan,
                  analysis::AnalyzeValue(expression, DataType(TypeId::kBigint), context));
    PAISQL_ASSIGN(const analysis::Variable value, ValueOf(std::move(plan), expression.range));
    if (value.value && !value.value->is_null()) return value.value->as_int();
    return Error{ErrorCode::kSemantic, "a bound of LOOP is NULL", expression.range, ""};
  };
  PAISQL_ASSIGN(const int64_t first, bound(*step.first));
  PAISQL_ASSIGN(int64_t last, bound(*step.last));
  // A check looks at the body once.
  if (checking()) last = first;
  if (script_->explains) Explain(LineOf("Loop", step.variable.range));
  if (checking()) assumed_.insert(ToLower(step.variable.text));
  loops_.push_back(&step);
  for (int64_t i = first; i <= last; ++i) {
    analysis::Variable variable;
    variable.name = step.variable.text;
    variable.value = Value::Bigint(i);
    Set(step.variable.text, std::move(variable));
    PAISQL_TRY(Attempt(*step.body));
    if (i == INT64_MAX) break;
  }
  loops_.pop_back();
  return Status::Ok();
}

Status RunScript(std::shared_ptr<const syntax::Script> script, Run& run) {
  return ScriptRun(std::move(script), run).Execute();
}

}  // namespace paisql::session
