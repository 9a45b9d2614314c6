#include "tunnel/date_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "types/time/civil.h"
#include "types/time/time_text.h"

namespace paisql::tunnel {

namespace {

constexpr std::string_view kLetters = "yMdHmsS";

// "2024-02-29 08:00:00", the form of nearly all texts in the usual pattern, as ReadPieces reads it.
bool ReadUsual(std::string_view text, int (&values)[7]) {
  constexpr std::string_view kForm = "0000-00-00 00:00:00";
  if (text.size() != kForm.size()) return false;
  for (size_t i = 0; i < kForm.size(); ++i) {
    const bool fits = kForm[i] == '0' ? IsDigit(text[i]) : text[i] == kForm[i];
    if (!fits) return false;
  }
  const auto two = [text](size_t at) { return (text[at] - '0') * 10 + text[at + 1] - '0'; };
  values[0] = two(0) * 100 + two(2);
  for (int i = 1; i < 6; ++i) values[i] = two(2 + 3 * static_cast<size_t>(i));
  return true;
}

}  // namespace

Result<DatePattern> DatePattern::Parse(std::string_view pattern) {
  DatePattern parsed;
  parsed.usual_ = pattern == "yyyy-MM-dd HH:mm:ss";
  const auto literal = [&](char c) {
    if (parsed.pieces_.empty() || parsed.pieces_.back().letter != 0) parsed.pieces_.push_back({});
    parsed.pieces_.back().literal += c;
  };
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '\'') {
      const size_t close = pattern.find('\'', i + 1);
      if (close == std::string_view::npos) {
        return Error{
            ErrorCode::kInvalidCommand, "a quote in the date pattern is not closed", {}, ""};
      }
      for (const char quoted : pattern.substr(i + 1, close - i - 1)) literal(quoted);
      i = close;
    } else if (kLetters.find(c) != std::string_view::npos) {
      if (parsed.pieces_.empty() || parsed.pieces_.back().letter != c) {
        parsed.pieces_.push_back({c, 0, ""});
      }
      ++parsed.pieces_.back().width;
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      return Error{ErrorCode::kInvalidCommand,
                   std::string("the date pattern has no letter '") + c + "'",
                   {},
                   "letters are y M d H m s S; put other text into quotes: yyyy'T'"};
    } else {
      literal(c);
    }
  }
  return parsed;
}

std::optional<int64_t> DatePattern::Read(std::string_view text) const {
  int values[7] = {1970, 1, 1, 0, 0, 0, 0};
  if (!(usual_ && ReadUsual(text, values)) && !ReadPieces(text, values)) return std::nullopt;
  if (!IsCivilDay(values[0], values[1], values[2])) return std::nullopt;
  if (!IsTimeOfDay(values[3], values[4], values[5])) return std::nullopt;
  const int64_t seconds = int64_t{DaysFromCivil(values[0], values[1], values[2])} * 86400 +
                          values[3] * 3600 + values[4] * 60 + values[5];
  return seconds * 1'000'000 + values[6] * 1000;
}

bool DatePattern::ReadPieces(std::string_view text, int (&values)[7]) const {
  size_t at = 0;
  for (size_t i = 0; i < pieces_.size(); ++i) {
    const Piece& piece = pieces_[i];
    if (piece.letter == 0) {
      if (text.substr(at, piece.literal.size()) != piece.literal) return false;
      at += piece.literal.size();
      continue;
    }
    // Neighbouring numbers (yyyyMMdd) have exactly as many digits as letters; others take what is
    // there.
    const bool exact = i + 1 < pieces_.size() && pieces_[i + 1].letter != 0;
    const size_t longest = exact ? piece.width : std::max<size_t>(piece.width, 2);
    size_t digits = 0;
    while (digits < longest && at + digits < text.size() && IsDigit(text[at + digits])) ++digits;
    if (digits == 0 || (exact && digits != piece.width)) return false;
    int& value = values[kLetters.find(piece.letter)];
    std::from_chars(text.data() + at, text.data() + at + digits, value);
    if (piece.letter == 'S') {
      for (size_t k = digits; k < 3; ++k) value *= 10;
      for (size_t k = 3; k < digits; ++k) value /= 10;
    }
    at += digits;
  }
  return at == text.size();
}

void DatePattern::Rewrite(size_t start, std::string& out) const {
  // "yyyy-mm-dd hh:mi:ss[.fff]": where each letter's digits stand.
  struct Place {
    size_t at, length;
  };
  constexpr Place kPlaces[] = {{0, 4}, {5, 2}, {8, 2}, {11, 2}, {14, 2}, {17, 2}, {20, 3}};
  constexpr size_t kUsualLength = 19;
  if (usual_) {
    out.resize(std::min(out.size(), start + kUsualLength));
    return;
  }
  const std::string canonical = out.substr(start);
  out.resize(start);
  for (const Piece& piece : pieces_) {
    if (piece.letter == 0) {
      out += piece.literal;
      continue;
    }
    const Place& place = kPlaces[kLetters.find(piece.letter)];
    std::string digits(canonical.substr(std::min(place.at, canonical.size()), place.length));
    if (piece.letter == 'S') {
      digits.resize(piece.width, '0');
    } else {
      while (digits.size() > piece.width && digits.front() == '0') digits.erase(0, 1);
      if (piece.letter == 'y' && piece.width == 2 && digits.size() == 4) digits.erase(0, 2);
    }
    out += digits;
  }
}

}  // namespace paisql::tunnel
