#pragma once

// Expressions as the user wrote them, names unresolved. Every node owns its children and knows its
// place in the statement's text; nothing here depends on settings or on the catalog.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "syntax/literal_text_run.h"
#include "types/data_type.h"

namespace paisql::syntax {

struct Query;

struct Identifier {
  std::string text;     // without back-ticks
  bool quoted = false;  // was written in back-ticks
  SourceRange range;
};

// a, a.b, project.schema.table: at least one part.
struct QualifiedName {
  std::vector<Identifier> parts;
  SourceRange range;

  std::string ToString() const;
};

enum class ExpressionKind {
  kLiteral,
  kTypedLiteral,
  kInterval,
  kColumn,
  kStar,
  kVariable,
  kUnary,
  kBinary,
  kBetween,
  kInList,
  kInSubquery,
  kLikeList,
  kExists,
  kScalarSubquery,
  kIs,
  kCase,
  kCast,
  kCall,
  kSubscript,
  kField,
  kLambda,
};

struct Expression {
  explicit Expression(ExpressionKind k) : kind(k) {}
  virtual ~Expression() = default;
  Expression(const Expression&) = delete;
  Expression& operator=(const Expression&) = delete;

  const ExpressionKind kind;
  SourceRange range;
};
using ExpressionPtr = std::unique_ptr<Expression>;

enum class LiteralKind {
  kNull,
  kBoolean,   // text "true" or "false"
  kInteger,   // digits, no suffix
  kTinyint,   // 1Y
  kSmallint,  // 1S
  kBigint,    // 1L
  kDouble,    // 3.14, 1e5, 3.14D
  kFloat,     // 3.14F
  kDecimal,   // 3.5BD
  kString,    // text is unescaped, adjacent literals joined
  kBinary,    // X'6162': text holds the bytes
};

struct Literal : Expression {
  Literal() : Expression(ExpressionKind::kLiteral) {}
  LiteralKind literal = LiteralKind::kNull;
  std::string text;            // without suffix and quotes
  bool double_quoted = false;  // of a STRING: "a"
};

// DATE'…', DATETIME'…', TIMESTAMP'…', TIMESTAMP_NTZ'…', JSON'…'
struct TypedLiteral : Expression {
  TypedLiteral() : Expression(ExpressionKind::kTypedLiteral) {}
  TypeId type = TypeId::kDate;
  std::string text;
};

// INTERVAL 1 MONTH, INTERVAL '1 12:00:00' DAY TO SECOND
struct IntervalLiteral : Expression {
  IntervalLiteral() : Expression(ExpressionKind::kInterval) {}
  ExpressionPtr amount;
  std::string from_unit;  // upper case, singular: YEAR MONTH DAY HOUR MINUTE SECOND
  std::string to_unit;    // "" when there is none
};

struct ColumnName : Expression {
  ColumnName() : Expression(ExpressionKind::kColumn) {}
  QualifiedName name;
};

// * or t.*, EXCEPT (a, b), REPLACE (a + 1 AS a)
struct Star : Expression {
  Star() : Expression(ExpressionKind::kStar) {}
  struct Replacement {
    ExpressionPtr expression;
    Identifier name;
  };
  std::optional<QualifiedName> qualifier;
  std::vector<Identifier> except;
  std::vector<Replacement> replace;
};

// @name
struct Variable : Expression {
  Variable() : Expression(ExpressionKind::kVariable) {}
  Identifier name;
};

enum class UnaryOperator { kMinus, kPlus, kNot, kBitNot };

struct Unary : Expression {
  Unary() : Expression(ExpressionKind::kUnary) {}
  UnaryOperator op = UnaryOperator::kMinus;
  ExpressionPtr operand;
};

enum class BinaryOperator {
  kOr,
  kAnd,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kNullSafeEqual,  // <=>
  kDistinctFrom,   // IS DISTINCT FROM
  kNotDistinctFrom,
  kLike,
  kNotLike,
  kRlike,  // RLIKE and REGEXP
  kNotRlike,
  kPlus,
  kMinus,
  kMultiply,
  kDivide,
  kModulo,
  kIntegerDivide,  // DIV
  kConcat,         // ||
  kBitAnd,
  kBitOr,
  kBitXor,
};

// A long chain of one operator is a deep tree that leans to the left: Limit::kOperatorChain
// bounds it, and a reader that recurses into `left` must stand that depth or walk it in a loop, as
// the destructor does.
struct Binary : Expression {
  Binary() : Expression(ExpressionKind::kBinary) {}
  ~Binary() override;
  BinaryOperator op = BinaryOperator::kEqual;
  SourceRange op_range;
  ExpressionPtr left;
  ExpressionPtr right;
  ExpressionPtr escape;  // LIKE … ESCAPE, else null
};

struct Between : Expression {
  Between() : Expression(ExpressionKind::kBetween) {}
  bool negated = false;
  ExpressionPtr operand;
  ExpressionPtr low;
  ExpressionPtr high;
};

struct InList : Expression {
  InList() : Expression(ExpressionKind::kInList) {}
  bool negated = false;
  ExpressionPtr operand;
  std::vector<ExpressionPtr> items;  // but for those in the middle
  LongList middle;

  // All items in their order, until `take` gives false.
  void ForEach(const std::function<bool(const Expression& item)>& take) const;
};

// a LIKE ANY (p, q), a LIKE ALL (p, q)
struct LikeList : Expression {
  LikeList() : Expression(ExpressionKind::kLikeList) {}
  bool negated = false;
  bool all = false;
  ExpressionPtr operand;
  std::vector<ExpressionPtr> patterns;
};

// a IN (SELECT …), (a, b) IN (SELECT …): operands has one entry a column.
struct InSubquery : Expression {
  InSubquery() : Expression(ExpressionKind::kInSubquery) {}
  ~InSubquery() override;
  bool negated = false;
  std::vector<ExpressionPtr> operands;
  std::unique_ptr<Query> query;
};

struct Exists : Expression {
  Exists() : Expression(ExpressionKind::kExists) {}
  ~Exists() override;
  bool negated = false;
  std::unique_ptr<Query> query;
};

struct ScalarSubquery : Expression {
  ScalarSubquery() : Expression(ExpressionKind::kScalarSubquery) {}
  ~ScalarSubquery() override;
  std::unique_ptr<Query> query;
};

enum class IsPredicate { kNull, kTrue, kFalse };

struct Is : Expression {
  Is() : Expression(ExpressionKind::kIs) {}
  IsPredicate predicate = IsPredicate::kNull;
  bool negated = false;
  ExpressionPtr operand;
};

struct Case : Expression {
  Case() : Expression(ExpressionKind::kCase) {}
  struct Branch {
    ExpressionPtr when;
    ExpressionPtr then;
  };
  ExpressionPtr operand;  // null for the searched form
  std::vector<Branch> branches;
  ExpressionPtr otherwise;  // null without ELSE
};

// A type as written; `type` is set when the spelling is a known type, else the text is kept for the
// error.
struct TypeName {
  std::optional<DataType> type;
  std::string text;
  SourceRange range;
};

struct Cast : Expression {
  Cast() : Expression(ExpressionKind::kCast) {}
  ExpressionPtr operand;
  TypeName type;
};

struct SortItem {
  ExpressionPtr expression;
  bool descending = false;
  std::optional<bool> nulls_first;  // as written
  SourceRange range;
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
  ExpressionPtr offset;  // kPreceding, kFollowing
};

struct WindowFrame {
  FrameUnit unit = FrameUnit::kRows;
  FrameBound start;
  FrameBound end;
  FrameExclusion exclusion = FrameExclusion::kNoOthers;
  SourceRange range;
};

// OVER name, OVER (name …), OVER (PARTITION BY … ORDER BY … frame)
struct WindowSpecification {
  std::optional<Identifier> base;
  std::vector<ExpressionPtr> partition_by;
  std::vector<SortItem> order_by;
  std::optional<WindowFrame> frame;
  SourceRange range;
};

struct Call : Expression {
  Call() : Expression(ExpressionKind::kCall) {}
  QualifiedName name;  // TRIM(BOTH … FROM …), EXTRACT(… FROM …) arrive as plain calls: trim,
                       // extract('year', x)
  bool star = false;  // count(*)
  bool distinct = false;
  std::vector<ExpressionPtr> arguments;
  std::vector<SortItem> within_group;
  ExpressionPtr filter;
  bool ignore_nulls = false;
  std::unique_ptr<WindowSpecification> over;
};

struct Subscript : Expression {
  Subscript() : Expression(ExpressionKind::kSubscript) {}
  ExpressionPtr operand;
  ExpressionPtr index;
};

// expression.field where the left side is not a plain name
struct FieldAccess : Expression {
  FieldAccess() : Expression(ExpressionKind::kField) {}
  ExpressionPtr operand;
  Identifier field;
};

struct Lambda : Expression {
  Lambda() : Expression(ExpressionKind::kLambda) {}
  std::vector<Identifier> parameters;
  ExpressionPtr body;
};

// Checked down-cast: the caller has looked at `kind`.
template <typename T>
const T& As(const Expression& expression) {
  return static_cast<const T&>(expression);
}

}  // namespace paisql::syntax
