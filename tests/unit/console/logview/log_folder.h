#pragma once

// A folder of a test's own, with logs as processes write them.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace paisql::console {

class LogFolderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = std::filesystem::temp_directory_path() / "paisql-logview-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name = "worker-0.log") const { return folder_ + "/" + name; }
  void Append(const std::string& text, const std::string& name = "worker-0.log") const {
    std::ofstream(Path(name), std::ios::binary | std::ios::app) << text;
  }

  std::string folder_;
};

}  // namespace paisql::console
