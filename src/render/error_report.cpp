#include "render/error_report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "analysis/analyzer.h"
#include "base/display/columns.h"
#include "base/secrets/redact.h"
#include "base/text.h"
#include "terminal/terminal.h"

namespace paisql::render {

namespace {

constexpr int kWidestLine = 110;  // longer source lines are shown around the caret only
constexpr std::string_view kMargin = "  | ";
constexpr std::string_view kCut = "...";
constexpr size_t kLongestMessage = 2000;  // bytes; a message may quote a text of megabytes

// The start of the next character.
size_t NextCharacter(std::string_view text, size_t at) {
  ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  return at;
}

// Tabs and other control characters take one column, so that the caret stands where it should. Of a
// text in another encoding only ASCII is shown: a terminal may take the other bytes for commands.
std::string Printable(std::string_view text) {
  std::string printable(text);
  const bool valid = IsValidUtf8(text);
  for (char& c : printable) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) c = ' ';
    if (byte >= 0x80 && !valid) c = '?';
  }
  return printable;
}

// Cuts the start of the text so that at most `columns` are left; true when something was cut.
bool CutStart(std::string& text, int columns) {
  size_t at = 0;
  for (int width = DisplayWidth(text); width > columns;) {
    const size_t next = NextCharacter(text, at);
    width -= DisplayWidth(std::string_view(text).substr(at, next - at));
    at = next;
  }
  text.erase(0, at);
  return at > 0;
}

bool CutEnd(std::string& text, int columns) {
  const size_t left = FirstColumns(text, columns).size();
  const bool cut = left < text.size();
  text.resize(left);
  return cut;
}

// The part of a source line that fits: around what is marked, whose start it always has.
struct ShownLine {
  std::string before;
  std::string marked;
  std::string behind;
};

ShownLine FitLine(std::string before, std::string marked, std::string behind, int columns) {
  const int room = std::max(columns - static_cast<int>(kMargin.size()), 16);
  const int cut = static_cast<int>(kCut.size());
  // The marked text is seen first, and the text before it second.
  const int before_room =
      std::max(room * 2 / 3, room - DisplayWidth(marked) - DisplayWidth(behind));
  if (DisplayWidth(before) > before_room) {
    CutStart(before, before_room - cut);
    before.insert(0, kCut);
  }
  const int left = room - DisplayWidth(before);
  if (CutEnd(marked, left)) return {std::move(before), std::move(marked), ""};
  if (DisplayWidth(marked + behind) > left) {
    const int behind_room = left - DisplayWidth(marked) - cut;
    CutEnd(behind, std::max(behind_room, 0));
    if (behind_room >= 0) behind += kCut;
  }
  return {std::move(before), std::move(marked), std::move(behind)};
}

// For a place after the statement's text, shows the text that ended the statement: its \g.
std::string Place(const SourceRange& range, const syntax::StatementText& statement,
                  const ReportStyle& style) {
  const size_t ending = statement.ending_offset - statement.offset;
  const bool in_ending = !statement.ending.empty() && range.begin >= ending;
  const std::string text = MaskSecrets(in_ending ? statement.ending : statement.text);
  const size_t shift = in_ending ? ending : 0;
  const size_t begin = std::min(range.begin - shift, text.size());
  size_t line_begin = begin == 0 ? std::string_view::npos : text.rfind('\n', begin - 1);
  line_begin = line_begin == std::string_view::npos ? 0 : line_begin + 1;
  const size_t line_end = std::min(text.find('\n', begin), text.size());
  const size_t marked_end = std::clamp(range.end - shift, begin, line_end);

  const auto [before, marked, behind] =
      FitLine(Printable(text.substr(line_begin, begin - line_begin)),
              Printable(text.substr(begin, marked_end - begin)),
              Printable(text.substr(marked_end, line_end - marked_end)),
              style.columns > 0 ? style.columns : kWidestLine);

  std::string place;
  if (!style.source.empty()) {
    place = "  --> " + PlaceInFile(range, statement, style.source).ToString() + "\n";
  }
  const auto indent = static_cast<size_t>(DisplayWidth(before));
  const auto width = static_cast<size_t>(std::max(1, DisplayWidth(marked)));
  place += std::string(kMargin) + before + marked + behind + "\n";
  place += std::string(kMargin) + std::string(indent, ' ') +
           terminal::Paint(std::string(width, '^'), terminal::Color::kRed, style.color) + "\n";
  return place;
}

// "ODPS-0130131:[1,15] 表不存在 (Table not found) - 找不到表 p.t"; in English what ToString says.
std::string Sentence(const Error& error, messages::Language language) {
  std::string text = error.ToString();
  const std::string_view general = ErrorCodeText(error.code);
  const std::string said = messages::Translate(language, general);
  if (said == general) return text;
  text.resize(text.size() - general.size() -
              (error.detail.empty() ? 0 : error.detail.size() + std::string_view(" - ").size()));
  text += said + " (" + std::string(general) + ")";
  if (!error.detail.empty()) text += " - " + messages::Translate(language, error.detail);
  return text;
}

// A sentence that begins with a word of its own colour.
std::string Said(std::string_view word, terminal::Color color, std::string_view sentence,
                 const ReportStyle& style) {
  std::string text = FoldedLines(std::string(word) + " " + std::string(sentence), style.columns);
  return text.replace(0, word.size(), terminal::Paint(word, color, style.color));
}

std::string ReportOne(const Error& error, const syntax::StatementText& statement,
                      const ReportStyle& style) {
  std::string report = Said("FAILED:", terminal::Color::kRed,
                            OneLine(Redact(Sentence(error, style.language))), style);
  if (style.show_place) {
    if (error.range.known()) {
      report += Place(error.range, statement, style);
    } else if (!style.source.empty()) {
      report += "  --> " + PlaceInFile(error.range, statement, style.source).ToString() + "\n";
    }
  }
  if (!error.hint.empty()) {
    report += Said(messages::Translate(style.language, "hint:"), terminal::Color::kBold,
                   Redact(messages::Translate(style.language, error.hint)), style);
  }
  return report;
}

}  // namespace

std::string FilePlace::ToString() const {
  return source + ":" + std::to_string(line) + ":" + std::to_string(column);
}

FilePlace PlaceInFile(const SourceRange& range, const syntax::StatementText& statement,
                      const std::string& source) {
  FilePlace place{source, statement.line, statement.column};
  if (!range.known()) return place;
  place.line = statement.line + range.line - 1;
  place.column = range.line == 1 ? statement.column + range.column - 1 : range.column;
  return place;
}

std::string OneLine(std::string_view message) {
  if (message.size() <= kLongestMessage) return Printable(message);
  size_t end = kLongestMessage;
  while ((static_cast<unsigned char>(message[end]) & 0xC0) == 0x80) --end;
  return Printable(std::string(message.substr(0, end)) + "...");
}

std::string ReportError(const Error& error, const syntax::StatementText& statement,
                        const ReportStyle& style) {
  std::string report = ReportOne(error, statement, style);
  const size_t shown = std::min(error.others.size(), kMaxShownErrors - 1);
  for (size_t i = 0; i < shown; ++i) report += ReportOne(error.others[i], statement, style);
  if (const size_t left = error.others.size() - shown; left > 0) {
    // The analysis stops looking at some point.
    const bool all = error.others.size() + 1 < analysis::kMaxErrors;
    const std::string line = left == 1 ? "and 1 more error in this statement"
                                       : fmt::format("and {}{} more errors in this statement",
                                                     all ? "" : "at least ", left);
    report += messages::Translate(style.language, line) + "\n";
  }
  return report;
}

void PrintError(const Error& error, messages::Language language) {
  ReportStyle style;
  style.color = terminal::WantsColor(STDERR_FILENO);
  style.columns = terminal::MessageColumns();
  style.language = language;
  const std::string report = ReportError(error, {}, style);
  std::fwrite(report.data(), 1, report.size(), stderr);
}

}  // namespace paisql::render
