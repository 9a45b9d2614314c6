// Real programs at three pipes: how they end, what they leave behind, and that nothing is lost.

#include "transform/script_process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/events/event_sources.h"

namespace paisql::transform {
namespace {

using ::testing::HasSubstr;

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    read_end = Descriptor(ends[0]);
    write_end = Descriptor(ends[1]);
  }
  // Waits until nobody holds the writing end any more.
  void AwaitEnd() {
    write_end.Close();
    ASSERT_TRUE(AwaitReadable(read_end.get()));
    char byte = 0;
    EXPECT_EQ(read(read_end.get(), &byte, 1), 0);
  }
  Descriptor read_end;
  Descriptor write_end;
};

SpawnOptions ShellOptions(const std::string& line) {
  SpawnOptions options;
  options.command = {"/bin/sh", "-c", line};
  options.environment = EnvironmentWith({});
  options.dies_with_caller = true;
  return options;
}

// Writes and reads as the run of a TRANSFORM does: each end gets its turn whenever one is ready.
class ScriptProcessTest : public ::testing::Test {
 protected:
  void Start(const std::string& line) {
    const Status started = process_.Start(ShellOptions(line));
    ASSERT_TRUE(started.ok()) << started.error().ToString();
  }

  void Turn() {
    const Status waited = process_.Wait(!input_.empty());
    ASSERT_TRUE(waited.ok()) << waited.error().ToString();
    process_.Write(input_);
    if (input_.empty()) process_.CloseInput();
    process_.ReadErrors(errors_);
    process_.ReadOutput(output_);
  }

  // waitpid's status of the script, which has been given all of the input that it takes.
  int RunToEnd(std::string_view input = {}) {
    input_ = input;
    if (input_.empty()) process_.CloseInput();
    while (!HasFailure()) {
      Turn();
      if (!process_.input_open()) input_ = {};
      if (process_.output_open()) continue;
      const std::optional<int> status = process_.TakeStatus();
      if (!status.has_value()) continue;
      process_.ReadErrors(errors_);
      return *status;
    }
    return -1;
  }

  // Reads until the script's output says so; its input stays open.
  void ReadUntil(const std::string& output) {
    while (!HasFailure() && output_ != output) {
      ASSERT_TRUE(process_.output_open()) << output_;
      ASSERT_TRUE(process_.Wait(false).ok());
      process_.ReadOutput(output_);
    }
  }

  EventLoop loop_;
  ScriptProcess process_{loop_};
  std::string_view input_;
  std::string output_;
  std::string errors_;
};

int ExitStatus(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
int KillingSignal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : -1; }

TEST_F(ScriptProcessTest, ProgramThatDoesNotExist) {
  SpawnOptions options = ShellOptions("");
  options.command = {"/no/such/program"};
  const Status started = process_.Start(std::move(options));
  ASSERT_FALSE(started.ok());
  EXPECT_THAT(started.error().detail, HasSubstr("/no/such/program"));
}

TEST_F(ScriptProcessTest, OutputErrorsAndStatusZero) {
  Start("echo out; echo err >&2");
  EXPECT_EQ(ExitStatus(RunToEnd()), 0);
  EXPECT_EQ(output_, "out\n");
  EXPECT_EQ(errors_, "err\n");
}

TEST_F(ScriptProcessTest, ExitStatus) {
  Start("echo out; exit 7");
  EXPECT_EQ(ExitStatus(RunToEnd()), 7);
  EXPECT_EQ(output_, "out\n");
}

TEST_F(ScriptProcessTest, KilledBySignal) {
  Start("echo out; kill -TERM $$; echo never");
  EXPECT_EQ(KillingSignal(RunToEnd()), SIGTERM);
  EXPECT_EQ(output_, "out\n");
}

TEST_F(ScriptProcessTest, NoOutput) {
  Start("exec cat >/dev/null");
  EXPECT_EQ(ExitStatus(RunToEnd("a\nb\n")), 0);
  EXPECT_EQ(output_, "");
  EXPECT_EQ(errors_, "");
}

// With its output closed, only the end of the script itself is left to wait for.
TEST_F(ScriptProcessTest, OutputClosedLongBeforeTheEnd) {
  Start("exec >&-; cat >&2; exit 3");
  EXPECT_EQ(ExitStatus(RunToEnd("late")), 3);
  EXPECT_EQ(output_, "");
  EXPECT_EQ(errors_, "late");
}

TEST_F(ScriptProcessTest, NoStatusBeforeTheEnd) {
  Start("echo ready; cat");
  ReadUntil("ready\n");
  EXPECT_EQ(process_.TakeStatus(), std::nullopt);
  EXPECT_EQ(ExitStatus(RunToEnd("more")), 0);
  EXPECT_EQ(output_, "ready\nmore");
}

TEST_F(ScriptProcessTest, InputClosedEarly) {
  const std::string input(1 << 20, 'x');
  Start("exec <&-; echo closed; exit 5");
  EXPECT_EQ(ExitStatus(RunToEnd(input)), 5);
  EXPECT_EQ(output_, "closed\n");
  EXPECT_FALSE(process_.input_open());
  // The signal of the write that nobody reads has gone with it.
  sigset_t pending;
  ASSERT_EQ(sigpending(&pending), 0);
  EXPECT_EQ(sigismember(&pending, SIGPIPE), 0);
}

TEST_F(ScriptProcessTest, LargeInputAndOutputAtOnce) {
  std::string input;
  while (input.size() < (4U << 20)) input += std::to_string(input.size()) + '\n';
  Start("exec cat");
  EXPECT_EQ(ExitStatus(RunToEnd(input)), 0);
  EXPECT_TRUE(output_ == input) << output_.size() << " bytes of " << input.size();
}

TEST_F(ScriptProcessTest, LargeErrorsAlone) {
  Start("exec head -c 2000000 /dev/zero >&2");
  EXPECT_EQ(ExitStatus(RunToEnd()), 0);
  EXPECT_EQ(output_, "");
  EXPECT_EQ(errors_.size(), 2000000U);
}

// A script may ask there for what it then reads.
TEST_F(ScriptProcessTest, ErrorsComeWhenTheyAreWritten) {
  Start("echo asking >&2; exec cat");
  while (errors_ != "asking\n") {
    ASSERT_TRUE(process_.Wait(false).ok());
    process_.ReadErrors(errors_);
  }
  EXPECT_EQ(ExitStatus(RunToEnd("answer")), 0);
  EXPECT_EQ(output_, "answer");
}

TEST_F(ScriptProcessTest, LargeErrorsBesideLargeOutput) {
  const std::string input(2 << 20, 'x');
  Start("exec tee /dev/stderr");
  EXPECT_EQ(ExitStatus(RunToEnd(input)), 0);
  EXPECT_TRUE(output_ == input) << output_.size() << " bytes of " << input.size();
  EXPECT_TRUE(errors_ == input) << errors_.size() << " bytes of " << input.size();
}

// While the script does not read, a write takes what the pipe holds; the rest stays the caller's.
TEST_F(ScriptProcessTest, FullPipeTakesNoMore) {
  Pipe gate;
  SpawnOptions options = ShellOptions("cat <&3; exec cat");
  options.inherited = {gate.read_end.get()};
  ASSERT_TRUE(process_.Start(std::move(options)).ok());
  const std::string input(1 << 20, 'x');
  std::string_view rest = input;
  for (size_t before = rest.size() + 1; rest.size() < before;) {
    before = rest.size();
    process_.Write(rest);
  }
  EXPECT_LT(rest.size(), input.size());
  EXPECT_GT(rest.size(), 0U);
  EXPECT_TRUE(process_.input_open());
  gate.write_end.Close();
  EXPECT_EQ(ExitStatus(RunToEnd(rest)), 0);
  EXPECT_TRUE(output_ == input) << output_.size() << " bytes of " << input.size();
}

// What a child writes to the output of its parent is read, though the parent has ended.
TEST_F(ScriptProcessTest, ChildLeftBehindHoldsTheOutput) {
  Start("exec 3<&0; (echo $(cat <&3) >&1) & echo early; exit 4");
  ReadUntil("early\n");
  EXPECT_TRUE(process_.output_open());
  EXPECT_EQ(ExitStatus(RunToEnd("late")), 4);
  EXPECT_EQ(output_, "early\nlate\n");
}

// Nobody waits for a child that holds only the errors: it is killed when the script's status is
// taken.
TEST_F(ScriptProcessTest, ChildLeftBehindHoldsTheErrors) {
  Pipe held;
  SpawnOptions options = ShellOptions("echo err >&2; sleep 1000 >/dev/null & exit 0");
  options.inherited = {held.write_end.get()};
  ASSERT_TRUE(process_.Start(std::move(options)).ok());
  EXPECT_EQ(ExitStatus(RunToEnd()), 0);
  EXPECT_EQ(errors_, "err\n");
  held.AwaitEnd();
}

TEST(ScriptProcessEndTest, TheGroupEndsWithTheObject) {
  Pipe held;
  {
    EventLoop loop;
    ScriptProcess process(loop);
    SpawnOptions options = ShellOptions("sleep 1000 & echo ready; sleep 1000");
    options.inherited = {held.write_end.get()};
    ASSERT_TRUE(process.Start(std::move(options)).ok());
    std::string output;
    while (output.empty()) {
      ASSERT_TRUE(process.Wait(false).ok());
      process.ReadOutput(output);
    }
  }
  held.AwaitEnd();
}

TEST_F(ScriptProcessTest, BellOfAnotherThreadEndsTheWait) {
  Start("exec cat");
  const Result<Bell> bell = Bell::Make();
  ASSERT_TRUE(bell.ok());
  bool rung = false;
  const EventLoop::Watch watch = loop_.Add(bell->descriptor(), EventLoop::Interest::kRead, [&] {
    rung = true;
    bell->Silence();
  });
  {
    const std::jthread other([&bell] { bell->Ring(); });
    ASSERT_TRUE(process_.Wait(false).ok());
  }
  EXPECT_TRUE(rung);
  EXPECT_EQ(process_.TakeStatus(), std::nullopt);
  // The script has noticed nothing of it.
  EXPECT_EQ(ExitStatus(RunToEnd("still here")), 0);
  EXPECT_EQ(output_, "still here");
}

}  // namespace
}  // namespace paisql::transform
