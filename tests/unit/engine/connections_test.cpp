// Connections of one engine: a statement, an interrupt or a refusal on one connection does not
// affect the others.

#include <atomic>
#include <fstream>
#include <thread>

#include "engine/duckdb/run/statement_state.h"
#include "engine/plan_builder.h"

namespace paisql::engine::test {
namespace {

class ConnectionsTest : public EngineTest {
 protected:
  ConnectionsTest() {
    EngineOptions options;
    options.temp_directory = folder_ + "/shared";
    options.error_log = folder_ + "/words.txt";
    options.tells_progress = true;
    options.share = {75'000'000, 2};
    auto made = Engines().MakeEngine(kDefaultEngine, options);
    PAISQL_ASSERT(made.ok(), made.ok() ? "" : made.error().detail.c_str());
    shared_ = std::move(made).value();
    engine_ = Connect();
  }

  std::unique_ptr<Connection> Connect() {
    auto connection = shared_->Connect();
    PAISQL_ASSERT(connection.ok(), "the engine gives no connection");
    return std::move(connection).value();
  }

  // What the fixture's Outcome does, on another connection and thread.
  std::string OutcomeOn(Connection& connection, const plan::Relation& root) const {
    auto stream = connection.Query(root, bindings_, settings_);
    if (!stream.ok()) return stream.error().ToString();
    size_t rows = 0;
    while (true) {
      auto batch = (*stream)->Next();
      if (!batch.ok()) return batch.error().ToString();
      if (!*batch) return std::to_string(rows) + " rows";
      rows += batch->row_count();
    }
  }

  // All numbers below `count` in one list, which is one value.
  static RelationPtr ListOf(int64_t count) {
    return GroupBy(Range(1, count), 5, {},
                   List(Aggregate("collect_list", DataType::Array(TypeId::kBigint),
                                  List(Column(1, TypeId::kBigint)))));
  }
  // So many groups, which are held until the last of them is read.
  static RelationPtr GroupsOf(int64_t count) {
    return GroupBy(Range(1, count), 5, List(Column(1, TypeId::kBigint)),
                   List(Aggregate("collect_list", DataType::Array(TypeId::kBigint),
                                  List(Column(1, TypeId::kBigint)))));
  }
  static RelationPtr Endless() {
    return GroupBy(
        Square(1, 300'000), 5, {},
        List(Aggregate("max", TypeId::kBigint,
                       List(Add(Column(1, TypeId::kBigint), Column(2, TypeId::kBigint))))));
  }

  std::unique_ptr<Engine> shared_;
};

TEST_F(ConnectionsTest, AnInterruptEndsOnlyItsOwn) {
  const auto other = Connect();
  std::atomic<bool> ended = false;
  std::thread thread([&] {
    const std::string outcome = OutcomeOn(*other, *Endless());
    ended = true;
    EXPECT_NE(outcome.find(ErrorCodeName(ErrorCode::kInstanceCancelled)), std::string::npos)
        << outcome;
  });
  while (!other->Progress().has_value()) std::this_thread::yield();
  EXPECT_EQ(OutcomeOn(*engine_, *Range(1, 100'000)), "100000 rows");
  EXPECT_FALSE(ended);
  while (!ended) other->Interrupt();
  thread.join();
  EXPECT_EQ(RunExpression(Int(1)), "1");
}

// A function of ours looks at the statement that calls it.
TEST_F(ConnectionsTest, AnInterruptIsNotSeenByOthersFunctions) {
  const auto other = Connect();
  const auto replaced = [] {
    return Call("regexp_replace", TypeId::kString,
                List(Text("a1b2"), Text("(?<=a)[0-9]"), Text("")));
  };
  EXPECT_EQ(RunExpression(replaced()), "ab2");
  other->Interrupt();
  EXPECT_EQ(RunExpression(replaced()), "ab2");
}

// A statement that is open on the connection ends with the next one, and so does its transaction.
TEST_F(ConnectionsTest, FunctionsOutliveAnOpenStatement) {
  auto open = engine_->Query(*Range(1, 1'000'000), bindings_, settings_);
  ASSERT_TRUE(open.ok()) << open.error().ToString();
  ASSERT_TRUE((*open)->Next().ok());
  const auto replaced = [] {
    return Call("regexp_replace", TypeId::kString,
                List(Text("a1b2"), Text("(?<=a)[0-9]"), Text("")));
  };
  EXPECT_EQ(RunExpression(replaced()), "ab2");
  EXPECT_EQ(RunExpression(replaced()), "ab2");
}

TEST_F(ConnectionsTest, EachHasItsZone) {
  const auto other = Connect();
  settings_.time_zone = "Asia/Tokyo";
  EXPECT_EQ(RunExpression(Call("from_unixtime", TypeId::kDatetime, List(Bigint(0)))),
            "1970-01-01 09:00:00");
  ExecutionSettings utc;
  utc.time_zone = "UTC";
  ASSERT_TRUE(other
                  ->Query(*Select(List(Call("from_unixtime", TypeId::kDatetime, List(Bigint(0))))),
                          bindings_, utc)
                  .ok());
  EXPECT_EQ(RunExpression(Call("from_unixtime", TypeId::kDatetime, List(Bigint(0)))),
            "1970-01-01 09:00:00");
}

// Who is refused what others hold waits for them; who asks for too much is told so.
TEST_F(ConnectionsTest, MemoryThatOthersHoldIsWaitedFor) {
  const auto other = Connect();
  auto held = other->Query(*GroupsOf(700'000), bindings_, settings_);
  ASSERT_TRUE(held.ok()) << held.error().ToString();
  std::string outcome;
  std::atomic<bool> ended = false;
  std::thread thread([&] {
    outcome = OutcomeOn(*engine_, *ListOf(2'090'000));
    ended = true;
  });
  // The engine's own words tell of the first attempt.
  const auto was_refused = [this] {
    std::ifstream words(folder_ + "/words.txt");
    return words.peek() != std::ifstream::traits_type::eof();
  };
  while (!was_refused() && !ended) std::this_thread::yield();
  EXPECT_FALSE(ended);
  held->reset();
  thread.join();
  EXPECT_EQ(outcome, "1 rows");
  EXPECT_NE(OutcomeOn(*engine_, *ListOf(15'000'000)).find(ErrorCodeName(ErrorCode::kOutOfMemory)),
            std::string::npos);
}

// Nothing is kept for a stream that nobody reads to its end.
TEST_F(ConnectionsTest, AStreamDroppedEarlyHoldsNothing) {
  std::vector<std::unique_ptr<Connection>> idle;
  for (int i = 0; i < 5; ++i) {
    idle.push_back(Connect());
    ASSERT_TRUE(idle.back()->Query(*GroupsOf(200'000), bindings_, settings_).ok());
  }
  EXPECT_EQ(OutcomeOn(*engine_, *ListOf(2'090'000)), "1 rows");
}

TEST_F(ConnectionsTest, SeededNumbersAreTheSameBesideOthers) {
  const auto numbers = [] {
    return Project(Range(1, 10'000), 3, List(Call("rand", TypeId::kDouble, List(Bigint(7)))));
  };
  const std::string alone = Outcome(*numbers());
  const auto other = Connect();
  std::atomic<bool> ended = false;
  std::thread thread([&] {
    while (!ended) OutcomeOn(*other, *Range(1, 300'000));
  });
  EXPECT_EQ(Outcome(*numbers()), alone);
  ended = true;
  thread.join();
}

TEST_F(ConnectionsTest, AConnectionOutlivesItsEngine) {
  shared_.reset();
  EXPECT_EQ(RunExpression(Int(1)), "1");
}

TEST(StatementsTest, WhoHasAskedForMost) {
  Statements statements;
  const auto greedy = std::make_shared<StatementState>(statements, 0);
  const auto modest = std::make_shared<StatementState>(statements, 0);
  statements.Set(1, greedy);
  statements.Set(2, modest);
  greedy->Ask(1000);
  modest->Ask(10);
  // One that is not worked on takes nothing.
  EXPECT_TRUE(statements.AskedMost(*modest));
  greedy->busy = 1;
  EXPECT_TRUE(statements.AskedMost(*greedy));
  EXPECT_FALSE(statements.AskedMost(*modest));
  statements.Remove(1);
  EXPECT_TRUE(statements.AskedMost(*modest));
}

}  // namespace
}  // namespace paisql::engine::test
