// Processes of functions: that they are shared, what they find, and how their ends are told.

#include "udf/function_pool.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <future>
#include <optional>
#include <thread>

#include "unit/udf/stub_functions.h"

namespace paisql::udf {
namespace {

namespace fs = std::filesystem;

bool GoesOn() { return false; }

class FunctionPoolTest : public ::testing::Test {
 public:
  FunctionPoolTest() {
    std::string made = (fs::temp_directory_path() / "paisql-pool-test-XXXXXX").string();
    folder_ = mkdtemp(made.data());
    WriteStub(folder_ / "python");
    pool_.Configure({TestPython(), (folder_ / "python").string(), (folder_ / "work").string(), 2});
  }
  ~FunctionPoolTest() override {
    pool_.Stop();
    EXPECT_FALSE(fs::exists(folder_ / "work"));
    fs::remove_all(folder_);
  }

 protected:
  FunctionSpec Spec(const std::string& class_name) const {
    FunctionSpec spec;
    spec.name = "my_function";
    spec.class_name = class_name;
    spec.arguments = {TypeId::kBigint};
    spec.results = {TypeId::kBigint};
    spec.environment = std::make_shared<const Environment>(environment_);
    return spec;
  }
  Result<WorkerLease> Take(const std::string& class_name, Hold hold = Hold::kQuestion) {
    return pool_.Take(Spec(class_name), "UTC", GoesOn, printed_, hold);
  }
  // The text of an answer, or the error.
  std::string Ask(const std::string& class_name) {
    Result<WorkerLease> lease = Take(class_name);
    if (!lease.ok()) return lease.error().ToString();
    const Result<workers::Frame> answer = lease->Call("evaluate", "payload", GoesOn);
    return answer.ok() ? answer->text + "|" + answer->payload : answer.error().ToString();
  }

  fs::path folder_;
  Environment environment_;
  std::shared_ptr<PrintedOutput> printed_ = std::make_shared<PrintedOutput>(1000);
  FunctionPool pool_;
};

TEST_F(FunctionPoolTest, AProcessIsUsedAgain) {
  const std::string first = Ask("x.Pid");
  EXPECT_EQ(first, Ask("x.Pid"));
  EXPECT_EQ(Ask("x.Echo"), "|payload");
  environment_.key = "another";
  EXPECT_NE(first, Ask("x.Pid"));
}

TEST_F(FunctionPoolTest, WhoWaitsGetsAProcessThatIsFreeOrStops) {
  std::optional<WorkerLease> first(*Take("x.Echo"));
  const std::optional<WorkerLease> second(*Take("x.Echo"));
  std::atomic<int> asked{0};
  const Result<WorkerLease> stopped = pool_.Take(
      Spec("x.Echo"), "UTC", [&] { return ++asked > 2; }, printed_);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, ErrorCode::kInstanceCancelled);
  // Who holds one for long waits for nobody.
  EXPECT_TRUE(Take("x.Echo", Hold::kStatement).ok());
  std::future<bool> waits = std::async(std::launch::async, [&] { return Take("x.Echo").ok(); });
  first.reset();
  EXPECT_TRUE(waits.get());
}

TEST_F(FunctionPoolTest, AnEndIsToldAndTheNextOneStarts) {
  const std::string crash = Ask("x.Crash");
  EXPECT_NE(crash.find("ODPS-0123055"), std::string::npos) << crash;
  EXPECT_NE(crash.find("my_function has ended: SIGSEGV"), std::string::npos) << crash;
  const std::string killed = Ask("x.Kill");
  EXPECT_NE(killed.find("ODPS-0123144"), std::string::npos) << killed;
  EXPECT_NE(killed.find("SigKill(OOM)"), std::string::npos) << killed;
  const std::string left = Ask("x.Leave");
  EXPECT_NE(left.find("exit status 3\nno more"), std::string::npos) << left;
  EXPECT_EQ(Ask("x.Echo"), "|payload");
}

TEST_F(FunctionPoolTest, OneThatTakesTooLongIsKilled) {
  environment_.timeout_s = 1;
  const std::string late = Ask("x.Hang");
  EXPECT_NE(late.find("ODPS-0123144"), std::string::npos) << late;
  EXPECT_NE(late.find("kInstanceMonitorTimeout"), std::string::npos) << late;
}

TEST_F(FunctionPoolTest, OneThatIsNotReadyInTimeIsToldApart) {
  for (const char* name : {"worker.py", "java_programs.py"}) {
    std::ofstream(folder_ / "python/paisql/functions" / name) << "import time\ntime.sleep(1000)\n";
  }
  FunctionPool pool;
  FunctionPoolOptions options{TestPython(), (folder_ / "python").string(),
                              (folder_ / "slow").string(), 1};
  options.start_s = 0;
  pool.Configure(options);
  environment_.timeout_s = 1800;
  const Result<WorkerLease> lease = pool.Take(Spec("x.C"), "UTC", GoesOn, printed_);
  ASSERT_FALSE(lease.ok());
  EXPECT_EQ(lease.error().detail,
            "the process of function my_function was not ready after 0 seconds");
  EXPECT_EQ(lease.error().hint, "run the statement again when the machine is less busy");

  // Rows of tables are written for Java first, which may take as long as a batch.
  const fs::path rows = folder_ / "rows.json";
  std::ofstream(rows) << R"({"columns": [], "files": []})";
  environment_.java = true;
  environment_.timeout_s = 1;
  environment_.resources = {{"t", rows.string(), Resource::Kind::kTable}};
  const Result<WorkerLease> java = pool.Take(Spec("x.C"), "UTC", GoesOn, printed_);
  ASSERT_FALSE(java.ok());
  EXPECT_EQ(java.error().detail,
            "the process of function my_function was not ready after 1 seconds");
  EXPECT_EQ(java.error().hint,
            "SET odps.sql.udf.timeout to more than 1, or give it smaller tables as resources");
  pool.Stop();
}

TEST_F(FunctionPoolTest, TheStatementsEndKillsIt) {
  Result<WorkerLease> lease = Take("x.Hang");
  ASSERT_TRUE(lease.ok()) << lease.error().ToString();
  std::atomic<int> asked{0};
  const Result<workers::Frame> answer = lease->Call("evaluate", "", [&] { return ++asked > 1; });
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::kInstanceCancelled);
}

TEST_F(FunctionPoolTest, TheUsersErrorsAreAnswers) {
  Result<WorkerLease> lease = Take("x.Fail");
  ASSERT_TRUE(lease.ok()) << lease.error().ToString();
  const Result<workers::Frame> answer = lease->Call("evaluate", "", GoesOn);
  ASSERT_TRUE(answer.ok()) << answer.error().ToString();
  ASSERT_EQ(answer->kind, workers::FrameKind::kError);
  const FunctionFailure failure = ReadFailure(*answer);
  EXPECT_EQ(failure.row, std::optional<size_t>(1));
  EXPECT_EQ(FailureError(failure, "(7, NULL)").detail,
            "Traceback (most recent call last):\nValueError: bad\nfile x.py, line 7\n"
            "with the arguments (7, NULL)");
  const Result<WorkerLease> missing = Take("x.Missing");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().detail, "ImportError: No module named x");
}

TEST_F(FunctionPoolTest, AnAnswerMayHaveSeveralFrames) {
  Result<WorkerLease> lease = Take("x.Many");
  ASSERT_TRUE(lease.ok());
  int frames = 0;
  EXPECT_TRUE(lease
                  ->Call("process", "p", GoesOn,
                         [&](const workers::Frame& frame) {
                           ++frames;
                           EXPECT_EQ(frame.payload, "p");
                           return Status::Ok();
                         })
                  .ok());
  EXPECT_EQ(frames, 3);
}

TEST_F(FunctionPoolTest, AnAnswerWithoutEndIsLeft) {
  environment_.timeout_s = 2;
  const auto ask = [&](const Stopped& stopped, const Status& taken) {
    Result<WorkerLease> lease = Take("x.Endless");
    if (!lease.ok()) return lease.error().code;
    return lease->Call("process", "p", stopped, [&](const workers::Frame&) { return taken; })
        .error()
        .code;
  };
  EXPECT_EQ(ask(GoesOn, Status::Ok()), CodeOf("ODPS-0123144"));
  int asked = 0;
  EXPECT_EQ(ask([&] { return ++asked > 1000; }, Status::Ok()), ErrorCode::kInstanceCancelled);
  EXPECT_EQ(ask(GoesOn, Error{ErrorCode::kIo, "the disk is full", {}, ""}), ErrorCode::kIo);
  EXPECT_EQ(Ask("x.Echo"), "|payload");
}

TEST_F(FunctionPoolTest, FindsItsResourcesAndItsPrintsAreKept) {
  std::ofstream(folder_ / "kept") << "def f(): pass\n";
  environment_.resources = {{"a.py", (folder_ / "kept").string(), Resource::Kind::kPython},
                            {"d.txt", (folder_ / "kept").string(), Resource::Kind::kFile}};
  environment_.codes = {{"embedded", "x = 1\n"}};
  EXPECT_EQ(Ask("x.Folder"), "a.py d.txt embedded.py|payload");
  environment_.resources = {{"b.py", (folder_ / "nowhere").string(), Resource::Kind::kPython}};
  environment_.key = "nowhere";
  EXPECT_NE(Ask("x.Folder").find("resource b.py cannot be copied"), std::string::npos);
  Result<WorkerLease> lease = Take("x.Print");
  ASSERT_FALSE(lease.ok());
  environment_.key = "prints";
  environment_.resources.clear();
  EXPECT_EQ(printed_->Take().text, "");
  ASSERT_TRUE(Take("x.Print")->Call("evaluate", "", GoesOn).ok());
  EXPECT_EQ(printed_->Take().text, "hello from the function\n");
  printed_ = std::make_shared<PrintedOutput>(5);
  ASSERT_TRUE(Take("x.Print")->Call("evaluate", "", GoesOn).ok());
  const Printed cut = printed_->Take();
  EXPECT_EQ(cut.text, "hello");
  EXPECT_EQ(cut.more_bytes, 19);
}

TEST_F(FunctionPoolTest, FilesAreInItsFolderAlone) {
  environment_.codes = {{"../embedded", "x = 1\n"}};
  EXPECT_NE(Ask("x.Folder").find("'../embedded' is not the name of a file"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder_ / "work/embedded.py"));
  environment_.codes.clear();
  std::ofstream(folder_ / "kept") << "1\n";
  environment_.resources = {{"..", (folder_ / "kept").string(), Resource::Kind::kFile}};
  EXPECT_NE(Ask("x.Folder").find("'..' is not the name of a file"), std::string::npos);
}

TEST_F(FunctionPoolTest, SecretsStayWithTheProgram) {
  setenv("PAISQL_TEST_PASSWORD", "geheim", 1);
  EXPECT_EQ(Ask("x.User"), "admin|payload");
  unsetenv("PAISQL_TEST_PASSWORD");
}

TEST_F(FunctionPoolTest, WithoutPythonItSaysSo) {
  FunctionPool pool;
  pool.Configure({});
  const Result<WorkerLease> lease = pool.Take(Spec("x.Echo"), "UTC", GoesOn, nullptr);
  ASSERT_FALSE(lease.ok());
  EXPECT_EQ(lease.error().code, ErrorCode::kEnvironment);
}

}  // namespace
}  // namespace paisql::udf
