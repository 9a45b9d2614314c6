#include "execution/failed_place.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "plan/traverse.h"

namespace paisql::execution {

namespace {

// What raises an error whose detail has these words. A message of the engine's own may come from
// inside of any function too, since functions are made of the engine's operators.
struct Origin {
  std::string_view words;
  std::string_view operator_name;  // "cast": conversions, "": see `subquery`
  bool subquery = false;
};

constexpr Origin kOrigins[] = {
    {"in operator +,", "+"},
    {"in operator -,", "-"},
    {"in operator *,", "*"},
    {"in operator /,", "/"},
    {"Div result is", "/"},
    {"in operator %,", "%"},
    {"in operator DIV,", "div"},
    {"in operator negative,", "negate"},
    {"in operator &,", "bit_and"},
    {"in operator |,", "bit_or"},
    {"in operator ^,", "bit_xor"},
    {"in operator ~,", "bit_not"},
    {"Overflow in addition", "+"},
    {"Overflow in subtraction", "-"},
    {"Overflow in multiplication", "*"},
    {"Overflow in negation", "negate"},
    {"in function cast,", "cast"},
    {"cannot be casted from", "cast"},
    {"does not fit into", "cast"},
    {"' is no DATE", "cast"},
    {"Data Set should contains", "", true},
};

// Details of errors that the engine raises and nobody has foreseen: any function can have.
constexpr std::string_view kUnforeseen[] = {
    "an argument is not valid",
    "a value is out of the range of its type",
    "a value cannot be converted to the type that is asked for",
    "this use of a function or clause is not supported",
    "this combination of functions and clauses is not supported",
};

bool IsUnforeseen(std::string_view detail) {
  return std::find(std::begin(kUnforeseen), std::end(kUnforeseen), detail) != std::end(kUnforeseen);
}

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
  explicit Search(std::string_view detail)
      : function_(NamedFunction(detail)), unforeseen_(IsUnforeseen(detail)) {
    for (const Origin& origin : kOrigins) {
      if (detail.find(origin.words) == std::string_view::npos) continue;
      origin_ = &origin;
      if (function_ == origin.operator_name) function_ = "";
      own_words_ = origin.words.starts_with("in ") || origin.words.starts_with("Div ");
      break;
    }
  }

  void Visit(const plan::Relation& relation) {
    for (const plan::Expression* expression : plan::Expressions(relation)) Visit(*expression);
    for (const plan::Relation* input : plan::Inputs(relation)) Visit(*input);
  }

  // Unknown unless there is exactly one.
  SourceRange place() const { return places_.size() == 1 ? places_.front() : SourceRange{}; }
  // Whether nothing but constant expressions can have failed.
  bool constant() const { return !places_.empty() && constant_; }
  // The function at that place of an error that names none; "" where it is not known.
  std::string_view guilty() const {
    return unforeseen_ && places_.size() == 1 ? found_->name : std::string_view();
  }

 private:
  void Visit(const plan::Expression& expression) {
    if (CanRaise(expression)) {
      Add(expression.range);
      constant_ = constant_ && plan::IsConstantExpression(expression);
      found_ = FunctionOf(expression);
    }
    for (const plan::Expression* child : plan::Children(expression)) Visit(*child);
    if (const plan::Relation* relation = plan::SubqueryOf(expression)) Visit(*relation);
  }

  bool CanRaise(const plan::Expression& expression) const {
    const functions::Function* function = FunctionOf(expression);
    if (!function_.empty()) return function != nullptr && function->name == function_;
    if (unforeseen_) {
      return function != nullptr && function->kind != functions::FunctionKind::kOperator;
    }
    if (origin_ == nullptr) return false;
    if (origin_->subquery) return expression.kind == plan::ExpressionKind::kScalarSubquery;
    if (expression.kind == plan::ExpressionKind::kCast) return origin_->operator_name == "cast";
    if (function == nullptr) return false;
    return function->name == origin_->operator_name || (!own_words_ && HasInside(expression));
  }

  // True for what is more than one operator of the engine. Our operators have words of their own.
  static bool HasInside(const plan::Expression& expression) {
    if (expression.kind != plan::ExpressionKind::kCall) return true;
    const functions::Function* function = plan::As<plan::Call>(expression).function;
    if (function != nullptr && function->kind == functions::FunctionKind::kOperator) return false;
    const functions::Overload* overload = plan::As<plan::Call>(expression).overload;
    return overload == nullptr || !overload->total;
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
  bool unforeseen_;
  bool constant_ = true;
  const functions::Function* found_ = nullptr;
  const Origin* origin_ = nullptr;
  bool own_words_ = false;  // then no other function has raised it
  std::vector<SourceRange> places_;
};

// The platform's words for a constant that it could not compute when it made the plan; the page of
// CAST and messages of the service have them.
Error WhilePlanning(Error error) {
  std::string text = "physical plan generation failed: ";
  const bool number = error.detail.find("cannot be casted from String to") != std::string::npos;
  if (number) text += "java.lang.NumberFormatException: ";
  text += ErrorCodeName(error.code);
  text += ':';
  text +=
      error.code == ErrorCode::kRuntimeArguments ? "Invalid argument" : ErrorCodeText(error.code);
  error.detail = text + " - " + error.detail;
  error.code = ErrorCode::kSemantic;
  error.while_planning = true;
  return error;
}

// What the platform raises while it computes a value.
bool IsOfValues(ErrorCode code) {
  return code == ErrorCode::kRuntimeArguments || code == ErrorCode::kDataOverflow ||
         code == ErrorCode::kIllegalCast;
}

}  // namespace

Error WithFailedPlace(const plan::Relation& root, Error error) {
  if (error.range.known()) return error;
  Search search(error.detail);
  search.Visit(root);
  error.range = search.place();
  if (!search.guilty().empty()) {
    error.detail = "in function " + std::string(search.guilty()) + ", " + error.detail;
  }
  if (search.constant() && IsOfValues(error.code)) return WhilePlanning(std::move(error));
  return error;
}

}  // namespace paisql::execution
