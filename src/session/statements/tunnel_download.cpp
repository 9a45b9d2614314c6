#include "tunnel/download.h"

#include <fmt/format.h>

#include "base/system/new_file.h"
#include "base/text.h"
#include "session/statements/answers.h"
#include "session/statements/stream_query.h"
#include "session/statements/tunnel.h"
#include "syntax/parser.h"

namespace paisql::session {

namespace {

constexpr std::string_view kInstanceScheme = "instance://";

}  // namespace

Status TunnelDownload(const std::vector<syntax::Word>& words, const SourceRange& range, Run& run) {
  PAISQL_ASSIGN(const tunnel::TunnelOptions options,
                ReadTunnelOptions(words, tunnel::TunnelCommand::kDownload));
  if (options.arguments.size() != 2) {
    return Error{ErrorCode::kInvalidCommand,
                 fmt::format("TUNNEL DOWNLOAD wants a table and a file, {} arguments found",
                             options.arguments.size()),
                 range, "TUNNEL DOWNLOAD [options] [project.]table[/p1=v1,p2=v2] file;"};
  }
  const syntax::Word& from = options.arguments[0];
  if (from.text.starts_with(kInstanceScheme)) {
    return Error{ErrorCode::kUnsupported, "downloading the result of an instance is not supported",
                 from.range, "keep the result with CREATE TABLE AS, then download the table"};
  }
  PAISQL_ASSIGN(const tunnel::TunnelTable source, ResolveTunnelTable(from, run));
  PAISQL_ASSIGN(const tunnel::DatePattern pattern,
                tunnel::DatePattern::Parse(options.date_pattern));
  PAISQL_ASSIGN(const std::string sql, tunnel::DownloadQuery(source, options));
  Result<std::unique_ptr<syntax::Query>> query = syntax::ParseQuery(sql);
  PAISQL_ASSERT(query.ok(), "a download's own query does not parse");
  analysis::AnalysisContext context = run.state.MakeContext();
  context.allow_full_scan = true;
  execution::RunOptions run_options = RunOptionsOf(run);
  if (options.time_zone) run_options.settings.time_zone = options.time_zone->text;
  if (run.state.checking()) return Status::Ok();
  PAISQL_ASSIGN_AT(options.arguments[1].range, const std::unique_ptr<NewFile> file,
                   NewFile::Open(run.state.ResolvePath(options.arguments[1].text),
                                 NewFileKind::kOfUser, run.state.stop_token()));
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
  run.sink.Message(fmt::format("downloading {} records into 1 file", download.rows()));
  run.sink.Message("download OK");
  return Status::Ok();
}

}  // namespace paisql::session
