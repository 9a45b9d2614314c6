// The loop with real processes: what they print, how they end, and what interrupts whom.

#include "base/events/event_loop.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <memory>
#include <thread>
#include <vector>

#include "base/events/event_sources.h"
#include "base/files/files.h"
#include "base/process/process.h"
#include "base/system/clock.h"

namespace paisql {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Interest = EventLoop::Interest;

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    read_end = Descriptor(ends[0]);
    write_end = Descriptor(ends[1]);
  }
  Descriptor read_end;
  Descriptor write_end;
};

// A line of shell whose output the loop collects, and whose end it notices.
class Shell {
 public:
  Shell(EventLoop& loop, const std::string& line) {
    Pipe pipe;
    SpawnOptions options;
    options.command = {"/bin/sh", "-c", line};
    options.environment = EnvironmentWith({});
    options.streams = {-1, pipe.write_end.get(), pipe.write_end.get()};
    const Result<pid_t> pid = Spawn(options);
    EXPECT_TRUE(pid.ok()) << (pid.ok() ? "" : pid.error().ToString());
    pid_ = pid.ok() ? *pid : 0;
    output_ = std::move(pipe.read_end);
    watch_ = loop.Add(output_.get(), Interest::kRead, [this] { Read(); });
  }
  ~Shell() {
    if (status_ < 0 && pid_ > 0) Reap();
  }
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;

  bool running() const { return output_.open(); }
  const std::string& text() const { return text_; }
  // waitpid's, once nothing more is printed.
  int Reap() {
    if (status_ < 0) waitpid(pid_, &status_, 0);
    return status_;
  }

 private:
  void Read() {
    std::array<char, 4096> buffer{};
    const ssize_t count = read(output_.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) return;  // there is another turn
    if (count > 0) {
      text_.append(buffer.data(), static_cast<size_t>(count));
    } else {
      watch_.End();
      output_.Close();
    }
  }

  Descriptor output_;
  EventLoop::Watch watch_;
  std::string text_;
  pid_t pid_ = 0;
  int status_ = -1;
};

class EventLoopTest : public ::testing::Test {
 protected:
  void Run(const Shell& shell) {
    while (shell.running()) ASSERT_TRUE(loop_.Turn(kNever).ok());
  }

  EventLoop loop_;
};

TEST_F(EventLoopTest, AnExitStatusArrives) {
  Shell good(loop_, "exit 0");
  Shell bad(loop_, "echo no; exit 3");
  Run(good);
  Run(bad);
  EXPECT_EQ(good.Reap(), 0);
  EXPECT_EQ(WEXITSTATUS(bad.Reap()), 3);
  EXPECT_EQ(bad.text(), "no\n");
}

TEST_F(EventLoopTest, ASignalThatEndsAProcessArrives) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGKILL}) {
    Shell shell(loop_, "kill -" + std::to_string(number) + " $$; exec sleep 1000");
    Run(shell);
    ASSERT_TRUE(WIFSIGNALED(shell.Reap()));
    EXPECT_EQ(WTERMSIG(shell.Reap()), number);
  }
}

TEST_F(EventLoopTest, AProcessMayPrintNothing) {
  Shell shell(loop_, ":");
  Run(shell);
  EXPECT_EQ(shell.text(), "");
  EXPECT_EQ(shell.Reap(), 0);
}

TEST_F(EventLoopTest, StandardInputIsAtItsEnd) {
  Shell shell(loop_, "cat; read x; echo $?");
  Run(shell);
  EXPECT_EQ(shell.text(), "1\n");
}

TEST_F(EventLoopTest, ALotOfOutputArrivesWhole) {
  Shell shell(loop_, "head -c 3000000 /dev/zero | tr '\\0' x; echo >&2 end");
  Run(shell);
  EXPECT_EQ(shell.text().size(), 3'000'004U);
  EXPECT_TRUE(shell.text().ends_with("xend\n"));
}

TEST_F(EventLoopTest, ManyProcessesPrintAtOnce) {
  // Each waits until all are there.
  Pipe gate;
  std::vector<std::unique_ptr<Shell>> shells;
  const std::string wait = "read x </proc/" + std::to_string(getpid()) + "/fd/" +
                           std::to_string(gate.read_end.get()) + "; ";
  constexpr int kMany = 50;
  for (int i = 0; i < kMany; ++i) {
    shells.push_back(std::make_unique<Shell>(
        loop_, wait + "for n in 1 2 3; do echo " + std::to_string(i) + " $n; done"));
  }
  gate.write_end.Close();
  for (int i = 0; i < kMany; ++i) {
    const auto& shell = shells[static_cast<size_t>(i)];
    Run(*shell);
    const std::string number = std::to_string(i);
    EXPECT_EQ(shell->text(), number + " 1\n" + number + " 2\n" + number + " 3\n");
    EXPECT_EQ(shell->Reap(), 0);
  }
}

TEST_F(EventLoopTest, AProgramThatIsNotThereIsAnErrorOfItsStart) {
  SpawnOptions options;
  options.command = {"/no/such/program"};
  options.output = "/dev/null";
  const Result<pid_t> missing = Spawn(options);
  ASSERT_FALSE(missing.ok());
  EXPECT_THAT(missing.error().ToString(), HasSubstr("/no/such/program: No such file"));
  options.command = {"/bin/sh", "-c", "exit 0"};
  options.folder = "/no/such/folder";
  const Result<pid_t> nowhere = Spawn(options);
  ASSERT_FALSE(nowhere.ok());
  EXPECT_THAT(nowhere.error().ToString(), HasSubstr("/no/such/folder: No such file"));
}

// Counts the signals of a number while it lives.
class Handler {
 public:
  explicit Handler(int number) : number_(number) {
    taken = 0;
    struct sigaction action = {};
    action.sa_handler = [](int) { taken = taken + 1; };
    sigaction(number, &action, &before_);
  }
  ~Handler() { sigaction(number_, &before_, nullptr); }
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;

  static volatile sig_atomic_t taken;

 private:
  int number_;
  struct sigaction before_ = {};
};

volatile sig_atomic_t Handler::taken = 0;

TEST_F(EventLoopTest, AnInterruptedParentMissesNothing) {
  const Handler handler(SIGUSR1);
  Shell shell(loop_, "echo one; kill -USR1 $PPID; echo two; kill -USR1 $PPID; echo three");
  Run(shell);
  EXPECT_GT(Handler::taken, 0);
  EXPECT_EQ(shell.text(), "one\ntwo\nthree\n");
  EXPECT_EQ(shell.Reap(), 0);
}

TEST_F(EventLoopTest, ABlockedSignalIsAnEvent) {
  sigset_t before;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  BlockSignals({SIGUSR1, SIGUSR2});
  Result<SignalSource> source = SignalSource::Open({SIGUSR1, SIGUSR2});
  ASSERT_TRUE(source.ok());
  std::vector<int> taken;
  const EventLoop::Watch watch = loop_.Add(source->descriptor(), Interest::kRead, [&] {
    for (const int number : source->Take()) taken.push_back(number);
  });
  Shell shell(loop_, "kill -USR2 $PPID");
  Run(shell);
  while (taken.empty()) ASSERT_TRUE(loop_.Turn(kNever).ok());
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_THAT(taken, ElementsAre(SIGUSR2));
}

TEST_F(EventLoopTest, TheEndOfAProcessIsAnEvent) {
  Pipe gate;
  Shell shell(loop_, "read x </proc/" + std::to_string(getpid()) + "/fd/" +
                         std::to_string(gate.read_end.get()));
  const std::vector<pid_t> children = Descendants();
  ASSERT_FALSE(children.empty());
  const Descriptor ended = WatchProcess(IdentityOf(children.front()));
  ASSERT_TRUE(ended.open());
  EXPECT_FALSE(AwaitReadable(ended.get(), SteadyMs()));
  gate.write_end.Close();
  EXPECT_TRUE(AwaitReadable(ended.get()));
}

TEST_F(EventLoopTest, ABellOfAnotherThreadEndsATurn) {
  const Result<Bell> bell = Bell::Make();
  ASSERT_TRUE(bell.ok());
  int rung = 0;
  const EventLoop::Watch watch = loop_.Add(bell->descriptor(), Interest::kRead, [&] {
    bell->Silence();
    ++rung;
  });
  std::thread other([&bell] { bell->Ring(); });
  ASSERT_TRUE(loop_.Turn(kNever).ok());
  other.join();
  EXPECT_EQ(rung, 1);
  // It is silent now, and a deadline that is over waits for nobody.
  ASSERT_TRUE(loop_.Turn(SteadyMs()).ok());
  EXPECT_EQ(rung, 1);
}

TEST_F(EventLoopTest, WatchesAreServedInTheirOrderAndMayEndOneAnother) {
  Pipe pipe;
  pipe.write_end.Close();  // readable for ever
  std::string served;
  EventLoop::Watch second;
  EventLoop::Watch late;
  const EventLoop::Watch first = loop_.Add(pipe.read_end.get(), Interest::kRead, [&] {
    served += '1';
    second.End();
    if (served.size() > 1) return;
    late = loop_.Add(pipe.read_end.get(), Interest::kRead, [&] { served += 'l'; });
  });
  second = loop_.Add(pipe.read_end.get(), Interest::kRead, [&] { served += '2'; });
  const EventLoop::Watch third =
      loop_.Add(pipe.read_end.get(), Interest::kRead, [&] { served += '3'; });
  const EventLoop::Watch closed = loop_.Add(-1, Interest::kRead, [&] { served += 'x'; });
  ASSERT_TRUE(loop_.Turn(kNever).ok());
  EXPECT_EQ(served, "13");
  ASSERT_TRUE(loop_.Turn(kNever).ok());
  EXPECT_EQ(served, "1313l");
}

TEST_F(EventLoopTest, RoomToWriteIsAnEvent) {
  Pipe pipe;
  bool room = false;
  const EventLoop::Watch watch =
      loop_.Add(pipe.write_end.get(), Interest::kWrite, [&] { room = true; });
  ASSERT_TRUE(loop_.Turn(kNever).ok());
  EXPECT_TRUE(room);
  EXPECT_FALSE(AwaitReadable(pipe.read_end.get(), SteadyMs()));
  pipe.write_end.Close();
}

}  // namespace
}  // namespace paisql
