#include "types/pattern/time_pattern.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace paisql {
namespace {

using Style = TimePatternStyle;

template <typename... All>
constexpr uint8_t Styles(All... all) {
  return static_cast<uint8_t>((static_cast<unsigned>(all) | ...));
}
constexpr uint8_t kAll = Styles(Style::kPlatform, Style::kDateFormat, Style::kTimestamp);

struct Token {
  std::string_view spelling;
  bool any_case;
  uint8_t styles;
  TimeField field;
  int width;
};

// The first that fits counts.
constexpr Token kTokens[] = {
    {"YYYY", false, Styles(Style::kDateFormat), TimeField::kWeekYear, 4},
    {"yyyy", true, kAll, TimeField::kYear, 4},
    {"mm", true, kAll, TimeField::kMonth, 2},
    {"dd", true, kAll, TimeField::kDay, 2},
    {"hh", true, kAll, TimeField::kHour, 2},
    {"mi", true, kAll, TimeField::kMinute, 2},
    {"SSS", false, Styles(Style::kDateFormat), TimeField::kMillis, 3},
    {"ss", true, kAll, TimeField::kSecond, 2},
    {"ff3", true, kAll, TimeField::kMillis, 3},
    {"ff6", true, Styles(Style::kTimestamp), TimeField::kMicros, 6},
    {"%Y", false, Styles(Style::kTimestamp), TimeField::kYear, 4},
    {"%y", false, Styles(Style::kTimestamp), TimeField::kYear, 2},
    {"%m", false, Styles(Style::kTimestamp), TimeField::kMonth, 2},
    {"%B", false, Styles(Style::kTimestamp), TimeField::kMonthName, 4},
    {"%b", false, Styles(Style::kTimestamp), TimeField::kMonthName, 3},
    {"%h", false, Styles(Style::kTimestamp), TimeField::kMonthName, 3},
    {"%d", false, Styles(Style::kTimestamp), TimeField::kDay, 2},
    {"%e", false, Styles(Style::kTimestamp), TimeField::kDay, 1},
    {"%H", false, Styles(Style::kTimestamp), TimeField::kHour, 2},
    {"%M", false, Styles(Style::kTimestamp), TimeField::kMinute, 2},
    {"%S", false, Styles(Style::kTimestamp), TimeField::kSecond, 2},
};

const Token* TokenAt(std::string_view rest, Style style) {
  for (const Token& token : kTokens) {
    if ((token.styles & static_cast<uint8_t>(style)) == 0) continue;
    const std::string_view head = rest.substr(0, token.spelling.size());
    if (head == token.spelling || (token.any_case && EqualsIgnoreCase(head, token.spelling))) {
      return &token;
    }
  }
  return nullptr;
}

struct Letter {
  char letter;
  TimeField field;
};

constexpr Letter kJavaLetters[] = {
    {'G', TimeField::kEra},
    {'y', TimeField::kYear},
    {'Y', TimeField::kWeekYear},
    {'M', TimeField::kMonth},
    {'L', TimeField::kMonth},
    {'w', TimeField::kWeekOfYear},
    {'W', TimeField::kWeekOfMonth},
    {'D', TimeField::kDayOfYear},
    {'d', TimeField::kDay},
    {'F', TimeField::kWeekdayInMonth},
    {'E', TimeField::kWeekdayName},
    {'u', TimeField::kWeekday},
    {'a', TimeField::kHalfDay},
    {'H', TimeField::kHour},
    {'k', TimeField::kHourFromOne},
    {'K', TimeField::kHalfDayHour},
    {'h', TimeField::kHalfDayHourFromOne},
    {'m', TimeField::kMinute},
    {'s', TimeField::kSecond},
    {'S', TimeField::kMillis},
    {'z', TimeField::kZone},
    {'Z', TimeField::kZone},
    {'X', TimeField::kZone},
};

// The text in the quotes that begin at `at`, which moves after them; nullopt when they do not end.
// Two quotes in a row are one, within quotes and elsewhere.
std::optional<std::string> QuotedText(std::string_view text, size_t& at) {
  const size_t begin = ++at;
  std::string quoted;
  for (; at < text.size(); ++at) {
    if (text[at] == '\'') {
      const bool doubled = at + 1 < text.size() && text[at + 1] == '\'';
      if (!doubled) return at++ == begin ? "'" : quoted;
      ++at;
    }
    quoted += text[at];
  }
  return std::nullopt;
}

bool IsLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

}  // namespace

TimePattern::TimePattern(std::string_view text, TimePatternStyle style) : style_(style) {
  if (style == Style::kJava) {
    CompileJava(text);
  } else {
    CompilePlatform(text, style);
  }
}

bool TimePattern::Has(TimeField field) const {
  return std::any_of(parts_.begin(), parts_.end(),
                     [&](const TimePart& part) { return part.field == field; });
}

bool TimePattern::CanRead() const {
  return !Has(TimeField::kZone) && !Has(TimeField::kWeekYear) && !Has(TimeField::kWeekOfYear) &&
         !Has(TimeField::kWeekOfMonth) && !Has(TimeField::kWeekdayInMonth);
}

void TimePattern::Add(TimeField field, int width) { parts_.push_back({field, width, ""}); }

void TimePattern::AddLiteral(std::string_view text) {
  if (parts_.empty() || parts_.back().field != TimeField::kLiteral) {
    Add(TimeField::kLiteral, 0);
  }
  parts_.back().text += text;
}

void TimePattern::CompilePlatform(std::string_view text, TimePatternStyle style) {
  for (size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (style == Style::kTimestamp && (rest.starts_with("%F") || rest.starts_with("%T"))) {
      CompilePlatform(rest[1] == 'F' ? "%Y-%m-%d" : "%H:%M:%S", style);
      at += 2;
    } else if (const Token* token = TokenAt(rest, style)) {
      Add(token->field, token->width);
      at += token->spelling.size();
    } else {
      AddLiteral(rest.substr(0, 1));
      ++at;
    }
  }
}

void TimePattern::CompileJava(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\'') {
      const std::optional<std::string> quoted = QuotedText(text, at);
      valid_ = valid_ && quoted.has_value();
      AddLiteral(quoted.value_or(""));
      continue;
    }
    if (!IsLetter(c)) {
      AddLiteral(text.substr(at, 1));
      ++at;
      continue;
    }
    const size_t end = std::min(text.find_first_not_of(c, at), text.size());
    const auto width = static_cast<int>(end - at);
    const auto* found = std::find_if(std::begin(kJavaLetters), std::end(kJavaLetters),
                                     [&](const Letter& letter) { return letter.letter == c; });
    if (found == std::end(kJavaLetters)) {
      valid_ = false;
      return;
    }
    const bool name = found->field == TimeField::kMonth && width > 2;
    Add(name ? TimeField::kMonthName : found->field, width);
    at = end;
  }
}

}  // namespace paisql
