#include "base/files/new_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stop_token>
#include <thread>

#include "base/files/umask.h"

namespace paisql {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace fs = std::filesystem;

class NewFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = fs::temp_directory_path() / "paisql-new-file-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return folder_ + "/" + name; }
  std::string Read(const std::string& name) const {
    const Result<std::string> text = ReadFile(Path(name));
    return text.ok() ? *text : "(none)";
  }
  mode_t Mode(const std::string& name) const {
    struct stat status {};
    return lstat(Path(name).c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
  }
  // What stands in the folder but for `names`.
  std::vector<std::string> Others(const std::vector<std::string>& names) const {
    std::vector<std::string> others;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      const std::string name = entry.path().filename();
      if (std::find(names.begin(), names.end(), name) == names.end()) others.push_back(name);
    }
    return others;
  }
  std::string Failure(const std::string& name, NewFileKind kind = NewFileKind::kOfUser) const {
    const Status status = WriteNewFile(Path(name), "new", kind);
    return status.ok() ? "written" : status.error().detail;
  }

  std::string folder_;
};

TEST_F(NewFileTest, AppearsWhenItIsFinished) {
  auto file = NewFile::Open(Path("f"), NewFileKind::kOfUser);
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE((*file)->Write("text").ok());
  EXPECT_FALSE(fs::exists(Path("f")));
  ASSERT_TRUE((*file)->Finish().ok());
  EXPECT_EQ(Read("f"), "text");
  EXPECT_EQ(Mode("f"), 0666 & ~UserUmask());
  EXPECT_THAT(Others({"f"}), IsEmpty());
}

TEST_F(NewFileTest, WhatIsNotFinishedLeavesTheOldFile) {
  ASSERT_EQ(Failure("f"), "written");
  {
    auto file = NewFile::Open(Path("f"), NewFileKind::kOfUser);
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE((*file)->Write("half").ok());
  }
  EXPECT_EQ(Read("f"), "new");
  EXPECT_THAT(Others({"f"}), IsEmpty());
}

TEST_F(NewFileTest, AReplacedFileKeepsItsModeAndOursIsPrivate) {
  ASSERT_EQ(Failure("f"), "written");
  ASSERT_EQ(chmod(Path("f").c_str(), 0640), 0);
  EXPECT_EQ(Failure("f"), "written");
  EXPECT_EQ(Mode("f"), 0640U);
  EXPECT_EQ(Failure("f", NewFileKind::kOwn), "written");
  EXPECT_EQ(Mode("f"), 0600U);
}

TEST_F(NewFileTest, ALinkIsFollowedToItsFile) {
  ASSERT_TRUE(fs::create_directory(Path("d")));
  ASSERT_EQ(Failure("d/f"), "written");
  fs::create_symlink("d/f", Path("one"));
  fs::create_symlink("one", Path("two"));
  ASSERT_TRUE(WriteNewFile(Path("two"), "through", NewFileKind::kOfUser).ok());
  EXPECT_TRUE(fs::is_symlink(Path("two")));
  EXPECT_TRUE(fs::is_symlink(Path("one")));
  EXPECT_EQ(Read("d/f"), "through");
  fs::create_symlink("nothing", Path("dangling"));
  EXPECT_THAT(Failure("dangling"), HasSubstr("it is a link to a file that does not exist"));
  EXPECT_FALSE(fs::exists(Path("nothing")));
  // A file of ours takes the link's place.
  EXPECT_EQ(Failure("one", NewFileKind::kOwn), "written");
  EXPECT_FALSE(fs::is_symlink(Path("one")));
  EXPECT_EQ(Read("d/f"), "through");
}

TEST_F(NewFileTest, DevicesAreWrittenTo) {
  ASSERT_TRUE(WriteNewFile("/dev/null", "x", NewFileKind::kOfUser).ok());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const Status full = WriteNewFile("/dev/full", "x", NewFileKind::kOfUser);
  ASSERT_FALSE(full.ok());
  EXPECT_THAT(full.error().detail, HasSubstr("No space left"));
}

TEST_F(NewFileTest, AFifoIsWaitedForAndWrittenTo) {
  ASSERT_EQ(mkfifo(Path("fifo").c_str(), 0600), 0);
  std::string text;
  std::thread reader([&] { text = Read("fifo"); });
  const std::string large(1UL << 20, 'x');
  EXPECT_TRUE(WriteNewFile(Path("fifo"), large, NewFileKind::kOfUser).ok());
  reader.join();
  EXPECT_EQ(text, large);
  EXPECT_TRUE(fs::is_fifo(Path("fifo")));
}

TEST_F(NewFileTest, WaitingIsInterrupted) {
  ASSERT_EQ(mkfifo(Path("fifo").c_str(), 0600), 0);
  std::stop_source stop;
  std::jthread later([&] { stop.request_stop(); });
  const auto waited = NewFile::Open(Path("fifo"), NewFileKind::kOfUser, stop.get_token());
  ASSERT_FALSE(waited.ok());
  EXPECT_EQ(waited.error().code, ErrorCode::kInstanceCancelled);
}

// The stream blocks, and nobody reads it: what the pipe holds is written, and then a stop is seen.
TEST_F(NewFileTest, AStalledReaderOfOurOutputDoesNotHoldUs) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const Descriptor reader(ends[0]);
  const Descriptor before(dup(STDERR_FILENO));
  dup2(ends[1], STDERR_FILENO);
  close(ends[1]);
  std::stop_source stop;
  const auto file = NewFile::Open("/dev/stderr", NewFileKind::kOfUser, stop.get_token());
  // By the byte that it reads, the other thread knows that writing has begun; the rest of the pipe
  // is full soon.
  std::jthread stopper([&] {
    pollfd filled = {reader.get(), POLLIN, 0};
    poll(&filled, 1, -1);
    stop.request_stop();
  });
  const Status status = file.ok() ? (*file)->Write(std::string(1UL << 22, 'x')) : file.error();
  dup2(before.get(), STDERR_FILENO);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kInstanceCancelled);
}

TEST_F(NewFileTest, AFileThatIsOurOutputIsNotTakenFromIt) {
  const Descriptor before(dup(STDERR_FILENO));
  const Descriptor file(open(Path("err").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  ASSERT_TRUE(file.open());
  dup2(file.get(), STDERR_FILENO);
  const Status by_name = WriteNewFile(Path("err"), "1", NewFileKind::kOfUser);
  const Status by_device = WriteNewFile("/dev/stderr", "2", NewFileKind::kOfUser);
  (void)!write(STDERR_FILENO, "3", 1);
  dup2(before.get(), STDERR_FILENO);
  EXPECT_TRUE(by_name.ok());
  EXPECT_TRUE(by_device.ok());
  EXPECT_EQ(Read("err"), "123");
}

TEST_F(NewFileTest, FailuresLeaveNothing) {
  ASSERT_TRUE(fs::create_directory(Path("d")));
  EXPECT_THAT(Failure("d"), HasSubstr("Is a directory"));
  EXPECT_THAT(Failure("d/"), HasSubstr("Is a directory"));
  EXPECT_THAT(Failure("d", NewFileKind::kOwn), HasSubstr("Is a directory"));
  EXPECT_THAT(Failure("none/f"), HasSubstr("No such file or directory"));
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small = {1, before.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string failure = Failure("f");
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_DFL);
  EXPECT_THAT(failure, HasSubstr("File too large"));
  EXPECT_THAT(Others({"d"}), IsEmpty());
  EXPECT_TRUE(fs::is_empty(Path("d")));
}

}  // namespace
}  // namespace paisql
