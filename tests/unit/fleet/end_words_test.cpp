#include "fleet/supervise/end_words.h"

#include <gtest/gtest.h>

#include <csignal>

namespace paisql::fleet {
namespace {

constexpr int64_t kFewMb = 30;

std::string Words(const InstanceEnd& end) { return WordsOfEnd(end); }

TEST(EndWords, WhatItHasSaidLastIsTold) {
  EXPECT_EQ(Words({.said = "loading\nFAILED: no such model\nhint: x\n"}), "no such model");
  EXPECT_EQ(Words({.said = "first\nlast words\n\n"}), "last words");
  EXPECT_EQ(Words({.said = ""}), "it has ended by itself");
  EXPECT_EQ(Words({.said = "first", .signal = SIGSEGV}), "it was ended by SIGSEGV");
  EXPECT_EQ(Words({.said = "", .hung = true, .signal = SIGKILL}), "it did not answer for 5 s");
}

TEST(EndWords, WantOfMemoryIsToldWhereThereIsALimit) {
  const std::string seems = "it seems to need more than its 30 MB (metadata.memory): ";
  EXPECT_EQ(Words({.said = "", .signal = SIGABRT, .memory_mb = kFewMb}),
            seems + "it was ended by SIGABRT");
  EXPECT_EQ(Words({.said = "a.so: cannot map zero-fill pages", .memory_mb = kFewMb}),
            seems + "a.so: cannot map zero-fill pages");
  EXPECT_EQ(Words({.said = "MemoryError", .was_ready = true, .memory_mb = kFewMb}),
            seems + "MemoryError");
  EXPECT_EQ(Words({.said = "MemoryError"}), "MemoryError");
}

TEST(EndWords, OtherEndsAreNotBlamedOnMemory) {
  EXPECT_EQ(Words({.said = "no such model", .memory_mb = kFewMb}), "no such model");
  EXPECT_EQ(Words({.said = "", .signal = SIGTERM, .memory_mb = kFewMb}), "it was ended by SIGTERM");
  EXPECT_EQ(Words({.said = "", .signal = SIGKILL, .was_ready = true, .memory_mb = kFewMb}),
            "it was ended by SIGKILL");
  EXPECT_EQ(Words({.said = "", .hung = true, .signal = SIGKILL, .memory_mb = kFewMb}),
            "it did not answer for 5 s");
}

}  // namespace
}  // namespace paisql::fleet
