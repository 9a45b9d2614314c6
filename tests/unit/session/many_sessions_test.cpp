// Sessions of one process on one home and one engine: each with its own statement, interrupt,
// settings and limits.

#include <array>
#include <atomic>
#include <latch>
#include <thread>

#include "session/session_fixture.h"

namespace paisql::session {
namespace {

namespace fs = std::filesystem;

class ManySessionsTest : public ::testing::Test {
 protected:
  ManySessionsTest() {
    home_ = (fs::temp_directory_path() / "paisql-many-XXXXXX").string();
    PAISQL_ASSERT(mkdtemp(home_.data()) != nullptr, "no folder for the test");
    HomeOptions options;
    options.home_path = home_;
    options.engines =
        engine::BuiltInEngines((fs::read_symlink("/proc/self/exe").parent_path() / "lib").string());
    options.tells_progress = true;
    context_ = std::make_shared<HomeContext>(std::move(options));
  }
  ~ManySessionsTest() override {
    context_.reset();
    std::error_code ignored;
    fs::remove_all(home_, ignored);
  }

  std::unique_ptr<Session> Open() {
    SessionOptions options;
    options.settings = {{"paisql.memory_limit", "300MB"}, {"paisql.threads", "2"}};
    auto session = Session::Open(context_, std::move(options));
    PAISQL_ASSERT(session.ok(), session.ok() ? "" : session.error().detail.c_str());
    return std::move(session).value();
  }

  // The rows of the last statement, or "code: detail" of the first that fails.
  static std::string Run(Session& session, const std::string& script) {
    KeepingSink sink;
    for (const syntax::StatementText& statement : syntax::SplitStatements(script)) {
      sink = KeepingSink();
      const Result<Outcome> outcome = session.Execute(statement, sink);
      if (!outcome.ok()) return outcome.error().ToString();
    }
    std::string text;
    for (const std::string& row : sink.rows) text += (text.empty() ? "" : "\n") + row;
    return text;
  }

  std::string home_;
  std::shared_ptr<HomeContext> context_;
};

constexpr char kEndless[] =
    "SELECT /*+ MAPJOIN(b) */ MAX(a.n * b.n) FROM (SELECT EXPLODE(SEQUENCE(1, 300000)) AS n) a "
    "CROSS JOIN (SELECT EXPLODE(SEQUENCE(1, 300000)) AS n) b;";
// A list is one value, and no value is spilled.
constexpr char kTooMuch[] =
    "SELECT SIZE(COLLECT_LIST(CONCAT(n, ' is a text of some length'))) FROM "
    "(SELECT EXPLODE(SEQUENCE(1, 20000000)) AS n) a;";
constexpr char kOfSeed[] = "SELECT RAND(7), n FROM (SELECT EXPLODE(SEQUENCE(1, 5000)) AS n) a;";

// What session `number` does, and what comes of it.
struct Step {
  std::string script;
  std::string rows;
};

std::vector<Step> StepsOf(int number, const std::string& of_seed) {
  const std::string own = "own_" + std::to_string(number);
  const std::string n = std::to_string(number);
  struct Zone {
    const char* name;
    const char* begin;
  };
  constexpr std::array<Zone, 3> kZones = {{{"Asia/Shanghai", "1970-01-01 08:00:00"},
                                           {"Asia/Tokyo", "1970-01-01 09:00:00"},
                                           {"UTC", "1970-01-01 00:00:00"}}};
  const Zone zone = kZones[static_cast<size_t>(number) % kZones.size()];
  std::vector<Step> steps = {
      {"CREATE TABLE " + own +
           " AS SELECT n, CONCAT('t', n) AS s FROM (SELECT EXPLODE(SEQUENCE(1, " + n +
           " + 1000)) AS n) a;",
       ""},
      {"INSERT INTO " + own + " VALUES (-1, 'x'), (-2, NULL);", ""},
      {"SELECT COUNT(*), SUM(n) < 0, COUNT(s) FROM " + own + ";",
       std::to_string(number + 1002) + "\tfalse\t" + std::to_string(number + 1001)},
      {"INSERT INTO shared SELECT " + n + ", n FROM " + own + " WHERE n BETWEEN 1 AND 10;", ""},
      {std::string("SET odps.sql.timezone=") + zone.name + "; SELECT FROM_UNIXTIME(0);",
       zone.begin},
      {"SELECT GET_JSON_OBJECT(CONCAT('{\"a\":[', n, ']}'), '$.a[0]'), REGEXP_REPLACE(s, '[0-9]', "
       "'') "
       "FROM " +
           own + " WHERE n = " + n + " + 1;",
       std::to_string(number + 1) + "\tt"},
      // Planned without some of the optimizers, beside others that are planned with all.
      {"SELECT COUNT(*) FROM (SELECT n FROM " + own + " ORDER BY n LIMIT 5) a JOIN " + own +
           " b ON a.n = b.n;",
       "5"},
      {"SELECT LENGTH(REPEAT('ab', " + n + "));", std::to_string(2 * number)},
  };
  if (number % 8 == 3) steps.push_back({kOfSeed, of_seed});
  steps.push_back({"DROP TABLE " + own + ";", ""});
  return steps;
}

TEST_F(ManySessionsTest, SixtyFourAtOnce) {
  constexpr int kSessions = 64;
  constexpr int kBeforeInterrupt = 8;
  const std::unique_ptr<Session> first = Open();
  ASSERT_EQ(Run(*first, "CREATE TABLE shared (owner BIGINT, n BIGINT);"), "");
  const std::string of_seed = Run(*first, kOfSeed);

  std::latch begin(kSessions + 2);
  std::latch some_ended(kBeforeInterrupt);
  std::atomic<int> ended = 0;
  std::vector<std::thread> threads;
  for (int number = 0; number < kSessions; ++number) {
    threads.emplace_back([&, number] {
      const std::unique_ptr<Session> session = Open();
      begin.arrive_and_wait();
      for (const Step& step : StepsOf(number, of_seed)) {
        EXPECT_EQ(Run(*session, step.script), step.rows) << number << ": " << step.script;
      }
      if (ended++ < kBeforeInterrupt) some_ended.count_down();
    });
  }

  const std::unique_ptr<Session> endless = Open();
  std::atomic<bool> interrupted = false;
  threads.emplace_back([&] {
    begin.arrive_and_wait();
    const std::string cancelled = Run(*endless, kEndless);
    interrupted = true;
    EXPECT_NE(cancelled.find(ErrorCodeName(ErrorCode::kInstanceCancelled)), std::string::npos)
        << cancelled;
    EXPECT_EQ(Run(*endless, "SELECT 1;"), "1");
  });
  threads.emplace_back([&] {
    const std::unique_ptr<Session> greedy = Open();
    begin.arrive_and_wait();
    const std::string refused = Run(*greedy, kTooMuch);
    EXPECT_NE(refused.find(ErrorCodeName(ErrorCode::kOutOfMemory)), std::string::npos) << refused;
    EXPECT_EQ(Run(*greedy, "SELECT 1;"), "1");
  });

  some_ended.wait();
  // One that has not begun is not interrupted.
  while (!interrupted) {
    if (endless->Progress().has_value()) endless->Interrupt();
    std::this_thread::yield();
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Run(*first, "SELECT COUNT(*), COUNT(DISTINCT owner), SUM(n) FROM shared;"),
            "640\t64\t3520");
}

// The engine goes on when the session goes whose folder it spills into.
TEST_F(ManySessionsTest, TheFirstSessionMayEndFirst) {
  std::unique_ptr<Session> first = Open();
  ASSERT_EQ(Run(*first, "SELECT 1;"), "1");
  const std::unique_ptr<Session> second = Open();
  ASSERT_EQ(Run(*second, "SELECT 2;"), "2");
  first.reset();
  EXPECT_EQ(Run(*second, "SELECT 3; CREATE TABLE t AS SELECT 1 AS a; SELECT a FROM t;"), "1");
}

// A session that changes what it wants of the engine leaves the others' statements alone.
TEST_F(ManySessionsTest, EachHasItsOwnLimits) {
  const std::unique_ptr<Session> one = Open();
  const std::unique_ptr<Session> other = Open();
  EXPECT_EQ(Run(*one, "SELECT 1;"), "1");
  EXPECT_EQ(Run(*other, "SET paisql.memory_limit=100MB; SET paisql.threads=1; SELECT 2;"), "2");
  EXPECT_EQ(Run(*one, "SELECT COUNT(*) FROM (SELECT EXPLODE(SEQUENCE(1, 100000)) AS n) a;"),
            "100000");
  const std::string folder = home_ + "/elsewhere";
  EXPECT_EQ(Run(*other, "SET paisql.temp_directory=" + folder + "; SELECT 3;"), "3");
  EXPECT_EQ(Run(*one, "SELECT 4;"), "4");
}

}  // namespace
}  // namespace paisql::session
