// The parts of the local place: pipes, and the kernel's word for an end.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "jobs/place/output_pipe.h"
#include "jobs/place/wait_status.h"

namespace paisql::jobs {
namespace {

TEST(OutputPipeTest, WhoWritesWithoutEndIsReadInPieces) {
  auto pipe = OutputPipe::Make(1 << 20);
  ASSERT_TRUE(pipe.ok());
  ASSERT_GE(fcntl(pipe->input(), F_GETPIPE_SZ), 1 << 20);
  const std::string text(400'000, 'x');
  ASSERT_EQ(write(pipe->input(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  size_t got = 0;
  const auto take = [&got](std::string_view bytes) { got += bytes.size(); };
  pipe->Pump(100'000, take);
  EXPECT_GE(got, 100'000U);
  EXPECT_LT(got, 200'000U);
  pipe->Pump(1'000'000, take);
  EXPECT_EQ(got, text.size());
  // Nothing is there, and nobody waits.
  pipe->Pump(1, take);
  EXPECT_EQ(got, text.size());
}

TEST(WaitStatusTest, AnEndIsToldInWords) {
  const ProcessEnd exited = EndOfStatus(3 << 8, MemoryKill::kMachine);
  EXPECT_EQ(exited.kind, ProcessEnd::Kind::kExited);
  EXPECT_EQ(exited.exit_status, 3);
  EXPECT_EQ(exited.reason, "ended with exit status 3");
  EXPECT_EQ(exited.memory, MemoryKill::kNone);
  EXPECT_TRUE(EndOfStatus(0, MemoryKill::kNone).Succeeded());

  const ProcessEnd killed = EndOfStatus(SIGKILL, MemoryKill::kOwnLimit);
  EXPECT_EQ(killed.kind, ProcessEnd::Kind::kKilled);
  EXPECT_EQ(killed.exit_status, 137);
  EXPECT_EQ(killed.reason, "was killed by SIGKILL");
  EXPECT_EQ(killed.memory, MemoryKill::kOwnLimit);
  // Another signal is not the kernel's for want of memory.
  EXPECT_EQ(EndOfStatus(SIGSEGV, MemoryKill::kOwnLimit).memory, MemoryKill::kNone);
  EXPECT_EQ(EndOfStatus(SIGABRT, MemoryKill::kNone).kind, ProcessEnd::Kind::kAborted);
}

}  // namespace
}  // namespace paisql::jobs
