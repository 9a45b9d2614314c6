// docs/errors.md is made of the tables, so that it cannot differ from them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "committed_file.h"
#include "session/help/topic.h"

namespace paisql::session {
namespace {

constexpr std::string_view kIntroduction = R"(# Errors

This page is generated from the tables in `src/session/help/`. After a change there, run the unit tests of the room
once with `PAISQL_UPDATE_DOCS=1` to write it anew. `HELP ODPS-0130131;` shows the same at the prompt.

Every error has a code of the platform, the place `[line,column]` in its statement as far as it is known, the
platform's general text, a detail, and where there is a cure a hint. An error that comes while rows are computed has a
place when exactly one call, conversion or subquery of the statement can have raised it. Codes that the platform keeps
for its own machinery (its scheduler, its table store, its signatures) never come here.

| code | general text | comes when |
|---|---|---|
)";

constexpr std::string_view kExamplesBegin = R"(
## Examples

Statements that cause the codes which people meet most, and the same as they are right. The tables are
`t1 (id BIGINT)`, `t2 (id BIGINT, name STRING)`, `t3 (d DATETIME)`, `sale_detail` with the partition columns
`sale_date` and `region`, and the view `v1`.

| code | what | causes it | does not |
|---|---|---|---|
)";

std::string Cell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|') cell += '\\';
    cell += c;
  }
  return cell;
}

std::string Code(std::string_view text) {
  const bool ticks = text.find('`') != std::string_view::npos;
  return (ticks ? "`` " : "`") + Cell(text) + (ticks ? " ``" : "`");
}

std::string ErrorDocs() {
  std::vector<std::string> rows;
  for (const ErrorMeaning& meaning : ErrorMeanings()) {
    rows.push_back(fmt::format("| {} | {} | {} |\n", ErrorCodeName(meaning.code),
                               ErrorCodeText(meaning.code), Cell(meaning.when)));
  }
  // Ours come after the platform's.
  std::stable_sort(rows.begin(), rows.end());
  std::string text(kIntroduction);
  for (const std::string& row : rows) text += row;
  text += kExamplesBegin;
  for (const ErrorExample& example : ErrorExamples()) {
    text += fmt::format("| {} | {} | {} | {} |\n", ErrorCodeName(example.code), example.about,
                        Code(example.causes), Code(example.cured));
  }
  return text;
}

TEST(ErrorDocs, CommittedPageIsTheGeneratedOne) {
  ExpectCommitted("docs/errors.md", ErrorDocs(), "session_test");
}

}  // namespace
}  // namespace paisql::session
