#include "base/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <numeric>
#include <utility>

namespace paisql {

namespace {

char LowerOf(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string ToLower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), LowerOf);
  return lower;
}

std::string ToUpper(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return upper;
}

bool EqualsIgnoreCase(std::string_view left, std::string_view right) {
  return left.size() == right.size() &&
         std::equal(left.begin(), left.end(), right.begin(),
                    [](char a, char b) { return LowerOf(a) == LowerOf(b); });
}

std::string_view Trim(std::string_view text) {
  const char* blanks = " \t\r\n\f\v";
  const size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string Join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string joined;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) joined += separator;
    joined += parts[i];
  }
  return joined;
}

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  while (true) {
    const size_t end = text.find(separator, begin);
    parts.emplace_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

namespace {

// Calls visit(code_point, byte_count) for each character; stops and returns false at the first
// invalid byte.
template <typename Visit>
bool ForEachCodePoint(std::string_view text, Visit visit) {
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  auto left = static_cast<utf8proc_ssize_t>(text.size());
  while (left > 0) {
    utf8proc_int32_t code_point = 0;
    const utf8proc_ssize_t length = utf8proc_iterate(bytes, left, &code_point);
    if (length <= 0) return false;
    visit(code_point);
    bytes += length;
    left -= length;
  }
  return true;
}

bool IsPictograph(utf8proc_int32_t c) {
  return utf8proc_get_property(c)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

bool IsRegionalIndicator(utf8proc_int32_t c) { return c >= 0x1F1E6 && c <= 0x1F1FF; }

// Walks through what readers take for characters: a letter with its marks, a flag of two
// indicators, emoji that a joiner makes one. Each takes the columns that terminals give it now: an
// emoji of several parts as many as its first part.
class Graphemes {
 public:
  explicit Graphemes(std::string_view text) : text_(text) {}

  // The next one; false at the end. An invalid byte is one of its own, of one column.
  bool Next() {
    begin_ = end_;
    width_ = 0;
    parts_ = 0;
    while (end_ < text_.size()) {
      utf8proc_int32_t c = 0;
      const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text_.data() + end_);
      const utf8proc_ssize_t length =
          utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text_.size() - end_), &c);
      const bool invalid = length <= 0;
      if (parts_ > 0 && (invalid || utf8proc_grapheme_break_stateful(last_, c, &state_) != 0)) {
        return true;
      }
      Add(invalid ? '?' : c);
      end_ += invalid ? 1 : static_cast<size_t>(length);
      if (invalid) return true;
    }
    return parts_ > 0;
  }

  size_t begin() const { return begin_; }
  int width() const { return width_; }

 private:
  static constexpr utf8proc_int32_t kEmojiStyle = 0xFE0F;

  static bool IsSkinTone(utf8proc_int32_t c) { return c >= 0x1F3FB && c <= 0x1F3FF; }

  void Add(utf8proc_int32_t c) {
    if (parts_++ == 0) {
      state_ = 0;
      first_ = c;
      width_ = utf8proc_charwidth(c);
    } else if (c == kEmojiStyle || (IsRegionalIndicator(first_) && IsRegionalIndicator(c))) {
      if (width_ > 0) width_ = 2;
    } else if (!IsPictograph(c) && !IsSkinTone(c)) {
      width_ += utf8proc_charwidth(c);
    }
    last_ = c;
  }

  std::string_view text_;
  size_t begin_ = 0;
  size_t end_ = 0;
  int width_ = 0;
  int parts_ = 0;
  utf8proc_int32_t first_ = 0;
  utf8proc_int32_t last_ = 0;
  utf8proc_int32_t state_ = 0;
};

// One column a byte.
bool IsPrintableAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7F; });
}

// Letters to add, to drop, to change, and pairs to swap.
size_t EditDistance(std::string_view left, std::string_view right) {
  std::vector<size_t> before;  // the row above the last
  std::vector<size_t> above(right.size() + 1);
  std::iota(above.begin(), above.end(), size_t{0});
  for (size_t i = 0; i < left.size(); ++i) {
    std::vector<size_t> row(right.size() + 1);
    row[0] = i + 1;
    for (size_t j = 0; j < right.size(); ++j) {
      const size_t changed = above[j] + (left[i] == right[j] ? 0 : 1);
      row[j + 1] = std::min({above[j + 1] + 1, row[j] + 1, changed});
      const bool swapped = i > 0 && j > 0 && left[i] == right[j - 1] && left[i - 1] == right[j];
      if (swapped) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
    before = std::exchange(above, std::move(row));
  }
  return above.back();
}

}  // namespace

bool IsValidUtf8(std::string_view text) {
  constexpr uint64_t kNotAscii = 0x8080808080808080U;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    uint64_t word = 0;
    if (static_cast<size_t>(end - at) >= sizeof word) {
      std::memcpy(&word, at, sizeof word);
      if ((word & kNotAscii) == 0) {
        at += sizeof word;
        continue;
      }
    }
    utf8proc_int32_t code_point = 0;
    const utf8proc_ssize_t length =
        utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(at), end - at, &code_point);
    if (length <= 0) return false;
    at += length;
  }
  return true;
}

int DisplayWidth(std::string_view text) {
  if (IsPrintableAscii(text) || !IsValidUtf8(text)) return static_cast<int>(text.size());
  int width = 0;
  Graphemes graphemes(text);
  while (graphemes.Next()) width += graphemes.width();
  return width;
}

std::string_view FirstColumns(std::string_view text, int columns) {
  int width = 0;
  Graphemes graphemes(text);
  while (graphemes.Next()) {
    width += graphemes.width();
    if (width > columns) return text.substr(0, graphemes.begin());
  }
  return text;
}

std::vector<std::string> NearestNames(std::string_view name,
                                      const std::vector<std::string>& candidates) {
  constexpr size_t kMaxNames = 3;
  const std::string lower = ToLower(name);
  const size_t limit = std::max<size_t>(1, (lower.size() + 2) / 3);
  std::vector<std::pair<size_t, std::string>> near;
  for (const std::string& candidate : candidates) {
    const size_t distance = EditDistance(lower, ToLower(candidate));
    if (distance <= limit) near.emplace_back(distance, candidate);
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  std::vector<std::string> names;
  for (size_t i = 0; i < near.size() && i < kMaxNames; ++i) names.push_back(near[i].second);
  return names;
}

std::string DidYouMean(std::string_view name, const std::vector<std::string>& candidates) {
  const std::vector<std::string> near = NearestNames(name, candidates);
  if (near.empty()) return "";
  std::string text = "did you mean ";
  for (size_t i = 0; i < near.size(); ++i) {
    if (i > 0) text += i + 1 == near.size() ? " or " : ", ";
    text += "'" + near[i] + "'";
  }
  return text + "?";
}

namespace {

// One pattern without '|', both in lower case.
bool MatchesOne(std::string_view p, std::string_view t) {
  size_t i = 0;
  size_t j = 0;
  size_t star = std::string::npos;
  size_t resume = 0;
  while (j < t.size()) {
    if (i < p.size() && (p[i] == '*' || p[i] == '%')) {
      star = i++;
      resume = j;
    } else if (i < p.size() && p[i] == t[j]) {
      ++i;
      ++j;
    } else if (star != std::string::npos) {
      i = star + 1;
      j = ++resume;
    } else {
      return false;
    }
  }
  while (i < p.size() && (p[i] == '*' || p[i] == '%')) ++i;
  return i == p.size();
}

}  // namespace

bool MatchesStarPattern(std::string_view pattern, std::string_view text) {
  const std::string folded = ToLower(text);
  const std::vector<std::string> choices = Split(ToLower(pattern), '|');
  return std::any_of(choices.begin(), choices.end(),
                     [&](const std::string& choice) { return MatchesOne(choice, folded); });
}

std::string PercentEncode(std::string_view text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '_' || c == '.' || c == '-') {
      encoded += c;
    } else {
      encoded += '%';
      encoded += kHex[byte >> 4];
      encoded += kHex[byte & 15];
    }
  }
  return encoded;
}

std::string PercentDecode(std::string_view text) {
  if (text.find('%') == std::string_view::npos) return std::string(text);
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() &&
        std::isxdigit(static_cast<unsigned char>(text[i + 1])) != 0 &&
        std::isxdigit(static_cast<unsigned char>(text[i + 2])) != 0) {
      decoded += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

}  // namespace paisql
