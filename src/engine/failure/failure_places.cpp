#include "engine/failure/failure_places.h"

#include <string>
#include <utility>

#include "base/assert.h"
#include "plan/traverse.h"

namespace paisql::engine {
namespace {

bool SamePlace(const SourceRange& left, const SourceRange& right) {
  return left.begin == right.begin && left.end == right.end;
}

// Whether the text says that a STRING is not a number: "… value '12ab' cannot be casted from String
// to Bigint". The value may hold anything.
bool IsNoNumber(std::string_view detail) {
  const size_t end_of_value = detail.rfind('\'');
  return end_of_value != std::string_view::npos &&
         detail.substr(end_of_value + 1).starts_with(" cannot be casted from String to");
}

// The platform's words for a constant that it could not compute when it made the plan; the page of
// CAST and messages of the service have them.
Error WhilePlanning(Error error) {
  std::string text = "physical plan generation failed: ";
  if (IsNoNumber(error.detail)) text += "java.lang.NumberFormatException: ";
  text += ErrorCodeName(error.code);
  text += ':';
  text +=
      error.code == ErrorCode::kRuntimeArguments ? "Invalid argument" : ErrorCodeText(error.code);
  error.detail = text + " - " + error.detail;
  error.code = ErrorCode::kSemantic;
  error.while_planning = true;
  return error;
}

// True for errors that the platform raises while it computes a value.
bool IsOfValues(ErrorCode code) {
  return code == ErrorCode::kRuntimeArguments || code == ErrorCode::kDataOverflow ||
         code == ErrorCode::kIllegalCast;
}

bool IsOperator(const functions::Function& function) {
  return function.kind == functions::FunctionKind::kOperator;
}

}  // namespace

void FailurePlaces::Visit(const plan::Relation& relation) {
  for (const plan::Expression* expression : plan::Expressions(relation)) Visit(*expression);
  for (const plan::Relation* input : plan::Inputs(relation)) Visit(*input);
}

bool FailurePlaces::Visit(const plan::Expression& expression) {
  Suspect suspect{Kind::kFunction, false, nullptr, nullptr, false, expression.range};
  switch (expression.kind) {
    case plan::ExpressionKind::kCast:
      suspect.kind = Kind::kCast;
      break;
    case plan::ExpressionKind::kScalarSubquery:
      suspect.kind = Kind::kSubquery;
      break;
    case plan::ExpressionKind::kCall: {
      const auto& call = plan::As<plan::Call>(expression);
      suspect.function = call.function;
      suspect.overload = call.overload;
      suspect.is_call = true;
      break;
    }
    case plan::ExpressionKind::kAggregate:
      suspect.function = plan::As<plan::Aggregate>(expression).function;
      break;
    case plan::ExpressionKind::kWindow:
      suspect.function = plan::As<plan::Window>(expression).function;
      break;
    default:
      break;
  }
  const bool noted = suspect.kind != Kind::kFunction || suspect.function != nullptr;
  const size_t index = suspects_.size();
  if (noted) suspects_.push_back(suspect);
  bool constant = plan::IsConstantNode(expression);
  for (const plan::Expression* child : plan::Children(expression)) {
    constant = Visit(*child) && constant;
  }
  if (noted) suspects_[index].constant = constant;
  if (const plan::Relation* relation = plan::SubqueryOf(expression)) Visit(*relation);
  return constant;
}

bool FailurePlaces::CanRaise(const Suspect& suspect, const FailureOrigin& origin) {
  using Of = FailureOrigin::Kind;
  switch (origin.kind) {
    case Of::kUnknown:
      return false;
    case Of::kFunction:
      return suspect.function != nullptr && suspect.function->name == origin.name;
    case Of::kAnyFunction:
      return suspect.function != nullptr && !IsOperator(*suspect.function);
    case Of::kSubquery:
      return suspect.kind == Kind::kSubquery;
    case Of::kCast:
      return suspect.kind == Kind::kCast;
    case Of::kCastInside:
      if (suspect.kind == Kind::kCast) return true;
      [[fallthrough]];
    case Of::kInside:
      if (suspect.function == nullptr) return false;
      return suspect.function->name == origin.name || HasInside(suspect);
  }
  PAISQL_UNREACHABLE("an origin of unknown kind");
}

// True for what is more than one operator of the engine. Our operators have words of their own.
bool FailurePlaces::HasInside(const Suspect& suspect) {
  if (!suspect.is_call) return true;
  if (IsOperator(*suspect.function)) return false;
  if (suspect.overload == nullptr) return true;
  return !suspect.overload->total;
}

Error FailurePlaces::Locate(Failure failure) const {
  Error error = std::move(failure.error);
  if (error.range.known()) return error;
  const Suspect* found = nullptr;
  bool only_one = true;
  bool constant = true;
  for (const Suspect& suspect : suspects_) {
    if (!CanRaise(suspect, failure.origin)) continue;
    constant = constant && suspect.constant;
    // Copies of one expression stand at one place.
    only_one = only_one && (found == nullptr || SamePlace(found->range, suspect.range));
    found = &suspect;
  }
  if (found == nullptr) return error;
  if (only_one) {
    error.range = found->range;
    if (failure.origin.kind == FailureOrigin::Kind::kAnyFunction) {
      error.detail = "in function " + std::string(found->function->name) + ", " + error.detail;
    }
  }
  if (constant && IsOfValues(error.code)) return WhilePlanning(std::move(error));
  return error;
}

}  // namespace paisql::engine
