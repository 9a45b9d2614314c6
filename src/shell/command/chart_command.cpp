#include "shell/command/chart_command.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/files/new_file.h"
#include "base/files/write_all.h"
#include "base/text.h"
#include "engine/text/result_text.h"
#include "shell/chart/data.h"
#include "shell/command/answer.h"
#include "shell/command/png_file.h"
#include "shell/destination/output_request.h"
#include "shell/script/silent_sink.h"
#include "shell/terminal/terminal.h"

namespace paisql::shell {

namespace {

constexpr const char* kUse =
    "\\chart [bar|line|hist|scatter] [x] [y] [> file.svg]; x and y are columns of the last result";

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
  std::string file;
  FileKind file_kind = FileKind::kNone;
};

// Takes rows and keeps them.
class RowCollector : public SilentSink {
 public:
  explicit RowCollector(ChartRows& rows) : rows_(rows) {}

  Status Rows(engine::ResultStream& stream) override {
    rows_.columns = stream.columns();
    engine::ResultText text(rows_.columns);
    while (true) {
      PAISQL_ASSIGN(const engine::Batch batch, stream.Next());
      if (!batch) return Status::Ok();
      text.Read(batch);
      for (size_t row = 0; row < batch.row_count(); ++row) TakeRow(text, row);
    }
  }

 private:
  void TakeRow(const engine::ResultText& text, size_t row) {
    auto& cells = rows_.rows.emplace_back(rows_.columns.size());
    for (size_t i = 0; i < cells.size(); ++i) {
      if (text.IsNull(i, row)) continue;
      text.AppendText(i, row, engine::TextForm::kPlain, cells[i].emplace());
    }
  }

  ChartRows& rows_;
};

// Words parted by blanks; one in back-ticks may hold some.
std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words;
  bool open = false;
  bool quoted = false;
  for (const char c : text) {
    if (c == '`') {
      quoted = !quoted;
      if (quoted && !open) words.emplace_back();
      open = quoted || open;
    } else if (!quoted && (c == ' ' || c == '\t' || c == '\n')) {
      open = false;
    } else {
      if (!open) words.emplace_back();
      open = true;
      words.back() += c;
    }
  }
  return words;
}

FileKind KindOfFile(const std::string& file) {
  const std::string name = ToLower(file);
  if (name.ends_with(".svg")) return FileKind::kSvg;
  return name.ends_with(".png") ? FileKind::kPng : FileKind::kNone;
}

// Of the first > that is not within a column's name in back-ticks.
size_t FindArrow(std::string_view text) {
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') quoted = !quoted;
    if (text[i] == '>' && !quoted) return i;
  }
  return std::string_view::npos;
}

Result<Called> ReadArguments(const std::string& arguments) {
  std::string_view text = Trim(arguments);
  while (text.ends_with(';')) text = Trim(text.substr(0, text.size() - 1));
  Called called;
  if (const size_t arrow = FindArrow(text); arrow != std::string_view::npos) {
    PAISQL_ASSIGN(called.file, ParsePath(text.substr(arrow + 1)));
    text = Trim(text.substr(0, arrow));
    called.file_kind = KindOfFile(called.file);
    if (called.file_kind == FileKind::kNone) {
      return Error{ErrorCode::kInvalidCommand,
                   "\\chart writes .svg and .png, '" + called.file + "' is neither",
                   {},
                   kUse};
    }
  }
  called.request.columns = Words(text);
  for (const KindName& known : kKinds) {
    if (called.request.columns.empty()) break;
    if (!EqualsIgnoreCase(called.request.columns.front(), known.name)) continue;
    called.request.kind = known.kind;
    called.request.columns.erase(called.request.columns.begin());
    break;
  }
  return called;
}

Status WriteFile(const Called& called, Chart& chart, CommandContext& context) {
  struct stat there {};
  const std::string path = context.session.ResolvePath(called.file);
  const bool replaces = stat(path.c_str(), &there) == 0 && S_ISREG(there.st_mode);
  const session::Question question{called.file + " is there. Replace it?"};
  if (replaces && !context.sink.Confirm(question, context.runner.stop())) {
    PrintMessage(called.file + " was not replaced");
    return Status::Ok();
  }
  std::string bytes;
  if (called.file_kind == FileKind::kSvg) {
    bytes = DrawSvg(chart);
  } else {
    PAISQL_ASSIGN(bytes, DrawPng(chart));
  }
  PAISQL_TRY(WriteNewFile(path, bytes, NewFileKind::kOfUser));
  PrintLine("wrote " + called.file);
  return Status::Ok();
}

Status Draw(const Called& called, CommandContext& context) {
  ChartRows rows;
  RowCollector collector(rows);
  const syntax::StatementText all{"SELECT * FROM _", 0, 1, 1, true};
  Result<session::Outcome> read = context.session.Execute(all, collector);
  if (!read.ok()) return std::move(read).error();
  PAISQL_ASSIGN(Chart chart, MakeChart(rows, called.request));
  if (called.file_kind != FileKind::kNone) {
    PAISQL_TRY(WriteFile(called, chart, context));
  } else {
    const Screen screen = ScreenOf(STDOUT_FILENO);
    const Canvas canvas{screen.columns, screen.rows, screen.color,
                        CharsetOfLocale() == Charset::kOther};
    WriteAll(STDOUT_FILENO, DrawText(chart, canvas));
  }
  for (const std::string& note : chart.notes) PrintLine("(" + note + ")");
  return Status::Ok();
}

}  // namespace

int ChartLastResult(const std::string& arguments, CommandContext& context) {
  Result<Called> called = ReadArguments(arguments);
  if (!called.ok()) return Report(std::move(called).error(), context);
  Status drawn = Draw(*called, context);
  if (!drawn.ok()) return Report(std::move(drawn).error(), context);
  return kExitDone;
}

}  // namespace paisql::shell
