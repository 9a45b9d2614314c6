#include "syntax/lexer/words.h"

#include "base/text.h"
#include "syntax/lexer/position.h"
#include "syntax/literal_text.h"

namespace paisql::syntax {

std::vector<CommandWord> CommandWords(const TokenList& tokens, size_t first, size_t last) {
  std::vector<CommandWord> words;
  for (size_t i = first; i < last; ++i) {
    const SourceRange range = tokens.RangeAt(i);
    const bool quoted = tokens.TypeAt(i) == Lexer::STRING_VALUE;
    if (words.empty() || words.back().range.end != range.begin) words.push_back({{}, range});
    CommandWord& word = words.back();
    word.range.end = range.end;
    if (quoted) {
      const std::string_view text = tokens.TextAt(i);
      word.pieces.push_back({text.substr(1, text.size() - 2), true, range});
    } else if (!word.pieces.empty() && !word.pieces.back().quoted) {
      WordPiece& piece = word.pieces.back();
      piece.range.end = range.end;
      piece.text = tokens.TextOf(piece.range);
    } else {
      word.pieces.push_back({tokens.TextAt(i), false, range});
    }
  }
  return words;
}

bool IsWord(const CommandWord& word, std::string_view text) {
  return word.pieces.size() == 1 && !word.pieces[0].quoted &&
         EqualsIgnoreCase(word.pieces[0].text, text);
}

Word ToWord(const CommandWord& word) {
  std::string text;
  for (const WordPiece& piece : word.pieces) text += piece.text;
  return Word{UnescapeJava(text), word.range};
}

std::vector<Word> ToWords(const std::vector<CommandWord>& words) {
  std::vector<Word> result;
  result.reserve(words.size());
  for (const CommandWord& word : words) result.push_back(ToWord(word));
  return result;
}

std::string ValueText(const TokenList& tokens, size_t first, size_t begin) {
  std::string value;
  size_t end = begin;
  for (size_t i = first; tokens.TypeAt(i) != Lexer::SEMICOLON && i + 1 < tokens.count(); ++i) {
    const SourceRange range = tokens.RangeAt(i);
    if (range.end <= begin) continue;
    if (range.begin > end) {
      const std::string_view gap = tokens.text().substr(end, range.begin - end);
      const bool blank = gap.find_first_not_of(" \t\r\n") == std::string_view::npos;
      if (!value.empty()) value += blank ? gap : " ";
      end = range.begin;
    }
    value += tokens.text().substr(end, range.end - end);
    end = range.end;
  }
  return std::string(Trim(value));
}

}  // namespace paisql::syntax
