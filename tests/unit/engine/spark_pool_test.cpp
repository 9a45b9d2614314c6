// Clients of Spark that end, and those that are lent again. A shell script stands for Python: it
// speaks the first frame and then does what its remote says.

#include "engine/spark/run/spark_pool.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace paisql::engine::spark {
namespace {

class SparkPoolTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = (std::filesystem::temp_directory_path() / "paisql-spark-XXXXXX").string();
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    std::ofstream(folder_ + "/hello", std::ios::binary)
        << workers::WriteFrame(workers::MakeHello("spark", {{"sail", true}}));
    workers::Frame answer;
    answer.number = 1;
    std::ofstream(folder_ + "/answer", std::ios::binary) << workers::WriteFrame(answer);
    options_.python = folder_ + "/python";
    // The remote "ends" leaves when it is asked, "answers" answers one question.
    std::ofstream(options_.python)
        << "#!/bin/sh\ncat hello >&3\nhead -c 1 <&3 >/dev/null\n"
           "[ \"$PAISQL_SPARK_REMOTE\" = ends ] && exit 3\ncat answer >&3\n"
           "cat <&3 >/dev/null\n";
    ASSERT_EQ(chmod(options_.python.c_str(), 0700), 0);
    options_.folder = folder_;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Status Ask(SparkWorker& worker) {
    PAISQL_TRY(worker.Ready());
    PAISQL_TRY(worker.Begin({.text = "{}"}));
    return worker.Read([](const workers::Frame&) {});
  }

  std::string folder_;
  SparkWorkerOptions options_;
  std::shared_ptr<SparkPool> pool_ = std::make_shared<SparkPool>();
};

TEST_F(SparkPoolTest, AClientThatEndedIsNotLentAgain) {
  options_.remote = "ends";
  auto worker = pool_->Take(options_);
  ASSERT_TRUE(worker.ok()) << worker.error().ToString();
  const SparkWorker* const first = worker->get();
  EXPECT_TRUE(first->Lives());
  EXPECT_EQ(Ask(**worker).error().code, ErrorCode::kEnvironment);
  EXPECT_FALSE(first->Lives());
  worker->reset();
  worker = pool_->Take(options_);
  ASSERT_TRUE(worker.ok());
  EXPECT_TRUE((*worker)->Lives());
}

TEST_F(SparkPoolTest, AClientThatAnswersIsLentAgainForTheSameOptions) {
  options_.remote = "answers";
  auto worker = pool_->Take(options_);
  ASSERT_TRUE(worker.ok()) << worker.error().ToString();
  const SparkWorker* const first = worker->get();
  EXPECT_TRUE(Ask(**worker).ok());
  worker->reset();
  SparkWorkerOptions others = options_;
  others.program = "/other";
  const auto other = pool_->Take(others);
  ASSERT_TRUE(other.ok());
  EXPECT_NE(other->get(), first);
  worker = pool_->Take(options_);
  ASSERT_TRUE(worker.ok());
  EXPECT_EQ(worker->get(), first);
}

TEST_F(SparkPoolTest, AClientThatEndsBeforeItsHelloIsAnError) {
  std::filesystem::remove(folder_ + "/hello");
  options_.python = folder_ + "/dead";
  std::ofstream(options_.python) << "#!/bin/sh\nexit 1\n";
  ASSERT_EQ(chmod(options_.python.c_str(), 0700), 0);
  const auto worker = pool_->Take(options_);
  ASSERT_TRUE(worker.ok());
  EXPECT_EQ((*worker)->Ready().error().code, ErrorCode::kEnvironment);
  EXPECT_FALSE((*worker)->Lives());
}

TEST_F(SparkPoolTest, AMissingPythonIsNamedWithItsCure) {
  options_.python = folder_ + "/none";
  const auto worker = pool_->Take(options_);
  ASSERT_FALSE(worker.ok());
  EXPECT_NE(worker.error().hint.find("scripts/setup --spark"), std::string::npos);
}

}  // namespace
}  // namespace paisql::engine::spark
