#include "engine/regex/dialect.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <utility>

#include "base/text.h"

namespace paisql::engine {
namespace {

// Escapes that RE2 lacks, or reads in another meaning.
constexpr std::string_view kEscapesOfPcre = "123456789kgGKRXhHvVNZecuop";
constexpr std::string_view kFlagsOfRe2 = "imsU-";
// More repetitions than these are malformed to RE2.
constexpr int kMostRepetitions = 1000;

// Names of \p{…} that RE2 knows besides the categories of one or two letters.
constexpr std::string_view kScriptsOfRe2[] = {"Arabic", "Cyrillic", "Greek", "Han",      "Hangul",
                                              "Hebrew", "Hiragana", "Latin", "Katakana", "Thai"};

// Java's names of ASCII classes, which PCRE2 knows as POSIX classes only.
constexpr std::pair<std::string_view, std::string_view> kJavaClasses[] = {
    {"Alnum", "alnum"},  {"Alpha", "alpha"}, {"ASCII", "ascii"}, {"Blank", "blank"},
    {"Cntrl", "cntrl"},  {"Digit", "digit"}, {"Graph", "graph"}, {"Lower", "lower"},
    {"Print", "print"},  {"Punct", "punct"}, {"Space", "space"}, {"Upper", "upper"},
    {"XDigit", "xdigit"}};

// "{Han}" at `at`: Han. Empty where no name stands there.
std::string_view NameInBraces(std::string_view pattern, size_t at) {
  if (at >= pattern.size() || pattern[at] != '{') return {};
  const size_t end = pattern.find('}', at);
  return end == std::string_view::npos ? std::string_view() : pattern.substr(at + 1, end - at - 1);
}

class Re2Check {
 public:
  explicit Re2Check(std::string_view pattern) : pattern_(pattern) {}

  bool Check() {
    while (at_ < pattern_.size()) {
      const char c = pattern_[at_];
      if (c == '\\') {
        if (!Escape()) return false;
      } else if (in_class_) {
        in_class_ = c != ']' || at_ == class_start_;
        ++at_;
      } else if (c == '[') {
        OpenClass();
      } else if (c == '(') {
        if (!Group()) return false;
      } else if (c == '*' || c == '+' || c == '?') {
        ++at_;
        if (At('+')) return false;
      } else if (c == '{') {
        if (!Repetition()) return false;
      } else {
        ++at_;
      }
    }
    return true;
  }

 private:
  bool At(char c) const { return at_ < pattern_.size() && pattern_[at_] == c; }

  void OpenClass() {
    ++at_;
    if (At('^')) ++at_;
    class_start_ = at_;  // a bracket that stands first is a character of the class
    in_class_ = true;
  }

  bool Escape() {
    ++at_;
    if (at_ >= pattern_.size()) return true;
    const char c = pattern_[at_++];
    if (c == 'Q' && !in_class_) {
      const size_t end = pattern_.find("\\E", at_);
      at_ = end == std::string_view::npos ? pattern_.size() : end + 2;
      return true;
    }
    if (c == 'p' || c == 'P') return Property();
    return kEscapesOfPcre.find(c) == std::string_view::npos;
  }

  bool Property() const {
    if (!At('{')) return true;
    std::string_view name = NameInBraces(pattern_, at_);
    if (name.starts_with('^')) name.remove_prefix(1);
    return name.size() <= 2 || std::find(std::begin(kScriptsOfRe2), std::end(kScriptsOfRe2),
                                         name) != std::end(kScriptsOfRe2);
  }

  bool Group() {
    ++at_;
    if (At('*')) return false;  // (*VERB)
    if (!At('?')) return true;
    ++at_;
    if (pattern_.substr(at_).starts_with("P<")) return true;
    while (at_ < pattern_.size() && kFlagsOfRe2.find(pattern_[at_]) != std::string_view::npos) {
      ++at_;
    }
    return At(':') || At(')') || at_ >= pattern_.size();
  }

  // "{2,5}", and the meaning that PCRE2 gives a + after it.
  bool Repetition() {
    const std::string_view range = NameInBraces(pattern_, at_);
    const bool counts = !range.empty() && IsDigit(range[0]) &&
                        range.find_first_not_of("0123456789,") == std::string_view::npos;
    ++at_;
    if (!counts) return true;
    at_ += range.size() + 1;
    for (size_t begin = 0; begin < range.size();) {
      const size_t end = std::min(range.find(',', begin), range.size());
      int number = 0;
      const auto result = std::from_chars(range.data() + begin, range.data() + end, number);
      if (begin < end && (result.ec != std::errc() || number > kMostRepetitions)) return false;
      begin = end + 1;
    }
    return !At('+');
  }

  std::string_view pattern_;
  size_t at_ = 0;
  bool in_class_ = false;
  size_t class_start_ = 0;
};

bool IsHex(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
  });
}

// The spelling of \p{name} or \P{name}, "" where it stays.
std::string Property(char letter, std::string_view name, bool in_class) {
  for (const auto& [java, posix] : kJavaClasses) {
    if (name != java) continue;
    const std::string members = (letter == 'P' ? "[:^" : "[:") + std::string(posix) + ":]";
    return in_class ? members : "[" + members + "]";
  }
  if (!name.starts_with("Is")) return "";
  return std::string("\\") + letter + "{" + std::string(name.substr(2)) + "}";
}

}  // namespace

bool ReadsAlikeInRe2(std::string_view pattern) { return Re2Check(pattern).Check(); }

std::string InPcreSpelling(std::string_view pattern) {
  std::string out;
  bool in_class = false;
  for (size_t at = 0; at < pattern.size();) {
    const char c = pattern[at];
    if (c != '\\' || at + 1 >= pattern.size()) {
      if (c == '[') in_class = true;
      if (c == ']') in_class = false;
      out += c;
      ++at;
      continue;
    }
    const char letter = pattern[at + 1];
    size_t end = at + 2;
    if (letter == 'Q') {
      end = std::min(pattern.find("\\E", at), pattern.size());
    } else if (letter == 'u' && IsHex(pattern.substr(end, 4)) && pattern.size() - end >= 4) {
      out += "\\x{" + std::string(pattern.substr(end, 4)) + "}";
      at = end + 4;
      continue;
    } else if (letter == 'p' || letter == 'P') {
      const std::string_view name = NameInBraces(pattern, end);
      const std::string spelling = Property(letter, name, in_class);
      if (!spelling.empty()) {
        out += spelling;
        at = end + name.size() + 2;
        continue;
      }
    }
    out += pattern.substr(at, end - at);
    at = end;
  }
  return out;
}

}  // namespace paisql::engine
