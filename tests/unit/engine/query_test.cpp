// Every operator of the plan, run and read back.

#include "engine/plan_builder.h"

namespace paisql::engine::test {
namespace {

using plan::JoinType;

class QueryTest : public EngineTest {};

TEST_F(QueryTest, ValuesProjectFilterSortLimit) {
  RelationPtr plan = Pairs(1, {{1, 10}, {2, 20}, {3, 30}});
  plan = Filter(std::move(plan), Greater(Column(1), Int(1)));
  plan = Project(std::move(plan), 3, List(Add(Column(1), Column(2)), Column(1)));
  plan = Sort(std::move(plan), 3, true);
  EXPECT_EQ(Run(*plan), "33|3\n22|2\n");
  EXPECT_EQ(Run(*Limit(std::move(plan), 1, 1)), "22|2\n");
}

TEST_F(QueryTest, FilterAboveProjectionAndProjectionAboveLimit) {
  RelationPtr plan = Project(Pairs(1, {{1, 0}, {2, 1}, {3, 2}}), 3, List(Add(Column(1), Int(5))));
  plan = Filter(std::move(plan), Greater(Column(3), Int(6)));
  plan = Limit(Sort(std::move(plan), 3), 1);
  EXPECT_EQ(Run(*Project(std::move(plan), 4, List(Add(Column(3), Int(100)), Text("x")))),
            "107|x\n");
}

TEST_F(QueryTest, EmptyValuesAndRowsWithoutColumns) {
  EXPECT_EQ(Run(*Values(1, {TypeId::kInt, TypeId::kString}, {})), "");
  EXPECT_EQ(Run(*Filter(Select(List(Int(1))), Equal(Column(1), Int(2)))), "");
  EXPECT_EQ(Run(*GroupBy(OneRow(), 1, {}, List(Aggregate("count", TypeId::kBigint, {})))), "1\n");
}

TEST_F(QueryTest, SortPutsNullWhereThePlanSays) {
  const auto rows = [] {
    std::vector<std::vector<ExpressionPtr>> cells;
    cells.push_back(List(Int(2)));
    cells.push_back(List(Null(TypeId::kInt)));
    cells.push_back(List(Int(1)));
    return Values(1, {TypeId::kInt}, std::move(cells));
  };
  EXPECT_EQ(Run(*Sort(rows(), 1)), "NULL\n1\n2\n");
  EXPECT_EQ(Run(*Sort(rows(), 1, true, false)), "2\n1\nNULL\n");
}

TEST_F(QueryTest, Aggregates) {
  auto filtered = Aggregate("count", TypeId::kBigint, List(Column(2)));
  filtered->filter = Greater(Column(2), Int(1));
  auto distinct = Aggregate("sum", TypeId::kBigint, List(Column(2)));
  distinct->distinct = true;
  auto ordered = Aggregate("string_agg", TypeId::kString, List(CastTo(Column(2), TypeId::kString)));
  plan::SortKey key;
  key.expression = Column(2);
  key.descending = true;
  ordered->order_by.push_back(std::move(key));
  RelationPtr plan = GroupBy(Pairs(1, {{1, 1}, {1, 2}, {1, 2}, {2, 7}}), 3, List(Column(1)),
                             List(std::move(filtered), std::move(distinct), std::move(ordered)));
  plan = Filter(std::move(plan), Greater(Column(5), Int(0)));
  EXPECT_EQ(Run(*Sort(std::move(plan), 3)), "1|2|3|2,2,1\n2|1|7|7\n");
}

TEST_F(QueryTest, GroupingByAConstantIsNoPosition) {
  EXPECT_EQ(Run(*GroupBy(Pairs(1, {{1, 1}, {2, 2}}), 3, List(Int(2), Int(7)),
                         List(Aggregate("count", TypeId::kBigint, {})))),
            "2|7|2\n");
}

TEST_F(QueryTest, GroupingSetsTellWhichKeysAreAbsent) {
  RelationPtr plan = GroupBy(Pairs(1, {{1, 5}, {1, 6}}), 3, List(Column(1), Add(Column(2), Int(0))),
                             List(Aggregate("count", TypeId::kBigint, {})), {{0, 1}, {0}, {}});
  plan = Sort(Sort(std::move(plan), 4), 6);
  EXPECT_EQ(Run(*plan), "1|5|1|0\n1|6|1|0\n1|NULL|2|1\nNULL|NULL|2|3\n");
}

TEST_F(QueryTest, Joins) {
  const auto join = [&](JoinType type) {
    RelationPtr plan = Join(type, Pairs(1, {{1, 1}, {2, 2}}), Pairs(3, {{2, 20}, {3, 30}}),
                            Equal(Column(1), Column(3)));
    return Run(*Sort(std::move(plan), 1));
  };
  EXPECT_EQ(join(JoinType::kInner), "2|2|2|20\n");
  EXPECT_EQ(join(JoinType::kLeft), "1|1|NULL|NULL\n2|2|2|20\n");
  EXPECT_EQ(join(JoinType::kRight), "NULL|NULL|3|30\n2|2|2|20\n");
  EXPECT_EQ(join(JoinType::kFull), "NULL|NULL|3|30\n1|1|NULL|NULL\n2|2|2|20\n");
  EXPECT_EQ(join(JoinType::kSemi), "2|2\n");
  EXPECT_EQ(join(JoinType::kAnti), "1|1\n");
  EXPECT_EQ(Run(*Join(JoinType::kCross, Pairs(1, {{1, 1}}), Pairs(3, {{2, 20}, {3, 30}}), nullptr)),
            "1|1|2|20\n1|1|3|30\n");
}

TEST_F(QueryTest, JoinOfJoins) {
  RelationPtr right =
      Join(JoinType::kLeft, Pairs(3, {{1, 2}}), Pairs(5, {{2, 3}}), Equal(Column(4), Column(5)));
  RelationPtr plan =
      Join(JoinType::kInner, Filter(Pairs(1, {{1, 1}, {2, 2}}), Greater(Column(2), Int(0))),
           std::move(right), Equal(Column(1), Column(3)));
  EXPECT_EQ(Run(*plan), "1|1|1|2|2|3\n");
}

TEST_F(QueryTest, SetOperations) {
  const auto combine = [&](plan::SetOperator op, bool all) {
    auto set = std::make_unique<plan::SetOperation>();
    set->op = op;
    set->all = all;
    set->inputs.push_back(Limit(Sort(Pairs(1, {{1, 1}, {1, 1}, {2, 2}}), 1), 3));
    set->inputs.push_back(Pairs(3, {{2, 2}, {3, 3}}));
    set->output = {{5, "a", TypeId::kInt}, {6, "b", TypeId::kInt}};
    return Run(*Sort(std::move(set), 5));
  };
  EXPECT_EQ(combine(plan::SetOperator::kUnion, true), "1|1\n1|1\n2|2\n2|2\n3|3\n");
  EXPECT_EQ(combine(plan::SetOperator::kUnion, false), "1|1\n2|2\n3|3\n");
  EXPECT_EQ(combine(plan::SetOperator::kIntersect, false), "2|2\n");
  EXPECT_EQ(combine(plan::SetOperator::kExcept, false), "1|1\n");
  EXPECT_EQ(combine(plan::SetOperator::kExcept, true), "1|1\n1|1\n");
}

TEST_F(QueryTest, DistinctUnderSortAndLimit) {
  auto distinct = std::make_unique<plan::Distinct>();
  distinct->input = Pairs(1, {{2, 2}, {1, 1}, {1, 1}});
  distinct->output = distinct->input->output;
  EXPECT_EQ(Run(*Limit(Sort(std::move(distinct), 1), 5)), "1|1\n2|2\n");
}

TEST_F(QueryTest, UnnestKeepsRowsOnlyWhenOuter) {
  const auto explode = [&](bool outer) {
    std::vector<std::vector<ExpressionPtr>> rows;
    const DataType array = DataType::Array(TypeId::kInt);
    rows.push_back(List(Int(1), Call("array", array, List(Int(5), Int(6)))));
    rows.push_back(List(Int(2), Null(array)));
    auto unnest = Unnest("posexplode", Values(1, {TypeId::kInt, array}, std::move(rows)),
                         List(Column(2, array)));
    unnest->outer = outer;
    unnest->output.push_back({3, "pos", TypeId::kBigint});
    unnest->output.push_back({4, "col", TypeId::kInt});
    return Run(*Project(std::move(unnest), 5, List(Column(1), Column(3), Column(4))));
  };
  EXPECT_EQ(explode(false), "1|0|5\n1|1|6\n");
  EXPECT_EQ(explode(true), "1|0|5\n1|1|6\n2|NULL|NULL\n");
}

TEST_F(QueryTest, SharedSubplans) {
  auto with = std::make_unique<plan::With>();
  with->indexes = {3};
  with->definitions.push_back(Pairs(1, {{1, 10}, {2, 20}}));
  const auto scan = [](ColumnId first, std::vector<ColumnId> source) {
    auto cte = std::make_unique<plan::CteScan>();
    cte->index = 3;
    cte->source = std::move(source);
    for (size_t i = 0; i < cte->source.size(); ++i) {
      cte->output.push_back({first + static_cast<int>(i), "x", TypeId::kInt});
    }
    return cte;
  };
  with->body = Join(JoinType::kInner, scan(3, {2, 1}), scan(5, {1}), Equal(Column(4), Column(5)));
  with->output = with->body->output;
  EXPECT_EQ(Run(*Sort(Filter(std::move(with), Greater(Column(3), Int(10))), 3)), "20|2|2\n");
}

TEST_F(QueryTest, Windows) {
  auto number = Window("row_number", TypeId::kBigint, {});
  number->partition_by = List(Column(1));
  plan::SortKey key;
  key.expression = Column(2);
  key.descending = true;
  number->order_by.push_back(std::move(key));
  number->frame = plan::Frame{};  // ignored: the function knows no frame
  auto sum = Window("sum", TypeId::kBigint, List(Column(2)));
  plan::SortKey by;
  by.expression = Column(2);
  sum->order_by.push_back(std::move(by));
  plan::Frame frame;
  frame.start.kind = plan::FrameBoundKind::kPreceding;
  frame.start.offset = Int(1);
  sum->frame = std::move(frame);
  RelationPtr plan = Project(Pairs(1, {{1, 5}, {1, 6}, {2, 7}}), 3,
                             List(Column(2), std::move(number), std::move(sum)));
  EXPECT_EQ(Run(*Sort(std::move(plan), 3)), "5|2|5\n6|1|11\n7|1|13\n");
}

TEST_F(QueryTest, IgnoreNullsAndFilterInWindows) {
  auto last = Window("last_value", TypeId::kInt, List(Column(2)));
  last->ignore_nulls = true;
  plan::SortKey by;
  by.expression = Column(1);
  last->order_by.push_back(std::move(by));
  std::vector<std::vector<ExpressionPtr>> rows;
  rows.push_back(List(Int(1), Int(5)));
  rows.push_back(List(Int(2), Null(TypeId::kInt)));
  RelationPtr plan = Project(Values(1, {TypeId::kInt, TypeId::kInt}, std::move(rows)), 3,
                             List(Column(1), std::move(last)));
  EXPECT_EQ(Run(*Sort(std::move(plan), 3)), "1|5\n2|5\n");
}

TEST_F(QueryTest, CaseLambdaFieldAndMacro) {
  auto branch = std::make_unique<plan::Case>(TypeId::kString);
  branch->branches.push_back({Equal(Int(1), Int(2)), Text("a")});
  branch->otherwise = Text("it's \"b\"");
  EXPECT_EQ(RunExpression(std::move(branch)), "it's \"b\"");

  const DataType array = DataType::Array(TypeId::kInt);
  auto lambda = std::make_unique<plan::Lambda>(TypeId::kInt);
  lambda->parameters = {7};
  lambda->body = Add(Column(7), Int(1));
  EXPECT_EQ(
      RunExpression(Call("transform", array,
                         List(Call("array", array, List(Int(1), Int(2))), std::move(lambda)))),
      "[2,3]");

  const DataType record = DataType::Struct({"a", "B b"}, {TypeId::kInt, TypeId::kString});
  EXPECT_EQ(RunExpression(Call("field_of", TypeId::kString,
                               List(Call("struct", record, List(Int(1), Text("x"))), Text("B b")))),
            "x");
  EXPECT_EQ(
      RunExpression(Call("datepart", TypeId::kBigint,
                         List(Typed(TypeId::kDatetime, "2024-01-01 00:00:00"), Text("year")))),
      "2024");
}

TEST_F(QueryTest, StatementStartIsOneInstant) {
  settings_.now = "2026-11-21 08:00:00.5";
  EXPECT_EQ(RunExpression(Call("now", TypeId::kDatetime, {})), "2026-11-21 08:00:00");
}

TEST_F(QueryTest, AWrongResultTypeOfAFunctionIsHealed) {
  EXPECT_EQ(RunExpression(Call("abs", TypeId::kBigint, List(Int(7)))), "7");
  EXPECT_EQ(RunExpression(Call("array", DataType::Array(TypeId::kBigint), List(Int(7)))), "[7]");
}

}  // namespace
}  // namespace paisql::engine::test
