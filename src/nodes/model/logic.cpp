#include "nodes/model/logic.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"

namespace paisql::nodes {

namespace {

constexpr int kMostNested = 200;

std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++at;
      continue;
    }
    size_t end = at + 1;
    if (c != '(' && c != ')') {
      while (end < text.size() &&
             std::string_view(" \t\r\n()").find(text[end]) == std::string_view::npos)
        ++end;
    }
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

class Judge {
 public:
  Judge(std::string_view text,
        const std::function<std::optional<bool>(std::string_view name)>& holds)
      : words_(Words(text)), holds_(holds) {}

  Result<bool> All() {
    if (words_.empty()) return true;
    PAISQL_ASSIGN(const bool value, Either(0));
    if (at_ < words_.size()) return Wrong();
    return value;
  }

 private:
  Result<bool> Either(int depth) {
    PAISQL_ASSIGN(bool value, Both(depth));
    while (Take("or")) {
      PAISQL_ASSIGN(const bool other, Both(depth));
      value = value || other;
    }
    return value;
  }

  Result<bool> Both(int depth) {
    PAISQL_ASSIGN(bool value, One(depth));
    while (Take("and")) {
      PAISQL_ASSIGN(const bool other, One(depth));
      value = value && other;
    }
    return value;
  }

  Result<bool> One(int depth) {
    if (depth > kMostNested || at_ >= words_.size()) return Wrong();
    if (Take("not")) {
      PAISQL_ASSIGN(const bool value, One(depth + 1));
      return !value;
    }
    if (Take("(")) {
      PAISQL_ASSIGN(const bool value, Either(depth + 1));
      if (!Take(")")) return Wrong();
      return value;
    }
    const std::optional<bool> value = holds_(words_[at_]);
    if (!value.has_value()) return Wrong();
    ++at_;
    return *value;
  }

  bool Take(std::string_view word) {
    if (at_ >= words_.size() || !EqualsIgnoreCase(words_[at_], word)) return false;
    ++at_;
    return true;
  }

  Error Wrong() const {
    const std::string found =
        at_ < words_.size() ? fmt::format("'{}' cannot stand here", words_[at_]) : "it has no end";
    return {ErrorCode::kParse,
            "the logic of a merge: " + found,
            {},
            "names of what it merges with and, or, not and brackets"};
  }

  std::vector<std::string_view> words_;
  const std::function<std::optional<bool>(std::string_view name)>& holds_;
  size_t at_ = 0;
};

}  // namespace

Result<bool> JudgeLogic(std::string_view text,
                        const std::function<std::optional<bool>(std::string_view name)>& holds) {
  return Judge(text, holds).All();
}

}  // namespace paisql::nodes
