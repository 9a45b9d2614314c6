#include "syntax/parser.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include "base/system/destroy_later.h"
#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/definition.h"
#include "syntax/error_strategy.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/lexer/token_list.h"
#include "syntax/no_effect.h"
#include "syntax/predictor.h"
#include "syntax/respelling.h"
#include "syntax/statement_check.h"
#include "syntax/text_parts.h"
#include "syntax/unsupported.h"

namespace paisql::syntax {

namespace {

std::string HexByte(char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  return {kDigits[byte >> 4], kDigits[byte & 0xF]};
}

// The first byte that belongs to no character of UTF-8.
size_t InvalidByte(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    size_t length = 1;
    while (length <= 4 && !IsValidUtf8(text.substr(at, length))) ++length;
    if (length > 4) return at;
    at += length;
  }
  return at;
}

void CheckText(std::string_view text) {
  if (text.size() > ValueOf(Limit::kStatementBytes)) {
    FailLimit(Limit::kStatementBytes, SourceRange{0, 0, 1, 1});
  }
  if (IsValidUtf8(text)) return;
  const size_t at = InvalidByte(text);
  Fail(ErrorCode::kParse, PositionCursor(text).Range(at, at + 1),
       "the text is not valid UTF-8: byte 0x" + HexByte(text[at]),
       "save the file in UTF-8; Chinese text in GBK has such bytes");
}

// The objects that live while a statement is read.
struct Reading {
  Reading(std::string_view text, Leash* leash, TokenList::Lists lists, const TextPlace& begin)
      : tokens(text, leash, lists, begin) {}
  TokenList tokens;
  std::optional<P> parser;
};

// Parses by the entry rule: first the fast way, which decides by local context alone, and only if
// that fails with full context, which either succeeds or knows the error.
template <typename Rule>
auto* ParseBy(P& parser, TokenList& tokens, Rule rule) {
  auto* simulator = parser.getInterpreter<antlr4::atn::ParserATNSimulator>();
  auto predictor = std::make_unique<Predictor>(&parser, *simulator);
  simulator = predictor.get();
  parser.setInterpreter(predictor.release());
  parser.removeErrorListeners();
  simulator->setPredictionMode(antlr4::atn::PredictionMode::SLL);
  parser.setErrorHandler(std::make_shared<ErrorStrategy>(tokens, ErrorStrategy::Attempt::kFast));
  try {
    return (parser.*rule)();
  } catch (const FastParseFailed&) {
    parser.reset();
    simulator->setPredictionMode(antlr4::atn::PredictionMode::LL);
    parser.setErrorHandler(
        std::make_shared<ErrorStrategy>(tokens, ErrorStrategy::Attempt::kFullContext));
    return (parser.*rule)();
  }
}

// The part of a statement that one rule of the grammar reads.
template <typename Rule>
auto* ParsePart(Reading& reading, const TokenSpan& span, Rule rule) {
  reading.parser->reset();
  reading.tokens.seek(span.begin);
  reading.parser->setErrorHandler(
      std::make_shared<ErrorStrategy>(reading.tokens, ErrorStrategy::Attempt::kFullContext));
  return (*reading.parser.*rule)();
}

size_t TokenAt(const TokenList& tokens, const SourceRange& range) {
  size_t i = 0;
  while (i + 1 < tokens.count() && tokens.RangeAt(i).begin < range.begin) ++i;
  return i;
}

// The statement, if it is one of those that the parser does not know and that go on here.
StatementPtr StandIn(Reading& reading) {
  const TokenList& tokens = reading.tokens;
  std::optional<NoEffect> no_effect = FindNoEffect(tokens);
  std::optional<TokenMatch> match;
  if (no_effect.has_value()) match = no_effect->match;
  const bool merges = !match && (match = FindFileMerge(tokens)).has_value();
  if (!match) match = FindTableRead(tokens);
  if (!match.has_value()) return nullptr;
  TreeBuilder builder(tokens);
  TableParts parts;
  if (!match->name.empty()) {
    parts.table = builder.BuildName(ParsePart(reading, match->name, &P::qualifiedName));
  }
  if (!match->spec.empty()) {
    parts.partition =
        builder.BuildPartitionSpec(ParsePart(reading, match->spec, &P::partitionSpec));
  }
  StatementPtr statement;
  if (no_effect.has_value()) {
    auto nothing = std::make_unique<NoEffectStatement>();
    nothing->table = std::move(parts.table);
    nothing->partition = std::move(parts.partition);
    statement = std::move(nothing);
  } else if (merges) {
    statement = TreeBuilder::MakeFileMerge(std::move(parts));
  } else {
    if (!match->group.empty()) {
      parts.columns = builder.BuildNames(ParsePart(reading, match->group, &P::nameList));
    }
    parts.limit = match->number;
    statement = builder.BuildTableRead(std::move(parts));
  }
  statement->range = Span(tokens.RangeAt(0), tokens.RangeAt(tokens.count() - 2));
  if (no_effect.has_value()) statement->notes.push_back({statement->range, no_effect->note});
  return statement;
}

// Takes the clause that the parser stopped at away, for the next round; false where there is no
// such clause. Throws where the statement is one that is not offered.
bool GoesOnWithout(Reading& reading, const SyntaxFailure& failure, int round,
                   std::vector<StatementNote>& notes) {
  constexpr int kRounds = 16;  // a statement has few such clauses
  const size_t stopped = TokenAt(reading.tokens, failure.error.range);
  reading.parser.reset();
  if (round == kRounds || !Respell(reading.tokens, stopped, notes)) {
    RefuseUnsupported(reading.tokens, stopped);
    return false;
  }
  reading.tokens.seek(0);
  return true;
}

StatementPtr ReadStatement(Reading& reading) {
  std::vector<StatementNote> notes;
  for (int round = 0;; ++round) {
    try {
      reading.parser.emplace(&reading.tokens);
      P::SingleStatementContext* tree =
          ParseBy(*reading.parser, reading.tokens, &P::singleStatement);
      StatementPtr statement = TreeBuilder(reading.tokens).BuildStatement(tree->statement());
      statement->notes.insert(statement->notes.begin(), std::make_move_iterator(notes.begin()),
                              std::make_move_iterator(notes.end()));
      return statement;
    } catch (const SyntaxFailure& failure) {
      if (failure.error.code != ErrorCode::kParse) throw;
      if (StatementPtr statement = StandIn(reading)) return statement;
      if (!GoesOnWithout(reading, failure, round, notes)) throw;
    }
  }
}

// The statement without what its long lists leave out, and then with it. Null where the statement
// has no long list, or where one of them stands in another place than IN and VALUES; so it is where
// there is an error, because the parser then has to see the whole text.
StatementPtr ReadShortened(Reading& reading) {
  if (reading.tokens.runs().empty()) return nullptr;
  try {
    CheckTokens(reading.tokens);
    reading.parser.emplace(&reading.tokens);
    P::SingleStatementContext* tree = ParseBy(*reading.parser, reading.tokens, &P::singleStatement);
    TreeBuilder builder(reading.tokens);
    StatementPtr statement = builder.BuildStatement(tree->statement());
    if (builder.built_runs() == reading.tokens.runs().size()) return statement;
  } catch (const SyntaxFailure& failure) {
    if (failure.error.code == ErrorCode::kInstanceCancelled) throw;
  }
  return nullptr;
}

}  // namespace

Status CheckStatementText(std::string_view text) {
  try {
    CheckText(text);
  } catch (SyntaxFailure& failure) {
    return std::move(failure.error);
  }
  return {};
}

Result<StatementPtr> ParseStatement(std::string_view text, Leash* leash) {
  PAISQL_TRY(CheckStatementText(text));
  return ParseStatementAt(text, {}, leash);
}

Result<StatementPtr> ParseStatementAt(std::string_view text, const TextPlace& begin, Leash* leash) {
  std::unique_ptr<Reading> reading;
  try {
    reading = std::make_unique<Reading>(text, leash, TokenList::Lists::kShortened, begin);
    if (StatementPtr statement = ReadShortened(*reading)) return statement;
    if (!reading->tokens.runs().empty()) {
      reading.reset();
      reading = std::make_unique<Reading>(text, leash, TokenList::Lists::kWhole, begin);
    }
    CheckTokens(reading->tokens);
    return ReadStatement(*reading);
  } catch (SyntaxFailure& failure) {
    if (failure.error.code == ErrorCode::kInstanceCancelled) DestroyLater(std::move(reading));
    return std::move(failure.error);
  }
}

Result<std::unique_ptr<AssignStep>> ParseAssignAt(std::string_view text, const TextPlace& begin,
                                                  Leash* leash) {
  try {
    Reading reading(text, leash, TokenList::Lists::kWhole, begin);
    CheckTokens(reading.tokens);
    std::vector<StatementNote> notes;
    for (int round = 0;; ++round) {
      try {
        reading.parser.emplace(&reading.tokens);
        auto* tree = ParseBy(*reading.parser, reading.tokens, &P::singleAssign);
        auto step = TreeBuilder(reading.tokens).BuildAssign(tree);
        step->notes = std::move(notes);
        return step;
      } catch (const SyntaxFailure& failure) {
        if (!GoesOnWithout(reading, failure, round, notes)) throw;
      }
    }
  } catch (SyntaxFailure& failure) {
    return std::move(failure.error);
  }
}

bool IsDefinition(std::string_view text) {
  text = text.substr(0, text.find('@') + 1);
  return text.size() > 1 && text.front() == '(' && Trim(text.substr(1)) == "@";
}

Result<Definition> ParseDefinition(std::string_view text, Leash* leash) {
  PAISQL_TRY(CheckStatementText(text));
  return ParseDefinitionAt(text, SourceRange{0, text.size(), 1, 1}, leash);
}

Result<Definition> ParseDefinitionAt(std::string_view text, const SourceRange& begin,
                                     Leash* leash) {
  Definition definition;
  size_t body = 0;
  size_t body_end = 0;
  try {
    Reading reading(text, leash, TokenList::Lists::kWhole,
                    TextPlace{begin.begin, begin.line, begin.column});
    reading.parser.emplace(&reading.tokens);
    auto* tree = ParseBy(*reading.parser, reading.tokens, &P::singleDefinition);
    definition = TreeBuilder(reading.tokens).BuildDefinition(tree->definition(), body, body_end);
  } catch (SyntaxFailure& failure) {
    return std::move(failure.error);
  }
  if (body == 0) return definition;
  PAISQL_ASSIGN(definition.body, ParseScriptAt(text.substr(0, body_end), body, leash));
  for (const StepPtr& step : definition.body->steps) {
    if (step->kind == StepKind::kAssign) continue;
    return Error{ErrorCode::kSemantic, "between BEGIN and END variables alone may be set",
                 step->range, "write @v := SELECT …; the last one has the name of the view"};
  }
  return definition;
}

Result<ExpressionPtr> ParseExpressionAt(std::string_view text, const TextPlace& begin,
                                        size_t& end) {
  try {
    Reading reading(text, nullptr, TokenList::Lists::kWhole, begin);
    CheckTokens(reading.tokens);
    reading.parser.emplace(&reading.tokens);
    // The rule calls itself with a precedence, by another function of that name.
    constexpr P::ExpressionContext* (P::*kExpression)() = &P::expression;
    auto* tree = ParseBy(*reading.parser, reading.tokens, kExpression);
    ExpressionPtr expression = TreeBuilder(reading.tokens).BuildExpression(tree);
    // The expression of (a) has the place of a.
    end = reading.tokens.RangeAt(tree->getStop()->getTokenIndex()).end;
    return expression;
  } catch (SyntaxFailure& failure) {
    return std::move(failure.error);
  }
}

Result<ExpressionPtr> ParseExpression(std::string_view text) {
  try {
    CheckText(text);
    TokenList tokens(text);
    CheckTokens(tokens);
    P parser(&tokens);
    auto* tree = ParseBy(parser, tokens, &P::singleExpression);
    return TreeBuilder(tokens).BuildExpression(tree->expression());
  } catch (SyntaxFailure& failure) {
    return std::move(failure.error);
  }
}

Result<std::unique_ptr<Query>> ParseQuery(std::string_view text, Leash* leash) {
  try {
    CheckText(text);
    TokenList tokens(text, leash);
    CheckTokens(tokens);
    P parser(&tokens);
    auto* tree = ParseBy(parser, tokens, &P::singleQuery);
    return TreeBuilder(tokens).BuildQuery(tree->query());
  } catch (SyntaxFailure& failure) {
    return std::move(failure.error);
  }
}

}  // namespace paisql::syntax
