// The rows of what processes run.

#include "jobs/spec/runtime.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace paisql::jobs {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Pair;

TEST(RuntimeTest, EveryRowSaysHowItStarts) {
  const auto home = store::Home::Open(std::filesystem::temp_directory_path() / "paisql-runtimes");
  ASSERT_TRUE(home.ok());
  const Installation installation{"/bin/paisql", "/bin/python", "/lib", "/lib/oss.so",
                                  "/lib/oss_remote.so"};
  for (const Runtime& runtime : Runtimes()) {
    EXPECT_EQ(FindRuntime(runtime.name), &runtime);
    EXPECT_THAT(runtime.command(installation, "/job/entry.py"),
                ElementsAre("/bin/python", "-bu", "/job/entry.py"));
    EXPECT_THAT(runtime.environment(runtime, installation, *home, {}),
                Contains(Pair("PAISQL_FACE", std::string(runtime.face))));
  }
  std::filesystem::remove_all(home->path());
  EXPECT_EQ(FindRuntime("cobol"), nullptr);
  EXPECT_EQ(FindRuntime("tensorboard")->program, "board.py");
  EXPECT_FALSE(FindRuntime("tensorboard")->reads_tables);
}

}  // namespace
}  // namespace paisql::jobs
