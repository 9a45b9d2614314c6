#include <fmt/format.h>

#include "session/statements/answers.h"
#include "session/statements/tunnel/tunnel.h"
#include "tunnel/delimiter.h"
#include "tunnel/upload.h"

namespace paisql::session {

namespace {

constexpr std::string_view kUsage =
    "TUNNEL UPLOAD [options] file [project.]table[/p1=v1,p2=v2]; an option has one dash, two begin "
    "a comment";

// What -dry shows.
Status ShowTable(const store::Table& table, Run& run) {
  Answer answer;
  answer.columns = {"statement"};
  answer.text = CreateStatement(table);
  answer.rows.push_back({answer.text.substr(0, answer.text.size() - 1)});
  PAISQL_TRY(run.sink.Show(answer));
  run.sink.Message("nothing was written");
  return Status::Ok();
}

// A table of one column is seldom what was meant by a file whose lines hold semicolons.
Status GuessDelimiter(const std::string& file, tunnel::TunnelOptions& options, Run& run) {
  if (options.field_delimiter_given) return Status::Ok();
  PAISQL_ASSIGN(const std::optional<tunnel::LikelyDelimiter> likely,
                tunnel::FindDelimiter(file, options));
  if (!likely.has_value()) return Status::Ok();
  options.field_delimiter = likely->text;
  run.sink.Message(fmt::format(
      "WARNING: no ',' parts the first line: fields are read as parted by {} (-fd {}); -fd ',' "
      "makes each line one column",
      likely->name, likely->spelling));
  return Status::Ok();
}

}  // namespace

Status TunnelUpload(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run) {
  State& state = run.state;
  PAISQL_ASSIGN(tunnel::TunnelOptions options,
                ReadTunnelOptions(words, tunnel::TunnelCommand::kUpload));
  if (options.arguments.size() != 2) {
    return Error{ErrorCode::kInvalidCommand,
                 fmt::format("TUNNEL UPLOAD wants a file and a table, {} arguments found",
                             options.arguments.size()),
                 range, std::string(kUsage)};
  }
  if (options.dry_run && !options.create) {
    return Error{ErrorCode::kInvalidCommand, "option -dry wants -create", range,
                 "-s only checks a file for a table that is there"};
  }
  if (options.create) {
    options.header = options.header || !options.header_given;
    options.auto_create_partition = true;
    const std::string& target = options.arguments[1].text;
    state.unknowns().NoteMadeTable(target.substr(0, target.find('/')), state.project);
  }
  const syntax::Word& from = options.arguments[0];
  PAISQL_ASSIGN(const std::vector<std::string> files,
                tunnel::FilesToRead(state.ResolvePath(from.text), from.range));
  tunnel::TunnelTable target;
  if (options.create) {
    PAISQL_TRY_AT(from.range, GuessDelimiter(files.front(), options, run));
    PAISQL_ASSIGN_AT(from.range, target,
                     InferTunnelTable(options.arguments[1], files, options, run));
    if (options.dry_run) return ShowTable(target.table, run);
  } else {
    PAISQL_ASSIGN(target, ResolveTunnelTable(options.arguments[1], run));
  }
  PAISQL_TRY(tunnel::CheckPartition(target, options, state.catalog()));
  if (state.checking()) {
    if (options.create) PAISQL_TRY(state.catalog().CreateTable(target.table));
    state.unknowns().NoteRows();
    if (options.auto_create_partition) state.unknowns().NotePartitions();
    return Status::Ok();
  }
  tunnel::Upload upload(options, std::move(target), state,
                        [&run](std::string_view line) { run.sink.Message(line); });
  PAISQL_TRY(upload.Start(state.Execution()));
  PAISQL_TRY_AT(from.range, upload.ReadFiles(files));
  PAISQL_TRY(upload.Finish());
  if (!options.scan_only) run.outcome.rows_written = upload.rows();
  return Status::Ok();
}

}  // namespace paisql::session
