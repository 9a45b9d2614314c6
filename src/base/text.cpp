#include "base/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace paisql {

std::string ToLower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
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
  return left.size() == right.size() && ToLower(left) == ToLower(right);
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

size_t EditDistance(std::string_view left, std::string_view right) {
  std::vector<size_t> row(right.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < left.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < right.size(); ++j) {
      const size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (left[i] == right[j] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

bool IsValidUtf8(std::string_view text) {
  return ForEachCodePoint(text, [](utf8proc_int32_t) {});
}

int DisplayWidth(std::string_view text) {
  int width = 0;
  const bool valid =
      ForEachCodePoint(text, [&](utf8proc_int32_t c) { width += utf8proc_charwidth(c); });
  return valid ? width : static_cast<int>(text.size());
}

std::string_view FirstColumns(std::string_view text, int columns) {
  size_t at = 0;
  int width = 0;
  while (at < text.size()) {
    size_t next = at + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0) == 0x80) ++next;
    width += DisplayWidth(text.substr(at, next - at));
    if (width > columns) break;
    at = next;
  }
  return text.substr(0, at);
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
