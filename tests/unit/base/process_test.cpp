#include "base/process/process.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace paisql {
namespace {

TEST(ProcessTest, WithoutDescriptorsNothingCountsAsStarted) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few = {64, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  SpawnOptions options;
  options.command = {"/no/such/program"};
  options.output = "/dev/null";
  const Result<pid_t> pid = Spawn(options);
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_FALSE(pid.ok());
}

TEST(TracebackTest, SignalsHaveNames) {
  EXPECT_EQ(SignalName(9), "SIGKILL");
  EXPECT_EQ(SignalName(11), "SIGSEGV");
}

}  // namespace
}  // namespace paisql
