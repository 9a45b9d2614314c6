#pragma once

// How a failed statement is shown: for each of its errors the platform's line, then for files and
// terminals the place with a caret, then what to do about it. Of many errors the first are shown.

#include <string>
#include <string_view>

#include "base/error.h"
#include "messages/messages.h"
#include "syntax/lexer/lexer.h"

namespace paisql::render {

struct ReportStyle {
  std::string source;       // file name, "" when the text has none
  bool show_place = false;  // the source line with a caret
  bool color = false;
  int columns = 0;  // of the terminal: sentences are folded, lines of source cut; 0: not a terminal
  // In Chinese the code, the place and the platform's general text stay: people search for them.
  messages::Language language = messages::Language::kEnglish;
};

// A place of a statement in its file.
struct FilePlace {
  std::string source;
  int line = 1;
  int column = 1;

  std::string ToString() const;  // "job.sql:3:15"
};
// The statement's begin when the range is unknown.
FilePlace PlaceInFile(const SourceRange& range, const syntax::StatementText& statement,
                      const std::string& source);

// The message as one line without control characters, cut when it quotes megabytes.
std::string OneLine(std::string_view message);

inline constexpr size_t kMaxShownErrors = 20;

std::string ReportError(const Error& error, const syntax::StatementText& statement,
                        const ReportStyle& style);

// Writes the report of an error without a place to standard error. Every failure of a tool or a
// `\command` goes through this function, so each shows its code.
void PrintError(const Error& error, messages::Language language = messages::Language::kEnglish);

}  // namespace paisql::render
