#pragma once

// The only place that cuts text into tokens: splitting a script, completeness at the prompt and
// parsing all ask the same lexer, which accepts any text (its last rule catches what no other rule
// knows). All functions are pure and safe from any thread.

#include <string>
#include <string_view>
#include <vector>

namespace paisql::syntax {

// A byte of a text, and its line and column, which count from 1.
struct TextPlace {
  size_t offset = 0;
  int line = 1;
  int column = 1;
};

// One statement of a script: its text without the semicolon and without leading blanks and
// comments, and where it begins in the script (1-based line and column), so that errors can be
// shown in the file.
struct StatementText {
  // A script runs whole or not at all: its steps (syntax/script.h) are parts of one text.
  enum class Kind { kStatement, kScript };

  std::string text;
  size_t offset = 0;
  int line = 1;
  int column = 1;
  bool terminated = false;  // a semicolon, an ending or the end of its line stood after it
  // The text that ended it instead of a semicolon, with the rest of its line: "\g format=csv >
  // out.csv". The shell knows what it means. "" for none.
  std::string ending = {};
  size_t ending_offset = 0;  // where that begins in the script
  Kind kind = Kind::kStatement;
};

// What a text is split into: the client's flag -s asks for script mode from its begin.
enum class SplitMode { kStatements, kScript };

// In script mode everything after the first SETs is one script, up to the first statement that can
// be no step of a script. So it is from SET odps.sql.submit.mode=script on. Elsewhere
// a script begins with its first variable, IF, LOOP or BEGIN.
//
// Splits at semicolons outside quotes, comments and back-ticks. A full-width one ends a statement
// too and stays in its text, where the parser refuses it. Empty statements are left out; a
// last statement without a semicolon is delivered with terminated = false. \g, \G, \gx and \watch
// after one, outside quotes and comments, end it as a semicolon does and take the rest of their
// line (StatementText::ending); a line `\i FILE` is one, without its comment. Takes linear time.
std::vector<StatementText> SplitStatements(std::string_view script,
                                           SplitMode mode = SplitMode::kStatements);

// True when the text, typed so far at a prompt, is a whole number of statements: the last token is
// a semicolon, or an ending or a line as above is whole, and no quote or comment
// is open.
bool IsComplete(std::string_view text);

// A half-open range of bytes.
struct TextRange {
  size_t begin = 0;
  size_t end = 0;
};

// The comments of one statement's text, in their order. Hints do not count.
std::vector<TextRange> CommentRanges(std::string_view statement);

}  // namespace paisql::syntax
