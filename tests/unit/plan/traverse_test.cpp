#include "plan/traverse.h"

#include <gtest/gtest.h>

#include "plan/explain.h"

namespace paisql::plan {
namespace {

ExpressionPtr BigintColumn(ColumnId id) {
  return std::make_unique<ColumnRef>(id, TypeId::kBigint, "c" + std::to_string(id));
}

ExpressionPtr Operator(const char* name, ExpressionPtr left, ExpressionPtr right, DataType type) {
  const functions::Function* function = functions::FindOperator(name);
  auto call = std::make_unique<Call>(function, &function->overloads[0], type);
  call->arguments.push_back(std::move(left));
  call->arguments.push_back(std::move(right));
  return call;
}

TEST(Traverse, CloneIsEqualAndIndependent) {
  ExpressionPtr sum =
      Operator("+", BigintColumn(1), std::make_unique<Constant>(Value::Bigint(2)), TypeId::kBigint);
  sum->range = {3, 5, 1, 4};
  ExpressionPtr copy = Clone(*sum);
  EXPECT_TRUE(StructurallyEqual(*sum, *copy));
  EXPECT_EQ(copy->range.column, 4);
  As<ColumnRef>(*As<Call>(*copy).arguments[0]).column = 7;
  EXPECT_FALSE(StructurallyEqual(*sum, *copy));
  EXPECT_EQ(ToText(*sum), "(c1#1 + 2)");
}

ExpressionPtr LambdaPlus(ColumnId parameter, ColumnId captured) {
  auto lambda = std::make_unique<Lambda>(TypeId::kBigint);
  lambda->parameters = {parameter};
  lambda->body = Operator("+", BigintColumn(parameter), BigintColumn(captured), TypeId::kBigint);
  return lambda;
}

TEST(Traverse, LambdasAreEqualUpToTheirParameters) {
  EXPECT_TRUE(StructurallyEqual(*LambdaPlus(10, 1), *LambdaPlus(20, 1)));
  EXPECT_FALSE(StructurallyEqual(*LambdaPlus(10, 1), *LambdaPlus(20, 2)));
  EXPECT_FALSE(StructurallyEqual(*LambdaPlus(10, 1), *LambdaPlus(20, 20)));
}

TEST(Traverse, ParametersOfLambdasAreNobodysColumns) {
  std::vector<ColumnId> columns;
  CollectColumns(*LambdaPlus(10, 1), columns);
  EXPECT_EQ(columns, std::vector<ColumnId>{1});
}

TEST(Traverse, SplitsNestedConjunctions) {
  ExpressionPtr first = Operator("=", BigintColumn(1), BigintColumn(2), TypeId::kBoolean);
  ExpressionPtr second = Operator("=", BigintColumn(3), BigintColumn(4), TypeId::kBoolean);
  ExpressionPtr third = Operator("=", BigintColumn(5), BigintColumn(6), TypeId::kBoolean);
  ExpressionPtr all = Operator(
      "and", std::move(first),
      Operator("and", std::move(second), std::move(third), TypeId::kBoolean), TypeId::kBoolean);
  std::vector<const Expression*> terms;
  SplitConjunction(*all, terms);
  EXPECT_EQ(terms.size(), 3u);
}

TEST(Traverse, ScansInsideSubqueriesAreFound) {
  auto inner = std::make_unique<Scan>();
  inner->table.name = "inner";
  auto exists = std::make_unique<Exists>();
  exists->relation = std::move(inner);
  auto outer = std::make_unique<Scan>();
  outer->table.name = "outer";
  Filter filter;
  filter.input = std::move(outer);
  filter.condition = std::move(exists);
  const std::vector<const Scan*> scans = CollectScans(filter);
  ASSERT_EQ(scans.size(), 2u);
  EXPECT_EQ(scans[0]->table.name, "outer");
  EXPECT_EQ(scans[1]->table.name, "inner");
}

TEST(Traverse, ExplainShowsPartitionsRead) {
  Scan scan;
  scan.table.project = "p";
  scan.table.name = "t";
  scan.table.partition_columns.push_back({1, "ds", TypeId::kString});
  scan.output.push_back({1, "ds", TypeId::kString});
  EXPECT_EQ(Explain(scan), "Scan p.t [ds#1 STRING]\n");
  const FactsOfScan facts = [](const Scan&) { return ScanFacts{1000, 3, 365}; };
  const std::vector<ExplainedLine> lines = ExplainLines(scan, facts);
  ASSERT_EQ(lines.size(), 1);
  EXPECT_EQ(lines[0].text, "Scan p.t [ds#1 STRING], partitions read: 3 of 365");
  EXPECT_EQ(lines[0].relation, &scan);
}

}  // namespace
}  // namespace paisql::plan
