#include "syntax/keywords.h"

#include <algorithm>
#include <cctype>

#include "PaisqlLexer.h"
#include "syntax/lexer/char_stream.h"

namespace paisql::syntax {

std::vector<std::string> Keywords() {
  std::vector<std::string> words;
  CharStream nothing("");
  const paisql_grammar::PaisqlLexer lexer(&nothing);
  const antlr4::dfa::Vocabulary& vocabulary = lexer.getVocabulary();
  for (size_t type = 0; type <= vocabulary.getMaxTokenType(); ++type) {
    // Tokens of one spelling have it in quotes; other tokens have none here.
    const std::string literal(vocabulary.getLiteralName(type));
    if (literal.size() < 4) continue;  // H, P and Q are names as a rule
    const std::string word = literal.substr(1, literal.size() - 2);
    const bool is_word =
        std::ranges::all_of(word, [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; });
    if (is_word) words.push_back(word);
  }
  std::ranges::sort(words);
  return words;
}

}  // namespace paisql::syntax
