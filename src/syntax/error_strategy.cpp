#include "syntax/error_strategy.h"

#include <algorithm>
#include <string>
#include <vector>

#include "PaisqlParser.h"
#include "base/text.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/statement_check.h"
#include "types/data_type.h"

namespace paisql::syntax {

namespace {

using Parser = paisql_grammar::PaisqlParser;

constexpr size_t kMaxExpectedShown = 10;

// The expected tokens in words. All that may be a name is one word, "identifier".
std::vector<std::string> Names(antlr4::Parser* parser, const antlr4::misc::IntervalSet& expected) {
  const antlr4::atn::ATN& atn = parser->getATN();
  const auto& vocabulary = parser->getVocabulary();
  const auto first_of = [&](size_t rule) { return atn.nextTokens(atn.ruleToStartState[rule]); };
  const bool any_name = expected.contains(static_cast<size_t>(Parser::IDENTIFIER));
  antlr4::misc::IntervalSet names;
  if (any_name) names.addAll(first_of(Parser::RuleIdentifier));
  // Words that are keywords elsewhere are expected as names where all of them are.
  const antlr4::misc::IntervalSet name_only = first_of(Parser::RuleNameOnly);
  if (any_name && expected.And(name_only) == name_only) names.addAll(name_only);
  std::vector<std::string> words;
  if (any_name) words.push_back("identifier");
  for (ssize_t type : expected.toList()) {
    if (type == static_cast<ssize_t>(antlr4::Token::EPSILON) || names.contains(type)) continue;
    switch (type) {
      case Parser::STRING_VALUE:
        words.push_back("string");
        break;
      case Parser::INTEGER_VALUE:
      case Parser::NUMBER_VALUE:
        words.push_back("number");
        break;
      case static_cast<ssize_t>(antlr4::Token::EOF):
        words.push_back("<EOF>");
        break;
      default: {
        const std::string literal = vocabulary.getLiteralName(static_cast<size_t>(type));
        if (!literal.empty()) words.push_back(literal);
      }
    }
  }
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

// The tokens that the paths of a look-ahead could have read where they all ended.
antlr4::misc::IntervalSet NextOfDeadEnds(const antlr4::atn::ATNConfigSet& dead_ends) {
  antlr4::misc::IntervalSet expected;
  for (const auto& config : dead_ends.configs) {
    for (const auto* transition : config->state->transitions) {
      if (!transition->isEpsilon()) expected.addAll(transition->label());
    }
  }
  return expected;
}

std::string HintFor(const TokenList& tokens, const antlr4::Token* token,
                    const std::vector<std::string>& words) {
  std::vector<std::string> keywords;
  for (const std::string& word : words) {
    if (word.size() > 2 && word.front() == '\'' && std::isalpha(word[1]) != 0) {
      keywords.push_back(word.substr(1, word.size() - 2));
    }
  }
  // Every keyword of one or two letters is near to such a word, so that a guess would mislead.
  constexpr size_t kShortestMisspelling = 3;
  if (token->getType() == Parser::IDENTIFIER &&
      tokens.TextOf(token).size() >= kShortestMisspelling) {
    std::string hint = DidYouMean(ToUpper(tokens.TextOf(token)), keywords);
    if (!hint.empty()) return hint;
  }
  // SELECT a FORM t: the misspelt word was taken for a name.
  const size_t index = token->getTokenIndex();
  if (index > 0 && tokens.TypeAt(index - 1) == Parser::IDENTIFIER) {
    return DidYouMean(ToUpper(tokens.TextAt(index - 1)), {"FROM", "WHERE", "GROUP", "ORDER"});
  }
  return "";
}

// GROUP BY ORDER BY a: the second ORDER was read as the name of a column.
std::string HintOfName(const TokenList& tokens, const antlr4::Token* token,
                       const antlr4::misc::IntervalSet& name_only) {
  const size_t index = token->getTokenIndex();
  if (index == 0 || !name_only.contains(tokens.TypeAt(index - 1))) return "";
  return "'" + std::string(tokens.TextAt(index - 1)) +
         "' is read as a name: is something missing in front of it?";
}

bool BeginsAsWord(std::string_view text) {
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0;
}

// 1AND and 10OFFSET are names, which is not what was meant.
bool IsNumberAndKeyword(std::string_view text, const antlr4::dfa::Vocabulary& vocabulary) {
  const size_t word = text.find_first_not_of("0123456789");
  if (word == 0 || word == std::string_view::npos) return false;
  const std::string literal = "'" + ToUpper(text.substr(word)) + "'";
  for (size_t type = 0; type <= vocabulary.getMaxTokenType(); ++type) {
    if (vocabulary.getLiteralName(type) == literal) return true;
  }
  return false;
}

// The number and the word glued to it at or before the token, which are the place to show; unknown
// where there are none.
SourceRange GluedNumber(const TokenList& tokens, const antlr4::Token* token,
                        const antlr4::dfa::Vocabulary& vocabulary) {
  for (const size_t index : {token->getTokenIndex(), token->getTokenIndex() - 1}) {
    if (index == 0 || index > token->getTokenIndex()) continue;
    const antlr4::Token* word = tokens.get(index);
    const antlr4::Token* number = tokens.get(index - 1);
    if (word->getType() != Parser::IDENTIFIER) continue;
    if (IsNumberAndKeyword(tokens.TextOf(word), vocabulary)) return TokenList::RangeOf(word);
    if (number->getType() != Parser::NUMBER_VALUE) continue;
    if (word->getStartIndex() != number->getStopIndex() + 1) continue;
    return Span(TokenList::RangeOf(number), TokenList::RangeOf(word));
  }
  return {};
}

// Whether a keyword stands where a name would, as in SELECT order FROM t or t.order. What follows
// tells it from a clause whose beginning is missing, as in SELECT FROM t.
bool IsReservedName(const TokenList& tokens, const antlr4::Token* token,
                    const antlr4::misc::IntervalSet& expected) {
  if (!expected.contains(static_cast<ssize_t>(Parser::IDENTIFIER))) return false;
  if (token->getType() == Parser::IDENTIFIER || !BeginsAsWord(tokens.TextOf(token))) return false;
  const size_t index = token->getTokenIndex();
  switch (index == 0 ? size_t{Parser::UNKNOWN} : tokens.TypeAt(index - 1)) {
    case Parser::AS:
    case Parser::COLUMN:
    case Parser::DOT:
    case Parser::TABLE:
    case Parser::VIEW:
    case Parser::WITH:
      return true;
    default:
      break;
  }
  switch (tokens.TypeAt(index + 1)) {
    case Parser::COLON:
    case Parser::COMMA:
    case Parser::DOT:
    case Parser::FROM:
    case Parser::RIGHT_PAREN:
      return true;
    case Parser::IDENTIFIER:  // (all BIGINT)
      return ParseDataType(tokens.TextAt(index + 1)).ok();
    default:
      return false;
  }
}

// The hint for any other keyword where a name might stand, be it the one in front, which has begun
// a clause: (a INT, VALUES STRING), SELECT 1 SORT, 2.
std::string HintOfKeyword(const TokenList& tokens, const antlr4::Token* token,
                          const antlr4::misc::IntervalSet& expected) {
  size_t index = token->getTokenIndex();
  const auto keyword_at = [&](size_t i) {
    return tokens.TypeAt(i) != Parser::IDENTIFIER && BeginsAsWord(tokens.TextAt(i));
  };
  const bool itself =
      expected.contains(static_cast<ssize_t>(Parser::IDENTIFIER)) && keyword_at(index);
  if (!itself) {
    if (index < 2 || !keyword_at(index - 1) || tokens.TypeAt(index) == antlr4::Token::EOF)
      return "";
    --index;
    const size_t before = tokens.TypeAt(index - 1);
    const size_t behind = tokens.TypeAt(index + 1);
    const bool in_list = before == Parser::COMMA || before == Parser::LEFT_PAREN ||
                         before == Parser::COLUMN || behind == Parser::COMMA;
    if (!in_list) return "";
  }
  const std::string word(tokens.TextAt(index));
  return "is something missing in front of '" + word + "'? As a name it stands in back-ticks: `" +
         word + "`";
}

}  // namespace

void ErrorStrategy::sync(antlr4::Parser* parser) {
  if (attempt_ == Attempt::kFast) return;
  const size_t at = parser->getTokenStream()->index();
  if (expected_at_ != at) {
    expected_at_ = at;
    expected_.clear();
  }
  const antlr4::atn::ATN& atn = parser->getATN();
  expected_.addAll(atn.nextTokens(atn.states[parser->getState()]));
}

void ErrorStrategy::reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) {
  if (attempt_ == Attempt::kFast) throw FastParseFailed{};
  Report(parser, error);
}

void ErrorStrategy::recover(antlr4::Parser*, std::exception_ptr error) {
  std::rethrow_exception(error);
}

antlr4::Token* ErrorStrategy::recoverInline(antlr4::Parser* parser) {
  if (attempt_ == Attempt::kFast) throw FastParseFailed{};
  Report(parser, antlr4::InputMismatchException(parser));
}

void ErrorStrategy::Report(antlr4::Parser* parser, const antlr4::RecognitionException& error) {
  const antlr4::Token* token = error.getOffendingToken();
  antlr4::misc::IntervalSet expected;
  if (expected_at_ == token->getTokenIndex()) expected = expected_;
  const auto* no_alternative = dynamic_cast<const antlr4::NoViableAltException*>(&error);
  if (no_alternative != nullptr && no_alternative->getDeadEndConfigs() != nullptr) {
    expected.addAll(NextOfDeadEnds(*no_alternative->getDeadEndConfigs()));
  } else {
    expected.addAll(error.getExpectedTokens());
  }

  if (token->getType() == antlr4::Token::EOF) {
    if (const SourceRange open = OpenBracket(tokens_); open.known()) {
      Fail(ErrorCode::kParse, open, "'" + std::string(tokens_.TextOf(open)) + "' not closed");
    }
  }
  if (const SourceRange glued = GluedNumber(tokens_, token, parser->getVocabulary());
      glued.known()) {
    Fail(ErrorCode::kParse, glued, InvalidToken(tokens_.TextOf(glued)),
         "put a blank between a number and the word after it");
  }
  const std::vector<std::string> words = Names(parser, expected);
  std::string detail = InvalidToken(tokens_.TextOf(token));
  if (!words.empty() && words.size() <= kMaxExpectedShown) {
    detail += ", expect one of " + Join(words, ",");
  }
  std::string hint = HintFor(tokens_, token, words);
  if (hint.empty() && IsReservedName(tokens_, token, expected)) {
    const std::string word(tokens_.TextOf(token));
    hint = word + " is a reserved word: as a name it stands in back-ticks, `" + word + "`";
  }
  if (hint.empty()) {
    const antlr4::atn::ATN& atn = parser->getATN();
    const auto& name_only = atn.nextTokens(atn.ruleToStartState[Parser::RuleNameOnly]);
    hint = HintOfName(tokens_, token, name_only);
  }
  if (hint.empty()) hint = HintOfKeyword(tokens_, token, expected);
  Fail(ErrorCode::kParse, TokenList::RangeOf(token), std::move(detail), std::move(hint));
}

}  // namespace paisql::syntax
