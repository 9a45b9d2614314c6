#pragma once

// How a failed statement is shown: for each of its errors the platform's line, then for files and
// terminals the place with a caret, then what to do about it. Of many errors the first are shown.

#include <string>
#include <string_view>

#include "base/error.h"
#include "syntax/lexer.h"

namespace paisql::shell {

struct ReportStyle {
  std::string source;       // file name, "" when the text has none
  bool show_place = false;  // the source line with a caret
  bool color = false;
};

inline constexpr size_t kMaxShownErrors = 20;

std::string ReportError(const Error& error, const syntax::StatementText& statement,
                        const ReportStyle& style);

}  // namespace paisql::shell
