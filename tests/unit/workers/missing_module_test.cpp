#include "workers/missing_module.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace paisql::workers {
namespace {

std::string Cure(const std::string& module) {
  return CureOfMissingModule("a.py:1: ModuleNotFoundError: No module named '" + module + "'",
                             "/p/python", "");
}

TEST(MissingModuleTest, ThePackageIsNamed) {
  EXPECT_EQ(Cure("yaml"), "/p/python -m pip install PyYAML brings it");
  EXPECT_EQ(Cure("skimage.io"), "/p/python -m pip install scikit-image brings it");
  EXPECT_EQ(Cure("lightgbm"),
            "if it is a package of that name, /p/python -m pip install lightgbm brings it");
}

TEST(MissingModuleTest, WhatNoPackageBringsIsLeftAlone) {
  EXPECT_EQ(Cure("tensorflow.contrib.zzz"), "");
  EXPECT_EQ(CureOfMissingModule("ValueError: No module named 'yaml'", "/p/python", ""), "");
  EXPECT_EQ(CureOfMissingModule("", "/p/python", ""), "");
}

TEST(MissingModuleTest, APackageOfTheScriptsOwnIsNotPips) {
  const std::filesystem::path work = std::filesystem::path(::testing::TempDir()) / "missing_module";
  std::filesystem::create_directories(work / "code" / "easy_rec" / "python");
  const auto cure = [&work](const std::string& module) {
    return CureOfMissingModule("a.py:1: ModuleNotFoundError: No module named '" + module + "'",
                               "/p/python", work.string());
  };
  EXPECT_EQ(
      cure("easy_rec.python.protos.dnn_pb2"),
      "the script's own package easy_rec has no module easy_rec.python.protos.dnn_pb2: is its "
      "file in the archive, with an __init__.py in each folder?");
  EXPECT_EQ(cure("yaml"), "/p/python -m pip install PyYAML brings it");
  std::filesystem::remove_all(work);
}

}  // namespace
}  // namespace paisql::workers
