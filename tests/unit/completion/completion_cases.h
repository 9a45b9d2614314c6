#pragma once

// Texts with a cursor in them, and what is offered there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "completion/completion.h"
#include "fake_sources.h"

namespace paisql::completion {

// The text with a bar where the cursor stands.
inline Completions At(std::string text) {
  FakeSources sources;
  const size_t cursor = text.find('|');
  text.erase(cursor, 1);
  return Complete(text, cursor, sources);
}

inline std::vector<std::string> Texts(const std::string& text) {
  std::vector<std::string> texts;
  for (const Item& item : At(text).items) texts.push_back(item.text);
  return texts;
}

struct Case {
  const char* text;
  std::vector<const char*> there = {};
  std::vector<const char*> not_there = {};
};

// A row's `not_there` of "*" means that nothing is offered.
inline void Check(const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    const std::vector<std::string> texts = Texts(one.text);
    for (const char* there : one.there) EXPECT_THAT(texts, ::testing::Contains(there)) << one.text;
    for (const char* none : one.not_there) {
      if (std::string_view(none) == "*") {
        EXPECT_THAT(texts, ::testing::IsEmpty()) << one.text;
      } else {
        EXPECT_THAT(texts, ::testing::Not(::testing::Contains(none))) << one.text;
      }
    }
  }
}

}  // namespace paisql::completion
