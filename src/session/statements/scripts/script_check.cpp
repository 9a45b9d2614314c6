// Checks of scripts: all errors that do not come from others, and what the branches of an IF set.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "session/statements/scripts/rules.h"
#include "session/statements/scripts/script_run.h"

namespace paisql::session {

namespace {

// Of a script whose error this is nothing more can be told.
bool EndsCheck(const Error& error, const syntax::Step& step) {
  if (error.code == ErrorCode::kInstanceCancelled) return true;
  if (step.kind != syntax::StepKind::kStatement) return false;
  // What follows may read the table that was not made.
  const StatementKind kind = KindOf(*syntax::As<syntax::StatementStep>(step).statement);
  return kind == StatementKind::kDdl || kind == StatementKind::kMakesTable;
}

}  // namespace

bool ScriptRun::ReadsUnknown(const syntax::Step& step) const {
  std::vector<SourceRange> read;
  switch (step.kind) {
    case syntax::StepKind::kStatement:
      read.push_back(step.range);
      break;
    case syntax::StepKind::kAssign: {
      const auto& assign = syntax::As<syntax::AssignStep>(step);
      if (assign.query != nullptr) read.push_back(assign.query->range);
      if (assign.value != nullptr) read.push_back(assign.value->range);
      break;
    }
    case syntax::StepKind::kIf:
      read.push_back(syntax::As<syntax::IfStep>(step).condition->range);
      break;
    case syntax::StepKind::kLoop:
      read.push_back(syntax::As<syntax::LoopStep>(step).first->range);
      read.push_back(syntax::As<syntax::LoopStep>(step).last->range);
      break;
    case syntax::StepKind::kBlock:
      break;
  }
  return std::ranges::any_of(read,
                             [&](const SourceRange& range) { return Mentions(range, unknown_); });
}

bool ScriptRun::Mentions(const SourceRange& range, const std::set<std::string>& variables) const {
  if (variables.empty()) return false;
  return std::ranges::any_of(script_->mentions, [&](const syntax::Script::Mention& mention) {
    return Holds(range, mention.begin) && variables.contains(mention.name);
  });
}

void ScriptRun::NoteAssumed(const syntax::AssignStep& step, bool given) {
  const std::string name = ToLower(step.variable.text);
  const SourceRange& range = step.query != nullptr ? step.query->range : step.value->range;
  // In a loop it may be another one each time.
  if (!given || !loops_.empty() || Mentions(range, assumed_)) {
    assumed_.insert(name);
  } else {
    assumed_.erase(name);
  }
}

void ScriptRun::NoteUnknown(const syntax::Step& step) {
  switch (step.kind) {
    case syntax::StepKind::kAssign:
      unknown_.insert(ToLower(syntax::As<syntax::AssignStep>(step).variable.text));
      return;
    case syntax::StepKind::kBlock:
      for (const auto& inner : syntax::As<syntax::BlockStep>(step).steps) NoteUnknown(*inner);
      return;
    case syntax::StepKind::kIf: {
      const auto& node = syntax::As<syntax::IfStep>(step);
      NoteUnknown(*node.then);
      if (node.otherwise != nullptr) NoteUnknown(*node.otherwise);
      return;
    }
    case syntax::StepKind::kLoop:
      return NoteUnknown(*syntax::As<syntax::LoopStep>(step).body);
    case syntax::StepKind::kStatement:
      return;
  }
}

Status ScriptRun::Attempt(const syntax::Step& step) {
  if (!state_.checking()) return RunStep(step);
  if (stopped_) return Status::Ok();
  if (ReadsUnknown(step)) {
    NoteUnknown(step);
    return Status::Ok();
  }
  if (step.kind == syntax::StepKind::kAssign) {
    unknown_.erase(ToLower(syntax::As<syntax::AssignStep>(step).variable.text));
  }
  Status status = RunStep(step);
  if (status.ok()) return status;
  NoteUnknown(step);
  stopped_ = EndsCheck(status.error(), step);
  errors_.push_back(std::move(status).error());
  return Status::Ok();
}

Status ScriptRun::CheckBranches(const syntax::IfStep& step) {
  const auto variables = state_.script_variables;
  const auto shapes = shapes_;
  PAISQL_TRY(Attempt(*step.then));
  const auto is_set = [&](const std::string& name, const Shape& shape) {
    const auto before = shapes.find(name);
    return before == shapes.end() || before->second.range.begin != shape.range.begin;
  };
  const auto assume = [&](const std::map<std::string, Shape>& branch) {
    for (const auto& [name, shape] : branch) {
      if (is_set(name, shape)) assumed_.insert(name);
    }
  };
  assume(shapes_);
  // What one of the ways leaves may be there.
  const auto keep = [&](const std::shared_ptr<const analysis::Variables>& other) {
    if (other == nullptr) return;
    analysis::Variables both =
        state_.script_variables == nullptr ? analysis::Variables() : *state_.script_variables;
    both.insert(other->begin(), other->end());
    state_.script_variables = std::make_shared<const analysis::Variables>(std::move(both));
  };
  if (step.otherwise == nullptr) {
    keep(variables);
    return Status::Ok();
  }
  const auto then_variables = std::exchange(state_.script_variables, variables);
  const auto then_shapes = std::exchange(shapes_, shapes);
  if (script_->explains) Explain("Else");
  PAISQL_TRY(Attempt(*step.otherwise));

  for (const auto& [name, shape] : shapes_) {
    const auto then = then_shapes.find(name);
    if (then == then_shapes.end() || !is_set(name, shape) || !is_set(name, then->second)) continue;
    if (then->second.rows == shape.rows && then->second.columns == shape.columns) continue;
    return Error{ErrorCode::kSemantic,
                 fmt::format("the branches of IF give @{} different columns or types", name),
                 shape.range, "give both the same names and types: write AS and CAST"};
  }
  assume(shapes_);
  assume(then_shapes);
  shapes_.insert(then_shapes.begin(), then_shapes.end());
  keep(then_variables);
  return Status::Ok();
}

Status ScriptRun::TakeErrors() {
  if (errors_.empty()) return Status::Ok();
  Error first = std::move(errors_.front());
  first.others.insert(first.others.end(), std::make_move_iterator(errors_.begin() + 1),
                      std::make_move_iterator(errors_.end()));
  return first;
}

}  // namespace paisql::session
