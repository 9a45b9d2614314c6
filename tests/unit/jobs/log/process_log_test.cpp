#include "jobs/log/process_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "jobs/job_fixture.h"
#include "jobs/log/log_files.h"
#include "jobs/log/log_follower.h"

namespace paisql::jobs {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;

class ProcessLogTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = std::filesystem::temp_directory_path() / "paisql-log-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    const JobPlaces places{folder_};
    std::filesystem::create_directory(places.LogFolder());
    path_ = places.ChiefLog();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  ProcessLog Open(int64_t limit) {
    Result<ProcessLog> log = ProcessLog::Open(path_, limit);
    EXPECT_TRUE(log.ok());
    return std::move(*log);
  }

  static void Print(ProcessLog& log, const std::string& text) {
    log.Append(text);
    log.Flush();
  }

  // What a follower gets whose supervisor has ended already; `on_first` runs after the first
  // piece.
  std::string Followed(const std::function<void()>& on_first = {}) {
    std::string text;
    OutputObserver observer([&](std::string_view bytes) {
      const bool first = text.empty();
      text += bytes;
      if (first && on_first) on_first();
    });
    LogFollower follower(JobPlaces{folder_});
    const auto over = follower.Follow(ProcessIdentity{}, observer, {});
    EXPECT_TRUE(over.ok() && *over);
    return text;
  }

  // What a follower gets that is stopped after every piece and goes on; `on_stop` runs at each.
  std::string FollowedInParts(const std::function<void()>& on_stop) {
    std::string text;
    LogFollower follower(JobPlaces{folder_});
    for (bool over = false; !over;) {
      std::stop_source stop;
      OutputObserver observer([&](std::string_view bytes) {
        text += bytes;
        on_stop();
        stop.request_stop();
      });
      const auto followed = follower.Follow(ProcessIdentity{}, observer, stop.get_token());
      EXPECT_TRUE(followed.ok());
      over = !followed.ok() || *followed;
    }
    return text;
  }

  std::string folder_;
  std::string path_;
};

TEST_F(ProcessLogTest, TheEndIsKeptInTwoFiles) {
  ProcessLog log = Open(20);
  for (const char* text : {"aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc", "dddd"}) Print(log, text);
  EXPECT_EQ(log.bytes(), 34);
  EXPECT_EQ(Followed(), "ccccccccccdddd");
  EXPECT_EQ(ReadLogTail(path_, 6), "ccdddd");
  EXPECT_EQ(ReadLogTail(path_, 100), "ccccccccccdddd");
}

TEST_F(ProcessLogTest, AFollowerMissesNothingWhereNothingWasLost) {
  ProcessLog log = Open(20);
  Print(log, "aaaa");
  EXPECT_EQ(Followed([&] { Print(log, "aaaaaabbbbbbbbbbcc"); }), "aaaaaaaaaabbbbbbbbbbcc");
}

TEST_F(ProcessLogTest, AFollowerIsToldWhatItMissed) {
  ProcessLog log = Open(20);
  Print(log, "aaaa");
  const std::string text =
      Followed([&] { Print(log, "aaaaaa" + std::string(40, 'b') + "cccccccccc" + "dd"); });
  EXPECT_THAT(text, StartsWith("aaaaaaaaaa\npaisql: a part of the output was not kept\n"));
  EXPECT_THAT(text, EndsWith("\nccccccccccdd"));
}

TEST_F(ProcessLogTest, AFollowerGoesOnWhereItStopped) {
  ProcessLog log = Open(400'000);
  std::string whole;
  const auto print = [&](char letter, size_t count) {
    whole += std::string(count, letter);
    Print(log, std::string(count, letter));
  };
  // More than is read at once, so that a stop falls into the middle of a part; while the follower
  // pauses the part loses its name.
  print('a', 150'000);
  int stops = 0;
  const std::string text = FollowedInParts([&] {
    if (++stops == 1) print('b', 100'000);
    if (stops == 2) print('c', 100'000);
  });
  EXPECT_GT(stops, 3);
  EXPECT_EQ(text.size(), whole.size());
  EXPECT_TRUE(text == whole);
}

TEST_F(ProcessLogTest, AnOwnLineStandsByItself) {
  ProcessLog log = Open(1000);
  Print(log, "no newline");
  log.Announce("it is told");
  Print(log, "more\n");
  log.Announce("again");
  EXPECT_EQ(Followed(), "no newline\npaisql: it is told\nmore\npaisql: again\n");
}

TEST_F(ProcessLogTest, AFullDiskStopsNobody) {
  std::filesystem::create_symlink("/dev/full", path_);
  ProcessLog log = Open(20);
  Print(log, std::string(100, 'x'));
  EXPECT_EQ(log.bytes(), 100);
  EXPECT_EQ(log.unwritten(), std::string(100, 'x'));
  for (int i = 0; i < 10; ++i) Print(log, std::string(20'000, 'y') + "end\n");
  EXPECT_LE(log.unwritten().size(), 65'536U);
  EXPECT_THAT(log.unwritten(), EndsWith("yend\n"));
}

TEST_F(ProcessLogTest, WhatALogHadNoRoomForComesWhenThereIsRoom) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_IGN);
  ProcessLog log = Open(1000);
  Print(log, "first\n");
  const rlimit full = {6, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &full);
  Print(log, "second\n");
  EXPECT_EQ(log.unwritten(), "second\n");
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_DFL);
  Print(log, "third\n");
  EXPECT_EQ(log.unwritten(), "");
  EXPECT_EQ(Followed(), "first\nsecond\nthird\n");
}

TEST_F(ProcessLogTest, AReaderGetsWhatIsKeptAlsoWhenTheLogHasMovedOn) {
  ProcessLog log = Open(20);
  Print(log, "aaaaaaaaaabbbbbbbbbbcc");
  const LogFiles files{"worker-0", {path_ + ".2", path_}};
  EXPECT_EQ(ReadLog(files), "bbbbbbbbbbcc");
  Print(log, "ccccccccdd");
  EXPECT_EQ(ReadLog(files), "ccccccccccdd");
  std::filesystem::remove_all(folder_ + "/logs");
  EXPECT_EQ(ReadLog(files), "");
}

}  // namespace
}  // namespace paisql::jobs
