// What \peek shows of a file before it is loaded: the columns that TUNNEL UPLOAD -create would make
// of it, and its first records. A column is a line, so that a file of many columns fits a terminal.

#include "shell/command/handlers.h"

#include <fmt/format.h>

#include <fstream>
#include <utility>

#include "base/display/amounts.h"
#include "base/display/columns.h"
#include "base/text.h"
#include "session/display/fitted_box.h"
#include "session/display/layout.h"
#include "syntax/literal_text.h"
#include "tunnel/csv/csv_reader.h"
#include "tunnel/csv/delimiter.h"
#include "tunnel/upload/inference.h"

namespace paisql::shell {

namespace {

using session::Answer;
using session::ColumnRoom;

constexpr int64_t kRecordsForTypes = 10'000;  // read in a moment, however large the file is
constexpr size_t kRowsShown = 5;
constexpr size_t kCellWidth = 24;

// A file that begins so is not text whose lines have fields.
struct OtherForm {
  std::string_view begins;
  std::string_view name;
  std::string_view cure;
};
constexpr OtherForm kOtherForms[] = {
    {"PAR1", "Parquet", "write it as CSV: pandas.read_parquet(f).to_csv(g, index=False)"},
    {"\x1f\x8b", "compressed by gzip", "gzip -dk unpacks it"},
    {"PK\x03\x04", "a ZIP archive", "unzip unpacks it"},
    {"\x28\xb5\x2f\xfd", "compressed by zstd", "zstd -d unpacks it"},
    {"{", "JSON", "write it as CSV: pandas.read_json(f, lines=True).to_csv(g, index=False)"},
    {"[{", "JSON", "write it as CSV: pandas.read_json(f).to_csv(g, index=False)"},
};

Status RefuseOtherForms(const tunnel::InputFile& file) {
  constexpr size_t kBeginning = 64;
  std::string begin(kBeginning, '\0');
  std::ifstream stream(file.path, std::ios::binary);
  stream.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<size_t>(stream.gcount()));
  for (const OtherForm& form : kOtherForms) {
    if (!begin.starts_with(form.begins)) continue;
    return Error{ErrorCode::kUnsupported,
                 fmt::format("{} is {}; \\peek and TUNNEL UPLOAD read lines of fields", file.name,
                             form.name),
                 {},
                 std::string(form.cure)};
  }
  return Status::Ok();
}

struct Records {
  std::vector<std::vector<std::optional<std::string>>> rows;
};

Result<Records> FirstRecords(const tunnel::InputFile& file, const tunnel::TunnelOptions& options) {
  PAISQL_ASSIGN(tunnel::CsvReader reader, tunnel::CsvReader::Open(file.path, options.Dialect()));
  Records records;
  tunnel::CsvRecord record;
  bool header = options.header;
  while (records.rows.size() < kRowsShown) {
    PAISQL_ASSIGN(const bool found, reader.Next(record));
    if (!found) break;
    if (std::exchange(header, false)) continue;
    auto& row = records.rows.emplace_back();
    for (const tunnel::CsvField& field : record.fields) {
      const bool null = !field.quoted && field.text == options.null_indicator;
      row.push_back(null ? std::nullopt : std::optional<std::string>(field.text));
    }
  }
  return records;
}

// A line for each column: its name, its type, and what the first records have in it.
Answer ColumnsAndRows(const tunnel::InferredTable& inferred, const Records& records) {
  Answer answer;
  answer.columns = {"column", "type"};
  for (size_t i = 0; i < records.rows.size(); ++i) {
    answer.columns.push_back(fmt::format("row {}", i + 1));
  }
  for (size_t i = 0; i < inferred.columns.size(); ++i) {
    const tunnel::InferredColumn& column = inferred.columns[i];
    auto& line = answer.rows.emplace_back();
    line.emplace_back(column.name);
    line.emplace_back(column.type.ToString());
    for (const auto& row : records.rows) {
      line.push_back(i < row.size() ? row[i] : std::optional<std::string>());
    }
  }
  return answer;
}

std::string PeekText(const Answer& answer, int columns) {
  Answer shown;
  shown.columns = answer.columns;
  for (const auto& row : answer.rows) {
    auto& line = shown.rows.emplace_back();
    for (const auto& cell : row)
      line.emplace_back(session::OneLine(cell.value_or("NULL"), kCellWidth));
  }
  if (columns == 0) return session::Box(shown);
  std::vector<ColumnRoom> rooms;
  for (const std::string& name : shown.columns) {
    constexpr size_t kLeastCell = 8;
    rooms.push_back({name, kLeastCell});
  }
  std::vector<std::string> left_out;
  return session::FittedBox(shown, rooms, columns, &left_out);
}

std::string Head(const tunnel::InputFile& file, const tunnel::InferredTable& inferred,
                 std::string_view parted_by, int columns) {
  std::string text =
      fmt::format("{}: {}", session::Visible(file.name.substr(file.name.rfind('/') + 1)),
                  Counted(inferred.columns.size(), "column"));
  if (!parted_by.empty()) text += fmt::format(" separated by {}", parted_by);
  text += inferred.records < kRecordsForTypes
              ? ", " + Counted(inferred.records, "record")
              : fmt::format(", types by the first {} records", GroupedText(kRecordsForTypes));
  return columns == 0 ? text + "\n" : Folded(text, columns);
}

Status Peek(const std::string& path, CommandContext& context) {
  PAISQL_ASSIGN(const std::vector<tunnel::InputFile> files,
                tunnel::FilesToRead(context.session.ResolvePath(path), {}));
  const tunnel::InputFile& file = files.front();
  if (tunnel::IsStream(file.path)) {
    return Error{ErrorCode::kUnsupported,
                 file.name + " can be read only once, so \\peek leaves it",
                 {},
                 "TUNNEL UPLOAD -create reads a stream"};
  }
  PAISQL_TRY(RefuseOtherForms(file));
  tunnel::TunnelOptions options;
  PAISQL_ASSIGN(const std::optional<tunnel::LikelyDelimiter> likely,
                tunnel::FindDelimiter(file.path, options));
  if (likely.has_value()) options.field_delimiter = likely->text;
  PAISQL_ASSIGN(options.header, tunnel::BeginsWithNames(file, options));
  options.strict_schema = false;
  PAISQL_ASSIGN(const tunnel::InferredTable inferred,
                tunnel::InferTable(
                    {file}, options, [] { return Status::Ok(); }, kRecordsForTypes));
  PAISQL_ASSIGN(const Records records, FirstRecords(file, options));
  Answer answer = ColumnsAndRows(inferred, records);
  answer.text =
      Head(file, inferred, likely.has_value() ? likely->name : "", context.sink.columns()) +
      PeekText(answer, context.sink.columns());
  PAISQL_TRY(context.sink.Show(answer));
  context.sink.Message(fmt::format("hint: TUNNEL UPLOAD -create {}{} t; makes a table of it",
                                   options.header ? "" : "-h false ", syntax::QuoteLiteral(path)));
  return Status::Ok();
}

}  // namespace

int PeekFile(const std::string& path, CommandContext& context) {
  Status shown = Peek(path, context);
  return shown.ok() ? script::kExitDone : Report(std::move(shown).error(), context);
}

}  // namespace paisql::shell
