#include <fmt/format.h>

#include "analysis/materialized.h"
#include "execution/staging.h"
#include "session/data_flow.h"
#include "session/statements/answers.h"
#include "session/statements/tunnel/tunnel.h"
#include "session/statements/writes.h"
#include "store/external.h"
#include "tunnel/csv/delimiter.h"
#include "tunnel/csv/plain_text.h"
#include "tunnel/upload/upload.h"

namespace paisql::session {

namespace {

// What an upload is told to do, and the session that it goes on with; null: it begins one.
struct Command {
  const std::vector<syntax::Word>& words;
  std::unique_ptr<tunnel::UploadSession> session;
};

constexpr std::string_view kUsage =
    "TUNNEL UPLOAD [options] file [project.]table[/p1=v1,p2=v2]; an option has one dash, two begin "
    "a comment";

// Shows the table for -dry.
Status ShowTable(const store::Table& table, Run& run) {
  Answer answer;
  answer.columns = {"statement"};
  answer.text = CreateStatement(table);
  answer.rows.push_back({answer.text.substr(0, answer.text.size() - 1)});
  PAISQL_TRY(run.out.Show(answer));
  run.out.Message("nothing was written");
  return Status::Ok();
}

// A table of one column is seldom what was meant by a file whose lines hold semicolons.
Status GuessDelimiter(const std::vector<tunnel::InputFile>& files, const SourceRange& range,
                      tunnel::TunnelOptions& options, Run& run) {
  if (options.field_delimiter_given) return Status::Ok();
  PAISQL_ASSIGN(
      const std::optional<tunnel::LikelyDelimiter> likely,
      tunnel::FindDelimiterOfAll(files, options, [&run] { return run.state.CheckInterrupted(); }));
  if (!likely.has_value()) return Status::Ok();
  options.field_delimiter = likely->text;
  run.out.Warn(range,
               fmt::format("the first line has no ',': fields are read as separated by {} (-fd "
                           "{}); -fd ',' makes each line one column",
                           likely->name, likely->spelling));
  return Status::Ok();
}

// The words of the command as they mean the same from any folder.
std::vector<std::string> WordsToKeep(const Command& command, const tunnel::TunnelOptions& options,
                                     const Run& run) {
  std::vector<std::string> kept;
  for (const syntax::Word& word : command.words) {
    const syntax::Word& file = options.arguments[0];
    const bool is_file = word.text == file.text && word.range.begin == file.range.begin;
    kept.push_back(is_file ? run.state.ResolvePath(word.text) : word.text);
  }
  return kept;
}

Status LoadRows(tunnel::Upload& upload, const std::vector<tunnel::InputFile>& files,
                const SourceRange& from) {
  PAISQL_TRY_AT(from, upload.ReadFiles(files));
  return upload.Finish();
}

Status Load(const std::vector<tunnel::InputFile>& files, tunnel::TunnelTable target,
            const tunnel::TunnelOptions& options, Command& command, Run& run) {
  const SourceRange& from = options.arguments[0].range;
  const store::Table table = target.table;
  std::vector<std::string> values;
  for (const auto& level : target.partition) values.push_back(level.value_or(""));
  const auto say = [&](std::string_view line) {
    run.out.Message(line);
    if (command.session != nullptr) command.session->Log(line);
  };
  tunnel::Upload upload(options, std::move(target), run.state, say,
                        [&run, &from](std::string_view text) { run.out.Warn(from, text); });
  PAISQL_TRY(upload.Start(run.state.Execution()));
  if (options.scan_only) return LoadRows(upload, files, from);
  if (command.session == nullptr) {
    PAISQL_ASSIGN(command.session,
                  tunnel::UploadSession::Begin(run.state.home(), run.state.project,
                                               WordsToKeep(command, options, run)));
  }
  upload.UseSession(*command.session);
  say("Upload session: " + command.session->record().id);
  const Status loaded = LoadRows(upload, files, from);
  if (!loaded.ok()) command.session->Log(loaded.error().detail);
  const char* status = loaded.ok() ? "success" : upload.has_bad_records() ? "bad" : "failed";
  (void)command.session->End(
      status);  // the rows are where they are, whatever becomes of its record
  PAISQL_TRY(loaded);
  run.outcome.rows_written = upload.rows();
  if (!table.traits.primary_key.empty()) run.state.SweepReplaced();
  if (table.id != 0 && !options.overwrite) MergeAfterWrite(table, {values}, run.state);
  return Status::Ok();
}

// Files that are packed or of another charset lead to copies of theirs in `staging` from then on.
Status MakePlain(std::vector<tunnel::InputFile>& files, const tunnel::TunnelOptions& options,
                 execution::Staging& staging, Run& run) {
  if (!tunnel::NeedsPlainCopies(files, options.charset)) return Status::Ok();
  const auto check = [&run] { return run.state.CheckInterrupted(); };
  PAISQL_ASSIGN(const std::string folder, staging.MakeFolder());
  if (tunnel::IsStream(files.front().path)) {
    PAISQL_TRY(tunnel::KeepStream(files.front(), folder, check));
  }
  return tunnel::MakePlainCopies(files, options.charset, folder, check,
                                 "option -c names the charset of the files; nothing was written");
}

// Notes, for a check, the rows that later statements may find.
void NoteLoaded(const tunnel::TunnelOptions& options, State& state) {
  state.unknowns().NoteRows();
  if (options.auto_create_partition) state.unknowns().NotePartitions();
}

void TellFlow(const tunnel::TunnelTable& target, Output& out) {
  std::vector<std::string> levels;
  for (const store::Column& column : target.table.partition_columns) levels.push_back(column.name);
  DataFlow flow;
  flow.action = "TUNNEL UPLOAD";
  flow.writes.push_back({target.table.QualifiedName(), PartitionText(levels, target.partition)});
  out.Flow(flow);
}

Result<tunnel::TunnelTable> Target(const tunnel::TunnelOptions& options, Run& run) {
  PAISQL_ASSIGN(tunnel::TunnelTable target,
                ResolveTunnelTable(options.arguments[1], "Update", run));
  const SourceRange& range = options.arguments[1].range;
  PAISQL_TRY(analysis::CheckNotMaterialized(target.table, range));
  if (store::IsExternal(target.table)) {
    return Error{ErrorCode::kInvalidObjectType,
                 target.table.QualifiedName() + " is an external table, which INSERT alone writes",
                 range, "write into a table of the home, then INSERT INTO the external table"};
  }
  PAISQL_TRY(tunnel::CheckPartition(target, options, run.state.catalog()));
  return target;
}

Status UploadInto(const tunnel::TunnelOptions& options, Command& command, Run& run) {
  const syntax::Word& from = options.arguments[0];
  Result<std::vector<tunnel::InputFile>> files =
      tunnel::FilesToRead(run.state.ResolvePath(from.text), from.range);
  if (!files.ok() && !run.state.checking()) return files.error();
  Result<tunnel::TunnelTable> target = Target(options, run);
  if (!files.ok()) {
    // A check tells of the table, too, for the statements before may make the file.
    Error error = files.error();
    if (!target.ok()) error.others.push_back(std::move(target).error());
    return error;
  }
  if (!target.ok()) return std::move(target).error();
  PAISQL_ASSIGN(const std::string storage, StorageOfFiles(*files, options));
  if (!storage.empty()) return UploadByLoad(storage, *target, options, run);
  if (!run.state.checking()) {
    execution::Staging copies(run.state);
    PAISQL_TRY_AT(from.range, MakePlain(*files, options, copies, run));
    return Load(*files, std::move(target).value(), options, command, run);
  }
  if (TellsFlow(run)) TellFlow(*target, run.out);
  NoteLoaded(options, run.state);
  return Status::Ok();
}

// The files are read for their columns, and once more for their rows.
Status UploadNew(tunnel::TunnelOptions& options, Command& command, Run& run) {
  State& state = run.state;
  const syntax::Word& from = options.arguments[0];
  const syntax::Word& table = options.arguments[1];
  PAISQL_TRY(CheckNewTable(table, run));
  state.unknowns().NoteMadeTable(table.text.substr(0, table.text.find('/')), state.Names());
  PAISQL_ASSIGN(std::vector<tunnel::InputFile> files,
                tunnel::FilesToRead(state.ResolvePath(from.text), from.range));
  PAISQL_TRY(StorageOfFiles(files, options));
  execution::Staging staging(state);
  if (tunnel::IsStream(files.front().path)) {
    if (state.checking()) {
      // The run would not find bytes that a check took from the stream.
      NoteLoaded(options, state);
      return Status::Ok();
    }
    PAISQL_ASSIGN(const std::string folder, staging.MakeFolder());
    PAISQL_TRY_AT(from.range, tunnel::KeepStream(files.front(), folder,
                                                 [&state] { return state.CheckInterrupted(); }));
  }
  if (state.checking() && tunnel::NeedsPlainCopies(files, options.charset)) {
    // A check writes no copies.
    NoteLoaded(options, state);
    return Status::Ok();
  }
  PAISQL_TRY_AT(from.range, MakePlain(files, options, staging, run));
  PAISQL_TRY_AT(from.range, GuessDelimiter(files, from.range, options, run));
  PAISQL_ASSIGN_AT(from.range, tunnel::TunnelTable target,
                   InferTunnelTable(table, files, options, run));
  if (options.dry_run) return ShowTable(target.table, run);
  PAISQL_TRY(tunnel::CheckPartition(target, options, state.catalog()));
  if (!state.checking()) return Load(files, std::move(target), options, command, run);
  PAISQL_TRY(state.catalog().CreateTable(target.table));
  if (TellsFlow(run)) TellFlow(target, run.out);
  NoteLoaded(options, state);
  return Status::Ok();
}

}  // namespace

Status TunnelUpload(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run) {
  return ResumeUpload(nullptr, words, range, run);
}

Status ResumeUpload(std::unique_ptr<tunnel::UploadSession> session,
                    const std::vector<syntax::Word>& words, const SourceRange& range, Run& run) {
  PAISQL_ASSIGN(tunnel::TunnelOptions options,
                ReadTunnelOptions(words, tunnel::TunnelCommand::kUpload));
  if (options.arguments.size() != 2) {
    return Error{ErrorCode::kInvalidCommand,
                 fmt::format("TUNNEL UPLOAD needs a file and a table, {} arguments found",
                             options.arguments.size()),
                 range, std::string(kUsage)};
  }
  WarnOfOptions(options, run);
  const TunnelTime time(options, run);
  Command command{words, std::move(session)};
  if (command.session != nullptr && tunnel::IsStream(options.arguments[0].text)) {
    return Error{ErrorCode::kTunnel, options.arguments[0].text + " cannot be read once more", range,
                 "upload it again: nothing of it was written"};
  }
  if (options.dry_run && !options.create) {
    return Error{ErrorCode::kInvalidCommand, "option -dry needs -create", range,
                 "-s only checks a file for a table that is there"};
  }
  if (options.create) {
    options.header = options.header || !options.header_given;
    options.auto_create_partition = true;
    return UploadNew(options, command, run);
  }
  return UploadInto(options, command, run);
}

Status TunnelUpsert(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run) {
  PAISQL_ASSIGN(const tunnel::TunnelOptions options,
                ReadTunnelOptions(words, tunnel::TunnelCommand::kUpload));
  if (options.arguments.size() == 2) {
    // Rows of a table with a key take the places of those with the same keys, however they come.
    PAISQL_ASSIGN(const tunnel::TunnelTable target,
                  ResolveTunnelTable(options.arguments[1], "Update", run));
    if (target.table.traits.primary_key.empty()) {
      return Error{ErrorCode::kInvalidCommand, target.table.QualifiedName() + " has no PRIMARY KEY",
                   target.range,
                   "TUNNEL UPLOAD adds rows; CREATE TABLE … PRIMARY KEY makes a table with a key"};
    }
  }
  return TunnelUpload(words, range, run);
}

}  // namespace paisql::session
