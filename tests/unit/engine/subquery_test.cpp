// Subqueries, and plans that are long, deep or wide.

#include "engine/plan_builder.h"

namespace paisql::engine::test {
namespace {

class SubqueryTest : public EngineTest {};

TEST_F(SubqueryTest, Subqueries) {
  const auto in = [&](bool negated, ExpressionPtr operand) {
    auto expression = std::make_unique<plan::InSubquery>();
    expression->negated = negated;
    expression->operands = List(std::move(operand));
    std::vector<std::vector<ExpressionPtr>> rows;
    rows.push_back(List(Int(1)));
    rows.push_back(List(Null(TypeId::kInt)));
    expression->relation = Values(8, {TypeId::kInt}, std::move(rows));
    return RunExpression(std::move(expression));
  };
  EXPECT_EQ(in(false, Int(1)), "true");
  EXPECT_EQ(in(false, Int(2)), "NULL");
  EXPECT_EQ(in(true, Int(1)), "false");
  EXPECT_EQ(in(true, Int(2)), "NULL");

  auto scalar = std::make_unique<plan::ScalarSubquery>(TypeId::kInt);
  scalar->relation = GroupBy(Filter(Pairs(5, {{1, 7}, {2, 8}}), Equal(Column(5), Column(1))), 7, {},
                             List(Aggregate("max", TypeId::kInt, List(Column(6)))));
  auto exists = std::make_unique<plan::Exists>();
  exists->negated = true;
  exists->relation = Filter(Pairs(8, {{2, 0}}), Equal(Column(8), Column(1)));
  EXPECT_EQ(Run(*Project(Pairs(1, {{1, 0}, {2, 0}}), 10,
                         List(Column(1), std::move(scalar), std::move(exists)))),
            "1|7|true\n2|8|false\n");
}

TEST_F(SubqueryTest, RowsInSubqueries) {
  const auto in = [&](bool negated, ExpressionPtr a, ExpressionPtr b) {
    auto expression = std::make_unique<plan::InSubquery>();
    expression->negated = negated;
    expression->operands = List(std::move(a), std::move(b));
    expression->relation = Pairs(8, {{1, 2}});
    return expression;
  };
  EXPECT_EQ(RunExpression(in(false, Int(1), Int(2))), "true");
  EXPECT_EQ(RunExpression(in(false, Null(TypeId::kInt), Int(3))), "false");
  EXPECT_EQ(RunExpression(in(true, Null(TypeId::kInt), Int(3))), "true");
  EXPECT_EQ(RunExpression(in(false, Null(TypeId::kInt), Int(2))), "NULL");
  EXPECT_EQ(Run(*Filter(Pairs(1, {{1, 2}, {1, 3}}), in(false, Column(1), Column(2)))), "1|2\n");
}

TEST_F(SubqueryTest, ScalarSubqueryWithTwoRowsIsAnError) {
  auto scalar = std::make_unique<plan::ScalarSubquery>(TypeId::kInt);
  scalar->relation = Values(5, {TypeId::kInt}, {});
  static_cast<plan::Values&>(*scalar->relation).rows.push_back(List(Int(1)));
  static_cast<plan::Values&>(*scalar->relation).rows.push_back(List(Int(2)));
  EXPECT_NE(RunExpression(std::move(scalar)).find("FAILED: ODPS-0130111"), std::string::npos);
}

class SizeTest : public EngineTest {};

TEST_F(SizeTest, LongChains) {
  ExpressionPtr any = Equal(Column(1), Int(-1));
  for (int i = 0; i < 10000; ++i) {
    any = Call("or", TypeId::kBoolean, List(std::move(any), Equal(Column(1), Int(i + 100))));
  }
  EXPECT_EQ(Run(*Filter(Pairs(1, {{1, 1}, {10099, 2}}), std::move(any))), "10099|2\n");

  auto set = std::make_unique<plan::SetOperation>();
  set->all = true;
  for (int i = 0; i < 3000; ++i) set->inputs.push_back(Project(OneRow(), 10 + i, List(Int(i))));
  set->output = {{1, "a", TypeId::kInt}};
  EXPECT_EQ(Run(*GroupBy(std::move(set), 5, {},
                         List(Aggregate("sum", TypeId::kBigint, List(Column(1)))))),
            "4498500\n");

  ExpressionPtr sum = Column(1);
  for (int i = 0; i < 20000; ++i) sum = Add(std::move(sum), Int(1));
  EXPECT_NE(Outcome(*Project(Pairs(1, {{1, 1}}), 3, List(std::move(sum))))
                .find("max depth of expression exceeds limit of 2000"),
            std::string::npos);
}

TEST_F(SizeTest, DeepPlans) {
  RelationPtr plan = Pairs(1, {{1, 1}});
  for (int i = 0; i < 500; ++i) plan = Limit(std::move(plan), 5);
  EXPECT_EQ(Run(*plan), "1|1\n");
  for (int i = 0; i < 3000; ++i) plan = Limit(std::move(plan), 5);
  EXPECT_NE(Outcome(*plan).find("the plan nests deeper than"), std::string::npos);
}

TEST_F(SizeTest, ManyConstantRowsOfEveryRawType) {
  std::vector<std::vector<ExpressionPtr>> rows;
  for (int i = 0; i < 5000; ++i) {
    rows.push_back(List(i % 3 == 0 ? Null(TypeId::kInt) : Int(i), Text("t" + std::to_string(i)),
                        Double(i + 0.5), Constant(Value::Boolean(i % 2 == 0)),
                        Typed(DataType::Decimal(10, 2), "1.25"),
                        Typed(TypeId::kDatetime, "2024-01-01 00:00:00")));
  }
  RelationPtr plan = Values(1,
                            {TypeId::kInt, TypeId::kString, TypeId::kDouble, TypeId::kBoolean,
                             DataType::Decimal(10, 2), TypeId::kDatetime},
                            std::move(rows));
  EXPECT_EQ(Run(*Limit(std::move(plan), 2, 4998)),
            "NULL|t4998|4998.5|true|1.25|2024-01-01 00:00:00\n"
            "4999|t4999|4999.5|false|1.25|2024-01-01 00:00:00\n");
}

TEST_F(SizeTest, FilterRowsByText) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 10000; ++i) rows.push_back({std::to_string(i), "d'" + std::to_string(i % 7)});
  const std::vector<plan::OutputColumn> columns = {{1, "n", TypeId::kBigint},
                                                   {2, "s", TypeId::kString}};
  const auto predicate = Call("and", TypeId::kBoolean,
                              List(Greater(Column(1, TypeId::kBigint), Bigint(9990)),
                                   Equal(Column(2, TypeId::kString), Text("d'2"))));
  // Beside an engine, and alone.
  for (Connection* beside : {engine_.get(), static_cast<Connection*>(nullptr)}) {
    const auto filter = Engines().MakeRowFilter({}, beside);
    ASSERT_TRUE(filter.ok());
    const auto keep = (*filter)->FilterRows(*predicate, bindings_, columns, rows, settings_);
    ASSERT_TRUE(keep.ok());
    int count = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      if ((*keep)[i]) ++count;
      EXPECT_EQ((*keep)[i], i > 9990 && i % 7 == 2) << i;
    }
    EXPECT_EQ(count, 2);
  }
}

}  // namespace
}  // namespace paisql::engine::test
