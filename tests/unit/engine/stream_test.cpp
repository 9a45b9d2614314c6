// Results that are read slowly, dropped early, interrupted or too big for memory; the library
// itself.

#include <atomic>
#include <thread>

#include "engine/duckdb/failure/errors.h"
#include "engine/plan_builder.h"

namespace paisql::engine::test {
namespace {

class StreamTest : public EngineTest {
 protected:
  // A join of everything with everything, which never ends in a test's time.
  static RelationPtr Endless() {
    return GroupBy(
        Square(1, 300'000), 5, {},
        List(Aggregate("max", TypeId::kBigint,
                       List(Add(Column(1, TypeId::kBigint), Column(2, TypeId::kBigint))))));
  }
};

TEST_F(StreamTest, RowsComeInChunksAndInOrder) {
  auto stream = engine_->Query(*Range(1, 1'000'000), bindings_, settings_);
  ASSERT_TRUE(stream.ok());
  int64_t rows = 0;
  while (true) {
    const auto batch = (*stream)->Next();
    ASSERT_TRUE(batch.ok());
    if (!*batch) break;
    ASSERT_EQ(NumberAt<int64_t>(batch->column(0), 0), rows);
    rows += static_cast<int64_t>(batch->row_count());
  }
  EXPECT_EQ(rows, 1'000'000);
  const auto after = (*stream)->Next();
  EXPECT_TRUE(after.ok() && !*after);
}

TEST_F(StreamTest, AStreamDroppedEarlyLeavesTheEngineUsable) {
  {
    auto stream = engine_->Query(*Square(1, 10'000), bindings_, settings_);
    ASSERT_TRUE(stream.ok());
    ASSERT_TRUE((*stream)->Next().ok());
  }
  EXPECT_EQ(RunExpression(Int(1)), "1");
}

TEST_F(StreamTest, ANewStatementEndsAnOlderStream) {
  auto stream = engine_->Query(*Square(1, 10'000), bindings_, settings_);
  ASSERT_TRUE(stream.ok() && (*stream)->Next().ok());
  EXPECT_EQ(RunExpression(Int(1)), "1");
  EXPECT_EQ((*stream)->Next().error().code, ErrorCode::kInstanceCancelled);
}

TEST_F(StreamTest, AStreamOutlivesItsEngine) {
  auto stream = engine_->Query(*Range(1, 10'000), bindings_, settings_);
  engine_.reset();
  ASSERT_TRUE(stream.ok() && (*stream)->Next().ok());
}

TEST_F(StreamTest, AnErrorInTheMiddleOfAResult) {
  EXPECT_NE(Run(*Project(Range(1, 1'000'000), 3,
                         List(CastTo(Column(1, TypeId::kBigint), TypeId::kSmallint, true))))
                .find("FAILED: ODPS-0121145"),
            std::string::npos);
  EXPECT_EQ(RunExpression(Int(1)), "1");
}

// Of each method that runs an expression, also when its plan is gone.
TEST_F(StreamTest, FailuresHaveTheirPlaces) {
  const auto failing = [] {
    ExpressionPtr cast = CastTo(Column(1, TypeId::kBigint), TypeId::kTinyint, true);
    cast->range = {7, 9, 1, 8};
    return cast;
  };
  auto stream = engine_->Query(*Project(Pairs(1, {{1, 1}, {1000, 2}}), 3, List(failing())),
                               bindings_, settings_);
  while (stream.ok()) {
    auto batch = (*stream)->Next();
    ASSERT_TRUE(!batch.ok() || *batch);
    if (!batch.ok()) stream = std::move(batch).error();
  }
  EXPECT_EQ(stream.error().range.column, 8);
  EXPECT_EQ(stream.error().code, ErrorCode::kDataOverflow);
  const auto files = engine_->Write(*Project(Pairs(1, {{1, 1}, {1000, 2}}), 3, List(failing())),
                                    bindings_, {folder_, {"a"}, {}, {}}, settings_);
  ASSERT_FALSE(files.ok());
  EXPECT_EQ(files.error().range.column, 8);
  const auto filter = Engines().MakeRowFilter({}, engine_.get());
  ASSERT_TRUE(filter.ok());
  const auto kept = (*filter)->FilterRows(
      *Equal(Add(failing(), failing()), Constant(Value{TypeId::kTinyint, int64_t{2}})), bindings_,
      {{1, "n", TypeId::kBigint}}, {{"1"}, {"1000"}}, settings_);
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(kept.error().range.column, 8);
}

TEST_F(StreamTest, InterruptFromAnotherThread) {
  for (int i = 0; i < 3; ++i) {
    // Again and again, so that every step of the statement is met once: an interrupt before it
    // begins is void.
    std::atomic<bool> ended = false;
    std::thread other([&] {
      while (!ended) engine_->Interrupt();
    });
    const auto start = std::chrono::steady_clock::now();
    EXPECT_NE(Outcome(*Endless()).find("FAILED: ODPS-0120031"), std::string::npos);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    ended = true;
    other.join();
    EXPECT_EQ(RunExpression(Int(1)), "1");
  }
}

TEST_F(StreamTest, InterruptWhileRowsAreRead) {
  auto stream = engine_->Query(*Square(1, 10'000), bindings_, settings_);
  ASSERT_TRUE(stream.ok() && (*stream)->Next().ok());
  engine_->Interrupt();
  auto next = (*stream)->Next();
  ASSERT_FALSE(next.ok());
  EXPECT_EQ(next.error().code, ErrorCode::kInstanceCancelled);
  EXPECT_EQ(RunExpression(Int(1)), "1");
}

TEST_F(StreamTest, ASortBiggerThanMemorySpills) {
  engine_.reset();
  EngineOptions options;
  options.temp_directory = folder_ + "/small";
  options.share.memory_bytes = 60'000'000;
  options.share.threads = 2;
  auto engine = Engines().MakeConnection(kDefaultEngine, options);
  ASSERT_TRUE(engine.ok());
  engine_ = std::move(engine).value();
  RelationPtr plan = Project(Range(1, 1'000'000), 2,
                             List(CastTo(Column(1, TypeId::kBigint), TypeId::kDouble),
                                  CastTo(Column(1, TypeId::kBigint), TypeId::kString)));
  plan = Sort(std::move(plan), 2, true);
  auto stream = engine_->Query(*plan, bindings_, settings_);
  ASSERT_TRUE(stream.ok()) << stream.error().ToString();
  size_t rows = 0;
  while (true) {
    const auto batch = (*stream)->Next();
    ASSERT_TRUE(batch.ok()) << batch.error().ToString();
    if (!*batch) break;
    rows += batch->row_count();
  }
  EXPECT_EQ(rows, 1'000'000u);
  stream.value().reset();
  engine_.reset();
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/small"));
}

TEST_F(StreamTest, AShareMayChangeBetweenStatements) {
  for (const EngineShare& share : {EngineShare{70'000'000, 1}, EngineShare{0, 2}, EngineShare{}}) {
    const Status taken = engine_->TakeShare(share);
    EXPECT_TRUE(taken.ok()) << taken.error().ToString();
    EXPECT_EQ(RunExpression(Int(1)), "1");
  }
}

TEST_F(StreamTest, UnknownZonesAndSettingsAreErrors) {
  settings_.time_zone = "Nowhere/Land";
  EXPECT_NE(
      RunExpression(Typed(TypeId::kDatetime, "2026-01-01 00:00:00")).find("FAILED: ODPS-0121095"),
      std::string::npos);
  settings_.time_zone = "UTC";
  EXPECT_EQ(RunExpression(Int(1)), "1");
  EngineOptions options;
  const auto missing = BuiltInEngines(folder_).MakeConnection(kDefaultEngine, options);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::kEnvironment);
  EXPECT_NE(missing.error().hint.find("scripts/setup"), std::string::npos);
  const auto unknown = Engines().MakeConnection("abacus", options);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, ErrorCode::kEnvironment);
}

TEST_F(StreamTest, ABatchOutlivesItsStreamAndEngine) {
  auto stream = engine_->Query(*Range(1, 10'000), bindings_, settings_);
  ASSERT_TRUE(stream.ok());
  auto first = (*stream)->Next();
  ASSERT_TRUE(first.ok() && (*stream)->Next().ok());
  stream->reset();
  engine_.reset();
  for (size_t row = 0; row < first->row_count(); ++row) {
    ASSERT_EQ(NumberAt<int64_t>(first->column(0), row), static_cast<int64_t>(row));
  }
}

}  // namespace
}  // namespace paisql::engine::test
