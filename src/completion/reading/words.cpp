#include "completion/reading/words.h"

namespace paisql::completion {

std::string RawWord::Plain() const {
  std::string plain;
  char open = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (open == 0 && (c == '\'' || c == '"')) {
      open = c;
    } else if (open != 0 && c == open) {
      open = 0;
    } else if (open != 0 && c == '\\' && i + 1 < text.size()) {
      plain += text[++i];
    } else {
      plain += c;
    }
  }
  return plain;
}

std::vector<RawWord> RawWords(std::string_view text, size_t begin, size_t end) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::vector<RawWord> words(1, RawWord{begin, "", 0});
  char quote = 0;
  for (size_t i = begin; i < end; ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\') {
        ++i;
      } else if (c == quote) {
        quote = 0;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (kBlanks.find(c) != std::string_view::npos) {
      RawWord& word = words.back();
      word.text = text.substr(word.begin, i - word.begin);
      if (word.text.empty()) words.pop_back();
      words.push_back({i + 1, "", 0});
    }
  }
  words.back().text = text.substr(words.back().begin, end - words.back().begin);
  words.back().quote = quote;
  return words;
}

}  // namespace paisql::completion
