#include "syntax/lexer/lexer.h"

#include <optional>

#include "base/text.h"
#include "syntax/lexer/ending.h"
#include "syntax/lexer/full_width.h"
#include "syntax/lexer/position.h"
#include "syntax/lexer/scanner.h"
#include "syntax/lexer/step_cutter.h"

namespace paisql::syntax {

namespace {

bool IsWideSemicolon(const ScannedToken& token, std::string_view text) {
  return token.type == Lexer::FULL_WIDTH && FullWidthMeaning(text.substr(token.begin)) == ';';
}

bool IsUnclosedType(size_t type) {
  return type == Lexer::UNCLOSED_STRING || type == Lexer::UNCLOSED_COMMENT ||
         type == Lexer::UNCLOSED_BACKQUOTE || type == Lexer::UNCLOSED_CODE;
}

// Where the ending that begins with this token stops, at its line's end; 0 when it begins none.
size_t EndingStop(const ScannedToken& token, std::string_view text) {
  return token.type == Lexer::BACKSLASHED ? StatementEndingStop(text, token.begin) : 0;
}

bool BeginsScript(size_t token_type, SplitMode mode) {
  if (mode == SplitMode::kStatements) return IsControl(token_type);
  return token_type != Lexer::SET && MayBeStep(token_type);
}

// DESC @v and DESC EXTENDED @v; DESC of anything else ends the script.
bool DescribesVariable(const ScannedToken& token, std::string_view text) {
  if (token.type != Lexer::DESC && token.type != Lexer::DESCRIBE) return false;
  Scanner scanner(text, token.end);
  ScannedToken next;
  do {
    if (!scanner.Next(next)) return false;
  } while (!next.visible() || next.type == Lexer::EXTENDED);
  return next.type == Lexer::VARIABLE;
}

// The mode in which the text goes on after a statement.
SplitMode ModeAfter(std::string_view statement, SplitMode mode) {
  constexpr std::string_view kSet = "setodps.sql.submit.mode=";
  if (statement.size() > 200) return mode;
  std::string squeezed;
  for (const char c : statement) {
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') squeezed += c;
  }
  squeezed = ToLower(squeezed);
  if (!squeezed.starts_with(kSet)) return mode;
  return squeezed.substr(kSet.size()) == "script" ? SplitMode::kScript : SplitMode::kStatements;
}

// Reads the line of a token with which a statement begins.
IncludeLine IncludeLineOf(const ScannedToken& token, std::string_view text) {
  return token.type == Lexer::BACKSLASHED ? IncludeLineAt(text, token.begin) : IncludeLine();
}

}  // namespace

std::vector<StatementText> SplitStatements(std::string_view script, SplitMode mode) {
  std::vector<StatementText> statements;
  Scanner scanner(script);
  PositionCursor cursor(script);
  size_t begin = 0;
  size_t end = 0;                        // of the last visible token; 0 while there is none
  std::optional<StepCutter> steps;       // while the statement is a script
  std::optional<StepCutter> definition;  // while it begins with CREATE and may have a block
  bool explains = false;                 // EXPLAIN is all there is of it

  const auto finish = [&](bool terminated) {
    if (end > 0) {
      cursor.AdvanceTo(begin);
      statements.push_back(StatementText{
          std::string(script.substr(begin, end - begin)), begin, cursor.line(), cursor.column(),
          terminated, "", 0,
          steps.has_value() ? StatementText::Kind::kScript : StatementText::Kind::kStatement});
      mode = ModeAfter(statements.back().text, mode);
    }
    end = 0;
    steps.reset();
    definition.reset();
  };

  ScannedToken token;
  while (true) {
    if (steps.has_value() ? steps->whole() : end == 0) scanner.BeginStatement();
    if (!scanner.Next(token)) break;
    if (!token.visible()) continue;
    if (steps.has_value() && (steps->in_block() || EndingStop(token, script) == 0)) {
      const bool begins = steps->Begins(token.type);
      if (!begins || MayBeStep(token.type) || DescribesVariable(token, script)) {
        if (token.type != Lexer::SEMICOLON || !steps->whole()) end = token.end;
        continue;
      }
      // The next statement can be no step of the script.
      finish(true);
    } else if (steps.has_value()) {
      // An ending, which ends a script as a statement.
    } else if (definition.has_value() && (definition->Begins(token.type), definition->in_block())) {
      end = token.end;
      continue;
    } else if (token.type == Lexer::SEMICOLON) {
      finish(true);
      continue;
    } else if (end == 0 && BeginsScript(token.type, mode)) {
      begin = token.begin;
      end = token.end;
      steps.emplace().Begins(token.type);
      continue;
    } else if (explains && IsControl(token.type)) {
      end = token.end;
      steps.emplace().Begins(Lexer::EXPLAIN);
      steps->Begins(token.type);
      explains = false;
      continue;
    }
    explains = end == 0 && token.type == Lexer::EXPLAIN;
    if (const size_t stop = end > 0 ? EndingStop(token, script) : 0; stop > 0) {
      finish(true);
      statements.back().ending = Trim(script.substr(token.begin, stop - token.begin));
      statements.back().ending_offset = token.begin;
      scanner.SkipTo(stop);
      continue;
    }
    if (end == 0) begin = token.begin;
    if (const IncludeLine line = end == 0 ? IncludeLineOf(token, script) : IncludeLine();
        line.end > 0) {
      end = line.end;
      finish(line.stop < script.size());
      scanner.SkipTo(line.stop);
      continue;
    }
    if (end == 0 && token.type == Lexer::CREATE) definition.emplace().Begins(token.type);
    end = token.end;
    // It was meant to end the statement; the parser says so at its place.
    if (IsWideSemicolon(token, script)) finish(true);
  }
  finish(steps.has_value() && steps->whole());
  return statements;
}

bool IsComplete(std::string_view text) {
  Scanner scanner(text);
  ScannedToken token;
  size_t last = Lexer::SEMICOLON;
  std::optional<StepCutter> steps;  // of the last statement, if it is a step that only scripts have
  while (true) {
    if (last == Lexer::SEMICOLON) scanner.BeginStatement();
    if (!scanner.Next(token)) return last == Lexer::SEMICOLON;
    if (IsUnclosedType(token.type)) return false;
    if (!token.visible()) continue;
    if (last == Lexer::SEMICOLON && token.type != Lexer::ELSE) steps.reset();
    const bool may_have_blocks =
        IsControl(token.type) || token.type == Lexer::CREATE || token.type == Lexer::EXPLAIN;
    if (last == Lexer::SEMICOLON && may_have_blocks) steps.emplace();
    if (last == Lexer::SEMICOLON && token.type == Lexer::SEMICOLON) continue;
    if (steps.has_value()) {
      steps->Begins(token.type);
      // A semicolon inside a block ends nothing.
      last = Lexer::BEGIN;
      if (steps->whole()) last = Lexer::SEMICOLON;
      const bool ends = token.type == Lexer::BACKSLASHED || IsWideSemicolon(token, text);
      if (last == Lexer::SEMICOLON || !ends) continue;
    }
    if (const size_t stop = last != Lexer::SEMICOLON ? EndingStop(token, text) : 0; stop > 0) {
      last = Lexer::SEMICOLON;
      scanner.SkipTo(stop);
      continue;
    }
    if (last == Lexer::SEMICOLON) {
      if (const IncludeLine line = IncludeLineOf(token, text); line.end > 0) {
        if (line.stop == text.size()) return false;
        scanner.SkipTo(line.stop);
        continue;
      }
    }
    last = token.type;
    if (IsWideSemicolon(token, text)) last = Lexer::SEMICOLON;
  }
}

std::vector<TextRange> CommentRanges(std::string_view statement) {
  std::vector<TextRange> comments;
  Scanner scanner(statement);
  scanner.BeginStatement();
  ScannedToken token;
  while (scanner.Next(token)) {
    const bool comment = token.type == Lexer::LINE_COMMENT || token.type == Lexer::BLOCK_COMMENT ||
                         token.type == Lexer::UNCLOSED_COMMENT;
    if (comment) comments.push_back({token.begin, token.end});
  }
  return comments;
}

}  // namespace paisql::syntax
