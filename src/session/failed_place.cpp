#include "session/failed_place.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "plan/traverse.h"

namespace paisql::session {

namespace {

// What raises an error whose detail has these words. A message of the engine's own may come from
// inside of any function too, since functions are made of the engine's operators.
struct Origin {
  std::string_view words;
  std::string_view operator_name;  // "cast": conversions, "": see `subquery`
  bool subquery = false;
};

constexpr Origin kOrigins[] = {
    {"Overflow in addition", "+"},
    {"Overflow in subtraction", "-"},
    {"Overflow in multiplication", "*"},
    {"Overflow in negation", "negate"},
    {"can't be cast because", "cast"},
    {"Could not cast value", "cast"},
    {"Could not convert", "cast"},
    {"in function cast,", "cast"},
    {"a subquery used as a value", "", true},
};

// "dateadd" of "in function dateadd, …", "/" of "… while evaluating function /, …".
std::string_view NamedFunction(std::string_view detail) {
  for (const std::string_view head : {"in function ", "evaluating function "}) {
    const size_t at = detail.find(head);
    if (at == std::string_view::npos) continue;
    const std::string_view name = detail.substr(at + head.size());
    return name.substr(0, name.find_first_of(", "));
  }
  return "";
}

class Search {
 public:
  explicit Search(std::string_view detail) : function_(NamedFunction(detail)) {
    for (const Origin& origin : kOrigins) {
      if (detail.find(origin.words) == std::string_view::npos) continue;
      origin_ = &origin;
      if (function_ == origin.operator_name) function_ = "";
      named_cast_ = origin.words.starts_with("in function");
      break;
    }
  }

  void Visit(const plan::Relation& relation) {
    for (const plan::Expression* expression : plan::Expressions(relation)) Visit(*expression);
    for (const plan::Relation* input : plan::Inputs(relation)) Visit(*input);
  }

  // Unknown unless there is exactly one.
  SourceRange place() const { return places_.size() == 1 ? places_.front() : SourceRange{}; }

 private:
  void Visit(const plan::Expression& expression) {
    if (CanRaise(expression)) Add(expression.range);
    for (const plan::Expression* child : plan::Children(expression)) Visit(*child);
    if (const plan::Relation* relation = plan::SubqueryOf(expression)) Visit(*relation);
  }

  bool CanRaise(const plan::Expression& expression) const {
    const functions::Function* function = FunctionOf(expression);
    if (!function_.empty()) return function != nullptr && function->name == function_;
    if (origin_ == nullptr) return false;
    if (origin_->subquery) return expression.kind == plan::ExpressionKind::kScalarSubquery;
    if (expression.kind == plan::ExpressionKind::kCast) return origin_->operator_name == "cast";
    if (function == nullptr || named_cast_) return false;
    return function->name == origin_->operator_name || HasInside(expression);
  }

  // True for what is more than one operator of the engine.
  static bool HasInside(const plan::Expression& expression) {
    if (expression.kind != plan::ExpressionKind::kCall) return true;
    const functions::Overload* overload = plan::As<plan::Call>(expression).overload;
    return overload == nullptr || overload->duckdb.find('(', 1) != std::string_view::npos;
  }

  static const functions::Function* FunctionOf(const plan::Expression& expression) {
    switch (expression.kind) {
      case plan::ExpressionKind::kCall:
        return plan::As<plan::Call>(expression).function;
      case plan::ExpressionKind::kAggregate:
        return plan::As<plan::Aggregate>(expression).function;
      case plan::ExpressionKind::kWindow:
        return plan::As<plan::Window>(expression).function;
      default:
        return nullptr;
    }
  }

  // Copies of one expression stand at one place.
  void Add(const SourceRange& range) {
    const bool known = std::any_of(places_.begin(), places_.end(), [&](const SourceRange& other) {
      return other.begin == range.begin && other.end == range.end;
    });
    if (!known) places_.push_back(range);
  }

  std::string_view function_;
  const Origin* origin_ = nullptr;
  bool named_cast_ = false;  // our own words: they come from conversions only
  std::vector<SourceRange> places_;
};

}  // namespace

Error WithFailedPlace(const plan::Relation& root, Error error) {
  if (error.range.known()) return error;
  Search search(error.detail);
  search.Visit(root);
  error.range = search.place();
  return error;
}

}  // namespace paisql::session
