#include "tunnel/download.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/display/amounts.h"
#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/text.h"
#include "session/data_flow.h"
#include "session/statements/answers.h"
#include "session/statements/confirm.h"
#include "session/statements/stream_query.h"
#include "session/statements/tunnel/tunnel.h"
#include "syntax/parser.h"

namespace paisql::session {

namespace {

constexpr std::string_view kInstanceScheme = "instance://";

// Bytes that are there are not replaced by the way. Devices, FIFOs and our own standard output are
// written to as they are, and of an empty file nothing is lost.
Status CheckReplacement(const std::string& path, const SourceRange& range, Run& run) {
  struct stat there {};
  if (stat(path.c_str(), &there) != 0 || !S_ISREG(there.st_mode) || there.st_size == 0) {
    return Status::Ok();
  }
  struct stat output {};
  if (fstat(STDOUT_FILENO, &output) == 0 && SameFile(there, output)) return Status::Ok();
  const std::string what = fmt::format("{} is there, with {}", path, BytesText(there.st_size));
  if (run.state.options().interactive) {
    return Confirm(what + ". Replace it?", path + " was not replaced", range, run);
  }
  return Error{ErrorCode::kIo, what, range, "-f replaces it: TUNNEL DOWNLOAD -f …"};
}

}  // namespace

Status TunnelDownload(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run) {
  PAISQL_ASSIGN(const tunnel::TunnelOptions options,
                ReadTunnelOptions(words, tunnel::TunnelCommand::kDownload));
  if (options.arguments.size() != 2) {
    return Error{ErrorCode::kInvalidCommand,
                 fmt::format("TUNNEL DOWNLOAD needs a table and a file, {} arguments found",
                             options.arguments.size()),
                 range, "TUNNEL DOWNLOAD [options] [project.]table[/p1=v1,p2=v2] file;"};
  }
  const syntax::Word& from = options.arguments[0];
  if (from.text.starts_with(kInstanceScheme)) {
    return Error{ErrorCode::kUnsupported, "downloading the result of an instance is not supported",
                 from.range, "keep the result with CREATE TABLE AS, then download the table"};
  }
  PAISQL_ASSIGN(const tunnel::TunnelTable source, ResolveTunnelTable(from, "Select", run));
  PAISQL_ASSIGN(const tunnel::DatePattern pattern,
                tunnel::DatePattern::Parse(options.date_pattern));
  PAISQL_ASSIGN(const std::string sql, tunnel::DownloadQuery(source, options));
  Result<std::unique_ptr<syntax::Query>> query = syntax::ParseQuery(sql);
  PAISQL_ASSERT(query.ok(), "a download's own query does not parse");
  analysis::AnalysisContext context = run.state.MakeContext();
  context.allow_full_scan = true;
  execution::RunOptions run_options = RunOptionsOf(run);
  if (options.time_zone) run_options.settings.time_zone = options.time_zone->text;
  if (run.state.checking()) {
    PAISQL_ASSIGN(const analysis::QueryPlan plan, analysis::AnalyzeQuery(**query, context));
    if (TellsFlow(run)) run.out.Flow(FlowOf("TUNNEL DOWNLOAD", *plan.root, context.views));
    return Status::Ok();
  }
  const std::string path = run.state.ResolvePath(options.arguments[1].text);
  if (!options.force) PAISQL_TRY(CheckReplacement(path, options.arguments[1].range, run));
  PAISQL_ASSIGN_AT(options.arguments[1].range, const std::unique_ptr<NewFile> file,
                   NewFile::Open(path, NewFileKind::kOfUser, run.state.stop_token()));
  tunnel::Download download(options, pattern, *file);
  const Meter::Work work(run.state.meter(), 0);
  Status done = StreamQuery(**query, std::move(context), std::move(run_options), run,
                            [&](engine::ResultStream& rows) { return download.Write(rows); });
  if (!done.ok()) {
    Error error = std::move(done).error();
    error.range = from.range;  // its places count in the query made above
    return error;
  }
  PAISQL_TRY_AT(options.arguments[1].range, file->Finish());
  run.outcome.rows_written = download.rows();
  run.out.Message(fmt::format("downloading {} records into 1 file", download.rows()));
  run.out.Message("download OK");
  return Status::Ok();
}

}  // namespace paisql::session
