#include <gtest/gtest.h>

#include "functions/function.h"
#include "optimizer/connective.h"
#include "optimizer/optimizer.h"

namespace paisql::optimizer {
namespace {

// Columns v#first and, by which the table is partitioned, ds#first+1.
std::unique_ptr<plan::Scan> PartitionedScan(plan::ColumnId first) {
  auto scan = std::make_unique<plan::Scan>();
  scan->table.project = "p";
  scan->table.name = "t";
  scan->table.columns = {{1, "v", TypeId::kBigint}};
  scan->table.partition_columns = {{2, "ds", TypeId::kString}};
  scan->columns = {{plan::Scan::Source::kData, 0}, {plan::Scan::Source::kPartition, 0}};
  scan->output = {{first, "v", TypeId::kBigint}, {first + 1, "ds", TypeId::kString}};
  scan->partition_equals.resize(1);
  return scan;
}

plan::ExpressionPtr Equals(plan::ExpressionPtr left, plan::ExpressionPtr right) {
  const functions::Function* function = functions::FindOperator("=");
  auto call =
      std::make_unique<plan::Call>(function, &function->overloads.front(), TypeId::kBoolean);
  call->arguments.push_back(std::move(left));
  call->arguments.push_back(std::move(right));
  return call;
}

std::unique_ptr<plan::Filter> Filter(plan::RelationPtr input, plan::ExpressionPtr condition) {
  auto filter = std::make_unique<plan::Filter>();
  filter->output = input->output;
  filter->input = std::move(input);
  filter->condition = std::move(condition);
  return filter;
}

TEST(PruningTest, AScanWithoutAPredicateReadsAllPartitions) {
  plan::ColumnId next = 3;
  Context context{EvaluationMode::kNormal, next};
  const auto scan = PartitionedScan(1);
  EXPECT_EQ(PrunePartitions(context, *scan), std::vector<const plan::Scan*>{scan.get()});
  EXPECT_EQ(scan->partition_predicate, nullptr);
}

TEST(PruningTest, AnEqualityFixesALevel) {
  plan::ColumnId next = 3;
  Context context{EvaluationMode::kNormal, next};
  auto scan = PartitionedScan(1);
  const plan::Scan& read = *scan;
  plan::ExpressionPtr ds = ColumnOf(scan->output[1], {});
  const auto root = Filter(
      std::move(scan), Equals(std::move(ds), std::make_unique<plan::Constant>(Value::String("7"))));
  EXPECT_TRUE(PrunePartitions(context, *root).empty());
  ASSERT_NE(read.partition_predicate, nullptr);
  EXPECT_EQ(read.partition_equals.at(0), "7");
  EXPECT_EQ(next, 3);
}

TEST(PruningTest, AJoinAsksItsOtherSideUnderANewColumn) {
  plan::ColumnId next = 5;
  Context context{EvaluationMode::kNormal, next};
  auto join = std::make_unique<plan::Join>();
  auto left = PartitionedScan(1);
  const plan::Scan& read = *left;
  auto values = std::make_unique<plan::Values>();
  values->output = {{3, "d", TypeId::kString}};
  join->condition = Equals(ColumnOf(left->output[1], {}), ColumnOf(values->output[0], {}));
  join->output = {left->output[0], left->output[1], values->output[0]};
  join->left = std::move(left);
  join->right = std::move(values);
  // The predicate derived here is not the user's.
  EXPECT_EQ(PrunePartitions(context, *join), std::vector<const plan::Scan*>{&read});
  ASSERT_EQ(read.runtime_predicates.size(), 1U);
  EXPECT_EQ(read.runtime_predicates[0]->kind, plan::ExpressionKind::kInSubquery);
  EXPECT_EQ(next, 6);
}

TEST(PruningTest, ColumnsThatNobodyReadsGo) {
  auto scan = PartitionedScan(1);
  const plan::Scan& read = *scan;
  auto project = std::make_unique<plan::Project>();
  project->expressions.push_back(ColumnOf(scan->output[1], {}));
  project->output = {{3, "ds", TypeId::kString}};
  project->input = std::move(scan);
  PruneColumns(*project);
  ASSERT_EQ(read.output.size(), 1U);
  EXPECT_EQ(read.output[0].id, 2);
  EXPECT_EQ(read.columns.at(0).kind, plan::Scan::Source::kPartition);
}

}  // namespace
}  // namespace paisql::optimizer
