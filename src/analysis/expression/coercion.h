#pragma once

// Conversions put into the plan, and calls of table rows with their arguments converted.

#include <string_view>
#include <vector>

#include "analysis/context/state.h"

namespace paisql::analysis {

// All of these pass on what has failed (IsFailed) without a word.

// Converts without asking whether the context may: the caller has chosen the type with
// types/conversion.h. Constants convert at once where that loses nothing. Warns where data may be
// lost.
plan::ExpressionPtr CoerceTo(State& state, plan::ExpressionPtr expression, const DataType& type);

// kSemantic "expect a BOOLEAN expression" at the expression, unless it is BOOLEAN or NULL.
Result<plan::ExpressionPtr> ExpectBoolean(State& state, plan::ExpressionPtr expression);

// kSemantic "{type} cannot {use}" at the expression, where its type has a MAP or JSON in it.
Status ExpectComparable(const plan::Expression& expression, std::string_view use);

// A call of the overload that fits; errors get `range`.
Result<plan::ExpressionPtr> MakeCall(State& state, const functions::Function& function,
                                     std::vector<plan::ExpressionPtr> arguments,
                                     const SourceRange& range);
Result<plan::ExpressionPtr> MakeOperator(State& state, std::string_view name,
                                         std::vector<plan::ExpressionPtr> arguments,
                                         const SourceRange& range);
Result<plan::ExpressionPtr> MakeOperator(State& state, std::string_view name,
                                         plan::ExpressionPtr left, plan::ExpressionPtr right,
                                         const SourceRange& range);
Result<plan::ExpressionPtr> MakeOperator(State& state, std::string_view name,
                                         plan::ExpressionPtr operand, const SourceRange& range);

// Resolves the overload and converts the arguments in place.
Result<functions::Resolution> ResolveCall(State& state, const functions::Function& function,
                                          std::vector<plan::ExpressionPtr>& arguments,
                                          const SourceRange& range);

// The terms joined by AND or OR, as a balanced tree; null for none.
Result<plan::ExpressionPtr> MakeChain(State& state, std::string_view op,
                                      std::vector<plan::ExpressionPtr> terms);
Result<plan::ExpressionPtr> MakeConjunction(State& state, std::vector<plan::ExpressionPtr> terms);

// left = right (or another comparison) with both sides brought to the type in which they compare.
Result<plan::ExpressionPtr> MakeComparison(State& state, std::string_view op,
                                           plan::ExpressionPtr left, plan::ExpressionPtr right,
                                           const SourceRange& range);

// A copy of an operand that the plan needs twice; kExpressionCopies when all copies of the
// statement together become too large, since copies of copies double at each level.
Result<plan::ExpressionPtr> CopyOperand(State& state, const plan::Expression& operand);

plan::ExpressionPtr MakeColumn(const plan::OutputColumn& column, const SourceRange& range);
plan::ExpressionPtr MakeConstant(Value value, const SourceRange& range);

// The common type of a column of branches (CASE, VALUES, UNION): folds `next` into `type`; nullopt
// when there is none. VOID stands for "only NULL so far".
std::optional<DataType> Widen(const State& state, const DataType& type, const DataType& next);

// The same for branches of UNION, INTERSECT and EXCEPT, where a text meets texts alone, at any
// depth (outside of Hive-compatible mode).
std::optional<DataType> WidenBranch(const State& state, const DataType& type, const DataType& next);

// The type that a result column gets: VOID, which nothing can store, becomes STRING.
DataType Storable(const DataType& type);

// DATE, DATETIME, TIMESTAMP and TIMESTAMP_NTZ plus or minus INTERVAL, and INTERVAL with INTERVAL.

// True where one operand of + or - is an INTERVAL; what the other one may be is checked later.
bool HasInterval(const DataType& left, const DataType& right);

// The sum or difference, in the type that TimeArithmeticType names; kInvalidArgumentType for
// two types that do not add. A DATE and a constant number of whole days give a DATE.
Result<plan::ExpressionPtr> MakeTimeArithmetic(State& state, char op, plan::ExpressionPtr left,
                                               plan::ExpressionPtr right, const SourceRange& range);

}  // namespace paisql::analysis
