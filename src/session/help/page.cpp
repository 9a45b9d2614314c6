#include "session/help/page.h"

#include <algorithm>

#include "base/display/columns.h"
#include "base/text.h"
#include "session/layout.h"

namespace paisql::session {

namespace {

constexpr int kColumns = 100;
constexpr size_t kDeepest = 52;  // what goes on begins no further in

// Where what goes on begins.
size_t IndentOf(std::string_view line) {
  const size_t begin = std::min(line.find_first_not_of(' '), line.size());
  size_t indent = std::min(begin + 2, kDeepest);
  for (size_t gap = line.find("  ", begin); gap != std::string_view::npos;) {
    const size_t column = line.find_first_not_of(' ', gap);
    if (column == std::string_view::npos) break;
    const auto width = static_cast<size_t>(DisplayWidth(line.substr(0, column)));
    if (width > kDeepest) break;
    indent = width;
    gap = line.find("  ", column);
  }
  return indent;
}

// How much of the text, which is too long, goes into the columns: up to a blank, or within Chinese
// text, which has none, up to any character.
size_t FoldAt(std::string_view text, int columns) {
  const size_t fits = FirstColumns(text, columns).size();
  const size_t first = text.find_first_not_of(' ');
  if (fits < text.size() && text[fits] == ' ') return fits;
  const size_t blank = text.rfind(' ', fits);
  if (blank != std::string_view::npos && blank > first && blank * 3 > fits) return blank;
  if (fits > first && static_cast<unsigned char>(text[fits]) >= 0x80) return fits;
  if (blank != std::string_view::npos && blank > first) return blank;
  return std::min(text.find(' ', fits), text.size());  // one long word
}

}  // namespace

std::string Folded(std::string_view line) {
  const size_t indent = IndentOf(line);
  std::string folded;
  std::string rest(line);
  while (DisplayWidth(rest) > kColumns) {
    const size_t at = FoldAt(rest, kColumns);
    if (at >= rest.size()) break;
    folded += rest.substr(0, at) + "\n";
    const size_t next = rest.find_first_not_of(' ', at);
    if (next == std::string::npos) return folded;
    rest = std::string(indent, ' ') + rest.substr(next);
  }
  return folded + rest + "\n";
}

void HelpPage::Line(std::string line) {
  answer_.text += Folded(line);
  answer_.rows.push_back({std::move(line)});
}

void HelpPage::Lines(std::string_view text, size_t indent) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  for (const std::string& line : Split(text, '\n')) {
    Line(line.empty() ? "" : std::string(indent, ' ') + line);
  }
}

void HelpPage::Say(std::string_view english) { Line(messages::Translate(language_, english)); }

void HelpPage::Entry(std::string_view name, std::string_view summary, size_t width) {
  const std::string said = messages::Translate(language_, summary);
  if (width == 0) return Line(std::string(name) + ": " + said);
  Line("  " + Pad(name, width) + "  " + said);
}

void HelpPage::Example(std::string_view statements) {
  if (statements.empty()) return;
  Blank();
  Say("Example:");
  Lines(statements, 4);
}

void HelpPage::Blank() {
  if (!empty() && answer_.rows.back().front() != "") Line("");
}

}  // namespace paisql::session
