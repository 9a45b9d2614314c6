#include "functions/groups.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "functions/rows/tables.h"

namespace paisql::functions {

namespace {

// Other names for what a group's title says.
struct OtherName {
  std::string_view word;
  std::string_view of_title;
};
constexpr OtherName kOtherNames[] = {
    {"time", "date"},
    {"datetime", "date"},
    {"timestamp", "date"},
    {"text", "string"},
    {"char", "string"},
    {"number", "math"},
    {"numeric", "math"},
    {"mathematical", "math"},
    {"regexp", "regular"},
    {"regex", "regular"},
    {"aggregation", "aggregate"},
    {"statistical", "statistic"},
    {"struct", "structure"},
    {"complex", "collection"},
    {"higher-order", "lambda"},
    {"hash", "digest"},
    {"udtf", "table"},
    {"analytic", "window"},
    {"other", "conditional"},
};

// Without the ending of a plural.
std::string Singular(std::string_view word) {
  std::string lower = ToLower(word);
  if (lower.size() > 3 && lower.ends_with('s') && !lower.ends_with("ss")) lower.pop_back();
  return lower;
}

bool HasWord(std::string_view title, const std::string& wanted) {
  std::string word;
  for (size_t i = 0; i <= title.size(); ++i) {
    const bool letter = i < title.size() && std::isalpha(static_cast<unsigned char>(title[i])) != 0;
    if (letter) {
      word += title[i];
    } else if (!word.empty()) {
      if (Singular(word) == wanted) return true;
      word.clear();
    }
  }
  return false;
}

}  // namespace

std::vector<FunctionGroup> GroupsOf(std::string_view word) {
  std::string wanted = Singular(word);
  for (const OtherName& other : kOtherNames) {
    if (other.word == wanted) wanted = other.of_title;
  }
  std::vector<FunctionGroup> groups;
  for (const Family& family : Families()) {
    if (!wanted.empty() && !HasWord(family.title, wanted)) continue;
    FunctionGroup& group = groups.emplace_back();
    group.title = family.title;
    for (const Function& function : family.table()) group.functions.push_back(&function);
    std::sort(group.functions.begin(), group.functions.end(),
              [](const Function* a, const Function* b) { return a->name < b->name; });
  }
  return groups;
}

}  // namespace paisql::functions
