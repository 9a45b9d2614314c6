#include "types/pattern/number_pattern.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace paisql {
namespace {

constexpr size_t kMostDigits = 340;  // of a DOUBLE behind the point

// What stands before or behind the digits, with quotes taken off. False for a lonely quote.
bool TakeWords(std::string_view text, size_t& at, std::string& words, int& shift) {
  constexpr std::string_view kDigits = "#0,.";
  bool quoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\'') {
      if (at + 1 < text.size() && text[at + 1] == '\'') {
        words += c;
        ++at;
      } else {
        quoted = !quoted;
      }
      continue;
    }
    if (!quoted && kDigits.find(c) != std::string_view::npos) return true;
    if (!quoted && c == '%') shift = 2;
    words += c;
  }
  return !quoted;
}

}  // namespace

std::optional<NumberPattern> NumberPattern::Parse(std::string_view text) {
  NumberPattern pattern;
  size_t at = 0;
  if (!TakeWords(text, at, pattern.before_, pattern.shift_)) return std::nullopt;
  bool fraction = false;
  bool group = false;
  bool any = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.') {
      if (fraction) return std::nullopt;
      fraction = true;
    } else if (c == ',') {
      if (fraction) return std::nullopt;
      group = true;
      pattern.group_ = 0;
    } else if (c == '0' || c == '#') {
      any = true;
      if (!fraction) {
        // A digit that may be left out cannot stand behind one that may not.
        if (c == '#' && pattern.least_integer_ > 0) return std::nullopt;
        if (c == '0') ++pattern.least_integer_;
        if (group) ++pattern.group_;
        continue;
      }
      if (c == '0' && pattern.most_fraction_ > pattern.least_fraction_) return std::nullopt;
      if (c == '0') ++pattern.least_fraction_;
      ++pattern.most_fraction_;
    } else {
      break;
    }
  }
  if (!any || (group && pattern.group_ == 0) || pattern.most_fraction_ > kMostDigits) {
    return std::nullopt;
  }
  if (!TakeWords(text, at, pattern.behind_, pattern.shift_) || at < text.size()) {
    return std::nullopt;
  }
  return pattern;
}

void NumberPattern::Append(double number, std::string& out) const {
  if (std::isnan(number)) {
    out += "NaN";
    return;
  }
  std::string digits;
  if (std::isinf(number)) {
    digits = "Infinity";
  } else {
    const double scaled = std::fabs(number) * std::pow(10.0, shift_);
    // The text of a DOUBLE is rounded half to even by its exact value.
    digits.resize(kMostDigits * 2 + 64);
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), scaled,
                                       std::chars_format::fixed, static_cast<int>(most_fraction_));
    digits.resize(static_cast<size_t>(written.ptr - digits.data()));
  }
  const size_t point = std::min(digits.find('.'), digits.size());
  std::string fraction = point < digits.size() ? digits.substr(point + 1) : "";
  digits.resize(point);
  while (fraction.size() > least_fraction_ && fraction.back() == '0') fraction.pop_back();
  if (digits == "0") digits.clear();
  if (digits.size() < least_integer_) digits.insert(0, least_integer_ - digits.size(), '0');
  if (digits.empty() && fraction.empty()) digits = "0";
  if (group_ > 0 && std::isfinite(number)) {
    for (size_t at = digits.size(); at > group_; at -= group_) digits.insert(at - group_, 1, ',');
  }
  const bool zero = digits.find_first_of("123456789I") == std::string::npos &&
                    fraction.find_first_of("123456789") == std::string::npos;
  if (number < 0 && !zero) out += '-';
  out += before_;
  out += digits;
  if (!fraction.empty()) out += "." + fraction;
  out += behind_;
}

}  // namespace paisql
