#include "plan/expression_index.h"

#include <gtest/gtest.h>

#include <unordered_set>

#include "plan/traverse.h"

namespace paisql::plan {
namespace {

ExpressionPtr Column(ColumnId id) {
  return std::make_unique<ColumnRef>(id, TypeId::kBigint, "c" + std::to_string(id));
}

ExpressionPtr Plus(ExpressionPtr left, ExpressionPtr right) {
  const functions::Function* function = functions::FindOperator("+");
  auto call = std::make_unique<Call>(function, &function->overloads[0], TypeId::kBigint);
  call->arguments.push_back(std::move(left));
  call->arguments.push_back(std::move(right));
  return call;
}

ExpressionPtr Number(int64_t value) { return std::make_unique<Constant>(Value::Bigint(value)); }

// a + 1 + 2 + …, which leans to the left.
ExpressionPtr Chain(int length, int64_t last) {
  ExpressionPtr sum = Column(1);
  for (int i = 1; i < length; ++i) sum = Plus(std::move(sum), Number(i));
  return Plus(std::move(sum), Number(last));
}

TEST(ExpressionIndex, FindsTheFirstOfEqualOnes) {
  ExpressionIndex index;
  const ExpressionPtr first = Plus(Column(1), Number(2));
  const ExpressionPtr again = Clone(*first);
  index.Add(*first, 4);
  index.Add(*again, 7);
  EXPECT_EQ(index.Find(*again), 4u);
  EXPECT_EQ(index.Find(*Plus(Column(1), Number(3))), std::nullopt);
  EXPECT_EQ(index.Find(*Plus(Column(2), Number(2))), std::nullopt);
}

TEST(ExpressionIndex, LambdasMeetWhateverTheirParametersAreCalled) {
  const auto lambda = [](ColumnId parameter) {
    auto made = std::make_unique<Lambda>(TypeId::kBigint);
    made->parameters = {parameter};
    made->body = Plus(Column(parameter), Column(1));
    return made;
  };
  ExpressionIndex index;
  const ExpressionPtr known = lambda(10);
  index.Add(*known, 0);
  EXPECT_EQ(index.Find(*lambda(20)), 0u);
}

TEST(ExpressionIndex, ZerosOfBothSignsMeet) {
  ExpressionIndex index;
  const Constant zero(Value::Double(0.0));
  index.Add(zero, 0);
  EXPECT_EQ(index.Find(Constant(Value::Double(-0.0))), 0u);
}

// What many keys, aggregates or aliases need: nearly every one has a hash of its own.
TEST(ExpressionIndex, HashesOfManyDiffer) {
  constexpr int kMany = 10'000;
  std::unordered_set<size_t> hashes;
  for (int i = 0; i < kMany; ++i) {
    hashes.insert(StructuralHash(*Plus(Column(1), Number(i))));
    hashes.insert(StructuralHash(*Chain(100, 1'000 + i)));
    hashes.insert(StructuralHash(*Column(100 + i)));
  }
  EXPECT_GT(hashes.size(), 3u * kMany - 10);
}

}  // namespace
}  // namespace paisql::plan
