// Kernels: made by one engine, and run by another one as in a process of a cluster.

#include "engine/kernel/kernel.h"
#include "engine/failure/failure.h"
#include "unit/engine/plan_builder.h"

namespace paisql::engine::test {
namespace {

class KernelTest : public EngineTest {
 protected:
  KernelTest() {
    settings_.time_zone = "UTC";
    EngineOptions options;
    options.temp_directory = folder_ + "/cluster";
    cluster_ = Engines().MakeConnection(kDefaultEngine, options).value();
  }

  static KernelMaker& MakerOf(Connection& connection) {
    return dynamic_cast<KernelMaker&>(connection);
  }

  // Of the column 1 of these types.
  Result<Kernel> Make(const plan::Expression& expression, const DataType& column) {
    return MakerOf(*engine_).MakeKernel(expression, {{1, column}}, false, settings_);
  }

  // The rows' values as text, or the error, with what can have raised it before it.
  std::string Compute(const Kernel& kernel, const plan::Relation& rows) {
    auto stream = engine_->Query(rows, bindings_, settings_);
    if (!stream.ok()) return "FAILED: " + stream.error().ToString();
    ResultText texts({{"value", kernel.result}});
    std::string text;
    while (true) {
      auto batch = (*stream)->Next();
      if (!batch.ok()) return "FAILED: " + batch.error().ToString();
      if (!*batch) return text;
      KernelRun run;
      const auto values = MakerOf(*cluster_).RunKernel(kernel, std::move(batch).value(), run);
      if (!values.ok()) return run.failed_at.name + ": " + values.error().ToString();
      for (const Batch& one : *values) {
        texts.Read(one);
        for (size_t row = 0; row < texts.row_count(); ++row) {
          if (texts.IsNull(0, row)) text += "NULL";
          texts.AppendText(0, row, TextForm::kPlain, text);
          text += '\n';
        }
      }
    }
  }

  std::string Compute(ExpressionPtr expression, const DataType& column, ExpressionPtr value) {
    const Result<Kernel> kernel = Make(*expression, column);
    if (!kernel.ok()) return "FAILED: " + kernel.error().ToString();
    std::vector<std::vector<ExpressionPtr>> rows;
    rows.push_back(List(std::move(value)));
    rows.push_back(List(Null(column)));
    return Compute(*kernel, *Values(1, {column}, std::move(rows)));
  }

  std::unique_ptr<Connection> cluster_;
};

TEST_F(KernelTest, EachTypeGoesThereAndBack) {
  const std::pair<DataType, std::string> kValues[] = {
      {TypeId::kBoolean, "true"},
      {TypeId::kTinyint, "-5"},
      {TypeId::kSmallint, "300"},
      {TypeId::kInt, "70000"},
      {TypeId::kBigint, "-9000000000"},
      {TypeId::kFloat, "1.5"},
      {TypeId::kDouble, "2.25"},
      {TypeId::kString, "Grüße, 世界"},
      {DataType::Varchar(10), "abc"},
      {DataType::Char(5), "ab   "},
      {DataType::Decimal(4, 2), "-12.34"},
      {DataType::Decimal(9, 3), "123456.789"},
      {DataType::Decimal(18, 2), "123456789012.55"},
      {DataType::Decimal(38, 18), "12345678901234567890.123456789012345678"},
      {TypeId::kDate, "1960-02-29"},
      {TypeId::kDatetime, "2024-02-29 08:00:01"},
      {TypeId::kTimestamp, "1969-12-31 23:59:59.123456"},
      {TypeId::kTimestampNtz, "2300-01-01 00:00:00.5"},
      {TypeId::kBinary, "abc"},
  };
  for (const auto& [type, text] : kValues) {
    EXPECT_EQ(Compute(Column(1, type), type, CastTo(Typed(TypeId::kString, text), type)),
              text + "\nNULL\n")
        << type.ToString();
  }
}

TEST_F(KernelTest, NestedTypesGoThereAndBack) {
  const DataType list = DataType::Array(TypeId::kDatetime);
  auto value =
      Call("array", list,
           List(CastTo(Text("2024-02-29 08:00:01"), TypeId::kDatetime), Null(TypeId::kDatetime)));
  EXPECT_EQ(Compute(Column(1, list), list, std::move(value)),
            "[\"2024-02-29 08:00:01\",null]\nNULL\n");
}

TEST_F(KernelTest, ABatchWithoutRowsHasNoValues) {
  auto sum = Add(Column(1), Int(1));
  const Kernel kernel = Make(*sum, TypeId::kInt).value();
  KernelRun run;
  const auto values = MakerOf(*cluster_).RunKernel(kernel, MakeBatch(0, {}), run);
  ASSERT_TRUE(values.ok()) << values.error().ToString();
  size_t rows = 0;
  for (const Batch& batch : *values) rows += batch.row_count();
  EXPECT_EQ(rows, 0U);
}

TEST_F(KernelTest, ManyRowsKeepTheirOrder) {
  auto sum = Add(Column(1, TypeId::kBigint), Bigint(1));
  const Kernel kernel = Make(*sum, TypeId::kBigint).value();
  std::string expected;
  for (int i = 1; i <= 5000; ++i) expected += std::to_string(i) + "\n";
  EXPECT_EQ(Compute(kernel, *Range(1, 5000)), expected);
}

// Where it stands in the statement is found in the plan.
TEST_F(KernelTest, AnErrorTellsWhatCanHaveRaisedIt) {
  auto sum = Add(Column(1, TypeId::kBigint), Bigint(1));
  plan::As<plan::Call>(*sum).mode = EvaluationMode::kStrict;
  EXPECT_EQ(Compute(std::move(sum), TypeId::kBigint, Bigint(9223372036854775807)),
            "+: ODPS-0121145: Data overflow - in operator +, 9223372036854775807 + 1 is out of the "
            "range of BIGINT");
}

TEST_F(KernelTest, AFailureGoesThroughJson) {
  const Failure failure{{ErrorCode::kDataOverflow, "in operator +, \"é\"", {}, "a hint"},
                        {FailureOrigin::Kind::kInside, "+"}};
  const auto read = FailureFromJson(FailureJson(failure));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->error.ToString(), failure.error.ToString());
  EXPECT_EQ(read->error.hint, "a hint");
  EXPECT_EQ(read->origin.kind, FailureOrigin::Kind::kInside);
  EXPECT_EQ(read->origin.name, "+");
  for (const char* text :
       {"", "7", "{}", "{\"code\":7}", "{\"code\":\"ODPS-0121145\",\"name\":[]}"}) {
    EXPECT_FALSE(FailureFromJson(text).has_value()) << text;
  }
}

// A list so long that it does not stand in the statement's text goes with the kernel.
TEST_F(KernelTest, ALongListGoesThere) {
  std::vector<ExpressionPtr> list = List(Column(1, TypeId::kDouble));
  for (int i = 0; i < 3000; ++i) list.push_back(Double(i + 0.5));
  const DataType type = TypeId::kDouble;
  EXPECT_EQ(Compute(Call("in", TypeId::kBoolean, std::move(list)), type, Double(2999.5)),
            "true\nNULL\n");
}

TEST_F(KernelTest, RandomNumbersAreNotOfTheArguments) {
  EXPECT_TRUE(Make(*Call("rand", TypeId::kDouble, {}), TypeId::kInt).value().is_volatile);
  EXPECT_FALSE(Make(*Add(Column(1), Int(1)), TypeId::kInt).value().is_volatile);
  const auto seeded = Make(*Call("rand", TypeId::kDouble, List(Bigint(7))), TypeId::kInt);
  ASSERT_FALSE(seeded.ok());
  EXPECT_EQ(seeded.error().code, ErrorCode::kUnsupported);
}

// What stands in a text is not called.
TEST_F(KernelTest, ATextMayNameAFunctionOfOurs) {
  EXPECT_EQ(
      Compute(Call("concat", TypeId::kString, List(Column(1, TypeId::kString), Text("paisql_x"))),
              TypeId::kString, Text("a")),
      "apaisql_x\nNULL\n");
}

}  // namespace
}  // namespace paisql::engine::test
