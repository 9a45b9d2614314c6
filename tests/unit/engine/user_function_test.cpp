// Scalar functions of users: real ones, in processes of Python, called by plans.

#include <atomic>
#include <fstream>
#include <thread>

#include "functions/owned_function.h"
#include "plan/user_function_use.h"
#include "unit/engine/plan_builder.h"
#include "unit/test_data.h"

namespace paisql::engine::test {
namespace {

constexpr const char* kModule = R"py(
import time

from odps.udf import annotate


class Same(object):
    def evaluate(self, value):
        return value


class Plus(object):
    def evaluate(self, a, b):
        if a is None or b is None:
            return None
        return a + b


class Half(object):
    def evaluate(self, value):
        if value == 2:
            raise ValueError("two has no half")
        return value // 2


class Wrong(object):
    def evaluate(self, value):
        return 1.5


class Slow(object):
    def evaluate(self, value):
        time.sleep(100)


class Kind(object):
    def evaluate(self, value):
        return "%s %r" % (type(value).__name__, value)
)py";

class UserFunctionTest : public EngineTest {
 protected:
  UserFunctionTest() {
    std::ofstream(folder_ + "/mod.py") << kModule;
    const auto root = TestData().parent_path().parent_path();
    EngineOptions options;
    options.temp_directory = folder_ + "/functions";
    options.python = (root / ".deps/venv/bin/python").string();
    options.python_folder = (root / "src/python").string();
    engine_ = Engines().MakeConnection(kDefaultEngine, options).value();
  }

  ExpressionPtr Call(const std::string& name, DataType type,
                     std::vector<ExpressionPtr> arguments) const {
    auto environment = std::make_shared<udf::Environment>();
    environment->key = "test";
    environment->python = "cp37";
    environment->resources = {{"mod.py", folder_ + "/mod.py", udf::Resource::Kind::kPython}};
    auto spec = std::make_shared<udf::FunctionSpec>();
    spec->name = "f_" + name;
    spec->class_name = "mod." + name;
    for (const ExpressionPtr& argument : arguments) spec->arguments.push_back(argument->type);
    spec->results = {type};
    spec->environment = environment;
    auto use = std::make_shared<plan::UserFunctionUse>();
    use->function = functions::MakeFunction({.name = "f_" + name, .signatures = {"() -> STRING"}});
    use->spec = spec;
    auto call = std::make_unique<plan::Call>(use->function.get(), &use->function->overloads[0],
                                             std::move(type));
    call->arguments = std::move(arguments);
    call->made_by = std::shared_ptr<const plan::UserFunctionUse>(use);
    call->range = {7, 9, 1, 8};
    return call;
  }
  // f(x) of a constant.
  std::string RunSame(const DataType& type, const std::string& text) {
    return RunExpression(Call("Same", type, List(CastTo(Typed(TypeId::kString, text), type))));
  }
};

TEST_F(UserFunctionTest, RowsAreComputed) {
  auto rows = Pairs(1, {{1, 2}, {3, 4}});
  EXPECT_EQ(Run(*Project(std::move(rows), 10,
                         List(Call("Plus", TypeId::kInt, List(Column(1), Column(2))),
                              Call("Plus", TypeId::kInt, List(Column(1), Null(TypeId::kInt)))))),
            "3|NULL\n7|NULL\n");
}

// 5,000 rows take several chunks, and two of the processes.
TEST_F(UserFunctionTest, ManyRowsKeepTheirOrder) {
  auto sum = Project(Range(1, 5000), 10,
                     List(Call("Plus", TypeId::kBigint,
                               List(Column(1, TypeId::kBigint), Column(1, TypeId::kBigint)))));
  std::string expected;
  for (int i = 0; i < 5000; ++i) expected += std::to_string(2 * i) + "\n";
  EXPECT_EQ(Run(*sum), expected);
}

TEST_F(UserFunctionTest, EachTypeGoesThereAndBack) {
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
      {DataType::Decimal(4, 2), "-12.34"},
      {DataType::Decimal(9, 3), "123456.789"},
      {DataType::Decimal(18, 2), "123456789012.55"},
      {DataType::Decimal(38, 18), "12345678901234567890.123456789012345678"},
      {TypeId::kDate, "1960-02-29"},
      {TypeId::kDatetime, "2024-02-29 08:00:01"},
      {TypeId::kTimestamp, "1969-12-31 23:59:59.123456"},
      {TypeId::kTimestampNtz, "2300-01-01 00:00:00.5"},
  };
  for (const auto& [type, text] : kValues) {
    EXPECT_EQ(RunSame(type, text), text) << type.ToString();
    EXPECT_EQ(RunExpression(Call("Same", type, List(Null(type)))), "NULL") << type.ToString();
  }
}

TEST_F(UserFunctionTest, AFunctionSeesPythonsTypes) {
  const auto kind = [&](const DataType& type, const std::string& text) {
    return RunExpression(
        Call("Kind", TypeId::kString, List(CastTo(Typed(TypeId::kString, text), type))));
  };
  EXPECT_EQ(kind(TypeId::kBigint, "7"), "int 7");
  EXPECT_EQ(kind(DataType::Decimal(10, 2), "1.50"), "Decimal Decimal('1.50')");
  EXPECT_EQ(kind(TypeId::kDatetime, "2024-02-29 08:00:01"),
            "datetime datetime.datetime(2024, 2, 29, 8, 0, 1)");
  EXPECT_EQ(kind(TypeId::kDate, "2024-02-29"), "date datetime.date(2024, 2, 29)");
}

TEST_F(UserFunctionTest, ListsAndMapsGoThereAndBack) {
  const DataType list = DataType::Array(TypeId::kBigint);
  auto array = test::Call("array", list, List(Bigint(1), Bigint(2), Null(TypeId::kBigint)));
  EXPECT_EQ(RunExpression(Call("Same", list, List(std::move(array)))), "[1,2,null]");
  const DataType times = DataType::Array(TypeId::kDatetime);
  auto moments = test::Call("array", times, List(Typed(TypeId::kDatetime, "2024-02-29 08:00:00")));
  EXPECT_EQ(RunExpression(Call("Same", times, List(std::move(moments)))),
            "[\"2024-02-29 08:00:00\"]");
  const DataType map = DataType::Map(TypeId::kString, TypeId::kInt);
  auto entries = test::Call("map", map, List(Text("a"), Int(1), Text("b"), Int(2)));
  EXPECT_EQ(RunExpression(Call("Same", map, List(std::move(entries)))), "{\"a\":1,\"b\":2}");
}

TEST_F(UserFunctionTest, AnErrorHasItsPlaceTheLineAndTheValues) {
  auto rows = Pairs(1, {{4, 0}, {2, 0}});
  const std::string text =
      Run(*Project(std::move(rows), 10, List(Call("Half", TypeId::kInt, List(Column(1))))));
  EXPECT_THAT(text, ::testing::StartsWith("FAILED: ODPS-0123055:[1,8] Script exception - "
                                          "Traceback (most recent call last):"));
  EXPECT_THAT(text, ::testing::HasSubstr("ValueError: two has no half"));
  EXPECT_THAT(text, ::testing::HasSubstr("file mod.py, line 22"));
  EXPECT_THAT(text, ::testing::EndsWith("with the arguments (2)"));
}

TEST_F(UserFunctionTest, AValueOfAnotherTypeIsRefused) {
  auto rows = Pairs(1, {{4, 0}});
  EXPECT_THAT(
      Run(*Project(std::move(rows), 10, List(Call("Wrong", TypeId::kInt, List(Column(1)))))),
      ::testing::HasSubstr("TypeError: return value expected <class 'int'> but "
                           "<class 'float'> found"));
}

TEST_F(UserFunctionTest, AnInterruptEndsTheFunction) {
  auto slow = Project(Pairs(1, {{4, 0}}), 10, List(Call("Slow", TypeId::kInt, List(Column(1)))));
  std::atomic<bool> done{false};
  std::thread interrupter([&] {
    while (!done) {
      engine_->Interrupt();
      std::this_thread::yield();
    }
  });
  // An interrupt before the statement's begin is forgotten by it.
  const std::string outcome = Run(*slow);
  done = true;
  interrupter.join();
  EXPECT_THAT(outcome, ::testing::HasSubstr("ODPS-0120031"));
}

}  // namespace
}  // namespace paisql::engine::test
