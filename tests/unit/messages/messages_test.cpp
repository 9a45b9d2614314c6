#include "messages/messages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace paisql::messages {
namespace {

std::string Chinese(std::string_view english) { return Translate(Language::kChinese, english); }

// The environment of one test.
class MessagesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
      const char* value = std::getenv(name);
      before_[name] = value == nullptr ? std::nullopt : std::optional<std::string>(value);
      unsetenv(name);
    }
  }
  void TearDown() override {
    for (const auto& [name, value] : before_) {
      if (value.has_value()) {
        setenv(name.c_str(), value->c_str(), 1);
      } else {
        unsetenv(name.c_str());
      }
    }
  }

 private:
  std::map<std::string, std::optional<std::string>> before_;
};

TEST_F(MessagesTest, TheFirstVariableThatIsSetDecides) {
  EXPECT_EQ(LanguageOfEnvironment(), Language::kEnglish);
  setenv("LANG", "zh_CN.UTF-8", 1);
  EXPECT_EQ(LanguageOfEnvironment(), Language::kChinese);
  setenv("LC_MESSAGES", "en_US.UTF-8", 1);
  EXPECT_EQ(LanguageOfEnvironment(), Language::kEnglish);
  setenv("LC_ALL", "zh_TW.utf8", 1);
  EXPECT_EQ(LanguageOfEnvironment(), Language::kChinese);
  setenv("LC_ALL", "", 1);
  EXPECT_EQ(LanguageOfEnvironment(), Language::kEnglish);
}

TEST_F(MessagesTest, ATerminalOfAnotherEncodingGetsEnglish) {
  setenv("LANG", "zh_CN.GBK", 1);
  EXPECT_EQ(LanguageOfEnvironment(), Language::kEnglish);
  setenv("LANG", "zhx", 1);
  EXPECT_EQ(LanguageOfEnvironment(), Language::kEnglish);
}

TEST_F(MessagesTest, PartsGoOverAsTheyAre) {
  EXPECT_EQ(Chinese("table p.t cannot be resolved"), "找不到表 p.t");
  EXPECT_EQ(Chinese("did you mean 'a'?"), "您是不是想写 'a'?");
  EXPECT_EQ(Chinese("did you mean 'a', 'b' or 'c'?"), "您是不是想写 'a'、'b' 或 'c'?");
  EXPECT_EQ(Chinese("invalid operand types INT and STRING for operator +"),
            "运算符 + 不接受 INT 和 STRING 类型的操作数");
  EXPECT_EQ(Chinese("Cause: a table that is not there"), "原因: 表不存在");
}

TEST_F(MessagesTest, ErrorsOfFunctionsComeWithTheirCauses) {
  EXPECT_EQ(Chinese("function 'f' cannot be resolved: @annotate('->bigint,bigint') has 2 results"),
            "函数 'f' 无法解析: @annotate('->bigint,bigint') 有 2 个返回值");
  EXPECT_EQ(Chinese("the annotation 'bigint' is not a signature: it has no ->"),
            "注解 'bigint' 不是函数签名: 缺少 ->");
  EXPECT_EQ(Chinese("a returned value is not of type STRING: it is not text in UTF-8"),
            "返回值不是 STRING 类型: 不是 UTF-8 文本");
  EXPECT_EQ(Chinese("a returned value is not of type STRING"), "返回值不是 STRING 类型");
  EXPECT_EQ(Chinese("the process of function f has closed its connection"),
            "函数 f 的进程已关闭连接");
}

TEST_F(MessagesTest, WhatIsNotKnownStays) {
  EXPECT_EQ(Chinese("nobody has said this before"), "nobody has said this before");
  EXPECT_EQ(Chinese(""), "");
  EXPECT_EQ(Translate(Language::kEnglish, "Table not found"), "Table not found");
}

// Which placeholders a translation uses: {} in order, {1} and {1:t} by number.
std::set<size_t> Used(std::string_view text) {
  std::set<size_t> used;
  size_t next = 0;
  for (size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
    used.insert(text[at + 1] == '}' ? next++ : static_cast<size_t>(text[at + 1] - '0'));
  }
  return used;
}

TEST_F(MessagesTest, EveryRowIsWholeAndReached) {
  std::set<std::string_view> seen;
  EXPECT_GE(Rows().size(), 100U);
  for (const MessageRow& row : Rows()) {
    EXPECT_TRUE(seen.insert(row.english).second) << row.english;
    EXPECT_FALSE(row.chinese.empty()) << row.english;
    if (row.english.find("{}") == std::string_view::npos) {
      EXPECT_EQ(Chinese(row.english), row.chinese);  // braces of it are its own
      continue;
    }
    EXPECT_EQ(Used(row.english), Used(row.chinese)) << row.english;
    // An earlier row does not take its texts.
    std::string said(row.english);
    for (size_t at; (at = said.find("{}")) != std::string::npos;) said.replace(at, 2, "x9");
    // The parts are alike, whichever of them a placeholder takes.
    std::string expected;
    for (std::string_view rest = row.chinese; !rest.empty();) {
      const size_t open = std::min(rest.find('{'), rest.size());
      expected += rest.substr(0, open);
      rest.remove_prefix(open);
      if (rest.empty()) break;
      expected += "x9";
      rest.remove_prefix(std::min(rest.find('}'), rest.size() - 1) + 1);
    }
    EXPECT_EQ(Chinese(said), expected) << row.english;
  }
}

}  // namespace
}  // namespace paisql::messages
