#include "base/command_words.h"

namespace paisql {

namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

Result<std::vector<std::string>> SplitWords(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;  // a word has begun; it may be empty, as in ''
  char quote = '\0';
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      const char next = text[++i];
      // Within "…" a backslash is special before the quote and before itself only.
      if (quote == '"' && next != '"' && next != '\\') word += '\\';
      word += next;
      inside = true;
    } else if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      inside = true;
    } else if (!IsBlank(c)) {
      word += c;
      inside = true;
    } else if (inside) {
      words.push_back(std::move(word));
      word.clear();
      inside = false;
    }
  }
  if (quote != '\0') {
    return Error{ErrorCode::kInvalidCommand,
                 std::string("the quote ") + quote + " does not end",
                 {},
                 "close it"};
  }
  if (inside) words.push_back(std::move(word));
  return words;
}

}  // namespace paisql
