#pragma once

// Resolved expressions: every name is a column id, every conversion is a Cast, every call an
// overload of the function table. An engine prints them; it decides nothing. Nodes own their
// children and never change after analysis, but for the pruning pass.

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "base/error.h"
#include "functions/function.h"
#include "types/conversion.h"
#include "types/value.h"

namespace paisql::plan {

struct ModelUse;
struct Relation;
struct UserFunctionUse;
using RelationPtr = std::unique_ptr<Relation>;

// Unique within one statement's plan, so that a reference needs no qualifier and a correlated one
// no marker.
using ColumnId = int;

enum class ExpressionKind {
  kColumn,
  kConstant,
  kCall,
  kCast,
  kCase,
  kAggregate,
  kWindow,
  kScalarSubquery,
  kExists,
  kInSubquery,
  kLambda,
};

struct Expression {
  Expression(ExpressionKind k, DataType t) : kind(k), type(std::move(t)) {}
  virtual ~Expression() = default;
  Expression(const Expression&) = delete;
  Expression& operator=(const Expression&) = delete;

  const ExpressionKind kind;
  DataType type;
  SourceRange range;
};
using ExpressionPtr = std::unique_ptr<Expression>;

struct ColumnRef : Expression {
  ColumnRef(ColumnId id, DataType t, std::string n)
      : Expression(ExpressionKind::kColumn, std::move(t)), column(id), name(std::move(n)) {}
  ColumnId column;
  std::string name;  // for EXPLAIN and messages
};

struct Constant : Expression {
  explicit Constant(Value v) : Expression(ExpressionKind::kConstant, v.type), value(std::move(v)) {}
  Value value;
};

// The computer of a call other than a built-in: a model, for PREDICT, whose arguments[0] is the
// model's name as a constant, or a function of a user.
using MadeBy = std::variant<std::monostate, std::shared_ptr<const ModelUse>,
                            std::shared_ptr<const UserFunctionUse>>;

// A scalar function or operator; arguments have the overload's types.
struct Call : Expression {
  Call(const functions::Function* f, const functions::Overload* o, DataType t)
      : Expression(ExpressionKind::kCall, std::move(t)), function(f), overload(o) {}
  const functions::Function* function;
  const functions::Overload* overload;
  // The rule for arguments that the function cannot take.
  EvaluationMode mode = EvaluationMode::kNormal;
  std::vector<ExpressionPtr> arguments;
  MadeBy made_by;
};

struct Cast : Expression {
  Cast(ExpressionPtr e, DataType t, bool implicit_cast)
      : Expression(ExpressionKind::kCast, std::move(t)),
        operand(std::move(e)),
        implicit(implicit_cast) {}
  ExpressionPtr operand;
  bool implicit;
  EvaluationMode mode = EvaluationMode::kNormal;  // what a value becomes that does not convert
};

// The searched form only: CASE x WHEN … has become comparisons.
struct Case : Expression {
  explicit Case(DataType t) : Expression(ExpressionKind::kCase, std::move(t)) {}
  struct Branch {
    ExpressionPtr when;
    ExpressionPtr then;
  };
  std::vector<Branch> branches;
  ExpressionPtr otherwise;  // null: NULL
};

struct SortKey {
  ExpressionPtr expression;
  bool descending = false;
  bool nulls_first =
      true;  // always explicit: NULL is the smallest value unless the user said otherwise
};

struct Aggregate : Expression {
  Aggregate(const functions::Function* f, const functions::Overload* o, DataType t)
      : Expression(ExpressionKind::kAggregate, std::move(t)), function(f), overload(o) {}
  const functions::Function* function;
  const functions::Overload* overload;
  bool star = false;
  bool distinct = false;
  std::vector<ExpressionPtr> arguments;
  std::vector<SortKey> order_by;  // WITHIN GROUP
  ExpressionPtr filter;
  MadeBy made_by;
};

enum class FrameUnit { kRows, kRange, kGroups };
enum class FrameBoundKind {
  kUnboundedPreceding,
  kPreceding,
  kCurrentRow,
  kFollowing,
  kUnboundedFollowing
};
enum class FrameExclusion { kNoOthers, kCurrentRow, kGroup, kTies };

struct FrameBound {
  FrameBoundKind kind = FrameBoundKind::kCurrentRow;
  ExpressionPtr offset;
};

struct Frame {
  FrameUnit unit = FrameUnit::kRows;
  FrameBound start;
  FrameBound end;
  FrameExclusion exclusion = FrameExclusion::kNoOthers;
};

// A window function, or an aggregate used as one. The default frame is already explicit where it
// matters.
struct Window : Expression {
  Window(const functions::Function* f, const functions::Overload* o, DataType t)
      : Expression(ExpressionKind::kWindow, std::move(t)), function(f), overload(o) {}
  const functions::Function* function;
  const functions::Overload* overload;
  bool star = false;
  bool distinct = false;
  bool ignore_nulls = false;
  std::vector<ExpressionPtr> arguments;
  std::vector<SortKey> within_group;
  ExpressionPtr filter;
  std::vector<ExpressionPtr> partition_by;
  std::vector<SortKey> order_by;
  std::optional<Frame> frame;
  MadeBy made_by;
};

struct ScalarSubquery : Expression {
  explicit ScalarSubquery(DataType t) : Expression(ExpressionKind::kScalarSubquery, std::move(t)) {}
  ~ScalarSubquery() override;
  RelationPtr relation;  // one output column, at most one row
};

struct Exists : Expression {
  Exists() : Expression(ExpressionKind::kExists, TypeId::kBoolean) {}
  ~Exists() override;
  bool negated = false;
  RelationPtr relation;
};

struct InSubquery : Expression {
  InSubquery() : Expression(ExpressionKind::kInSubquery, TypeId::kBoolean) {}
  ~InSubquery() override;
  bool negated = false;
  std::vector<ExpressionPtr> operands;  // one an output column of the relation, equal types
  RelationPtr relation;
};

// x -> body: the parameters are columns that only the body sees.
struct Lambda : Expression {
  explicit Lambda(DataType t) : Expression(ExpressionKind::kLambda, std::move(t)) {}
  std::vector<ColumnId> parameters;
  ExpressionPtr body;
};

template <typename T>
const T& As(const Expression& expression) {
  return static_cast<const T&>(expression);
}
template <typename T>
T& As(Expression& expression) {
  return static_cast<T&>(expression);
}

// A deep copy; column ids stay.
ExpressionPtr Clone(const Expression& expression);

// The direct children of an expression, subquery relations excluded; operands of IN (subquery)
// included.
std::vector<const Expression*> Children(const Expression& expression);

}  // namespace paisql::plan
