#include "training/service/missing_module.h"

#include <gtest/gtest.h>

namespace paisql::training {
namespace {

std::string Cure(const std::string& module) {
  return CureOfMissingModule("a.py:1: ModuleNotFoundError: No module named '" + module + "'",
                             "/p/python");
}

TEST(MissingModuleTest, ThePackageIsNamed) {
  EXPECT_EQ(Cure("yaml"), "/p/python -m pip install PyYAML brings it");
  EXPECT_EQ(Cure("skimage.io"), "/p/python -m pip install scikit-image brings it");
  EXPECT_EQ(Cure("lightgbm"),
            "if it is a package of that name, /p/python -m pip install lightgbm brings it");
}

TEST(MissingModuleTest, WhatNoPackageBringsIsLeftAlone) {
  EXPECT_EQ(Cure("tensorflow.contrib.zzz"), "");
  EXPECT_EQ(CureOfMissingModule("ValueError: No module named 'yaml'", "/p/python"), "");
  EXPECT_EQ(CureOfMissingModule("", "/p/python"), "");
}

}  // namespace
}  // namespace paisql::training
