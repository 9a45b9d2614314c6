#include "shell/command/handlers.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/text.h"
#include "script/destination/output_request.h"
#include "shell/chart/data.h"
#include "shell/command/chart_rows.h"
#include "shell/command/png_file.h"
#include "terminal/terminal.h"

namespace paisql::shell {

namespace {

constexpr const char* kUse =
    "\\chart [bar|line|hist|scatter] [x] [y] [by column] [> file.svg]; x, y and column are columns "
    "of the last result; \\chart hist column from table counts a whole table";

struct KindName {
  std::string_view name;
  ChartKind kind;
};
constexpr KindName kKinds[] = {{"bar", ChartKind::kBar},
                               {"line", ChartKind::kLine},
                               {"hist", ChartKind::kHistogram},
                               {"histogram", ChartKind::kHistogram},
                               {"scatter", ChartKind::kScatter}};

// The kinds of files, by how their names end.
enum class FileKind { kNone, kSvg, kPng };

struct Called {
  ChartRequest request;
  std::string from;  // of a histogram: what stands after FROM; "": the last result
  std::string file;
  FileKind file_kind = FileKind::kNone;
};

struct ArgumentWord {
  std::string text;
  size_t begin = 0;
  bool quoted = false;
};

// Words separated by blanks; one in back-ticks may hold some.
std::vector<ArgumentWord> Words(std::string_view text) {
  std::vector<ArgumentWord> words;
  bool open = false;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '`') {
      quoted = !quoted;
      if (quoted && !open) words.push_back({"", i, true});
      open = quoted || open;
    } else if (!quoted && (c == ' ' || c == '\t' || c == '\n')) {
      open = false;
    } else {
      if (!open) words.push_back({"", i, false});
      open = true;
      words.back().text += c;
    }
  }
  return words;
}

bool IsWord(const ArgumentWord& word, std::string_view meant) {
  return !word.quoted && EqualsIgnoreCase(word.text, meant);
}

const KindName* FindKind(const ArgumentWord& word) {
  for (const KindName& known : kKinds) {
    if (IsWord(word, known.name)) return &known;
  }
  return nullptr;
}

FileKind KindOfFile(const std::string& file) {
  const std::string name = ToLower(file);
  if (name.ends_with(".svg")) return FileKind::kSvg;
  return name.ends_with(".png") ? FileKind::kPng : FileKind::kNone;
}

// The place of the first > that is not within a column's name in back-ticks.
size_t FindArrow(std::string_view text) {
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') quoted = !quoted;
    if (text[i] == '>' && !quoted) return i;
  }
  return std::string_view::npos;
}

// Takes "from t where a > 5" of a histogram off the text; a ">" in it is a target only when a file
// of a kind that is written stands after the last one.
std::string TakeSource(std::string_view& text, std::string_view& target) {
  const std::vector<ArgumentWord> words = Words(text);
  if (words.size() < 2) return "";
  const KindName* kind = FindKind(words.front());
  if (kind == nullptr || kind->kind != ChartKind::kHistogram) return "";
  const auto from = std::find_if(words.begin(), words.end(),
                                 [](const ArgumentWord& word) { return IsWord(word, "from"); });
  if (from == words.end()) return "";
  std::string_view source = Trim(text.substr(from->begin + std::string_view("from").size()));
  text = text.substr(0, from->begin);
  if (const size_t arrow = source.rfind('>'); arrow != std::string_view::npos) {
    const Result<std::string> path = script::ParsePath(source.substr(arrow + 1));
    if (path.ok() && KindOfFile(*path) != FileKind::kNone) {
      target = source.substr(arrow + 1);
      source = Trim(source.substr(0, arrow));
    }
  }
  return std::string(source);
}

Result<Called> ReadArguments(const std::string& arguments) {
  std::string_view text = Trim(arguments);
  while (text.ends_with(';')) text = Trim(text.substr(0, text.size() - 1));
  Called called;
  std::string_view target;
  called.from = TakeSource(text, target);
  if (const size_t arrow = FindArrow(text); arrow != std::string_view::npos) {
    target = text.substr(arrow + 1);
    text = Trim(text.substr(0, arrow));
  }
  if (target.data() != nullptr) {
    PAISQL_ASSIGN(called.file, script::ParsePath(target));
    called.file_kind = KindOfFile(called.file);
    if (called.file_kind == FileKind::kNone) {
      return Error{ErrorCode::kInvalidCommand,
                   "\\chart writes .svg and .png, '" + called.file + "' is neither",
                   {},
                   kUse};
    }
  }
  std::vector<ArgumentWord> words = Words(text);
  if (const KindName* kind = words.empty() ? nullptr : FindKind(words.front()); kind != nullptr) {
    called.request.kind = kind->kind;
    words.erase(words.begin());
  }
  if (words.size() >= 2 && IsWord(words[words.size() - 2], "by")) {
    called.request.by = words.back().text;
    words.resize(words.size() - 2);
  }
  for (const ArgumentWord& word : words) called.request.columns.push_back(word.text);
  return called;
}

Status WriteFile(const Called& called, Chart& chart, CommandContext& context) {
  struct stat there {};
  const std::string path = context.session.ResolvePath(called.file);
  const bool replaces = stat(path.c_str(), &there) == 0 && S_ISREG(there.st_mode);
  const session::Question question{called.file + " is there. Replace it?"};
  if (replaces && !context.sink.Confirm(question, context.runner.stop())) {
    terminal::PrintMessage(called.file + " was not replaced");
    return Status::Ok();
  }
  std::string bytes;
  if (called.file_kind == FileKind::kSvg) {
    bytes = DrawSvg(chart);
  } else {
    PAISQL_ASSIGN(bytes, DrawPng(chart));
  }
  PAISQL_TRY(WriteNewFile(path, bytes, NewFileKind::kOfUser));
  terminal::PrintLine("wrote " + called.file);
  return Status::Ok();
}

// If a result was not kept because it is large, its query counts the histogram.
Result<Chart> ChartOf(const Called& called, CommandContext& context) {
  if (!called.from.empty()) {
    return CountedHistogram(called.request, "SELECT * FROM " + called.from, context);
  }
  Result<ChartRows> rows = RowsOf("SELECT * FROM _", context);
  if (rows.ok()) return MakeChart(*rows, called.request);
  const std::string query =
      called.request.kind == ChartKind::kHistogram ? QueryOf(context.runner.last_text()) : "";
  if (query.empty() || context.session.interrupted()) return std::move(rows).error();
  return CountedHistogram(called.request, query, context);
}

Status Draw(const Called& called, CommandContext& context) {
  PAISQL_ASSIGN(Chart chart, ChartOf(called, context));
  if (called.file_kind != FileKind::kNone) {
    PAISQL_TRY(WriteFile(called, chart, context));
  } else {
    const terminal::Screen screen = terminal::ScreenOf(STDOUT_FILENO);
    const Canvas canvas{screen.columns, screen.rows, screen.color,
                        terminal::CharsetOfLocale() == terminal::Charset::kOther};
    WriteAll(STDOUT_FILENO, DrawText(chart, canvas));
  }
  for (const std::string& note : chart.notes) terminal::PrintLine("(" + note + ")");
  return Status::Ok();
}

}  // namespace

int ChartLastResult(const std::string& arguments, CommandContext& context) {
  Result<Called> called = ReadArguments(arguments);
  if (!called.ok()) return Report(std::move(called).error(), context);
  Status drawn = Draw(*called, context);
  if (!drawn.ok()) return Report(std::move(drawn).error(), context);
  return script::kExitDone;
}

}  // namespace paisql::shell
