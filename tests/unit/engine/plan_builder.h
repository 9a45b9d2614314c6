#pragma once

// Plans by hand, as short as tests need them, and an engine to run them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "engine/factory.h"
#include "engine/text/result_text.h"
#include "plan/relation.h"

namespace paisql::engine::test {

using plan::ColumnId;
using plan::ExpressionPtr;
using plan::RelationPtr;

template <typename... T>
std::vector<ExpressionPtr> List(T... expressions) {
  std::vector<ExpressionPtr> list;
  (list.push_back(std::move(expressions)), ...);
  return list;
}

inline ExpressionPtr Constant(Value value) {
  return std::make_unique<plan::Constant>(std::move(value));
}
inline ExpressionPtr Int(int64_t value) { return Constant(Value::Int(value)); }
inline ExpressionPtr Bigint(int64_t value) { return Constant(Value::Bigint(value)); }
inline ExpressionPtr Double(double value) { return Constant(Value::Double(value)); }
inline ExpressionPtr Text(std::string value) { return Constant(Value::String(std::move(value))); }
inline ExpressionPtr Null(DataType type) { return Constant(Value::Null(std::move(type))); }
inline ExpressionPtr Typed(DataType type, std::string text) {
  return Constant(Value{std::move(type), std::move(text)});
}
inline ExpressionPtr Column(ColumnId id, DataType type = TypeId::kInt) {
  return std::make_unique<plan::ColumnRef>(id, std::move(type), "c" + std::to_string(id));
}
inline ExpressionPtr CastTo(ExpressionPtr operand, DataType type, bool strict = false) {
  auto cast = std::make_unique<plan::Cast>(std::move(operand), std::move(type), false);
  cast->mode = strict ? EvaluationMode::kStrict : EvaluationMode::kNormal;
  return cast;
}

// Calls of built-in functions and operators by name, in the overload that fits the arguments.
ExpressionPtr Call(std::string_view name, DataType type, std::vector<ExpressionPtr> arguments);
inline ExpressionPtr Equal(ExpressionPtr left, ExpressionPtr right) {
  return Call("=", TypeId::kBoolean, List(std::move(left), std::move(right)));
}
inline ExpressionPtr Greater(ExpressionPtr left, ExpressionPtr right) {
  return Call(">", TypeId::kBoolean, List(std::move(left), std::move(right)));
}
inline ExpressionPtr Add(ExpressionPtr left, ExpressionPtr right) {
  const DataType type = left->type;
  return Call("+", type, List(std::move(left), std::move(right)));
}
std::unique_ptr<plan::Aggregate> Aggregate(std::string_view name, DataType type,
                                           std::vector<ExpressionPtr> arguments);
std::unique_ptr<plan::Window> Window(std::string_view name, DataType type,
                                     std::vector<ExpressionPtr> arguments);
// Output is the input's: the caller adds the columns of the call.
std::unique_ptr<plan::Unnest> Unnest(std::string_view name, RelationPtr input,
                                     std::vector<ExpressionPtr> arguments);

// Rows of constants with column ids first, first + 1 …
RelationPtr Values(ColumnId first, std::vector<DataType> types,
                   std::vector<std::vector<ExpressionPtr>> rows);
// One row per pair of numbers, columns of type INT.
RelationPtr Pairs(ColumnId first, std::initializer_list<std::pair<int, int>> rows);
RelationPtr OneRow();  // without columns
RelationPtr Project(RelationPtr input, ColumnId first, std::vector<ExpressionPtr> expressions);
RelationPtr Filter(RelationPtr input, ExpressionPtr condition);
RelationPtr Sort(RelationPtr input, ColumnId column, bool descending = false,
                 bool nulls_first = true);
RelationPtr Limit(RelationPtr input, int64_t count, int64_t offset = 0);
RelationPtr Join(plan::JoinType type, RelationPtr left, RelationPtr right, ExpressionPtr condition);
RelationPtr Select(std::vector<ExpressionPtr> expressions);  // without FROM
RelationPtr GroupBy(RelationPtr input, ColumnId first, std::vector<ExpressionPtr> keys,
                    std::vector<ExpressionPtr> aggregates,
                    std::vector<std::vector<size_t>> sets = {});
// Rows that the engine makes by counting: id `column`, BIGINT, 0 … rows - 1.
RelationPtr Range(ColumnId column, int64_t rows);

// An engine of its own, and a folder that goes with the test.
class EngineTest : public ::testing::Test {
 protected:
  EngineTest();
  ~EngineTest() override;

  // The rows as text: cells with "|" between them, one row a line, NULL for NULL.
  std::string Run(const plan::Relation& root, TextForm form = TextForm::kPlain);
  std::string RunExpression(ExpressionPtr expression, TextForm form = TextForm::kPlain);
  // "ODPS-…: detail" of a statement that fails, the rows otherwise.
  std::string Outcome(const plan::Relation& root);

  std::string folder_;
  ExecutionSettings settings_;
  Bindings bindings_;                   // of all plans of the test
  std::unique_ptr<Connection> engine_;  // to an engine of its own
};

// rows * rows rows, made as they are read.
inline RelationPtr Square(ColumnId column, int64_t rows) {
  return Join(plan::JoinType::kCross, Range(column, rows), Range(column + 1, rows), nullptr);
}

EngineFactory Engines();

}  // namespace paisql::engine::test
