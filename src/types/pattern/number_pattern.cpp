#include "types/pattern/number_pattern.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace paisql {
namespace {

constexpr size_t kMostDigits = 340;  // of a DOUBLE after the point

// The text before or after the digits, with quotes taken off. False for a lonely quote.
bool TakeWords(std::string_view text, size_t& at, std::string& words, size_t& shift) {
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

// The digits of a number on both sides of its point.
struct PlainDigits {
  bool negative = false;
  std::string whole;
  std::string fraction;

  static PlainDigits Of(std::string_view plain) {
    PlainDigits digits;
    digits.negative = plain.starts_with('-');
    if (digits.negative) plain.remove_prefix(1);
    const size_t point = std::min(plain.find('.'), plain.size());
    digits.whole = point > 0 ? plain.substr(0, point) : "0";
    if (point < plain.size()) digits.fraction = plain.substr(point + 1);
    return digits;
  }

  // Multiplies by ten to the power of `count`.
  void Shift(size_t count) {
    if (fraction.size() < count) fraction.append(count - fraction.size(), '0');
    whole += fraction.substr(0, count);
    fraction.erase(0, count);
    whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size()));
    if (whole.empty()) whole = "0";
  }

  // Leaves at most so many digits after the point. A number in the middle between two goes to the
  // even one, or away from zero.
  void Round(size_t places, bool to_even) {
    if (fraction.size() <= places) return;
    const std::string dropped = fraction.substr(places);
    fraction.resize(places);
    const char last = fraction.empty() ? whole.back() : fraction.back();
    const bool tie = dropped[0] == '5' && dropped.find_first_not_of('0', 1) == std::string::npos;
    if (dropped[0] < '5' || (tie && to_even && (last - '0') % 2 == 0)) return;
    for (std::string* part : {&fraction, &whole}) {
      for (size_t at = part->size(); at-- > 0;) {
        if ((*part)[at] != '9') {
          ++(*part)[at];
          return;
        }
        (*part)[at] = '0';
      }
    }
    whole.insert(0, 1, '1');
  }

  void Group(size_t size) {
    for (size_t at = whole.size(); at > size; at -= size) whole.insert(at - size, 1, ',');
  }
};

void NumberPattern::Append(double number, std::string& out) const {
  if (std::isnan(number)) {
    out += "NaN";
    return;
  }
  if (std::isinf(number)) {
    if (number < 0) out += '-';
    out += before_ + "Infinity" + behind_;
    return;
  }
  const double scaled = number * std::pow(10.0, static_cast<double>(shift_));
  // The text of a DOUBLE is rounded half to even by its exact value.
  std::string text(kMostDigits * 2 + 64, '\0');
  const auto written = std::to_chars(text.data(), text.data() + text.size(), scaled,
                                     std::chars_format::fixed, static_cast<int>(most_fraction_));
  text.resize(static_cast<size_t>(written.ptr - text.data()));
  AppendDigits(PlainDigits::Of(text), out);
}

void NumberPattern::AppendDecimal(std::string_view number, std::string& out) const {
  PlainDigits digits = PlainDigits::Of(number);
  digits.Shift(shift_);
  digits.Round(most_fraction_, true);
  AppendDigits(std::move(digits), out);
}

void NumberPattern::AppendDigits(PlainDigits digits, std::string& out) const {
  std::string& whole = digits.whole;
  std::string& fraction = digits.fraction;
  while (fraction.size() > least_fraction_ && fraction.back() == '0') fraction.pop_back();
  if (fraction.size() < least_fraction_) fraction.append(least_fraction_ - fraction.size(), '0');
  if (whole == "0") whole.clear();
  if (whole.size() < least_integer_) whole.insert(0, least_integer_ - whole.size(), '0');
  if (whole.empty() && fraction.empty()) whole = "0";
  const bool zero = whole.find_first_not_of('0') == std::string::npos &&
                    fraction.find_first_not_of('0') == std::string::npos;
  if (group_ > 0) digits.Group(group_);
  if (digits.negative && !zero) out += '-';
  out += before_ + whole;
  if (!fraction.empty()) out += "." + fraction;
  out += behind_;
}

void AppendGroupedDecimal(std::string_view number, size_t places, std::string& out) {
  constexpr size_t kThousands = 3;
  PlainDigits digits = PlainDigits::Of(number);
  digits.Round(places, false);
  digits.fraction.append(places - digits.fraction.size(), '0');
  digits.Group(kThousands);
  if (digits.negative) out += '-';
  out += digits.whole;
  if (places > 0) out += "." + digits.fraction;
}

}  // namespace paisql
