#include "syntax/lexer/char_stream.h"

#include <array>

#include "syntax/lexer/full_width.h"

namespace paisql::syntax {

namespace {

constexpr char kOtherControl = 0x01;
constexpr char kHashAtStart = 0x02;
constexpr char kFullWidthFirst = 0x1E;
constexpr char kFullWidthRest = 0x1F;
constexpr char kOutsideAscii = 0x7F;

struct Mark {
  std::string_view text;
  char meaning;
};

constexpr std::array<Mark, 30> kFullWidthMarks = {{
    {"；", ';'}, {"，", ','}, {"（", '('}, {"）", ')'},  {"“", '"'},  {"”", '"'},
    {"‘", '\''}, {"’", '\''}, {"＝", '='}, {"：", ':'},  {"。", '.'}, {"．", '.'},
    {"＊", '*'}, {"＋", '+'}, {"－", '-'}, {"＜", '<'},  {"＞", '>'}, {"【", '['},
    {"】", ']'}, {"、", ','}, {"％", '%'}, {"／", '/'},  {"｜", '|'}, {"＆", '&'},
    {"！", '!'}, {"［", '['}, {"］", ']'}, {"＇", '\''}, {"＂", '"'}, {"＾", '^'},
}};

// No-break blank, ideographic blank, and the byte order mark that editors put in front of a file.
constexpr std::array<std::string_view, 3> kWideBlanks = {"\xC2\xA0", "\xE3\x80\x80",
                                                         "\xEF\xBB\xBF"};

char ClassOfAscii(char c) {
  if (c >= 'a' && c <= 'z') return static_cast<char>(c - 'a' + 'A');
  const bool control = (c >= 0 && c < ' ') || c == 0x7F;
  const bool blank = c == ' ' || (c >= '\t' && c <= '\r');
  return control && !blank ? kOtherControl : c;
}

size_t WideBlankLength(std::string_view text) {
  for (std::string_view blank : kWideBlanks) {
    if (text.starts_with(blank)) return blank.size();
  }
  return 0;
}

}  // namespace

char FullWidthMeaning(std::string_view text) {
  for (const Mark& mark : kFullWidthMarks) {
    if (text.starts_with(mark.text)) return mark.meaning;
  }
  return 0;
}

CharStream::CharStream(std::string_view text, size_t begin)
    : text_(text), classes_(text.size(), kOutsideAscii), position_(begin) {
  bool only_blanks_on_line = true;
  for (size_t i = begin; i < text.size();) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) < 0x80) {
      const bool blank = c == ' ' || (c >= '\t' && c <= '\r');
      classes_[i] = c == '#' && only_blanks_on_line ? kHashAtStart : ClassOfAscii(c);
      only_blanks_on_line = c == '\n' || (only_blanks_on_line && blank);
      ++i;
      continue;
    }
    const std::string_view rest = text.substr(i, 4);
    if (const size_t length = WideBlankLength(rest); length > 0) {
      for (size_t k = 0; k < length; ++k) classes_[i + k] = ' ';
      i += length;
      continue;
    }
    only_blanks_on_line = false;
    if (FullWidthMeaning(rest) != 0) {
      // All of them take three bytes.
      classes_[i] = kFullWidthFirst;
      classes_[i + 1] = classes_[i + 2] = kFullWidthRest;
      i += 3;
      continue;
    }
    ++i;
  }
}

void CharStream::BeginStatement(size_t at) {
  if (at < classes_.size() && classes_[at] == '#') classes_[at] = kHashAtStart;
}

std::string CharStream::getText(const antlr4::misc::Interval& interval) {
  if (interval.a < 0 || interval.b < interval.a) return "";
  return std::string(text_.substr(static_cast<size_t>(interval.a),
                                  static_cast<size_t>(interval.b - interval.a + 1)));
}

}  // namespace paisql::syntax
