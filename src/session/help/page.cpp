#include "session/help/page.h"

#include <algorithm>

#include "base/display/columns.h"
#include "base/text.h"

namespace paisql::session {

namespace {

// Longer lines are hard to read, and shorter ones hold no sentence.
constexpr int kMostColumns = 100;
constexpr int kLeastColumns = 40;

}  // namespace

HelpPage::HelpPage(messages::Language language, int columns)
    : language_(language),
      columns_(columns == 0 ? kMostColumns : std::clamp(columns, kLeastColumns, kMostColumns)) {}

void HelpPage::Show(std::string_view line) { answer_.text += Folded(line, columns_); }

void HelpPage::Line(std::string line) {
  Show(line);
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
  std::string line = "  " + Pad(name, width) + "  " + said;
  if (width + 4 <= DeepestIndent(columns_)) return Line(std::move(line));
  // Too little would stay for the second column: it stands below the name instead.
  Show("  " + std::string(name));
  Show("      " + said);
  answer_.rows.push_back({std::move(line)});
}

void HelpPage::Example(std::string_view statements) {
  if (statements.empty()) return;
  Blank();
  Say("Example:");
  Lines(statements, 4);
}

void HelpPage::Verbatim(std::string_view text, size_t indent) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  for (const std::string& raw : Split(text, '\n')) {
    std::string line = raw.empty() ? "" : std::string(indent, ' ') + raw;
    answer_.text += line + "\n";
    answer_.rows.push_back({std::move(line)});
  }
}

void HelpPage::Blank() {
  if (!empty() && answer_.rows.back().front() != "") Line("");
}

}  // namespace paisql::session
