// Rows of VALUES whose cells are alike, and those whose cells are not.

#include "engine/duckdb/print/expression/value_shape.h"

#include "engine/plan_builder.h"

namespace paisql::engine::test {
namespace {

class ValueShapeTest : public EngineTest {
 protected:
  static constexpr int kRows = 3000;  // enough for a block

  // One row for each number: (number, made from it).
  template <typename Make>
  static RelationPtr Rows(DataType type, Make make) {
    std::vector<std::vector<ExpressionPtr>> rows;
    for (int i = 0; i < kRows; ++i) rows.push_back(List(Bigint(i), make(i)));
    return Values(1, {TypeId::kBigint, std::move(type)}, std::move(rows));
  }

  std::string Sums(RelationPtr rows) {
    return Run(*GroupBy(std::move(rows), 5, {},
                        List(Aggregate("count", TypeId::kBigint, List(Column(2, TypeId::kBigint))),
                             Aggregate("max", TypeId::kBigint, List(Column(2, TypeId::kBigint))))));
  }
};

TEST_F(ValueShapeTest, CellsThatAreAlikeBecomeColumns) {
  const auto rows = Rows(TypeId::kBigint, [](int i) {
    return Add(CastTo(Text(std::to_string(i)), TypeId::kBigint), Bigint(7));
  });
  const auto shape = ShapeOf(plan::As<plan::Values>(*rows), 1);
  ASSERT_TRUE(shape.has_value());
  // The 7 is the same in all rows.
  ASSERT_EQ(shape->slots.size(), 1U);
  EXPECT_EQ(shape->values[0].size(), static_cast<size_t>(kRows));
  const auto text = engine_->Print(*rows, bindings_, settings_);
  ASSERT_TRUE(text.ok());
  EXPECT_LT(text->size(), 1000U);
  EXPECT_EQ(Sums(Rows(TypeId::kBigint,
                      [](int i) {
                        return Add(CastTo(Text(std::to_string(i)), TypeId::kBigint), Bigint(7));
                      })),
            "3000|3006\n");
}

TEST_F(ValueShapeTest, NullsAndEqualCells) {
  EXPECT_EQ(Sums(Rows(TypeId::kBigint,
                      [](int i) {
                        return Add(i % 3 == 0 ? Null(TypeId::kBigint) : Bigint(i), Bigint(1));
                      })),
            "2000|3000\n");
  EXPECT_EQ(Sums(Rows(TypeId::kBigint, [](int) { return Add(Bigint(1), Bigint(1)); })), "3000|2\n");
}

TEST_F(ValueShapeTest, CellsThatDifferStayInTheText) {
  const auto mixed = [](int i) { return i % 2 == 0 ? Bigint(i) : Add(Bigint(i), Bigint(1)); };
  const auto rows = Rows(TypeId::kBigint, mixed);
  EXPECT_FALSE(ShapeOf(plan::As<plan::Values>(*rows), 1).has_value());
  EXPECT_EQ(Sums(Rows(TypeId::kBigint, mixed)), "3000|3000\n");
}

}  // namespace
}  // namespace paisql::engine::test
