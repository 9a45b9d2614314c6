#include "syntax/script.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/limits.h"
#include "base/text.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/lexer/scanner.h"
#include "syntax/lexer/step_cutter.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/rows.h"
#include "syntax/statements/show.h"
#include "syntax/text_parts.h"

namespace paisql::syntax {

namespace {

struct PlacedToken {
  size_t type = 0;
  SourceRange range;
};

std::vector<PlacedToken> TokensOf(std::string_view text) {
  std::vector<PlacedToken> tokens;
  Scanner scanner(text);
  PositionCursor cursor(text);
  StepCutter cutter;
  ScannedToken token;
  while (true) {
    if (cutter.whole()) scanner.BeginStatement();
    if (!scanner.Next(token)) break;
    if (!token.visible()) continue;
    cutter.Begins(token.type);
    tokens.push_back({token.type, cursor.Range(token.begin, token.end)});
  }
  return tokens;
}

// Reads steps one after another. What a step is made of, statements, variables and conditions, the
// parser reads from their places in the whole text.
class ScriptReader {
 public:
  ScriptReader(std::string_view text, Leash* leash)
      : text_(text), leash_(leash), tokens_(TokensOf(text)) {}

  // From this byte of the text on.
  void BeginAt(size_t begin) {
    while (at_ < tokens_.size() && tokens_[at_].range.begin < begin) ++at_;
  }

  Result<Script> Read() {
    Script script;
    SkipSemicolons();
    if (Type(at_) == Lexer::EXPLAIN && IsControl(Type(at_ + 1))) {
      script.explains = true;
      ++at_;
    }
    while (SkipSemicolons(), at_ < tokens_.size()) {
      if (Type(at_) == Lexer::CODE_BLOCK) {
        PAISQL_ASSIGN(CodeBlock code, ReadCode());
        script.codes.push_back(std::move(code));
        continue;
      }
      PAISQL_ASSIGN(StepPtr step, ReadStep(0));
      script.steps.push_back(std::move(step));
    }
    if (script.steps.size() > 1) script.explains |= TakeExplain(*script.steps.front());
    for (const PlacedToken& token : tokens_) {
      if (token.type != Lexer::VARIABLE) continue;
      const size_t begin = token.range.begin;
      const bool reads = std::ranges::none_of(told_, [&](const SourceRange& range) {
        return begin >= range.begin && begin < range.end;
      });
      script.mentions.push_back({ToLower(std::string(Text(token.range).substr(1))), begin, reads});
    }
    return script;
  }

 private:
  // Leaves the statement that is explained.
  static bool TakeExplain(Step& step) {
    if (step.kind != StepKind::kStatement) return false;
    StatementPtr& statement = static_cast<StatementStep&>(step).statement;
    if (!IsA<ExplainStatement>(*statement)) return false;
    auto& explain = static_cast<ExplainStatement&>(*statement);
    if (explain.analyze || explain.cost) return false;
    StatementPtr inner = std::move(explain.statement);
    statement = std::move(inner);
    return true;
  }

  Result<CodeBlock> ReadCode() {
    const SourceRange& range = tokens_[at_++].range;
    try {
      return ReadCodeBlock(Text(range), range);
    } catch (SyntaxFailure& failure) {
      return std::move(failure.error);
    }
  }

  size_t Type(size_t at) const { return at < tokens_.size() ? tokens_[at].type : Lexer::EOF; }
  bool Take(size_t type) {
    if (Type(at_) != type) return false;
    ++at_;
    return true;
  }
  void SkipSemicolons() {
    while (Take(Lexer::SEMICOLON)) {
    }
  }
  TextPlace Place() const {
    const SourceRange& range = tokens_[at_].range;
    return {range.begin, range.line, range.column};
  }
  // Just after the last token, where something is missing, or the token that should not be there.
  Error Missing(const char* expected) const {
    const bool ended = at_ >= tokens_.size();
    const SourceRange& last = tokens_[ended ? tokens_.size() - 1 : at_].range;
    const SourceRange range = ended ? SubRange(text_, last, last.end - last.begin, 0) : last;
    const std::string token = ended ? "<EOF>" : std::string(Text(range));
    return Error{ErrorCode::kParse, InvalidToken(token) + ", expect one of " + expected, range, ""};
  }
  std::string_view Text(const SourceRange& range) const {
    return text_.substr(range.begin, range.end - range.begin);
  }

  Result<StepPtr> ReadStep(size_t depth) {
    if (at_ >= tokens_.size()) return Missing("a statement");
    const SourceRange first = tokens_[at_].range;
    if (depth > ValueOf(Limit::kNesting)) {
      return LimitError(Limit::kNesting, ErrorCode::kParse, first);
    }
    PAISQL_ASSIGN(StepPtr step, ReadStepOf(Type(at_), depth));
    step->range = Span(first, tokens_[at_ - 1].range);
    return step;
  }

  Result<StepPtr> ReadStepOf(size_t type, size_t depth) {
    switch (type) {
      case Lexer::IF:
        return ReadIf(depth);
      case Lexer::LOOP:
        return ReadLoop(depth);
      case Lexer::BEGIN:
        // That of a transaction, for which statements of other dialects have a cure.
        if (Type(at_ + 1) == Lexer::SEMICOLON || Type(at_ + 1) == Lexer::EOF) {
          return ReadSimple(depth);
        }
        return ReadBlock(depth);
      default:
        return ReadSimple(depth);
    }
  }

  // One statement or variable, up to its semicolon; in a block up to the END, too.
  Result<StepPtr> ReadSimple(size_t depth) {
    const TextPlace begin = Place();
    const bool variable = Type(at_) == Lexer::VARIABLE;
    int cases = 0;
    int blocks = 0;  // of what CREATE defines
    for (; at_ < tokens_.size() && (blocks > 0 || Type(at_) != Lexer::SEMICOLON); ++at_) {
      const bool defines = at_ > 0 && Type(at_) == Lexer::BEGIN && Type(at_ - 1) == Lexer::AS;
      if (defines || (blocks > 0 && Type(at_) == Lexer::BEGIN)) ++blocks;
      if (Type(at_) == Lexer::CASE) ++cases;
      if (Type(at_) != Lexer::END && (Type(at_) != Lexer::ELSE || cases > 0)) continue;
      if (cases == 0 && blocks > 0) {
        if (Type(at_) == Lexer::END) --blocks;
        continue;
      }
      if (cases == 0 && depth > 0) break;
      if (Type(at_) == Lexer::END) --cases;
    }
    const std::string_view until = text_.substr(0, tokens_[at_ - 1].range.end);
    if (variable) {
      PAISQL_ASSIGN(std::unique_ptr<AssignStep> assign, ParseAssignAt(until, begin, leash_));
      return StepPtr(std::move(assign));
    }
    auto step = std::make_unique<StatementStep>();
    PAISQL_ASSIGN(step->statement, ParseStatementAt(until, begin, leash_));
    if (IsA<DescribeStatement, DropVariablesStatement>(*step->statement)) {
      told_.push_back(step->statement->range);
    }
    return StepPtr(std::move(step));
  }

  // The expression that begins here. It ends before a semicolon or a block at the latest.
  Result<ExpressionPtr> ReadExpression() {
    if (at_ >= tokens_.size()) return Missing("an expression");
    size_t last = at_;
    while (last < tokens_.size() && Type(last) != Lexer::SEMICOLON && Type(last) != Lexer::BEGIN) {
      ++last;
    }
    if (last == at_) return Missing("an expression");
    size_t end = 0;
    PAISQL_ASSIGN(ExpressionPtr expression,
                  ParseExpressionAt(text_.substr(0, tokens_[last - 1].range.end), Place(), end));
    while (at_ < last && tokens_[at_].range.begin < end) ++at_;
    return expression;
  }

  Result<StepPtr> ReadIf(size_t depth) {
    ++at_;
    auto step = std::make_unique<IfStep>();
    PAISQL_ASSIGN(step->condition, ReadExpression());
    PAISQL_ASSIGN(step->then, ReadStep(depth + 1));
    const size_t end = at_;
    SkipSemicolons();
    if (!Take(Lexer::ELSE)) {
      at_ = end;
      return StepPtr(std::move(step));
    }
    PAISQL_ASSIGN(step->otherwise, ReadStep(depth + 1));
    return StepPtr(std::move(step));
  }

  Result<StepPtr> ReadLoop(size_t depth) {
    ++at_;
    auto step = std::make_unique<LoopStep>();
    if (Type(at_) != Lexer::VARIABLE) return Missing("a variable");
    step->variable = {std::string(Text(tokens_[at_].range).substr(1)), false, tokens_[at_].range};
    ++at_;
    if (!Take(Lexer::FROM)) return Missing("'FROM'");
    PAISQL_ASSIGN(step->first, ReadExpression());
    if (!Take(Lexer::TO)) return Missing("'TO'");
    PAISQL_ASSIGN(step->last, ReadExpression());
    PAISQL_ASSIGN(step->body, ReadStep(depth + 1));
    return StepPtr(std::move(step));
  }

  Result<StepPtr> ReadBlock(size_t depth) {
    ++at_;
    auto step = std::make_unique<BlockStep>();
    while (SkipSemicolons(), !Take(Lexer::END)) {
      if (at_ >= tokens_.size()) return Missing("'END'");
      PAISQL_ASSIGN(StepPtr inner, ReadStep(depth + 1));
      step->steps.push_back(std::move(inner));
    }
    return StepPtr(std::move(step));
  }

  std::string_view text_;
  Leash* leash_;
  std::vector<PlacedToken> tokens_;
  size_t at_ = 0;
  std::vector<SourceRange> told_;  // statements about variables, which read none of them
};

}  // namespace

Result<Script> ParseScriptAt(std::string_view text, size_t begin, Leash* leash) {
  ScriptReader reader(text, leash);
  reader.BeginAt(begin);
  return reader.Read();
}

Result<Script> ParseScript(std::string_view text, Leash* leash) {
  PAISQL_TRY(CheckStatementText(text));
  return ScriptReader(text, leash).Read();
}

}  // namespace paisql::syntax
