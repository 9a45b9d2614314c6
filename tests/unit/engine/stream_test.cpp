// Results that are read slowly, dropped early, interrupted or too big for memory; the library
// itself.

#include <atomic>
#include <thread>

#include "engine/duckdb/run/errors.h"
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
  std::string text;
  while (true) {
    auto chunk = (*stream)->Next();
    ASSERT_TRUE(chunk.ok());
    if (*chunk == nullptr) break;
    text.clear();
    (*chunk)->AppendText(0, 0, TextForm::kPlain, text);
    ASSERT_EQ(text, std::to_string(rows));
    rows += static_cast<int64_t>((*chunk)->row_count());
  }
  EXPECT_EQ(rows, 1'000'000);
  auto after = (*stream)->Next();
  EXPECT_TRUE(after.ok() && *after == nullptr);
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
  options.library_path = LibraryPath();
  options.temp_directory = folder_ + "/small";
  options.share.memory_bytes = 60'000'000;
  options.share.threads = 2;
  auto engine = LoadDuckdb(options);
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
    auto chunk = (*stream)->Next();
    ASSERT_TRUE(chunk.ok()) << chunk.error().ToString();
    if (*chunk == nullptr) break;
    rows += (*chunk)->row_count();
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
  options.library_path = folder_ + "/libduckdb.so";
  const auto missing = LoadDuckdb(options);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::kEnvironment);
  EXPECT_NE(missing.error().hint.find("scripts/setup"), std::string::npos);
}

TEST(ErrorsTest, MessagesBecomeCodes) {
  const auto code = [](const char* message) { return TranslateError(message).code; };
  EXPECT_EQ(code("INTERRUPT Error: Interrupted!"), ErrorCode::kInstanceCancelled);
  EXPECT_EQ(code("Out of Range Error: Overflow in addition of INT64 (1 + 2)!"),
            ErrorCode::kDataOverflow);
  EXPECT_EQ(
      code("Conversion Error: Type INT32 with value 300 can't be cast because the value is out of "
           "range for the destination type INT8"),
      ErrorCode::kDataOverflow);
  EXPECT_EQ(code("Conversion Error: Could not convert string 'x' to INT32"),
            ErrorCode::kIllegalCast);
  EXPECT_EQ(code("Out of Memory Error: could not allocate block"), ErrorCode::kOutOfMemory);
  EXPECT_EQ(code("IO Error: Could not write file \"/x\": No space left on device"),
            ErrorCode::kEnvironment);
  EXPECT_EQ(code("Conversion Error: Could not convert string 'INTERRUPT Error: x' to INT32"),
            ErrorCode::kIllegalCast);
  EXPECT_NE(TranslateError("IO Error: No space left on device").hint, "");
  EXPECT_EQ(code("Invalid Input Error: missing ): ("), ErrorCode::kInvalidRegex);
  EXPECT_EQ(code("Something new"), ErrorCode::kUnsupported);
  const Error raised = TranslateError("Invalid Input Error: ODPS-0123091|value 'a|b'");
  EXPECT_EQ(raised.code, ErrorCode::kIllegalCast);
  EXPECT_EQ(raised.detail, "value 'a|b'");
  const Error quoting =
      TranslateError("Invalid Input Error: missing ): (\n\nLINE 1: SELECT c1 FROM secret\n  ^");
  EXPECT_EQ(quoting.detail, "missing ): (");
}

TEST(ErrorsTest, MessagesAreSaidInThePlatformsWords) {
  const auto detail = [](const char* message) { return TranslateError(message).detail; };
  EXPECT_EQ(detail("Conversion Error: Could not convert string '9999-12-31 00:00:00' to INT64"),
            "value '9999-12-31 00:00:00' cannot be casted from STRING to BIGINT");
  EXPECT_EQ(detail("Conversion Error: Could not convert string 'a' to b' to INT64"),
            "value 'a' to b' cannot be casted from STRING to BIGINT");
  EXPECT_EQ(detail("Conversion Error: Could not convert string 'a\nb' to DOUBLE\n\nLINE 1: SELECT"),
            "value 'a\nb' cannot be casted from STRING to DOUBLE");
  EXPECT_EQ(detail("Conversion Error: Type INT32 with value 300 can't be cast because the value is "
                   "out of range for the destination type INT8"),
            "value 300 does not fit into TINYINT");
  EXPECT_EQ(detail("Conversion Error: Casting value \"12.5\" to type DECIMAL(2,1) failed: value is "
                   "out of range!"),
            "value 12.5 does not fit into DECIMAL(2,1)");
  EXPECT_EQ(detail("Out of Range Error: Overflow in addition of INT64 (1 + 2)!"),
            "Overflow in addition of BIGINT (1 + 2)!");
  EXPECT_EQ(
      detail("Out of Range Error: Overflow in subtract of DECIMAL(18) (1 - 2). You might want "
             "to add an explicit cast to a bigger decimal."),
      "Overflow in subtraction of DECIMAL(18) (1 - 2)!");
  // What nobody has foreseen keeps no word.
  EXPECT_EQ(detail("Binder Error: Separator argument to StringAgg must be a constant"),
            "this combination of functions and clauses is not supported");
  EXPECT_EQ(detail("Invalid Input Error: Failed to parse format specifier : Empty format string"),
            "the format of a time is empty or not known");
  EXPECT_EQ(detail("Out of Range Error: VARPOP is out of range!"),
            "a value is out of the range of its type");
}

}  // namespace
}  // namespace paisql::engine::test
