#include <gtest/gtest.h>

#include "analysis/statement/parts.h"

namespace paisql::analysis {
namespace {

plan::RelationPtr ProjectOf(plan::ExpressionPtr expression) {
  auto project = std::make_unique<plan::Project>();
  project->output.push_back({2, "x", expression->type});
  project->expressions.push_back(std::move(expression));
  auto values = std::make_unique<plan::Values>();
  values->rows.emplace_back();
  project->input = std::move(values);
  return project;
}

TEST(PlanCheck, WhatIsResolvedPasses) {
  AssertResolved(*ProjectOf(std::make_unique<plan::Constant>(Value::Bigint(1))));
}

TEST(PlanCheckDeathTest, NothingUnresolvedLeavesTheAnalysis) {
  EXPECT_DEATH(AssertResolved(*ProjectOf(
                   std::make_unique<plan::Call>(nullptr, nullptr, DataType(TypeId::kBigint)))),
               "a call without its function");
  EXPECT_DEATH(
      AssertResolved(*ProjectOf(std::make_unique<plan::Constant>(Value::Null(TypeId::kUnknown)))),
      "unknown type");
  EXPECT_DEATH(AssertResolved(*ProjectOf(std::make_unique<plan::ColumnRef>(
                   -1, DataType(TypeId::kBigint), "grouping__id"))),
               "stands for something else");
  auto exists = std::make_unique<plan::Exists>();
  exists->relation =
      ProjectOf(std::make_unique<plan::Call>(nullptr, nullptr, DataType(TypeId::kBigint)));
  EXPECT_DEATH(AssertResolved(*ProjectOf(std::move(exists))), "a call without its function");
}

}  // namespace
}  // namespace paisql::analysis
