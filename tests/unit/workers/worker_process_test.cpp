// Frames to and from a real process, and its ends.

#include "workers/worker_process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <vector>

#include "unit/workers/stub_worker.h"

namespace paisql::workers {
namespace {

class WorkerProcessTest : public ::testing::Test {
 protected:
  void Start(const std::string& way, bool messages = false) {
    WorkerCommand command = StubCommand(way);
    command.messages = messages;
    auto worker = WorkerProcess::Start(command);
    ASSERT_TRUE(worker.ok()) << worker.error().ToString();
    worker_ = *std::move(worker);
  }
  void Listen() {
    worker_->Listen(loop_, {[this](Frame frame) { frames_.push_back(std::move(frame)); },
                            [this](const std::string& how) { end_ = how; }});
  }
  void Ask(const std::string& text, std::string payload = "") {
    Frame request;
    request.number = ++number_;
    request.text = text;
    request.payload = std::move(payload);
    worker_->Send(request);
  }
  // Until so many frames have come, or the end.
  void Turn(size_t frames) {
    while (frames_.size() < frames && end_.empty()) ASSERT_TRUE(loop_.Turn(kNever).ok());
  }
  std::string AwaitEnd() {
    while (end_.empty()) EXPECT_TRUE(loop_.Turn(kNever).ok());
    return end_;
  }

  EventLoop loop_;
  std::unique_ptr<WorkerProcess> worker_;
  std::vector<Frame> frames_;
  std::string end_;
  uint64_t number_ = 0;
};

TEST_F(WorkerProcessTest, AnswersInFrames) {
  Start("echo");
  Ask("before anybody listens");
  Listen();
  const std::string large(3 << 20, 'x');  // more than the socket holds
  Ask("large", large);
  Ask("error");
  Turn(4);
  ASSERT_EQ(frames_.size(), 4U);
  EXPECT_TRUE(ReadHello(frames_[0], kStubKind).ok());
  EXPECT_EQ(frames_[1].text, "before anybody listens");
  EXPECT_EQ(frames_[2].payload, large);
  EXPECT_EQ(frames_[3].kind, FrameKind::kError);
  EXPECT_EQ(frames_[3].number, 3U);
  EXPECT_EQ(frames_[3].code, 42);
}

TEST_F(WorkerProcessTest, ItsEndIsTold) {
  struct Case {
    const char* way;
    const char* request;
    const char* how;
  };
  const Case cases[] = {
      {"echo", "crash", "SIGKILL"},     {"echo", "garbage", "SIGKILL"},
      {"echo", "too large", "SIGKILL"}, {"echo", "end", "exit status 5"},
      {"leave", "", "exit status 3"},
  };
  for (const Case& one : cases) {
    frames_.clear();
    end_.clear();
    Start(one.way);
    Listen();
    Ask("whole");
    if (*one.request != '\0') Ask(one.request);
    EXPECT_EQ(AwaitEnd(), one.how) << one.request;
    const bool greets = one.way != std::string("leave");
    ASSERT_GE(frames_.size(), greets ? 2U : 0U);
    if (greets) {
      EXPECT_EQ(frames_[1].text, "whole");
    }
  }
}

TEST_F(WorkerProcessTest, IsKilled) {
  Start("echo");
  Listen();
  Turn(1);
  worker_->Kill();
  EXPECT_EQ(AwaitEnd(), "SIGKILL");
  Ask("to nobody");
}

TEST_F(WorkerProcessTest, MayBeDestroyedInItsEvents) {
  Start("echo");
  worker_->Listen(loop_, {[this](const Frame&) {
                            worker_.reset();
                            end_ = "destroyed";
                          },
                          [this](const std::string& how) { end_ = how; }});
  EXPECT_EQ(AwaitEnd(), "destroyed");
}

TEST_F(WorkerProcessTest, MessagesAreTakenBack) {
  Start("echo", true);
  // Nobody stops a worker between two messages, but this one has not begun to read.
  worker_->Signal(SIGSTOP);
  for (const char* text : {"a", "b", "c"}) Ask(text);
  const std::vector<Frame> back = worker_->TakeBack();
  // The first may have been on its way into the worker.
  ASSERT_GE(back.size(), 2U);
  EXPECT_EQ(back.back().text, "c");
  EXPECT_EQ(back[back.size() - 2].text, "b");
  Ask("d");
  Listen();
  worker_->Signal(SIGCONT);
  Turn(2);
  worker_->Wait();
  ASSERT_GE(frames_.size(), 2U);
  EXPECT_TRUE(frames_[1].text == "a" || frames_[1].text == "d");
}

TEST_F(WorkerProcessTest, EndsWhenItsOwnerClosesTheSocket) {
  Start("echo");
  Listen();
  Turn(1);
  worker_->Wait();
  worker_.reset();
  EXPECT_EQ(end_, "");  // its owner knows
}

TEST(WorkerProcessStartTest, AProgramThatIsNotThere) {
  WorkerCommand command = StubCommand("echo");
  command.spawn.command[0] = "/nowhere/worker";
  const auto worker = WorkerProcess::Start(command);
  ASSERT_FALSE(worker.ok());
  EXPECT_EQ(worker.error().code, ErrorCode::kEnvironment);
}

}  // namespace
}  // namespace paisql::workers
